//! Re-exports the items that declarations of entities and their operations need: `use dynamo_core::prelude::*;`.

pub use crate::codec::Attribute;
pub use crate::db::Db;
pub use crate::error::Error;
pub use crate::key::KeyField;
pub use crate::query::{Cursor, Page, begins_with, gt};
pub use crate::{AnyKey, Collection, Entity, Item, Key, Projection, Table, Timestamp};
pub use dynamo_derive::{Attribute, KeyField};
