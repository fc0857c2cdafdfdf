//! DynamoDB's limits of a write, checked before anything is sent.

use crate::codec::{AttributeValue, Item};
use crate::error::{Error, Failure, RequestInfo};

/// The number of actions in a transaction.
pub(crate) const ACTIONS: usize = 100;

/// The bytes of an item, with the names of its attributes.
pub(super) const ITEM: usize = 400 * 1024;

/// The bytes of all items of a transaction.
pub(super) const TRANSACTION: usize = 4 * 1024 * 1024;

/// What a plan puts into a transaction: DynamoDB's four megabytes, with room for what is not counted here.
pub(super) const BYTES: usize = 3_500_000;

/// Creates the error of something that is larger than DynamoDB allows.
pub(super) fn too_large(request: RequestInfo, what: &str, size: usize, limit: usize) -> Error {
    let message = format!("{what} {size} bytes, and DynamoDB takes {limit}");
    Error::TooLarge(Failure::of(request).with_message(message).into())
}

/// Returns the bytes of an item, as DynamoDB counts them; of numbers, which it does not document exactly, at least.
pub(super) fn item_size(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

pub(super) fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(digits) => number_size(digits),
        AttributeValue::B(blob) => blob.as_ref().len(),
        AttributeValue::Ss(texts) => texts.iter().map(String::len).sum(),
        AttributeValue::Ns(numbers) => numbers.iter().map(|digits| number_size(digits)).sum(),
        AttributeValue::Bs(blobs) => blobs.iter().map(|blob| blob.as_ref().len()).sum(),
        AttributeValue::L(values) => 3 + values.iter().map(|value| 1 + value_size(value)).sum::<usize>(),
        AttributeValue::M(entries) => {
            3 + entries.iter().map(|(name, value)| name.len() + 1 + value_size(value)).sum::<usize>()
        }
        _ => 1,
    }
}

fn number_size(digits: &str) -> usize {
    let number = digits.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    1 + digits.trim_matches('0').len().div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_dynamodb() {
        let item = |value| Item::from([("ab".to_owned(), value)]);
        assert_eq!(item_size(&item(AttributeValue::S("ü".into()))), 4);
        assert_eq!(item_size(&item(AttributeValue::N("100".into()))), 4);
        assert_eq!(item_size(&item(AttributeValue::N("-12.50".into()))), 5);
        assert_eq!(item_size(&item(AttributeValue::L(vec![AttributeValue::Bool(true)]))), 7);
        assert_eq!(item_size(&item(AttributeValue::M(item(AttributeValue::Null(true))))), 9);
    }
}
