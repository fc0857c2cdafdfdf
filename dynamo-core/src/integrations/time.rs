//! Support for the instants, dates and times of `time`, stored as RFC 3339 (as `time::serde::rfc3339` writes it).

use time::format_description::well_known::Rfc3339;
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};

use crate::codec::CodecError;
use crate::key::is_below_nanoseconds;

fn to_text(at: &OffsetDateTime) -> Result<String, CodecError> {
    at.format(&Rfc3339).map_err(|error| CodecError::value(error.to_string()))
}

fn from_text(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok().filter(|_| !is_below_nanoseconds(text))
}

#[allow(clippy::unnecessary_wraps)] // chrono has instants without one.
fn to_nanos(at: &OffsetDateTime) -> Option<i128> {
    Some(at.unix_timestamp_nanos())
}

fn from_timestamp(at: crate::Timestamp) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.as_millis()) * 1_000_000).ok()
}

super::instant!(OffsetDateTime, "time::OffsetDateTime", 24, to_text, from_text, to_nanos, from_timestamp);

super::instant!(
    UtcDateTime,
    "time::UtcDateTime",
    24,
    |at: &UtcDateTime| to_text(&at.to_offset(UtcOffset::UTC)),
    |text| from_text(text).filter(|at| at.offset().is_utc()).map(OffsetDateTime::to_utc),
    |at: &UtcDateTime| Some(at.unix_timestamp_nanos()),
    |at| from_timestamp(at).map(OffsetDateTime::to_utc)
);

fn without_zone(at: OffsetDateTime) -> PrimitiveDateTime {
    PrimitiveDateTime::new(at.date(), at.time())
}

fn civil_text(at: &PrimitiveDateTime) -> Result<String, CodecError> {
    let mut text = to_text(&at.assume_utc())?;
    text.truncate(text.len() - 1);
    Ok(text)
}

super::instant!(
    PrimitiveDateTime,
    "time::PrimitiveDateTime",
    23,
    civil_text,
    |text| from_text(&format!("{text}Z")).map(without_zone),
    |at: &PrimitiveDateTime| to_nanos(&at.assume_utc()),
    |at| from_timestamp(at).map(without_zone)
);

fn date_text(date: Date) -> Result<String, CodecError> {
    let mut text = civil_text(&PrimitiveDateTime::new(date, Time::MIDNIGHT))?;
    text.truncate("2026-11-16".len());
    Ok(text)
}

fn parse_date(text: &str) -> Option<Date> {
    from_text(&format!("{text}T00:00:00Z")).map(OffsetDateTime::date)
}

super::date!(Date, "time::Date", date_text, parse_date);
