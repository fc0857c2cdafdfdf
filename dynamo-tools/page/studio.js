// What only a studio has: items of live tables, found by partition, by access pattern and by key.

import { dollars, h, many, say, show } from "./dom.js";
import { keyOf, model } from "./model.js";
import { address, blocks, entityFilter, indexTabs, layoutState, line, patternPanel, title } from "./layout.js";
import { attributes, chip, plain, prose } from "./values.js";
import { editor, remover } from "./edit.js";

const token = new URLSearchParams(location.search).get("token") ?? "";

/** What `verify` found last, by table. */
const drifts = new Map();

/** Asks the studio. */
export async function api(path, question = {}) {
  const answer = await fetch(`/api/${path}`, {
    method: "POST", body: JSON.stringify(question),
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  let json = null;
  try { json = JSON.parse(text); } catch { /* Refused before it was understood. */ }
  if (!answer.ok || json === null) throw new Error(json?.error ?? text);
  return json;
}

/** The address of an item. */
function itemAddress(table, key) {
  const names = [...keyOf(table, null).partition, ...keyOf(table, null).sort];
  return address(table, "data", { key: JSON.stringify(names.map((name) => plain(key[name]))) });
}

/** The form of an access pattern: a field for each argument, of its kind. */
export function form(table, read) {
  const id = (at) => `${read.pattern}-${at}`.replaceAll(/[^\w-]/g, "-");
  const input = (argument, at) => {
    const props = { id: id(at), name: argument.field, required: true };
    const range = argument.operator === "in";
    const field = argument.kind === "choice" && !range
      ? h("select", props, argument.choices.map((choice) => h("option", { value: choice }, choice)))
      : h("input", {
        ...props, autocomplete: "off", inputmode: argument.kind === "number" && !range ? "numeric" : undefined,
        placeholder: range ? "from..to" : argument.kind === "fixed" ? `${argument.width} characters` : argument.kind,
        pattern: argument.kind === "number" && !range ? "-?[0-9]+([.][0-9]+)?" : undefined,
        maxlength: argument.kind === "fixed" && !range ? argument.width : undefined,
      });
    const word = argument.operator === "=" ? argument.field : `${argument.field} ${argument.operator}`;
    return h("label", { for: id(at) }, word, field);
  };
  const submit = (event) => {
    event.preventDefault();
    const given = read.arguments.map((_, at) => event.target.querySelector(`#${CSS.escape(id(at))}`).value);
    location.hash = address(table, "data", { pattern: read.pattern, arguments: JSON.stringify(given) });
  };
  return h("form", { class: "ask", "aria-label": `Run ${read.pattern}`, on: { submit } },
    read.arguments.map(input), h("button", { class: "button main", type: "submit" }, "Run"));
}

function byKey(table) {
  const { partition, sort } = keyOf(table, null);
  const names = [...partition, ...sort];
  const submit = (event) => {
    event.preventDefault();
    const given = names.map((_, at) => event.target.querySelector(`#key-${at}`).value);
    const whole = given.every((text) => text !== "");
    location.hash = address(table, "data", whole
      ? { key: JSON.stringify(given) }
      : { partition: JSON.stringify(given.slice(0, partition.length)) });
  };
  return h("form", { class: "ask", "aria-label": "Find by key", on: { submit } },
    names.map((name, at) => h("label", { for: `key-${at}` }, at < partition.length ? `${name} (partition)` : `${name} (empty: the whole partition)`,
      h("input", { id: `key-${at}`, autocomplete: "off", required: at < partition.length, spellcheck: "false" }))),
    h("button", { class: "button", type: "submit" }, "Find"));
}

function question(table, options) {
  const parsed = (name) => { try { return JSON.parse(options.get(name)) ?? undefined; } catch { return undefined; } };
  return {
    table: table.name, index: options.get("index") ?? undefined, partition: parsed("partition"), key: parsed("key"),
    pattern: options.get("pattern") ?? undefined, arguments: parsed("arguments") ?? [],
  };
}

/** The items of a table, and how they were found. */
export function data(table, options) {
  const asked = question(table, options);
  const state = layoutState(table, options);
  const read = state.read;
  // A pattern shows what it read, and highlights nothing.
  const shown = { ...state, read: null, linked: true };
  const entries = [];
  const list = h("div", { class: "results" });
  const told = h("div", { class: "told" });
  const more = h("div", { class: "more" });
  const reveal = h("input", { type: "checkbox", id: "reveal", on: { change: () => load(null) } });
  const row = (_, __, group, entry) => liveRow(table, state.index, group, entry, reveal);
  const draw = () => show(list, blocks(table, shown, entries, row));
  const load = async (after) => {
    more.replaceChildren();
    try {
      const answer = await api("read", { ...asked, after: after ?? undefined, reveal: reveal.checked });
      if (after === null) entries.length = 0;
      entries.push(...answer.items);
      show(told, sentLine(answer.sent, answer.items.length));
      if (entries.length === 0) show(list, h("p", { class: "empty" }, asked.key ? "There is no item with this key." : "There are no items."));
      else draw();
      say(many(answer.items.length, "item"));
      if (answer.next !== null) {
        show(more, h("button", { class: "button", type: "button", id: "more", on: { click: () => load(answer.next) } }, "Next page"));
      }
      list.dataset.loaded = String(entries.length);
      if (asked.key) list.querySelector("details")?.setAttribute("open", "");
    } catch (error) {
      show(list, h("p", { class: "problem", role: "alert" }, error.message));
      list.dataset.loaded = "failed";
    }
  };
  load(null);
  const where = asked.key ? "Item" : asked.pattern ? null : asked.partition ? "Partition" : "From the beginning";
  return [
    title(table),
    !read && !asked.key && indexTabs(table, state, options, "data"),
    h("div", { class: "bar" }, byKey(table)),
    read ? [patternPanel(table, read), form(table, read)] : null,
    h("div", { class: "bar" }, entityFilter(table, state, options, "data"),
      h("label", { class: "reveal" }, reveal, " Show sensitive values")),
    where && h("p", { class: "quiet" }, where, asked.key || asked.partition ? [": ", h("code", {}, (asked.key ?? asked.partition).join(" / ")), " ",
      h("a", { href: address(table, "data", { index: asked.key ? undefined : state.index?.ident }) }, "all items")] : ": a page of items as the table has them."),
    told, list, more,
  ];
}

/** The requests of an answer: what they read, what that cost, how long it took. */
export function sentLine(sent, items) {
  const operations = sent.requests.map((request) => Object.keys(request)[0]);
  const million = sent.units * model.prices.read_per_million;
  return h("div", { class: "request" },
    h("span", { class: "where" }, operations[0] ?? "nothing"),
    h("span", {}, [many(items, "item"), many(operations.length, "request"), many(sent.units, "read unit"),
      `${dollars(million)} a million times`, `${sent.millis} ms`].join(" \u00b7 ")),
    h("details", {}, h("summary", {}, "The request"), h("pre", { tabindex: 0 }, JSON.stringify(sent.requests, null, 2))));
}

function keyWords(table, entry) {
  return entry.key ? [...keyOf(table, null).partition, ...keyOf(table, null).sort].map((name) => plain(entry.key[name])).join(" / ") : "";
}

/** An item of a live table: its line, and behind it everything about it. */
function liveRow(table, index, group, entry, reveal) {
  const body = h("div", { class: "body" });
  const drift = (drifts.get(table.name) ?? []).filter((found) => found.key === keyWords(table, entry));
  const toggle = async (event) => {
    if (!event.target.open || body.childElementCount > 0) return;
    await fillItem(table, index, entry, body, reveal.checked);
  };
  return h("details", { on: { toggle } },
    h("summary", {}, line(table, group, entry), drift.length > 0 && h("span", { class: "count bad" }, "drift")),
    drift.map((found) => h("p", { class: "problem" }, found.text)), body);
}

async function fillItem(table, index, entry, body, reveal) {
  if (!entry.key) {
    show(body, attributes(table, entry), h("p", { class: "quiet" }, "Its key is sensitive: show sensitive values to open it."));
    return;
  }
  let answer;
  try {
    answer = await api("item", { table: table.name, key: entry.key, reveal });
  } catch (error) {
    show(body, h("p", { class: "problem", role: "alert" }, error.message), attributes(table, entry));
    return;
  }
  if (answer.item === null) {
    show(body, h("p", { class: "problem" }, "The item is not in the table any more."));
    return;
  }
  const whole = answer.item;
  const partial = index !== null && index.projection !== "ALL";
  const related = [...answer.records.map((found) => relation(found, found.found ? "there" : "missing", "Derived from")),
    ...answer.companions.map((found) => relation(found, found.state, `Writes the ${found.role}`))];
  show(body,
    whole.error && h("p", { class: "problem" }, prose(whole.error)),
    whole.unknown.length > 0 && h("p", { class: "finding" }, `Not declared: ${whole.unknown.join(", ")}`),
    attributes(table, whole),
    related.length > 0 && h("ul", { class: "relations" }, related, answer.left_out > 0 && h("li", {}, `and ${answer.left_out} more`)),
    through(table, whole),
    h("p", { class: "actions" },
      h("a", { class: "button", href: itemAddress(table, entry.key) }, "Link to this item"),
      whole.hidden && h("button", { class: "button", type: "button", on: { click: () => fillItem(table, index, entry, body, true) } }, "Show sensitive values"),
      model.live.write && !whole.error && partial && h("span", { class: "quiet" }, `Index ${index.name} holds a part of the item: open it in the table to change it.`),
      model.live.write && !whole.error && !partial && [editor(table, whole, body, api), remover(table, whole, api)]),
    sentLine(answer.sent, 1));
}

/** A companion, or the record that an item comes from. */
function relation(found, state, word) {
  const table = model.tables.find((known) => known.name === found.table);
  const name = chip(table?.entities.get(found.entity), found.entity);
  return h("li", {}, `${word} `, found.key && table ? h("a", { href: itemAddress(table, found.key) }, name) : name, " ",
    h("code", {}, found.key ? Object.values(found.key).map(plain).join(" / ") : "hidden"), " ",
    h("span", { class: `count ${state === "there" ? "" : "bad"}` }, state));
}

/** Where the item is in indexes. */
function through(table, whole) {
  const places = table.indexes.map((index) => {
    const texts = keyOf(table, index).partition.map((name) => (whole.item[name]?.HIDDEN ? undefined : whole.item[name])).map((value) => value && plain(value));
    const inIndex = [...keyOf(table, index).partition, ...keyOf(table, index).sort].every((name) => whole.item[name]);
    if (!inIndex || texts.includes(undefined)) return null;
    return h("li", {}, "In ", h("a", { href: address(table, "data", { index: index.ident, partition: JSON.stringify(texts) }) }, index.name), " ", h("code", {}, texts.join(" / ")));
  });
  return places.some(Boolean) ? h("ul", { class: "relations" }, places) : null;
}

/** What `verify` finds: companions that differ from their records. */
export function drift(table) {
  const list = h("div", { id: "drift" });
  const entries = (found) => h("ul", { class: "list" }, found.map((known) => {
    const at = known.key.split(" / ");
    const size = keyOf(table, null).sort.length + 1;
    const link = known.key !== "[redacted]" && at.length === size;
    return h("li", {}, h("p", {}, chip(table.entities.get(known.entity), known.entity), " ",
      link ? h("a", { href: address(table, "data", { key: JSON.stringify(at) }) }, known.text) : known.text));
  }));
  const verify = async () => {
    show(list, h("p", { class: "quiet" }, "Reading every item\u2026"));
    try {
      const report = await api("verify", { table: table.name });
      drifts.set(table.name, report.drift);
      show(list, h("p", { class: report.drift.length === 0 ? "done" : "problem", role: "status" },
        report.drift.length === 0 ? `${many(report.checked, "item")} checked: nothing differs.` : `${many(report.checked, "item")} checked: ${report.drift.length} differ.`),
      entries(report.drift), report.unclaimed.length > 0 && [h("h2", {}, "Of no record that the table knows"), entries(report.unclaimed)],
      report.busy.length > 0 && [h("h2", {}, "Changed while they were counted"), entries(report.busy)]);
    } catch (error) {
      show(list, h("p", { class: "problem", role: "alert" }, error.message));
    }
  };
  return [
    title(table),
    h("p", {}, "Compares pointers, locks and counters with their records. It reads the whole table, and changes nothing."),
    h("p", {}, h("button", { class: "button main", type: "button", id: "verify", on: { click: verify } }, "Verify")),
    list,
  ];
}
