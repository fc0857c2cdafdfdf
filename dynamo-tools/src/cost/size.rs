//! How large items and index entries are, by DynamoDB's own rules.

use std::collections::BTreeMap;

use dynamo_core::Item;
use dynamo_core::schema::{EntitySchema, IndexProjection, IndexSchema};
use serde_json::Value;

use crate::sample;
use crate::value::to_json;

/// The sizes of the items of a table's entities: measured, or as they are given in `load(size = ..)`, or else those of items
/// made up from the declarations.
#[derive(Debug, Clone, Default)]
pub struct Sizes {
    /// The bytes and the number of measured items, by entity, with one of them.
    measured: BTreeMap<String, (u64, u64, BTreeMap<String, Value>)>,
}

impl Sizes {
    /// Adds an item of an entity, as DynamoDB's JSON.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::{cost::Sizes, sample};
    ///
    /// let mut sizes = Sizes::default();
    /// sizes.measure("Note", sample::item(Note::SCHEMA));
    /// assert!(sizes.item(Note::SCHEMA) < 100);
    /// ```
    pub fn measure(&mut self, entity: &str, item: BTreeMap<String, Value>) {
        let size = item_size(&item);
        let (bytes, count, _) = self.measured.entry(entity.to_owned()).or_insert_with(|| (0, 0, item));
        *bytes += size;
        *count += 1;
    }

    /// Adds an item of an entity.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    ///
    /// let item = [("PK".to_owned(), AttributeValue::S("NOTE#1".to_owned()))].into();
    /// let mut sizes = dynamo_tools::cost::Sizes::default();
    /// sizes.measure_item("Note", &item);
    /// assert!(format!("{sizes:?}").contains("NOTE#1"));
    /// ```
    pub fn measure_item(&mut self, entity: &str, item: &Item) {
        self.measure(entity, to_json(item));
    }

    /// Returns the bytes of an item.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::cost::Sizes;
    ///
    /// // #[entity(.., load(size = 500))]
    /// assert_eq!(Sizes::default().item(Note::SCHEMA), 500);
    /// ```
    #[must_use]
    pub fn item(&self, entity: &EntitySchema) -> u64 {
        match (self.measured.get(entity.name), entity.load.size) {
            (Some((bytes, count, _)), _) => bytes.div_ceil((*count).max(1)),
            (None, Some(size)) => u64::from(size),
            (None, None) => item_size(&sample::item(entity)),
        }
    }

    /// One of the items that were measured.
    pub(super) fn one(&self, entity: &EntitySchema) -> Option<&BTreeMap<String, Value>> {
        self.measured.get(entity.name).map(|(_, _, item)| item)
    }

    /// Returns whether the size is made up: neither measured nor given.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::cost::Sizes;
    ///
    /// // #[entity(.., load(size = 500))]
    /// assert!(!Sizes::default().is_assumed(Note::SCHEMA));
    /// ```
    #[must_use]
    pub fn is_assumed(&self, entity: &EntitySchema) -> bool {
        !self.measured.contains_key(entity.name) && entity.load.size.is_none()
    }

    /// Returns the bytes of an entry in an index.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::cost::Sizes;
    ///
    /// let keys_only = &App::LAYOUT.indexes[0];
    /// assert!(Sizes::default().entry(Note::SCHEMA, keys_only) < 100);
    /// ```
    #[must_use]
    pub fn entry(&self, entity: &EntitySchema, index: &IndexSchema) -> u64 {
        if index.projection == IndexProjection::All {
            return self.item(entity);
        }
        let layout = entity.layout;
        let item = self.one(entity).cloned().unwrap_or_else(|| sample::item(entity));
        let table = [Some(layout.pk), layout.sk].into_iter().flatten();
        let keys = table.chain(index.pk.iter().copied()).chain(index.sk.iter().copied()).map(|key| key.name.text);
        let included = match index.projection {
            IndexProjection::Include(names) => names,
            IndexProjection::All | IndexProjection::KeysOnly => &[],
        };
        let held: Vec<&str> = keys.chain(included.iter().copied()).collect();
        let held = item.into_iter().filter(|(name, _)| held.contains(&name.as_str())).collect();
        item_size(&held)
    }
}

/// The bytes of an item: names in UTF-8, and values.
pub(crate) fn item_size(item: &BTreeMap<String, Value>) -> u64 {
    item.iter().map(|(name, value)| name.len() as u64 + value_size(value)).sum()
}

fn value_size(value: &Value) -> u64 {
    let Some((kind, content)) = value.as_object().and_then(|typed| typed.iter().next()) else { return 0 };
    let texts = |size: fn(&str) -> u64| {
        content.as_array().into_iter().flatten().filter_map(Value::as_str).map(size).sum::<u64>()
    };
    let text = content.as_str().unwrap_or_default();
    let length = |text: &str| text.len() as u64;
    match kind.as_str() {
        "S" => length(text),
        "N" => number(text),
        "B" => bytes(text),
        "SS" => texts(|text| text.len() as u64),
        "NS" => texts(number),
        "BS" => texts(bytes),
        // A list and a map take 3 bytes, and 1 more for each of their elements.
        "L" => 3 + content.as_array().into_iter().flatten().map(|value| 1 + value_size(value)).sum::<u64>(),
        "M" => {
            let entries = content.as_object().into_iter().flatten();
            3 + entries.map(|(name, value)| length(name) + 1 + value_size(value)).sum::<u64>()
        }
        _ => 1,
    }
}

/// About one byte for two digits, on each side of the point, one more, and one for a sign.
fn number(text: &str) -> u64 {
    let (sign, digits) = text.strip_prefix('-').map_or((0, text), |digits| (1, digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    // Zeros at the ends of a number are not stored.
    let significant = if fraction.is_empty() { whole.trim_end_matches('0') } else { whole };
    let fraction = if whole.is_empty() { fraction.trim_start_matches('0') } else { fraction };
    let half = |digits: &str| digits.len().div_ceil(2) as u64;
    half(significant) + half(fraction) + 1 + if significant.is_empty() && fraction.is_empty() { 0 } else { sign }
}

/// The bytes that a base64 text stands for.
fn bytes(text: &str) -> u64 {
    let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
    (text.len() / 4 * 3).saturating_sub(padding) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_half_a_byte_for_each_digit() {
        for (text, size) in
            [("0", 1), ("1", 2), ("42", 2), ("-42", 3), ("1000", 2), ("123", 3), ("1.5", 3), ("1769860800", 5)]
        {
            assert_eq!(number(text), size, "{text}");
        }
        assert_eq!((bytes("AQ=="), bytes("AQID"), bytes("")), (1, 3, 0));
    }
}
