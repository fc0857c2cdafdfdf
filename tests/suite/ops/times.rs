//! Timestamps of other people: whatever their programs wrote is read, and written back with nothing lost.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, Utc};
use dynamo_core::Names;
use dynamo_core::Transport;
use dynamo_core::prelude::*;
use std::fmt::Debug;
use time::{OffsetDateTime, PrimitiveDateTime, UtcDateTime};

use super::engine::{empty, put_raw, stored, table_of};

#[derive(Table, Debug, PartialEq)]
#[table(name = "times", pk = "PK", sk = "SK")]
#[index(by_day, name = "ByDay", pk = "GSI1PK", sk = "GSI1SK")]
enum Times {
    Visit(Visit),
    Plain(Plain),
}

/// A visit as other programs write it: with offsets and nanoseconds.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Times, pk = "VISIT#<id>", sk = "ON#<day>#<open>", by_day = ("OPEN#<open>", "<day>#<id>"))]
struct Visit {
    id: String,
    day: NaiveDate,
    open: bool,
    utc: DateTime<Utc>,
    zoned: DateTime<FixedOffset>,
    naive: NaiveDateTime,
    instant: jiff::Timestamp,
    region: jiff::Zoned,
    civil: jiff::civil::DateTime,
    civil_day: jiff::civil::Date,
    offset: OffsetDateTime,
    primitive: PrimitiveDateTime,
    date: time::Date,
    title: Option<String>,
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Times, pk = "PLAIN#<id>", sk = "META")]
struct Plain {
    id: String,
    at: Timestamp,
    #[entity(sensitive)]
    secret: Option<Timestamp>,
}

async fn table(transport: Transport) -> Db {
    let db = empty(transport)
        .await
        .with_names(Names::new().rename::<Times>(format!("times-{}-{transport:?}", std::process::id())));
    db.create_table::<Times>().await.unwrap();
    db
}

fn texts() -> Vec<(&'static str, &'static str)> {
    vec![
        ("PK", "VISIT#v1"),
        ("SK", "ON#2026-11-16#true"),
        ("GSI1PK", "OPEN#true"),
        ("GSI1SK", "2026-11-16#v1"),
        ("id", "v1"),
        ("day", "2026-11-16"),
        ("utc", "2026-11-16T09:00:00.123456Z"),
        ("zoned", "2026-11-16T09:00:00.123456789+02:00"),
        ("naive", "2026-11-16T09:00:00.123456"),
        ("instant", "2026-11-16T09:00:00.123456789Z"),
        ("region", "2026-11-16T09:00:00.123456789-03:30"),
        ("civil", "2026-11-16T09:00:00.123456789"),
        ("civil_day", "2026-11-16"),
        ("offset", "2026-11-16T09:00:00.1234567-11:00"),
        ("primitive", "2026-11-16T09:00:00.123456"),
        ("date", "0001-02-03"),
    ]
}

fn item(texts: &[(&str, &str)]) -> Item {
    let texts = texts.iter().map(|(name, text)| ((*name).to_owned(), AttributeValue::S((*text).to_owned())));
    texts.chain([("open".to_owned(), AttributeValue::Bool(true))]).collect()
}

#[tokio::test]
async fn texts_of_other_programs_come_back_as_they_were() {
    for transport in crate::ops::transports() {
        let db = table(transport).await;
        let before = item(&texts());
        put_raw::<Times>(&db, before.clone()).await;
        let day: NaiveDate = "2026-11-16".parse().unwrap();
        let key = Visit::key("v1", &day, &true).unwrap();
        assert_eq!(key.fields().unwrap(), ("v1".to_owned(), day, true));
        let visit = db.get(key.clone()).await.unwrap().unwrap();
        assert_eq!(visit.zoned.offset().local_minus_utc(), 7200);
        assert_eq!(visit.region.offset(), -jiff::tz::offset(3).saturating_add(jiff::SignedDuration::from_mins(30)));
        assert_eq!(visit.to_item().unwrap(), before);
        // A whole-item write, and an update of another field.
        db.put(&visit).await.unwrap();
        db.update(key.clone()).set(Visit::fields().title, Some("x".to_owned())).await.unwrap();
        db.update(key).remove(Visit::fields().title).await.unwrap();
        let found = db.client().scan().table_name(db.table_name::<Times>().unwrap()).send().await.unwrap();
        assert_eq!(found.items(), [before]);
        // Keys by date and by flag, in their order.
        let next = Visit { id: "v2".into(), day: day.succ_opt().unwrap(), ..visit.clone() };
        db.create(&next).await.unwrap();
        let found = db.query(Visit::query_by_day(&true).day(day..next.day)).all().await.unwrap();
        assert_eq!(found, std::slice::from_ref(&visit));
        let found = db.query(Visit::query_by_day(&true).day(&next.day)).all().await.unwrap();
        assert_eq!(found, [next]);
        assert_eq!(db.query(Visit::query("v1").day(&day).open(..=true)).all().await.unwrap(), [visit]);
        assert_eq!(db.query(Visit::query_by_day(&false)).all().await.unwrap(), []);
        db.delete_table::<Times>().await.unwrap();
    }
}

fn plain(at: &str) -> Item {
    let texts = [("PK", "PLAIN#p"), ("SK", "META"), ("id", "p"), ("at", at)];
    item(&texts).into_iter().filter(|(name, _)| name != "open").collect()
}

#[tokio::test]
async fn a_timestamp_refuses_what_it_would_lose() {
    for transport in crate::ops::transports() {
        let db = table(transport).await;
        let zoned = "`chrono::DateTime<FixedOffset>`, `jiff::Zoned` or `time::OffsetDateTime`";
        let civil = "`chrono::NaiveDateTime`, `jiff::civil::DateTime` or `time::PrimitiveDateTime`";
        let dates = "`chrono::NaiveDate`, `jiff::civil::Date` or `time::Date`";
        for (text, why, types) in [
            ("2026-11-16T09:00:00.123456Z", "has a part below the millisecond", zoned),
            ("2026-11-16T09:00:00.0000000001Z", "has a part below the millisecond", zoned),
            ("2026-11-16T09:00:00+02:00", "has an offset", zoned),
            ("2026-11-16T09:00:00.123", "has no time zone", civil),
            ("2026-11-16", "is a date", dates),
            ("2026-11-16 09:00:00Z", "is not an RFC 3339 timestamp", ""),
            ("yesterday", "is not an RFC 3339 timestamp", ""),
        ] {
            put_raw::<Times>(&db, plain(text)).await;
            let error = db.get(Plain::key("p")).await.unwrap_err().to_string();
            for part in ["`at`", text, why, types] {
                assert!(error.contains(part), "{part} is not in: {error}");
            }
        }
        for text in ["2026-11-16T09:00:00Z", "2026-11-16T09:00:00.120000+00:00"] {
            put_raw::<Times>(&db, plain(text)).await;
            assert!(db.get(Plain::key("p")).await.unwrap().is_some(), "{text}");
        }
        // Nothing of the value is lost, and the text becomes the one that every `Timestamp` has.
        for (text, written) in [("05Z", "05.000Z"), ("05.1Z", "05.100Z"), ("05+00:00", "05.000Z")] {
            let [text, written] = [text, written].map(|rest| format!("2026-11-16T09:00:{rest}"));
            put_raw::<Times>(&db, plain(&text)).await;
            db.update(Plain::key("p")).set(Plain::fields().secret, None).await.unwrap();
            assert_eq!(stored::<Times>(&db).await["PLAIN#p / META"], plain(&text));
            db.put(&db.get(Plain::key("p")).await.unwrap().unwrap()).await.unwrap();
            assert_eq!(stored::<Times>(&db).await["PLAIN#p / META"], plain(&written));
        }
        let mut secret = plain("2026-11-16T09:00:00Z");
        secret.insert("secret".into(), AttributeValue::S("1999-09-09T09:00:00.123456Z".into()));
        put_raw::<Times>(&db, secret).await;
        let error = db.get(Plain::key("p")).await.unwrap_err().to_string();
        assert!(error.contains("`secret`") && !error.contains("1999"), "{error}");
        db.delete_table::<Times>().await.unwrap();
    }
}

fn read<T: Attribute + Debug>(text: &str) -> Result<T, String> {
    let value = AttributeValue::S(text.to_owned());
    dynamo_core::codec::from_value::<T>(value).map_err(|error| error.to_string())
}

#[track_caller]
fn keeps<T: Attribute + Debug>(text: &str) {
    let value = read::<T>(text).unwrap();
    assert_eq!(dynamo_core::codec::to_value(&value).unwrap(), AttributeValue::S(text.to_owned()));
    assert_eq!(dynamo_core::codec::to_json(&value).unwrap(), format!(r#"{{"S":"{text}"}}"#).into_bytes());
}

#[track_caller]
fn refuses<T: Attribute + Debug>(text: &str, parts: &[&str]) {
    let error = read::<T>(text).unwrap_err();
    for part in parts.iter().chain([&text]) {
        assert!(error.contains(part), "{part} is not in: {error}");
    }
}

#[test]
fn each_type_keeps_what_it_can_hold_and_refuses_the_rest() {
    let instants = [
        "2026-11-16T09:00:00Z",
        "2026-11-16T09:00:00.123Z",
        "2026-11-16T09:00:00.123456Z",
        "2026-11-16T09:00:00.123456789Z",
        "0000-01-01T00:00:00Z",
    ];
    let offsets = ["2026-11-16T09:00:00.123456789+02:00", "2026-11-16T09:00:00-11:30"];
    for text in instants {
        keeps::<DateTime<Utc>>(text);
        keeps::<jiff::Timestamp>(text);
        keeps::<UtcDateTime>(text);
    }
    for text in instants.iter().chain(&offsets) {
        keeps::<DateTime<FixedOffset>>(text);
        keeps::<jiff::Zoned>(text);
        keeps::<OffsetDateTime>(text);
        let civil = &text[..text.find(['Z', '+']).unwrap_or(19)];
        keeps::<NaiveDateTime>(civil);
        keeps::<jiff::civil::DateTime>(civil);
        keeps::<PrimitiveDateTime>(civil);
        let parts = &["`chrono::DateTime<FixedOffset>`"];
        refuses::<NaiveDateTime>(text, parts);
        refuses::<jiff::civil::DateTime>(text, parts);
        refuses::<PrimitiveDateTime>(text, parts);
        let parts = &["`time::PrimitiveDateTime`"];
        refuses::<DateTime<FixedOffset>>(civil, parts);
        refuses::<jiff::Zoned>(civil, parts);
        refuses::<OffsetDateTime>(civil, parts);
        refuses::<NaiveDate>(civil, parts);
        refuses::<jiff::civil::Date>(civil, parts);
        refuses::<time::Date>(civil, parts);
    }
    for text in ["2026-11-16T09:00:00.1234567891Z", "2026-11-16T09:00:00.0000000001Z"] {
        refuses::<DateTime<Utc>>(text, &["below the nanosecond"]);
        refuses::<DateTime<FixedOffset>>(text, &["below the nanosecond"]);
        refuses::<jiff::Timestamp>(text, &["below the nanosecond"]);
        refuses::<OffsetDateTime>(text, &["below the nanosecond"]);
    }
    for text in ["2026-02-30", "16.11.2026", ""] {
        refuses::<NaiveDate>(text, &["`chrono::NaiveDate`"]);
        refuses::<jiff::civil::Date>(text, &["`jiff::civil::Date`"]);
        refuses::<time::Date>(text, &["`time::Date`"]);
        refuses::<jiff::Zoned>(text, &["`jiff::Zoned`"]);
    }
    // Types of UTC have no place for an offset.
    let zoned = "use `chrono::DateTime<FixedOffset>`, `jiff::Zoned` or `time::OffsetDateTime`";
    for text in offsets {
        refuses::<DateTime<Utc>>(text, &["`chrono::DateTime<Utc>`: it has another offset", zoned]);
        refuses::<jiff::Timestamp>(text, &["`jiff::Timestamp`: it has another offset", zoned]);
        refuses::<UtcDateTime>(text, &["`time::UtcDateTime`: it has another offset", zoned]);
    }
    let berlin = "2026-11-16T09:00:00+01:00[Europe/Berlin]";
    refuses::<DateTime<Utc>>(berlin, &["a time zone with a name", "use `jiff::Zoned`"]);
    refuses::<DateTime<FixedOffset>>(berlin, &["`chrono::DateTime<FixedOffset>`", "use `jiff::Zoned`"]);
    refuses::<jiff::Timestamp>(berlin, &["a time zone with a name", "use `jiff::Zoned`"]);
    refuses::<jiff::Timestamp>("2026-11-16T09:00:00Z[Europe/Berlin]", &["use `jiff::Zoned`"]);
    refuses::<OffsetDateTime>(berlin, &["a time zone with a name", "use `jiff::Zoned`"]);
    let zero = "2026-11-16T09:00:00+00:00";
    read::<DateTime<Utc>>(zero).and(read::<jiff::Timestamp>(zero).map(drop)).unwrap();
    read::<UtcDateTime>(zero).unwrap();
}

#[test]
fn keys_take_milliseconds_alone() {
    let at: DateTime<FixedOffset> = "2026-11-16T09:00:00.5+02:00".parse().unwrap();
    let text = |at: &DateTime<FixedOffset>| {
        let mut text = String::new();
        <DateTime<FixedOffset> as KeyField>::write_text(at, &mut text).map(|()| text)
    };
    assert_eq!(text(&at).unwrap(), "2026-11-16T07:00:00.500Z");
    assert!(text(&"2026-11-16T09:00:00.0000005+02:00".parse().unwrap()).is_err());
}

/// Partitions by time lose nothing of what lies below the millisecond: the attribute has it.
#[derive(Table, Debug, PartialEq)]
#[table(name = "readings", pk = "PK", sk = "SK")]
#[index(by_month, name = "ByMonth", pk = "GSI1PK", sk = "GSI1SK")]
#[index(by_time, name = "ByTime", pk = "GSI2PK", sk = "GSI2SK")]
enum Readings {
    Reading(Reading),
    Exact(Exact),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Readings,
    pk = "DAY#<at:date>",
    sk = "READING#<id>",
    by_month = ("MONTH#<seen:month>", "HOUR#<read:hour>#<id>"),
    by_time = none,
)]
struct Reading {
    id: String,
    at: DateTime<FixedOffset>,
    seen: jiff::Timestamp,
    read: OffsetDateTime,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Readings, pk = "EXACT#<id>", sk = "EXACT", by_month = none, by_time = ("AT", "EXACT#<at>"))]
struct Exact {
    id: String,
    at: DateTime<Utc>,
}

#[tokio::test]
async fn parts_of_an_instant_take_what_lies_below_the_millisecond() {
    for transport in crate::ops::transports() {
        let db = table_of::<Readings>(transport).await;
        let reading = Reading {
            id: "r".into(),
            at: "2026-11-16T00:30:00.123456789+02:00".parse().unwrap(),
            seen: "2026-11-16T09:00:00.123456789Z".parse().unwrap(),
            read: read("2026-11-16T09:59:59.999999999Z").unwrap(),
        };
        db.create(&reading).await.unwrap();
        assert_eq!(reading.key().unwrap().pk(), "DAY#2026-11-15");
        let key = || Reading::key(reading.at, "r");
        assert_eq!(db.get(key()).await.unwrap().as_ref(), Some(&reading));
        let found = db.query(Reading::query_by_month(reading.seen).read(reading.read)).all().await.unwrap();
        assert_eq!(found, std::slice::from_ref(&reading));
        let later: jiff::Timestamp = "2026-12-01T00:00:00.0000001Z".parse().unwrap();
        db.update(key()).set(Reading::fields().seen, later).await.unwrap();
        assert_eq!(db.query(Reading::query_by_month(later)).count().await.unwrap(), 1);
        assert_eq!(db.query(Reading::query_by_month(reading.seen)).count().await.unwrap(), 0);
        // A key that has the whole instant still refuses it, in writes, updates and queries.
        let (exact, finer) = ("2026-11-16T09:00:00.5Z", "2026-11-16T09:00:00.0000005Z");
        let [exact, finer] = [exact, finer].map(|text| read::<DateTime<Utc>>(text).unwrap());
        let is_refused = |error: Error| assert!(error.to_string().contains("below the millisecond"), "{error}");
        is_refused(db.create(&Exact { id: "e".into(), at: finer }).await.unwrap_err());
        db.create(&Exact { id: "e".into(), at: exact }).await.unwrap();
        is_refused(db.update(Exact::key("e")).set(Exact::fields().at, finer).await.unwrap_err());
        is_refused(db.query(Exact::query_by_time().at(finer)).all().await.unwrap_err());
        is_refused(db.query(Exact::query_by_time().at(finer..)).all().await.unwrap_err());
        assert_eq!(db.query(Exact::query_by_time().at(exact)).count().await.unwrap(), 1);
    }
}
