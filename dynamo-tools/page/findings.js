// What the linter found, with its reasons.

import { h, many } from "./dom.js";
import { address, title } from "./layout.js";
import { chip, finding } from "./values.js";

export function findings(table) {
  const open = table.findings.filter((found) => found.allowed === undefined);
  const allowed = table.findings.filter((found) => found.allowed !== undefined);
  const row = (found) => {
    const entity = table.entities.get(found.entity);
    const place = entity
      ? h("a", { href: address(table, "entities", { entity: entity.name }) }, chip(entity))
      : h("a", { href: address(table, "layout", { index: found.part }) }, "the table");
    return h("li", { vars: entity ? { "--h": entity.hue } : {} }, h("p", {}, place), finding(found));
  };
  return [
    title(table),
    h("section", { class: "group" }, h("h2", {}, many(open.length, "finding")),
      open.length === 0 ? h("p", { class: "empty" }, "The linter finds nothing that is not allowed with a reason.")
        : h("ul", { class: "list" }, open.map(row))),
    allowed.length > 0 && h("section", { class: "group" }, h("h2", {}, `${allowed.length} allowed with a reason`),
      h("ul", { class: "list" }, allowed.map(row))),
  ];
}
