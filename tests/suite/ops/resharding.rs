//! Another number of shards, while there are items and both programs write.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::Names;
use dynamo_core::prelude::*;

use super::engine::empty;

/// One program for each step: the same entities with another number of shards.
macro_rules! program {
    ($program:ident, $($index:tt)*) => {
        mod $program {
            use dynamo_core::prelude::*;

            #[derive(Table, Debug)]
            #[table(name = "app", pk = "PK", sk = "SK")]
            #[index(by_mood, name = "ByMood", pk = "mpk", sk = "msk")]
            pub(super) enum App {
                Place(Place),
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(
                table = App,
                pk = "PLACE#<id>",
                sk = "META",
                by_mood = ("MOOD#<mood>#<shard>", "PLACE#<id>"),
                $($index)*
            )]
            pub(super) struct Place {
                pub(super) id: String,
                pub(super) mood: String,
            }

            pub(super) async fn write(db: &Db, ids: std::ops::Range<u32>) {
                for id in ids {
                    db.put(&Place { id: format!("{id:03}"), mood: "glad".into() }).await.unwrap();
                }
            }

            pub(super) async fn count(db: &Db) -> usize {
                db.query(Place::query_by_mood("glad")).all().await.unwrap().len()
            }
        }
    };
}

program!(ten, sharded(10));
program!(falling, sharded(3, reads = 10));
program!(three, sharded(3));

fn name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("resharding-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

#[tokio::test]
async fn an_index_gets_fewer_shards_while_two_programs_write() {
    for transport in crate::ops::transports() {
        let name = name();
        let names = Names::new().rename::<ten::App>(&name).rename::<falling::App>(&name).rename::<three::App>(&name);
        let db = empty(transport).await.with_names(names);
        db.create_table::<ten::App>().await.unwrap();
        ten::write(&db, 0..40).await;
        // Each writes what the other has written, and both read all of it.
        falling::write(&db, 20..60).await;
        ten::write(&db, 30..70).await;
        let set = db.update(falling::Place::key("000")).set(falling::Place::fields().mood, "glad");
        set.await.unwrap();
        assert_eq!((ten::count(&db).await, falling::count(&db).await), (70, 70));
        // Without `reads`, items of the old program would be missing.
        assert!(three::count(&db).await < 70);
        let moved = db.backfill::<falling::App>().await.unwrap();
        assert!(moved.written > 0);
        assert_eq!((ten::count(&db).await, falling::count(&db).await, three::count(&db).await), (70, 70, 70));
        assert_eq!(db.backfill::<three::App>().await.unwrap().written, 0);
        three::write(&db, 60..75).await;
        assert_eq!((falling::count(&db).await, three::count(&db).await), (75, 75));
        let scan = db.client().scan().table_name(db.table_name::<three::App>().unwrap()).send().await.unwrap();
        let partitions: BTreeSet<_> = scan.items().iter().map(|item| item["mpk"].as_s().unwrap().clone()).collect();
        assert_eq!(partitions.len(), 3, "{partitions:?}");
    }
}

/// The number of shards of a primary key is part of the key.
macro_rules! feed {
    ($program:ident, $shards:literal) => {
        mod $program {
            use dynamo_core::prelude::*;

            #[derive(Table, Debug)]
            #[table(name = "app", pk = "PK", sk = "SK")]
            pub(super) enum App {
                Post(Post),
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(table = App, pk = "FEED#<day>#<shard>", sk = "POST#<id>", sharded($shards))]
            pub(super) struct Post {
                pub(super) day: String,
                pub(super) id: String,
            }
        }
    };
}

feed!(two_shards, 2);
feed!(five_shards, 5);

#[tokio::test]
async fn another_number_of_shards_of_a_primary_key_is_an_error_of_the_backfill() {
    for transport in crate::ops::transports() {
        let name = name();
        let names = Names::new().rename::<two_shards::App>(&name).rename::<five_shards::App>(&name);
        let db = empty(transport).await.with_names(names);
        db.create_table::<two_shards::App>().await.unwrap();
        for id in 0..20 {
            db.create(&two_shards::Post { day: "mon".into(), id: format!("{id}") }).await.unwrap();
        }
        assert_eq!(db.backfill::<two_shards::App>().await.unwrap().written, 0);
        let error = db.backfill::<five_shards::App>().await.unwrap_err();
        assert!(matches!(error, Error::InvalidOperation(_)), "{error:?}");
        let error = error.to_string();
        for part in ["a `Post`", "FEED#mon#", "/ \"POST#", "`sharded(..)`", "`pointer_of(..)`"] {
            assert!(error.contains(part), "{part} is not in: {error}");
        }
    }
}
