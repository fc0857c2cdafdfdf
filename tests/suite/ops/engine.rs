//! A database for each test.

use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::{Codec, Db, Item, Names, Table};

use super::club::Club;
use super::model::Work;

/// An empty database: tables of other tests cannot be seen from it, even on a shared endpoint.
pub(crate) async fn empty(codec: Codec) -> Db {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let db = match std::env::var("DYNAMODB_ENDPOINT") {
        Err(_) => Db::embedded().await.unwrap(),
        Ok(_) => Db::from_env().await.unwrap(),
    };
    let name = format!("work-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    db.with_codec(codec).with_names(Names::new().rename::<Club>(format!("{name}-club")).rename::<Work>(name))
}

/// The table of the club is there.
pub(crate) async fn club(codec: Codec) -> Db {
    let db = empty(codec).await;
    db.create_table::<Club>().await.unwrap();
    db
}

/// The table is there too.
pub(crate) async fn with_table(codec: Codec) -> Db {
    let db = empty(codec).await;
    db.create_table::<Work>().await.unwrap();
    db
}

/// The same without its stream: the engine in this process slows down with each record of one.
pub(crate) async fn club_without_stream(codec: Codec) -> Db {
    let db = club(codec).await;
    let off = aws_sdk_dynamodb::types::StreamSpecification::builder().stream_enabled(false).build().unwrap();
    let table = db.table_name::<Club>().unwrap();
    db.client().update_table().table_name(table).stream_specification(off).send().await.unwrap();
    db
}

/// A table of any kind, under a name of its own.
pub(crate) async fn table_of<T: Table + 'static>(codec: Codec) -> Db {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("own-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let db = empty(codec).await.with_names(Names::new().rename::<T>(name));
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

/// Runs a test with both codecs.
macro_rules! both {
    ($($(#[$attribute:meta])* async fn $name:ident($db:ident) $body:block)*) => {$(
        $(#[$attribute])*
        #[tokio::test]
        async fn $name() {
            for codec in [dynamo_core::Codec::Wire, dynamo_core::Codec::Sdk] {
                let $db = crate::ops::engine::with_table(codec).await;
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
            for codec in [dynamo_core::Codec::Wire, dynamo_core::Codec::Sdk] {
                let $db = crate::ops::engine::club(codec).await;
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
            for codec in [dynamo_core::Codec::Wire, dynamo_core::Codec::Sdk] {
                let $db = crate::ops::engine::table_of::<$table>(codec).await;
                $body
                let _ = $db.delete_table::<$table>().await;
            }
        }
    )*};
}

pub(crate) use {both, on, on_club};
