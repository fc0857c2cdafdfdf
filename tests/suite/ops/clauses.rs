//! What a write requires of the existing item has an order: the first clause that does not hold is the error.

use dynamo_core::Item;
use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "deals", pk = "PK", sk = "SK", type_attribute = "type", ttl = "until")]
pub(crate) enum Deals {
    Deal(Deal),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Deals, pk = "DEAL#<id>", sk = "DEAL", schema_version = 2, upgrade = upgrade)]
pub(crate) struct Deal {
    id: String,
    #[entity(immutable)]
    kind: String,
    n: u32,
    #[entity(version)]
    version: u64,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

#[allow(clippy::unnecessary_wraps)]
fn upgrade(_: u32, item: Item) -> Result<Item, &'static str> {
    Ok(item)
}

fn deal() -> Deal {
    Deal { id: "a".into(), kind: "lease".into(), n: 1, version: 5, deleted_at: None }
}

/// What breaks each of the clauses, in their order.
fn breaks() -> [(&'static str, AttributeValue); 6] {
    let (text, number) = (|text: &str| AttributeValue::S(text.into()), |digits: &str| AttributeValue::N(digits.into()));
    [
        ("type", text("Alien")),
        ("deleted_at", text("2026-01-01T00:00:00.000Z")),
        ("schemaVersion", number("3")),
        ("version", number("9")),
        ("kind", text("sale")),
        ("n", number("2")),
    ]
}

fn broken_from(first: usize) -> Item {
    let mut item = deal().to_item().unwrap();
    item.extend(breaks().into_iter().skip(first).map(|(name, value)| (name.to_owned(), value)));
    item
}

#[track_caller]
fn assert_is(first: usize, error: &Error) {
    let text = error.to_string();
    let is_it = match first {
        0 => text.contains("the item is a \"Alien\", not a \"Deal\""),
        1 => matches!(error, Error::Deleted(_)),
        2 => text.contains("has schema version 3, and this program knows 2"),
        3 => matches!(error, Error::VersionConflict(_)),
        4 => matches!(error, Error::ConditionFailed(_)) && text.contains("`kind`"),
        _ => matches!(error, Error::ConditionFailed(_)) && !text.contains("`kind`"),
    };
    assert!(is_it, "{first}: {text}");
}

on! {
    async fn the_first_that_does_not_hold_is_the_error(db: Deals) {
        let write = async || db.replace(&deal()).when(Deal::fields().n.eq(1)).await;
        assert!(matches!(write().await, Err(Error::NotFound(_))));
        for first in 0..breaks().len() {
            put_raw::<Deals>(&db, broken_from(first)).await;
            let before = stored::<Deals>(&db).await;
            assert_is(first, &write().await.unwrap_err());
            if first < 5 {
                // In a transaction as well.
                let other = Deal { id: "b".into(), ..deal() };
                let Err(Error::Cancelled(cancelled)) = db.transact().replace(&deal()).create(&other).await else {
                    panic!("{first}")
                };
                assert_is(first, cancelled.actions()[0].error());
            }
            assert_eq!(stored::<Deals>(&db).await, before);
        }
        put_raw::<Deals>(&db, broken_from(breaks().len())).await;
        write().await.unwrap();
        assert_eq!(db.get(Deal::key("a")).await.unwrap(), Some(Deal { version: 6, ..deal() }));
    }
}
