//! Formats of key templates: folded texts, days of timestamps, numbers as they are. Queries take whole values, updates
//! follow, and keys give back what they have.

use dynamo_core::Names;
use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::engine::{empty, put_raw};

#[derive(Table, Debug, PartialEq)]
#[table(name = "formats", pk = "PK", sk = "SK")]
#[index(by_day, name = "ByDay", pk = "GSI1PK", sk = "GSI1SK")]
#[index(by_name, name = "ByName", pk = "GSI2PK", sk = "GSI2SK")]
enum Formats {
    Event(Event),
    Line(Line),
    Visit(Visit),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Formats,
    pk = "EVENT#<id>",
    sk = "META",
    by_day = ("DAY#<at:date>", "<at>#<id>"),
    by_name = ("NAME#<name:upper:escaped>", "<at:hour>#<id>"),
)]
#[access(of_day(at), index = by_day)]
struct Event {
    id: String,
    at: Timestamp,
    name: String,
}

/// As other programs write order lines.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Formats, pk = "ORDER#<order>", sk = "LINE#<n:unordered>", by_day = none, by_name = none)]
struct Line {
    order: u64,
    n: i32,
    title: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Formats,
    pk = "MONTH#<at:month>",
    sk = "<at:date>#<who:lower>#<room:unordered>",
    by_day = ("ROOM#<room>", "<at:month>#<who:lower>#<seen>"),
    by_name = none,
)]
struct Visit {
    at: Timestamp,
    who: String,
    #[entity(key_only)]
    room: u32,
    seen: bool,
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn event(id: &str, when: &str, name: &str) -> Event {
    Event { id: id.into(), at: at(when), name: name.into() }
}

async fn table(transport: Transport) -> Db {
    let name = format!("formats-{}-{transport:?}", std::process::id());
    let db = empty(transport).await.with_names(Names::new().rename::<Formats>(name));
    db.create_table::<Formats>().await.unwrap();
    db
}

#[tokio::test]
async fn queries_take_the_whole_value() {
    for transport in crate::ops::transports() {
        let db = table(transport).await;
        let morning = event("a", "2026-11-16T09:30:00.000Z", "Party #1");
        let noon = event("b", "2026-11-16T12:00:00.000Z", "PARTY #1");
        let other = event("c", "2026-11-17T00:00:00.000Z", "Party");
        for event in [&morning, &noon, &other] {
            db.create(event).await.unwrap();
        }
        let item = morning.to_item().unwrap();
        for (attribute, text) in [
            ("GSI1PK", "DAY#2026-11-16"),
            ("GSI1SK", "2026-11-16T09:30:00.000Z#a"),
            ("GSI2PK", "NAME#PARTY$ca$cd1"),
            ("GSI2SK", "2026-11-16T09#a"),
        ] {
            assert_eq!(item[attribute].as_s().unwrap(), text);
        }
        // Any time of the day reads all of it, and the sort key is narrowed within it.
        let late = at("2026-11-16T23:59:59.999Z");
        let day = db.query(Event::query_by_day(&late)).all().await.unwrap();
        assert_eq!(day, [morning.clone(), noon.clone()]);
        assert_eq!(db.query(Event::of_day(&late)).all().await.unwrap(), day);
        let from = at("2026-11-16T10:00:00.000Z");
        assert_eq!(db.query(Event::query_by_day(&late).at(from..late)).all().await.unwrap(), [noon.clone()]);
        assert_eq!(db.query(Event::query_by_day(&late).at(&noon.at)).all().await.unwrap(), [noon.clone()]);
        assert_eq!(db.query(Event::query_by_day(&late).at(&noon.at).id("a")).all().await.unwrap(), []);
        // Folded and escaped; a value of the hour gives all of the hour.
        let found = db.query(Event::query_by_name("party #1")).all().await.unwrap();
        assert_eq!(found, [morning.clone(), noon.clone()]);
        let hour = at("2026-11-16T09:00:00.000Z");
        assert_eq!(db.query(Event::query_by_name("Party #1").at(&hour)).all().await.unwrap(), [morning.clone()]);
        let found = db.query(Event::query_by_name("party #1").at(begins_with("2026-11-16T1"))).all().await.unwrap();
        assert_eq!(found, [noon]);
        let error = db.query(Event::query_by_name("party #1").at(begins_with("2026-11-16T12:0"))).all().await;
        assert!(error.unwrap_err().to_string().contains("`at`"));
        db.delete_table::<Formats>().await.unwrap();
    }
}

#[tokio::test]
async fn updates_follow_folds_and_days() {
    for transport in crate::ops::transports() {
        let db = table(transport).await;
        let before = event("a", "2026-11-16T09:30:00.000Z", "Party");
        db.create(&before).await.unwrap();
        let later = at("2027-01-02T03:04:05.006Z");
        db.update(Event::key("a")).set(Event::fields().at, later).await.unwrap();
        db.update(Event::key("a")).set(Event::fields().name, "Straße #2".to_owned()).await.unwrap();
        let after = Event { at: later, name: "Straße #2".into(), ..before.clone() };
        let found = db.client().scan().table_name(db.table_name::<Formats>().unwrap()).send().await.unwrap();
        assert_eq!(found.items(), [after.to_item().unwrap()]);
        assert_eq!(db.query(Event::query_by_day(&before.at)).all().await.unwrap(), []);
        assert_eq!(db.query(Event::query_by_day(&later)).all().await.unwrap(), [after.clone()]);
        assert_eq!(db.query(Event::query_by_name("STRASSE #2")).all().await.unwrap(), [after]);

        // A key that has a date tells the month, and one that has folded text tells the folded text.
        let visit = Visit { at: before.at, who: "Ann".into(), room: 7, seen: false };
        db.create(&visit).await.unwrap();
        let key = visit.key().unwrap();
        assert_eq!(key.to_string(), "MONTH#2026-11 / 2026-11-16#ann#7");
        db.update(key.clone()).set(Visit::fields().seen, true).await.unwrap();
        let seen = Visit { seen: true, ..visit.clone() };
        assert_eq!(db.get(Visit::key(&at("2026-11-16T00:00:00.000Z"), "ANN", &7)).await.unwrap(), Some(seen.clone()));
        assert_eq!(db.query(Visit::query_by_day(&7).at(&visit.at).who("aNN")).all().await.unwrap(), [seen.clone()]);
        let month = at("2026-11-01T00:00:00.000Z");
        assert_eq!(db.query(Visit::query(&month)).all().await.unwrap(), [seen.clone()]);
        assert_eq!(db.query(Visit::query(&month).at(&month)).all().await.unwrap(), []);
        assert_eq!(db.query(Visit::query(&month).at(&visit.at).who("ANN")).all().await.unwrap(), [seen]);
        // `parse_key` gives what the key has.
        assert_eq!(key.fields().unwrap(), (7,));
        assert_eq!(Visit::parse_key("MONTH#2026-11", "2026-11-16#ann#7").unwrap(), (7,));
        for (pk, sk) in [
            ("MONTH#2026-11", "2026-11-16#Ann#7"),
            ("MONTH#2026-11", "2026-11#ann#7"),
            ("MONTH#2026-11-16", "2026-11-16#ann#7"),
            ("MONTH#2026-1x", "2026-11-16#ann#7"),
        ] {
            assert!(Visit::parse_key(pk, sk).is_err(), "{pk} / {sk}");
        }
        db.delete_table::<Formats>().await.unwrap();
    }
}

#[tokio::test]
async fn numbers_as_they_are() {
    for transport in crate::ops::transports() {
        let db = table(transport).await;
        let line = |n| Line { order: 12, n, title: n.to_string() };
        for n in [9, 10, -3] {
            db.create(&line(n)).await.unwrap();
        }
        // As another program wrote it.
        put_raw::<Formats>(&db, line(2).to_item().unwrap()).await;
        assert_eq!(Line::key(&12, &-3).unwrap().to_string(), "ORDER#12 / LINE#-3");
        assert_eq!(Line::parse_key("ORDER#12", "LINE#10").unwrap(), (12, 10));
        assert!(Line::parse_key("ORDER#12", "LINE#010").is_err());
        assert_eq!(db.get(Line::key(&12, &10)).await.unwrap(), Some(line(10)));
        // In the order of texts.
        let all = db.query(Line::query(&12)).all().await.unwrap();
        assert_eq!(all, [line(-3), line(10), line(2), line(9)]);
        assert_eq!(db.query(Line::query(&12).n(&9)).all().await.unwrap(), [line(9)]);
        assert_eq!(db.query(Line::query(&12).n(..)).all().await.unwrap(), all);
        db.delete_table::<Formats>().await.unwrap();
    }
}
