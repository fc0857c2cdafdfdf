// Keys, templates and values as people read them.

import { h } from "./dom.js";
import { keyAttributes, keyText, pieces, templateOf, tokens } from "./model.js";

/** A template with its fields marked. */
export function template(text) {
  const parts = tokens(text).map(({ literal, field, format }) =>
    literal !== undefined
      ? h("span", { class: "lit" }, literal)
      : h("span", { class: "fld", title: `field ${field}` }, field, format && h("small", {}, `:${format}`)));
  return h("code", { class: "key" }, parts);
}

/** The templates of one side of a key. */
export function templates(pairs) {
  return pairs.map(([attribute, text], at) => [at > 0 && " ", h("span", { class: "pair" }, h("small", {}, attribute), template(text))]);
}

/** A key of an item, with the values of fields marked. */
export function keyValue(entity, attribute, text) {
  const found = pieces(templateOf(entity, attribute, text), text);
  const parts = found.map(({ literal, field, text: value }) =>
    field ? h("span", { class: "fld", title: `field ${field}` }, value) : h("span", { class: "lit" }, literal));
  return h("code", { class: "key" }, parts);
}

/** A mark in the colour of an entity. */
export function chip(entity, name) {
  return h("span", { class: "chip", vars: entity ? { "--h": entity.hue } : {} }, entity?.name ?? name ?? "unknown");
}

/** A value without its type letter, in one line. */
export function plain(value) {
  if (value === undefined) return "";
  const [[kind, content]] = Object.entries(value);
  switch (kind) {
    case "HIDDEN": return "hidden";
    case "NULL": return "null";
    case "BOOL": return String(content);
    case "L": return `[${content.map(plain).join(", ")}]`;
    case "M": return `{${Object.entries(content).map(([name, inner]) => `${name}: ${plain(inner)}`).join(", ")}}`;
    case "SS": case "NS": case "BS": return `{${content.join(", ")}}`;
    default: return String(content);
  }
}

const KINDS = {
  S: "String", N: "Number", B: "Binary", BOOL: "Boolean", NULL: "Null", L: "List", M: "Map", SS: "String set",
  NS: "Number set", BS: "Binary set", HIDDEN: "Sensitive",
};

export function kindOf(value) {
  return KINDS[Object.keys(value)[0]] ?? "Unknown";
}

/** A few attributes that tell what an item is about. */
export function preview(table, entry, count = 4) {
  const keys = keyAttributes(table);
  const fields = table.entities.get(entry.entity)?.fields ?? [];
  // What every write sets, and what stands in the key already, tells least.
  const rank = (name) => {
    const at = fields.findIndex((field) => field.attribute === name);
    return at < 0 ? 500 : at + (fields[at].role ? 300 : 0) + (/_id$/.test(fields[at].field) ? 200 : 0);
  };
  const shown = Object.entries(entry.item)
    .filter(([name, value]) => !keys.has(name) && name !== table.type_attribute && !value.HIDDEN && !value.NULL)
    .sort(([a], [b]) => rank(a) - rank(b))
    .slice(0, count);
  return h("span", { class: "preview" }, shown.map(([name, value]) =>
    h("span", { class: "attr" }, h("span", { class: "name" }, name), " ", h("span", { class: "val" }, cut(plain(value), 60)))));
}

export function cut(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}\u2026` : text;
}

/** All attributes of an item, fields first, then keys, then what nobody declared. */
export function attributes(table, entry) {
  const entity = table.entities.get(entry.entity);
  const keys = keyAttributes(table);
  const fields = new Map((entity?.fields ?? []).filter((field) => field.attribute).map((field) => [field.attribute, field]));
  const unknown = new Set(entry.unknown ?? []);
  const rank = (name) => (unknown.has(name) ? 3 : fields.has(name) ? 0 : keys.has(name) ? 1 : 2);
  const names = Object.keys(entry.item).sort((a, b) => rank(a) - rank(b) || order(entity, a, b));
  const rows = names.map((name) => {
    const value = entry.item[name];
    const text = keys.has(name) ? keyText(entry.item, name) : null;
    const shown = text !== null && !value.HIDDEN
      ? keyValue(entity, name, text)
      : h("span", { class: value.HIDDEN ? "hidden-value" : "val" }, value.HIDDEN ? "hidden" : plain(value));
    const facts = [kindOf(value)];
    const field = fields.get(name);
    if (field?.role) facts.push(field.role.replace("_", " "));
    if (field?.sensitive) facts.push("sensitive");
    if (keys.has(name)) facts.push("key");
    if (unknown.has(name)) facts.push("not declared");
    return h("tr", { class: unknown.has(name) && "unknown" },
      h("th", { scope: "row" }, name), h("td", {}, shown), h("td", { class: "kind" }, facts.join(", ")));
  });
  return h("table", { class: "attributes" },
    h("thead", {}, h("tr", {}, ["Attribute", "Value", "Kind"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows));
}

function order(entity, a, b) {
  const at = (name) => entity?.fields.findIndex((field) => field.attribute === name) ?? -1;
  return at(a) - at(b) || (a < b ? -1 : 1);
}

/** What a call costs, in words. */
export function costOf(read, prices) {
  return { units: read.read_units, requests: read.requests, million: read.read_units * prices.read_per_million };
}

/** Words with names in backticks, which become code. */
export function prose(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

/** A finding of the linter. */
export function finding(found) {
  const allowed = found.allowed !== undefined;
  return h("div", { class: `finding${allowed ? " allowed" : ""}` },
    h("p", {}, h("b", {}, found.rule), found.part && h("code", {}, ` ${found.part}`), " ", prose(found.reason)),
    allowed
      ? h("p", { class: "quiet" }, "Allowed: ", prose(found.allowed))
      : h("p", { class: "quiet" }, prose(`${found.fact}. `), prose(`What to do: ${found.fix}.`)));
}
