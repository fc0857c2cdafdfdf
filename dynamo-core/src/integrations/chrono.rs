//! Support for `chrono::DateTime<Utc>`.

use chrono::{DateTime, Datelike, SecondsFormat, Utc};

use crate::codec::CodecError;

fn to_text(at: &DateTime<Utc>) -> Result<String, CodecError> {
    if !(0..=9999).contains(&at.year()) {
        return Err(CodecError::value("the instant lies outside of the years 0 to 9999, which RFC 3339 has"));
    }
    Ok(at.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

fn from_text(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(text).ok().map(|at| at.to_utc())
}

/// Returns `None` within a leap second, which would have the text of the next second.
fn to_nanos(at: &DateTime<Utc>) -> Option<i128> {
    let nanos = Some(at.timestamp_subsec_nanos()).filter(|nanos| *nanos < 1_000_000_000)?;
    Some(i128::from(at.timestamp()) * 1_000_000_000 + i128::from(nanos))
}

fn from_timestamp(at: crate::Timestamp) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(at.as_millis())
}

super::instant!(DateTime<Utc>, to_text, from_text, to_nanos, from_timestamp);

impl From<crate::Timestamp> for DateTime<Utc> {
    fn from(at: crate::Timestamp) -> Self {
        // Every `Timestamp` lies within chrono's range.
        from_timestamp(at).unwrap_or_default()
    }
}
