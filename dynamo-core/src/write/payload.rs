//! A whole item to write, in the form that the codec needs.

use std::sync::Arc;

use crate::codec::{Item, item_from_json};
use crate::error::Error;

#[derive(Clone)]
pub(crate) enum Payload {
    /// `"Item":{..},`, as it is in the request.
    Json(Arc<Vec<u8>>),
    Item(Item),
}

const BEFORE: &[u8] = b"\"Item\":";

impl Payload {
    /// Creates the buffer that an entity's JSON is appended to.
    pub(crate) fn buffer() -> Vec<u8> {
        let mut json = Vec::with_capacity(1024);
        json.extend_from_slice(BEFORE);
        json
    }

    /// Creates a payload from a [`buffer`](Self::buffer) with an item in it.
    pub(crate) fn from_buffer(mut json: Vec<u8>) -> Self {
        json.push(b',');
        Self::Json(Arc::new(json))
    }

    /// Returns the item's JSON, unless it is a map.
    pub(crate) fn json(&self) -> Option<&[u8]> {
        match self {
            Self::Json(json) => json.strip_prefix(BEFORE)?.strip_suffix(b","),
            Self::Item(_) => None,
        }
    }

    pub(crate) fn to_item(&self) -> Result<Item, Error> {
        match self {
            Self::Item(item) => Ok(item.clone()),
            Self::Json(_) => item_from_json(self.json().unwrap_or_default()).map_err(Error::unreadable),
        }
    }
}
