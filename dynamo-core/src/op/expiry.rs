//! Items that have expired, and are still there: DynamoDB deletes them within some days.

use crate::codec::AttributeValue;
use crate::expr::{Compare, Node, Path};
use crate::schema::TableLayout;
use crate::{Db, Item, Timestamp};

/// The epoch second.
pub(crate) fn second(now: Timestamp) -> i64 {
    now.as_millis().div_euclid(1000)
}

/// That an item has not expired; nothing where items of the table do not.
pub(crate) fn unexpired(db: &Db, layout: &TableLayout) -> Option<Node> {
    let ttl = layout.ttl?;
    let path = || Box::new(Node::Path(Path::new(ttl)));
    let now = Node::Value(Ok(Some(AttributeValue::N(second(db.now()).to_string()))));
    let later = Node::Compare(path(), Compare::Gt, Box::new(now));
    let absent = Node::Not(Box::new(Node::Call(
        "attribute_type",
        vec![*path(), Node::Value(Ok(Some(AttributeValue::S("N".to_owned()))))],
    )));
    Some(Node::Or(Box::new(absent), Box::new(later)))
}

/// Whether an item has expired.
pub(crate) fn is_expired(db: &Db, layout: &TableLayout, item: &Item) -> bool {
    let expires = layout.ttl.and_then(|ttl| item.get(ttl)).and_then(|value| value.as_n().ok());
    expires.and_then(|digits| digits.parse::<f64>().ok()).is_some_and(|expires| {
        #[allow(clippy::cast_precision_loss)] // Seconds.
        let now = second(db.now()) as f64;
        expires <= now
    })
}
