// The document, with the links between its parts.

/** What the page shows: set once, by `open`. */
export const model = { tables: [], live: null, prices: null };

/** Takes the document. */
export function open(document) {
  model.live = document.live ?? null;
  model.prices = document.prices;
  model.tables = document.tables.map(prepare);
}

function prepare(table) {
  const indexes = table.layout.indexes.map((index, at) => ({ ...index, ident: table.index_idents[at] }));
  const entities = new Map();
  table.entities.forEach((entity, at) => {
    entities.set(entity.entity, {
      ...entity,
      name: entity.entity,
      // The golden angle keeps neighbours apart, however many there are.
      hue: Math.round((at * 137.508 + 28) % 360),
      places: table.places[at],
      cost: table.writes[at],
      reads: table.reads.filter((read) => read.entity === entity.entity),
      findings: table.findings.filter((finding) => finding.entity === entity.entity),
      makes: rolesOf(table, entity.entity, "record", entity.companions),
      comesFrom: rolesOf(table, entity.entity, "companion", []),
    });
  });
  for (const entity of entities.values()) {
    for (const made of entity.makes) {
      const companion = entities.get(made.companion);
      const known = companion?.comesFrom.some((role) => role.record === entity.name && role.role === made.role);
      if (companion && !known) companion.comesFrom.push({ ...made, record: entity.name });
    }
  }
  return { ...table, name: table.table, indexes, entities, list: [...entities.values()] };
}

/** How companions come from records: exactly, where the program told, and by their names where it did not. */
function rolesOf(table, name, side, companions) {
  const told = table.roles.filter((role) => role[side] === name);
  if (told.length > 0 || table.roles.length > 0) return told;
  const role = (known) => (known.counts ? "counter" : "companion");
  return companions.map((known) => ({ record: name, companion: known.entity, role: role(known), counts: known.counts }));
}

export function tableOf(name) {
  return model.tables.find((table) => table.name === name) ?? model.tables[0];
}

export function indexOf(table, ident) {
  return table.indexes.find((index) => index.ident === ident) ?? null;
}

/** The key of a table or of an index: attributes of the partition key, and of the sort key. */
export function keyOf(table, index) {
  const parts = (index ?? table.layout).key;
  const names = (sort) => parts.filter((part) => part.sort === sort).map((part) => part.attribute);
  // A local index has the partition key of its table.
  const partition = names(false);
  return {
    partition: partition.length > 0 ? partition : keyOf(table, null).partition,
    sort: names(true),
  };
}

/** A template as literals and fields: `USER#<id>` has both. */
export function tokens(template) {
  const found = [];
  let rest = template;
  while (rest !== "") {
    const start = rest.indexOf("<");
    const end = start < 0 ? -1 : rest.indexOf(">", start);
    if (end < 0) {
      found.push({ literal: rest });
      break;
    }
    if (start > 0) found.push({ literal: rest.slice(0, start) });
    const [field, ...format] = rest.slice(start + 1, end).split(":");
    found.push({ field, format: format.join(":") });
    rest = rest.slice(end + 1);
  }
  return found;
}

/** A key as the template made it; the whole text as a literal where it did not. */
export function pieces(template, text) {
  const found = [];
  const parts = tokens(template);
  let at = 0;
  for (let i = 0; i < parts.length; i += 1) {
    const { literal, field } = parts[i];
    if (literal !== undefined) {
      if (!text.startsWith(literal, at)) return [{ literal: text }];
      found.push({ literal });
      at += literal.length;
    } else {
      const next = parts[i + 1]?.literal;
      const end = next === undefined ? text.length : text.indexOf(next, at);
      if (end < 0) return [{ literal: text }];
      found.push({ field, text: text.slice(at, end) });
      at = end;
    }
  }
  return at === text.length ? found : [{ literal: text }];
}

/** The template of an attribute that an item of this entity has, for this text. */
export function templateOf(entity, attribute, text) {
  for (const place of entity?.places ?? []) {
    for (const [name, template] of [...place.partition, ...place.sort]) {
      if (name === attribute && pieces(template, text).some((piece) => piece.field)) return template;
    }
  }
  return "";
}

/** The text of a key attribute; `null` where the item has none. */
export function keyText(item, name) {
  const value = item[name];
  if (!value) return null;
  if (value.HIDDEN) return "hidden";
  return value.S ?? value.N ?? value.B ?? null;
}

/** Items by partition, in the order of their keys: of the table, or of an index. */
export function partitions(table, index, given) {
  const { partition, sort } = keyOf(table, index);
  const groups = new Map();
  for (const entry of given) {
    const texts = partition.map((name) => keyText(entry.item, name));
    if (texts.includes(null) || (index && sort.some((name) => keyText(entry.item, name) === null))) continue;
    const id = JSON.stringify(texts);
    if (!groups.has(id)) groups.set(id, { id, texts, attributes: partition, sort, entries: [] });
    groups.get(id).entries.push(entry);
  }
  const order = (a, b) => {
    for (const name of sort) {
      const [left, right] = [a.item[name], b.item[name]];
      const by = left?.N !== undefined && right?.N !== undefined
        ? Number(left.N) - Number(right.N)
        : compare(keyText(a.item, name) ?? "", keyText(b.item, name) ?? "");
      if (by !== 0) return by;
    }
    return 0;
  };
  for (const group of groups.values()) group.entries.sort(order);
  return [...groups.values()];
}

function compare(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The attributes that keys are made of, in the table and its indexes. */
export function keyAttributes(table) {
  return new Set([...table.layout.key, ...table.indexes.flatMap((index) => index.key)].map((part) => part.attribute));
}
