//! Scans of an index.

use std::time::Duration;

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::depot::{Bin, BinText, Click, Depot, Parcel, ParcelCard, ParcelLabel, bin, parcel};
use super::engine::{on, put_raw};

fn ids(mut parcels: Vec<Parcel>) -> Vec<String> {
    parcels.sort_by(|a, b| a.id.cmp(&b.id));
    parcels.into_iter().map(|parcel| parcel.id).collect()
}

on! {
    async fn the_items_of_an_index_are_read(db: Depot) {
        let parcels: Vec<_> = (0..40)
            .map(|i| Parcel { shelf: (i % 4 == 0).then(|| format!("s{}", i % 3)), ..parcel("ann", &format!("p{i:02}")) })
            .collect();
        db.batch_write().put_all(&parcels).put(&bin("ann", "b1")).await.unwrap();
        let shelved: Vec<_> = parcels.iter().filter(|parcel| parcel.shelf.is_some()).map(|parcel| parcel.id.clone()).collect();
        let all: Vec<Parcel> = db.scan_index(Parcel::gsi1()).all().await.unwrap();
        assert_eq!(ids(all), shelved);
        assert_eq!(db.scan_index(Parcel::gsi1()).count().await.unwrap(), 10);
        assert_eq!(db.scan_index(Parcel::gsi1()).limit(3).count().await.unwrap(), 3);
        assert_eq!(db.scan::<Parcel>().count().await.unwrap(), 40);
        assert_eq!(db.scan_all::<Depot>().count().await.unwrap(), 41);
        assert_eq!(db.scan_index(Bin::gsi1()).all().await.unwrap(), [bin("ann", "b1")]);
        let streamed: Vec<Parcel> = db.scan_index(Parcel::gsi1()).page_size(3).stream().try_collect().await.unwrap();
        assert_eq!(ids(streamed), shelved);
        assert_eq!(ids(db.scan_index(Parcel::gsi1()).segments(3).all().await.unwrap()), shelved);
        let filtered = db.scan_index(Parcel::gsi1()).filter(Parcel::fields().shelf.eq("s0")).all().await.unwrap();
        assert!(filtered.len() == 4 && filtered.iter().all(|parcel| parcel.shelf.as_deref() == Some("s0")));
        let cards: Vec<ParcelCard> = db.scan_index(Parcel::gsi1()).project().all().await.unwrap();
        assert_eq!(cards.len(), 10);
        // Page by page, with a cursor that no other scan takes.
        let (mut page, mut found) = (db.scan_index(Parcel::gsi1()).limit(4).page().await.unwrap(), Vec::new());
        let cursor = page.next.clone().unwrap();
        loop {
            found.extend(page.items);
            let Some(next) = page.next else { break };
            page = db.scan_index(Parcel::gsi1()).limit(4).after(&next).page().await.unwrap();
        }
        assert_eq!(ids(found), shelved);
        assert!(matches!(db.scan::<Parcel>().after(&cursor).page().await, Err(Error::Cursor(_))));
        assert!(matches!(db.scan_index(Parcel::by_rank()).after(&cursor).page().await, Err(Error::Cursor(_))));
        assert_eq!(db.scan_index(Parcel::by_rank()).count().await.unwrap(), 40);
    }

    async fn an_index_that_holds_less(db: Depot) {
        db.batch_write().put_all(&[parcel("ann", "p1"), parcel("bob", "p2")]).await.unwrap();
        let mut labels: Vec<ParcelLabel> = db.scan_index(Parcel::labels()).project().all().await.unwrap();
        labels.sort_by(|a, b| a.label.cmp(&b.label));
        assert_eq!(labels.iter().map(|label| label.label.as_str()).collect::<Vec<_>>(), ["Label p1", "Label p2"]);
        assert_eq!(db.scan_index(Parcel::labels()).count().await.unwrap(), 2);
        let filtered = db.scan_index(Parcel::labels()).project::<ParcelLabel>().filter(Parcel::fields().note.exists());
        assert!(matches!(filtered.page().await, Err(Error::InvalidOperation(_))), "the index does not hold notes");
    }

    async fn deleted_foreign_and_broken_items(db: Depot) {
        db.batch_write().put(&bin("ann", "b1")).put(&bin("ann", "b2")).await.unwrap();
        db.soft_delete(Bin::key("ann", "b2"), Duration::from_mins(1)).await.unwrap();
        assert_eq!(db.scan_index(Bin::gsi1()).including_deleted().all().await.unwrap(), [bin("ann", "b1")], "it left the index");
        let mut item = bin("ann", "b3").to_item().unwrap();
        item.insert("text".into(), AttributeValue::Bool(true));
        put_raw::<Depot>(&db, item.clone()).await;
        assert!(matches!(db.scan_index(Bin::gsi1()).all().await, Err(Error::Decode(_))));
        let page: Page<Bin> = db.scan_index(Bin::gsi1()).lenient().all().await.unwrap();
        assert_eq!((page.items.len(), page.unreadable.len()), (1, 1));
        item.insert("type".into(), AttributeValue::S("Spaceship".into()));
        put_raw::<Depot>(&db, item).await;
        assert_eq!(db.scan_index(Bin::gsi1()).project::<BinText>().all().await.unwrap().len(), 1);
        assert!(matches!(db.scan_index(Bin::gsi1()).strict().all().await, Err(Error::UnknownItem(_))));
        let click = Click { page: "p".into(), user: "ann".into(), times: 1 };
        db.create(&click).await.unwrap();
        assert_eq!(db.scan_index(Click::gsi1()).all().await.unwrap(), [click], "all shards");
    }
}
