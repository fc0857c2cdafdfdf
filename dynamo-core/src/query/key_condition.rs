//! Key conditions of queries.

use std::cmp::Ordering;

use super::cursor::Fingerprint;
use super::partition::Bounds;
use crate::codec::{AttributeValue, compare_numbers};
use crate::expr::Placeholders;
use crate::key::KeyValue;
use crate::schema::{EntitySchema, IndexSchema, Item, KeyAttribute, KeyType, TableLayout};

/// A key condition on one partition of the table or of an index.
#[derive(Clone)]
pub(crate) struct KeyCondition {
    pub(crate) layout: &'static TableLayout,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) index: Option<&'static IndexSchema>,
    /// Attributes with a fixed value: those of the partition key, and the leading ones of the sort key.
    pub(crate) equal: Vec<KeyValue>,
    pub(crate) range: Option<(KeyAttribute, KeyRange)>,
    /// Where reading begins and ends, which becomes the range once the order of reading is known.
    pub(crate) bounds: Bounds,
    /// Whether the partition key contains the value of a sensitive field.
    pub(crate) sensitive: bool,
}

/// Omits values, which may be sensitive.
impl std::fmt::Debug for KeyCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let index = self.index.map_or("table", |index| index.name);
        f.debug_struct("KeyCondition").field("entity", &self.schema.name).field("index", &index).finish_non_exhaustive()
    }
}

/// The range of the last attribute of the sort key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum KeyRange {
    Prefix(String),
    Less(String),
    AtMost(String),
    Greater(String),
    AtLeast(String),
    Between(String, String),
    /// A range that contains nothing, so that no request is needed.
    Empty,
}

impl KeyCondition {
    /// Returns the texts of the attributes that have a fixed value.
    pub(crate) fn order(&self) -> impl Iterator<Item = &str> {
        self.equal.iter().map(KeyValue::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self.range, Some((_, KeyRange::Empty)))
    }

    /// Returns the attributes that items are sorted by.
    pub(crate) fn sort(&self) -> &[KeyAttribute] {
        match self.index {
            Some(index) => index.sk,
            None => self.layout.sk.as_slice(),
        }
    }

    /// Renders a DynamoDB key condition expression.
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut parts: Vec<String> = Vec::new();
        for value in &self.equal {
            let name = placeholders.name(value.attribute());
            parts.push(format!("{name} = {}", placeholders.value(&value.to_attribute_value())));
        }
        if let Some((attribute, range)) = &self.range {
            let name = placeholders.name(attribute.name.text);
            let mut value = |text: &String| {
                let value = KeyValue::new(attribute, text.clone()).to_attribute_value();
                placeholders.value(&value)
            };
            parts.push(match range {
                KeyRange::Prefix(text) => format!("begins_with({name}, {})", value(text)),
                KeyRange::Less(text) => format!("{name} < {}", value(text)),
                KeyRange::AtMost(text) => format!("{name} <= {}", value(text)),
                KeyRange::Greater(text) => format!("{name} > {}", value(text)),
                KeyRange::AtLeast(text) => format!("{name} >= {}", value(text)),
                KeyRange::Between(from, to) => format!("{name} BETWEEN {} AND {}", value(from), value(to)),
                // No request is sent for an empty range.
                KeyRange::Empty => String::new(),
            });
        }
        parts.join(" AND ")
    }

    pub(crate) fn fingerprint(&self, print: &mut Fingerprint) {
        print.text(self.index.map_or("", |index| index.name));
        for value in &self.equal {
            print.text(value.attribute());
            print.text(value.as_str());
        }
        print.text(&format!("{:?}", self.range.as_ref().map(|(_, range)| range)));
    }
}

pub(super) fn compare(key_type: KeyType, a: &str, b: &str) -> Ordering {
    match key_type {
        KeyType::N => compare_numbers(a, b),
        KeyType::S => a.cmp(b),
        KeyType::B => {
            let bytes = |text: &str| base64_simd::STANDARD.decode_to_vec(text).unwrap_or_default();
            bytes(a).cmp(&bytes(b))
        }
    }
}

/// Compares two items by their sort keys.
pub(crate) fn compare_keys(attributes: &[KeyAttribute], a: &Item, b: &Item) -> Ordering {
    let in_order = |attribute: &KeyAttribute| match (a.get(attribute.name.text), b.get(attribute.name.text)) {
        (Some(AttributeValue::B(a)), Some(AttributeValue::B(b))) => a.as_ref().cmp(b.as_ref()),
        (Some(AttributeValue::S(a) | AttributeValue::N(a)), Some(AttributeValue::S(b) | AttributeValue::N(b))) => {
            compare(attribute.key_type, a, b)
        }
        _ => Ordering::Equal,
    };
    attributes.iter().map(in_order).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert!(compare(KeyType::N, "9", "10").is_lt());
        assert!(compare(KeyType::N, "-9", "-10").is_gt());
        assert!(compare(KeyType::N, "1.5", "1.25").is_gt());
    }
}
