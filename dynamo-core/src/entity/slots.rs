//! Encoding of what an item has besides its fields: keys, type tag, schema version and constants.

use super::Entity;
use crate::codec::{AttributeValue, CodecError, ItemMap, JsonMap, MapEncoder};
use crate::key::{TextSink, Texts, is_in_index, render, write_json_key};
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{ConstantValue, EntitySchema, KeySpec, Name};

const VERSION: Name = Name::new(SCHEMA_VERSION, "\"schemaVersion\":");

/// Encodes a whole item, which has keys and a type tag besides its fields.
pub(super) trait SlotWriter: MapEncoder {
    /// Writes the keys, the tag and the schema version of an item. Not generic, so that it is compiled once.
    fn keys(&mut self, schema: &'static EntitySchema, texts: &Texts<'_>) -> Result<(), CodecError>;

    /// Writes the `at`th key of an item: 0 is the partition key, 1 the sort key, then those of the schema's slots.
    fn key(
        &mut self,
        schema: &'static EntitySchema,
        at: usize,
        texts: &Texts<'_>,
        name: &Name,
    ) -> Result<(), CodecError>;

    /// Writes an attribute that every item of the entity has.
    fn constant(&mut self, name: &Name, value: ConstantValue);

    /// Returns why a field could not be written.
    fn refused(&mut self) -> Option<CodecError>;
}

/// Writes keys, tag and fields.
#[inline]
pub(super) fn write<E: Entity, M: SlotWriter>(entity: &E, map: &mut M) -> Result<(), CodecError> {
    let mut written = Ok(());
    entity.key_texts(TextSink::new(&mut |texts| written = map.keys(E::SCHEMA, texts)));
    match written {
        Ok(()) => {
            entity.write_fields(map);
            map.refused().map_or(Ok(()), Err)
        }
        Err(error) => Err(error),
    }
}

fn write_keys<M: SlotWriter>(map: &mut M, schema: &'static EntitySchema, texts: &Texts<'_>) -> Result<(), CodecError> {
    let layout = schema.layout;
    match &schema.pk {
        KeySpec::Template(_) => map.key(schema, 0, texts, &layout.pk.name)?,
        KeySpec::Field(_) => check_bare(schema, 0, texts)?,
    }
    match (&layout.sk, &schema.sk) {
        (Some(sk), Some(KeySpec::Template(_))) => map.key(schema, 1, texts, &sk.name)?,
        (_, Some(KeySpec::Field(_))) => check_bare(schema, 1, texts)?,
        _ => {}
    }
    for (i, slot) in schema.slots.iter().enumerate() {
        if (slot.write || slot.bare) && (slot.always || is_in_index(schema, slot.index, texts)) {
            if slot.bare {
                check_bare(schema, i + 2, texts)?;
            } else if !(0..slot.index).any(|other| slot.unless >> other & 1 == 1 && is_in_index(schema, other, texts)) {
                map.key(schema, i + 2, texts, &slot.attribute.name)?;
            }
        }
    }
    if let Some(name) = &layout.type_attribute {
        map.constant(name, ConstantValue::S(schema.tag));
    }
    if schema.version > 0 {
        map.field(&VERSION, &schema.version)?;
    }
    for constant in schema.constants {
        map.constant(&constant.name, constant.value);
    }
    Ok(())
}

/// Checks that a field which is a whole key is a valid key. It is written with the other fields.
fn check_bare(schema: &'static EntitySchema, at: usize, texts: &Texts<'_>) -> Result<(), CodecError> {
    render(schema, at, texts).map(drop)
}

impl SlotWriter for ItemMap {
    #[inline]
    fn refused(&mut self) -> Option<CodecError> {
        self.error.take()
    }

    fn keys(&mut self, schema: &'static EntitySchema, texts: &Texts<'_>) -> Result<(), CodecError> {
        write_keys(self, schema, texts)
    }

    #[inline]
    fn key(
        &mut self,
        schema: &'static EntitySchema,
        at: usize,
        texts: &Texts<'_>,
        name: &Name,
    ) -> Result<(), CodecError> {
        let text = render(schema, at, texts)?;
        self.entries.insert(name.text.to_owned(), AttributeValue::S(text));
        Ok(())
    }

    fn constant(&mut self, name: &Name, value: ConstantValue) {
        self.entries.insert(name.text.to_owned(), value.to_attribute_value());
    }
}

impl SlotWriter for JsonMap<'_, '_> {
    #[inline]
    fn refused(&mut self) -> Option<CodecError> {
        self.error.take()
    }

    fn keys(&mut self, schema: &'static EntitySchema, texts: &Texts<'_>) -> Result<(), CodecError> {
        write_keys(self, schema, texts)
    }

    #[inline]
    fn key(
        &mut self,
        schema: &'static EntitySchema,
        at: usize,
        texts: &Texts<'_>,
        name: &Name,
    ) -> Result<(), CodecError> {
        self.w.raw(name.json.as_bytes());
        self.w.raw(b"{\"S\":\"");
        write_json_key(self.w, schema, at, texts)?;
        self.w.raw(b"\"},");
        Ok(())
    }

    fn constant(&mut self, name: &Name, value: ConstantValue) {
        self.w.raw(name.json.as_bytes());
        let mut text = |opening: &[u8], text: &str| {
            self.w.raw(opening);
            self.w.text(text);
            self.w.raw(b"\"},");
        };
        match value {
            ConstantValue::S(string) => text(b"{\"S\":\"", string),
            ConstantValue::N(digits) => text(b"{\"N\":\"", digits),
            ConstantValue::Bool(value) => self.w.raw(if value { b"{\"BOOL\":true}," } else { b"{\"BOOL\":false}," }),
        }
    }
}
