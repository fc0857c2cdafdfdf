// Edits of items: a form for the fields, a preview of everything that changes, and only then the write.

import { h, many, say, show } from "./dom.js";
import { chip, plain } from "./values.js";

const TEXTUAL = { String: "S", Number: "N", Boolean: "BOOL" };

/** The kind of a form field for a value: plain ones as they are, others as DynamoDB's JSON. */
function inputOf(field, value) {
  const kind = value ? Object.keys(value)[0] : TEXTUAL[field.type];
  if (kind === "BOOL") return h("input", { type: "checkbox", checked: value?.BOOL === true, "data-kind": "BOOL" });
  if (kind === "S" || kind === "N") {
    const text = value ? value[kind] : "";
    return text.length > 60
      ? h("textarea", { "data-kind": kind, value: text })
      : h("input", { "data-kind": kind, value: text, autocomplete: "off", inputmode: kind === "N" ? "decimal" : undefined });
  }
  return h("textarea", { "data-kind": "JSON", spellcheck: "false", value: value ? JSON.stringify(value) : "" });
}

/** What an input says now: a value, `null` to remove it. */
function valueOf(input, optional) {
  const kind = input.dataset.kind;
  if (kind === "BOOL") return { BOOL: input.checked };
  if (input.value === "" && (optional || kind === "JSON")) return null;
  return kind === "JSON" ? JSON.parse(input.value) : { [kind]: input.value };
}

/** The fields that can be changed: not those of the key, nor those that every write sets. */
function editable(entity) {
  const inKey = new Set(entity.places[0].partition.concat(entity.places[0].sort)
    .flatMap(([, template]) => [...template.matchAll(/<([^>:]*)/g)].map((found) => found[1])));
  const managed = new Set(["created_at", "updated_at", "version", "deleted_at"]);
  return entity.fields.filter((field) => field.attribute && !inKey.has(field.field) && !managed.has(field.role) && !field.immutable);
}

/** Whether items of the entity are written by themselves. */
function written(entity) {
  return entity && !entity.comesFrom.some((role) => role.role !== "counter");
}

export function editor(table, whole, body, api) {
  const entity = table.entities.get(whole.entity);
  if (!written(entity)) {
    return h("span", { class: "quiet" }, "A companion changes with its record: change that.");
  }
  if (entity.write_once) return h("span", { class: "quiet" }, "An item of this entity never changes: it can be deleted.");
  const fields = editable(entity);
  const open = () => {
    body.querySelector("form.edit")?.remove();
    const inputs = fields.map((field) => {
      const value = whole.item[field.attribute];
      const hidden = value?.HIDDEN === true;
      const input = hidden ? h("input", { disabled: true, value: "hidden" }) : inputOf(field, value);
      return { field, input, before: hidden ? null : JSON.stringify(valueOf(input, field.optional)), hidden };
    });
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const submit = async (event) => {
      event.preventDefault();
      problem.hidden = true;
      try {
        const changed = inputs.filter(({ hidden }) => !hidden)
          .map(({ field, input, before }) => [field.attribute, valueOf(input, field.optional), before])
          .filter(([, value, before]) => JSON.stringify(value) !== before);
        if (changed.length === 0) throw new Error("Nothing is changed.");
        const set = Object.fromEntries(changed.map(([name, value]) => [name, value]));
        await confirmed(table, { table: table.name, key: whole.key, set }, api);
      } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
      }
    };
    const close = () => form.remove();
    const form = h("form", { class: "edit", "aria-label": `Change this ${entity.name}`, on: { submit } },
      inputs.map(({ field, input }) => h("label", {}, `${field.field}${field.optional ? " (optional)" : ""}`, input)),
      problem,
      h("p", { class: "actions" }, h("button", { class: "button main", type: "submit" }, "Preview"),
        h("button", { class: "button", type: "button", on: { click: close } }, "Cancel")));
    body.append(form);
    form.querySelector("input, textarea")?.focus();
  };
  return h("button", { class: "button", type: "button", on: { click: open } }, "Edit");
}

export function remover(table, whole, api) {
  const entity = table.entities.get(whole.entity);
  if (!written(entity)) return null;
  const remove = async (event) => {
    const button = event.target;
    try {
      await confirmed(table, { table: table.name, key: whole.key, delete: true }, api);
    } catch (error) {
      button.after(h("span", { class: "problem", role: "alert" }, error.message));
    }
  };
  return h("button", { class: "button danger", type: "button", on: { click: remove } }, "Delete");
}

/** Shows everything that a change does, and carries it out if somebody agrees. */
async function confirmed(table, change, api) {
  const shown = await api("preview", change);
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const apply = async () => {
    try {
      const done = await api("apply", { ...change, stamp: shown.stamp });
      show(dialog, h("h2", {}, "Written"),
        h("p", { class: "done", role: "status" }, `${many(done.requests, "request")}, ${done.units} units, ${done.millis} ms.`),
        h("p", { class: "actions" }, h("button", { class: "button main", type: "button", on: { click: finish } }, "Close")));
      say("Written");
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  };
  const close = () => { dialog.close(); dialog.remove(); };
  const finish = () => { close(); window.dispatchEvent(new HashChangeEvent("hashchange")); };
  const others = shown.others.length === 0 ? "nothing else changes" : `${many(shown.others.length, "other item")} ${shown.others.length === 1 ? "changes" : "change"} with it`;
  const dialog = h("dialog", { id: "preview", "aria-labelledby": "preview-title" },
    h("h2", { id: "preview-title" }, `${change.delete ? "Delete" : "Change"} this ${shown.before.entity}: ${others}`),
    compared(table, shown.before.entity, change.delete ? "delete" : "put", shown.before, shown.after),
    shown.others.map((other) => compared(table, other.entity, other.change, other.before, other.after, other.role)),
    problem,
    h("p", { class: "actions" },
      h("button", { class: `button ${change.delete ? "danger" : "main"}`, type: "button", id: "apply", on: { click: apply } }, change.delete ? "Delete" : "Write"),
      h("button", { class: "button", type: "button", on: { click: close } }, "Cancel")));
  document.body.append(dialog);
  dialog.showModal();
}

const WORDS = { put: "is written", delete: "is deleted", count: "counts" };

/** An item before and after: the attributes that differ. */
function compared(table, name, change, before, after, role) {
  const names = [...new Set([...Object.keys(before?.item ?? {}), ...Object.keys(after?.item ?? {})])].sort();
  const text = (view, attribute) => (view?.item[attribute] ? plain(view.item[attribute]) : "");
  const differing = names.filter((attribute) => text(before, attribute) !== text(after, attribute));
  const word = before === null && change === "put" ? "is created" : WORDS[change];
  return h("section", { class: "change" },
    h("h3", {}, chip(table.entities.get(name), name), ` ${role ? `(${role}) ` : ""}${word}`),
    differing.length === 0 ? h("p", { class: "quiet" }, "No attribute differs.")
      : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Changes of ${name}` }, h("table", {},
        h("thead", {}, h("tr", {}, ["Attribute", "Before", "After"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, differing.map((attribute) => h("tr", {}, h("th", { scope: "row" }, attribute),
          h("td", {}, h("del", {}, text(before, attribute))), h("td", {}, h("ins", {}, text(after, attribute)))))))));
}
