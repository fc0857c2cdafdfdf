//! Rules about what is read: collections and projections.

use super::super::message::{Message, refuse};
use super::super::projection::holds_attribute;
use super::super::text;
use crate::schema::{EntitySchema, FieldSchema, KeyKind, KeySpec, Part, TableLayout, in_order, keys, sides};

/// Rule 24: the entities of a collection are in one table, and in the same partitions of it or of an index.
#[track_caller]
pub const fn collected(
    layout: &TableLayout,
    entities: &[&'static EntitySchema],
    index: Option<&'static str>,
    at: usize,
) {
    let (first, entity) = (entities[0], entities[at]);
    if !(first.complete && entity.complete) {
        return;
    }
    if !text::eq(first.layout.id, entity.layout.id) {
        refuse(
            "`{}` and `{}` are in different tables\n\
             help: a collection is one partition of one table: make two collections",
            &[first.name, entity.name],
        )
    }
    let (first_pk, entity_pk) = match index {
        None => (first.pk, entity.pk),
        // Told where it is named.
        Some(ident) if layout.index(ident).is_none() => return,
        Some(ident) => (index_partition(layout, first, ident, 0), index_partition(layout, entity, ident, 0)),
    };
    if !same_partitions(&first_pk, &entity_pk) && !have_arms_in_common(layout, first, entity, index) {
        refuse(
            "`{}` and `{}` are in different partitions: \"{}\" and \"{}\"\n\
             help: one query reads one partition: make two collections",
            &[first.name, entity.name, first_pk.text(), entity_pk.text()],
        )
    }
}

/// Whether two entities share partitions of an index by other arms than their first ones.
#[track_caller]
const fn have_arms_in_common(
    layout: &TableLayout,
    first: &'static EntitySchema,
    entity: &'static EntitySchema,
    index: Option<&'static str>,
) -> bool {
    let Some(ident) = index else { return false };
    let mut n = 1;
    while n < 4 {
        let of_first = index_partition(layout, first, ident, n % 2);
        let of_entity = index_partition(layout, entity, ident, n / 2);
        if same_partitions(&of_first, &of_entity) {
            return true;
        }
        n += 1;
    }
    false
}

/// The partition key of an entity in an index of its table, by the `nth` arm if it has several.
#[track_caller]
const fn index_partition(
    layout: &TableLayout,
    entity: &'static EntitySchema,
    ident: &'static str,
    nth: usize,
) -> KeySpec {
    let Some(index) = layout.index(ident) else { return entity.pk };
    let mut i = 0;
    while i < entity.indexes.len() {
        let next = i + 1 < entity.indexes.len() && entity.indexes[i + 1].is_otherwise();
        if text::eq(entity.indexes[i].index, ident)
            && (nth == 0 || !next)
            && let Some(keys) = keys(&entity.indexes[i].membership)
        {
            return match sides(index, keys).0 {
                [partition] => *partition,
                _ => refuse(
                    "index `{}` has several partition attributes\nhelp: query it for one entity at a time",
                    &[ident],
                ),
            };
        }
        i += 1;
    }
    refuse("`{}` is not in index `{}`\nhelp: leave it out of the collection", &[entity.name, ident])
}

/// The table has the index of a collection.
#[track_caller]
pub const fn collection_index(layout: &TableLayout, ident: &str) {
    if layout.complete && layout.index(ident).is_none() {
        refuse("table `{}` has no index `{}`\nhelp: name one that it declares", &[layout.table, ident])
    }
}

/// Whether two partition keys are made alike; what the fields are called does not matter.
const fn same_partitions(a: &KeySpec, b: &KeySpec) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        let same = match (a.part(i), b.part(i)) {
            (Part::Literal(a), Part::Literal(b)) => text::eq(a, b),
            (Part::Field(a), Part::Field(b)) => a.format.is(b.format),
            _ => false,
        };
        if !same {
            return false;
        }
        i += 1;
    }
    true
}

/// What leaves out expired items can tell which they are.
#[track_caller]
pub const fn unexpired(layout: &TableLayout, pattern: &str, index: Option<&str>) {
    if !layout.complete {
        return;
    }
    let Some(ttl) = layout.ttl else {
        refuse(
            "access pattern `{}` leaves out what has expired, and nothing does in table `{}`\n\
             help: give the table its `ttl`, or leave `unexpired` out",
            &[pattern, layout.table],
        )
    };
    if let Some(index) = index
        && !holds_attribute(layout, index, ttl)
    {
        refuse(
            "access pattern `{}` leaves out what has expired, which index `{}` does not know\n\
             help: add the TTL attribute to the index's `projection`, or leave `unexpired` out",
            &[pattern, index],
        )
    }
}

/// Rule 38: a range of values is a range of keys.
#[track_caller]
pub const fn ranged(pattern: &str, field: &str, (kind, escaped): (KeyKind, bool), after: &str, separator: u8) {
    if in_order(kind, escaped, after, separator) {
        return;
    }
    let message = Message::of("access pattern `{}` asks for a range of `{}`", &[pattern, field]);
    let message = match kind {
        KeyKind::Closed(_) => message.and(
            ", and its texts do not ascend as its variants do\n\
             help: list the variants in the order of their texts, or give the field as a value",
            &[],
        ),
        KeyKind::Open(_) => message.and(
            ", which keeps texts that its enum does not know, and so has no order\n\
             help: give the field as a value, or remove the variant with `#[entity(other)]`",
            &[],
        ),
        _ => message.and(
            ", free text that more of the key follows, so its keys are not in its order\n\
             help: put the field at the end of the key, write it as `:escaped` before a separator, or use \
             `begins_with`",
            &[],
        ),
    };
    message.refuse()
}

/// The attribute of a projection's field, which the entity stores.
#[track_caller]
#[must_use]
pub const fn projected(entity: &'static EntitySchema, field: &str) -> &'static str {
    if !entity.complete {
        return "";
    }
    let mut i = 0;
    while i < entity.fields.len() {
        if text::eq(entity.fields[i].field, field) {
            if let Some(attribute) = entity.fields[i].attribute {
                return attribute;
            }
            refuse(
                "field `{}` of `{}` is stored in its key alone\n\
                 help: read the whole entity, or store the field",
                &[field, entity.name],
            )
        }
        i += 1;
    }
    // The entity has no handle of that name either, which the compiler says in its own words.
    ""
}

/// A projection does not show a field that is sensitive.
#[track_caller]
pub const fn shown(entity: &EntitySchema, field: &str) {
    let mut fields = entity.fields;
    while let [FieldSchema { field: name, sensitive, .. }, others @ ..] = fields {
        if *sensitive && text::eq(name, field) {
            refuse(
                "field `{}` of `{}` is sensitive, and a projection would show it\n\
                 help: mark it `#[projection(sensitive)]`, and leave `Debug` to this derive",
                &[field, entity.name],
            )
        }
        fields = others;
    }
}

/// Rule 13: the index holds these attributes.
#[track_caller]
pub const fn held(entity: &EntitySchema, layout: &TableLayout, index: &str, attributes: &[&str]) {
    if !(entity.complete && layout.complete) {
        return;
    }
    if layout.index(index).is_none() {
        refuse("table `{}` has no index `{}`\nhelp: name one that it declares", &[layout.table, index])
    }
    let mut i = 0;
    while i < attributes.len() {
        if let Some(missing) = not_held(entity, layout, index, attributes[i]) {
            refuse(
                "index `{}` does not hold attribute `{}` of `{}`\n\
                 help: leave the field out, or add the attribute to the index's `projection`",
                &[index, missing, entity.name],
            )
        }
        i += 1;
    }
}

/// A name under which a field may be stored, and which the index does not hold.
const fn not_held<'a>(entity: &EntitySchema, layout: &TableLayout, index: &str, attribute: &'a str) -> Option<&'a str> {
    if !holds_attribute(layout, index, attribute) {
        return Some(attribute);
    }
    let mut i = 0;
    while i < entity.fields.len() {
        let field = &entity.fields[i];
        let is_it = match field.attribute {
            Some(own) => text::eq(own, attribute),
            None => false,
        };
        let mut n = 0;
        while is_it && n < field.aliases.len() {
            if !holds_attribute(layout, index, field.aliases[n]) {
                return Some(field.aliases[n]);
            }
            n += 1;
        }
        i += 1;
    }
    None
}
