//! Support for the instants, dates and times of `chrono`.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, TimeZone, Utc};

use super::OUTSIDE;
use crate::codec::CodecError;
use crate::key::is_below_nanoseconds;

fn with_offset(at: &DateTime<FixedOffset>) -> Result<String, CodecError> {
    if !(0..=9999).contains(&at.year()) {
        return Err(CodecError::value(format!("the instant {OUTSIDE}")));
    }
    if at.offset().local_minus_utc() % 60 != 0 {
        return Err(CodecError::value("the offset has seconds, which RFC 3339 has not"));
    }
    Ok(at.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

fn parse(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(text).ok().filter(|_| !is_below_nanoseconds(text))
}

/// Returns `None` within a leap second, which would have the text of the next second.
fn to_nanos<Z: TimeZone>(at: &DateTime<Z>) -> Option<i128> {
    let nanos = Some(at.timestamp_subsec_nanos()).filter(|nanos| *nanos < 1_000_000_000)?;
    Some(i128::from(at.timestamp()) * 1_000_000_000 + i128::from(nanos))
}

fn from_timestamp(at: crate::Timestamp) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(at.as_millis())
}

/// A time zone whose instants are written with their offsets.
pub trait Zone: TimeZone + 'static {
    const NAME: &'static str;
    /// Returns `None` if the offset would be lost.
    fn from_fixed(at: DateTime<FixedOffset>) -> Option<DateTime<Self>>;
}

impl Zone for Utc {
    const NAME: &'static str = "chrono::DateTime<Utc>";

    fn from_fixed(at: DateTime<FixedOffset>) -> Option<DateTime<Self>> {
        (at.offset().local_minus_utc() == 0).then(|| at.to_utc())
    }
}

impl Zone for FixedOffset {
    const NAME: &'static str = "chrono::DateTime<FixedOffset>";

    fn from_fixed(at: DateTime<FixedOffset>) -> Option<DateTime<Self>> {
        Some(at)
    }
}

// One implementation for both, so that `DateTime::write_text(&at, ..)` infers the zone.
super::instant!(
    @[Z: Zone] DateTime<Z>,
    Z::NAME,
    24,
    |at: &DateTime<Z>| with_offset(&at.fixed_offset()),
    |text| parse(text).and_then(Z::from_fixed),
    to_nanos,
    |at| from_timestamp(at).and_then(|at| Z::from_fixed(at.fixed_offset()))
);

fn without_zone(at: &NaiveDateTime) -> Result<String, CodecError> {
    let mut text = with_offset(&at.and_utc().fixed_offset())?;
    text.truncate(text.len() - 1);
    Ok(text)
}

super::instant!(
    NaiveDateTime,
    "chrono::NaiveDateTime",
    23,
    without_zone,
    |text| parse(&format!("{text}Z")).map(|at| at.naive_utc()),
    |at: &NaiveDateTime| to_nanos(&at.and_utc()),
    |at| from_timestamp(at).map(|at| at.naive_utc())
);

fn date_text(date: NaiveDate) -> Result<String, CodecError> {
    if !(0..=9999).contains(&date.year()) {
        return Err(CodecError::value(format!("the date {OUTSIDE}")));
    }
    Ok(date.to_string())
}

fn parse_date(text: &str) -> Option<NaiveDate> {
    parse(&format!("{text}T00:00:00Z")).filter(|at| at.time() == NaiveTime::MIN).map(|at| at.date_naive())
}

super::date!(NaiveDate, "chrono::NaiveDate", date_text, parse_date);

impl From<crate::Timestamp> for DateTime<Utc> {
    fn from(at: crate::Timestamp) -> Self {
        // Every `Timestamp` lies within chrono's range.
        from_timestamp(at).unwrap_or_default()
    }
}
