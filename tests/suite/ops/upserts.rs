//! `upsert`: an item that does not exist is created and changed, one that exists is changed alone.

use std::collections::BTreeSet;
use std::time::Duration;

use dynamo_core::codec::AttributeValue;
use dynamo_core::op::Upsert;
use dynamo_core::prelude::*;

use super::depot::{
    Badge, BadgeCount, Bin, Click, Depot, Doc, Hits, Parcel, Part, PartStock, Purse, badge, bin, doc, old_purse, parcel,
};
use super::engine::{on, put_raw};
use super::fault::{Fault, faulty};

/// A table without a type attribute.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "meters", pk = "PK", sk = "SK")]
enum Meters {
    Meter(Meter),
}

/// An item with nothing but its key and what is counted.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Meters, pk = "METER#<id>", sk = "METER")]
struct Meter {
    #[entity(key_only)]
    id: String,
    count: u32,
}

/// The item as it is stored.
async fn stored(db: &Db, key: Result<Key<impl Entity>, Error>) -> Item {
    let get = db.client().get_item().table_name(db.table_name::<Depot>().unwrap());
    get.set_key(Some(key.unwrap().to_item())).consistent_read(true).send().await.unwrap().item.unwrap()
}

fn set(users: &[&str]) -> BTreeSet<String> {
    users.iter().map(|user| (*user).to_owned()).collect()
}

fn number(item: &Item, name: &str) -> String {
    item[name].as_n().unwrap().clone()
}

on! {
    async fn absent_the_struct_and_then_the_changes(db: Depot) {
        let f = Hits::fields;
        let ((), cost) = db.upsert(&Hits::new("mon")).add(f().count, 1).metered().await.unwrap();
        assert_eq!(cost.requests, 1);
        assert_eq!(db.get(Hits::key("mon")).await.unwrap(), Some(Hits { count: 1, ..Hits::new("mon") }));
        let other = Hits { count: 10, title: "Other".into(), ..Hits::new("mon") };
        let (now, cost) = db.upsert(&other).add(f().count, 2).append(f().pages, ["a"]).returning_new().metered().await.unwrap();
        assert_eq!((now, cost.requests), (Hits { count: 3, pages: vec!["a".into()], ..Hits::new("mon") }, 1));
        // Computed from the struct.
        let start = Hits { count: 10, pages: vec!["x".into()], ..Hits::new("tue") };
        let upsert = || db.upsert(&start).subtract(f().count, 4).prepend(f().pages, ["w"]).set(f().title, "New");
        upsert().await.unwrap();
        let tue = Hits { count: 6, pages: vec!["w".into(), "x".into()], title: "New".into(), ..Hits::new("tue") };
        assert_eq!(db.get(Hits::key("tue")).await.unwrap(), Some(tue.clone()));
        upsert().await.unwrap();
        let tue = Hits { count: 2, pages: vec!["w".into(), "w".into(), "x".into()], ..tue };
        assert_eq!(db.get(Hits::key("tue")).await.unwrap(), Some(tue.clone()));
        // The item before, which did not exist.
        let old = db.upsert(&Hits::new("wed")).add(f().count, 1).returning_old().await.unwrap();
        assert_eq!(old, None);
        let old = db.upsert(&Hits::new("wed")).add(f().count, 1).returning_old().await.unwrap();
        assert_eq!(old.map(|old| old.count), Some(1));
        db.upsert(&Hits::new("wed")).await.unwrap();
        assert_eq!(db.get(Hits::key("wed")).await.unwrap().unwrap().count, 2);
        assert!(matches!(db.upsert(&Hits::new("a#b")).add(f().count, 1).await, Err(Error::Key(_))));
    }

    /// Any item fulfils the condition that there is none, or one: DynamoDB rejects it with the parentheses that it once had.
    async fn a_plain_counter_needs_no_condition(db: Meters) {
        for count in 1..=2 {
            let upsert = db.upsert(&Meter { id: "m1".into(), count: 0 }).add(Meter::fields().count, 1);
            let (now, cost) = upsert.returning_new().metered().await.unwrap();
            assert_eq!((now.count, cost.requests), (count, 1));
        }
        let is_small = Meter::fields().count.lt(2) | Meter::fields().count.eq(9);
        let add = || db.upsert(&Meter { id: "m1".into(), count: 0 }).add(Meter::fields().count, 1).when(is_small.clone());
        assert!(matches!(add().await, Err(Error::ConditionFailed(_))));
        assert_eq!(db.get(Meter::key("m1")).await.unwrap().unwrap().count, 2);
    }

    async fn sets_and_what_is_left_out(db: Depot) {
        let f = Hits::fields;
        let with = |users: &[&str]| Hits { users: set(users), ..Hits::new("mon") };
        db.upsert(&with(&["ann"])).union(f().users, set(&["bob"])).await.unwrap();
        assert_eq!(db.get(Hits::key("mon")).await.unwrap(), Some(with(&["ann", "bob"])));
        db.upsert(&with(&["cid"])).difference(f().users, set(&["ann", "bob"])).await.unwrap();
        assert_eq!(db.get(Hits::key("mon")).await.unwrap(), Some(with(&[])), "what the struct has is not for an item that exists");
        // A set that the existing item left out stays out.
        db.upsert(&with(&["cid"])).add(f().count, 1).await.unwrap();
        assert_eq!(db.get(Hits::key("mon")).await.unwrap(), Some(Hits { count: 1, ..with(&[]) }));
        db.upsert(&with(&[])).union(f().users, set(&["dan"])).await.unwrap();
        assert_eq!(db.get(Hits::key("mon")).await.unwrap(), Some(Hits { count: 1, ..with(&["dan"]) }));
    }

    async fn an_option_that_is_some_does_not_fill(db: Depot) {
        let f = Parcel::fields;
        db.create(&parcel("ann", "p1")).await.unwrap();
        let full = Parcel { note: Some("fragile".into()), shelf: Some("s1".into()), rack: "r9".into(), rank: 9, ..parcel("ann", "p1") };
        db.upsert(&full).add(f().moves, 1).await.unwrap();
        assert_eq!(db.get(Parcel::key("ann", "p1")).await.unwrap(), Some(Parcel { moves: 1, ..parcel("ann", "p1") }));
        assert!(!stored(&db, Parcel::key("ann", "p1")).await.contains_key("GSI1PK"), "it entered an index");
        let absent = Parcel { id: "p2".into(), ..full.clone() };
        db.upsert(&absent).add(f().moves, 1).await.unwrap();
        assert_eq!(db.query(Parcel::query_gsi1("s1")).all().await.unwrap(), [Parcel { moves: 1, ..absent.clone() }]);
        // Changes of a sparse key are followed in both cases.
        db.upsert(&absent).set(f().shelf, "s2").await.unwrap();
        db.upsert(&Parcel { id: "p3".into(), ..absent.clone() }).set(f().shelf, "s2").await.unwrap();
        assert_eq!(db.query(Parcel::query_gsi1("s2")).count().await.unwrap(), 2);
        db.upsert(&absent).remove(f().shelf).await.unwrap();
        db.upsert(&Parcel { id: "p4".into(), ..absent.clone() }).remove(f().shelf).await.unwrap();
        assert_eq!(db.query(Parcel::query_gsi1("s1")).count().await.unwrap(), 0);
        assert_eq!(db.query(Parcel::query_gsi1("s2")).count().await.unwrap(), 1);
        let p4 = stored(&db, Parcel::key("ann", "p4")).await;
        assert!(!p4.contains_key("GSI1PK") && !p4.contains_key("shelf") && p4.contains_key("note"), "{p4:?}");
    }

    /// An item of another program, of before an index, or without a tag: nothing is filled.
    async fn nothing_is_filled(db: Depot) {
        let mut item = doc("d1").to_item().unwrap();
        for name in ["GSI1PK", "GSI1SK", "type", "version", "createdAt"] {
            item.remove(name);
        }
        item.insert("extra".into(), AttributeValue::S("kept".into()));
        put_raw::<Depot>(&db, item.clone()).await;
        db.upsert(&doc("d1")).add(Doc::fields().reads, 1).await.unwrap();
        let now = stored(&db, Doc::key("d1")).await;
        assert!(!now.contains_key("GSI1PK") && !now.contains_key("type"), "{now:?}");
        assert_eq!((number(&now, "reads"), number(&now, "version"), &now["extra"]), ("1".into(), "1".into(), &item["extra"]));
    }

    async fn managed_fields_are_kept(db: Depot) {
        let f = Doc::fields;
        let first = db.upsert(&doc("d1")).add(f().reads, 1).returning_new().await.unwrap();
        assert_eq!((first.version, first.reads), (1, 1));
        assert!(first.created_at != Timestamp::default() && first.updated_at != Timestamp::default());
        tokio::time::sleep(Duration::from_millis(3)).await;
        let second = db.upsert(&doc("d1")).set(f().text, "Bye").returning_new().await.unwrap();
        assert_eq!((second.version, second.reads, second.text.as_str()), (2, 1, "Bye"));
        assert_eq!(second.created_at, first.created_at);
        assert!(second.updated_at > first.updated_at);
        assert_eq!(db.query(Doc::query_gsi1()).all().await.unwrap(), std::slice::from_ref(&second));
        db.replace(&second).await.unwrap();
        assert!(matches!(db.replace(&first).await, Err(Error::VersionConflict(_))));
        let click = Click { page: "p".into(), user: "ann".into(), times: 0 };
        db.upsert(&click).add(Click::fields().times, 1).await.unwrap();
        db.upsert(&click).add(Click::fields().times, 1).await.unwrap();
        assert_eq!(db.query(Click::query_gsi1("p")).all().await.unwrap(), [Click { times: 2, ..click }]);
    }

    async fn conditions_are_about_the_item_that_exists(db: Depot) {
        let f = Hits::fields;
        let upsert = |limit: u64| db.upsert(&Hits::new("mon")).add(f().count, 1).when(f().count.lt(limit));
        upsert(0).await.unwrap();
        upsert(2).await.unwrap();
        let error = upsert(2).await.unwrap_err();
        assert!(matches!(error, Error::ConditionFailed(_)), "{error:?}");
        let error = db.transact().upsert(&Hits::new("mon"), |hits| hits.add(f().count, 1).when(f().count.lt(2))).create(&bin("ann", "b1")).await.unwrap_err();
        assert!(matches!(error, Error::Cancelled(_)), "{error:?}");
        assert_eq!(db.get(Hits::key("mon")).await.unwrap().unwrap().count, 2);
        assert_eq!(db.get(Bin::key("ann", "b1")).await.unwrap(), None);
    }

    async fn a_softly_deleted_item_is_not_changed(db: Depot) {
        let f = Bin::fields;
        db.upsert(&bin("ann", "b1")).add(f().uses, 1).await.unwrap();
        db.soft_delete(Bin::key("ann", "b1"), Duration::from_mins(1)).await.unwrap();
        let before = stored(&db, Bin::key("ann", "b1")).await;
        let error = db.upsert(&bin("ann", "b1")).add(f().uses, 1).await.unwrap_err();
        assert!(matches!(error, Error::Deleted(_)), "{error:?}");
        let error = db.upsert(&bin("ann", "b1")).add(f().uses, 1).returning_old().await.unwrap_err();
        assert!(matches!(error, Error::Deleted(_)), "{error:?}");
        assert!(db.transact().upsert(&bin("ann", "b1"), |upsert| upsert.add(f().uses, 1)).await.is_err());
        assert_eq!(stored(&db, Bin::key("ann", "b1")).await, before);
        db.restore(Bin::key("ann", "b1")).await.unwrap();
        db.upsert(&bin("ann", "b1")).add(f().uses, 1).await.unwrap();
        assert_eq!(db.get(Bin::key("ann", "b1")).await.unwrap(), Some(Bin { uses: 2, ..bin("ann", "b1") }));
        let deleted = Bin { deleted_at: Some(Timestamp::now()), ..bin("ann", "b2") };
        assert!(db.upsert(&deleted).add(f().uses, 1).await.is_err());
    }

    async fn an_old_item_is_upgraded_first(db: Depot) {
        let f = Purse::fields;
        let purse = Purse { user: "ann".into(), id: "p1".into(), cents: 7, owner: "bob".into() };
        put_raw::<Depot>(&db, old_purse("ann", "p1", 3)).await;
        db.upsert(&purse).add(f().cents, 1).await.unwrap();
        assert_eq!(db.get(Purse::key("ann", "p1")).await.unwrap(), Some(Purse { cents: 301, owner: "ann".into(), ..purse.clone() }));
        put_raw::<Depot>(&db, old_purse("ann", "p2", 5)).await;
        let second = Purse { id: "p2".into(), ..purse.clone() };
        db.transact().upsert(&second, |upsert| upsert.add(f().cents, 1)).create(&bin("ann", "b1")).await.unwrap();
        assert_eq!(db.get(Purse::key("ann", "p2")).await.unwrap().unwrap().cents, 501);
        let third = Purse { id: "p3".into(), ..purse };
        db.upsert(&third).add(f().cents, 1).await.unwrap();
        let item = stored(&db, Purse::key("ann", "p3")).await;
        assert_eq!((number(&item, "cents"), number(&item, "schemaVersion")), ("8".into(), "2".into()));
    }

    async fn constants_immutable_fields_and_the_rest(db: Depot) {
        let f = Part::fields;
        let rest = |text: &str| Item::from([("colour".to_owned(), AttributeValue::S(text.into()))]);
        let part = Part { id: "p1".into(), maker: "acme".into(), stock: 1, other: rest("red") };
        db.upsert(&part).add(f().stock, 1).await.unwrap();
        let now = Part { stock: 2, ..part.clone() };
        assert_eq!(db.get(Part::key("p1")).await.unwrap(), Some(now));
        let other = Part { maker: "other".into(), other: rest("blue"), ..part.clone() };
        db.upsert(&other).add(f().stock, 1).await.unwrap();
        let more = Part { other: Item::from([("size".to_owned(), AttributeValue::N("3".into()))]), ..part.clone() };
        db.upsert(&more).add(f().stock, 1).await.unwrap();
        assert_eq!(db.get(Part::key("p1")).await.unwrap(), Some(Part { stock: 4, ..part.clone() }));
        // An item of another program is in the way.
        let mut foreign = Part { id: "p2".into(), ..part.clone() }.to_item().unwrap();
        foreign.remove("__edb_v__");
        put_raw::<Depot>(&db, foreign.clone()).await;
        let second = Part { id: "p2".into(), ..part };
        let error = db.upsert(&second).add(f().stock, 1).await.unwrap_err();
        assert!(matches!(error, Error::Exists(_)), "{error:?}");
        assert!(db.transact().upsert(&second, |upsert| upsert.add(f().stock, 1)).await.is_err());
        assert!(db.insert_or_get(&second).await.is_err());
        assert_eq!(stored(&db, Part::key("p2")).await, foreign);
        assert_eq!(db.get(Part::key("p2")).await.unwrap(), None);
        assert_eq!(db.get(Part::key("p2")).project::<PartStock>().await.unwrap(), None);
        assert_eq!(db.batch_get([Part::key("p2")]).project::<PartStock>().await.unwrap(), [None]);
        assert_eq!(db.get(Part::key("p1")).project().await.unwrap(), Some(PartStock { stock: 4 }));
    }

    async fn companions_follow(db: Depot) {
        let f = Badge::fields;
        db.upsert(&badge("b1", "gold")).add(f().shows, 1).await.unwrap();
        db.upsert(&badge("b1", "silver")).add(f().shows, 1).await.unwrap();
        assert_eq!(db.get(Badge::key("b1")).await.unwrap(), Some(Badge { shows: 2, ..badge("b1", "gold") }));
        assert_eq!(db.get(BadgeCount::key("red")).await.unwrap().unwrap().badges, 1);
        let taken = db.upsert(&badge("b2", "gold")).add(f().shows, 1).await;
        assert!(matches!(taken, Err(Error::UniqueViolation(_))), "{taken:?}");
        db.upsert(&badge("b2", "gold")).set(f().name, "bronze").await.unwrap();
        db.upsert(&badge("b1", "gold")).set(f().name, "iron").set(f().team, "blue").await.unwrap();
        db.upsert(&badge("b3", "x")).set(f().name, "gold").await.unwrap();
        assert_eq!(db.get(BadgeCount::key("red")).await.unwrap().unwrap().badges, 2);
        assert_eq!(db.get(BadgeCount::key("blue")).await.unwrap().unwrap().badges, 1);
        let report = db.verify::<Depot>().await.unwrap();
        assert!(report.is_clean(), "{report:?}");
    }

    async fn in_a_transaction(db: Depot) {
        let f = Hits::fields;
        let count = |hits: Upsert<Hits>| hits.add(Hits::fields().count, 1);
        db.transact().create(&bin("ann", "b1")).upsert(&Hits::new("mon"), count).await.unwrap();
        db.transact().create(&bin("ann", "b2")).upsert(&Hits::new("mon"), count).await.unwrap();
        assert!(db.transact().create(&bin("ann", "b2")).upsert(&Hits::new("mon"), count).await.is_err());
        assert_eq!(db.get(Hits::key("mon")).await.unwrap(), Some(Hits { count: 2, ..Hits::new("mon") }));
        db.transact().upsert(&Hits::new("mon"), count).upsert(&badge("b1", "gold"), |upsert| upsert.add(Badge::fields().shows, 1)).await.unwrap();
        assert_eq!(db.get(BadgeCount::key("red")).await.unwrap().unwrap().badges, 1);
        // A present item that lacks what the struct has.
        db.create(&parcel("ann", "p1")).await.unwrap();
        let full = Parcel { note: Some("n".into()), ..parcel("ann", "p1") };
        db.transact().upsert(&full, |upsert| upsert.add(Parcel::fields().moves, 1)).upsert(&Hits::new("mon"), count).await.unwrap();
        assert_eq!(db.get(Parcel::key("ann", "p1")).await.unwrap(), Some(Parcel { moves: 1, ..parcel("ann", "p1") }));
        assert_eq!(db.get(Hits::key("mon")).await.unwrap().unwrap().count, 4);
        // Once for a token, whatever is there by then. It is of this table alone: an endpoint knows tokens of all of them.
        let token = db.table_name::<Depot>().unwrap();
        let once = || db.transact().upsert(&Hits::new("mon"), count).upsert(&doc("d1"), |upsert| upsert.add(Doc::fields().reads, 1)).idempotent(&token);
        once().await.unwrap();
        once().await.unwrap();
        assert_eq!(db.get(Hits::key("mon")).await.unwrap().unwrap().count, 5);
        let other = db.transact().upsert(&Hits::new("mon"), |upsert| upsert.add(f().count, 7)).upsert(&doc("d1"), |upsert| upsert.add(Doc::fields().reads, 1));
        assert!(other.idempotent(&token).await.unwrap_err().is_token_reused());
    }

    /// No increment is lost or applied twice, whoever is first.
    async fn upserts_race(db: Depot) {
        let count = |reads: bool| {
            let db = db.clone();
            async move {
                let hits = Hits { title: "Race".into(), ..Hits::new("race") };
                let hits = db.upsert(&hits).add(Hits::fields().count, 1);
                let badge = db.upsert(&badge("race", "race")).add(Badge::fields().shows, 1);
                let doc = db.upsert(&doc("race")).add(Doc::fields().reads, 1);
                if reads { drop(doc.returning_old().await.unwrap()) } else { doc.await.unwrap() }
                hits.await.unwrap();
                badge.await.unwrap();
            }
        };
        let all: Vec<_> = (0..12).map(|at| tokio::spawn(count(at % 3 == 0))).collect();
        for one in all {
            one.await.unwrap();
        }
        assert_eq!(db.get(Hits::key("race")).await.unwrap().unwrap().count, 12);
        assert_eq!(db.get(Badge::key("race")).await.unwrap().unwrap().shows, 12);
        let doc = db.get(Doc::key("race")).await.unwrap().unwrap();
        assert_eq!((doc.reads, doc.version), (12, 12));
        assert_eq!(db.get(BadgeCount::key("red")).await.unwrap().unwrap().badges, 1);
        assert!(db.verify::<Depot>().await.unwrap().is_clean());
    }

    /// An answer is lost after the write was applied.
    async fn lost_answers(db: Depot) {
        let (slow, faults) = faulty(db.clone());
        for (at, fault) in [Fault::AnswerLost, Fault::ServerErrorAfter, Fault::TimedOut].into_iter().enumerate() {
            let day = format!("day{at}");
            // Adding again would count twice, so it is not sent again.
            faults.next([fault]);
            let lost = slow.upsert(&Hits::new(&day)).add(Hits::fields().count, 1).await;
            assert!(lost.is_err() && faults.seen() == 1, "{lost:?}");
            assert_eq!(db.get(Hits::key(&day)).await.unwrap().unwrap().count, 1);
            faults.next([fault]);
            slow.upsert(&Hits::new(&day)).set(Hits::fields().title, "Set").await.unwrap();
            assert_eq!(db.get(Hits::key(&day)).await.unwrap(), Some(Hits { count: 1, title: "Set".into(), ..Hits::new(&day) }));
            // With companions it is read first, and goes as a transaction, which is applied once.
            let name = format!("badge{at}");
            faults.next([Fault::None, fault]);
            slow.upsert(&badge(&name, &name)).add(Badge::fields().shows, 1).await.unwrap();
            faults.next([Fault::None, fault]);
            slow.upsert(&badge(&name, &name)).add(Badge::fields().shows, 1).await.unwrap();
            assert_eq!(db.get(Badge::key(&name)).await.unwrap(), Some(Badge { shows: 2, ..badge(&name, &name) }));
            // Read first, since the item before is asked for: what was created is recognized.
            faults.next([Fault::None, fault]);
            let old = slow.upsert(&doc(&day)).add(Doc::fields().reads, 1).returning_old().await.unwrap();
            assert_eq!(old, None);
            let doc = db.get(Doc::key(&day)).await.unwrap().unwrap();
            assert_eq!((doc.reads, doc.version), (1, 1));
        }
        assert!(db.verify::<Depot>().await.unwrap().is_clean());
    }

    /// Another writer comes between reading and writing.
    async fn another_writer_is_faster(db: Depot) {
        let (slow, faults) = faulty(db.clone());
        faults.next([Fault::None, Fault::Held]);
        let mine = badge("b1", "gold");
        let upsert = async { slow.upsert(&mine).add(Badge::fields().shows, 1).await };
        let other = async {
            while faults.seen() < 2 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            db.create(&Badge { shows: 5, ..badge("b1", "silver") }).await.unwrap();
            faults.release();
        };
        let (written, ()) = tokio::join!(upsert, other);
        written.unwrap();
        assert_eq!(db.get(Badge::key("b1")).await.unwrap(), Some(Badge { shows: 6, ..badge("b1", "silver") }));
        assert!(db.verify::<Depot>().await.unwrap().is_clean());
    }
}
