//! The tokens of transactions, which the framework keeps in the table, are no entity's items, however the table is laid out.

use aws_smithy_types::Blob;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::engine::table_of;

/// Declares a table with one entity, of which a token could be an item, since it has whatever is not optional.
macro_rules! tables {
    ($($module:ident, $table:tt, { $($layout:tt)* }, { $($keys:tt)* }, { $($field:ident: $ty:ty = $value:expr),* }, $made:expr;)*) => {$(
        mod $module {
            use super::*;

            #[derive(Table, Debug, Clone, PartialEq)]
            #[table(name = $table, ttl = "until", $($layout)*)]
            pub(super) enum Layout {
                Thing(Thing),
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(table = Layout, $($keys)*)]
            pub(super) struct Thing {
                $(pub(super) $field: $ty,)*
                pub(super) text: Option<String>,
                #[entity(updated_at)]
                pub(super) updated_at: Option<Timestamp>,
            }

            #[tokio::test]
            async fn tokens_are_no_items() {
                for transport in crate::ops::transports() {
                    let db = table_of::<Layout>(transport).await;
                    let thing = Thing { $($field: $value,)* text: Some("t".into()), updated_at: None };
                    let token = format!("{}-{}", stringify!($module), db.table_name::<Layout>().unwrap());
                    db.transact().create(&thing).idempotent(&token).await.unwrap();
                    // The same again changes nothing: the token is there.
                    db.transact().create(&thing).idempotent(&token).await.unwrap();
                    let thing = db.get(thing.key()).await.unwrap().unwrap();
                    let raw = db.client().scan().table_name(db.table_name::<Layout>().unwrap()).send().await.unwrap();
                    let items = raw.items.unwrap();
                    let token = items.iter().find(|item| item.contains_key("_token")).expect("a token").clone();
                    assert_eq!(items.len(), 2);
                    assert_eq!(db.scan::<Thing>().all().await.unwrap(), [thing.clone()]);
                    assert_eq!(db.scan::<Thing>().count().await.unwrap(), 1);
                    assert_eq!(db.scan_all::<Layout>().all().await.unwrap(), [Layout::Thing(thing.clone())]);
                    assert_eq!(db.scan_all::<Layout>().count().await.unwrap(), 1);
                    assert_eq!(db.scan_all::<Layout>().strict().page().await.unwrap().items.len(), 1);
                    assert!(db.scan_all::<Layout>().strict().page().await.unwrap().raw.is_empty());
                    assert!(Layout::from_item(token.clone()).is_err());
                    let change = Change::<Layout>::from_images(None, Some(token.clone())).unwrap();
                    assert_eq!((change.old, change.new), (None, None));
                    assert!(db.verify::<Layout>().await.unwrap().is_clean());
                    db.backfill::<Layout>().await.unwrap();
                    let made: Option<Thing> = $made(&token);
                    if let Some(made) = made {
                        // Its key cannot be made by hand, and nothing is there.
                        assert_eq!(db.get(made.key()).await.unwrap(), None);
                        for error in [
                            db.put(&made).await.unwrap_err(),
                            db.delete(made.key()).await.unwrap_err(),
                            db.transact().put(&made).await.unwrap_err(),
                            db.batch_write().put(&made).await.unwrap_err(),
                            db.update(made.key()).set(Thing::fields().text, "u").await.unwrap_err(),
                        ] {
                            assert!(error.to_string().contains("tokens"), "{error}");
                        }
                    }
                    let after = db.client().scan().table_name(db.table_name::<Layout>().unwrap()).send().await.unwrap();
                    assert_eq!(after.items.unwrap().len(), 2);
                }
            }
        }
    )*};
}

fn text(item: &Item, name: &str) -> String {
    item[name].as_s().unwrap().clone()
}

tables! {
    bare, "reserved-bare", { pk = "id" }, { pk = id }, { id: String = "a".into() },
        |token: &Item| Some(Thing { id: text(token, "id"), text: None, updated_at: None });
    bare_pair, "reserved-pair", { pk = "owner", sk = "id" }, { pk = owner, sk = id }, { owner: String = "a".into(), id: String = "b".into() },
        |token: &Item| Some(Thing { owner: text(token, "owner"), id: text(token, "id"), text: None, updated_at: None });
    tagged, "reserved-tagged", { pk = "id", type_attribute = "type" }, { pk = id }, { id: String = "a".into() },
        |token: &Item| Some(Thing { id: text(token, "id"), text: None, updated_at: None });
    templates, "reserved-templates", { pk = "PK", sk = "SK", separator = "|" }, { pk = "<a>", sk = "<b>" },
        { a: String = "a".into(), b: String = "b".into() },
        |token: &Item| Some(Thing { a: text(token, "PK"), b: text(token, "SK"), text: None, updated_at: None });
    hash, "reserved-hash", { pk = "PK", sk = "SK" }, { pk = "<a>#<c>", sk = "<b>" },
        { a: String = "a".into(), c: String = "c".into(), b: String = "b".into() },
        |token: &Item| {
            let (a, c) = text(token, "PK").split_once('#').map(|(a, c)| (a.to_owned(), c.to_owned())).unwrap();
            Some(Thing { a, c, b: "other".into(), text: None, updated_at: None })
        };
    numbers, "reserved-numbers", { pk = "n", pk_type = "N" }, { pk = n }, { n: i64 = 7 },
        |_: &Item| None;
    number_pair, "reserved-number-pair", { pk = "n", pk_type = "N", sk = "m", sk_type = "N" }, { pk = n, sk = m }, { n: f64 = 7.0, m: f64 = 8.0 },
        |_: &Item| None;
    bytes, "reserved-bytes", { pk = "b", pk_type = "B" }, { pk = b }, { b: Blob = Blob::new("a") },
        |token: &Item| Some(Thing { b: token["b"].as_b().unwrap().clone(), text: None, updated_at: None });
}
