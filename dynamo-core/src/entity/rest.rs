//! The field that keeps the attributes which no other field has.

use super::DecodeKeys;
use crate::codec::{AttributeValue, CodecError, Decoder, Item, MapEncoder};
use crate::schema::{EntitySchema, is_of_a_field, other_meaning};

/// The type of a field with `#[entity(rest)]`: an [`Item`].
///
/// Keys, type tag, constants and the framework's own attributes are never among what is kept.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot keep the attributes that no field has",
    label = "not an `Item`",
    note = "help: `#[entity(rest)] other: dynamo_core::Item`"
)]
pub trait Rest: Sized {
    /// Creates the field of an item that has no other attributes.
    fn empty() -> Self;

    /// Reads an attribute that no field is stored in.
    fn read<'de, D: Decoder<'de>>(
        &mut self,
        keys: &mut DecodeKeys<'de>,
        schema: &EntitySchema,
        name: &str,
        decoder: D,
    ) -> Result<(), CodecError>;

    /// Writes what is kept. An attribute that is another one's is an error.
    fn write<M: MapEncoder>(&self, schema: &EntitySchema, map: &mut M);

    /// Drops the expiry of a softly deleted item: the deletion set it, and it goes with the deletion.
    fn drop_expiry(&mut self, schema: &EntitySchema);

    /// Returns the names of what is kept, in order.
    fn names(&self) -> Vec<&str>;
}

#[diagnostic::do_not_recommend]
impl Rest for Item {
    fn empty() -> Self {
        Self::new()
    }

    fn read<'de, D: Decoder<'de>>(
        &mut self,
        keys: &mut DecodeKeys<'de>,
        schema: &EntitySchema,
        name: &str,
        decoder: D,
    ) -> Result<(), CodecError> {
        if other_meaning(schema, name).is_some() {
            return keys.other_of(schema, name, decoder);
        }
        let value = decoder.any().map_err(|error| within(error, schema))?;
        match self.insert(name.to_owned(), value) {
            Some(_) => Err(within(CodecError::repeated(), schema)),
            None => Ok(()),
        }
    }

    fn write<M: MapEncoder>(&self, schema: &EntitySchema, map: &mut M) {
        for name in self.names() {
            if let Err(error) = write_entry(map, schema, name, &self[name]) {
                map.refuse(within(error, schema));
            }
        }
    }

    fn drop_expiry(&mut self, schema: &EntitySchema) {
        schema.layout.ttl.map(|ttl| self.remove(ttl));
    }

    fn names(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}

fn write_entry<M: MapEncoder>(
    map: &mut M,
    schema: &EntitySchema,
    name: &str,
    value: &AttributeValue,
) -> Result<(), CodecError> {
    let meaning = other_meaning(schema, name).or(is_of_a_field(schema, name).then_some("stored by a field"));
    if let Some(meaning) = meaning {
        let problem = format!("`{name}` is {meaning}, and cannot be among the attributes that no field has");
        return Err(CodecError::value(problem));
    }
    if name.is_empty() {
        return Err(CodecError::value("an attribute has no name"));
    }
    // What is wrong with a value is told without the value, which may be anything.
    let refused = |_| CodecError::value(format!("`{name}` has a value that DynamoDB does not take"));
    map.entry(name, value).map_err(refused)
}

fn within(error: CodecError, schema: &EntitySchema) -> CodecError {
    error.within(schema.rest.unwrap_or_default())
}
