//! Support for `jiff::Timestamp`.

use jiff::Timestamp;

use crate::codec::CodecError;

#[allow(clippy::unnecessary_wraps)] // The other crates' texts can fail.
fn to_text(at: &Timestamp) -> Result<String, CodecError> {
    Ok(at.to_string())
}

fn from_text(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

#[allow(clippy::unnecessary_wraps)] // chrono has instants without one.
fn to_nanos(at: &Timestamp) -> Option<i128> {
    Some(at.as_nanosecond())
}

fn from_timestamp(at: crate::Timestamp) -> Option<Timestamp> {
    Timestamp::from_millisecond(at.as_millis()).ok()
}

super::instant!(Timestamp, to_text, from_text, to_nanos, from_timestamp);
