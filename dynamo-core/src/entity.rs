//! What every entity can do.

use crate::codec::{self, CodecError, DecodeKeys, MapDecoder, MapEncoder};
use crate::error::Error;
use crate::key::{Key, KeyBuffer, KeyWriter};
use crate::schema::{EntitySchema, Slot};
use crate::sync::{Companions, Held};
use crate::{Item, Table};

/// A kind of item, declared with `#[derive(Entity)]`.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
/// pub enum App {
///     Goal(Goal),
/// }
///
/// #[derive(Entity, Debug, PartialEq)]
/// #[entity(table = App, pk = "USER#<user_id>", sk = "GOAL#<goal_id>", rename_all = "camelCase")]
/// pub struct Goal {
///     user_id: String,
///     goal_id: String,
///     title: String,
/// }
///
/// let goal = Goal { user_id: "u1".into(), goal_id: "g1".into(), title: "Run".into() };
/// assert_eq!(goal.key()?, Goal::key("u1", "g1")?);
///
/// let item = goal.to_item()?;
/// assert_eq!(item["PK"].as_s().unwrap(), "USER#u1");
/// assert_eq!(item["type"].as_s().unwrap(), "Goal");
/// assert_eq!(item["goalId"].as_s().unwrap(), "g1");
/// assert_eq!(Goal::from_item(item)?, goal);
///
/// let mut json = Vec::new();
/// goal.write_json(&mut json)?;
/// assert_eq!(Goal::read_json(&json)?, goal);
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity",
    label = "not an `Entity`",
    note = "help: `#[derive(Entity)]` on `{Self}`"
)]
pub trait Entity: Sized + 'static {
    /// The table that it is in.
    type Table: Table;

    /// The fields of the primary key, in the order in which the key function takes them.
    type KeyFields;

    /// The entity as data.
    const SCHEMA: &'static EntitySchema;

    /// The keys that it gives to indexes.
    #[doc(hidden)]
    const SLOTS: &'static [Slot];

    /// Writes a key: 0 is the partition key, 1 the sort key, and what follows are the [`SLOTS`](Self::SLOTS).
    #[doc(hidden)]
    fn render_key<B: KeyBuffer>(&self, at: usize, writer: &mut KeyWriter<'_, B>);

    /// Whether the item is in the `at`th index of its schema: false while a field of a sparse one is `None`.
    #[doc(hidden)]
    fn is_in_index(&self, at: usize) -> bool;

    /// The fields that a primary key was made from.
    #[doc(hidden)]
    fn parse(pk: &str, sk: Option<&str>) -> Result<Self::KeyFields, Error>;

    /// Writes the fields.
    #[doc(hidden)]
    fn write_fields<M: MapEncoder>(&self, map: &mut M) -> Result<(), CodecError>;

    /// Reads the fields.
    #[doc(hidden)]
    fn read_fields<'de, M: MapDecoder<'de>>(map: &mut M, keys: &mut DecodeKeys<'de>) -> Result<Self, CodecError>;

    /// The pointers that it lists.
    #[doc(hidden)]
    const POINTERS: &'static [&'static EntitySchema] = &[];

    /// Pointers, locks and counters that go with this item.
    #[doc(hidden)]
    fn companions(&self, _: &mut Companions<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// The entities of these.
    #[doc(hidden)]
    fn held(_: &mut Held) {}

    /// Whether one of them is made from this field.
    #[doc(hidden)]
    #[must_use]
    fn feeds(_: &str) -> bool {
        false
    }

    /// Brings an item of an older form into that of today.
    #[doc(hidden)]
    fn upgrade(_: u32, item: Item) -> Result<Item, CodecError> {
        Ok(item)
    }

    /// The primary key of this item.
    fn key(&self) -> Result<Key<Self>, Error> {
        Key::of(self)
    }

    /// The item, for the SDK: keys, index keys, type tag and fields.
    fn to_item(&self) -> Result<Item, Error> {
        codec::entity_to_item(self)
    }

    /// Reads an item of the SDK. Attributes that no field has are ignored.
    fn from_item(item: Item) -> Result<Self, Error> {
        codec::entity_from_item(item)
    }

    /// Writes the item as DynamoDB's JSON to the end of `out`; on an error, `out` is as it was.
    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        codec::entity_to_json(self, out)
    }

    /// Reads an item from DynamoDB's JSON. Attributes that no field has are ignored.
    fn read_json(json: &[u8]) -> Result<Self, Error> {
        codec::entity_from_json(json)
    }
}
