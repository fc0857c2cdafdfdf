//! The traits of entities, tables, collections and projections.

mod any_key;
mod any_of;
mod code;
mod collection;
mod companions;
mod constants;
mod deleted;
mod failure;
mod item;
mod key;
mod old_filter;
mod projection;
mod read;
mod rest;
mod rewrite;
mod slots;
mod table;
mod texts;
mod version;
mod whose;
mod writable;

use crate::codec::{CodecError, Item, MapDecoder, MapEncoder};
use crate::error::Error;
use crate::key::{KeyTests, KeyTuple, TextSink};
use crate::schema::EntitySchema;

pub use any_key::{AnyKey, InTable};
pub use any_of::AnyOf;
pub(crate) use code::{CompanionCode, FieldTexts};
#[doc(hidden)]
pub use code::{CompanionKind, CompanionRole, CompanionSink};
pub use code::{EntityCode, TableCode};
pub use collection::Collection;
pub use companions::PointerOf;
#[doc(hidden)]
pub use companions::{SameAs, companion_shard, companion_text, push_counter, push_lock, push_pointer, same};
pub(crate) use constants::{has_constants, has_constants_json};
pub(crate) use deleted::{is_deleted, is_deleted_json};
#[doc(hidden)]
pub use item::DecodeKeys;
pub use key::{IntoKey, Key};
pub(crate) use old_filter::{OldFilter, Upgraded};
pub use projection::Projection;
#[doc(hidden)]
pub use projection::current_name;
#[doc(hidden)]
pub use read::ReadItem;
pub use read::UnreadableItem;
pub(crate) use read::{
    Among, Expected, Found, Unreadable, among, read_collection, read_current_projection, read_entity, read_exactly,
    read_projection, read_projection_exactly, read_table,
};
#[doc(hidden)]
pub use rest::Rest;
pub(crate) use rewrite::{current, rewritten};
pub use table::Table;
#[doc(hidden)]
pub use table::{EntitySink, EntitySource};
pub(crate) use texts::{is_token, key_of_json, texts_of_item, texts_of_json};
pub(crate) use version::{Age, upgraded, version_of};
pub(crate) use whose::{deciding_tag, entity_of, expected_tag, is_own, refuse_foreign};
#[doc(hidden)]
pub use writable::WrittenAlone;
pub use writable::{Changeable, Creatable, SoftDeletable, Writable};

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
    /// The table that the entity is stored in.
    type Table: Table;

    /// The fields of the primary key, in the order of the key function's parameters, without those that it has folded or by
    /// their date alone: they cannot be read back.
    type KeyFields: KeyTuple;

    /// Whether the items are written by themselves: see [`Writable`].
    #[doc(hidden)]
    type Written;

    /// The struct with its module path: what the schemas of others know it by.
    #[doc(hidden)]
    const ID: &'static str;

    /// The schema of the entity.
    const SCHEMA: &'static EntitySchema;

    /// The functions that writes of the entity call.
    #[doc(hidden)]
    const CODE: &'static EntityCode = &EntityCode::of::<Self>();

    /// Hands `then` the texts of the fields that keys are derived from, in the order of the schema; `None` for a
    /// field without a value.
    #[doc(hidden)]
    fn key_texts(&self, then: TextSink<'_>);

    /// Encodes the fields.
    #[doc(hidden)]
    fn write_fields<M: MapEncoder>(&self, map: &mut M);

    /// Decodes the fields.
    #[doc(hidden)]
    fn read_fields<'de, M: MapDecoder<'de>>(map: &mut M, keys: &mut DecodeKeys<'de>) -> Result<Self, CodecError>;

    /// The pointers that the entity declares.
    #[doc(hidden)]
    const POINTERS: &'static [&'static EntitySchema] = &[];

    /// The kinds of the entity's companions.
    #[doc(hidden)]
    const COMPANIONS: &'static [CompanionKind] = &[];

    /// Evaluates the tests of `when(..)` that the primary key decides.
    #[doc(hidden)]
    const KEY_TESTS: Option<KeyTests> = None;

    /// Derives the companions of the item: pointers, locks and counters.
    #[doc(hidden)]
    fn companions(&self, _: &mut dyn CompanionSink) -> Result<(), Error> {
        Ok(())
    }

    /// Upgrades an item of an older schema version to the current one.
    #[doc(hidden)]
    fn upgrade(_: u32, item: Item) -> Result<Item, CodecError> {
        Ok(item)
    }

    /// Returns the primary key of the item.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(book().key()?, Book::key("fiction", "b1")?);
    /// # Ok::<(), Error>(())
    /// ```
    fn key(&self) -> Result<Key<Self>, Error> {
        Key::of(self)
    }

    /// Converts to an item of the SDK, with keys, index keys, type tag and fields.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let item: Item = book().to_item()?;
    /// assert_eq!(item["PK"].as_s().unwrap(), "SHELF#fiction");
    /// assert_eq!(item["GSI1PK"].as_s().unwrap(), "AUTHOR#Le Guin");
    /// assert_eq!(item["pages"].as_n().unwrap(), "320");
    /// # Ok::<(), Error>(())
    /// ```
    fn to_item(&self) -> Result<Item, Error> {
        item::entity_to_item(self)
    }

    /// Reads an item of the SDK. Unknown attributes are ignored.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let item: Item = book().to_item()?;
    /// assert_eq!(Book::from_item(item)?, book());
    /// # Ok::<(), Error>(())
    /// ```
    fn from_item(item: Item) -> Result<Self, Error> {
        item::entity_from_item(item)
    }

    /// Appends the item as DynamoDB's JSON to `out`, which is unchanged on an error.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let mut json = Vec::new();
    /// Shelf { name: "fiction".into() }.write_json(&mut json)?;
    /// assert!(String::from_utf8_lossy(&json).contains(r#""PK":{"S":"SHELF#fiction"}"#));
    /// # Ok::<(), Error>(())
    /// ```
    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        item::entity_to_json(self, out)
    }

    /// Reads an item from DynamoDB's JSON. Unknown attributes are ignored.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let json = br#"{"PK":{"S":"SHELF#fiction"},"SK":{"S":"SHELF"},"type":{"S":"Shelf"},"name":{"S":"fiction"}}"#;
    /// assert_eq!(Shelf::read_json(json)?.name, "fiction");
    /// # Ok::<(), Error>(())
    /// ```
    fn read_json(json: &[u8]) -> Result<Self, Error> {
        item::entity_from_json(json)
    }
}
