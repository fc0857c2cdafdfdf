// Partitions as blocks, in the table and through each index.

import { h, many, dollars } from "./dom.js";
import { indexOf, keyOf, keyText, model, partitions } from "./model.js";
import { attributes, chip, costOf, finding, keyValue, preview, prose } from "./values.js";

/** The address of a view: every state of the page has one. */
export function address(table, view, options = {}) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const query = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  return `#/${encodeURIComponent(table.name)}/${view}${query}`;
}

/** What the layout shows: the index, the entities, the pattern that is looked at. */
export function layoutState(table, options) {
  const read = table.reads.find((known) => known.pattern === options.get("pattern")) ?? null;
  const ident = options.get("index") ?? read?.index ?? "";
  const only = (options.get("only") ?? "").split(",").filter((name) => table.entities.has(name));
  return { index: indexOf(table, ident), read, only: new Set(only) };
}

export function layout(table, options) {
  const state = layoutState(table, options);
  return [
    title(table),
    indexTabs(table, state, options, "layout"),
    indexFindings(table, state.index),
    h("div", { class: "bar" }, entityFilter(table, state, options, "layout"), patternPicker(table, state, options)),
    state.read && patternPanel(table, state.read),
    table.made_up && h("p", { class: "quiet" }, "The items are made up from the declarations; ",
      model.live ? h("a", { href: address(table, "data") }, "those of the table") : h("code", {}, "export html --items FILE"),
      model.live ? " are under Items." : " shows those of a dump."),
    blocks(table, state, table.items),
  ];
}

/** The table's name and its settings. */
export function title(table) {
  const { billing, ttl, stream } = table.layout;
  const facts = [
    many(table.list.length, "entity", "entities"),
    many(table.indexes.length, "index", "indexes"),
    many(table.reads.length, "access pattern"),
    billing.on_demand ? "on demand" : "provisioned",
    ttl && `expires by ${ttl}`,
    stream && "stream",
  ];
  return h("div", { class: "title" },
    h("h1", {}, table.name),
    h("p", { class: "quiet" }, h("code", {}, table.layout.name), " ", facts.filter(Boolean).join(" \u00b7 ")));
}

/** The table and its indexes, to look through. */
export function indexTabs(table, state, options, view) {
  const tab = (index) => {
    const { partition, sort } = keyOf(table, index);
    const current = (state.index?.ident ?? "") === (index?.ident ?? "");
    const kept = Object.fromEntries(["only"].map((name) => [name, options.get(name)]));
    const open = findingsOf(table, index).filter((found) => !found.allowed).length;
    return h("a", {
      class: "tab", "aria-current": current ? "page" : undefined,
      href: address(table, view, { ...kept, index: index?.ident }),
    }, h("b", {}, index?.name ?? "Table"), open > 0 && h("span", { class: "count warn", title: many(open, "finding") }, open),
    h("small", {}, [...partition, ...sort].join(" / ")));
  };
  return h("nav", { class: "tabs", "aria-label": "Table and indexes" }, tab(null), table.indexes.map(tab));
}

function findingsOf(table, index) {
  return index ? table.findings.filter((found) => !found.entity && found.part === index.ident) : [];
}

function indexFindings(table, index) {
  const found = findingsOf(table, index);
  return found.length > 0 && h("div", { class: "findings" }, found.map(finding));
}

/** Which entities are shown: all, unless some are chosen. */
export function entityFilter(table, state, options, view) {
  const toggle = (entity) => {
    const only = new Set(state.only);
    if (!only.delete(entity.name)) only.add(entity.name);
    const next = new URLSearchParams(options);
    if (only.size > 0) next.set("only", [...only].join(","));
    else next.delete("only");
    location.hash = address(table, view, Object.fromEntries(next));
  };
  const chips = table.list.map((entity) =>
    h("button", {
      class: "chip", type: "button", "aria-pressed": state.only.has(entity.name), vars: { "--h": entity.hue },
      "data-entity": entity.name, on: { click: () => toggle(entity) },
    }, entity.name));
  return h("div", { class: "chips", role: "group", "aria-label": "Only these entities" }, chips);
}

function patternPicker(table, state, options) {
  const choose = (event) => {
    const kept = options.get("only");
    location.hash = address(table, "layout", { pattern: event.target.value, only: kept });
  };
  const option = (read) => h("option", { value: read.pattern, selected: read === state.read }, read.pattern);
  return h("label", { class: "picker" }, "Access pattern",
    h("select", { id: "pattern", on: { change: choose } },
      h("option", { value: "" }, "none"), table.reads.map(option)));
}

/** What a pattern asks for, and what that costs. */
export function patternPanel(table, read) {
  const { requests, units, million } = costOf(read, model.prices);
  return h("section", { class: "panel", "aria-label": "Access pattern", vars: { "--h": table.entities.get(read.entity)?.hue ?? 0 } },
    h("h2", {}, read.pattern, h("wbr"), h("span", { class: "args" }, `(${read.arguments.map((given) => given.field).join(", ")})`)),
    h("p", { class: "condition" }, h("span", { class: "where" }, read.served_by), h("code", {}, read.condition)),
    facts([
      [requests, requests === 1 ? "request" : "requests"],
      [units, units === 1 ? "read unit" : "read units"],
      [dollars(million), "a million calls"],
      [read.items, read.items === 1 ? "item" : "items"],
    ]),
    [...read.assumed.map((text) => `Assumed: ${text}.`), ...read.notes.map((text) => `${text}.`)]
      .map((text) => h("p", { class: "quiet" }, prose(text))));
}

/** A few figures side by side. */
export function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.map(([figure, word]) => h("div", {}, h("dt", {}, word), h("dd", {}, figure))));
}

/** The blocks of all partitions. `row` draws an item. */
export function blocks(table, state, given, row = staticRow) {
  const answers = state.read && state.read.answers ? new Set(state.read.answers.map((at) => table.items[at])) : null;
  const shown = given.filter((entry) => state.only.size === 0 || state.only.has(entry.entity));
  const groups = partitions(table, state.index, shown);
  if (answers) {
    const count = (group) => group.entries.filter((entry) => answers.has(entry)).length;
    groups.sort((a, b) => count(b) - count(a));
  }
  if (groups.length === 0) {
    const place = state.index ? `index ${state.index.name}` : "the table";
    return h("p", { class: "empty" }, `No items of these entities are in ${place}.`);
  }
  return h("div", { class: `blocks${answers ? " answering" : ""}` }, groups.map((group) => block(table, state, group, answers, row)));
}

function block(table, state, group, answers, row) {
  const first = table.entities.get(group.entries[0].entity);
  const key = group.texts.map((text, at) => [at > 0 && " ", keyValue(first, group.attributes[at], text)]);
  const target = state.linked && address(table, "data", {
    index: state.index?.ident, partition: JSON.stringify(group.texts),
  });
  return h("section", { class: "block", "aria-label": `Partition ${group.texts.join(", ")}` },
    h("header", {},
      h("small", {}, group.attributes.join(", ")),
      h("h3", {}, target ? h("a", { href: target }, key) : key),
      h("span", { class: "quiet" }, many(group.entries.length, "item"), group.sort.length > 0 && ` by ${group.sort.join(", ")}`)),
    h("ul", {}, group.entries.map((entry) => {
      const answering = answers?.has(entry);
      const entity = table.entities.get(entry.entity);
      return h("li", {
        class: `item${answering ? " answer" : ""}`, "data-entity": entry.entity,
        vars: entity ? { "--h": entity.hue } : {},
      }, row(table, state, group, entry, answering));
    })));
}

/** The line of an item: what it is, its sort key, what it is about. */
export function line(table, group, entry, answering) {
  const entity = table.entities.get(entry.entity);
  const sort = group.sort.map((name, at) => {
    const text = keyText(entry.item, name);
    return [at > 0 && " ", text === null ? "" : keyValue(entity, name, text)];
  });
  return [
    chip(entity, entry.entity),
    h("span", { class: "sort" }, sort),
    answering && h("span", { class: "tick" }, "answers"),
    entry.error && h("span", { class: "count bad" }, "unreadable"),
    entry.unknown?.length > 0 && h("span", { class: "count warn" }, "not declared"),
    preview(table, entry),
  ];
}

function staticRow(table, state, group, entry, answering) {
  const body = h("div", { class: "body" });
  const toggle = () => body.childElementCount === 0 && body.append(attributes(table, entry));
  return h("details", { on: { toggle } }, h("summary", {}, line(table, group, entry, answering)), body);
}
