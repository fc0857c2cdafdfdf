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

/// Implements `Attribute` and `KeyField` for an instant: the attribute is the text that its own crate writes, the text
/// in keys is that of a `Timestamp`.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
macro_rules! instant {
    ($instant:ty, $to_text:expr, $from_text:expr, $to_nanos:expr, $from_timestamp:expr) => {
        #[diagnostic::do_not_recommend]
        impl crate::codec::Attribute for $instant {
            type Kind = crate::codec::kind::S;

            fn encode<E: crate::codec::Encoder>(&self, encoder: E) -> Result<E::Ok, crate::codec::CodecError> {
                encoder.string(&$to_text(self)?)
            }

            fn decode<'de, D: crate::codec::Decoder<'de>>(decoder: D) -> Result<Self, crate::codec::CodecError> {
                let text = decoder.string()?;
                $from_text(&text)
                    .ok_or_else(|| crate::codec::CodecError::value(format!("{text:?} is not an RFC 3339 timestamp")))
            }
        }

        #[diagnostic::do_not_recommend]
        impl crate::key::KeyField for $instant {
            type Borrowed = Self;
            const KIND: crate::schema::KeyKind =
                crate::schema::KeyKind::Fixed { width: 24, punctuation: "-:.", stored: false };

            fn borrowed(&self) -> &Self {
                self
            }

            fn text_len(_: &Self) -> usize {
                24
            }

            fn write_text<B: crate::key::KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
                match $to_nanos(value).and_then(crate::Timestamp::from_nanos) {
                    Some(at) => crate::Timestamp::write_text(&at, out),
                    None => Err("has a part below the millisecond, or lies outside of the years 0 to 9999\n\
                                 help: truncate it, or use `dynamo_core::Timestamp`"),
                }
            }

            fn parse_text(text: &str) -> Option<Self> {
                $from_timestamp(crate::Timestamp::parse_text(text)?)
            }
        }
    };
}
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use instant;

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
