//! `chrono::DateTime<Utc>`.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::codec::CodecError;

#[allow(clippy::unnecessary_wraps)] // The other crates' texts can fail.
fn to_text(at: &DateTime<Utc>) -> Result<String, CodecError> {
    Ok(at.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

fn from_text(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(text).ok().map(|at| at.to_utc())
}

fn to_nanos(at: &DateTime<Utc>) -> i128 {
    i128::from(at.timestamp()) * 1_000_000_000 + i128::from(at.timestamp_subsec_nanos())
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
