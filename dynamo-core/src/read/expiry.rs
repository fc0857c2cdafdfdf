//! Expired items, which DynamoDB deletes within a few days.

use crate::codec::{AttributeValue, Item};
use crate::db::Db;
use crate::expr::{Compare, Node, Path};
use crate::schema::TableLayout;

/// Returns the condition that an item has not expired; `None` if items of the table do not expire.
pub(crate) fn unexpired(db: &Db, layout: &TableLayout) -> Option<Node> {
    let ttl = layout.ttl?;
    let path = || Box::new(Node::Path(Path::new(ttl)));
    let now = Node::Value(Ok(Some(AttributeValue::N(db.now().epoch_second().to_string()))));
    let later = Node::Compare(path(), Compare::Gt, Box::new(now));
    let absent = Node::Not(Box::new(Node::Call(
        "attribute_type",
        vec![*path(), Node::Value(Ok(Some(AttributeValue::S("N".to_owned()))))],
    )));
    Some(Node::Or(Box::new(absent), Box::new(later)))
}

/// Returns whether an item has expired.
pub(crate) fn is_expired(db: &Db, layout: &TableLayout, item: &Item) -> bool {
    let expires = layout.ttl.and_then(|ttl| item.get(ttl)).and_then(|value| value.as_n().ok());
    expires.and_then(|digits| digits.parse::<f64>().ok()).is_some_and(|expires| {
        #[allow(clippy::cast_precision_loss)] // Seconds.
        let now = db.now().epoch_second() as f64;
        expires <= now
    })
}
