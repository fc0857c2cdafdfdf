//! DynamoDB's limits of a write, checked before anything is sent.

use super::Payload;
use super::request::{WriteKind, WriteRequest};
use crate::codec::{AttributeValue, Item};
use crate::error::{Error, Failure, RequestInfo};
use crate::expr::{check_condition, check_update};

/// The number of actions in a transaction.
pub(crate) const ACTIONS: usize = 100;

/// The bytes of an item, with the names of its attributes.
pub(super) const ITEM: usize = 400 * 1024;

/// The bytes of all items of a transaction.
const TRANSACTION: usize = 4 * 1024 * 1024;

/// Returns an error if a transaction is larger than DynamoDB allows.
pub(super) fn check_all(writes: &[WriteRequest]) -> Result<(), Error> {
    writes.iter().try_for_each(WriteRequest::check)?;
    if writes.iter().map(WriteRequest::at_most).sum::<usize>() <= TRANSACTION {
        return Ok(());
    }
    let total = writes.iter().map(WriteRequest::size).sum::<Result<usize, _>>()?;
    match writes.first() {
        Some(first) if total > TRANSACTION => {
            let request = RequestInfo { entity: None, key: None, condition: None, ..first.request.clone() };
            let request = RequestInfo { operation: "transact", ..request };
            Err(too_large(request, "the items of the transaction have", total, TRANSACTION))
        }
        _ => Ok(()),
    }
}

fn too_large(request: RequestInfo, what: &str, size: usize, limit: usize) -> Error {
    Error::TooLarge(Box::new(Failure {
        request,
        status: None,
        code: None,
        message: Some(format!("{what} {size} bytes, and DynamoDB takes {limit}")),
        request_id: None,
        item: None,
        immutable: None,
        maybe_applied: false,
        repeatable: false,
    }))
}

impl WriteRequest {
    /// Returns an error if the write is larger than DynamoDB allows.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if let WriteKind::Update { expression, .. } = &self.kind {
            check_update(&self.request, expression)?;
        }
        if let Some(condition) = self.condition() {
            check_condition(&self.request, "condition", condition)?;
        }
        // No item can hold a larger value, and none can be equal to it.
        let value = self.values().iter().map(value_size).max().unwrap_or(0);
        if self.at_most().max(value) > ITEM {
            let size = self.size()?.max(value);
            if size > ITEM {
                return Err(too_large(self.request.clone(), "the item has", size, ITEM));
            }
        }
        Ok(())
    }

    /// Returns the bytes of the item or of the key.
    fn size(&self) -> Result<usize, Error> {
        match &self.kind {
            WriteKind::Put(payload @ Payload::Json(_)) => Ok(item_size(&payload.to_item()?)),
            _ => Ok(self.at_most()),
        }
    }

    /// Returns a number of bytes that the item or the key does not exceed.
    fn at_most(&self) -> usize {
        match &self.kind {
            // An item is never larger than its JSON.
            WriteKind::Put(payload @ Payload::Json(_)) => payload.json().map_or(0, <[u8]>::len),
            WriteKind::Put(Payload::Item(item)) => item_size(item),
            WriteKind::Update { key, .. } | WriteKind::Delete { key } | WriteKind::Check { key } => item_size(key),
        }
    }
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
