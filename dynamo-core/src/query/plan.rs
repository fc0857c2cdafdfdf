//! The condition on the keys.

use std::cmp::Ordering;
use std::ops::Bound;

use super::bounds::Narrowed;
use super::cursor::Fingerprint;
use crate::codec::AttributeValue;
use crate::expr::Placeholders;
use crate::key::{KeyError, KeyProblem, KeyValue};
use crate::schema::{EntitySchema, IndexSchema, KeyAttribute, KeyKind, KeyPart, KeyType, TableLayout};
use crate::{Error, Item};

/// The longest sort key that DynamoDB takes.
const SORT_LIMIT: usize = 1024;

/// Which items are read, and from where.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) layout: &'static TableLayout,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) index: Option<&'static IndexSchema>,
    /// Attributes that have one value: those of the partition, and the first ones of the sort key.
    pub(crate) equal: Vec<KeyValue>,
    pub(crate) range: Option<(KeyAttribute, KeyRange)>,
    /// The partition shows the value of a sensitive field.
    pub(crate) sensitive: bool,
}

/// Without values: they may be sensitive.
impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let index = self.index.map_or("table", |index| index.name);
        f.debug_struct("Plan").field("entity", &self.schema.name).field("index", &index).finish_non_exhaustive()
    }
}

/// What the last attribute of the sort key is narrowed to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum KeyRange {
    Prefix(String),
    Less(String),
    AtMost(String),
    Greater(String),
    AtLeast(String),
    Between(String, String),
    /// Nothing can be in it: there is nothing to ask.
    Empty,
}

impl Plan {
    /// The texts of its partition.
    pub(crate) fn order(&self) -> impl Iterator<Item = &str> {
        self.equal.iter().map(KeyValue::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self.range, Some((_, KeyRange::Empty)))
    }

    /// The attributes that items are sorted by.
    pub(crate) fn sort(&self) -> &[KeyAttribute] {
        match self.index {
            Some(index) => index.sk,
            None => self.layout.sk.as_slice(),
        }
    }

    /// The key condition as DynamoDB takes it.
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
                // Never sent.
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

/// What stands before and after a field in its key.
pub(crate) struct Place<'a> {
    pub(crate) attribute: KeyAttribute,
    pub(crate) part: KeyPart,
    /// The key up to the field.
    pub(crate) before: &'a str,
    /// The literal that follows it.
    pub(crate) after: &'a str,
}

impl Place<'_> {
    /// The range of keys whose field is in `narrowed`; `format` writes a value as it stands in keys.
    pub(crate) fn range(
        &self,
        narrowed: &Narrowed,
        format: impl Fn(&str) -> Result<String, Error>,
        schema: &EntitySchema,
    ) -> Result<Option<KeyRange>, Error> {
        let (from, to) = match narrowed {
            Narrowed::Equal(text) => (Bound::Included(text), Bound::Included(text)),
            Narrowed::Prefix(text) if self.attribute.key_type == KeyType::B => {
                return Ok(Some(KeyRange::Prefix(base64_simd::STANDARD.encode_to_string(text))));
            }
            Narrowed::Prefix(text) => return Ok(Some(KeyRange::Prefix(format!("{}{}", self.before, format(text)?)))),
            Narrowed::Range(from, to) => (from.as_ref(), to.as_ref()),
        };
        let bounded = !matches!((from, to), (Bound::Unbounded, Bound::Unbounded));
        if bounded && !self.after.is_empty() && matches!(self.part.kind, KeyKind::Text) {
            // A blank sorts before a separator, so `Milk and bread` before `Milk#`.
            let problem = "is free text that more of the key follows, so its keys are not in its order: \
                           narrow by a value or by `begins_with`, or put the field at the end of the key";
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

    /// The range of a field that is the key itself, and no text.
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

/// The first text after all that begin with `prefix`.
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

/// The last key that begins with `prefix`.
fn last_within(prefix: &str) -> String {
    fill(prefix.to_owned(), SORT_LIMIT)
}

/// The last key before `text`; where all keys are of one width, a short one will do.
fn before(text: &str, fixed: bool) -> Option<String> {
    let mut start = text.to_owned();
    let last = start.pop()?;
    let Some(previous) = (0..u32::from(last)).rev().find_map(char::from_u32) else { return Some(start) };
    start.push(previous);
    let limit = if fixed { start.len() + 4 } else { SORT_LIMIT };
    Some(fill(start, limit))
}

/// The highest character, as often as fits.
fn fill(mut text: String, limit: usize) -> String {
    while text.len() + char::MAX.len_utf8() <= limit {
        text.push(char::MAX);
    }
    text
}

fn compare(key_type: KeyType, a: &str, b: &str) -> Ordering {
    match key_type {
        KeyType::N => match (a.parse::<i128>(), b.parse::<i128>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            _ => a.parse().unwrap_or(f64::NAN).total_cmp(&b.parse().unwrap_or(f64::NAN)),
        },
        KeyType::S => a.cmp(b),
        KeyType::B => {
            let bytes = |text: &str| base64_simd::STANDARD.decode_to_vec(text).unwrap_or_default();
            bytes(a).cmp(&bytes(b))
        }
    }
}

/// The order of two items in a query, by their sort keys.
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
    fn half_a_range_of_fractions_is_refused() {
        let attribute = KeyAttribute { name: crate::schema::Name::new("n", "\"n\":"), key_type: KeyType::N };
        let place = |kind| Place {
            attribute,
            part: KeyPart { field: "n", format: crate::schema::Format::Bare, kind, optional: false },
            before: "",
            after: "",
        };
        let range = Narrowed::Range(Bound::Included("1".to_owned()), Bound::Excluded("5".to_owned()));
        let of = |kind| place(kind).range(&range, |text| Ok(text.to_owned()), &EntitySchema::FALLBACK);
        assert_eq!(of(KeyKind::Unsigned), Ok(Some(KeyRange::Between("1".to_owned(), "4".to_owned()))));
        assert!(of(KeyKind::Float).is_err(), "4.5 would be lost");
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert!(compare(KeyType::N, "9", "10").is_lt());
        assert!(compare(KeyType::N, "-9", "-10").is_gt());
        assert!(compare(KeyType::N, "1.5", "1.25").is_gt());
    }
}
