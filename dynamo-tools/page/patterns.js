// The access patterns: what each asks for, which index answers, what it costs.

import { dollars, h, many } from "./dom.js";
import { model } from "./model.js";
import { address, entityFilter, layoutState, title } from "./layout.js";
import { chip, costOf, finding } from "./values.js";

/** `run` draws the form that asks a live table. */
export function patterns(table, options, run = null) {
  const state = layoutState(table, options);
  const shown = table.reads.filter((read) => state.only.size === 0 || state.only.has(read.entity));
  const places = [...new Set(shown.map((read) => read.served_by))];
  return [
    title(table),
    h("div", { class: "bar" }, entityFilter(table, state, options, "patterns")),
    shown.length === 0 && h("p", { class: "empty" }, "These entities have no access patterns with names."),
    places.map((place) => h("section", { class: "group", "aria-label": `Served by ${place}` },
      h("h2", {}, place === "table" ? "Served by the table" : `Served by ${place}`),
      h("div", { class: "cards" },
        shown.filter((read) => read.served_by === place).map((read) => card(table, read, run))))),
  ];
}

function card(table, read, run) {
  const entity = table.entities.get(read.entity);
  const { requests, units, million } = costOf(read, model.prices);
  const about = entity.patterns.find((pattern) => pattern.pattern === read.pattern);
  const found = entity.findings.filter((known) => known.part === read.name);
  const badges = [
    read.operation, about?.options.replace(/^get(, )?/, ""), many(requests, "request"), many(units, "read unit"), `${dollars(million)} a million`,
    read.rate && `${read.rate} a second`,
  ];
  return h("article", { class: "card", id: `pattern-${read.pattern}`, vars: { "--h": entity.hue } },
    h("header", {}, chip(entity), h("h3", {}, read.name, h("span", { class: "args" }, `(${read.arguments.map(argument).join(", ")})`))),
    about && h("p", {}, sentence(about.about)),
    h("p", { class: "condition" }, h("code", {}, read.condition)),
    h("p", { class: "badges" }, badges.filter(Boolean).map((text) => h("span", { class: "badge" }, text))),
    found.map(finding),
    run ? run(table, read) : h("p", {}, h("a", { class: "button", href: address(table, "layout", { pattern: read.pattern }) }, "Show the items that answer it")));
}

function argument({ field, operator }) {
  return operator === "=" ? field : `${field} ${operator}`;
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
