//! Instants in one fixed form.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{KeyBuffer, KeyField};
use crate::codec::{Attribute, AttributeValue, CodecError, Decoder, Encoder};
use crate::schema::{AttributeType, KeyKind};

/// An instant, to the millisecond, in UTC.
///
/// It has one text, `2025-12-27T00:00:00.000Z`, in attributes, in keys and in serde, so the order of the texts is the
/// order of the instants, and equal instants have equal keys. Any RFC 3339 text with a `T` between date and time can be parsed,
/// as long as no part of a second is lost.
///
/// An attribute that another program wrote is read as long as writing it back loses nothing of the value: nanoseconds, an
/// offset other than UTC and a missing time zone are errors that name the text and a type which keeps it, such as
/// `chrono::DateTime<FixedOffset>`, `jiff::Zoned` or `time::OffsetDateTime` (features `chrono`, `jiff` and `time`). Other spellings
/// of the same instant (`..:05Z`, `..:05.1Z`, `..:05+00:00`) are read, and a write of the whole item spells them in the one form,
/// `..:05.000Z`; an update leaves them as they are.
///
/// ```
/// use dynamo_core::Timestamp;
///
/// let at: Timestamp = "2025-08-08T12:00:00+02:00".parse()?;
/// assert_eq!(at.to_string(), "2025-08-08T10:00:00.000Z");
/// assert_eq!(at.as_millis(), 1_754_647_200_000);
/// assert!("2025-08-08T10:00:00.0001Z".parse::<Timestamp>().is_err());
/// # Ok::<(), dynamo_core::codec::CodecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

const WIDTH: usize = 24;

/// `1970-01-01T00:00:00.000Z`: as `created_at` or `updated_at`, a time that is left open.
impl Default for Timestamp {
    fn default() -> Self {
        Self(0)
    }
}

impl Timestamp {
    /// The instant as an attribute of this type: a Number counts seconds.
    pub(crate) fn as_attribute(self, ty: AttributeType) -> AttributeValue {
        match ty {
            AttributeType::N => AttributeValue::N(self.epoch_second().to_string()),
            _ => AttributeValue::S(self.to_string()),
        }
    }

    /// The second that it lies in, counted from the epoch.
    pub(crate) fn epoch_second(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The earliest timestamp: `0000-01-01T00:00:00.000Z`.
    pub const MIN: Self = Self(-62_167_219_200_000);
    /// The latest timestamp: `9999-12-31T23:59:59.999Z`.
    pub const MAX: Self = Self(253_402_300_799_999);

    /// Returns the current time of the system.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert!(Timestamp::now().as_millis() > 0);
    /// ```
    #[must_use]
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).ok().and_then(Self::from_millis).unwrap_or(Self::MAX)
    }

    /// Creates a timestamp from the milliseconds since 1970; returns `None` outside of the years 0 to 9999.
    ///
    /// ```
    /// use dynamo_core::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_millis(0).unwrap().to_string(), "1970-01-01T00:00:00.000Z");
    /// assert_eq!(Timestamp::from_millis(i64::MAX), None);
    /// ```
    #[must_use]
    pub const fn from_millis(millis: i64) -> Option<Self> {
        if millis < Self::MIN.0 || millis > Self::MAX.0 { None } else { Some(Self(millis)) }
    }

    /// Milliseconds after 1970.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let at: Timestamp = "1970-01-01T00:00:01.000Z".parse().unwrap();
    /// assert_eq!(at.as_millis(), 1000);
    /// ```
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Returns the epoch second that lies so much later, for a TTL attribute; 0 for times before 1970.
    ///
    /// ```
    /// use std::time::Duration;
    /// use dynamo_core::Timestamp;
    ///
    /// let at: Timestamp = "1970-01-01T00:00:01.500Z".parse()?;
    /// assert_eq!(at.second_after(Duration::from_secs(60)), 61);
    /// # Ok::<(), dynamo_core::codec::CodecError>(())
    /// ```
    #[must_use]
    pub const fn second_after(self, later: Duration) -> u64 {
        let second = self.0.div_euclid(1000);
        if second < 0 { 0 } else { second.unsigned_abs().saturating_add(later.as_secs()) }
    }

    fn render(self) -> [u8; WIDTH] {
        // Every value is within the range of `OffsetDateTime`: see `from_millis`.
        let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let mut put = |range: std::ops::Range<usize>, mut value: u32| {
            for place in text[range].iter_mut().rev() {
                *place = b'0' + (value % 10) as u8;
                value /= 10;
            }
        };
        put(0..4, at.year().unsigned_abs());
        put(5..7, u32::from(u8::from(at.month())));
        put(8..10, u32::from(at.day()));
        put(11..13, u32::from(at.hour()));
        put(14..16, u32::from(at.minute()));
        put(17..19, u32::from(at.second()));
        put(20..23, u32::from(at.millisecond()));
        text
    }

    fn with_text<T>(self, then: impl FnOnce(&str) -> T) -> T {
        let text = self.render();
        // Digits and punctuation.
        then(std::str::from_utf8(&text).unwrap_or_default())
    }

    /// Reads a text that is to be written back: whatever has a time zone of its own would lose it.
    fn read(text: &str) -> Result<Self, CodecError> {
        // The form that every `Timestamp` has.
        if text.ends_with(['Z', 'z']) {
            return text.parse();
        }
        match OffsetDateTime::parse(text, &Rfc3339) {
            Ok(at) if !at.offset().is_utc() => Err(lost(text, "has an offset", ZONED)),
            _ => text.parse(),
        }
    }

    /// From a whole number of nanoseconds after 1970, if nothing is lost.
    pub(crate) fn from_nanos(nanos: i128) -> Option<Self> {
        if nanos % 1_000_000 != 0 {
            return None;
        }
        Self::from_millis(i64::try_from(nanos / 1_000_000).ok()?)
    }
}

impl FromStr for Timestamp {
    type Err = CodecError;

    fn from_str(text: &str) -> Result<Self, CodecError> {
        // The parser takes any character between date and time.
        let has_t = matches!(text.as_bytes().get(10), Some(b'T' | b't'));
        let Some(at) = OffsetDateTime::parse(text, &Rfc3339).ok().filter(|_| has_t) else {
            return Err(unreadable(text));
        };
        let nanos = at.unix_timestamp_nanos();
        if nanos % 1_000_000 != 0 || is_below_nanoseconds(text) {
            return Err(lost(text, "has a part below the millisecond", ZONED));
        }
        Self::from_nanos(nanos)
            .ok_or_else(|| CodecError::value(format!("{text:?} lies outside of the years 0 to 9999 of UTC")))
    }
}

const ZONED: &str = "`chrono::DateTime<FixedOffset>`, `jiff::Zoned` or `time::OffsetDateTime`";
const CIVIL: &str = "`chrono::NaiveDateTime`, `jiff::civil::DateTime` or `time::PrimitiveDateTime`";
const DATES: &str = "`chrono::NaiveDate`, `jiff::civil::Date` or `time::Date`";

#[cold]
fn lost(text: &str, what: &str, types: &str) -> CodecError {
    CodecError::value(format!("{text:?} {what}, which `Timestamp` would lose\nhelp: use {types}, which keep it"))
}

#[cold]
fn unreadable(text: &str) -> CodecError {
    let completed = |rest: &str| OffsetDateTime::parse(&format!("{text}{rest}"), &Rfc3339).is_ok();
    if completed("Z") {
        CodecError::value(format!("{text:?} has no time zone, so it is no instant\nhelp: use {CIVIL}"))
    } else if completed("T00:00:00Z") {
        CodecError::value(format!("{text:?} is a date, not an instant\nhelp: use {DATES}"))
    } else {
        CodecError::value(format!("{text:?} is not an RFC 3339 timestamp"))
    }
}

/// Whether a text has more of a second than nanoseconds, which parsers of RFC 3339 drop.
pub(crate) fn is_below_nanoseconds(text: &str) -> bool {
    let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
    fraction.bytes().take_while(u8::is_ascii_digit).skip(9).any(|digit| digit != b'0')
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.write_str(text))
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<SystemTime> for Timestamp {
    type Error = CodecError;

    /// To the millisecond below.
    fn try_from(at: SystemTime) -> Result<Self, CodecError> {
        let millis = match at.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_millis()).ok(),
            Err(before) => i64::try_from(before.duration().as_nanos().div_ceil(1_000_000)).ok().map(|millis| -millis),
        };
        millis
            .and_then(Self::from_millis)
            .ok_or_else(|| CodecError::value("a timestamp lies within the years 0 to 9999"))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_text(|text| serializer.serialize_str(text))
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = Timestamp;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an RFC 3339 timestamp")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Timestamp, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[diagnostic::do_not_recommend]
impl Attribute for Timestamp {
    type Kind = crate::codec::kind::S;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        self.with_text(|text| encoder.string(text))
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        Self::read(&decoder.string()?)
    }
}

#[diagnostic::do_not_recommend]
impl KeyField for Timestamp {
    type Borrowed = Self;
    const KIND: KeyKind = KeyKind::Fixed { width: WIDTH, punctuation: "-:.", stored: true };

    fn borrowed(&self) -> &Self {
        self
    }

    fn text_len(_: &Self) -> usize {
        WIDTH
    }

    fn write_text<B: KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
        value.with_text(|text| out.push_str(text));
        Ok(())
    }

    fn parse_text(text: &str) -> Option<Self> {
        let value: Self = text.parse().ok()?;
        value.with_text(|canonical| canonical == text).then_some(value)
    }
}
