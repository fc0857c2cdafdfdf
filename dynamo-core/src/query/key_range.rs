//! Ranges of keys.

use std::cmp::Ordering;
use std::ops::Bound;

use crate::codec::compare_numbers;
use crate::error::{Error, InvalidKind};
use crate::schema::{KeyAttribute, KeyType};

/// The maximum length of a sort key in DynamoDB, in bytes.
const SORT_LIMIT: usize = 1024;

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

impl KeyRange {
    /// Returns whether a key may be in both ranges.
    pub(super) fn overlaps(&self, other: &Self, key_type: KeyType) -> bool {
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

/// Returns the range between two keys, each with whether it is included.
pub(super) fn between(
    sort: &KeyAttribute,
    (low, with_low): (String, bool),
    (high, with_high): (String, bool),
) -> Result<KeyRange, Error> {
    let (low, high) = match sort.key_type {
        KeyType::S => {
            let low = if with_low { low } else { low + "\0" };
            (low, if with_high { Some(high) } else { before(&high, false) })
        }
        _ if with_low && with_high => (low, Some(high)),
        KeyType::N | KeyType::B => {
            return Err(Error::invalid(
                InvalidKind::Argument,
                "the sort key is no text, so DynamoDB has no range with one end left out",
                "use `from` and `to`",
            ));
        }
    };
    Ok(match high {
        Some(high) if compare(sort.key_type, &low, &high).is_le() => KeyRange::Between(low, high),
        _ => KeyRange::Empty,
    })
}

/// Returns the first text after all texts that begin with `prefix`.
pub(super) fn beyond(prefix: &str) -> String {
    let mut text = prefix.to_owned();
    while let Some(last) = text.pop() {
        if let Some(next) = (u32::from(last) + 1..=u32::from(char::MAX)).find_map(char::from_u32) {
            text.push(next);
            return text;
        }
    }
    prefix.to_owned()
}

/// Returns the last key that begins with `prefix`.
pub(super) fn last_within(prefix: &str) -> String {
    fill(prefix.to_owned(), SORT_LIMIT)
}

/// Returns the last key before `text`; where all keys have the same width, a short one suffices.
pub(super) fn before(text: &str, fixed: bool) -> Option<String> {
    let mut start = text.to_owned();
    let last = start.pop()?;
    let Some(previous) = (0..u32::from(last)).rev().find_map(char::from_u32) else { return Some(start) };
    start.push(previous);
    let limit = if fixed { start.len() + 4 } else { SORT_LIMIT };
    Some(fill(start, limit))
}

/// Appends the highest character as often as fits into `limit` bytes.
fn fill(mut text: String, limit: usize) -> String {
    while text.len() + char::MAX.len_utf8() <= limit {
        text.push(char::MAX);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beyond_a_prefix() {
        assert_eq!(beyond("MSG#"), "MSG$");
        assert_eq!(beyond("a\u{10FFFF}"), "b");
        assert_eq!(beyond("\u{D7FF}"), "\u{E000}");
    }

    #[test]
    fn the_last_key_before_another() {
        assert!(before("MSG#0010", true).is_some_and(|key| key.as_str() > "MSG#000" && key.as_str() < "MSG#0010"));
        assert_eq!(before("a\0", true).as_deref(), Some("a"));
        assert_eq!(before("", true), None);
        assert!(before("b", false).is_some_and(|key| key.as_str() > "azzzzz" && key.len() <= SORT_LIMIT));
    }

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
