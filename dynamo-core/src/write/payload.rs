//! A whole item that is to be written, as the codec wants it.

use std::sync::Arc;

use crate::codec::own_item;
use crate::error::Error;
use crate::schema::Item;

#[derive(Clone)]
pub(crate) enum Payload {
    /// `"Item":{..},`, as it stands in the request.
    Json(Arc<Vec<u8>>),
    Item(Item),
}

const BEFORE: &[u8] = b"\"Item\":";

impl Payload {
    /// The buffer that an entity's JSON is appended to.
    pub(crate) fn buffer() -> Vec<u8> {
        let mut json = Vec::with_capacity(1024);
        json.extend_from_slice(BEFORE);
        json
    }

    /// The item in a [`buffer`](Self::buffer).
    pub(crate) fn from_buffer(mut json: Vec<u8>) -> Self {
        json.push(b',');
        Self::Json(Arc::new(json))
    }

    /// The item's JSON, if that is what it is.
    pub(crate) fn json(&self) -> Option<&[u8]> {
        match self {
            Self::Json(json) => json.strip_prefix(BEFORE)?.strip_suffix(b","),
            Self::Item(_) => None,
        }
    }

    pub(crate) fn to_item(&self) -> Result<Item, Error> {
        match self {
            Self::Item(item) => Ok(item.clone()),
            Self::Json(_) => own_item(self.json().unwrap_or_default()),
        }
    }
}
