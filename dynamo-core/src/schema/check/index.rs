//! Rules about the indexes of one entity.

use super::super::layout::is_of_the_table;
use super::super::message::Message;
use super::super::slot::{keys, sides};
use super::super::text;
use super::arms::{arms_apart, tested};
use super::key::{Look, fits, look};
use super::shared::shared;
use crate::schema::{
    EntitySchema, IndexKeys, IndexSchema, KeyAttribute, KeySpec, Membership, Part, TableLayout, Test, deleted_attribute,
};

/// Rule 6: the table does not have this index. `options` has options of `#[entity(..)]` that may have been meant.
pub(super) const fn is_unknown(
    layout: &TableLayout,
    entity: &EntitySchema,
    at: usize,
    options: &[Option<&str>],
    out: &mut Message,
) -> bool {
    // Of two arms, the first one tells it.
    if entity.indexes[at].is_otherwise() {
        return false;
    }
    let ident = entity.indexes[at].index;
    let mut message =
        Message::of("table `{}` has no index `{}`, which `{}` gives", &[layout.table, ident, entity.name]);
    if at < options.len()
        && let Some(option) = options[at]
    {
        message = message.and("\nhelp: did you mean the option `{}`?", &[option]);
    } else if layout.indexes.is_empty() {
        message = message.and("\nhelp: it has none; declare one with `#[index(..)]` on the table", &[]);
    } else {
        message = message.and("\nhelp: it has ", &[]);
        let mut i = 0;
        while i < layout.indexes.len() {
            message = message.listed(i == 0, layout.indexes[i].ident);
            i += 1;
        }
    }
    out.found(message)
}

/// Rules 4, 7, 8, 9, 10 for one index of the entity.
pub(super) const fn index(layout: &TableLayout, entity: &EntitySchema, at: usize, out: &mut Message) -> bool {
    let index_use = &entity.indexes[at];
    let (Some(index), Some(keys)) = (layout.used(index_use), keys(&index_use.membership)) else { return false };
    let (partition, sort) = sides(index, keys);
    if let ([pk], [partition], [sk], [sort]) = (index.pk, partition, index.sk, sort)
        && !(index.local || layout.shares || layout.ttl.is_some())
    {
        match (&index_use.membership, look(layout, partition, pk), look(layout, sort, sk)) {
            (Membership::Always(_), Look::Usual, Look::Usual) => return false,
            (Membership::Sparse(_), Look::Optional, Look::Usual | Look::Optional)
            | (Membership::Sparse(_), Look::Usual, Look::Optional)
                if !index.mandatory =>
            {
                return false;
            }
            _ => {}
        }
    }
    // Most have one of each, which is seen without a call.
    if !matches!((index.pk, partition), ([_], [_])) && !matches!((keys, index.local), (IndexKeys::One(_), true)) {
        check!(parts_given(index, index.pk, partition, "partition", out));
    }
    if !matches!((index.sk, sort), ([_], [_])) {
        check!(parts_given(index, index.sk, sort, "sort", out));
    }
    if index.local && !partition.is_empty() && !text::eq(partition[0].text(), entity.pk.text()) {
        return out.say(
            "index `{}` is local, so its partition key is the table's: \"{}\"\n\
             help: give the sort key alone",
            &[index.ident, entity.pk.text()],
        );
    }
    check!(options(index, &index_use.membership, partition, sort, out));
    if let Membership::When(test, _) = &index_use.membership {
        check!(tested(entity, index, test, at, out));
    }
    if let Membership::Unless(..) = index_use.membership {
        check!(arms_apart(layout, entity, at, out));
    }
    // Soft deletion without a TTL has its own message.
    if layout.ttl.is_some() {
        check!(cannot_be_left(layout, entity, index, (partition, sort), out));
    }
    let (mut attributes, mut specs) = (index.pk, partition);
    while let ([attribute, other_attributes @ ..], [spec, other_specs @ ..]) = (attributes, specs) {
        check!(fits(layout, entity, spec, attribute, None, true, out));
        (attributes, specs) = (other_attributes, other_specs);
    }
    let beside = if index.local { std::slice::from_ref(&entity.pk) } else { partition };
    (attributes, specs) = (index.sk, sort);
    while let ([attribute, other_attributes @ ..], [spec, other_specs @ ..]) = (attributes, specs) {
        check!(fits(layout, entity, spec, attribute, Some(beside), true, out));
        (attributes, specs) = (other_attributes, other_specs);
    }
    if layout.shares {
        check!(shared(layout, entity, at, index.pk, partition, out));
        check!(shared(layout, entity, at, index.sk, sort, out));
    }
    false
}

/// Rule 32: a soft delete takes the item out of the index, by removing a key that is no field and none of the table's.
const fn cannot_be_left(
    layout: &TableLayout,
    entity: &EntitySchema,
    index: &IndexSchema,
    (partition, sort): (&[KeySpec], &[KeySpec]),
    out: &mut Message,
) -> bool {
    if deleted_attribute(entity).is_none() || has_own(layout, index.pk, partition) || has_own(layout, index.sk, sort) {
        return false;
    }
    out.say(
        "`{}` can be deleted softly, and is in index `{}` by fields and keys that it keeps\n\
         help: give one of the index's keys as a template, or `{} = none`",
        &[entity.name, index.ident, index.ident],
    )
}

const fn has_own(layout: &TableLayout, attributes: &[KeyAttribute], specs: &[KeySpec]) -> bool {
    let mut i = 0;
    while i < specs.len() && i < attributes.len() {
        if matches!(specs[i], KeySpec::Template(_)) && !is_of_the_table(layout, attributes[i].name.text) {
            return true;
        }
        i += 1;
    }
    false
}

/// Rule 7: as many parts as the index has.
const fn parts_given(
    index: &IndexSchema,
    attributes: &[KeyAttribute],
    specs: &[KeySpec],
    which: &str,
    out: &mut Message,
) -> bool {
    if attributes.len() == specs.len() {
        return false;
    }
    let missing = attributes.len() > specs.len();
    let mut message = Message::of("index `{}`", &[index.ident]);
    if attributes.is_empty() {
        message = message.and(" has no {} key, and one is given\nhelp: give the partition key alone", &[which]);
    } else {
        message = message.and(" has the {} key ", &[which]);
        let mut i = 0;
        while i < attributes.len() {
            message = message.listed(i == 0, attributes[i].name.text);
            i += 1;
        }
        message = message.and(
            "{}\nhelp: {}",
            &[
                if missing { ", and it is not given" } else { ", and more is given" },
                if index.pk.len() > 1 || index.sk.len() > 1 {
                    "give one part for each attribute: `([a, b], [c])`"
                } else if index.sk.is_empty() {
                    "write one template: `= \"..\"`"
                } else {
                    "write both: `= (\"partition\", \"sort\")`"
                },
            ],
        );
    }
    out.found(message)
}

/// Rule 4: an `Option` makes an index sparse, and nothing else does.
const fn options(
    index: &IndexSchema,
    membership: &Membership,
    partition: &[KeySpec],
    sort: &[KeySpec],
    out: &mut Message,
) -> bool {
    // What `when` found to be there, is there.
    let present = match membership {
        Membership::When(Test { field, value: None, .. }, _) => field,
        _ => "",
    };
    let optional = match first_optional(partition, present) {
        Some(field) => Some(field),
        None => first_optional(sort, present),
    };
    match (membership, optional) {
        // Rule 27: a mandatory index has every item, or none of the entity's.
        (Membership::Sparse(_), Some(field)) if index.mandatory => out.say(
            "index `{}` is mandatory, and items without `{}` would be missing from it\n\
             help: make the keys from fields that are always there, or write `{} = none` if no item belongs there",
            &[index.ident, field, index.ident],
        ),
        (Membership::Always(_), Some(field)) => out.say(
            "`{}` is an `Option`, so some items would not be in index `{}`\n\
             help: say so: `sparse(..)` around the keys",
            &[field, index.ident],
        ),
        (Membership::When(..) | Membership::Unless(..), Some(field)) => out.say(
            "`{}` is an `Option`, so a key of index `{}` may be missing where the test puts an item into it\n\
             help: test that field, or take another one",
            &[field, index.ident],
        ),
        (Membership::Sparse(_), None) => out.say(
            "index `{}` is given as sparse, and no field in its keys is an `Option`\n\
             help: remove `sparse`, since every item is in it",
            &[index.ident],
        ),
        _ => false,
    }
}

pub(super) const fn first_optional(specs: &[KeySpec], present: &str) -> Option<&'static str> {
    let mut specs = specs;
    while let [spec, after @ ..] = specs {
        match spec {
            KeySpec::Field(part) if part.optional && !text::eq(part.field, present) => return Some(part.field),
            KeySpec::Field(_) => {}
            KeySpec::Template(template) => {
                let mut parts = template.parts;
                while let [part, after @ ..] = parts {
                    if let Part::Field(part) = part
                        && part.optional
                        && !text::eq(part.field, present)
                    {
                        return Some(part.field);
                    }
                    parts = after;
                }
            }
        }
        specs = after;
    }
    None
}

/// Rule 5: a mandatory index is given, or declined.
pub(super) const fn mandatory(layout: &TableLayout, entity: &EntitySchema, out: &mut Message) -> bool {
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        if index.mandatory && !mentions(entity, i) {
            return out.say(
                "index `{}` of table `{}` is mandatory, and `{}` does not give its keys\n\
                 help: add `{}{}{} = none` if its items do not belong there",
                &[
                    index.ident,
                    layout.table,
                    entity.name,
                    index.ident,
                    if index.sk.is_empty() || index.local { " = \"..\"`, or `" } else { " = (\"..\", \"..\")`, or `" },
                    index.ident,
                ],
            );
        }
        i += 1;
    }
    false
}

const fn mentions(entity: &EntitySchema, at: usize) -> bool {
    let mut indexes = entity.indexes;
    while let [index, after @ ..] = indexes {
        if index.at == at {
            return true;
        }
        indexes = after;
    }
    false
}
