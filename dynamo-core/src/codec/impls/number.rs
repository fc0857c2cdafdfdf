//! `Attribute` for numbers. A number that cannot be converted exactly is an error.

use std::fmt::{self, Write as _};

use crate::codec::kind;
use crate::codec::{Attribute, CodecError, Decimal, Decoder, Encoder};

macro_rules! integers {
    ($($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Attribute for $int {
            type Kind = kind::N;

            #[inline]
            fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
                let mut buffer = itoa::Buffer::new();
                let digits = buffer.format(*self);
                if Self::BITS > 64 && digits.trim_start_matches('-').trim_end_matches('0').len() > 38 {
                    return Err(CodecError::value(format!("{digits} has more digits than the 38 that DynamoDB keeps")));
                }
                encoder.number(digits)
            }

            #[inline]
            fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
                let digits = decoder.number()?;
                match digits.parse() {
                    Ok(value) => Ok(value),
                    Err(_) => other_spelling(&digits, &Self::MIN, &Self::MAX),
                }
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

/// Parses other spellings of whole numbers, such as `3.0` and `1e2`: DynamoDB returns them as they were written within
/// a list or map.
#[cold]
fn other_spelling<T: std::str::FromStr + fmt::Display>(text: &str, min: &T, max: &T) -> Result<T, CodecError> {
    Decimal::parse(text)
        .and_then(|decimal| decimal.whole())
        .and_then(|whole| whole.parse().ok())
        .ok_or_else(|| CodecError::value(format!("{text} is not a whole number between {min} and {max}")))
}

macro_rules! floats {
    ($($float:ty, $exact:literal);*) => {$(
        #[diagnostic::do_not_recommend]
        impl Attribute for $float {
            type Kind = kind::N;

            fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
                let magnitude = f64::from(self.abs());
                if *self != 0.0 && !(1e-130..1e126).contains(&magnitude) {
                    return Err(CodecError::value(format!("{self:e} is outside of what DynamoDB keeps as a Number")));
                }
                let mut digits = Digits::default();
                // The buffer is large enough for every number of that range.
                write!(digits, "{self}").map_err(|_| CodecError::value("the Number has too many digits"))?;
                encoder.number(digits.as_str())
            }

            fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
                let text = decoder.number()?;
                let value = text.parse::<$float>().ok().filter(|value| value.is_finite());
                match value {
                    // So few digits, without an exponent, always survive the conversion.
                    Some(value) if text.len() <= $exact && !text.contains(['e', 'E']) => Ok(value),
                    Some(value) if Decimal::parse(&value.to_string()) == Decimal::parse(&text) => Ok(value),
                    _ => Err(CodecError::value(format!(
                        concat!("{} cannot be held by an ", stringify!($float), " without rounding"), text,
                    ))),
                }
            }
        }
    )*};
}

floats!(f32, 6; f64, 15);

struct Digits {
    bytes: [u8; 192],
    len: usize,
}

impl Default for Digits {
    fn default() -> Self {
        Self { bytes: [0; 192], len: 0 }
    }
}

impl Digits {
    fn as_str(&self) -> &str {
        // Only whole strings are added.
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl fmt::Write for Digits {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// Any number that DynamoDB can store, exactly.
///
/// ```
/// use dynamo_core::codec::Number;
///
/// let price: Number = "0.10000000000000000000000000000000000001".parse()?;
/// assert_eq!(price.as_str(), "0.10000000000000000000000000000000000001");
/// assert_eq!("3.0".parse::<Number>()?, "3".parse()?);
/// assert!("1e200".parse::<Number>().is_err());
/// # Ok::<(), dynamo_core::codec::CodecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number(String);

impl Number {
    /// Returns the number in decimal.
    ///
    /// ```
    /// assert_eq!("7".parse::<dynamo_core::codec::Number>().unwrap().as_str(), "7");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for Number {
    type Err = CodecError;

    fn from_str(text: &str) -> Result<Self, CodecError> {
        match Decimal::parse(text) {
            Some(decimal) if decimal.fits() => Ok(Self(decimal.canonical())),
            Some(_) => Err(CodecError::value(format!("{text} is outside of what DynamoDB keeps as a Number"))),
            None => Err(CodecError::value(format!("{text:?} is not a number"))),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[diagnostic::do_not_recommend]
impl Attribute for Number {
    type Kind = kind::N;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.number(&self.0)
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        decoder.number()?.parse()
    }
}
