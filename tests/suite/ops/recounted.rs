//! Records whose expiry lies before the recount that counted them: each is counted off once.

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::engine::{on, stored};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "fair", pk = "PK", sk = "SK", type_attribute = "type", ttl = "until")]
pub(crate) enum Fair {
    Hall(Hall),
    Stand(Stand),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fair, pk = "HALL#<hall>", sk = "META")]
pub(crate) struct Hall {
    hall: String,
    title: String,
    stands: u64,
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
    let old = stored::<Fair>(db).await.remove(&format!("HALL#h / STAND#{id}")).unwrap();
    let key = Stand::key("h", id).unwrap().to_item();
    db.client().delete_item().table_name(db.table_name::<Fair>().unwrap()).set_key(Some(key)).send().await.unwrap();
    let mut change = Change::from_images(Some(old), None).unwrap();
    (change.expired, change.sequence) = (true, Some(format!("event-{id}")));
    change
}

on! {
    async fn an_expiry_that_was_moved_into_the_past(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0 }).await.unwrap();
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
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0 }).await.unwrap();
        recount(&db).await;
        db.create(&stand("late", PAST)).await.unwrap();
        assert_eq!(stands(&db).await, 1);
        let change = expire(&db, "late").await;
        db.reconcile(&change).await.unwrap();
        assert_eq!(stands(&db).await, 0);
    }

    async fn a_record_that_was_gone_before_the_recount(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0 }).await.unwrap();
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

    async fn equal_calls_with_a_token(db: Fair) {
        db.create(&Hall { hall: "h".into(), title: "T".into(), stands: 0 }).await.unwrap();
        // Of this table alone: an endpoint knows tokens of all of them.
        let token = db.table_name::<Fair>().unwrap();
        for _ in 0..2 {
            db.transact().create(&stand("late", PAST)).idempotent(&token).await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(3)).await;
        }
        assert_eq!(stands(&db).await, 1);
    }
}
