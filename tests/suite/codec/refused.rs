//! Errors wait until all fields are written or read: the first one is told, where it is.

use dynamo_core::codec::{from_json, to_json};
use dynamo_core::prelude::*;

#[derive(Table, Debug)]
#[table(name = "refused", pk = "pk")]
enum Readings {
    Reading(Reading),
}

#[derive(Entity, Debug, Clone)]
#[entity(table = Readings, pk = "READING#<id>")]
struct Reading {
    id: String,
    first: f64,
    inner: Inner,
    all: Vec<Inner>,
    last: f64,
}

#[derive(Attribute, Debug, Clone)]
struct Inner {
    low: f64,
    high: f64,
}

fn reading() -> Reading {
    let inner = Inner { low: 1.0, high: 2.0 };
    Reading { id: "r1".into(), first: 0.0, inner: inner.clone(), all: vec![inner.clone(), inner], last: 0.0 }
}

/// What is said of a reading that cannot be written, by both codecs.
fn refused(change: impl Fn(&mut Reading)) -> String {
    let mut reading = reading();
    change(&mut reading);
    let mut out = b"before".to_vec();
    let by_json = reading.write_json(&mut out).unwrap_err().to_string();
    assert_eq!(out, b"before", "nothing is left of an item that was refused");
    assert_eq!(by_json, reading.to_item().unwrap_err().to_string());
    by_json
}

#[test]
fn the_first_field_that_cannot_be_written_is_told() {
    assert!(reading().to_item().is_ok());
    let nan = f64::NAN;
    let names = |error: &str, path: &str| assert!(error.contains(&format!("`{path}`")), "{path}: {error}");
    names(&refused(|reading| reading.last = nan), "last");
    names(&refused(|reading| reading.inner.high = nan), "inner.high");
    names(&refused(|reading| (reading.inner.low, reading.inner.high) = (nan, nan)), "inner.low");
    names(&refused(|reading| reading.all[1].high = nan), "all[1].high");
    // A map within the item ends without an error of its own, after one of the item.
    names(&refused(|reading| (reading.first, reading.last) = (nan, nan)), "first");
    names(&refused(|reading| (reading.first, reading.inner.low) = (nan, nan)), "first");
    names(&refused(|reading| (reading.inner.high, reading.all[0].low) = (nan, nan)), "inner.high");
}

#[test]
fn the_first_field_that_is_missing_is_told() {
    let mut item = reading().to_item().unwrap();
    for name in ["last", "all", "first"] {
        item.remove(name);
        let error = Reading::from_item(item.clone()).unwrap_err().to_string();
        assert!(error.contains(&format!("`{name}`: the attribute is missing")), "{error}");
    }
    let inner = to_json(&Inner { low: 1.0, high: 2.0 }).unwrap();
    assert!(from_json::<Inner>(&inner).is_ok());
    let error = from_json::<Inner>(br#"{"M":{}}"#).unwrap_err().to_string();
    assert!(error.contains("`low`"), "{error}");
}
