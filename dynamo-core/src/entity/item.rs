//! Whole items.

use std::borrow::Cow;

use super::texts::texts_of_json;
use super::version::{is_current, upgraded};
use super::{Entity, Projection};
use crate::codec::{
    AttributeValue, CodecError, Decoder, ItemMap, ItemMapDecoder, JsonMap, JsonMapDecoder, JsonReader, JsonWriter,
    MapEncoder, Problem, item_from_json, item_to_json, unreadable,
};
use crate::error::{DecodeError, Error};
use crate::key::{KeySource, KeyWriter};
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{EntitySchema, Item, KeyAttribute, KeySpec, KeyTexts, KeyType, Name, TableLayout};

/// A map that is a whole item: it takes keys and the type tag too.
pub(crate) trait SlotWriter: MapEncoder {
    /// Writes the `at`th key of an item (see `Entity::render_key`).
    fn key<E: Entity>(&mut self, entity: &E, at: usize, name: &Name, sort: bool) -> Result<(), CodecError>;

    /// Writes the type tag.
    fn tag(&mut self, name: &Name, tag: &str);

    /// Writes the version of the entity's form.
    fn version(&mut self, version: u32);
}

/// Writes keys, tag and fields.
#[inline(always)]
fn write<E: Entity, M: SlotWriter>(entity: &E, map: &mut M) -> Result<(), CodecError> {
    let (layout, schema) = (E::SCHEMA.layout, E::SCHEMA);
    match &schema.pk {
        KeySpec::Template(_) => map.key(entity, 0, &layout.pk.name, false)?,
        KeySpec::Field(_) => check_bare(entity, 0, false)?,
    }
    match (&layout.sk, &schema.sk) {
        (Some(sk), Some(KeySpec::Template(_))) => map.key(entity, 1, &sk.name, true)?,
        (_, Some(KeySpec::Field(_))) => check_bare(entity, 1, true)?,
        _ => {}
    }
    for (i, slot) in E::SCHEMA.slots.iter().enumerate() {
        if (slot.write || slot.bare) && entity.is_in_index(slot.index) {
            if slot.bare {
                check_bare(entity, i + 2, slot.sort)?;
            } else if !(0..slot.index).any(|other| slot.unless >> other & 1 == 1 && entity.is_in_index(other)) {
                map.key(entity, i + 2, &slot.attribute.name, slot.sort)?;
            }
        }
    }
    if let Some(name) = &layout.type_attribute {
        map.tag(name, schema.tag);
    }
    if schema.version > 0 {
        map.version(schema.version);
    }
    entity.write_fields(map)
}

/// A field that is a key is written as a field, and must be fit to be a key all the same.
fn check_bare<E: Entity>(entity: &E, at: usize, sort: bool) -> Result<(), CodecError> {
    let mut text = String::new();
    let mut writer = KeyWriter::new(&mut text, KeyRender::new(E::SCHEMA, sort));
    entity.render_key(at, &mut writer);
    writer.finish()
}

/// What a key writer needs to know.
#[derive(Debug, Clone, Copy)]
pub struct KeyRender {
    /// The entity, for errors.
    pub entity: &'static str,
    /// The table's separator.
    pub separator: u8,
    /// Whether it is a sort key.
    pub sort: bool,
}

impl KeyRender {
    #[inline(always)]
    pub(crate) const fn new(schema: &EntitySchema, sort: bool) -> Self {
        Self { entity: schema.name, separator: schema.layout.separator, sort }
    }
}

impl SlotWriter for ItemMap {
    #[inline(always)]
    fn key<E: Entity>(&mut self, entity: &E, at: usize, name: &Name, sort: bool) -> Result<(), CodecError> {
        let mut text = String::new();
        let mut writer = KeyWriter::new(&mut text, KeyRender::new(E::SCHEMA, sort));
        entity.render_key(at, &mut writer);
        writer.finish()?;
        self.entries.insert(name.text.to_owned(), AttributeValue::S(text));
        Ok(())
    }

    #[inline]
    fn tag(&mut self, name: &Name, tag: &str) {
        self.entries.insert(name.text.to_owned(), AttributeValue::S(tag.to_owned()));
    }

    fn version(&mut self, version: u32) {
        self.entries.insert(SCHEMA_VERSION.to_owned(), AttributeValue::N(version.to_string()));
    }
}

impl SlotWriter for JsonMap<'_, '_> {
    #[inline(always)]
    fn key<E: Entity>(&mut self, entity: &E, at: usize, name: &Name, sort: bool) -> Result<(), CodecError> {
        self.w.raw(name.json.as_bytes());
        self.w.raw(b"{\"S\":\"");
        let start = self.w.out.len();
        let mut writer = KeyWriter::new(self.w.out, KeyRender::new(E::SCHEMA, sort));
        entity.render_key(at, &mut writer);
        writer.finish()?;
        self.w.escape_from(start);
        self.w.raw(b"\"},");
        Ok(())
    }

    #[inline]
    fn tag(&mut self, name: &Name, tag: &str) {
        self.w.raw(name.json.as_bytes());
        self.w.raw(b"{\"S\":\"");
        self.w.text(tag);
        self.w.raw(b"\"},");
    }

    fn version(&mut self, version: u32) {
        self.w.raw(b"\"schemaVersion\":{\"N\":\"");
        self.w.raw(itoa::Buffer::new().format(version).as_bytes());
        self.w.raw(b"\"},");
    }
}

/// The key attributes and the tag of an item that is being read.
#[derive(Default)]
pub struct DecodeKeys<'de>(KeyTexts<'de>);

impl<'de> DecodeKeys<'de> {
    /// The table's partition key.
    #[inline]
    pub fn pk<D: Decoder<'de>>(&mut self, decoder: D, layout: &TableLayout) -> Result<(), CodecError> {
        self.0.pk = Some(text(decoder, &layout.pk)?);
        Ok(())
    }

    /// The table's sort key.
    #[inline]
    pub fn sk<D: Decoder<'de>>(&mut self, decoder: D, layout: &TableLayout) -> Result<(), CodecError> {
        match &layout.sk {
            Some(attribute) => self.0.sk = Some(text(decoder, attribute)?),
            None => decoder.skip()?,
        }
        Ok(())
    }

    /// The partition key where that is a field, which was read as one.
    pub fn bare_pk<S: KeySource>(&mut self, field: Option<&S>) {
        self.0.pk = field.and_then(|field| field.own_text().ok().flatten()).map(Cow::Owned);
    }

    /// The sort key where that is a field, which was read as one.
    pub fn bare_sk<S: KeySource>(&mut self, field: Option<&S>) {
        self.0.sk = field.and_then(|field| field.own_text().ok().flatten()).map(Cow::Owned);
    }

    /// The type tag, which must be the entity's.
    #[inline]
    pub fn tag<D: Decoder<'de>>(
        &mut self,
        decoder: D,
        name: &'static str,
        tag: &'static str,
    ) -> Result<(), CodecError> {
        // DynamoDB allows an attribute of that very name: it is one that no field has.
        if name == crate::private::NO_NAME {
            return decoder.skip();
        }
        let found = decoder.string().map_err(|error| error.within(name))?;
        if found == tag {
            return Ok(());
        }
        Err(CodecError::value(format!("the item is a \"{found}\", not a \"{tag}\"")).within(name))
    }

    /// The fields of the key, for those that are stored nowhere else.
    pub fn fields<E: Entity>(&self) -> Result<E::KeyFields, CodecError> {
        let layout = E::SCHEMA.layout;
        let pk = self.0.pk.as_deref().ok_or_else(|| CodecError::missing().within(layout.pk.name.text))?;
        E::parse(pk, self.0.sk.as_deref()).map_err(|error| match error {
            Error::Key(error) => CodecError::new(Problem::Key(error)),
            other => CodecError::value(other.to_string()),
        })
    }
}

/// Keys may be numbers or binaries: whatever it is, as text.
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
    match write(entity, &mut JsonMap { w: &mut writer }) {
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
    let item = if E::SCHEMA.version > 0 { upgraded(E::SCHEMA, E::upgrade, item)? } else { item };
    let mut map = ItemMapDecoder::new(item);
    let mut keys = DecodeKeys::default();
    E::read_fields(&mut map, &mut keys).map_err(|error| {
        // The keys may come after what could not be read.
        let mut texts = keys.0;
        for (name, value) in map.entries {
            texts.note(E::SCHEMA.layout, &name, &value);
        }
        Error::Decode(Box::new(DecodeError::new(E::SCHEMA, texts.display(), error)))
    })
}

pub(crate) fn entity_from_json<E: Entity>(json: &[u8]) -> Result<E, Error> {
    let mut reader = JsonReader::new(json).map_err(|error| undecodable(E::SCHEMA, json, error))?;
    let entity = entity_in_place(&mut reader)?;
    reader.end().map_err(|error| undecodable(E::SCHEMA, json, error))?;
    Ok(entity)
}

/// Reads an item that stands within other JSON.
pub(crate) fn entity_in_place<E: Entity>(reader: &mut JsonReader<'_>) -> Result<E, Error> {
    if E::SCHEMA.version > 0
        && let Some(current) = upgraded_in_place(reader, E::SCHEMA, E::upgrade)?
    {
        return read_current(&mut JsonReader::new(&current).map_err(unreadable)?);
    }
    read_current(reader)
}

fn read_current<E: Entity>(reader: &mut JsonReader<'_>) -> Result<E, Error> {
    let start = reader.position();
    let read =
        JsonMapDecoder::new(reader, false).and_then(|mut map| E::read_fields(&mut map, &mut DecodeKeys::default()));
    read.map_err(|error| {
        reader.rewind(start);
        undecodable(E::SCHEMA, reader.rest(), error)
    })
}

#[cold]
fn undecodable(schema: &'static EntitySchema, json: &[u8], error: CodecError) -> Error {
    Error::Decode(Box::new(DecodeError::new(schema, texts_of_json(schema.layout, json).display(), error)))
}

/// Passes over an item of an older schema version, and gives it back in the current one.
fn upgraded_in_place(
    reader: &mut JsonReader<'_>,
    schema: &'static EntitySchema,
    upgrade: fn(u32, Item) -> Result<Item, CodecError>,
) -> Result<Option<Vec<u8>>, Error> {
    let start = reader.position();
    let json = reader.raw().map_err(unreadable)?;
    if is_current(schema, json) {
        reader.rewind(start);
        return Ok(None);
    }
    let item = upgraded(schema, upgrade, item_from_json(json).map_err(unreadable)?)?;
    Ok(Some(item_to_json(&item)))
}

/// The same for a part of an item.
pub(crate) fn projection_in_place<P: Projection>(reader: &mut JsonReader<'_>) -> Result<P, Error> {
    JsonMapDecoder::new(reader, false).and_then(|mut map| P::read_fields(&mut map)).map_err(unprojected::<P>)
}

pub(crate) fn projection_from_item<P: Projection>(item: Item) -> Result<P, Error> {
    P::read_fields(&mut ItemMapDecoder::new(item)).map_err(unprojected::<P>)
}

fn unprojected<P: Projection>(error: CodecError) -> Error {
    Error::Decode(Box::new(DecodeError::new(P::Entity::SCHEMA, None, error)))
}
