//! The quick way to write a key: texts that were looked at once, joined.
//!
//! Whatever is unusual about a value, or about what a template does with it, goes the long way of [`KeyWriter`], which
//! says what is wrong. Both ways write the same text.
//!
//! [`KeyWriter`]: super::KeyWriter

use super::render::Texts;
use super::text::Repr;
use super::writer::limit;
use super::{KeyBuffer, KeyText};
use crate::codec::bytes;
use crate::schema::{Format, KeySpec, Part, Quick, Template};

/// The fields whose texts are not empty and not `special`, one bit each in the order of the texts.
#[inline(always)]
fn without(texts: &Texts<'_>, special: impl Fn(&[u8]) -> bool) -> u64 {
    let (mut sound, mut bit) = (0, 1);
    let is_sound = |text: &[u8]| !text.is_empty() && !special(text);
    for text in texts.iter().take(Quick::FIELDS) {
        let is_sound = match text {
            Some(KeyText(Repr::Text(text))) => is_sound(text.as_bytes()),
            Some(KeyText(Repr::Number(_))) => true,
            Some(KeyText(Repr::Short { len, bytes })) => is_sound(&bytes[..usize::from(*len)]),
            Some(KeyText(Repr::Long(text))) => is_sound(text.as_bytes()),
            Some(KeyText(Repr::Finer(..) | Repr::Refused(_))) | None => false,
        };
        sound |= if is_sound { bit } else { 0 };
        bit <<= 1;
    }
    sound
}

/// The fields whose texts can stand in a key as they are.
pub(crate) fn sound(texts: &Texts<'_>, separator: u8) -> u64 {
    without(texts, |text| bytes::any(text, |byte| byte == separator))
}

/// The fields whose texts can stand as they are in a key that stands in JSON as it is.
pub(crate) fn sound_in_json(texts: &Texts<'_>, separator: u8) -> u64 {
    // One after the other: the compiler does not compare 16 bytes at once with a constant and a variable.
    without(texts, |text| bytes::any(text, |byte| byte == separator) | bytes::any(text, bytes::needs_escape))
}

/// The template of a key that is its literals and `sound` texts.
#[inline(always)]
pub(super) fn template(spec: &'static KeySpec, sound: u64) -> Option<&'static Template> {
    match spec {
        KeySpec::Template(template) if template.quick.needs & !sound == 0 => Some(template),
        _ => None,
    }
}

/// Returns the key, unless it has to be written the long way after all.
#[inline(always)]
pub(super) fn joined(template: &Template, sort: bool, texts: &Texts<'_>) -> Option<String> {
    let mut len = template.quick.len;
    for part in template.parts {
        if let Part::Field(part) = part
            && let Format::Plain = part.format
            && let Some(Some(text)) = texts.get(part.at)
        {
            len += text.len();
        }
    }
    let mut out = String::with_capacity(len);
    (join(&mut out, template, texts) && out.len() <= limit(sort)).then_some(out)
}

/// Writes the key to the end of `out`, or something else, if it has to be written the long way after all.
#[inline(always)]
pub(super) fn join_json(out: &mut Vec<u8>, template: &Template, sort: bool, texts: &Texts<'_>) -> bool {
    let begin = out.len();
    join(out, template, texts) && out.len() - begin <= limit(sort)
}

#[inline(always)]
fn join<B: KeyBuffer>(out: &mut B, template: &Template, texts: &Texts<'_>) -> bool {
    for part in template.parts {
        match part {
            Part::Literal(literal) => out.push_str(literal),
            Part::Field(part) => {
                let Some(Some(text)) = texts.get(part.at) else { return false };
                match (&text.0, part.format) {
                    (Repr::Text(text), Format::Plain) => out.push_str(text),
                    (Repr::Number(number), Format::Padded(width)) => {
                        const ZEROS: &str = "0000000000000000000000000000000000000000";
                        let mut digits = itoa::Buffer::new();
                        let digits = digits.format(*number);
                        let Some(zeros) = width.checked_sub(digits.len()).and_then(|zeros| ZEROS.get(..zeros)) else {
                            return false;
                        };
                        out.push_str(zeros);
                        out.push_str(digits);
                    }
                    (_, Format::Plain) => text.with(|text| out.push_str(text.unwrap_or_default())),
                    _ => return false,
                }
            }
        }
    }
    true
}
