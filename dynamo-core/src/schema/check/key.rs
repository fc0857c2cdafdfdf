//! Rules about one key.

use std::slice::from_ref;

use super::super::message::Message;
use super::super::template::are_made_from;
use super::super::text;
use super::companions::{find, is_in_key};
use super::format::has_no_text;
use crate::schema::template::width;
use crate::schema::{
    AttributeType, EntitySchema, Format, KeyAttribute, KeyKind, KeyPart, KeySpec, KeyType, Part, TableLayout, Template,
};

/// Rules 3, 8, 10 for the partition key of the table.
pub(super) const fn partition_key(layout: &TableLayout, entity: &EntitySchema, out: &mut Message) -> bool {
    if !matches!(look(layout, &entity.pk, &layout.pk), Look::Usual) {
        check!(never_absent(&entity.pk, entity, out));
        check!(fits(layout, entity, &entity.pk, &layout.pk, None, false, out));
    }
    false
}

/// Rules 2, 3, 7, 8, 10 for the sort key of the table.
pub(super) const fn sort_key(layout: &TableLayout, entity: &EntitySchema, out: &mut Message) -> bool {
    match (&layout.sk, &entity.sk) {
        (None, None) => {}
        (Some(attribute), Some(spec)) if matches!(look(layout, spec, attribute), Look::Usual) => {}
        (Some(attribute), Some(spec)) => {
            check!(never_absent(spec, entity, out));
            check!(fits(layout, entity, spec, attribute, Some(from_ref(&entity.pk)), false, out));
        }
        (Some(attribute), None) => {
            return out.say(
                "`{}` has no `sk`, and table `{}` has the sort key `{}`\n\
                 help: add `sk = \"..\"`, for example `sk = \"METADATA\"` for an item that is alone in its partition",
                &[entity.name, layout.table, attribute.name.text],
            );
        }
        (None, Some(_)) => {
            return out.say(
                "`{}` gives `sk`, and table `{}` has no sort key\n\
                 help: remove `sk`, or add `sk = \"..\"` to `#[table(..)]`",
                &[entity.name, layout.table],
            );
        }
    }
    false
}

/// A key at one look, which costs the compiler less than a call for each rule.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// A short template of free texts as they are, which no rule has anything to say about: most are.
    Usual,
    /// The same with a field that may be absent.
    Optional,
    /// Something else.
    Other,
}

pub(super) const fn look(layout: &TableLayout, spec: &KeySpec, attribute: &KeyAttribute) -> Look {
    let KeySpec::Template(Template { text, parts, .. }) = spec else { return Look::Other };
    if !matches!(attribute.key_type, KeyType::S) || text.len() > 512 {
        return Look::Other;
    }
    let (mut parts, mut open, mut absent) = (*parts, false, false);
    while let [part, after @ ..] = parts {
        match part {
            Part::Literal(literal) => {
                if open && !matches!(literal.as_bytes(), [first, ..] if *first == layout.separator) {
                    return Look::Other;
                }
                open = false;
            }
            Part::Field(KeyPart { kind: KeyKind::Text, format: Format::Plain, optional, .. }) if !open => {
                open = true;
                absent |= *optional;
            }
            Part::Field(_) => return Look::Other,
        }
        parts = after;
    }
    if absent { Look::Optional } else { Look::Usual }
}

/// Rule 3: a primary key is never absent.
const fn never_absent(spec: &KeySpec, entity: &EntitySchema, out: &mut Message) -> bool {
    match super::index::first_optional(from_ref(spec), "") {
        Some(field) => out.say(
            "`{}` of `{}` is an `Option`, and a primary key is never absent\n\
             help: remove the `Option`, or take another field",
            &[field, entity.name],
        ),
        None => false,
    }
}

/// Rules 8, 10: the key suits its attribute. A sort key stands `beside` its partition key.
pub(super) const fn fits(
    layout: &TableLayout,
    entity: &EntitySchema,
    spec: &KeySpec,
    attribute: &KeyAttribute,
    beside: Option<&[KeySpec]>,
    of_index: bool,
    out: &mut Message,
) -> bool {
    match spec {
        KeySpec::Field(part) => check!(bare_field(entity, part, attribute, out)),
        KeySpec::Template(template) => {
            if !matches!(attribute.key_type, KeyType::S) {
                return out.say(
                    "key attribute `{}` is a {}, and the template \"{}\" makes a String\n\
                     help: name a field of that type instead, without quotes",
                    &[attribute.name.text, key_type_name(attribute.key_type), template.text],
                );
            }
            check!(too_long(template, beside.is_some(), out));
            if !matches!(template.parts, [] | [_] | [_, _]) {
                check!(separated(layout, template, out));
            }
            let mut parts = template.parts;
            while let [part, after @ ..] = parts {
                if let Part::Field(part) = part
                    // Free text as it is suits every key.
                    && !matches!((part.kind, part.format), (KeyKind::Text, Format::Plain))
                {
                    if let Some(partition) = beside
                        && !are_made_from(partition, part.field)
                    {
                        check!(ordered(part, out));
                    }
                    // A type that no key takes is told of once, at the primary key if it has it.
                    if !(of_index && is_in_key(entity, part.field) && has_no_text(part.kind)) {
                        check!(super::format::suits(part, out));
                    }
                    check!(super::format::stays_in_segment(layout, part, out));
                }
                parts = after;
            }
        }
    }
    false
}

/// A bare field is stored under the name and type that the key has.
const fn bare_field(entity: &EntitySchema, part: &KeyPart, attribute: &KeyAttribute, out: &mut Message) -> bool {
    let Some(field) = find(entity, part.field) else { return false };
    let stored = match field.attribute {
        Some(stored) => stored,
        None => "nothing",
    };
    if !text::eq(stored, attribute.name.text) {
        return out.say(
            "field `{}` is stored as `{}`, and the key attribute is `{}`\n\
             help: write `#[entity(rename = \"{}\")]` on the field, or a template: \"<{}>\"",
            &[part.field, stored, attribute.name.text, attribute.name.text, part.field],
        );
    }
    if matches!(part.kind, KeyKind::Fixed { stored: false, .. }) {
        return out.say(
            "field `{}` is stored in another text than keys have, so no key would find its items\n\
             help: make it a `dynamo_core::Timestamp`, or write a template around it",
            &[part.field],
        );
    }
    if !is_key_type(field.ty, attribute.key_type) {
        return out.say(
            "field `{}` is stored as a {}, and key attribute `{}` is a {}\n\
             help: change the field's type, or the key's type in the table's attributes",
            &[part.field, type_name(field.ty), attribute.name.text, key_type_name(attribute.key_type)],
        );
    }
    false
}

/// Rule 29: DynamoDB's limits, which the literals alone must not exceed.
const fn too_long(template: &Template, sort: bool, out: &mut Message) -> bool {
    let limit = if sort { 1024 } else { 2048 };
    // Most templates are far from it.
    if template.text.len() <= limit / 2 {
        return false;
    }
    is_too_long(template, sort, limit, out)
}

const fn is_too_long(template: &Template, sort: bool, limit: usize, out: &mut Message) -> bool {
    let mut len = 0;
    let mut i = 0;
    while i < template.parts.len() {
        len += match &template.parts[i] {
            Part::Literal(literal) => literal.len(),
            Part::Field(part) => match width(part) {
                Some(width) => width,
                // No value is empty.
                None => 1,
            },
        };
        i += 1;
    }
    if len > limit {
        return out.say(
            "every key of this template has more than {} key\nhelp: shorten its literals",
            &[if sort {
                "1024 bytes, and DynamoDB takes no longer sort"
            } else {
                "2048 bytes, and DynamoDB takes no longer partition"
            }],
        );
    }
    false
}

/// Two fields need a separator between them, or the key does not parse back.
const fn separated(layout: &TableLayout, template: &Template, out: &mut Message) -> bool {
    let mut parts = template.parts;
    let mut open = false;
    while let [part, after @ ..] = parts {
        match part {
            Part::Literal(literal) => open = open && !text::contains(literal, layout.separator),
            Part::Field(_) if open => {
                return out.say(
                    "template \"{}\" has two fields in one segment, so one key could be read in two ways\n\
                     help: put the table's separator between them",
                    &[template.text],
                );
            }
            Part::Field(_) => open = true,
        }
        parts = after;
    }
    false
}

/// Rule 10: the order of sort keys is the order of values.
const fn ordered(part: &KeyPart, out: &mut Message) -> bool {
    match (part.kind, part.format) {
        (KeyKind::Unsigned, Format::Padded(_)) | (_, Format::Unordered) => false,
        (KeyKind::Unsigned, _) => out.say(
            "number `{}` in a sort key has no fixed width, so 10 would sort before 9\n\
             help: pad it: `<{}:020>`, or give up ranges: `<{}:unordered>`",
            &[part.field, part.field, part.field],
        ),
        (KeyKind::Signed, _) => out.say(
            "number `{}` in a sort key is signed, and negative numbers sort backwards as text\n\
             help: use an unsigned type, padded: `<{}:020>`, or give up ranges: `<{}:unordered>`",
            &[part.field, part.field, part.field],
        ),
        _ => false,
    }
}

pub(super) const fn is_key_type(ty: AttributeType, key_type: KeyType) -> bool {
    matches!(
        (ty, key_type),
        (AttributeType::S, KeyType::S) | (AttributeType::N, KeyType::N) | (AttributeType::B, KeyType::B)
    )
}

pub(super) const fn key_type_name(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::S => AttributeType::S.name(),
        KeyType::N => AttributeType::N.name(),
        KeyType::B => AttributeType::B.name(),
    }
}

pub(super) const fn type_name(ty: AttributeType) -> &'static str {
    match ty {
        AttributeType::Any => "value whose type only serde knows",
        known => known.name(),
    }
}
