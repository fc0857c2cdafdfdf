//! Rules about one key.

use super::super::message::Message;
use super::super::text;
use crate::schema::{
    AttributeType, EntitySchema, FieldSchema, Format, KeyAttribute, KeyKind, KeyPart, KeySpec, KeyType, Part,
    TableLayout, Template,
};

/// Rules 3, 8, 10 for the partition key of the table.
#[track_caller]
pub const fn partition_key(layout: &TableLayout, entity: &EntitySchema) {
    if layout.complete && entity.complete {
        never_absent(&entity.pk, entity);
        fits(layout, entity, &entity.pk, &layout.pk, false);
    }
}

/// Rules 2, 3, 7, 8, 10 for the sort key of the table.
#[track_caller]
pub const fn sort_key(layout: &TableLayout, entity: &EntitySchema) {
    if !(layout.complete && entity.complete) {
        return;
    }
    match (&layout.sk, &entity.sk) {
        (None, None) => {}
        (Some(attribute), Some(spec)) => {
            never_absent(spec, entity);
            fits(layout, entity, spec, attribute, true);
        }
        (Some(attribute), None) => Message::new("")
            .name(entity.name)
            .add(" has no `sk`, and table ")
            .name(layout.table)
            .add(" has the sort key ")
            .name(attribute.name.text)
            .help("add `sk = \"..\"`, for example `sk = \"METADATA\"` for an item that is alone in its partition")
            .refuse(),
        (None, Some(_)) => Message::new("")
            .name(entity.name)
            .add(" gives `sk`, and table ")
            .name(layout.table)
            .add(" has no sort key")
            .help("remove `sk`, or add `sk = \"..\"` to `#[table(..)]`")
            .refuse(),
    }
}

/// Rule 3: a primary key is never absent.
#[track_caller]
const fn never_absent(spec: &KeySpec, entity: &EntitySchema) {
    let mut i = 0;
    while i < spec.len() {
        if let Part::Field(part) = spec.part(i)
            && part.optional
        {
            Message::new("")
                .name(part.field)
                .add(" of ")
                .name(entity.name)
                .add(" is an `Option`, and a primary key is never absent")
                .help("remove the `Option`, or take another field")
                .refuse()
        }
        i += 1;
    }
}

/// Rules 8, 10: the key suits its attribute.
#[track_caller]
pub(super) const fn fits(
    layout: &TableLayout,
    entity: &EntitySchema,
    spec: &KeySpec,
    attribute: &KeyAttribute,
    sort: bool,
) {
    match spec {
        KeySpec::Field(part) => bare_field(entity, part, attribute),
        KeySpec::Template(template) => {
            if !matches!(attribute.key_type, KeyType::S) {
                Message::new("key attribute ")
                    .name(attribute.name.text)
                    .add(" is a ")
                    .add(key_type_name(attribute.key_type))
                    .add(", and the template \"")
                    .add(template.text)
                    .add("\" makes a String")
                    .help("name a field of that type instead, without quotes")
                    .refuse()
            }
            separated(layout, template);
            let mut i = 0;
            while i < template.parts.len() {
                if let Part::Field(part) = template.parts[i] {
                    if sort {
                        ordered(&part);
                    }
                    format(&part);
                    stays_in_segment(layout, &part);
                }
                i += 1;
            }
        }
    }
}

/// A bare field is stored under the name and type that the key has.
#[track_caller]
const fn bare_field(entity: &EntitySchema, part: &KeyPart, attribute: &KeyAttribute) {
    let Some(field) = find(entity, part.field) else { return };
    let stored = match field.attribute {
        Some(stored) => stored,
        None => "nothing",
    };
    if !text::eq(stored, attribute.name.text) {
        Message::new("field ")
            .name(part.field)
            .add(" is stored as ")
            .name(stored)
            .add(", and the key attribute is ")
            .name(attribute.name.text)
            .add("\nhelp: write `#[entity(rename = \"")
            .add(attribute.name.text)
            .add("\")]` on the field, or a template: \"<")
            .add(part.field)
            .add(">\"")
            .refuse()
    }
    if matches!(part.kind, KeyKind::Fixed { stored: false, .. }) {
        Message::new("field ")
            .name(part.field)
            .add(" is stored in another text than keys have, so no key would find its items")
            .help("make it a `dynamo_core::Timestamp`, or write a template around it")
            .refuse()
    }
    if !is_key_type(field.ty, attribute.key_type) {
        Message::new("field ")
            .name(part.field)
            .add(" is stored as a ")
            .add(type_name(field.ty))
            .add(", and key attribute ")
            .name(attribute.name.text)
            .add(" is a ")
            .add(key_type_name(attribute.key_type))
            .help("change the field's type, or the key's type in the table's attributes")
            .refuse()
    }
}

/// Two fields need a separator between them, or the key does not parse back.
#[track_caller]
const fn separated(layout: &TableLayout, template: &Template) {
    let mut open = false;
    let mut i = 0;
    while i < template.parts.len() {
        match &template.parts[i] {
            Part::Literal(literal) => open = open && !text::contains(literal, layout.separator),
            Part::Field(_) if open => Message::new("template \"")
                .add(template.text)
                .add("\" has two fields in one segment, so one key could be read in two ways")
                .help("put the table's separator between them")
                .refuse(),
            Part::Field(_) => open = true,
        }
        i += 1;
    }
}

/// Rule 10: padding is for numbers, folding and escaping for text.
#[track_caller]
const fn format(part: &KeyPart) {
    let text = matches!(part.kind, KeyKind::Text | KeyKind::Closed(_));
    match part.format {
        Format::Padded(_) if !matches!(part.kind, KeyKind::Unsigned) => Message::new("")
            .name(part.field)
            .add(" is padded in the key, and is not an unsigned number")
            .add("\nhelp: write `<")
            .add(part.field)
            .add(">`")
            .refuse(),
        Format::Lower if matches!(part.kind, KeyKind::Closed(_)) => Message::new("")
            .name(part.field)
            .add(" is folded to lower case, and its values would not be read back from the key")
            .add("\nhelp: write `<")
            .add(part.field)
            .add(">`, and rename the variants")
            .refuse(),
        Format::Escaped | Format::Lower if !text => Message::new("")
            .name(part.field)
            .add(" is escaped or folded in the key, and is not free text")
            .add("\nhelp: write `<")
            .add(part.field)
            .add(">`")
            .refuse(),
        _ => {}
    }
    if matches!(part.kind, KeyKind::Float | KeyKind::Bytes) {
        Message::new("")
            .name(part.field)
            .add(" is a floating-point number or binary, which has no text that sorts as it does")
            .help("use it as a bare field in an index whose key has that type, or another field here")
            .refuse()
    }
}

/// Rule 10: the order of sort keys is the order of values.
#[track_caller]
const fn ordered(part: &KeyPart) {
    match (part.kind, part.format) {
        (KeyKind::Unsigned, Format::Padded(_)) => {}
        (KeyKind::Unsigned, _) => Message::new("number ")
            .name(part.field)
            .add(" in a sort key has no fixed width, so 10 would sort before 9")
            .add("\nhelp: pad it: `<")
            .add(part.field)
            .add(":020>`")
            .refuse(),
        (KeyKind::Signed, _) => Message::new("number ")
            .name(part.field)
            .add(" in a sort key is signed, and negative numbers sort backwards as text")
            .add("\nhelp: use an unsigned type, padded: `<")
            .add(part.field)
            .add(":020>`")
            .refuse(),
        _ => {}
    }
}

/// No value of a closed or fixed kind holds the separator.
#[track_caller]
const fn stays_in_segment(layout: &TableLayout, part: &KeyPart) {
    if matches!(part.format, Format::Escaped) {
        return;
    }
    let mut bad = false;
    match part.kind {
        KeyKind::Fixed { punctuation, .. } => bad = text::contains(punctuation, layout.separator),
        KeyKind::Signed => bad = layout.separator == b'-',
        KeyKind::Closed(values) => {
            let mut i = 0;
            while i < values.len() {
                bad = bad || values[i].is_empty() || text::contains(values[i], layout.separator);
                i += 1;
            }
        }
        _ => {}
    }
    if bad {
        Message::new("a value of ")
            .name(part.field)
            .add(" holds the separator of table ")
            .name(layout.table)
            .add(" or is empty")
            .help("rename the variant, or change the table's `separator`")
            .refuse()
    }
}

pub(super) const fn find<'a>(entity: &'a EntitySchema, name: &str) -> Option<&'a FieldSchema> {
    let mut i = 0;
    while i < entity.fields.len() {
        if text::eq(entity.fields[i].field, name) {
            return Some(&entity.fields[i]);
        }
        i += 1;
    }
    None
}

pub(super) const fn is_key_type(ty: AttributeType, key_type: KeyType) -> bool {
    matches!(
        (ty, key_type),
        (AttributeType::S, KeyType::S) | (AttributeType::N, KeyType::N) | (AttributeType::B, KeyType::B)
    )
}

pub(super) const fn key_type_name(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::S => "String",
        KeyType::N => "Number",
        KeyType::B => "Binary",
    }
}

pub(super) const fn type_name(ty: AttributeType) -> &'static str {
    match ty {
        AttributeType::S => "String",
        AttributeType::N => "Number",
        AttributeType::B => "Binary",
        AttributeType::Bool => "Boolean",
        AttributeType::Null => "Null",
        AttributeType::M => "Map",
        AttributeType::L => "List",
        AttributeType::Set => "Set",
        AttributeType::Any => "value whose type only serde knows",
    }
}
