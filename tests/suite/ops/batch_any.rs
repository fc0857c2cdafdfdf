//! Batches of keys: of several entities, and with a key that is given several times.

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use futures_util::StreamExt;

use super::depot::{Bin, Depot, Doc, Parcel, Purse, bin, doc, old_purse, parcel};
use super::engine::{on, put_raw};
use super::fault::{Fault, faulty};
use super::strangers::{Bigger, Party, Quiz};

on! {
    async fn keys_of_several_entities(db: Depot) {
        db.batch_write().put(&parcel("ann", "p1")).put(&bin("ann", "b1")).put(&bin("bob", "b1")).await.unwrap();
        put_raw::<Depot>(&db, old_purse("ann", "p1", 3)).await;
        let keys = vec![
            Bin::key("bob", "b1").into(),
            Parcel::key("ann", "p1").unwrap().into(),
            Doc::key("none").into(),
            (&Bin::key("ann", "b1").unwrap()).into(),
            bin("bob", "b1").key().into(),
            Purse::key("ann", "p1").into(),
        ];
        let mixed = db.batch_get_any::<Depot>(keys.iter().cloned()).await.unwrap();
        assert_eq!(db.batch_get_any::<Depot>(keys).await.unwrap(), mixed);
        let purse = Purse { user: "ann".into(), id: "p1".into(), cents: 300, owner: "ann".into() };
        assert_eq!(mixed, [
            Some(Depot::Bin(bin("bob", "b1"))),
            Some(Depot::Parcel(parcel("ann", "p1"))),
            None,
            Some(Depot::Bin(bin("ann", "b1"))),
            Some(Depot::Bin(bin("bob", "b1"))),
            Some(Depot::Purse(purse)),
        ]);
        assert_eq!(db.batch_get_any::<Depot>([]).await.unwrap(), []);
        let wrong = db.batch_get_any::<Depot>([Bin::key("ann", "b1").into(), Bin::key("a#b", "b1").into()]).await;
        assert!(matches!(wrong, Err(Error::Key(_))), "{wrong:?}");
        let key: AnyKey<Depot> = Bin::key("ann", "b1").into();
        assert_eq!(format!("{key:?}"), "AnyKey { entity: \"Bin\", pk: \"USER#ann\", sk: Some(\"BIN#b1\") }");
    }

    async fn deleted_and_unknown_items(db: Depot) {
        db.create(&bin("ann", "b1")).await.unwrap();
        db.soft_delete(Bin::key("ann", "b1"), std::time::Duration::from_mins(1)).await.unwrap();
        let key = || [AnyKey::from(Bin::key("ann", "b1"))];
        assert_eq!(db.batch_get_any::<Depot>(key()).consistent().await.unwrap(), [None]);
        let found = db.batch_get_any::<Depot>(key()).including_deleted().await.unwrap();
        assert!(matches!(&found[..], [Some(Depot::Bin(bin))] if bin.deleted_at.is_some()));
        let mut item = bin("ann", "b2").to_item().unwrap();
        item.insert("type".into(), AttributeValue::S("Spaceship".into()));
        put_raw::<Depot>(&db, item).await;
        let unknown = db.batch_get_any::<Depot>([Bin::key("ann", "b2").into()]).await;
        let Err(Error::Batch(batch)) = unknown else { panic!("{unknown:?}") };
        assert!(matches!(batch.cause(), Some(Error::UnknownItem(item)) if item.tag() == Some("Spaceship")), "{batch:?}");
    }

    /// More than a request takes, some of them several times, and with answers that leave half of them out.
    async fn a_key_that_is_given_several_times(db: Depot) {
        let parcels: Vec<_> = (0..130).map(|i| parcel("ann", &format!("p{i:03}"))).collect();
        db.batch_write().put_all(&parcels).put(&doc("d1")).await.unwrap();
        let (slow, faults) = faulty(db.clone());
        let positions: Vec<_> = (0..300).map(|i| (i * 7) % 131).collect();
        let keys = positions.iter().map(|at| Parcel::key("ann", &format!("p{at:03}")));
        faults.next([Fault::Half, Fault::Half, Fault::Throttled]);
        let found = slow.batch_get(keys.clone()).await.unwrap();
        assert_eq!(found.len(), 300);
        for (at, found) in positions.iter().zip(found) {
            assert_eq!(found.as_ref(), parcels.get(*at), "{at}");
        }
        assert!(faults.seen() > 3, "two requests for 131 keys, and what they left");
        assert_eq!(db.batch_get(keys.clone()).into_sdk().unwrap().len(), 2);
        faults.next([Fault::Half]);
        let any = slow.batch_get_any::<Depot>(keys.map(AnyKey::from).chain([Doc::key("d1").into()])).await.unwrap();
        assert_eq!(any.len(), 301);
        assert!(matches!(&any[300], Some(Depot::Doc(doc)) if doc.id == "d1"));
        assert_eq!(any.iter().flatten().count(), 301 - positions.iter().filter(|at| **at == 130).count());
        faults.always(Fault::Throttled);
        let failed = slow.batch_get_any::<Depot>([Doc::key("d1").into(), Parcel::key("ann", "p001").into(), Doc::key("d1").into()]).await;
        let Err(Error::Batch(batch)) = failed else { panic!("{failed:?}") };
        let mut undone: Vec<_> = batch.undone().iter().map(dynamo_core::op::Undone::entity).collect();
        undone.sort_unstable();
        assert_eq!(undone, ["Doc", "Parcel"]);
    }

    /// Items that are found once are read as often as they are asked for, whatever the way.
    async fn streams_of_keys(db: Depot) {
        db.create(&bin("ann", "b1")).await.unwrap();
        let keys = futures_util::stream::iter(0..5).map(|_| Bin::key("ann", "b1")).collect::<Vec<_>>().await;
        assert_eq!(db.batch_get(keys).await.unwrap(), vec![Some(bin("ann", "b1")); 5]);
    }

    async fn keys_of_the_table_that_is_extended(db: Bigger) {
        let keys = vec![Party::key("g", "p").into(), Quiz::key("g", "q").into()];
        assert_eq!(db.batch_get_any::<Bigger>(keys).await.unwrap(), [None, None]);
    }
}
