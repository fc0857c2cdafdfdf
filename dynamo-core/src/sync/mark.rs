//! The mark of a record whose pointers are being written: more of them than one transaction takes.

use crate::Item;
use crate::codec::AttributeValue;

/// Where it is kept, on the canonical record itself.
pub(crate) const PENDING: &str = "_pending";

const ID: &str = "id";
const GONE: &str = "gone";
const DROP: &str = "drop";
const TABLE: &str = "table";
const KEY: &str = "key";

/// Names in an expression.
type Names = std::collections::HashMap<String, String>;

/// What is left to do: the pointers that the record has now are to be written, and these are to go.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    /// Of the write that left it: whoever goes on checks that it is still there.
    pub(crate) id: String,
    /// The record itself is to go, after its pointers.
    pub(crate) gone: bool,
    /// The table and the key of pointers that are to go.
    pub(crate) drop: Vec<(String, Item)>,
}

impl Mark {
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

    /// The mark of an item, if it has one.
    pub(crate) fn of(item: &Item) -> Option<Self> {
        let mark = item.get(PENDING)?.as_m().ok()?;
        let drop = mark.get(DROP)?.as_l().ok()?.iter().filter_map(|entry| {
            let entry = entry.as_m().ok()?;
            Some((entry.get(TABLE)?.as_s().ok()?.clone(), entry.get(KEY)?.as_m().ok()?.clone()))
        });
        Some(Self {
            id: mark.get(ID)?.as_s().ok()?.clone(),
            gone: *mark.get(GONE)?.as_bool().ok()?,
            drop: drop.collect(),
        })
    }

    /// That it is still there, as a condition: an expression, its names and its values.
    pub(crate) fn condition(&self) -> (&'static str, Names, Item) {
        let names = [("#pending".to_owned(), PENDING.to_owned()), ("#id".to_owned(), ID.to_owned())];
        ("#pending.#id = :id", names.into(), Item::from([(":id".to_owned(), AttributeValue::S(self.id.clone()))]))
    }
}
