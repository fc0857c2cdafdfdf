//! Support for types of other crates, each behind the feature of the crate's name.

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "ulid")]
mod ulid;
#[cfg(feature = "uuid")]
mod uuid;

/// Implements `Attribute` for a type of dates and times: the attribute is the text that its own crate writes, with all of
/// its precision, and its offset if it has one. What the type would lose is not read.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
macro_rules! stored_as_text {
    ($(@[$($generic:tt)+])? $type:ty, $name:expr, $to_text:expr, $from_text:expr) => {
        #[diagnostic::do_not_recommend]
        impl $(<$($generic)+>)? crate::codec::Attribute for $type {
            type Kind = crate::codec::kind::S;

            fn encode<E: crate::codec::Encoder>(&self, encoder: E) -> Result<E::Ok, crate::codec::CodecError> {
                encoder.string(&$to_text(self)?)
            }

            fn decode<'de, D: crate::codec::Decoder<'de>>(decoder: D) -> Result<Self, crate::codec::CodecError> {
                let text = decoder.string()?;
                $from_text(&text).ok_or_else(|| super::unreadable(&text, $name))
            }
        }
    };
}
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use stored_as_text;

/// Implements `Attribute` and `KeyField` for an instant, or for a date and time without a zone (`WIDTH` 23): the text in
/// keys is that of a `Timestamp`, without its `Z` for the latter.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
macro_rules! instant {
    ($(@[$($generic:tt)+])? $instant:ty, $name:expr, $width:literal, $to_text:expr, $from_text:expr, $to_nanos:expr, $from_timestamp:expr) => {
        super::stored_as_text!($(@[$($generic)+])? $instant, $name, $to_text, $from_text);

        #[diagnostic::do_not_recommend]
        impl $(<$($generic)+>)? crate::key::KeyField for $instant {
            type Borrowed = Self;
            const KIND: crate::schema::KeyKind =
                crate::schema::KeyKind::Fixed { width: $width, punctuation: "-:.", stored: false };

            fn borrowed(&self) -> &Self {
                self
            }

            fn text_len(_: &Self) -> usize {
                $width
            }

            fn write_text<B: crate::key::KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
                match $to_nanos(value).and_then(crate::Timestamp::from_nanos) {
                    Some(at) => {
                        out.push_str(&at.to_string()[..$width]);
                        Ok(())
                    }
                    None => Err(crate::key::BELOW_MILLISECOND),
                }
            }

            fn text_of(value: &Self) -> crate::key::KeyText<'_> {
                match $to_nanos(value).and_then(super::finer) {
                    Some(text) => crate::key::KeyText::finer(text, crate::key::BELOW_MILLISECOND),
                    None => crate::key::KeyText::written(|out| Self::write_text(value, out)),
                }
            }

            fn parse_text(text: &str) -> Option<Self> {
                const ZONE: &str = if $width == 24 { "" } else { "Z" };
                $from_timestamp(crate::Timestamp::parse_text(&[text, ZONE].concat())?)
            }
        }
    };
}
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use instant;

/// Implements `Attribute` and `KeyField` for a date, whose text is ten characters wide in both.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
macro_rules! date {
    ($date:ty, $name:literal, $to_text:expr, $from_text:expr) => {
        super::stored_as_text!($date, $name, |date: &$date| $to_text(*date), $from_text);

        #[diagnostic::do_not_recommend]
        impl crate::key::KeyField for $date {
            type Borrowed = Self;
            const KIND: crate::schema::KeyKind =
                crate::schema::KeyKind::Fixed { width: 10, punctuation: "-", stored: true };

            fn borrowed(&self) -> &Self {
                self
            }

            fn text_len(_: &Self) -> usize {
                10
            }

            fn write_text<B: crate::key::KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
                let text = $to_text(*value).map_err(|_| "lies outside of the years 0 to 9999")?;
                out.push_str(&text);
                Ok(())
            }

            fn parse_text(text: &str) -> Option<Self> {
                let value = $from_text(text)?;
                // Other spellings parse too, but would give one value two keys.
                $to_text(value).is_ok_and(|own| own == text).then_some(value)
            }
        }
    };
}
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use date;

/// The text of an instant with its nanoseconds, if it has a part below the millisecond.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
fn finer(nanos: i128) -> Option<String> {
    let below = nanos.rem_euclid(1_000_000);
    let at = crate::Timestamp::from_nanos(nanos - below).filter(|_| below != 0)?.to_string();
    Some(format!("{}{below:06}Z", at.strip_suffix('Z')?))
}

/// The types that have no offset but that of UTC.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
const UTC: [&str; 3] = ["chrono::DateTime<Utc>", "jiff::Timestamp", "time::UtcDateTime"];

/// An error that names the text, and what is to be used for it if it is a time of another kind.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
#[cold]
fn unreadable(text: &str, wanted: &str) -> crate::codec::CodecError {
    use ::time::OffsetDateTime;
    use ::time::format_description::well_known::Rfc3339;
    let (plain, name) = text.split_once('[').map_or((text, None), |(plain, name)| (plain, Some(name)));
    let with = |rest: &str| OffsetDateTime::parse(&format!("{plain}{rest}"), &Rfc3339).is_ok();
    let (what, types) = if crate::key::is_below_nanoseconds(text) {
        (" has a part below the nanosecond, which would be lost", "a `String`")
    } else if name.is_some() && with("") {
        (" has a time zone with a name, which would be lost", "`jiff::Zoned`")
    } else if with("") && UTC.contains(&wanted) {
        (
            " has another offset than UTC, which would be lost",
            "`chrono::DateTime<FixedOffset>`, `jiff::Zoned` or `time::OffsetDateTime`",
        )
    } else if with("") {
        (" has a time zone", "`chrono::DateTime<FixedOffset>`, `jiff::Zoned` or `time::OffsetDateTime`")
    } else if with("Z") {
        (" has no time zone", "`chrono::NaiveDateTime`, `jiff::civil::DateTime` or `time::PrimitiveDateTime`")
    } else if with("T00:00:00Z") {
        (" is a date", "`chrono::NaiveDate`, `jiff::civil::Date` or `time::Date`")
    } else {
        return crate::codec::CodecError::value(format!("{text:?} is not the RFC 3339 text of a `{wanted}`"));
    };
    crate::codec::CodecError::value(format!("{text:?} is not a `{wanted}`: it{what}\nhelp: use {types}"))
}

#[cfg(any(feature = "chrono", feature = "jiff"))]
const OUTSIDE: &str = "lies outside of the years 0 to 9999, which RFC 3339 has";

/// Implements `Attribute` and `KeyField` for an identifier whose text has a fixed width.
#[cfg(any(feature = "ulid", feature = "uuid"))]
macro_rules! identifier {
    ($id:ty, $width:literal, $punctuation:literal, $with_text:expr, $parse:expr) => {
        #[diagnostic::do_not_recommend]
        impl crate::codec::Attribute for $id {
            type Kind = crate::codec::kind::S;

            #[inline]
            fn encode<E: crate::codec::Encoder>(&self, encoder: E) -> Result<E::Ok, crate::codec::CodecError> {
                let mut buffer = [0; $width];
                encoder.string($with_text(self, &mut buffer))
            }

            fn decode<'de, D: crate::codec::Decoder<'de>>(decoder: D) -> Result<Self, crate::codec::CodecError> {
                let text = decoder.string()?;
                $parse(&text).ok_or_else(|| {
                    crate::codec::CodecError::value(format!(concat!("{:?} is not a ", stringify!($id)), text))
                })
            }
        }

        #[diagnostic::do_not_recommend]
        impl crate::key::KeyField for $id {
            type Borrowed = Self;
            const KIND: crate::schema::KeyKind =
                crate::schema::KeyKind::Fixed { width: $width, punctuation: $punctuation, stored: true };

            #[inline(always)]
            fn borrowed(&self) -> &Self {
                self
            }

            #[inline(always)]
            fn text_len(_: &Self) -> usize {
                $width
            }

            #[inline]
            fn write_text<B: crate::key::KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
                let mut buffer = [0; $width];
                out.push_str($with_text(value, &mut buffer));
                Ok(())
            }

            fn parse_text(text: &str) -> Option<Self> {
                let value = $parse(text)?;
                // Other spellings parse too, but would give one value two keys.
                let mut buffer = [0; $width];
                ($with_text(&value, &mut buffer) == text).then_some(value)
            }
        }
    };
}
#[cfg(any(feature = "ulid", feature = "uuid"))]
use identifier;
