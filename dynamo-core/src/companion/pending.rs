//! The pending state of a record with more companions than fit into one transaction, until all of them are written.

use crate::codec::{AttributeValue, Item};
use crate::expr::{Compare, Node, Path};
use crate::schema::reserved::PENDING;

const ID: &str = "id";
const GONE: &str = "gone";
const DROP: &str = "drop";
const TABLE: &str = "table";
const KEY: &str = "key";

/// The remaining work of a pending record: its current pointers must be written, and those in `drop` deleted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pending {
    /// Identifies the write that left the record pending. Whoever continues it requires the id to be unchanged.
    pub(crate) id: String,
    /// Whether the record itself must be deleted after its pointers.
    pub(crate) gone: bool,
    /// The tables and keys of the pointers that must be deleted.
    pub(crate) drop: Vec<(String, Item)>,
}

impl Pending {
    pub(crate) fn new(gone: bool, drop: Vec<(String, Item)>) -> Self {
        Self { id: format!("{:032x}", fastrand::u128(..)), gone, drop }
    }

    pub(crate) fn to_value(&self) -> AttributeValue {
        let drop = self.drop.iter().map(|(table, key)| {
            let table = (TABLE.to_owned(), AttributeValue::S(table.clone()));
            AttributeValue::M([table, (KEY.to_owned(), AttributeValue::M(key.clone()))].into())
        });
        let entries = [
            (ID.to_owned(), AttributeValue::S(self.id.clone())),
            (GONE.to_owned(), AttributeValue::Bool(self.gone)),
            (DROP.to_owned(), AttributeValue::L(drop.collect())),
        ];
        AttributeValue::M(entries.into())
    }

    /// Returns the pending state of an item, if it is pending.
    pub(crate) fn of(item: &Item) -> Option<Self> {
        let pending = item.get(PENDING)?.as_m().ok()?;
        let drop = pending.get(DROP)?.as_l().ok()?.iter().filter_map(|entry| {
            let entry = entry.as_m().ok()?;
            Some((entry.get(TABLE)?.as_s().ok()?.clone(), entry.get(KEY)?.as_m().ok()?.clone()))
        });
        Some(Self {
            id: pending.get(ID)?.as_s().ok()?.clone(),
            gone: *pending.get(GONE)?.as_bool().ok()?,
            drop: drop.collect(),
        })
    }

    /// Returns whether the deletion of an item has begun, so that it is not counted any more.
    pub(crate) fn is_gone(item: &Item) -> bool {
        Self::of(item).is_some_and(|pending| pending.gone)
    }

    /// Returns the condition that the item is still pending because of the same write.
    pub(crate) fn still(&self) -> Node {
        Node::compare(Path::new(PENDING).name(ID), Compare::Eq, AttributeValue::S(self.id.clone()))
    }
}
