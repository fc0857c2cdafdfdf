//! Keys from the texts of their fields: plain code over the schema, compiled once.

use super::{KeyBuffer, KeyWriter, Texts, quick, shard};
use crate::codec::{CodecError, JsonWriter};
use crate::error::Error;
use crate::schema::{EntitySchema, Format, IndexKeys, KeyPart, KeySpec, Membership, Part, Test};

/// The `at`th key of an entity, and whether it is a sort key: 0 is the partition key, 1 the sort key, and what follows
/// are the slots of the schema.
#[inline(always)]
fn spec_at(schema: &'static EntitySchema, at: usize) -> Option<(&'static KeySpec, bool)> {
    match at {
        0 => Some((&schema.pk, false)),
        1 => schema.sk.as_ref().map(|spec| (spec, true)),
        _ => schema.slots.get(at - 2).map(|slot| (slot.spec, slot.sort)),
    }
}

/// Writes the `at`th key of an item to the end of `out`.
pub(crate) fn write_json_key(
    writer: &mut JsonWriter<'_>,
    schema: &'static EntitySchema,
    at: usize,
    texts: &Texts<'_>,
) -> Result<(), CodecError> {
    let Some((spec, sort)) = spec_at(schema, at) else { return Ok(()) };
    let start = writer.out.len();
    let quick = match spec {
        KeySpec::Template(template) => quick::join(writer.out, template.parts, sort, texts, schema.layout.separator),
        KeySpec::Field(_) => None,
    };
    if quick.is_none() {
        writer.out.truncate(start);
        write_long(writer.out, schema, at, (spec, sort), texts)?;
    }
    writer.escape_from(start);
    Ok(())
}

/// Writes a key part by part.
#[inline(never)]
fn write_long<B: KeyBuffer>(
    out: &mut B,
    schema: &'static EntitySchema,
    at: usize,
    (spec, sort): (&KeySpec, bool),
    texts: &Texts<'_>,
) -> Result<(), CodecError> {
    let mut writer = KeyWriter::new(out, schema, sort);
    for i in 0..spec.len() {
        match &spec.part(i) {
            Part::Literal(literal) => writer.literal(literal),
            Part::Field(part) => match texts.get(part.at) {
                Some(Some(text)) => writer.field(part, text),
                _ if part.is_shard() => writer.shard(shard_of(schema, at, texts)),
                _ => writer.absent(part.field),
            },
        }
    }
    writer.finish()
}

/// The shard of an item: in its primary key by the sort key, in an index by the primary key.
#[cold]
fn shard_of(schema: &'static EntitySchema, at: usize, texts: &Texts<'_>) -> u64 {
    // A key that cannot be written is refused where it is one.
    let text = |at| render(schema, at, texts).unwrap_or_default();
    let sk = text(1);
    if at == 0 { shard(&[&sk], schema.shards) } else { shard(&[&text(0), &sk], schema.shards) }
}

/// The text of the `at`th key of an item.
#[inline]
pub(crate) fn render(schema: &'static EntitySchema, at: usize, texts: &Texts<'_>) -> Result<String, CodecError> {
    let Some((spec, sort)) = spec_at(schema, at) else { return Ok(String::new()) };
    if let KeySpec::Template(template) = spec
        && let Some(text) = quick::joined(template.parts, sort, texts, schema.layout.separator)
    {
        return Ok(text);
    }
    render_long(schema, at, (spec, sort), texts)
}

#[inline(never)]
fn render_long(
    schema: &'static EntitySchema,
    at: usize,
    (spec, sort): (&KeySpec, bool),
    texts: &Texts<'_>,
) -> Result<String, CodecError> {
    let mut text = String::with_capacity((0..spec.len()).map(|i| part_len(&spec.part(i), texts)).sum());
    write_long(&mut text, schema, at, (spec, sort), texts).map(|()| text)
}

fn part_len(part: &Part, texts: &Texts<'_>) -> usize {
    match part {
        Part::Literal(literal) => literal.len(),
        Part::Field(part) => match (part.format, texts.get(part.at)) {
            (Format::Padded(width), _) => width,
            (_, Some(Some(text))) => text.len(),
            _ => 0,
        },
    }
}

/// The primary key of an item, or the one that a key function makes from its arguments.
pub(crate) fn primary_key(schema: &'static EntitySchema, texts: &Texts<'_>) -> Result<(String, Option<String>), Error> {
    let pk = match render(schema, 0, texts) {
        Ok(pk) => pk,
        Err(error) => return Err(Error::encode(schema, error)),
    };
    if schema.sk.is_none() {
        return Ok((pk, None));
    }
    match render(schema, 1, texts) {
        Ok(sk) => Ok((pk, Some(sk))),
        Err(error) => Err(Error::encode(schema, error)),
    }
}

/// Whether an item is in the `at`th index of its schema: not while a field of a sparse one is `None`.
#[inline]
pub(crate) fn is_in_index(schema: &EntitySchema, at: usize, texts: &Texts<'_>) -> bool {
    match &schema.indexes[at].membership {
        Membership::Sparse(keys) => is_in_sparse(keys, texts),
        Membership::When(test, _) => holds(test, texts),
        Membership::Unless(test, _) => !holds(test, texts),
        Membership::Always(_) | Membership::None => true,
    }
}

/// The outcome of a test stands behind the texts of key fields: see `tested`.
fn holds(test: &Test, texts: &Texts<'_>) -> bool {
    matches!(texts.get(test.at), Some(Some(_)))
}

fn is_in_sparse(keys: &IndexKeys, texts: &Texts<'_>) -> bool {
    let present = |part: &KeyPart| !part.optional || matches!(texts.get(part.at), Some(Some(_)));
    keys.all().iter().copied().flatten().all(|spec| match spec {
        KeySpec::Template(template) => {
            template.parts.iter().all(|part| if let Part::Field(part) = part { present(part) } else { true })
        }
        KeySpec::Field(part) => present(part),
    })
}

/// Renders a key from the texts of its fields.
pub(crate) fn render_spec<'t>(
    schema: &'static EntitySchema,
    spec: &KeySpec,
    sort: bool,
    text_of: &dyn Fn(&KeyPart) -> Option<&'t str>,
) -> Result<String, Error> {
    render_parts(schema, &spec.parts(), sort, text_of)
}

/// Renders some parts of a key.
pub(crate) fn render_parts<'t>(
    schema: &'static EntitySchema,
    parts: &[Part],
    sort: bool,
    text_of: &dyn Fn(&KeyPart) -> Option<&'t str>,
) -> Result<String, Error> {
    let mut text = String::new();
    let mut writer = KeyWriter::new(&mut text, schema, sort);
    for part in parts {
        match part {
            Part::Literal(literal) => writer.literal(literal),
            Part::Field(part) => match text_of(part) {
                Some(text) => writer.text(part, text),
                None => writer.absent(part.field),
            },
        }
    }
    match writer.finish() {
        Ok(()) => Ok(text),
        Err(error) => Err(Error::encode(schema, error)),
    }
}
