//! The block of the guide that shows modyne, compiled.

use modyne::{Entity, EntityDef, EntityTypeNameRef, keys};
use serde::{Deserialize, Serialize};

use crate::model::Modyne as Shop;

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Status {
    Open,
}

#[derive(Debug, Serialize, Deserialize)]
struct Order {
    email: String,
    number: u32,
    status: Status,
}

impl EntityDef for Order {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("order");
}

impl Entity for Order {
    type KeyInput<'a> = (&'a str, u32);
    type Table = Shop;
    type IndexKeys = keys::Gsi1;

    fn primary_key((email, number): Self::KeyInput<'_>) -> keys::Primary {
        keys::Primary { hash: format!("CUSTOMER#{email}"), range: format!("ORDER#{number:06}") }
    }

    fn full_key(&self) -> keys::FullKey<keys::Primary, Self::IndexKeys> {
        keys::FullKey {
            primary: Self::primary_key((&self.email, self.number)),
            indexes: keys::Gsi1 {
                hash: format!("STATUS#{:?}", self.status),
                range: format!("ORDER#{:06}", self.number),
            },
        }
    }
}

#[test]
fn the_guide_shows_this_code() {
    let (guide, own) = (include_str!("../../docs/guide/src/coming-from.md"), include_str!("guide.rs"));
    let block = guide.split("```rust,ignore\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(own.contains(block), "bench/src/guide.rs does not have\n{block}");

    let order = Order { email: "ada@example.com".into(), number: 9, status: Status::Open };
    let keys = order.full_key();
    assert_eq!((keys.primary.hash.as_str(), keys.primary.range.as_str()), ("CUSTOMER#ada@example.com", "ORDER#000009"));
    assert_eq!((keys.indexes.hash.as_str(), keys.indexes.range.as_str()), ("STATUS#Open", "ORDER#000009"));
}
