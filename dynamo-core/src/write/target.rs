//! The item that a write applies to.

use crate::codec::Item;
use crate::companion::{Id, id_of, id_text, key_item};
use crate::db::Db;
use crate::error::{Error, RequestInfo};
use crate::schema::EntitySchema;

#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) schema: &'static EntitySchema,
    pub(crate) id: Id,
    pub(crate) request: RequestInfo,
}

impl Target {
    pub(crate) fn new(
        db: &Db,
        operation: &'static str,
        schema: &'static EntitySchema,
        key: (String, Option<String>),
    ) -> Result<Self, Error> {
        let id = (schema.layout.id, key.0, key.1);
        let request = RequestInfo::new(operation, &db.name_of(schema.layout)?).entity(schema).key(id_text(&id));
        Ok(Self { schema, id, request })
    }

    /// Creates the target of a record that was read, or of its key.
    pub(crate) fn of_item(
        db: &Db,
        operation: &'static str,
        schema: &'static EntitySchema,
        item: &Item,
    ) -> Result<Self, Error> {
        let id = id_of(schema.layout, item);
        Self::new(db, operation, schema, (id.1, id.2))
    }

    /// Returns the key as the SDK's type.
    pub(crate) fn key(&self) -> Item {
        key_item(self.schema.layout, &self.id)
    }
}
