//! Questions of tools, which have items and the names of entities in place of types.
//!
//! A viewer, an editor or an exporter works with any table, so it knows entities by their schemas alone. A program that has types
//! needs nothing from here.
//!
//! ```
//! # use doc_tables::readers::*;
//! use dynamo_core::inspect;
//!
//! let item = ann().to_item()?; // as a tool has read it
//! let entity = inspect::entity_of::<Readers>(item.clone())?;
//! assert_eq!(entity.name, "Reader");
//! for companion in inspect::companions_of::<Readers>(entity.id, &item)? {
//!     println!("{} {} {:?}", companion.role, companion.schema.name, companion.key);
//! }
//! # Ok::<(), Error>(())
//! ```

mod companions;
mod edit;

use crate::codec::Item;
use crate::entity::{Entity, EntitySink, Table};
use crate::error::Error;
use crate::schema::EntitySchema;

pub use crate::query::{KeyQuery, key_queries};
pub use crate::schema::is_written_alone;
pub use crate::schema::patterns::common_prefix;
pub use companions::{CompanionItem, Derivation, companions_of, derivations, records_of};
pub use edit::{CompanionChange, Edit};

/// Decodes an item and returns its entity; an error says why the table cannot read it.
///
/// ```
/// # use doc_tables::library::*;
/// use dynamo_core::inspect::entity_of;
///
/// assert_eq!(entity_of::<Library>(book().to_item()?)?.name, "Book");
/// assert!(entity_of::<Library>(dynamo_core::Item::new()).is_err());
/// # Ok::<(), Error>(())
/// ```
pub fn entity_of<T: Table>(item: Item) -> Result<&'static EntitySchema, Error> {
    T::from_item(item)?.write_entity(SchemaSink)
}

/// Tells the schema of an entity.
struct SchemaSink;

impl EntitySink for SchemaSink {
    type Out = &'static EntitySchema;

    fn write<E: Entity>(self, _: &E) -> Result<&'static EntitySchema, Error> {
        Ok(E::SCHEMA)
    }
}
