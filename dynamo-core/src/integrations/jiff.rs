//! Support for the instants, dates and times of `jiff`.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::{DateTimePrinter, Pieces};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use super::OUTSIDE;
use crate::codec::CodecError;

const PRINTER: DateTimePrinter = DateTimePrinter::new();

fn in_years(year: i16, text: impl FnOnce() -> String) -> Result<String, CodecError> {
    if year < 0 { Err(CodecError::value(format!("the value {OUTSIDE}"))) } else { Ok(text()) }
}

#[allow(clippy::unnecessary_wraps)] // The other crates' texts can fail.
fn instant_text(at: &Timestamp) -> Result<String, CodecError> {
    Ok(at.to_string())
}

#[allow(clippy::unnecessary_wraps)] // chrono has instants without one.
fn to_nanos(at: &Timestamp) -> Option<i128> {
    Some(at.as_nanosecond())
}

fn from_timestamp(at: crate::Timestamp) -> Option<Timestamp> {
    Timestamp::from_millisecond(at.as_millis()).ok()
}

/// jiff reads over offsets and time zones here, which would be lost.
fn parse_instant(text: &str) -> Option<Timestamp> {
    let pieces = Pieces::parse(text).ok()?;
    let is_utc = pieces.time_zone_annotation().is_none() && pieces.to_numeric_offset()?.is_zero();
    text.parse().ok().filter(|_| is_utc)
}

super::instant!(Timestamp, "jiff::Timestamp", 24, instant_text, parse_instant, to_nanos, from_timestamp);

/// RFC 9557 where the time zone has a name (`2026-11-16T09:00:00+01:00[Europe/Berlin]`), RFC 3339 where it has none, as
/// other programs read it.
fn zoned_text(at: &Zoned) -> Result<String, CodecError> {
    let zone = at.time_zone();
    if zone.iana_name().is_some_and(|name| name != "UTC") {
        return in_years(at.year(), || at.to_string());
    }
    if zone.to_fixed_offset().is_err() || at.offset().seconds() % 60 != 0 {
        return Err(CodecError::value("the time zone has no name, and is no offset of whole minutes"));
    }
    in_years(at.year(), || match at.offset().seconds() {
        0 => at.timestamp().to_string(),
        _ => PRINTER.timestamp_with_offset_to_string(&at.timestamp(), at.offset()),
    })
}

fn parse_zoned(text: &str) -> Option<Zoned> {
    let pieces = Pieces::parse(text).ok()?;
    if pieces.time_zone_annotation().is_some() {
        return text.parse().ok();
    }
    let at: Timestamp = text.parse().ok()?;
    Some(at.to_zoned(pieces.to_numeric_offset().map_or(TimeZone::UTC, TimeZone::fixed)))
}

super::instant!(Zoned, "jiff::Zoned", 24, zoned_text, parse_zoned, |at: &Zoned| to_nanos(&at.timestamp()), |at| {
    from_timestamp(at).map(|at| at.to_zoned(TimeZone::UTC))
});

fn civil_text(at: &DateTime) -> Result<String, CodecError> {
    in_years(at.year(), || at.to_string())
}

/// jiff reads over offsets here, which would be lost.
fn parse_civil(text: &str) -> Option<DateTime> {
    let pieces = Pieces::parse(text).ok()?;
    let no_zone = pieces.offset().is_none() && pieces.time_zone_annotation().is_none();
    Some(pieces.date().to_datetime(pieces.time().filter(|_| no_zone)?))
}

super::instant!(
    DateTime,
    "jiff::civil::DateTime",
    23,
    civil_text,
    parse_civil,
    |at: &DateTime| at.to_zoned(TimeZone::UTC).ok().and_then(|at| to_nanos(&at.timestamp())),
    |at| from_timestamp(at).map(|at| at.to_zoned(TimeZone::UTC).datetime())
);

fn date_text(date: Date) -> Result<String, CodecError> {
    in_years(date.year(), || date.to_string())
}

fn parse_date(text: &str) -> Option<Date> {
    let pieces = Pieces::parse(text).ok()?;
    let date_alone = pieces.time().is_none() && pieces.offset().is_none() && pieces.time_zone_annotation().is_none();
    date_alone.then(|| pieces.date())
}

super::date!(Date, "jiff::civil::Date", date_text, parse_date);
