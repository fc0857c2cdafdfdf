//! A design that changes while it has data: an old and a new program write the same table at once, and a backfill ends it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::Names;
use dynamo_core::prelude::*;

use super::engine::empty;

/// The program before the change.
mod before {
    use dynamo_core::prelude::*;

    #[derive(Table, Debug)]
    #[table(name = "before", pk = "PK", sk = "SK")]
    #[index(by_mood, name = "ByMood", pk = "mpk", sk = "msk")]
    pub(super) enum Before {
        Place(Place),
        Note(Note),
    }

    /// It reads the name that the next program writes: that is the first step of a renaming.
    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(
        table = Before,
        pk = "PLACE#<id>",
        sk = "META",
        by_mood = ("MOOD#<mood>#<shard>", "PLACE#<id>"),
        sharded(2),
    )]
    pub(super) struct Place {
        pub(super) id: String,
        pub(super) mood: String,
        #[serde(alias = "city")]
        pub(super) town: String,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Before, pk = "NOTE#<id>", sk = "META", by_mood = none)]
    pub(super) struct Note {
        pub(super) id: String,
        pub(super) owner: String,
        pub(super) text: String,
    }
}

/// The program after it: an attribute has another name, the index has more shards, there is an index more, and notes are
/// listed by their owners under keys of their own.
mod after {
    use dynamo_core::prelude::*;

    #[derive(Table, Debug)]
    #[table(name = "after", pk = "PK", sk = "SK")]
    #[index(by_mood, name = "ByMood", pk = "mpk", sk = "msk")]
    #[index(by_city, name = "ByCity", pk = "cpk", sk = "csk")]
    pub(super) enum After {
        Place(Place),
        Note(Note),
        NoteOfOwner(NoteOfOwner),
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(
        table = After,
        pk = "PLACE#<id>",
        sk = "META",
        by_mood = ("MOOD#<mood>#<shard>", "PLACE#<id>"),
        by_city = ("CITY#<city>", "PLACE#<id>"),
        sharded(7),
    )]
    pub(super) struct Place {
        pub(super) id: String,
        pub(super) mood: String,
        #[serde(alias = "town")]
        pub(super) city: String,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = After, pk = "NOTE#<id>", sk = "META", by_mood = none, by_city = none, pointers(NoteOfOwner))]
    pub(super) struct Note {
        pub(super) id: String,
        pub(super) owner: String,
        pub(super) text: String,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(
        table = After,
        pk = "OWNER#<owner>",
        sk = "NOTE#<id>",
        by_mood = none,
        by_city = none,
        pointer_of(Note),
    )]
    pub(super) struct NoteOfOwner {
        pub(super) owner: String,
        pub(super) id: String,
        pub(super) text: String,
    }
}

use after::After;
use before::Before;

async fn databases() -> Vec<Db> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let name = format!("changing-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let db = empty(transport).await.with_names(Names::new().rename::<Before>(name.clone()).rename::<After>(name));
        db.create_table::<After>().await.unwrap();
        all.push(db);
    }
    all
}

async fn places_by_mood(db: &Db) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for mood in ["glad", "sad"] {
        for place in db.query(after::Place::query_by_mood(mood)).all().await.unwrap() {
            assert_eq!(all.insert(place.id, place.city), None, "doubled");
        }
    }
    all
}

/// An attribute is renamed, an index gets more shards, and another one is new.
#[tokio::test]
async fn both_programs_write_places() {
    for db in databases().await {
        let mut model = BTreeMap::new();
        for step in 0..60_u32 {
            let (id, city) = (format!("p{}", step * 7 % 20), format!("c{step}"));
            let mood = if step % 3 == 0 { "sad" } else { "glad" };
            let known = model.contains_key(&id);
            if step % 11 == 10 {
                db.delete(before::Place::key(&id)).await.unwrap();
                model.remove(&id);
                continue;
            }
            match step % 4 {
                0 => db.put(&before::Place { id: id.clone(), mood: mood.into(), town: city.clone() }).await.unwrap(),
                1 if known => {
                    db.update(before::Place::key(&id)).set(before::Place::fields().town, &city).await.unwrap();
                }
                2 if known => {
                    db.update(after::Place::key(&id)).set(after::Place::fields().city, &city).await.unwrap();
                }
                _ => db.put(&after::Place { id: id.clone(), mood: mood.into(), city: city.clone() }).await.unwrap(),
            }
            model.insert(id.clone(), city.clone());
            // Both programs read what either wrote.
            assert_eq!(db.get(before::Place::key(&id)).await.unwrap().unwrap().town, city);
            assert_eq!(db.get(after::Place::key(&id)).await.unwrap().unwrap().city, city);
            // The new program reads old and new shards.
            assert_eq!(places_by_mood(&db).await, model);
            if step == 30 {
                db.backfill::<After>().await.unwrap();
            }
        }
        db.backfill::<After>().await.unwrap();
        assert_eq!(db.backfill::<After>().await.unwrap().written, 0, "all of them are of the new form");
        assert_eq!(places_by_mood(&db).await, model);
        for (id, city) in &model {
            let found = db.query(after::Place::query_by_city(city)).all().await.unwrap();
            assert_eq!(found.iter().map(|place| &place.id).collect::<Vec<_>>(), [id]);
        }
        let raw = db.client().scan().table_name(db.table_name::<After>().unwrap()).send().await.unwrap().items.unwrap();
        assert_eq!(raw.len(), model.len());
        assert!(raw.iter().all(|item| item.contains_key("city") && !item.contains_key("town")), "{raw:?}");
    }
}

/// Items move to another key: it is a pointer while both keys are read.
#[tokio::test]
async fn both_programs_write_notes() {
    for db in databases().await {
        let mut model = BTreeMap::new();
        for step in 0..60_u32 {
            let (id, text) = (format!("n{}", step * 7 % 20), format!("t{step}"));
            let owner = format!("o{}", step % 3);
            match step % 5 {
                0 | 1 => {
                    let note = before::Note { id: id.clone(), owner: owner.clone(), text: text.clone() };
                    db.put(&note).await.unwrap();
                }
                2 => {
                    db.delete(before::Note::key(&id)).await.unwrap();
                    model.remove(&id);
                    continue;
                }
                _ => db.put(&after::Note { id: id.clone(), owner: owner.clone(), text: text.clone() }).await.unwrap(),
            }
            model.insert(id, (owner, text));
            if step == 30 {
                db.repair::<After>().await.unwrap();
            }
        }
        db.repair::<After>().await.unwrap();
        let report = db.verify::<After>().await.unwrap();
        assert!(report.is_clean(), "{report:?}");
        let mut found = BTreeMap::new();
        for owner in ["o0", "o1", "o2"] {
            for note in db.query(after::NoteOfOwner::query(owner)).all().await.unwrap() {
                assert_eq!(found.insert(note.id, (note.owner, note.text)), None, "doubled");
            }
        }
        assert_eq!(found, model);
    }
}
