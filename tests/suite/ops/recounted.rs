//! Records whose expiry lies before the recount that counted them: each is counted off once.

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::engine::{on, stored};
use super::fault::{Fault, faulty};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "fair", pk = "PK", sk = "SK", type_attribute = "type", ttl = "until")]
pub(crate) enum Fair {
    Hall(Hall),
    Stand(Stand),
    Tour(Tour),
    Stop(Stop),
}

/// With more pointers than one transaction takes.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fair, pk = "HALL#<hall>", sk = "TOUR#<id>", counted(tours in Hall(hall = hall)), pointers(Stop))]
pub(crate) struct Tour {
    hall: String,
    id: String,
    stops: Vec<String>,
    #[entity(ttl)]
    until: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fair, pk = "STOP#<stop>", sk = "TOUR#<hall>#<id>", pointer_of(Tour, each(stop in stops)))]
pub(crate) struct Stop {
    stop: String,
    hall: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fair, pk = "HALL#<hall>", sk = "META")]
pub(crate) struct Hall {
    hall: String,
    title: String,
    stands: u64,
    tours: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fair, pk = "HALL#<hall>", sk = "STAND#<id>", counted(stands in Hall(hall = hall)))]
pub(crate) struct Stand {
    hall: String,
    id: String,
    #[entity(ttl)]
    until: u64,
}

const PAST: u64 = 1_700_000_000;
const FUTURE: u64 = 9_999_999_999;

fn stand(id: &str, until: u64) -> Stand {
    Stand { hall: "h".into(), id: id.into(), until }
}

async fn stands(db: &Db) -> u64 {
    db.get(Hall::key("h")).await.unwrap().unwrap().stands
}

/// Makes the number wrong, and has it counted again.
async fn recount(db: &Db) {
    let update = db.client().update_item().table_name(db.table_name::<Fair>().unwrap());
    let update = update.set_key(Some(Hall::key("h").unwrap().to_item())).update_expression("SET stands = :n");
    update.expression_attribute_values(":n", AttributeValue::N("9".into())).send().await.unwrap();
    assert_eq!(db.repair::<Fair>().await.unwrap().drift().len(), 1);
}

/// Deletes a record as DynamoDB does when it has expired; returns what its stream says of it.
async fn expire(db: &Db, id: &str) -> Change<Fair> {
    expire_key(db, &format!("STAND#{id}"), id).await
}

async fn expire_key(db: &Db, sk: &str, id: &str) -> Change<Fair> {
    let old = stored::<Fair>(db).await.remove(&format!("HALL#h / {sk}")).unwrap();
    let key = ["PK", "SK"].map(|name| (name.to_owned(), old[name].clone())).into();
    db.client().delete_item().table_name(db.table_name::<Fair>().unwrap()).set_key(Some(key)).send().await.unwrap();
    let mut change = Change::from_images(Some(old), None).unwrap();
    (change.expired, change.sequence) = (true, Some(format!("event-{id}")));
    change
}

on! {
    async fn an_expiry_that_was_moved_into_the_past(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0, tours: 0 }).await.unwrap();
        db.transact().create(&stand("a", FUTURE)).create(&stand("b", FUTURE)).create(&stand("c", FUTURE)).await.unwrap();
        recount(&db).await;
        assert_eq!(stands(&db).await, 3);
        db.update(Stand::key("h", "a")).set(Stand::fields().until, PAST).await.unwrap();
        db.put(&stand("b", PAST)).await.unwrap();
        db.upsert(&stand("c", FUTURE)).set(Stand::fields().until, PAST).await.unwrap();
        for (left, id) in [(2, "a"), (1, "b"), (0, "c")] {
            let change = expire(&db, id).await;
            for _ in 0..2 {
                db.reconcile(&change).await.unwrap();
                assert_eq!(stands(&db).await, left, "{id}");
            }
        }
        assert!(db.verify::<Fair>().await.unwrap().is_clean());
    }

    async fn a_record_that_was_created_after_its_expiry(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0, tours: 0 }).await.unwrap();
        recount(&db).await;
        db.create(&stand("late", PAST)).await.unwrap();
        assert_eq!(stands(&db).await, 1);
        let change = expire(&db, "late").await;
        db.reconcile(&change).await.unwrap();
        assert_eq!(stands(&db).await, 0);
    }

    async fn a_record_that_was_gone_before_the_recount(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0, tours: 0 }).await.unwrap();
        db.transact().create(&stand("gone", PAST)).create(&stand("seen", PAST)).create(&stand("new", FUTURE)).await.unwrap();
        let change = expire(&db, "gone").await;
        recount(&db).await;
        assert_eq!(stands(&db).await, 2);
        db.reconcile(&change).await.unwrap();
        assert_eq!(stands(&db).await, 2, "the recount did not find it");
        let change = expire(&db, "seen").await;
        db.reconcile(&change).await.unwrap();
        assert_eq!(stands(&db).await, 1, "the recount found it");
        let read = db.get(Stand::key("h", "new")).await.unwrap();
        assert_eq!(read, Some(stand("new", FUTURE)));
    }

    async fn a_record_whose_deletion_had_begun(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0, tours: 0 }).await.unwrap();
        for id in ["a", "b"] {
            let stops = (0..150).map(|n| format!("{id}{n}")).collect();
            db.create(&Tour { hall: "h".into(), id: id.into(), stops, until: PAST }).await.unwrap();
        }
        // The program dies after the first transaction of the delete, and DynamoDB deletes the record before anyone sees it.
        let (mortal, faults) = faulty(db.clone());
        faults.next([Fault::None, Fault::None, Fault::Held]);
        let dying = tokio::spawn(async move { mortal.delete(Tour::key("h", "a")).await });
        while faults.seen() < 3 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        dying.abort();
        assert_eq!(db.get(Hall::key("h")).await.unwrap().unwrap().tours, 1);
        let change = expire_key(&db, "TOUR#a", "a").await;
        for _ in 0..2 {
            db.reconcile(&change).await.unwrap();
            assert_eq!(db.get(Hall::key("h")).await.unwrap().unwrap().tours, 1);
        }
        assert!(db.verify::<Fair>().await.unwrap().is_clean());
    }

    async fn a_record_that_counts_and_is_created_again(db: Fair) {
        let hall = Hall { hall: "h".into(), title: "T".into(), stands: 0, tours: 0 };
        db.create(&hall).await.unwrap();
        db.transact().create(&stand("a", FUTURE)).create(&stand("b", FUTURE)).await.unwrap();
        db.delete(Hall::key("h")).await.unwrap();
        // While there is none, nothing is counted: what goes is not missed, and what comes needs it.
        db.delete(Stand::key("h", "b")).await.unwrap();
        assert!(matches!(db.create(&stand("c", FUTURE)).await, Err(Error::NotFound(_))));
        // The number is that of the struct, until it is counted again.
        db.create(&Hall { stands: 7, ..hall }).await.unwrap();
        assert_eq!(stands(&db).await, 7);
        assert_eq!(db.verify::<Fair>().await.unwrap().drift().len(), 1);
        db.repair::<Fair>().await.unwrap();
        assert_eq!(stands(&db).await, 1);
    }

    async fn equal_calls_with_a_token(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0, tours: 0 }).await.unwrap();
        // Of this table alone: an endpoint knows tokens of all of them.
        let token = db.table_name::<Fair>().unwrap();
        for _ in 0..2 {
            db.transact().create(&stand("late", PAST)).idempotent(&token).await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(3)).await;
        }
        assert_eq!(stands(&db).await, 1);
    }
}
