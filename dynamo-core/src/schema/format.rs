//! How a field's value is written in a key.

use std::borrow::Cow;

use super::text;

/// The kind of texts that the values of a key field have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// Any text.
    Text,
    /// An unsigned number.
    Unsigned,
    /// A number that may be negative.
    Signed,
    /// A number with a fraction: only as a bare field.
    Float,
    /// Bytes: only as a bare field.
    Bytes,
    /// Text of one width whose order is the order of the values, with these characters besides letters and digits.
    Fixed {
        /// The width in bytes.
        width: usize,
        /// What else than letters and digits may occur.
        punctuation: &'static str,
        /// Whether the attribute has the same text, so that the field can be a key by itself.
        stored: bool,
    },
    /// One of these texts.
    Closed(&'static [&'static str]),
    /// One of these texts, or one that the enum does not know: in no order.
    Open(&'static [&'static str]),
}

/// How a field's value is written in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `<field>`
    Plain,
    /// `<field:013>`: with leading zeros.
    Padded(usize),
    /// `<field:unordered>`: a number as it is, where the order of keys does not matter.
    Unordered,
    /// `<field:escaped>`: characters up to the one after the separator encoded, in their order.
    Escaped,
    /// `<field:lower>`, `<field:upper>`: folded to one case.
    Folded(Case),
    /// `<field:lower:escaped>`, `<field:upper:escaped>`: folded, then escaped.
    FoldedEscaped(Case),
    /// `<field:month>`, `<field:date>`, `<field:hour>`: the month, day or hour of a timestamp.
    Bucket(Bucket),
    /// A bare field: its own attribute is the key, so nothing is joined to it.
    Bare,
}

/// A case that text is folded to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Lower case.
    Lower,
    /// Upper case.
    Upper,
}

impl Case {
    fn fold(self, text: &str) -> String {
        match self {
            Self::Lower => text.to_lowercase(),
            Self::Upper => text.to_uppercase(),
        }
    }

    const fn is(self, other: Self) -> bool {
        matches!((self, other), (Self::Lower, Self::Lower) | (Self::Upper, Self::Upper))
    }
}

/// A span of time that timestamps are put together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bucket {
    /// `2026-11`
    Month,
    /// `2026-11-16`
    Date,
    /// `2026-11-16T09`
    Hour,
}

impl Bucket {
    /// Returns how many bytes of a timestamp it keeps.
    ///
    /// ```
    /// use dynamo_core::schema::Bucket;
    /// assert_eq!(Bucket::Date.width(), "2026-11-16".len());
    /// ```
    #[must_use]
    pub const fn width(self) -> usize {
        self.shape().len()
    }

    /// What its texts look like, each digit as `0`.
    const fn shape(self) -> &'static str {
        match self {
            Self::Month => "0000-00",
            Self::Date => "0000-00-00",
            Self::Hour => "0000-00-00T00",
        }
    }

    /// Returns what it is called in templates.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Month => "month",
            Self::Date => "date",
            Self::Hour => "hour",
        }
    }

    /// Whether `value` is a text that it can have.
    pub(crate) const fn fits(self, value: &str) -> bool {
        let (value, shape) = (value.as_bytes(), self.shape().as_bytes());
        let mut i = 0;
        while i < shape.len() && i < value.len() {
            if if shape[i] == b'0' { !value[i].is_ascii_digit() } else { value[i] != shape[i] } {
                return false;
            }
            i += 1;
        }
        value.len() == shape.len()
    }

    /// Whether values of this kind have it. Instants are the fixed texts with the punctuation of RFC 3339, and a date has
    /// its month.
    pub(crate) const fn is_of(self, kind: KeyKind) -> bool {
        match kind {
            KeyKind::Fixed { width: 23 | 24, punctuation, .. } => text::eq(punctuation, "-:."),
            KeyKind::Fixed { width: 10, punctuation, .. } => matches!(self, Self::Month) && text::eq(punctuation, "-"),
            _ => false,
        }
    }
}

impl Format {
    /// Whether the value can be read back from the key.
    pub(crate) const fn is_exact(self) -> bool {
        !matches!(self, Self::Folded(_) | Self::FoldedEscaped(_) | Self::Bucket(_))
    }

    /// Whether keys are in the order of the values, as far as the format decides.
    pub(crate) const fn keeps_order(self) -> bool {
        self.is_exact() && !matches!(self, Self::Unordered)
    }

    pub(crate) const fn case(self) -> Option<Case> {
        match self {
            Self::Folded(case) | Self::FoldedEscaped(case) => Some(case),
            _ => None,
        }
    }

    /// Whether keys that are written so are written alike.
    pub(crate) const fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Padded(a), Self::Padded(b)) => a == b,
            (Self::Bucket(a), Self::Bucket(b)) => a.width() == b.width(),
            (Self::Folded(a), Self::Folded(b)) | (Self::FoldedEscaped(a), Self::FoldedEscaped(b)) => a.is(b),
            // Both are the number as it is.
            (Self::Plain | Self::Unordered, Self::Plain | Self::Unordered)
            | (Self::Escaped, Self::Escaped)
            | (Self::Bare, Self::Bare) => true,
            _ => false,
        }
    }

    /// Whether a key that is written so tells how the value is written in the other format.
    pub(crate) const fn tells(self, other: Self) -> bool {
        match (self, other) {
            (Self::Bucket(own), Self::Bucket(other)) => own.width() >= other.width(),
            _ => match (self.case(), other.case()) {
                (Some(own), Some(other)) => own.is(other),
                _ => self.is_exact(),
            },
        }
    }

    /// What a key keeps of a value's text: the text itself, folded, or its beginning.
    pub(crate) fn reduce(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Folded(case) | Self::FoldedEscaped(case) => Cow::Owned(case.fold(text)),
            Self::Bucket(bucket) => Cow::Borrowed(text.get(..bucket.width()).unwrap_or(text)),
            _ => Cow::Borrowed(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_format_tells_of_another() {
        let (lower, upper) = (Format::Folded(Case::Lower), Format::FoldedEscaped(Case::Upper));
        assert!(Format::Plain.tells(lower) && Format::Escaped.tells(Format::Plain));
        assert!(lower.tells(Format::FoldedEscaped(Case::Lower)));
        assert!(!lower.tells(upper) && !lower.tells(Format::Plain));
        let (month, hour) = (Format::Bucket(Bucket::Month), Format::Bucket(Bucket::Hour));
        assert!(hour.tells(month) && hour.tells(hour) && !month.tells(hour) && !hour.tells(Format::Plain));
    }

    #[test]
    fn what_buckets_look_like() {
        assert!(Bucket::Hour.fits("2026-11-16T09"));
        for text in ["2026-11-1", "2026-11-166", "2026-11-1x", "2026/11/16", ""] {
            assert!(!Bucket::Date.fits(text), "{text}");
        }
    }
}
