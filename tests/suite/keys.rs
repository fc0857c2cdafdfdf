//! Keys: every value parses back, no two give one key, and the order of values is the order of keys.

use dynamo_core::prelude::*;
use dynamo_core::schema::KeyKind;
use proptest::prelude::*;
use std::fmt::Debug;
use ulid::Ulid;
use uuid::Uuid;

#[derive(KeyField, Debug, Clone, PartialEq)]
struct Id(String);

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
#[key_field(rename_all = "kebab-case")]
enum Status {
    Open,
    InProgress,
    Done,
}

#[derive(Table, Debug, PartialEq)]
#[table(name = "keys", pk = "pk", sk = "sk")]
#[index(lower, name = "lower", pk = "lower_pk")]
#[index(upper, name = "upper", pk = "upper_pk", sk = "upper_sk")]
enum Keys {
    Pair(Pair),
    Note(Note),
    Event(Event),
    Folded(Folded),
}

/// What keys have in part alone, beside what they have as it is.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Keys, pk = "F#<a:upper:escaped>#<at:month>", sk = "<at:hour>#<b:lower>#<n:unordered>")]
struct Folded {
    a: String,
    b: String,
    at: Timestamp,
    n: i64,
}

/// Two free texts next to each other: what every peer lets collide.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Keys, pk = "PAIR#<a>#<b>", sk = "<c>", lower = "LOWER#<a:lower>", upper = ("UP#<a:upper:escaped>", "<c>#<b:upper>"))]
struct Pair {
    a: String,
    b: Id,
    c: Status,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Keys, pk = "NOTE#<title:escaped>", sk = "<at:013>#<title:escaped>")]
struct Note {
    title: String,
    at: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Keys, pk = "EVENT#<id>#<uuid>", sk = "AT#<at>#<n:020>#<small:03>#<wide:039>")]
struct Event {
    id: Ulid,
    uuid: Uuid,
    at: Timestamp,
    n: u64,
    small: u8,
    wide: u128,
}

fn timestamp() -> impl Strategy<Value = Timestamp> {
    (Timestamp::MIN.as_millis()..=Timestamp::MAX.as_millis()).prop_map(|millis| Timestamp::from_millis(millis).unwrap())
}

fn event() -> impl Strategy<Value = Event> {
    let wide = any::<u128>().prop_map(|wide| wide % 10_u128.pow(38));
    (any::<u128>(), any::<u128>(), timestamp(), any::<u64>(), any::<u8>(), wide).prop_map(
        |(id, uuid, at, n, small, wide)| Event { id: Ulid(id), uuid: Uuid::from_u128(uuid), at, n, small, wide },
    )
}

fn status() -> impl Strategy<Value = Status> {
    prop_oneof![Just(Status::Open), Just(Status::InProgress), Just(Status::Done)]
}

/// Texts in which separators, percent signs and nothing at all are likely.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c#%]{0,4}", "\\PC{0,8}", any::<String>()]
}

fn pair() -> impl Strategy<Value = Pair> {
    (text(), text(), status()).prop_map(|(a, b, c)| Pair { a, b: Id(b), c })
}

proptest! {
    #[test]
    fn a_key_parses_back_to_its_fields(event in event(), title in text(), at in 0..10_000_000_000_000_u64) {
        let key = event.key().unwrap();
        prop_assert_eq!(key.fields().unwrap(), (event.id, event.uuid, event.at, event.n, event.small, event.wide));
        prop_assert_eq!(&Event::parse_key(key.pk(), key.sk().unwrap()).unwrap(), &key.fields().unwrap());
        let note = Note { title, at };
        match note.key() {
            Ok(key) => prop_assert_eq!(key.fields().unwrap(), (note.title, note.at)),
            Err(_) => prop_assert!(note.title.is_empty() || note.title.len() > 300),
        }
    }

    #[test]
    fn a_folded_key_gives_back_what_it_has(a in text(), b in text(), at in timestamp(), n in any::<i64>()) {
        let folded = Folded { a, b, at, n };
        let Ok(key) = folded.key() else {
            prop_assert!(folded.a.is_empty() || folded.b.is_empty() || folded.b.contains('#'));
            return Ok(());
        };
        prop_assert_eq!(key.fields().unwrap(), (n,));
        // Folding again changes nothing, and all of the hour has one key.
        let hour = Timestamp::from_millis(at.as_millis().div_euclid(3_600_000) * 3_600_000).unwrap();
        let again = Folded::key(&folded.a.to_uppercase(), &hour, &folded.b.to_lowercase(), &n).unwrap();
        prop_assert_eq!(&again, &key);
        prop_assert!(key.sk().unwrap().starts_with(&at.to_string()[..13]));
    }

    #[test]
    fn a_folded_key_is_shared_by_what_folds_alike_alone(
        one in (text(), text(), timestamp(), -20..20_i64), other in (text(), text(), timestamp(), -20..20_i64),
    ) {
        let alike = |(a, b, at, n): &(String, String, Timestamp, i64)| {
            (a.to_uppercase(), b.to_lowercase(), at.to_string()[..13].to_owned(), *n)
        };
        let key = |(a, b, at, n): &(String, String, Timestamp, i64)| Folded::key(a, at, b, n);
        if let (Ok(x), Ok(y)) = (key(&one), key(&other)) {
            prop_assert_eq!(x == y, alike(&one) == alike(&other));
        }
        let near = (one.0.clone(), one.1.clone(), one.2, one.3 + 1);
        if let (Ok(x), Ok(y)) = (key(&one), key(&near)) {
            prop_assert_ne!(x, y);
        }
    }

    #[test]
    fn free_text_is_written_as_it_is_or_refused(pair in pair()) {
        let clean = |text: &str| !text.is_empty() && !text.contains('#');
        match pair.key() {
            Ok(key) => prop_assert_eq!(key.fields().unwrap(), (pair.a, pair.b, pair.c)),
            Err(error) => {
                prop_assert!(!clean(&pair.a) || !clean(&pair.b.0));
                prop_assert!(error.to_string().contains("`Pair`"), "{error}");
                prop_assert!(error.to_string().contains("`a`") || error.to_string().contains("`b`"), "{error}");
                // Nothing is half written.
                let mut out = b"before".to_vec();
                prop_assert!(pair.write_json(&mut out).is_err());
                prop_assert_eq!(out, b"before");
            }
        }
    }

    #[test]
    fn two_tuples_never_give_one_key(one in pair(), other in pair()) {
        if let (Ok(a), Ok(b)) = (one.key(), other.key()) {
            prop_assert_eq!(a == b, one == other);
        }
    }

    /// What a separator would move from one field to the other, and what an escape would be taken for.
    #[test]
    fn a_value_cannot_forge_a_key(x in "[a-z]{1,4}", y in "[a-z]{1,4}", z in "[a-z]{1,4}") {
        let one = Pair::key(&format!("{x}#{y}"), &Id(z.clone()), &Status::Open);
        let other = Pair::key(&x, &Id(format!("{y}#{z}")), &Status::Open);
        prop_assert!(one.is_err() && other.is_err());
        let (plain, escaped) = (Note::key(&format!("{x}#{y}"), &1), Note::key(&format!("{x}%23{y}"), &1));
        prop_assert_ne!(plain.unwrap(), escaped.unwrap());
    }

    #[test]
    fn two_notes_never_share_a_key(one in (text(), 0..50_u64), other in (text(), 0..50_u64)) {
        if let (Ok(a), Ok(b)) = (Note::key(&one.0, &one.1), Note::key(&other.0, &other.1)) {
            prop_assert_eq!(a == b, one == other);
        }
    }

    #[test]
    fn the_order_of_values_is_the_order_of_sort_keys(one in event(), other in event()) {
        let sk = |event: &Event| event.key().unwrap().sk().unwrap().to_owned();
        let values = |event: &Event| (event.at, event.n, event.small, event.wide);
        prop_assert_eq!(sk(&one).cmp(&sk(&other)), values(&one).cmp(&values(&other)));
        // Close neighbours are where padding and fractions go wrong.
        let next = Event { n: one.n.wrapping_add(1), ..one.clone() };
        prop_assert_eq!(sk(&one).cmp(&sk(&next)), values(&one).cmp(&values(&next)));
    }

    #[test]
    fn every_ordered_type_sorts_as_its_text(
        ulids in any::<(u128, u128)>(), uuids in any::<(u128, u128)>(), times in (timestamp(), timestamp()),
        words in any::<(String, String)>(),
    ) {
        sorts(&Ulid(ulids.0), &Ulid(ulids.1));
        sorts(&Uuid::from_u128(uuids.0), &Uuid::from_u128(uuids.1));
        sorts(&times.0, &times.1);
        sorts(&words.0, &words.1);
        let chrono = |at: Timestamp| chrono::DateTime::from_timestamp_millis(at.as_millis()).unwrap();
        sorts(&chrono(times.0), &chrono(times.1));
        let time = |at: Timestamp| time::OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.as_millis()) * 1_000_000);
        sorts(&time(times.0).unwrap(), &time(times.1).unwrap());
        if let (Ok(a), Ok(b)) = (jiff::Timestamp::from_millisecond(times.0.as_millis()), jiff::Timestamp::from_millisecond(times.1.as_millis())) {
            sorts(&a, &b);
            let civil = |at: jiff::Timestamp| at.to_zoned(jiff::tz::TimeZone::UTC).datetime();
            sorts(&civil(a), &civil(b));
            sorts(&civil(a).date(), &civil(b).date());
        }
        sorts(&chrono(times.0).naive_utc(), &chrono(times.1).naive_utc());
        sorts(&chrono(times.0).date_naive(), &chrono(times.1).date_naive());
        sorts(&chrono(times.0).fixed_offset(), &chrono(times.1).fixed_offset());
        let civil = |at| { let at = time(at).unwrap(); time::PrimitiveDateTime::new(at.date(), at.time()) };
        sorts(&civil(times.0), &civil(times.1));
        sorts(&civil(times.0).date(), &civil(times.1).date());
    }

    #[test]
    fn every_key_field_has_one_text(n in any::<i128>(), small in any::<i8>(), wide in any::<u128>(), at in timestamp()) {
        round_trips(&n);
        round_trips(&small);
        round_trips(&wide);
        round_trips(&u16::try_from(wide >> 112).unwrap());
        round_trips(&i64::from(small).wrapping_mul(i64::MAX / 127));
        round_trips(&usize::from(small.unsigned_abs()));
        round_trips(&Ulid(wide));
        round_trips(&Uuid::from_u128(wide));
        round_trips(&at);
        let chrono = chrono::DateTime::from_timestamp_millis(at.as_millis()).unwrap();
        round_trips(&chrono);
        round_trips(&chrono.fixed_offset());
        round_trips(&chrono.naive_utc());
        round_trips(&chrono.date_naive());
        let time = time::OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.as_millis()) * 1_000_000).unwrap();
        round_trips(&time);
        round_trips(&time::PrimitiveDateTime::new(time.date(), time.time()));
        round_trips(&time.date());
        if let Ok(jiff) = jiff::Timestamp::from_millisecond(at.as_millis()) {
            let zoned = jiff.to_zoned(jiff::tz::TimeZone::UTC);
            round_trips(&jiff);
            round_trips(&zoned);
            round_trips(&zoned.datetime());
            round_trips(&zoned.date());
        }
        round_trips(&(small > 0));
    }

    #[test]
    fn arbitrary_texts_are_never_taken_for_keys_they_are_not(pk in text(), sk in text()) {
        if let Ok((a, b, c)) = Pair::parse_key(&pk, &sk) {
            prop_assert_eq!(Pair::key(&a, &b, &c).unwrap().to_string(), format!("{pk} / {sk}"));
        }
        if let Ok((title, at)) = Note::parse_key(&pk, &sk) {
            prop_assert_eq!(Note::key(&title, &at).unwrap().to_string(), format!("{pk} / {sk}"));
        }
    }
}

fn text_of<T: KeyField>(value: &T) -> String {
    let mut text = String::new();
    T::write_text(value.borrowed(), &mut text).unwrap();
    assert_eq!(text.len(), T::text_len(value.borrowed()), "{text}");
    text
}

#[track_caller]
fn sorts<T: KeyField + Ord>(a: &T, b: &T) {
    assert!(matches!(T::KIND, KeyKind::Fixed { .. } | KeyKind::Text));
    assert_eq!(a.cmp(b), text_of(a).cmp(&text_of(b)));
}

#[track_caller]
fn round_trips<T: KeyField + PartialEq + Debug>(value: &T) {
    assert_eq!(T::parse_text(&text_of(value)).as_ref(), Some(value));
}

#[test]
fn other_spellings_are_not_keys() {
    for text in ["007", "+7", " 7", "7 ", ""] {
        assert_eq!(u64::parse_text(text), None, "{text:?}");
    }
    for text in [
        "2025-12-27T00:00:00Z",
        "2025-12-27T00:00:00.000+00:00",
        "2025-12-27T01:00:00.000+01:00",
        "2025-12-27t00:00:00.000z",
    ] {
        assert_eq!(Timestamp::parse_text(text), None, "{text:?}");
    }
    for text in ["2025-12-27T00:00:00.000Z", "2025-1-27", "20251227", "2025-12-27 ", "+2025-12-27", "2025-02-30"] {
        assert_eq!(chrono::NaiveDate::parse_text(text), None, "{text:?}");
        assert_eq!(jiff::civil::Date::parse_text(text), None, "{text:?}");
        assert_eq!(time::Date::parse_text(text), None, "{text:?}");
    }
    for text in ["True", "1", "", "TRUE"] {
        assert_eq!(bool::parse_text(text), None, "{text:?}");
    }
    assert_eq!(Ulid::parse_text("01jgsxxx00000000000000000a"), None);
    assert_eq!(Uuid::parse_text("{67E55044-10B1-426F-9247-BB680E5FE0C8}"), None);
    assert_eq!(Status::parse_text("InProgress"), None);
    assert_eq!(Ulid::parse_text("80000000000000000000000000"), None);
    for text in ["-0", "1e0", "+1", "01", "1.0", "0.10000000000000000001", "NaN"] {
        assert_eq!(f64::parse_text(text), None, "{text:?}");
    }
}

#[track_caller]
fn refused<T>(result: Result<T, Error>, words: &[&str]) {
    let error = result.err().expect("refused").to_string();
    for word in words {
        assert!(error.contains(word), "{word:?} is not in: {error}");
    }
}

#[test]
fn a_bad_value_names_entity_and_field() {
    let b = Id("b".into());
    refused(Pair::key("x#y", &b, &Status::Open), &["`Pair`", "`a`", "separator `#`", "help: write `<a:escaped>`"]);
    refused(Pair::key("", &b, &Status::Open), &["`Pair`", "`a`", "is empty"]);
    refused(Note::key("t", &10_000_000_000_000), &["`Note`", "`at`", "14 digits", "room for 13"]);
    refused(Pair::key(&"x".repeat(2100), &b, &Status::Open), &["`Pair`", "partition key", "2107 bytes", "2048"]);
    refused(Note::key(&"x".repeat(1500), &1), &["`Note`", "sort key", "1514 bytes", "1024"]);
    refused(Pair::parse_key("PAIR#a", "open"), &["`Pair`", "partition key", "PAIR#<a>#<b>"]);
    refused(Pair::parse_key("PAIR#a#b", "opened"), &["`Pair`", "sort key", "\"<c>\""]);
    // Limits are inclusive.
    assert_eq!(Note::key(&"x".repeat(1010), &1).unwrap().sk().unwrap().len(), 1024);
}

#[test]
fn lower_folds_in_the_key_alone() {
    let pair = Pair { a: "Ann@Example.COM".into(), b: Id("b".into()), c: Status::InProgress };
    assert_eq!(pair.lower_key().unwrap().pk(), "LOWER#ann@example.com");
    let item = pair.to_item().unwrap();
    assert_eq!(item["a"].as_s().unwrap(), "Ann@Example.COM");
    assert_eq!(item["pk"].as_s().unwrap(), "PAIR#Ann@Example.COM#b");
    assert_eq!(item["sk"].as_s().unwrap(), "in-progress");
    assert_eq!(Keys::from_item(item).unwrap(), Keys::Pair(pair));
}

#[test]
fn an_instant_below_the_millisecond_is_not_rounded_into_a_key() {
    let at = chrono::DateTime::from_timestamp_nanos(1_500);
    assert!(chrono::DateTime::write_text(&at, &mut String::new()).unwrap_err().contains("below the millisecond"));
}
