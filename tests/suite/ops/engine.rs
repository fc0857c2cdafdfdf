//! A database for each test.

use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::{Db, Item, Names, Table, Transport};
use futures_util::future::{BoxFuture, join_all};

use super::club::Club;
use super::model::Work;
use crate::long::in_long;

/// The transports that a test goes by: the one that users get, in the long run both, or those that `DYNAMO_TRANSPORTS` names
/// (`DYNAMO_TRANSPORTS=sdk,direct`). All of them must give the same.
pub(crate) fn transports() -> Vec<Transport> {
    let Ok(names) = std::env::var("DYNAMO_TRANSPORTS") else {
        return in_long(all_transports(), vec![Transport::Direct]);
    };
    let transport = |name: &str| match name {
        "sdk" => Transport::Sdk,
        "direct" => Transport::Direct,
        _ => panic!("DYNAMO_TRANSPORTS takes `sdk` and `direct`, not `{name}`"),
    };
    names.split(',').map(transport).collect()
}

/// Every transport, for tests of what differs between them: requests that fail, are sent again or are answered in part.
pub(crate) fn all_transports() -> Vec<Transport> {
    match std::env::var_os("DYNAMO_TRANSPORTS") {
        Some(_) => transports(),
        None => vec![Transport::Direct, Transport::Sdk],
    }
}

/// The transport of those tests that go by one alone: the first.
pub(crate) fn first_transport() -> Transport {
    transports().first().copied().unwrap_or(Transport::Direct)
}

/// An empty database: tables of other tests cannot be seen from it, even on a shared endpoint.
pub(crate) async fn empty(transport: Transport) -> Db {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let db = match std::env::var("DYNAMODB_ENDPOINT") {
        Err(_) => Db::embedded().await.unwrap(),
        Ok(_) => Db::from_env().await.unwrap(),
    };
    let name = format!("work-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    db.with_transport(transport).with_names(Names::new().rename::<Club>(format!("{name}-club")).rename::<Work>(name))
}

/// The table of the club is there.
pub(crate) async fn club(transport: Transport) -> Db {
    let db = empty(transport).await;
    db.create_table::<Club>().await.unwrap();
    db
}

/// The table is there too.
pub(crate) async fn with_table(transport: Transport) -> Db {
    let db = empty(transport).await;
    db.create_table::<Work>().await.unwrap();
    db
}

/// The same without its stream: the engine in this process slows down with each record of one.
pub(crate) async fn club_without_stream(transport: Transport) -> Db {
    let db = club(transport).await;
    let off = aws_sdk_dynamodb::types::StreamSpecification::builder().stream_enabled(false).build().unwrap();
    let table = db.table_name::<Club>().unwrap();
    db.client().update_table().table_name(table).stream_specification(off).send().await.unwrap();
    db
}

/// A table of any kind, under a name of its own.
pub(crate) async fn table_of<T: Table + 'static>(transport: Transport) -> Db {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("own-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let db = empty(transport).await.with_names(Names::new().rename::<T>(name));
    db.create_table::<T>().await.unwrap();
    db
}

/// All items of a table, by their keys, as they are stored.
pub(crate) async fn stored<T: Table + 'static>(db: &Db) -> std::collections::BTreeMap<String, Item> {
    let layout = T::LAYOUT;
    let found = db.client().scan().table_name(db.table_name::<T>().unwrap()).consistent_read(true);
    let text = |item: &Item, name: &str| item[name].as_s().unwrap().clone();
    let key = |item: &Item| match layout.sk {
        Some(sk) => format!("{} / {}", text(item, layout.pk.name.text), text(item, sk.name.text)),
        None => text(item, layout.pk.name.text),
    };
    found.send().await.unwrap().items.unwrap_or_default().into_iter().map(|item| (key(&item), item)).collect()
}

/// Writes an item past the framework: as another program, or an older one, would.
pub(crate) async fn put_raw<T: Table + 'static>(db: &Db, item: Item) {
    db.client().put_item().table_name(db.table_name::<T>().unwrap()).set_item(Some(item)).send().await.unwrap();
}

/// Runs a test by several ways at once, so that they wait together where requests are sent again.
pub(crate) async fn at_once(ways: Vec<Transport>, test: impl Fn(Transport) -> BoxFuture<'static, ()>) {
    join_all(ways.into_iter().map(test)).await;
}

/// Runs a test by every way.
macro_rules! both {
    ($($(#[$attribute:meta])* async fn $name:ident($db:ident) $body:block)*) => {$(
        $(#[$attribute])*
        #[tokio::test]
        async fn $name() {
            for transport in crate::ops::transports() {
                let $db = crate::ops::engine::with_table(transport).await;
                $body
                let _ = $db.delete_table::<crate::ops::model::Work>().await;
            }
        }
    )*};
}

/// The same on the table of the club.
macro_rules! on_club {
    ($($(#[$attribute:meta])* async fn $name:ident($db:ident) $body:block)*) => {$(
        $(#[$attribute])*
        #[tokio::test]
        async fn $name() {
            for transport in crate::ops::transports() {
                let $db = crate::ops::engine::club(transport).await;
                $body
                let _ = $db.delete_table::<crate::ops::club::Club>().await;
            }
        }
    )*};
}

/// The same on a table of its own.
macro_rules! on {
    ($($(#[$attribute:meta])* async fn $name:ident($db:ident: $table:ty) $body:block)*) => {$(
        $(#[$attribute])*
        #[tokio::test]
        async fn $name() {
            crate::ops::engine::at_once(crate::ops::transports(), |transport| Box::pin(async move {
                let $db = crate::ops::engine::table_of::<$table>(transport).await;
                $body
                let _ = $db.delete_table::<$table>().await;
            })).await;
        }
    )*};
}

pub(crate) use {both, on, on_club};
