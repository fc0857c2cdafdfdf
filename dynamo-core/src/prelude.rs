//! Everything an entity's declaration needs: `use dynamo_core::prelude::*;`.

pub use crate::codec::Attribute;
pub use crate::error::Error;
pub use crate::key::{Key, KeyField};
pub use crate::{Entity, Item, Table, Timestamp};
pub use dynamo_derive::{Attribute, KeyField};
