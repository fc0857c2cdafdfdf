//! Local evaluation of conditions, on items that DynamoDB holds in another form: those of old schema versions.

use std::cmp::Ordering;

use super::condition::{Compare, Node, order};
use crate::codec::{AttributeValue, Item, canonical, compare_numbers};

/// What an operand is.
enum Value<'a> {
    Of(&'a AttributeValue),
    Size(usize),
}

impl Node {
    /// Returns whether the condition holds for an item, as DynamoDB evaluates it.
    pub(crate) fn holds(&self, item: &Item) -> bool {
        match self {
            Self::And(left, right) => left.holds(item) && right.holds(item),
            Self::Or(left, right) => left.holds(item) || right.holds(item),
            Self::Not(node) => !node.holds(item),
            Self::Renamed(nodes) => nodes[1].holds(item),
            Self::Compare(left, with, right) => match (left.value(item), right.value(item)) {
                (Some(left), Some(right)) => with.holds(&left, &right),
                // What is absent differs from everything.
                _ => matches!(with, Compare::Ne),
            },
            Self::Between(nodes) => {
                let [value, from, to] = &**nodes;
                let (Some(value), Some(from), Some(to)) = (value.value(item), from.value(item), to.value(item)) else {
                    return false;
                };
                Compare::Ge.holds(&value, &from) && Compare::Le.holds(&value, &to)
            }
            Self::In(value, values) => value.value(item).is_some_and(|value| {
                values.iter().any(|one| one.value(item).is_some_and(|one| Compare::Eq.holds(&value, &one)))
            }),
            Self::Call(function, arguments) => call(function, arguments, item),
            Self::Path(_) | Self::Size(_) | Self::Value(_) => false,
        }
    }

    fn value<'a>(&'a self, item: &'a Item) -> Option<Value<'a>> {
        match self {
            Self::Path(path) => path.find(item).map(Value::Of),
            Self::Value(Ok(Some(value))) => Some(Value::Of(value)),
            Self::Size(path) => size(path.find(item)?).map(Value::Size),
            _ => None,
        }
    }
}

fn call(function: &str, arguments: &[Node], item: &Item) -> bool {
    let mut values = arguments.iter().map(|argument| match argument.value(item)? {
        Value::Of(value) => Some(value),
        Value::Size(_) => None,
    });
    let (first, second) = (values.next().flatten(), values.next().flatten());
    match (function, first, second) {
        ("attribute_exists", first, _) => first.is_some(),
        ("attribute_not_exists", first, _) => first.is_none(),
        ("attribute_type", Some(value), Some(AttributeValue::S(name))) => type_name(value) == name,
        ("begins_with", Some(AttributeValue::S(text)), Some(AttributeValue::S(prefix))) => text.starts_with(prefix),
        ("begins_with", Some(AttributeValue::B(bytes)), Some(AttributeValue::B(prefix))) => {
            bytes.as_ref().starts_with(prefix.as_ref())
        }
        ("contains", Some(all), Some(part)) => contains(all, part),
        _ => false,
    }
}

fn contains(all: &AttributeValue, part: &AttributeValue) -> bool {
    match (all, part) {
        (AttributeValue::S(text), AttributeValue::S(part)) => text.contains(part),
        (AttributeValue::B(bytes), AttributeValue::B(part)) => {
            let (bytes, part) = (bytes.as_ref(), part.as_ref());
            part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
        }
        (AttributeValue::Ss(texts), AttributeValue::S(part)) => texts.contains(part),
        (AttributeValue::Ns(numbers), AttributeValue::N(part)) => {
            numbers.iter().any(|number| compare_numbers(number, part).is_eq())
        }
        (AttributeValue::Bs(blobs), AttributeValue::B(part)) => blobs.contains(part),
        (AttributeValue::L(values), part) => values.iter().any(|value| equal(value, part)),
        _ => false,
    }
}

fn size(value: &AttributeValue) -> Option<usize> {
    match value {
        // The length of a string, which DynamoDB counts as Java does.
        AttributeValue::S(text) => Some(text.encode_utf16().count()),
        AttributeValue::B(bytes) => Some(bytes.as_ref().len()),
        AttributeValue::L(values) => Some(values.len()),
        AttributeValue::M(entries) => Some(entries.len()),
        AttributeValue::Ss(texts) | AttributeValue::Ns(texts) => Some(texts.len()),
        AttributeValue::Bs(blobs) => Some(blobs.len()),
        _ => None,
    }
}

fn type_name(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::S(_) => "S",
        AttributeValue::N(_) => "N",
        AttributeValue::B(_) => "B",
        AttributeValue::Bool(_) => "BOOL",
        AttributeValue::L(_) => "L",
        AttributeValue::M(_) => "M",
        AttributeValue::Ss(_) => "SS",
        AttributeValue::Ns(_) => "NS",
        AttributeValue::Bs(_) => "BS",
        _ => "NULL",
    }
}

fn equal(a: &AttributeValue, b: &AttributeValue) -> bool {
    a == b || canonical(a) == canonical(b)
}

impl Compare {
    fn holds(self, left: &Value<'_>, right: &Value<'_>) -> bool {
        let order = match (left, right) {
            (Value::Of(left), Value::Of(right)) => order(left, right),
            (Value::Size(left), Value::Size(right)) => Some(left.cmp(right)),
            (Value::Size(size), Value::Of(AttributeValue::N(number))) => {
                Some(compare_numbers(&size.to_string(), number))
            }
            (Value::Of(AttributeValue::N(number)), Value::Size(size)) => {
                Some(compare_numbers(number, &size.to_string()))
            }
            _ => None,
        };
        let equal = || match (left, right) {
            (Value::Of(left), Value::Of(right)) => equal(left, right),
            _ => order.is_some_and(Ordering::is_eq),
        };
        match self {
            Self::Eq => equal(),
            Self::Ne => !equal(),
            Self::Lt => order.is_some_and(Ordering::is_lt),
            Self::Le => order.is_some_and(Ordering::is_le),
            Self::Gt => order.is_some_and(Ordering::is_gt),
            Self::Ge => order.is_some_and(Ordering::is_ge),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_as_dynamodb_does() {
        let number = |text: &str| AttributeValue::N(text.into());
        let of = |a: &str, b: &str| order(&number(a), &number(b)).unwrap();
        assert_eq!(of("5", "1"), Ordering::Greater);
        assert_eq!(of("10", "9"), Ordering::Greater);
        assert_eq!(of("1.0", "1"), Ordering::Equal);
        assert_eq!(of("-3", "0.5"), Ordering::Less);
        assert_eq!(of("1e100", "1"), Ordering::Greater);
        assert_eq!(
            of("99999999999999999999999999999999999999", "99999999999999999999999999999999999998"),
            Ordering::Greater
        );
        assert_eq!(order(&number("1"), &AttributeValue::S("1".into())), None);
    }
}
