//! Filters on entities whose items may have old schema versions.
//!
//! DynamoDB evaluates a filter on what is stored, and an upgrade may change just that. So it returns all items of old
//! versions, and the filter is evaluated here once they are upgraded.

use std::sync::Arc;

use super::read::{Unreadable, is_of};
use super::version::{Upgrade, is_current, upgraded};
use crate::codec::{AttributeValue, Item, JsonReader, item_from_json};
use crate::schema::EntitySchema;
use crate::schema::reserved::SCHEMA_VERSION;

/// The entity of a filter, whose items may have old schema versions.
#[derive(Clone, Copy)]
pub(crate) struct Upgraded {
    schema: &'static EntitySchema,
    upgrade: Upgrade,
}

impl Upgraded {
    /// Returns `None` if all items have the first version.
    pub(crate) fn new(schema: &'static EntitySchema, upgrade: Upgrade) -> Option<Self> {
        (schema.version > 1).then_some(Self { schema, upgrade })
    }

    /// The current version.
    pub(crate) fn version(&self) -> (&'static str, AttributeValue) {
        (SCHEMA_VERSION, AttributeValue::N(self.schema.version.to_string()))
    }

    /// Returns the next item, without consuming it, if DynamoDB has let it pass unseen: one of an old version, in its
    /// current form, or one of another entity, as it is.
    fn unseen(&self, reader: &mut JsonReader<'_>) -> Result<Option<Item>, Unreadable> {
        let start = reader.mark();
        let json = reader.raw()?;
        reader.rewind(start);
        if is_current(self.schema, json)? {
            return Ok(None);
        }
        if !is_of(self.schema, json) {
            return Ok(Some(item_from_json(json)?));
        }
        // One that cannot be upgraded is an error where it is decoded.
        Ok(upgraded(self.schema, self.upgrade, item_from_json(json)?).ok())
    }
}

/// A filter on items of old schema versions, which DynamoDB cannot evaluate.
#[derive(Clone)]
pub(crate) struct OldFilter {
    upgraded: Upgraded,
    holds: Arc<dyn Fn(&Item) -> bool + Send + Sync>,
}

impl OldFilter {
    pub(crate) fn new(upgraded: Upgraded, holds: impl Fn(&Item) -> bool + Send + Sync + 'static) -> Self {
        Self { upgraded, holds: Arc::new(holds) }
    }

    /// Passes the next item if the filter leaves it out.
    pub(crate) fn leaves_out(&self, reader: &mut JsonReader<'_>) -> Result<bool, Unreadable> {
        let leaves_out = self.upgraded.unseen(reader)?.is_some_and(|item| !(self.holds)(&item));
        if leaves_out {
            reader.raw()?;
        }
        Ok(leaves_out)
    }
}
