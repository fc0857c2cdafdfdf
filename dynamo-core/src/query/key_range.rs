//! The range of sort keys that a narrowed field selects.

use std::ops::Bound;

use super::bounds::Narrowed;
use super::key_condition::{KeyRange, compare};
use crate::error::Error;
use crate::key::{KeyError, KeyProblem};
use crate::schema::{Case, EntitySchema, Format, KeyAttribute, KeyKind, KeyPart, KeyType, in_order};

/// The maximum length of a sort key in DynamoDB, in bytes.
const SORT_LIMIT: usize = 1024;

/// The position of a field in its key.
pub(crate) struct FieldPosition<'a> {
    pub(crate) attribute: KeyAttribute,
    pub(crate) part: KeyPart,
    /// The text of the key before the field.
    pub(crate) before: &'a str,
    /// The literal after the field.
    pub(crate) after: &'a str,
}

impl FieldPosition<'_> {
    /// Returns the range of keys whose field is in `narrowed`; `format` renders a value as it appears in keys.
    pub(crate) fn range(
        &self,
        narrowed: &Narrowed,
        format: &dyn Fn(&str) -> Result<String, Error>,
        schema: &EntitySchema,
    ) -> Result<Option<KeyRange>, Error> {
        let (from, to) = match narrowed {
            Narrowed::Equal(text) => (Bound::Included(text), Bound::Included(text)),
            Narrowed::Prefix(text) if self.attribute.key_type == KeyType::B && !text.is_empty() => {
                return Ok(Some(KeyRange::Prefix(base64_simd::STANDARD.encode_to_string(text))));
            }
            // Every text begins so, and DynamoDB takes no empty text for a key.
            Narrowed::Prefix(text) if text.is_empty() => (Bound::Unbounded, Bound::Unbounded),
            Narrowed::Prefix(text) if !self.tells_prefix(text) => {
                let problem =
                    "has less of it in the key than the prefix has: a date, or a letter that folds by what follows it";
                return Err(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)).into());
            }
            Narrowed::Prefix(text) => return Ok(Some(KeyRange::Prefix(format!("{}{}", self.before, format(text)?)))),
            Narrowed::Range(from, to) => (from.as_ref(), to.as_ref()),
        };
        let bounded = !matches!((from, to), (Bound::Unbounded, Bound::Unbounded));
        if bounded && !self.part.format.keeps_order() {
            let problem = "is folded, cut to its date or unordered in the key, so its keys are not in its order: narrow by a value";
            return Err(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)).into());
        }
        // Where a range is given in the code, the compiler has refused it already.
        let escaped = matches!(self.part.format, Format::Escaped);
        if bounded && !in_order(self.part.kind, escaped, self.after, schema.layout.separator) {
            let problem = "is free text that more of the key follows, or an enum whose texts do not ascend, so its keys are \
                           not in its order: narrow by a value or by `begins_with`, or write it as `:escaped`";
            return Err(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)).into());
        }
        if self.attribute.key_type != KeyType::S && (from, to) != (Bound::Unbounded, Bound::Unbounded) {
            return self.bare_range(from, to, schema).map(Some);
        }
        let key = |text: &String| Ok::<_, Error>(format!("{}{}", self.before, format(text)?));
        let ends_key = self.after.is_empty();
        // All keys whose field is `text` begin with `key(text) + after`.
        let lowest = match from {
            Bound::Included(text) => Some((key(text)?, true)),
            Bound::Excluded(text) if ends_key => Some((key(text)?, false)),
            Bound::Excluded(text) => Some((beyond(&(key(text)? + self.after)), true)),
            Bound::Unbounded if self.before.is_empty() => None,
            Bound::Unbounded => Some((self.before.to_owned(), true)),
        };
        let highest = match to {
            Bound::Included(text) if ends_key => Some((key(text)?, true)),
            Bound::Included(text) => Some((last_within(&(key(text)? + self.after)), true)),
            // No key is exactly this, since something follows the field.
            Bound::Excluded(text) if !ends_key => Some((key(text)?, true)),
            Bound::Excluded(text) => Some((key(text)?, false)),
            Bound::Unbounded if self.before.is_empty() => None,
            Bound::Unbounded => Some((last_within(self.before), true)),
        };
        let fixed = !matches!(self.part.kind, KeyKind::Text);
        Ok(match (lowest, highest) {
            (None, None) => None,
            (Some((from, true)), None) => Some(KeyRange::AtLeast(from)),
            (Some((from, false)), None) => Some(KeyRange::Greater(from)),
            (None, Some((to, true))) => Some(KeyRange::AtMost(to)),
            (None, Some((to, false))) => Some(KeyRange::Less(to)),
            (Some((from, from_it)), Some((to, to_it))) => {
                let from = if from_it { from } else { from + "\0" };
                let to = if to_it { Some(to) } else { before(&to, fixed) };
                Some(match to {
                    Some(to) if from <= to => KeyRange::Between(from, to),
                    _ => KeyRange::Empty,
                })
            }
        })
    }

    /// Whether the keys of all values that begin with `text` begin alike, and no others do.
    fn tells_prefix(&self, text: &str) -> bool {
        match self.part.format {
            Format::Bucket(bucket) => text.len() <= bucket.width(),
            // A sigma at the end of a word becomes another letter than within one, even before an apostrophe or an accent.
            Format::Folded(Case::Lower) | Format::FoldedEscaped(Case::Lower) => {
                let within = format!("{text}A").to_lowercase();
                within.strip_suffix('a') == Some(text.to_lowercase().as_str())
            }
            _ => true,
        }
    }

    /// Returns the range of a Number or Binary field that is the whole key.
    fn bare_range(&self, from: Bound<&String>, to: Bound<&String>, schema: &EntitySchema) -> Result<KeyRange, Error> {
        let half_open = || {
            let problem = "is no whole number, so DynamoDB has no range with one end left out: use `from..=to`";
            Error::from(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)))
        };
        let whole = matches!(self.part.kind, KeyKind::Unsigned | KeyKind::Signed);
        let shifted = |text: &String, by: i128| {
            if !whole {
                return Err(half_open());
            }
            let number: i128 = text.parse().map_err(|_| half_open())?;
            Ok::<_, Error>(number.checked_add(by).map(|number| number.to_string()))
        };
        Ok(match (from, to) {
            (Bound::Unbounded, Bound::Included(to)) => KeyRange::AtMost(to.clone()),
            (Bound::Unbounded, Bound::Excluded(to)) => KeyRange::Less(to.clone()),
            (Bound::Included(from), Bound::Unbounded) => KeyRange::AtLeast(from.clone()),
            (Bound::Excluded(from), Bound::Unbounded) => KeyRange::Greater(from.clone()),
            (Bound::Unbounded, Bound::Unbounded) => KeyRange::Empty,
            (from, to) => {
                let from = match from {
                    Bound::Excluded(from) => shifted(from, 1)?,
                    Bound::Included(from) => Some(from.clone()),
                    Bound::Unbounded => None,
                };
                let to = match to {
                    Bound::Excluded(to) => shifted(to, -1)?,
                    Bound::Included(to) => Some(to.clone()),
                    Bound::Unbounded => None,
                };
                match (from, to) {
                    (Some(from), Some(to)) if compare(self.attribute.key_type, &from, &to).is_le() => {
                        KeyRange::Between(from, to)
                    }
                    _ => KeyRange::Empty,
                }
            }
        })
    }
}

/// Returns the range between two keys, each with whether it is included.
pub(crate) fn between(
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
            return Err(Error::refused(
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
fn beyond(prefix: &str) -> String {
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
fn before(text: &str, fixed: bool) -> Option<String> {
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
    fn a_prefix_folds_alike_whatever_follows() {
        let attribute = KeyAttribute { name: crate::schema::Name::new("SK", "\"SK\":"), key_type: KeyType::S };
        let format = Format::Folded(Case::Lower);
        let part = KeyPart { field: "name", at: 0, format, kind: KeyKind::Text, optional: false };
        let place = FieldPosition { attribute, part, before: "N#", after: "" };
        let of = |text: &str| {
            let fold = |text: &str| Ok(text.to_lowercase());
            place.range(&Narrowed::Prefix(text.to_owned()), &fold, &EntitySchema::FALLBACK)
        };
        for text in ["ΟΔΟΣ", "ΟΔΟΣ'", "ΟΔΟΣ.\u{301}", "ΟΔΟΣ\u{ad}"] {
            assert!(of(text).is_err(), "{text}");
        }
        for (text, key) in
            [("ΟΔΟΣΑ", "N#οδοσα"), ("ΟΔΟΣ Α", "N#οδος α"), ("ΟΔΟΣ ", "N#οδος "), ("Σ", "N#σ"), ("AB", "N#ab")]
        {
            assert_eq!(of(text), Ok(Some(KeyRange::Prefix(key.to_owned()))), "{text}");
        }
    }

    #[test]
    fn half_a_range_of_fractions_is_refused() {
        let attribute = KeyAttribute { name: crate::schema::Name::new("n", "\"n\":"), key_type: KeyType::N };
        let place = |kind| FieldPosition {
            attribute,
            part: KeyPart { field: "n", at: 0, format: Format::Bare, kind, optional: false },
            before: "",
            after: "",
        };
        let range = Narrowed::Range(Bound::Included("1".to_owned()), Bound::Excluded("5".to_owned()));
        let of = |kind| place(kind).range(&range, &|text: &str| Ok(text.to_owned()), &EntitySchema::FALLBACK);
        assert_eq!(of(KeyKind::Unsigned), Ok(Some(KeyRange::Between("1".to_owned(), "4".to_owned()))));
        assert!(of(KeyKind::Float).is_err(), "4.5 would be lost");
    }
}
