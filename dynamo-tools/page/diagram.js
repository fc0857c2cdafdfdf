// The diagram: entities in the frames of their partitions, and lines to the companions that are written with them.

import { h, s } from "./dom.js";
import { address, title } from "./layout.js";

/** The width of a box, and how many stand side by side: a phone has one column. */
const shape = { width: 300, columns: 2 };
const GUTTER = 130;
const EDGE = 60;
const ROW = 18;
const FIELDS = 6;

export function diagram(table) {
  const drawing = draw(table);
  return [
    title(table),
    h("p", { class: "legend" },
      sample("pointer", "pointer"), sample("lock", "lock"), sample("counter", "counter"),
      h("span", { class: "quiet" }, "A frame holds the entities that share a partition key. A line leads from a record to what is written with it.")),
    h("div", { class: "scroll canvas", tabindex: 0, role: "region", "aria-label": "Diagram of entities" }, drawing),
  ];
}

function sample(kind, word) {
  return h("span", {}, s("svg", { width: 44, height: 12, "aria-hidden": true },
    s("path", { class: `line ${kind}`, d: "M2 6 H42" })), ` ${word}`);
}

/** Entities by the template of their partition key. */
function frames(table) {
  const found = new Map();
  for (const entity of table.list) {
    const key = entity.places[0].partition.map(([, template]) => template).join(" ");
    // `USER#<user_id>` and `USER#<id>` are one partition.
    const id = key.replace(/<[^>]*>/g, "<>");
    if (!found.has(id)) found.set(id, { key, entities: [] });
    found.get(id).entities.push(entity);
  }
  return [...found.values()];
}

function boxOf(entity) {
  const sort = entity.places[0].sort.map(([, template]) => template).join(" ");
  const inKey = (field) => field.attribute === null;
  const stored = entity.fields.filter((field) => !inKey(field));
  const lines = stored.slice(0, FIELDS).map((field) => [field.field, field.type]);
  if (stored.length > FIELDS) lines.push([`and ${stored.length - FIELDS} more`, ""]);
  return { entity, sort, lines, height: 34 + (sort ? ROW : 0) + lines.length * ROW + 10 };
}

function draw(table) {
  Object.assign(shape, window.innerWidth < 700 ? { width: 270, columns: 1 } : { width: 300, columns: 2 });
  const placed = new Map();
  const columns = Array.from({ length: shape.columns }, (_, at) => ({ x: EDGE + at * (shape.width + GUTTER), y: 8 }));
  const parts = [];
  const groups = frames(table).map((frame) => {
    const boxes = frame.entities.map(boxOf);
    return { ...frame, boxes, height: 40 + boxes.reduce((sum, box) => sum + box.height + 10, 0) };
  });
  for (const group of groups) {
    const column = columns.reduce((least, next) => (next.y < least.y ? next : least));
    const side = columns.indexOf(column);
    parts.push(s("rect", { class: "frame-box", x: column.x - 12, y: column.y, width: shape.width + 24, height: group.height - 6, rx: 10 }));
    parts.push(s("text", { class: "frame-name", x: column.x, y: column.y + 22 }, fit(group.key, 42)));
    let y = column.y + 34;
    for (const box of group.boxes) {
      placed.set(box.entity.name, { x: column.x, y, side, height: box.height });
      parts.push(entityBox(table, box, column.x, y));
      y += box.height + 10;
    }
    column.y += group.height + 10;
  }
  const height = Math.max(...columns.map((column) => column.y)) + 8;
  const width = columns.at(-1).x + shape.width + (shape.columns > 1 ? EDGE : 16);
  const edges = lines(table, placed);
  const words = `${table.list.length} entities of ${table.name}; ${edges.length} lines to companions`;
  return s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": words },
    s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
      s("path", { class: "tip", d: "M0 0 L10 5 L0 10 z" }))),
    parts, edges);
}

function entityBox(table, box, x, y) {
  const { entity } = box;
  let at = y + 46;
  const texts = [];
  if (box.sort) {
    texts.push(s("text", { class: "sort-name", x: x + 12, y: at }, fit(box.sort, 40)));
    at += ROW;
  }
  for (const [name, type] of box.lines) {
    texts.push(s("text", { class: "field-name", x: x + 12, y: at }, fit(name, 28)));
    texts.push(s("text", { class: "field-type", x: x + shape.width - 12, y: at, "text-anchor": "end" }, type));
    at += ROW;
  }
  return s("a", { href: address(table, "entities", { entity: entity.name }), vars: { "--h": entity.hue } },
    s("rect", { class: "entity-box", x, y, width: shape.width, height: box.height, rx: 8 }),
    s("path", { class: "entity-head", d: `M${x} ${y + 28} V${y + 8} q0 -8 8 -8 H${x + shape.width - 8} q8 0 8 8 V${y + 28} z` }),
    s("text", { class: "entity-name", x: x + 12, y: y + 19 }, entity.name),
    texts);
}

/** Lines run in the gutters, each in a lane of its own. */
function lines(table, placed) {
  const lanes = { left: 0, middle: 0, right: 0 };
  const ends = new Map();
  const found = [];
  for (const entity of table.list) {
    for (const role of entity.makes) {
      const [from, to] = [placed.get(entity.name), placed.get(role.companion)];
      if (!from || !to || from === to) continue;
      const slot = (name) => {
        ends.set(name, (ends.get(name) ?? 0) + 1);
        return 8 + ((ends.get(name) - 1) % 5) * 6;
      };
      const y1 = from.y + slot(entity.name);
      const y2 = to.y + slot(role.companion);
      const across = from.side !== to.side;
      const gutter = across ? "middle" : from.side === 0 ? "left" : "right";
      lanes[gutter] += 1;
      const step = 7 * ((lanes[gutter] - 1) % (across ? 12 : 6));
      let x1, x2, lane;
      if (across) {
        const right = from.side === 0;
        x1 = right ? from.x + shape.width : from.x;
        x2 = right ? to.x : to.x + shape.width;
        lane = EDGE + shape.width + 22 + step;
      } else if (gutter === "left") {
        [x1, x2, lane] = [from.x, to.x, EDGE - 18 - step];
      } else {
        [x1, x2, lane] = [from.x + shape.width, to.x + shape.width, from.x + shape.width + 18 + step];
      }
      const companion = table.entities.get(role.companion);
      found.push(s("path", {
        class: `line ${role.role}`, d: `M${x1} ${y1} H${lane} V${y2} H${x2}`, "marker-end": "url(#tip)", vars: { "--h": companion.hue },
      }, s("title", {}, `${entity.name} writes ${role.companion} as a ${role.role}`)));
    }
  }
  return found;
}

function fit(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}\u2026` : text;
}
