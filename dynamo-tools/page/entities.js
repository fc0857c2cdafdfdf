// The entities: keys, fields, and what is written together.

import { h, many } from "./dom.js";
import { indexOf } from "./model.js";
import { address, entityFilter, layoutState, title } from "./layout.js";
import { chip, finding, templates } from "./values.js";

export function entities(table, options) {
  const state = layoutState(table, options);
  const shown = table.list.filter((entity) => state.only.size === 0 || state.only.has(entity.name));
  return [
    title(table),
    h("div", { class: "bar" }, entityFilter(table, state, options, "entities")),
    h("div", { class: "cards wide" }, shown.map((entity) => card(table, entity, options.get("entity") === entity.name))),
  ];
}

function card(table, entity, chosen) {
  const open = entity.findings.filter((found) => !found.allowed).length;
  return h("article", { class: `card${chosen ? " chosen" : ""}`, id: `entity-${entity.name}`, vars: { "--h": entity.hue } },
    h("header", {},
      h("h2", {}, chip(entity)),
      open > 0 && h("span", { class: "count warn" }, many(open, "finding")),
      h("a", { class: "quiet", href: address(table, "layout", { only: entity.name }) }, "Show its items")),
    keys(table, entity),
    relations(table, entity),
    entity.findings.map(finding),
    fields(entity),
    entity.reads.length > 0 && h("p", { class: "reads" }, "Read by ", entity.reads.map((read, at) =>
      [at > 0 && ", ", h("a", { href: address(table, "layout", { pattern: read.pattern }) }, read.name)])),
    h("p", { class: "quiet" }, `An item has ${many(entity.cost.item_size, "byte")}, `,
      `${many(entity.cost.index_entries, "index entry", "index entries")} and ${many(entity.cost.companions, "companion")}`,
      entity.cost.companion ? ", and is paid for with its records." : "."),
    writes(entity));
}

/** What each write of a record costs, with its index entries and companions. */
function writes({ name, cost }) {
  if (cost.writes.length === 0) return null;
  const number = (amount) => h("td", {}, amount.toLocaleString("en", { maximumFractionDigits: 1 }));
  const rows = cost.writes.map((write) => h("tr", {},
    h("th", { scope: "row" }, write.write, write.fields && h("small", {}, ` of ${write.fields.join(", ")}`)),
    number(write.requests), number(write.read_units), number(write.write_units)));
  return h("details", { class: "fields" }, h("summary", {}, "What writes cost"),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Writes of ${name}` }, h("table", {},
      h("thead", {}, h("tr", {}, ["Write", "Requests", "Read units", "Write units"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows))));
}

function keys(table, entity) {
  const rows = entity.places.map((place) => {
    const used = entity.indexes.find((known) => known.index === place.index);
    const name = place.index ? indexOf(table, place.index)?.name ?? place.index : "Table";
    return h("tr", {},
      h("th", { scope: "row" }, name, used && h("small", {}, membership(used))),
      h("td", {}, templates(place.partition)),
      h("td", {}, templates(place.sort)));
  });
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Keys of ${entity.name}` }, h("table", { class: "keys" },
    h("thead", {}, h("tr", {}, ["Place", "Partition key", "Sort key"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows)));
}

function membership({ membership: kind, test }) {
  const of = test ? `${test[0]}${test[1] ? ` is ${test[1]}` : " is set"}` : "";
  return { sparse: " while its fields are set", when: ` while ${of}`, unless: ` unless ${of}` }[kind] ?? "";
}

const WORDS = {
  pointer: "pointer", lock: "lock, so that no two records have the same value", counter: "counter", companion: "companion",
};

function relations(table, entity) {
  const link = (name) => h("a", { href: address(table, "entities", { entity: name }) }, chip(table.entities.get(name), name));
  const from = (role) => role.from && role.from.length > 0
    ? h("span", { class: "quiet" }, " from ", role.from.map((field, at) => [at > 0 && ", ", h("code", {}, field)]))
    : null;
  return [
    entity.makes.length > 0 && h("ul", { class: "relations" }, entity.makes.map((role) =>
      h("li", {}, "Writes ", link(role.companion), ` as a ${WORDS[role.role]}`, from(role)))),
    entity.comesFrom.length > 0 && h("ul", { class: "relations" }, entity.comesFrom.map((role) =>
      h("li", {}, "Derived from ", link(role.record), ` as its ${role.role}`, from(role)))),
  ];
}

function fields(entity) {
  const rows = entity.fields.map((field) => {
    const facts = [
      field.optional && "optional", field.role?.replace("_", " "), field.sensitive && "sensitive", field.immutable && "immutable",
    ];
    const stored = field.attribute === null ? "in the key alone" : field.attribute;
    return h("tr", {}, h("th", { scope: "row" }, field.field),
      h("td", {}, field.attribute === null ? h("span", { class: "quiet" }, stored) : h("code", {}, stored)),
      h("td", {}, field.type), h("td", { class: "quiet" }, facts.filter(Boolean).join(", ")));
  });
  return h("details", { class: "fields" }, h("summary", {}, many(entity.fields.length, "field")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Fields of ${entity.name}` }, h("table", {},
      h("thead", {}, h("tr", {}, ["Field", "Attribute", "Type", "Facts"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows))));
}
