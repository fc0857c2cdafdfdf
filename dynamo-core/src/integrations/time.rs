//! Support for `time::OffsetDateTime`, stored as RFC 3339 (as `time::serde::rfc3339` writes it).

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::codec::CodecError;

fn to_text(at: &OffsetDateTime) -> Result<String, CodecError> {
    at.format(&Rfc3339).map_err(|error| CodecError::value(error.to_string()))
}

fn from_text(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok()
}

#[allow(clippy::unnecessary_wraps)] // chrono has instants without one.
fn to_nanos(at: &OffsetDateTime) -> Option<i128> {
    Some(at.unix_timestamp_nanos())
}

fn from_timestamp(at: crate::Timestamp) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.as_millis()) * 1_000_000).ok()
}

super::instant!(OffsetDateTime, to_text, from_text, to_nanos, from_timestamp);
