// Search through everything that has a name, and through the items that are shown.

import { h, many, say, show } from "./dom.js";
import { model } from "./model.js";
import { address } from "./layout.js";
import { plain } from "./values.js";

const SHOWN = 12;

function entriesOf(table) {
  const found = [{ kind: "table", text: table.name, more: table.layout.name, to: address(table, "layout") }];
  for (const index of table.indexes) {
    found.push({ kind: "index", text: index.name, more: table.name, to: address(table, "layout", { index: index.ident }) });
  }
  for (const entity of table.list) {
    const to = address(table, "entities", { entity: entity.name });
    found.push({ kind: "entity", text: entity.name, more: table.name, to });
    for (const field of entity.fields) {
      const names = field.attribute && field.attribute !== field.field ? ` (${field.attribute})` : "";
      found.push({ kind: "field", text: `${entity.name}.${field.field}${names}`, more: field.type, to });
    }
  }
  for (const read of table.reads) {
    found.push({ kind: "pattern", text: read.pattern, more: read.condition, to: address(table, "layout", { pattern: read.pattern }) });
  }
  for (const finding of table.findings) {
    found.push({ kind: "finding", text: finding.rule, more: finding.reason, to: address(table, "findings") });
  }
  for (const entry of table.items) {
    const text = Object.values(entry.item).map(plain).join(" ");
    found.push({ kind: "item", text: entry.entity, more: text, to: address(table, "layout", { only: entry.entity }) });
  }
  return found;
}

function matches(words) {
  const all = model.tables.flatMap(entriesOf);
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (entry) => {
    const text = entry.text.toLowerCase();
    if (text === words.toLowerCase()) return 0;
    return parts.every((part) => text.includes(part)) ? 1 : 2;
  };
  return all
    .filter((entry) => parts.every((part) => `${entry.kind} ${entry.text} ${entry.more}`.toLowerCase().includes(part)))
    .sort((a, b) => rank(a) - rank(b));
}

/** The search field, with what it finds below. */
export function search() {
  const list = h("ul", { id: "found", role: "listbox", "aria-label": "Found", hidden: true });
  let at = -1;
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    at = -1;
  };
  const go = (to) => {
    close();
    input.value = "";
    location.hash = to;
    document.getElementById("main").focus();
  };
  const update = () => {
    const words = input.value.trim();
    if (words === "") return close();
    const found = matches(words);
    at = -1;
    show(list, found.slice(0, SHOWN).map((entry, position) =>
      h("li", { role: "option", id: `found-${position}`, "aria-selected": "false", "data-to": entry.to, on: { mousedown: (event) => { event.preventDefault(); go(entry.to); } } },
        h("span", { class: "badge" }, entry.kind), h("b", {}, entry.text), h("small", {}, entry.more))),
    found.length === 0 && h("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, "Nothing is called that."));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    say(`${many(found.length, "result")}`);
  };
  const move = (by) => {
    const options = [...list.querySelectorAll("[data-to]")];
    if (options.length === 0) return;
    at = (at + by + options.length) % options.length;
    options.forEach((option, position) => option.setAttribute("aria-selected", String(position === at)));
    options[at].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[at].id);
  };
  const keys = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      const option = list.querySelectorAll("[data-to]")[Math.max(at, 0)];
      if (option) go(option.dataset.to);
    } else if (event.key === "Escape") close();
  };
  const input = h("input", {
    type: "search", id: "search", placeholder: "Search entities, patterns, fields, items", autocomplete: "off", role: "combobox",
    "aria-label": "Search", "aria-expanded": "false", "aria-controls": "found", "aria-autocomplete": "list",
    on: { input: update, keydown: keys, blur: close },
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      input.focus();
    }
  });
  return [input, list];
}
