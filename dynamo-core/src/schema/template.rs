//! Key templates: `USER#<user_id>` as literals and fields.

use std::borrow::Cow;

use super::escape::{is_escaped, unescape};
use super::format::{Format, KeyKind};
use super::text;

/// The declaration of a key: a template, or a field whose attribute is the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySpec {
    /// From a template.
    Template(Template),
    /// A field whose own attribute is the key.
    Field(KeyPart),
}

impl KeySpec {
    /// What stands where there is no key.
    pub(crate) const NONE: Self = Self::Template(Template::new("", &[]));

    /// Returns the template as it was written, or the field's name.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Library::SCHEMA.entities[1].pk.text(), "SHELF#<shelf>");
    /// ```
    #[must_use]
    pub const fn text(&self) -> &'static str {
        match self {
            Self::Template(template) => template.text,
            Self::Field(part) => part.field,
        }
    }

    /// Returns the parts of the template; the field alone where that is the key.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Library::SCHEMA.entities[1].pk.parts().len(), 2);
    /// ```
    #[must_use]
    pub fn parts(&self) -> Cow<'static, [Part]> {
        match self {
            Self::Template(template) => Cow::Borrowed(template.parts),
            Self::Field(part) => Cow::Owned(vec![Part::Field(*part)]),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Template(template) => template.parts.len(),
            Self::Field(_) => 1,
        }
    }

    pub(crate) const fn part(&self, i: usize) -> Part {
        match self {
            Self::Template(template) => template.parts[i],
            Self::Field(part) => Part::Field(*part),
        }
    }

    /// Whether the key is made from a field; with `exactly`, so that the value can be read back from it.
    pub(crate) const fn is_made_from(&self, field: &str, exactly: bool) -> bool {
        let mut i = 0;
        while i < self.len() {
            if let Part::Field(part) = self.part(i)
                && text::eq(part.field, field)
                && (!exactly || part.format.is_exact())
            {
                return true;
            }
            i += 1;
        }
        false
    }
}

/// Whether one of these keys is made from a field.
pub(crate) const fn are_made_from(specs: &[KeySpec], field: &str) -> bool {
    let mut i = 0;
    while i < specs.len() {
        if specs[i].is_made_from(field, false) {
            return true;
        }
        i += 1;
    }
    false
}

/// A parsed key template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// As it was written.
    pub text: &'static str,
    /// Literals and fields, in order.
    pub parts: &'static [Part],
    #[doc(hidden)]
    pub lead: Lead,
}

impl Template {
    /// Made from its parts.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(text: &'static str, parts: &'static [Part]) -> Self {
        Self { text, parts, lead: Lead::of(parts) }
    }
}

/// The first bytes of what every key of a template begins with, so that most pairs of templates are told apart by one
/// comparison while the compiler evaluates the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    /// Up to eight bytes, the first in the lowest place.
    pub bits: u64,
    /// How many.
    pub len: u32,
}

impl Lead {
    pub(crate) const UNKNOWN: Self = Self { bits: 0, len: 0 };

    /// Of the keys that are put together from `parts`.
    pub(crate) const fn of(parts: &[Part]) -> Self {
        let [Part::Literal(text), ..] = parts else { return Self::UNKNOWN };
        let text = text.as_bytes();
        if let Some(first) = text.first_chunk::<8>() {
            return Self { bits: u64::from_le_bytes(*first), len: 8 };
        }
        let (mut bits, mut len) = (0, 0);
        while (len as usize) < text.len() {
            bits |= (text[len as usize] as u64) << (8 * len);
            len += 1;
        }
        Self { bits, len }
    }

    /// Whether keys that begin so can never begin alike.
    pub(crate) const fn differs(self, other: Self) -> bool {
        let len = if self.len < other.len { self.len } else { other.len };
        len > 0 && (self.bits ^ other.bits) << (64 - 8 * len) != 0
    }
}

/// A piece of a key template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Text that is the same in every key.
    Literal(&'static str),
    /// The value of a field.
    Field(KeyPart),
}

/// A field in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPart {
    /// The field's name.
    pub field: &'static str,
    /// The field's place among those that keys are made from: first those of the primary key, as the key function takes them.
    #[doc(hidden)]
    pub at: usize,
    /// How its value is written.
    pub format: Format,
    /// What values it can have.
    pub kind: KeyKind,
    /// Whether the field is an `Option`.
    pub optional: bool,
}

impl KeyPart {
    /// Returns whether it is `<shard>`, which is no field.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::schema::Part;
    /// let is_shard = |part: &Part| matches!(part, Part::Field(part) if part.is_shard());
    /// assert!(!Book::SCHEMA.pk.parts().iter().any(is_shard));
    /// ```
    #[must_use]
    pub const fn is_shard(&self) -> bool {
        self.at == usize::MAX
    }
}

/// Whether keys are in the order of a field's values, so that a range of values is a range of keys. `after` is the literal
/// that follows the field in its key.
#[must_use]
pub const fn in_order(kind: KeyKind, escaped: bool, after: &str, separator: u8) -> bool {
    match kind {
        // A blank sorts before a separator, so `Milk and bread#` sorts before `Milk#`. Escaped, it does not.
        KeyKind::Text => after.is_empty() || escaped && after.as_bytes()[0] == separator,
        KeyKind::Closed(texts) => {
            let mut i = 1;
            while i < texts.len() {
                if !is_before(texts[i - 1], texts[i], after) {
                    return false;
                }
                i += 1;
            }
            true
        }
        KeyKind::Open(_) => false,
        KeyKind::Unsigned | KeyKind::Signed | KeyKind::Float | KeyKind::Bytes | KeyKind::Fixed { .. } => true,
    }
}

/// Whether a text sorts before another one when both are followed by the same literal.
const fn is_before(a: &str, b: &str, after: &str) -> bool {
    let (a, b, after) = (a.as_bytes(), b.as_bytes(), after.as_bytes());
    let mut i = 0;
    loop {
        let of_a = byte(a, after, i);
        let of_b = byte(b, after, i);
        if of_a != of_b || of_a < 0 {
            return of_a < of_b;
        }
        i += 1;
    }
}

/// The `i`th byte of a text with what follows it; below all bytes beyond its end.
const fn byte(text: &[u8], after: &[u8], i: usize) -> i16 {
    if i < text.len() {
        text[i] as i16
    } else if i - text.len() < after.len() {
        after[i - text.len()] as i16
    } else {
        -1
    }
}

/// The texts that the fields of `spec` have in `text`, in order; `None` when `text` does not fit.
pub(crate) fn captures(spec: &KeySpec, text: &str, separator: u8) -> Option<Vec<(KeyPart, String)>> {
    let mut found = Vec::new();
    let fits = segments(spec, text, separator, |part, value| {
        let value = unformat(part, value, separator);
        value.map(|value| found.push((*part, value))).is_some()
    });
    fits.then_some(found)
}

/// Whether `text` is a key that `spec` can write.
pub(crate) fn fits(spec: &KeySpec, text: &str, separator: u8) -> bool {
    segments(spec, text, separator, |part, value| match part.format {
        Format::Plain | Format::Unordered | Format::Bare => true,
        _ => unformat(part, value, separator).is_some(),
    })
}

/// How many bytes the field has in every key; `None` if that depends on the value.
pub(crate) const fn width(part: &KeyPart) -> Option<usize> {
    match (part.format, part.kind) {
        (Format::Padded(width), _) | (Format::Plain, KeyKind::Fixed { width, .. }) => Some(width),
        (Format::Bucket(bucket), _) => Some(bucket.width()),
        _ => None,
    }
}

/// Whether `value` is a text that the field can have in a key.
pub(crate) const fn value_fits(value: &str, field: &KeyPart, separator: u8) -> bool {
    match (field.format, field.kind) {
        (Format::Padded(width), _) => value.len() == width && all_digits(value),
        (Format::Escaped | Format::FoldedEscaped(_), _) => is_escaped(value, separator),
        (Format::Bucket(bucket), _) => bucket.fits(value),
        (_, KeyKind::Unsigned) => all_digits(value),
        (Format::Plain | Format::Unordered, KeyKind::Signed) => {
            all_digits(if text::starts_with(value, "-") { text::slice(value, 1, value.len()) } else { value })
        }
        (_, KeyKind::Fixed { width, .. }) => value.len() == width,
        (Format::Plain, KeyKind::Closed(values)) => text::is_one_of(values, value),
        _ => true,
    }
}

const fn all_digits(text: &str) -> bool {
    let text = text.as_bytes();
    let mut i = 0;
    while i < text.len() {
        if !text[i].is_ascii_digit() {
            return false;
        }
        i += 1;
    }
    true
}

/// Hands each field of `spec` with what stands for it in `text` to `each`; returns whether all of `text` fits.
fn segments<'t>(spec: &KeySpec, text: &'t str, separator: u8, mut each: impl FnMut(&KeyPart, &'t str) -> bool) -> bool {
    let mut rest = text;
    for i in 0..spec.len() {
        match spec.part(i) {
            Part::Literal(literal) => match rest.strip_prefix(literal) {
                Some(after) => rest = after,
                None => return false,
            },
            Part::Field(part) if part.format == Format::Bare => {
                let value = std::mem::take(&mut rest);
                if value.is_empty() || !each(&part, value) {
                    return false;
                }
            }
            Part::Field(part) => {
                let segment = rest.find(char::from(separator)).unwrap_or(rest.len());
                // What follows the field within its own segment.
                let suffix = match (i + 1 < spec.len()).then(|| spec.part(i + 1)) {
                    Some(Part::Literal(next)) => next.split(char::from(separator)).next().unwrap_or(""),
                    _ => "",
                };
                let Some(value) = rest[..segment].strip_suffix(suffix) else { return false };
                if value.is_empty() || !value_fits(value, &part, separator) || !each(&part, value) {
                    return false;
                }
                rest = &rest[value.len()..];
            }
        }
    }
    rest.is_empty()
}

/// The value's own text, from what stands in the key.
fn unformat(part: &KeyPart, text: &str, separator: u8) -> Option<String> {
    match part.format {
        Format::Padded(width) => {
            let digits = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
            let value = text.trim_start_matches('0');
            digits.then(|| if value.is_empty() { "0" } else { value }.to_owned())
        }
        Format::Escaped => unescape(text, separator).map(Cow::into_owned),
        Format::FoldedEscaped(_) => {
            let folded = unescape(text, separator)?;
            (part.format.reduce(&folded) == folded).then(|| folded.into_owned())
        }
        Format::Folded(_) => (part.format.reduce(text) == text).then(|| text.to_owned()),
        Format::Bucket(bucket) => bucket.fits(text).then(|| text.to_owned()),
        Format::Plain | Format::Unordered | Format::Bare => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn part(field: &'static str, format: Format) -> Part {
        Part::Field(KeyPart { field, at: 0, format, kind: KeyKind::Text, optional: false })
    }

    fn values(parts: &'static [Part], text: &str) -> Option<Vec<String>> {
        let spec = KeySpec::Template(Template::new("", parts));
        captures(&spec, text, b'#').map(|found| found.into_iter().map(|(_, value)| value).collect())
    }

    #[test]
    fn enums_are_in_order_if_their_texts_ascend() {
        assert!(in_order(KeyKind::Closed(&["a", "ab", "b"]), false, "", b'#'));
        assert!(in_order(KeyKind::Closed(&["a", "ab", "b"]), false, "#", b'#'));
        assert!(!in_order(KeyKind::Closed(&["open", "closed"]), false, "", b'#'));
        assert!(in_order(KeyKind::Closed(&["a", "a b"]), false, "", b'#'));
        assert!(!in_order(KeyKind::Closed(&["a", "a b"]), false, "#", b'#'));
        assert!(in_order(KeyKind::Text, false, "", b'#') && !in_order(KeyKind::Text, false, "#", b'#'));
        assert!(in_order(KeyKind::Text, true, "#", b'#') && !in_order(KeyKind::Text, true, "-", b'#'));
    }

    const MESSAGE: &[Part] =
        &[Part::Literal("MSG#"), part("at", Format::Padded(5)), Part::Literal("#"), part("id", Format::Escaped)];

    #[test]
    fn a_key_is_taken_apart() {
        assert_eq!(values(MESSAGE, "MSG#00042#a$cdb%").unwrap(), ["42", "a#b%"]);
        assert_eq!(values(MESSAGE, "MSG#00000#x").unwrap(), ["0", "x"]);
    }

    #[test]
    fn what_the_template_never_writes_is_refused() {
        for text in
            ["MSG#42#a", "MSG#00042#", "MSG#00042", "MSG#00042#a#b", "XSG#00042#a", "MSG#00042#$eb", "MSG#0004x#a"]
        {
            assert_eq!(values(MESSAGE, text), None, "{text}");
        }
    }

    #[test]
    fn a_field_may_have_text_around_it_in_its_segment() {
        const PARTS: &[Part] = &[Part::Literal("v"), part("n", Format::Plain), Part::Literal("-x#END")];
        assert_eq!(values(PARTS, "v7-x#END").unwrap(), ["7"]);
        assert_eq!(values(PARTS, "v7#END"), None);
    }
}
