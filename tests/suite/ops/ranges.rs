//! Ranges of a partition with items of several entities.

use dynamo_core::AnyOf;
use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::query::{PrimaryKey, Query};
use futures_util::TryStreamExt;

use super::depot::{Bin, Depot, Memo, Parcel, bin, doc, parcel};
use super::engine::{on, put_raw};
use super::model::{Message, Work};

type Mixed = Query<AnyOf<Depot>, Depot, PrimaryKey>;

fn memo(user: &str, id: &str) -> Memo {
    Memo { user: user.into(), id: id.into(), text: "Memo".into(), expires: None }
}

/// The sort keys of items.
fn sorts(items: &[Depot]) -> Vec<String> {
    items.iter().map(|item| item.to_item().unwrap()["SK"].as_s().unwrap().clone()).collect()
}

/// BIN#b1, BIN#b2, MEMO#m1, PARCEL#p1, PARCEL#p2 of ann, and one of bob.
async fn fill(db: &Db) {
    let batch = db.batch_write().put(&bin("ann", "b1")).put(&bin("ann", "b2")).put(&memo("ann", "m1"));
    batch.put(&parcel("ann", "p1")).put(&parcel("ann", "p2")).put(&bin("bob", "b1")).await.unwrap();
}

on! {
    async fn of_a_mixed_partition(db: Depot) {
        fill(&db).await;
        let pk = "USER#ann".to_owned();
        let all = ["BIN#b1", "BIN#b2", "MEMO#m1", "PARCEL#p1", "PARCEL#p2"];
        assert_eq!(sorts(&db.query(Depot::partition(&pk)).all().await.unwrap()), all);
        let key = Memo::key("ann", "m1").unwrap();
        let tail = db.query(Depot::partition(&pk).from(&key)).descending().limit(20).page().await.unwrap();
        assert_eq!(sorts(&tail.items), ["MEMO#m1", "BIN#b2", "BIN#b1"]);
        assert!(tail.next.is_none() && matches!(&tail.items[0], Depot::Memo(_)));
        let up = |query: Mixed| async { sorts(&db.query(query).all().await.unwrap()) };
        let down = |query: Mixed| async { sorts(&db.query(query).descending().all().await.unwrap()) };
        assert_eq!(up(Depot::partition(&pk).from(&key)).await, all[2..]);
        assert_eq!(up(Depot::partition(&pk).beyond(key.clone())).await, all[3..]);
        assert_eq!(up(Depot::partition(&pk).to(Memo::key("ann", "m1"))).await, all[..3]);
        assert_eq!(up(Depot::partition(&pk).before(Memo::key("ann", "m1"))).await, all[..2]);
        assert_eq!(down(Depot::partition(&pk).beyond(&key)).await, ["BIN#b2", "BIN#b1"]);
        assert_eq!(down(Depot::partition(&pk).to(&key)).await, ["PARCEL#p2", "PARCEL#p1", "MEMO#m1"]);
        assert_eq!(down(Depot::partition(&pk).before(&key)).await, ["PARCEL#p2", "PARCEL#p1"]);
        // Both ends, each with and without its key, and in both orders.
        let (low, high) = (bin("ann", "b2").key().unwrap(), parcel("ann", "p1").key().unwrap());
        assert_eq!(up(Depot::partition(&pk).from(&low).to(&high)).await, all[1..4]);
        assert_eq!(up(Depot::partition(&pk).beyond(&low).to(&high)).await, all[2..4]);
        assert_eq!(up(Depot::partition(&pk).from(&low).before(&high)).await, all[1..3]);
        assert_eq!(up(Depot::partition(&pk).beyond(&low).before(&high)).await, all[2..3]);
        assert_eq!(down(Depot::partition(&pk).from(&high).before(&low)).await, ["PARCEL#p1", "MEMO#m1"]);
        assert_eq!(down(Depot::partition(&pk).beyond(&high).to(&low)).await, ["MEMO#m1", "BIN#b2"]);
        assert_eq!(up(Depot::partition(&pk).from(&high).to(&low)).await, [""; 0], "the wrong way round");
        // Texts of sort keys, which need not exist, and keys of any kind.
        assert_eq!(up(Depot::partition(&pk).from("C").to("PARCEL#p1")).await, all[2..4]);
        assert_eq!(up(Depot::partition(&pk).from(String::from("PARCEL#")).to("Z".to_owned())).await, all[3..]);
        let any: AnyKey<Depot> = Bin::key("ann", "b2").into();
        assert_eq!(up(Depot::partition(&pk).from(&any)).await, all[1..]);
    }

    async fn pages_streams_and_counts(db: Depot) {
        fill(&db).await;
        let key = Memo::key("ann", "m1").unwrap();
        let query = || Depot::partition("USER#ann").from(&key);
        let page = db.query(query()).descending().limit(2).page().await.unwrap();
        assert_eq!(sorts(&page.items), ["MEMO#m1", "BIN#b2"]);
        let cursor = page.next.unwrap();
        let rest = db.query(query()).descending().limit(2).after(&cursor).page().await.unwrap();
        assert_eq!((sorts(&rest.items), rest.next.is_none()), (vec!["BIN#b1".to_owned()], true));
        // The cursor is of this range, in this order.
        assert!(matches!(db.query(query()).limit(2).after(&cursor).page().await, Err(Error::Cursor(_))));
        let other = db.query(Depot::partition("USER#ann").from("M")).descending().after(&cursor).page().await;
        assert!(matches!(other, Err(Error::Cursor(_))));
        let items: Vec<Depot> = db.query(query()).descending().page_size(1).stream().try_collect().await.unwrap();
        assert_eq!(sorts(&items), ["MEMO#m1", "BIN#b2", "BIN#b1"]);
        assert_eq!(db.query(query()).descending().count().await.unwrap(), 3);
        assert_eq!(db.query(query()).count().await.unwrap(), 3);
        let first = db.query(query()).descending().first().await.unwrap();
        assert!(matches!(first, Some(Depot::Memo(_))));
        // Of an entity's own partition, and of several at once.
        assert_eq!(sorts(&db.query(Bin::partition("ann").from(Parcel::key("ann", "p1"))).all().await.unwrap()), ["PARCEL#p1", "PARCEL#p2"]);
        let each = ["USER#ann", "USER#bob"].map(|pk| Depot::partition(pk).from("BIN#b2"));
        assert_eq!(sorts(&db.query_merged(each).descending().all().await.unwrap()), ["BIN#b2", "BIN#b1", "BIN#b1"]);
        assert_eq!(db.query(Depot::partition("USER#nobody")).all().await.unwrap(), []);
    }

    async fn deleted_unknown_and_broken_items(db: Depot) {
        fill(&db).await;
        db.soft_delete(Bin::key("ann", "b2"), std::time::Duration::from_mins(1)).await.unwrap();
        let mut item = memo("ann", "m2").to_item().unwrap();
        item.insert("type".into(), AttributeValue::S("Spaceship".into()));
        put_raw::<Depot>(&db, item).await;
        let page = db.query(Depot::partition("USER#ann").to("N")).page().await.unwrap();
        assert_eq!((sorts(&page.items), page.raw.len(), page.next.is_none()), (vec!["BIN#b1".to_owned(), "MEMO#m1".into()], 1, true));
        assert!(matches!(db.query(Depot::partition("USER#ann")).strict().page().await, Err(Error::UnknownItem(_))));
        assert_eq!(db.query(Depot::partition("USER#ann")).including_deleted().count().await.unwrap(), 5);
    }

    async fn what_cannot_be_read_is_refused(db: Depot) {
        let refused = |query: Mixed| async {
            let error = db.query(query).page().await.map(|page| page.items.len()).unwrap_err();
            assert!(matches!(error, Error::InvalidOperation(_) | Error::Key(_)), "{error:?}");
            error.to_string()
        };
        let text = refused(Depot::partition("USER#ann").from(Bin::key("bob", "b1"))).await;
        assert!(text.contains("another partition") && !text.contains("bob"), "{text}");
        refused(Depot::partition("USER#ann").from(doc("d1").key())).await;
        refused(Depot::partition("USER#ann").to(Bin::key("a#b", "b1"))).await;
        refused(Depot::partition("USER#ann").from("")).await;
        refused(Depot::partition("")).await;
    }

    async fn of_a_mixed_partition_of_an_index(db: Depot) {
        fill(&db).await;
        let names = |items: Vec<Depot>| items.iter().map(|item| item.to_item().unwrap()["GSI1SK"].as_s().unwrap().clone()).collect::<Vec<_>>();
        let all = ["BIN#ann#b1", "BIN#ann#b2", "BIN#bob#b1"];
        let bins = || Bin::partition_gsi1();
        assert_eq!(names(db.query(bins().from("BIN#ann#b2")).all().await.unwrap()), all[1..]);
        assert_eq!(names(db.query(bins().beyond("BIN#ann#b2".to_owned())).all().await.unwrap()), all[2..]);
        assert_eq!(names(db.query(bins().to(&"BIN#ann#b2".to_owned())).all().await.unwrap()), all[..2]);
        assert_eq!(names(db.query(bins().from("BIN#ann").before("BIN#ann#b2")).all().await.unwrap()), all[..1]);
        let down = db.query(bins().from("BIN#ann#b2")).descending().all().await.unwrap();
        assert_eq!(names(down), ["BIN#ann#b2", "BIN#ann#b1"]);
        let key = bin("ann", "b1").gsi1_key().unwrap();
        assert_eq!(names(db.query(bins().beyond(key.sk().unwrap())).all().await.unwrap()), all[1..]);
        let refused = db.query(bins().from("")).all().await.unwrap_err();
        assert!(matches!(refused, Error::InvalidOperation(_)), "{refused:?}");
    }

    async fn sharded_partitions(db: Work) {
        use super::model::Follower;
        for at in 0..12 {
            db.create(&Follower { user: "ann".into(), follower: format!("f{at:02}"), mood: "m".into(), at }).await.unwrap();
        }
        db.create(&Message { channel: "c".into(), ..super::model::message("c", 1, "m") }).await.unwrap();
        let found = db.query(Follower::partition("ann").from("BY#f05").before("BY#f08")).all().await.unwrap();
        assert_eq!(found.len(), 3);
        let key = Follower::key("ann", "f10").unwrap();
        assert_eq!(db.query(Follower::partition("ann").from(&key)).all().await.unwrap().len(), 2);
        assert_eq!(db.query(Follower::partition("ann").from(&key)).descending().count().await.unwrap(), 11);
    }
}
