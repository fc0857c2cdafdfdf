//! Encoding and decoding of whole items.

use std::borrow::Cow;

use super::Entity;
use super::constants::{has_constants, has_constants_json, without_constants};
use super::slots::write;
use super::texts::{texts_of_item, texts_of_json};
use super::version::{is_current, upgraded};
use crate::codec::{
    CodecError, Decoder, Item, ItemMap, ItemMapDecoder, JsonMap, JsonMapDecoder, JsonReader, JsonWriter, Problem,
    item_from_json, item_to_json,
};
use crate::error::{DecodeError, Error};
use crate::key::{KeySource, parse};
use crate::schema::reserved::TOKEN;
use crate::schema::{EntitySchema, KeyAttribute, KeySpec, KeyTexts, KeyType, fits};

/// The key attributes of an item that is being read.
#[derive(Default)]
pub struct DecodeKeys<'de> {
    texts: KeyTexts<'de>,
    /// Whether the item has the tag of the entity.
    tagged: bool,
    /// Whether the item has an attribute that only the tokens of transactions have.
    is_token: bool,
}

impl<'de> DecodeKeys<'de> {
    /// Reads an attribute of an `E` that no field is stored in: keeps a key of the table, checks the type tag, and skips
    /// others.
    // Inlined, since the names are constants of the entity.
    #[inline]
    pub fn other<E: Entity, D: Decoder<'de>>(&mut self, name: &str, decoder: D) -> Result<(), CodecError> {
        self.other_of(E::SCHEMA, name, decoder)
    }

    #[inline]
    pub(super) fn other_of<D: Decoder<'de>>(
        &mut self,
        schema: &EntitySchema,
        name: &str,
        decoder: D,
    ) -> Result<(), CodecError> {
        let layout = schema.layout;
        if name == layout.pk.name.text {
            self.texts.pk = Some(text(decoder, &layout.pk)?);
            return Ok(());
        }
        if let Some(sk) = &layout.sk
            && name == sk.name.text
        {
            self.texts.sk = Some(text(decoder, sk)?);
            return Ok(());
        }
        match &layout.type_attribute {
            Some(tag) if name == tag.text => {
                read_tag(decoder, tag.text, schema.tag)?;
                self.tagged = true;
                Ok(())
            }
            _ => {
                self.is_token |= name == TOKEN;
                decoder.skip()
            }
        }
    }

    /// Sets the partition key from the field that it is stored in.
    pub fn bare_pk<S: KeySource>(&mut self, field: Option<&S>) {
        self.texts.pk = field.and_then(|field| field.own_text().ok().flatten()).map(Cow::Owned);
    }

    /// Sets the sort key from the field that it is stored in.
    pub fn bare_sk<S: KeySource>(&mut self, field: Option<&S>) {
        self.texts.sk = field.and_then(|field| field.own_text().ok().flatten()).map(Cow::Owned);
    }

    /// Parses the fields of the key, for those that are stored nowhere else.
    pub fn fields<E: Entity>(&self) -> Result<E::KeyFields, CodecError> {
        let pk = self.texts.pk.as_deref();
        let pk = pk.ok_or_else(|| CodecError::missing().within(E::SCHEMA.layout.pk.name.text))?;
        parse(E::SCHEMA, pk, self.texts.sk.as_deref()).map_err(|error| match error {
            Error::Key(error) => CodecError::new(Problem::Key(error)),
            other => CodecError::value(other.to_string()),
        })
    }
}

impl DecodeKeys<'_> {
    /// Whether the item is one of the entity: by its tag, or else by its keys.
    #[inline]
    fn are_of(&self, schema: &'static EntitySchema) -> bool {
        self.tagged || !schema.needs_tag() && self.fit(schema) && !self.is_token
    }

    fn fit(&self, schema: &'static EntitySchema) -> bool {
        let separator = schema.layout.separator;
        let fit = |spec: &KeySpec, text: &Option<Cow<'_, str>>| match spec {
            KeySpec::Template(_) => text.as_deref().is_some_and(|text| fits(spec, text, separator)),
            // Its field was read.
            KeySpec::Field(_) => true,
        };
        fit(&schema.pk, &self.texts.pk) && schema.sk.as_ref().is_none_or(|sk| fit(sk, &self.texts.sk))
    }
}

/// Reads the type tag, which must be that of the entity.
#[inline]
fn read_tag<'de, D: Decoder<'de>>(decoder: D, name: &'static str, tag: &str) -> Result<(), CodecError> {
    let found = decoder.string().map_err(|error| error.within(name))?;
    if found == tag {
        return Ok(());
    }
    Err(other_tag(&found, tag).within(name))
}

#[cold]
fn other_tag(found: &str, tag: &str) -> CodecError {
    CodecError::value(format!("the item is a \"{found}\", not a \"{tag}\""))
}

/// The error for an item with another entity's tag, where this one's was asked for by its key.
#[cold]
pub(crate) fn foreign(schema: &'static EntitySchema, texts: &KeyTexts<'_>) -> Error {
    let name = schema.layout.type_attribute.map_or("", |name| name.text);
    let error = other_tag(texts.tag.as_deref().unwrap_or_default(), schema.tag).within(name);
    Error::Decode(Box::new(DecodeError::new(schema, texts.display(), error)))
}

/// Reads a key attribute, which may be a Number or a Binary, as text.
#[inline]
fn text<'de, D: Decoder<'de>>(decoder: D, attribute: &KeyAttribute) -> Result<Cow<'de, str>, CodecError> {
    let text = match attribute.key_type {
        KeyType::S => decoder.string(),
        KeyType::N => decoder.number(),
        KeyType::B => decoder.bytes().map(|bytes| Cow::Owned(base64_simd::STANDARD.encode_to_string(bytes))),
    };
    text.map_err(|error| error.within(attribute.name.text))
}

pub(crate) fn entity_to_item<E: Entity>(entity: &E) -> Result<Item, Error> {
    // Fields, index keys, and the table's keys and tag.
    let mut map = ItemMap::new(E::SCHEMA.fields.len() + E::SCHEMA.slots.len() + 3, E::SCHEMA.layout.none);
    match write(entity, &mut map) {
        Ok(()) => Ok(map.entries),
        Err(error) => Err(Error::encode(E::SCHEMA, error)),
    }
}

pub(crate) fn entity_to_json<E: Entity>(entity: &E, out: &mut Vec<u8>) -> Result<(), Error> {
    let start = out.len();
    out.push(b'{');
    let mut writer = JsonWriter::new(out, E::SCHEMA.layout.none);
    match write(entity, &mut JsonMap::new(&mut writer)) {
        Ok(()) => {
            writer.close(b'}');
            Ok(())
        }
        Err(error) => {
            out.truncate(start);
            Err(Error::encode(E::SCHEMA, error))
        }
    }
}

pub(crate) fn entity_from_item<E: Entity>(item: Item) -> Result<E, Error> {
    if const { !E::SCHEMA.constants.is_empty() } && !has_constants(E::SCHEMA, &item) {
        let key = texts_of_item(E::SCHEMA.layout, &item).display();
        return Err(Error::Decode(Box::new(DecodeError::new(E::SCHEMA, key, without_constants(E::SCHEMA)))));
    }
    let item = if E::SCHEMA.version > 0 { upgraded(E::SCHEMA, E::upgrade, item)? } else { item };
    let mut map = ItemMapDecoder::new(item);
    let mut keys = DecodeKeys::default();
    E::read_fields(&mut map, &mut keys).map_err(|error| {
        // The keys may come after the attribute that could not be read.
        let mut texts = keys.texts;
        for (name, value) in map.entries {
            texts.note(E::SCHEMA.layout, &name, &value);
        }
        Error::Decode(Box::new(DecodeError::new(E::SCHEMA, texts.display(), error)))
    })
}

pub(crate) fn entity_from_json<E: Entity>(json: &[u8]) -> Result<E, Error> {
    if const { !E::SCHEMA.constants.is_empty() } && !has_constants_json(E::SCHEMA, json) {
        return Err(undecodable(E::SCHEMA, json, without_constants(E::SCHEMA)));
    }
    entity_from_own_json(json)
}

/// Reads an item that the framework has made itself, which may not have the constants of the entity yet.
pub(crate) fn entity_from_own_json<E: Entity>(json: &[u8]) -> Result<E, Error> {
    let mut reader = JsonReader::new(json).map_err(|error| undecodable(E::SCHEMA, json, error))?;
    let (entity, _) = entity_in_place(&mut reader)?;
    reader.end().map_err(|error| undecodable(E::SCHEMA, json, error))?;
    Ok(entity)
}

/// Reads the next item of a larger JSON document; also returns whether its tag, or else its keys, are those of the entity.
pub(crate) fn entity_in_place<E: Entity>(reader: &mut JsonReader<'_>) -> Result<(E, bool), Error> {
    if E::SCHEMA.version > 0
        && let Some(current) = upgraded_in_place(reader, E::SCHEMA, E::upgrade)?
    {
        return read_current(&mut JsonReader::new(&current).map_err(Error::unreadable)?);
    }
    read_current(reader)
}

fn read_current<E: Entity>(reader: &mut JsonReader<'_>) -> Result<(E, bool), Error> {
    let start = reader.mark();
    let mut keys = DecodeKeys::default();
    match JsonMapDecoder::new(reader, false).and_then(|mut map| E::read_fields(&mut map, &mut keys)) {
        Ok(entity) => Ok((entity, keys.are_of(E::SCHEMA))),
        Err(error) => {
            reader.rewind(start);
            Err(undecodable(E::SCHEMA, reader.rest(), error))
        }
    }
}

#[cold]
pub(super) fn undecodable(schema: &'static EntitySchema, json: &[u8], error: CodecError) -> Error {
    Error::Decode(Box::new(DecodeError::new(schema, texts_of_json(schema.layout, json).display(), error)))
}

/// Upgrades the next item to the current schema version and returns its JSON, or `None`, without consuming the item,
/// if that is current.
fn upgraded_in_place(
    reader: &mut JsonReader<'_>,
    schema: &'static EntitySchema,
    upgrade: fn(u32, Item) -> Result<Item, CodecError>,
) -> Result<Option<Vec<u8>>, Error> {
    let start = reader.mark();
    let json = reader.raw().map_err(Error::unreadable)?;
    if is_current(schema, json).map_err(Error::unreadable)? {
        reader.rewind(start);
        return Ok(None);
    }
    let item = upgraded(schema, upgrade, item_from_json(json).map_err(Error::unreadable)?)?;
    Ok(Some(item_to_json(&item)))
}

/// The error for an item of an old schema version, from an index that lacks the attributes to upgrade it.
#[cold]
pub(crate) fn not_current(schema: &'static EntitySchema, json: &[u8]) -> Error {
    let problem = "the item has an old schema version, and the index lacks the attributes to upgrade it: run \
                   `db.backfill()`, or read the whole item";
    undecodable(schema, json, CodecError::value(problem))
}
