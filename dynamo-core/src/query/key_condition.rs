//! Key conditions of queries.

use std::cmp::Ordering;
use std::ops::Bound;

use super::cursor::Fingerprint;
use super::partition::Bounds;
use crate::codec::{AttributeValue, Item, compare_numbers};
use crate::expr::Placeholders;
use crate::key::KeyValue;
use crate::schema::{EntitySchema, IndexSchema, KeyAttribute, KeyType, TableLayout};

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

impl KeyCondition {
    /// Returns the values of the partition key.
    pub(crate) fn partition(&self) -> &[KeyValue] {
        let attributes = self.index.map_or(1, |index| if index.local { 1 } else { index.pk.len() });
        self.equal.get(..attributes).unwrap_or(&self.equal)
    }

    /// Returns whether an item may fulfil both conditions.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        if self.is_empty() || other.is_empty() || self.equal.iter().zip(&other.equal).any(|(a, b)| a != b) {
            return false;
        }
        let (shorter, longer) = if self.equal.len() <= other.equal.len() { (self, other) } else { (other, self) };
        match (&shorter.range, longer.equal.get(shorter.equal.len()), &longer.range) {
            (None, ..) | (_, None, None) => true,
            (Some((attribute, range)), Some(value), _) => {
                let value = value.as_str().to_owned();
                range.overlaps(&KeyRange::Between(value.clone(), value), attribute.key_type)
            }
            (Some((attribute, a)), None, Some((_, b))) => a.overlaps(b, attribute.key_type),
        }
    }
}

impl KeyRange {
    /// Returns whether a key may be in both ranges.
    fn overlaps(&self, other: &Self, key_type: KeyType) -> bool {
        match (self, other) {
            (Self::Prefix(a), Self::Prefix(b)) => a.starts_with(b.as_str()) || b.starts_with(a.as_str()),
            (Self::Prefix(prefix), range) | (range, Self::Prefix(prefix)) => {
                let (from, to) = range.bounds();
                let reaches = |bound: Bound<&str>, is_beyond: fn(&str, &str) -> bool| match bound {
                    Bound::Unbounded => true,
                    Bound::Included(text) => text.starts_with(prefix.as_str()) || is_beyond(text, prefix),
                    Bound::Excluded(text) => {
                        text.starts_with(prefix.as_str()) && text != prefix || is_beyond(text, prefix)
                    }
                };
                reaches(from, |text, prefix| text <= prefix) && reaches(to, |text, prefix| text > prefix)
            }
            _ => {
                let ((from_a, to_a), (from_b, to_b)) = (self.bounds(), other.bounds());
                meet(from_a, to_b, key_type) && meet(from_b, to_a, key_type)
            }
        }
    }

    /// Returns the bounds of a range that is no prefix.
    fn bounds(&self) -> (Bound<&str>, Bound<&str>) {
        match self {
            Self::Less(to) => (Bound::Unbounded, Bound::Excluded(to)),
            Self::AtMost(to) => (Bound::Unbounded, Bound::Included(to)),
            Self::Greater(from) => (Bound::Excluded(from), Bound::Unbounded),
            Self::AtLeast(from) => (Bound::Included(from), Bound::Unbounded),
            Self::Between(from, to) => (Bound::Included(from), Bound::Included(to)),
            Self::Prefix(_) | Self::Empty => (Bound::Unbounded, Bound::Unbounded),
        }
    }
}

/// Returns whether a key may lie between two bounds.
fn meet(from: Bound<&str>, to: Bound<&str>, key_type: KeyType) -> bool {
    match (from, to) {
        (Bound::Unbounded, _) | (_, Bound::Unbounded) => true,
        (Bound::Included(from), Bound::Included(to)) => compare(key_type, from, to).is_le(),
        (Bound::Included(from) | Bound::Excluded(from), Bound::Included(to) | Bound::Excluded(to)) => {
            compare(key_type, from, to).is_lt()
        }
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
    fn ranges_overlap_where_a_key_is_in_both() {
        let text = str::to_owned;
        let between = |from: &str, to: &str| KeyRange::Between(text(from), text(to));
        let prefix = KeyRange::Prefix(text("B#"));
        for (a, b, overlap) in [
            (between("a", "c"), between("c", "d"), true),
            (between("a", "b"), between("c", "d"), false),
            (KeyRange::Less(text("c")), KeyRange::AtLeast(text("c")), false),
            (KeyRange::AtMost(text("c")), KeyRange::AtLeast(text("c")), true),
            (KeyRange::Greater(text("c")), KeyRange::AtLeast(text("a")), true),
            (prefix.clone(), KeyRange::Prefix(text("B#1")), true),
            (prefix.clone(), KeyRange::Prefix(text("C#")), false),
            (prefix.clone(), between("B#3", "B#4"), true),
            (prefix.clone(), between("A", "B#"), true),
            (prefix.clone(), between("A", "B"), false),
            (prefix.clone(), between("C", "D"), false),
            (prefix.clone(), KeyRange::Less(text("B#")), false),
            (prefix.clone(), KeyRange::Less(text("B#1")), true),
            (prefix.clone(), KeyRange::Greater(text("B#1")), true),
            (prefix, KeyRange::Greater(text("C")), false),
        ] {
            assert_eq!(a.overlaps(&b, KeyType::S), overlap, "{a:?} and {b:?}");
            assert_eq!(b.overlaps(&a, KeyType::S), overlap, "{b:?} and {a:?}");
        }
        assert!(!between("2", "9").overlaps(&between("10", "11"), KeyType::N));
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert!(compare(KeyType::N, "9", "10").is_lt());
        assert!(compare(KeyType::N, "-9", "-10").is_gt());
        assert!(compare(KeyType::N, "1.5", "1.25").is_gt());
    }
}
