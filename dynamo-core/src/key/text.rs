//! The text of a value, whatever its type.

/// Identifiers and instants fit, as do all numbers.
const SHORT: usize = 46;

/// Where a key is written to: a string of its own, or the JSON of an item.
#[allow(clippy::len_without_is_empty)] // Nobody asks.
pub trait KeyBuffer {
    /// Adds a text.
    fn push_str(&mut self, text: &str);
    /// How much is there.
    fn len(&self) -> usize;
    /// What is there from `start` on: whole texts.
    fn since(&self, start: usize) -> &[u8];
}

impl KeyBuffer for String {
    #[inline(always)]
    fn push_str(&mut self, text: &str) {
        self.push_str(text);
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn since(&self, start: usize) -> &[u8] {
        &self.as_bytes()[start..]
    }
}

impl KeyBuffer for Vec<u8> {
    #[inline(always)]
    fn push_str(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn since(&self, start: usize) -> &[u8] {
        &self[start..]
    }
}

/// What an item hands the texts of its key fields to. Generated code calls a function, and not a closure, which takes the compiler
/// longer.
#[doc(hidden)]
#[allow(missing_debug_implementations)] // There is nothing to show.
pub struct TextSink<'a>(&'a mut dyn FnMut(&[Option<KeyText<'_>>]));

impl<'a> TextSink<'a> {
    pub(crate) fn new(then: &'a mut dyn FnMut(&[Option<KeyText<'_>>])) -> Self {
        Self(then)
    }

    /// Takes the texts, `None` for a field without a value.
    #[inline]
    pub fn take(self, texts: &[Option<KeyText<'_>>]) {
        (self.0)(texts);
    }
}

/// The text that a value has in a key: what plain code makes keys from.
#[doc(hidden)]
pub struct KeyText<'a>(pub(super) Repr<'a>);

pub(super) enum Repr<'a> {
    Text(&'a str),
    /// Written as digits where it is needed, so that its length alone costs nothing.
    Number(u64),
    /// Whole texts, as [`KeyBuffer::push_str`] gets them.
    Short {
        len: u8,
        bytes: [u8; SHORT],
    },
    Long(String),
    /// More of the value than a key may hold, for keys that hold a part of it; the second says why others are refused.
    #[cfg_attr(not(any(feature = "chrono", feature = "jiff", feature = "time")), allow(dead_code))]
    Finer(String, &'static str),
    /// The value has no text; this says why, beginning with a verb.
    Refused(&'static str),
}

/// The texts of the fields that keys are made from, in the order of [`KeyPart::at`]; `None` while a field has no value.
pub(crate) type Texts<'a> = [Option<KeyText<'a>>];

impl<'a> KeyText<'a> {
    /// Borrows a text.
    #[inline(always)]
    #[must_use]
    pub const fn text(text: &'a str) -> Self {
        Self(Repr::Text(text))
    }

    /// Holds a number, whose text is its digits.
    #[inline(always)]
    #[must_use]
    pub const fn number(number: u64) -> Self {
        Self(Repr::Number(number))
    }

    /// Holds what `write` writes, without an allocation if it is short.
    #[inline(always)]
    pub fn written(write: impl FnOnce(&mut Self) -> Result<(), &'static str>) -> Self {
        let mut text = Self(Repr::Short { len: 0, bytes: [0; SHORT] });
        match write(&mut text) {
            Ok(()) => text,
            Err(problem) => Self(Repr::Refused(problem)),
        }
    }

    /// Holds a text for keys that hold a part of the value; `problem` says why others are refused.
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    pub(crate) fn finer(text: String, problem: &'static str) -> Self {
        Self(Repr::Finer(text, problem))
    }

    /// The text as a string of its own, which [`KeyWriter`](super::KeyWriter) refuses if it is finer than the key; the error
    /// says what is wrong with the value.
    pub(crate) fn to_text(&self) -> Result<String, &'static str> {
        match &self.0 {
            Repr::Finer(text, _) => Ok(text.clone()),
            _ => self.with(|text| text.map(str::to_owned)),
        }
    }

    /// Calls `then` with the text, or with what is wrong with the value.
    #[inline(always)]
    pub(crate) fn with<R>(&self, then: impl FnOnce(Result<&str, &'static str>) -> R) -> R {
        let mut digits = itoa::Buffer::new();
        then(match &self.0 {
            Repr::Text(text) => Ok(text),
            Repr::Number(number) => Ok(digits.format(*number)),
            Repr::Short { len, bytes } => Ok(short(*len, bytes)),
            Repr::Long(text) => Ok(text),
            Repr::Finer(_, problem) | Repr::Refused(problem) => Err(problem),
        })
    }
}

#[inline]
fn short(len: u8, bytes: &[u8; SHORT]) -> &str {
    // Whole texts were put together, so they are one.
    std::str::from_utf8(&bytes[..usize::from(len)]).unwrap_or_default()
}

impl KeyBuffer for KeyText<'_> {
    #[inline]
    fn push_str(&mut self, text: &str) {
        let len = self.len();
        match &mut self.0 {
            Repr::Short { len: used, bytes } if text.len() <= SHORT - len => {
                bytes[len..len + text.len()].copy_from_slice(text.as_bytes());
                #[allow(clippy::cast_possible_truncation)] // It fits.
                let more = text.len() as u8;
                *used += more;
            }
            Repr::Long(long) => long.push_str(text),
            _ => {
                let long = self.with(|before| [before.unwrap_or_default(), text].concat());
                self.0 = Repr::Long(long);
            }
        }
    }

    #[inline(always)]
    fn len(&self) -> usize {
        match &self.0 {
            Repr::Text(text) => text.len(),
            Repr::Number(number) => number.checked_ilog10().map_or(1, |digits| digits as usize + 1),
            Repr::Short { len, .. } => usize::from(*len),
            Repr::Long(text) => text.len(),
            Repr::Finer(..) | Repr::Refused(_) => 0,
        }
    }

    fn since(&self, start: usize) -> &[u8] {
        match &self.0 {
            Repr::Text(text) => &text.as_bytes()[start..],
            Repr::Short { len, bytes } => &bytes[start..usize::from(*len)],
            Repr::Long(text) => &text.as_bytes()[start..],
            Repr::Number(_) | Repr::Finer(..) | Repr::Refused(_) => &[],
        }
    }
}
