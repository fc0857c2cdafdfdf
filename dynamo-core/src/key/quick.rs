//! The quick way to write a key: its literals and the texts of its fields, joined.
//!
//! Whatever is unusual about a value, or about what a template does with it, goes the long way of [`KeyWriter`], which
//! says what is wrong. Both ways write the same text.
//!
//! [`KeyWriter`]: super::KeyWriter

use super::text::{KeyBuffer, KeyText, Repr, Texts};
use super::writer::{ZEROS, limit};
use crate::codec::bytes;
use crate::schema::{Format, KeyPart, Part};

/// Returns the key, unless it has to be written the long way.
pub(super) fn joined(parts: &[Part], sort: bool, texts: &Texts<'_>, separator: u8) -> Option<String> {
    let mut len = 0;
    for part in parts {
        len += match part {
            Part::Literal(literal) => literal.len(),
            Part::Field(part) => sound_len(part, text_of(part, texts)?, separator)?,
        };
    }
    if len > limit(sort) {
        return None;
    }
    let mut out = String::with_capacity(len);
    for part in parts {
        match part {
            Part::Literal(literal) => out.push_str(literal),
            Part::Field(part) => push(&mut out, part, text_of(part, texts)?)?,
        }
    }
    Some(out)
}

/// Writes the key to the end of `out`, or a part of it and `None`, if it has to be written the long way.
pub(super) fn join(out: &mut Vec<u8>, parts: &[Part], sort: bool, texts: &Texts<'_>, separator: u8) -> Option<()> {
    let begin = out.len();
    for part in parts {
        match part {
            Part::Literal(literal) => out.extend_from_slice(literal.as_bytes()),
            Part::Field(part) => {
                let text = text_of(part, texts)?;
                sound_len(part, text, separator)?;
                push(out, part, text)?;
            }
        }
    }
    (out.len() - begin <= limit(sort)).then_some(())
}

#[inline(always)]
fn text_of<'t>(part: &KeyPart, texts: &'t Texts<'_>) -> Option<&'t KeyText<'t>> {
    texts.get(part.at)?.as_ref()
}

/// Returns how long the field will be, if its text can stand in a key as it is.
#[inline(always)]
fn sound_len(part: &KeyPart, text: &KeyText<'_>, separator: u8) -> Option<usize> {
    match (&text.0, part.format) {
        (Repr::Text(text), Format::Plain) => is_sound(text.as_bytes(), separator).then_some(text.len()),
        (Repr::Number(_), Format::Padded(width)) => Some(width),
        (_, Format::Plain) => unusual_len(text, separator),
        _ => None,
    }
}

/// The same for a text that is not borrowed.
#[inline(never)]
fn unusual_len(text: &KeyText<'_>, separator: u8) -> Option<usize> {
    text.with(|text| text.ok().filter(|text| is_sound(text.as_bytes(), separator)).map(str::len))
}

#[inline(always)]
fn is_sound(text: &[u8], separator: u8) -> bool {
    !text.is_empty() && !bytes::any(text, |byte| byte ^ separator)
}

/// Writes a field whose text is sound.
#[inline(always)]
fn push<B: KeyBuffer>(out: &mut B, part: &KeyPart, text: &KeyText<'_>) -> Option<()> {
    match (&text.0, part.format) {
        (Repr::Text(text), _) => out.push_str(text),
        (Repr::Number(number), Format::Padded(width)) => {
            let mut digits = itoa::Buffer::new();
            let digits = digits.format(*number);
            out.push_str(ZEROS.get(..width.checked_sub(digits.len())?)?);
            out.push_str(digits);
        }
        _ => text.with(|text| out.push_str(text.unwrap_or_default())),
    }
    Some(())
}
