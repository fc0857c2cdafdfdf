//! Managed timestamps of the types of other crates.

use dynamo_core::prelude::*;

use super::engine::on;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "clocks", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub(crate) enum Clocks {
    Chrono(Chrono),
    Fixed(Fixed),
    Jiff(Jiff),
    Offset(Offset),
    Log(Log),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Clocks, pk = "C#<id>", sk = "C", gsi1 = ("CS", "<created_at:date>#<id>"))]
pub(crate) struct Chrono {
    id: String,
    #[entity(created_at)]
    created_at: chrono::DateTime<chrono::Utc>,
    #[entity(updated_at)]
    updated_at: chrono::DateTime<chrono::Utc>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Clocks, pk = "F#<id>", sk = "F")]
pub(crate) struct Fixed {
    id: String,
    #[entity(created_at)]
    created_at: chrono::DateTime<chrono::FixedOffset>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Clocks, pk = "J#<id>", sk = "J")]
pub(crate) struct Jiff {
    id: String,
    #[entity(created_at)]
    created_at: jiff::Timestamp,
    #[entity(updated_at)]
    updated_at: jiff::Timestamp,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Clocks, pk = "O#<id>", sk = "O")]
pub(crate) struct Offset {
    id: String,
    #[entity(created_at)]
    created_at: time::OffsetDateTime,
    #[entity(updated_at)]
    updated_at: time::OffsetDateTime,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Clocks, pk = "LOG#<id>", sk = "AT#<created_at>")]
pub(crate) struct Log {
    id: String,
    #[entity(created_at)]
    created_at: chrono::DateTime<chrono::Utc>,
}

on! {
    async fn unset_times_are_filled(db: Clocks) {
        let start = chrono::Utc::now() - chrono::Duration::seconds(5);
        let chrono = Chrono { id: "1".into(), created_at: chrono::DateTime::default(), updated_at: chrono::DateTime::default() };
        db.create(&chrono).await.unwrap();
        let found = db.get(Chrono::key("1")).await.unwrap().unwrap();
        assert!(found.created_at > start && found.updated_at > start, "{found:?}");
        assert_eq!(db.query(Chrono::query_gsi1().created_at(&found.created_at)).all().await.unwrap(), [found]);
        db.create(&Fixed { id: "1".into(), created_at: chrono::DateTime::default() }).await.unwrap();
        assert!(db.get(Fixed::key("1")).await.unwrap().unwrap().created_at > start);
        let jiff = Jiff { id: "1".into(), created_at: jiff::Timestamp::default(), updated_at: jiff::Timestamp::default() };
        db.create(&jiff).await.unwrap();
        let found = db.get(Jiff::key("1")).await.unwrap().unwrap();
        assert!(found.created_at > jiff::Timestamp::UNIX_EPOCH && found.updated_at > jiff::Timestamp::UNIX_EPOCH);
        let epoch = time::OffsetDateTime::UNIX_EPOCH;
        db.create(&Offset { id: "1".into(), created_at: epoch, updated_at: epoch }).await.unwrap();
        let found = db.get(Offset::key("1")).await.unwrap().unwrap();
        assert!(found.created_at > epoch && found.updated_at > epoch);
    }

    async fn times_that_are_given_are_kept(db: Clocks) {
        // Close to the epoch, but not unset.
        let at = chrono::DateTime::from_timestamp_millis(1).unwrap();
        let given = Chrono { id: "1".into(), created_at: at, updated_at: at };
        db.create(&given).await.unwrap();
        assert_eq!(db.get(Chrono::key("1")).await.unwrap(), Some(given));
    }

    async fn an_unset_time_in_the_primary_key_is_refused(db: Clocks) {
        let refused = db.create(&Log { id: "l".into(), created_at: chrono::DateTime::default() }).await;
        assert!(matches!(&refused, Err(Error::InvalidOperation(why)) if why.fact().contains("unset")), "{refused:?}");
        db.create(&Log { id: "l".into(), created_at: chrono::DateTime::from_timestamp_millis(1).unwrap() }).await.unwrap();
    }
}
