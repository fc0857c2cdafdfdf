//! `KeyField` for the usual types.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use super::{KeyBuffer, KeyField, KeyText};
use crate::schema::KeyKind;

macro_rules! text {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyField for $text {
            type Borrowed = str;
            const KIND: KeyKind = KeyKind::Text;

            #[inline(always)]
            fn borrowed(&self) -> &str {
                self
            }

            #[inline(always)]
            fn text_len(value: &str) -> usize {
                value.len()
            }

            #[inline(always)]
            fn write_text<B: KeyBuffer>(value: &str, out: &mut B) -> Result<(), &'static str> {
                out.push_str(value);
                Ok(())
            }

            #[inline(always)]
            fn text_of(value: &str) -> KeyText<'_> {
                KeyText::text(value)
            }

            fn parse_text(text: &str) -> Option<Self> {
                Some(Self::from(text.to_owned()))
            }
        }
    )*};
}

text!(String, Box<str>, Rc<str>, Arc<str>, Cow<'_, str>);

macro_rules! integers {
    ($kind:ident $text_of:ident: $($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyField for $int {
            type Borrowed = Self;
            const KIND: KeyKind = KeyKind::$kind;

            #[inline(always)]
            fn borrowed(&self) -> &Self {
                self
            }

            #[inline]
            fn text_len(value: &Self) -> usize {
                let negative = usize::from(value.is_negative_number());
                negative + value.unsigned().checked_ilog10().map_or(1, |digits| digits as usize + 1)
            }

            #[inline]
            fn write_text<B: KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
                out.push_str(itoa::Buffer::new().format(*value));
                Ok(())
            }

            $text_of!();

            fn parse_text(text: &str) -> Option<Self> {
                let value: Self = text.parse().ok()?;
                // `+7` and `007` parse too, and would give one value two keys.
                (itoa::Buffer::new().format(value) == text).then_some(value)
            }
        }
    )*};
}

/// The text of a number that is kept as one.
macro_rules! held {
    () => {
        #[inline(always)]
        fn text_of(value: &Self) -> KeyText<'_> {
            KeyText::number(u64::from(*value))
        }
    };
}

/// The text of a number that may be negative, or wider.
macro_rules! written {
    () => {};
}

/// What the two kinds of integers do not have in common.
trait Magnitude {
    type Unsigned;
    fn is_negative_number(&self) -> bool;
    fn unsigned(&self) -> Self::Unsigned;
}

macro_rules! magnitude {
    (unsigned $($int:ty),*) => {$(impl Magnitude for $int {
        type Unsigned = Self;
        #[inline(always)]
        fn is_negative_number(&self) -> bool { false }
        #[inline(always)]
        fn unsigned(&self) -> Self { *self }
    })*};
    (signed $($int:ty => $unsigned:ty),*) => {$(impl Magnitude for $int {
        type Unsigned = $unsigned;
        #[inline(always)]
        fn is_negative_number(&self) -> bool { *self < 0 }
        #[inline(always)]
        fn unsigned(&self) -> $unsigned { self.unsigned_abs() }
    })*};
}

magnitude!(unsigned u8, u16, u32, u64, u128, usize);
magnitude!(signed i8 => u8, i16 => u16, i32 => u32, i64 => u64, i128 => u128, isize => usize);
integers!(Unsigned held: u8, u16, u32, u64);
integers!(Unsigned written: usize, u128);
integers!(Signed written: i8, i16, i32, i64, i128, isize);

#[diagnostic::do_not_recommend]
impl KeyField for bool {
    type Borrowed = Self;
    // In the order of the values.
    const KIND: KeyKind = KeyKind::Closed(&["false", "true"]);

    #[inline(always)]
    fn borrowed(&self) -> &Self {
        self
    }

    #[inline(always)]
    fn text_len(value: &Self) -> usize {
        if *value { 4 } else { 5 }
    }

    #[inline]
    fn write_text<B: KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
        out.push_str(if *value { "true" } else { "false" });
        Ok(())
    }

    #[inline(always)]
    fn text_of(value: &Self) -> KeyText<'_> {
        KeyText::text(if *value { "true" } else { "false" })
    }

    fn parse_text(text: &str) -> Option<Self> {
        match text {
            "false" => Some(false),
            "true" => Some(true),
            _ => None,
        }
    }
}

macro_rules! floats {
    ($($float:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyField for $float {
            type Borrowed = Self;
            const KIND: KeyKind = KeyKind::Float;

            fn borrowed(&self) -> &Self {
                self
            }

            fn text_len(_: &Self) -> usize {
                24
            }

            fn write_text<B: KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
                if *value != 0.0 && !(1e-130..1e126).contains(&f64::from(value.abs())) {
                    return Err("is outside of what DynamoDB keeps as a Number");
                }
                // There is one zero.
                out.push_str(&(if *value == 0.0 { 0.0 } else { *value }).to_string());
                Ok(())
            }

            fn parse_text(text: &str) -> Option<Self> {
                let value = text.parse().ok().filter(|value: &Self| value.is_finite())?;
                // Other spellings parse too, such as `-0`, and longer ones would be rounded.
                (value.to_string() == text && text != "-0").then_some(value)
            }
        }
    )*};
}

floats!(f32, f64);

#[diagnostic::do_not_recommend]
impl KeyField for Blob {
    type Borrowed = [u8];
    const KIND: KeyKind = KeyKind::Bytes;

    fn borrowed(&self) -> &[u8] {
        self.as_ref()
    }

    fn text_len(value: &[u8]) -> usize {
        base64_simd::STANDARD.encoded_length(value.len())
    }

    fn write_text<B: KeyBuffer>(value: &[u8], out: &mut B) -> Result<(), &'static str> {
        out.push_str(&base64_simd::STANDARD.encode_to_string(value));
        Ok(())
    }

    fn parse_text(text: &str) -> Option<Self> {
        base64_simd::STANDARD.decode_to_vec(text).ok().map(Self::new)
    }
}
