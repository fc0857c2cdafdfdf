//! The state of a record whose companions are not all written yet: more of them than one transaction takes.

use crate::codec::AttributeValue;
use crate::expr::Placeholders;
use crate::schema::Item;
use crate::schema::reserved::PENDING;

const ID: &str = "id";
const GONE: &str = "gone";
const DROP: &str = "drop";
const TABLE: &str = "table";
const KEY: &str = "key";

/// What is left to do: the pointers that the record has now are to be written, and these are to be deleted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pending {
    /// Identifies the write that left it: whoever continues checks that it is still there.
    pub(crate) id: String,
    /// The record itself is to be deleted, after its pointers.
    pub(crate) gone: bool,
    /// The table and the key of pointers that are to be deleted.
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

    /// The state of an item, if it is pending.
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

    /// The condition that it is still there.
    pub(crate) fn condition(&self, placeholders: &mut Placeholders) -> String {
        let (pending, id) = (placeholders.name(PENDING), placeholders.name(ID));
        format!("{pending}.{id} = {}", placeholders.value(&AttributeValue::S(self.id.clone())))
    }
}
