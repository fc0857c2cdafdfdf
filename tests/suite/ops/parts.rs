//! `.project()` of gets, batches, queries and scans.

use std::time::Duration;

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

use super::depot::{
    Bin, BinText, Depot, Memo, MemoText, Parcel, ParcelCard, Purse, PurseCents, bin, old_purse, parcel,
};
use super::engine::{on, put_raw};

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn card(id: &str, note: Option<&str>) -> ParcelCard {
    ParcelCard { id: id.into(), note: note.map(str::to_owned) }
}

on! {
    async fn some_fields_are_read(db: Depot) {
        let with_note = Parcel { note: Some("fragile".into()), ..parcel("ann", "p1") };
        db.batch_write().put(&with_note).put(&parcel("ann", "p2")).put(&bin("ann", "b1")).await.unwrap();
        let one: Option<ParcelCard> = db.get(Parcel::key("ann", "p1")).project().await.unwrap();
        assert_eq!(one, Some(card("p1", Some("fragile"))));
        let one = db.get(Parcel::key("ann", "p2")).consistent().project::<ParcelCard>().await.unwrap();
        assert_eq!(one, Some(card("p2", None)));
        let none: Option<ParcelCard> = db.get(Parcel::key("ann", "p9")).project().consistent().unexpired().await.unwrap();
        assert_eq!(none, None);
        let keys = ["p2", "p9", "p1", "p2"].map(|id| Parcel::key("ann", id));
        let some: Vec<Option<ParcelCard>> = db.batch_get(keys).project().consistent().await.unwrap();
        assert_eq!(some, [Some(card("p2", None)), None, Some(card("p1", Some("fragile"))), Some(card("p2", None))]);
        let page: Page<ParcelCard> = db.query(Parcel::query("ann")).project().page().await.unwrap();
        assert_eq!(page.items, [card("p1", Some("fragile")), card("p2", None)]);
        let all: Vec<ParcelCard> = db.query(Parcel::query("ann")).project().all().await.unwrap();
        assert_eq!(all.len(), 2);
        let mut scanned: Vec<ParcelCard> = db.scan::<Parcel>().project().all().await.unwrap();
        scanned.sort_by(|a, b| a.id.cmp(&b.id));
        assert_eq!(scanned, all);
        let page: Page<ParcelCard> = db.scan::<Parcel>().limit(1).project().page().await.unwrap();
        let rest: Page<ParcelCard> = db.scan::<Parcel>().project().limit(5).after(&page.next.unwrap()).page().await.unwrap();
        assert_eq!(page.items.len() + rest.items.len(), 2);
        let in_segments = db.scan::<Parcel>().project::<ParcelCard>().segments(2).all().await.unwrap();
        assert_eq!(in_segments.len(), 2);
        let (_, consumed) = db.get(Parcel::key("ann", "p1")).project::<ParcelCard>().metered().await.unwrap();
        assert_eq!(consumed.requests, 1);
        assert!(matches!(db.get(Parcel::key("a#b", "p1")).project::<ParcelCard>().await, Err(Error::Key(_))));
    }

    /// As the get of the whole item says.
    async fn an_item_of_another_entity_is_an_error(db: Depot) {
        let mut item = parcel("ann", "p1").to_item().unwrap();
        item.insert("type".into(), text("Bin"));
        put_raw::<Depot>(&db, item.clone()).await;
        let whole = db.get(Parcel::key("ann", "p1")).await.unwrap_err().to_string();
        let part = db.get(Parcel::key("ann", "p1")).project::<ParcelCard>().await.unwrap_err().to_string();
        assert_eq!(part, whole);
        let part = db.batch_get([Parcel::key("ann", "p1")]).project::<ParcelCard>().await.unwrap_err().to_string();
        assert!(part.contains("the item is a \"Bin\", not a \"Parcel\""), "{part}");
        // Left out, as by every read of many.
        assert_eq!(db.scan::<Parcel>().project::<ParcelCard>().all().await.unwrap(), []);
        assert_eq!(db.query(Parcel::query("ann")).project::<ParcelCard>().all().await.unwrap(), []);
        // Without a tag, the keys tell.
        item.remove("type");
        put_raw::<Depot>(&db, item).await;
        assert_eq!(db.get(Parcel::key("ann", "p1")).project().await.unwrap(), Some(card("p1", None)));
        assert_eq!(db.scan::<Parcel>().project::<ParcelCard>().all().await.unwrap(), [card("p1", None)]);
    }

    async fn a_softly_deleted_item_is_hidden(db: Depot) {
        db.create(&bin("ann", "b1")).await.unwrap();
        db.soft_delete(Bin::key("ann", "b1"), Duration::from_mins(1)).await.unwrap();
        let found = Some(BinText { text: "Bin".into() });
        assert_eq!(db.get(Bin::key("ann", "b1")).project::<BinText>().await.unwrap(), None);
        assert_eq!(db.get(Bin::key("ann", "b1")).including_deleted().project().await.unwrap(), found);
        assert_eq!(db.batch_get([Bin::key("ann", "b1")]).project::<BinText>().await.unwrap(), [None]);
        let some = db.batch_get([Bin::key("ann", "b1"); 1]).project::<BinText>().including_deleted().await.unwrap();
        assert_eq!(some, std::slice::from_ref(&found));
        assert_eq!(db.scan::<Bin>().project::<BinText>().all().await.unwrap(), []);
        let all = db.scan::<Bin>().including_deleted().project::<BinText>().all().await.unwrap();
        assert_eq!(all, [BinText { text: "Bin".into() }]);
    }

    /// The upgrade needs an attribute that the projection does not have.
    async fn an_old_item_is_upgraded_before(db: Depot) {
        put_raw::<Depot>(&db, old_purse("ann", "p1", 3)).await;
        let found = PurseCents { cents: 300 };
        assert_eq!(db.get(Purse::key("ann", "p1")).project().await.unwrap(), Some(found.clone()));
        assert_eq!(db.batch_get([Purse::key("ann", "p1")]).project::<PurseCents>().await.unwrap(), [Some(found.clone())]);
        assert_eq!(db.query(Purse::query("ann")).project::<PurseCents>().all().await.unwrap(), std::slice::from_ref(&found));
        assert_eq!(db.scan::<Purse>().project::<PurseCents>().all().await.unwrap(), [found]);
    }

    async fn older_names_and_expiry_are_minded(db: Depot) {
        let memo = Memo { user: "ann".into(), id: "m1".into(), text: "Hi".into(), expires: Some(1) };
        let mut item = memo.to_item().unwrap();
        let words = item.remove("text").unwrap();
        item.insert("words".into(), words);
        put_raw::<Depot>(&db, item).await;
        let found = Some(MemoText { text: "Hi".into() });
        assert_eq!(db.get(Memo::key("ann", "m1")).project().await.unwrap(), found);
        assert_eq!(db.get(Memo::key("ann", "m1")).unexpired().project::<MemoText>().await.unwrap(), None);
        assert_eq!(db.get(Memo::key("ann", "m1")).project::<MemoText>().unexpired().await.unwrap(), None);
        assert_eq!(db.scan::<Memo>().unexpired().project::<MemoText>().all().await.unwrap(), []);
    }

    async fn an_unreadable_item_is_named(db: Depot) {
        let mut item = parcel("ann", "p1").to_item().unwrap();
        item.insert("note".into(), AttributeValue::Bool(true));
        put_raw::<Depot>(&db, item).await;
        let error = db.get(Parcel::key("ann", "p1")).project::<ParcelCard>().await.unwrap_err().to_string();
        assert!(error.contains("USER#ann / PARCEL#p1") && error.contains("note"), "{error}");
        let page = db.scan::<Parcel>().lenient().project::<ParcelCard>().all().await.unwrap();
        assert_eq!((page.items.len(), page.unreadable.len()), (0, 1));
    }
}
