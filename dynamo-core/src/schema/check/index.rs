//! Rules about the indexes of one entity.

use super::super::message::Message;
use super::super::slot::{keys, provides, sides};
use super::super::text;
use super::key::fits;
use crate::schema::{EntitySchema, IndexKeys, IndexSchema, KeyAttribute, KeySpec, Membership, Part, TableLayout};

/// Rule 6: the table has this index. `option` is an option of `#[entity(..)]` that may have been meant.
#[track_caller]
pub const fn index_is_known(layout: &TableLayout, entity: &EntitySchema, ident: &str, option: Option<&str>) {
    if !layout.complete || layout.index(ident).is_some() {
        return;
    }
    let mut message = Message::new("table ")
        .name(layout.table)
        .add(" has no index ")
        .name(ident)
        .add(", which ")
        .name(entity.name)
        .add(" gives");
    if let Some(option) = option {
        message = message.help("did you mean the option ").name(option).add("?");
    } else if layout.indexes.is_empty() {
        message = message.help("it has none; declare one with `#[index(..)]` on the table");
    } else {
        message = message.help("it has ");
        let mut i = 0;
        while i < layout.indexes.len() {
            message = message.listed(i == 0, layout.indexes[i].ident);
            i += 1;
        }
    }
    message.refuse()
}

/// Rules 4, 7, 8, 9, 10 for one index of the entity.
#[track_caller]
pub const fn index(layout: &TableLayout, entity: &EntitySchema, at: usize) {
    if !(layout.complete && entity.complete) {
        return;
    }
    let index_use = &entity.indexes[at];
    let (Some(index), Some(keys)) = (layout.index(index_use.index), keys(&index_use.membership)) else { return };
    if matches!((keys, index.local), (IndexKeys::One(_), true)) {
        parts_given(index, index.sk, sides(index, keys).1, "sort");
    } else {
        parts_given(index, index.pk, sides(index, keys).0, "partition");
        parts_given(index, index.sk, sides(index, keys).1, "sort");
    }
    let (partition, sort) = sides(index, keys);
    if index.local && !partition.is_empty() && !text::eq(partition[0].text(), entity.pk.text()) {
        Message::new("index ")
            .name(index.ident)
            .add(" is local, so its partition key is the table's: \"")
            .add(entity.pk.text())
            .add("\"")
            .help("give the sort key alone")
            .refuse()
    }
    options(index, &index_use.membership, partition, sort);
    let mut i = 0;
    while i < partition.len() {
        fits(layout, entity, &partition[i], &index.pk[i], false);
        i += 1;
    }
    i = 0;
    while i < sort.len() {
        fits(layout, entity, &sort[i], &index.sk[i], true);
        i += 1;
    }
    shared(layout, entity, at, index.pk, partition);
    shared(layout, entity, at, index.sk, sort);
}

/// Rule 7: as many parts as the index has.
#[track_caller]
const fn parts_given(index: &IndexSchema, attributes: &[KeyAttribute], specs: &[KeySpec], which: &str) {
    if attributes.len() == specs.len() {
        return;
    }
    let missing = attributes.len() > specs.len();
    let mut message = Message::new("index ").name(index.ident);
    if attributes.is_empty() {
        message = message.add(" has no ").add(which).add(" key, and one is given").help("give the partition key alone");
    } else {
        message = message.add(" has the ").add(which).add(" key ");
        let mut i = 0;
        while i < attributes.len() {
            message = message.listed(i == 0, attributes[i].name.text);
            i += 1;
        }
        message = message.add(if missing { ", and it is not given" } else { ", and more is given" }).help(
            if index.pk.len() > 1 || index.sk.len() > 1 {
                "give one part for each attribute: `([a, b], [c])`"
            } else if index.sk.is_empty() {
                "write one template: `= \"..\"`"
            } else {
                "write both: `= (\"partition\", \"sort\")`"
            },
        );
    }
    message.refuse()
}

/// Rule 4: an `Option` makes an index sparse, and nothing else does.
#[track_caller]
const fn options(index: &IndexSchema, membership: &Membership, partition: &[KeySpec], sort: &[KeySpec]) {
    let optional = match first_optional(partition) {
        Some(field) => Some(field),
        None => first_optional(sort),
    };
    match (membership, optional) {
        (Membership::Always(_), Some(field)) => Message::new("")
            .name(field)
            .add(" is an `Option`, so some items would not be in index ")
            .name(index.ident)
            .help("say so: `sparse(..)` around the keys")
            .refuse(),
        (Membership::Sparse(_), None) => Message::new("index ")
            .name(index.ident)
            .add(" is given as sparse, and no field in its keys is an `Option`")
            .help("remove `sparse`, since every item is in it")
            .refuse(),
        _ => {}
    }
}

const fn first_optional(specs: &[KeySpec]) -> Option<&'static str> {
    let mut i = 0;
    while i < specs.len() {
        let mut j = 0;
        while j < specs[i].len() {
            if let Part::Field(part) = specs[i].part(j)
                && part.optional
            {
                return Some(part.field);
            }
            j += 1;
        }
        i += 1;
    }
    None
}

/// Rule 9: an item has one value for an attribute that two indexes share.
#[track_caller]
const fn shared(
    layout: &TableLayout,
    entity: &EntitySchema,
    at: usize,
    attributes: &[KeyAttribute],
    specs: &[KeySpec],
) {
    let mut i = 0;
    while i < specs.len() {
        agrees_with_table(layout, entity, &attributes[i], &specs[i]);
        let mut earlier = 0;
        while earlier < at {
            let other = &entity.indexes[earlier];
            if let Some(spec) = provides(layout, other, attributes[i].name.text)
                && !text::eq(spec.text(), specs[i].text())
            {
                Message::new("attribute ")
                    .name(attributes[i].name.text)
                    .add(" is given twice: \"")
                    .add(spec.text())
                    .add("\" for index ")
                    .name(other.index)
                    .add(" and \"")
                    .add(specs[i].text())
                    .add("\" for ")
                    .name(entity.indexes[at].index)
                    .help("an item has one value for it: use one template in both, or one index")
                    .refuse()
            }
            earlier += 1;
        }
        i += 1;
    }
}

/// Rule 9, for an index on an attribute that the table itself writes.
#[track_caller]
const fn agrees_with_table(layout: &TableLayout, entity: &EntitySchema, attribute: &KeyAttribute, spec: &KeySpec) {
    let name = attribute.name.text;
    let (other, what) = match (&layout.sk, &entity.sk, &layout.type_attribute) {
        _ if text::eq(layout.pk.name.text, name) => (entity.pk.text(), "the table's `pk`"),
        (Some(sk), Some(spec), _) if text::eq(sk.name.text, name) => (spec.text(), "the table's `sk`"),
        (_, _, Some(tag)) if text::eq(tag.text, name) => (entity.tag, "the type tag"),
        _ => return,
    };
    if !text::eq(other, spec.text()) {
        Message::new("attribute ")
            .name(name)
            .add(" is given twice: \"")
            .add(other)
            .add("\" as ")
            .add(what)
            .add(" and \"")
            .add(spec.text())
            .add("\" for an index")
            .help("an item has one value for it: use the same text in both")
            .refuse()
    }
}

/// Rule 5: a mandatory index is given, or declined.
#[track_caller]
pub const fn mandatory(layout: &TableLayout, entity: &EntitySchema) {
    if !(layout.complete && entity.complete) {
        return;
    }
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        if index.mandatory && !mentions(entity, index.ident) {
            Message::new("index ")
                .name(index.ident)
                .add(" of table ")
                .name(layout.table)
                .add(" is mandatory, and ")
                .name(entity.name)
                .add(" does not give its keys")
                .add("\nhelp: add `")
                .add(index.ident)
                .add(if index.sk.is_empty() || index.local { " = \"..\"`, or `" } else { " = (\"..\", \"..\")`, or `" })
                .add(index.ident)
                .add(" = none` if its items do not belong there")
                .refuse()
        }
        i += 1;
    }
}

const fn mentions(entity: &EntitySchema, ident: &str) -> bool {
    let mut i = 0;
    while i < entity.indexes.len() {
        if text::eq(entity.indexes[i].index, ident) {
            return true;
        }
        i += 1;
    }
    false
}
