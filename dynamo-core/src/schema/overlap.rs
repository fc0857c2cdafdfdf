//! Whether two key templates can produce one key, decided segment by segment.
//!
//! Values are never empty and never hold the separator (see `key::writer`), so a template always produces the same
//! number of segments, and a segment holds at most one field (`check` refuses two).

use super::format::{Format, KeyKind};
use super::template::{KeyPart, KeySpec, Lead, Part, value_fits, width};
use super::text;

/// One segment of a template: text, perhaps a field, text.
#[derive(Clone, Copy)]
pub(crate) struct Segment {
    before: &'static str,
    field: Option<KeyPart>,
    after: &'static str,
}

/// Reads a template segment by segment.
pub(crate) struct Segments<'a> {
    spec: &'a KeySpec,
    separator: u8,
    part: usize,
    /// Where in the literal `part` the next segment begins.
    offset: usize,
    done: bool,
}

impl<'a> Segments<'a> {
    pub(crate) const fn new(spec: &'a KeySpec, separator: u8) -> Self {
        Self { spec, separator, part: 0, offset: 0, done: false }
    }

    pub(crate) const fn next(&mut self) -> Option<Segment> {
        if self.done {
            return None;
        }
        let mut segment = Segment { before: "", field: None, after: "" };
        while self.part < self.spec.len() {
            match self.spec.part(self.part) {
                Part::Field(field) => {
                    segment.field = Some(field);
                    self.part += 1;
                }
                Part::Literal(literal) => {
                    let bytes = literal.as_bytes();
                    let mut end = self.offset;
                    while end < bytes.len() && bytes[end] != self.separator {
                        end += 1;
                    }
                    let piece = text::slice(literal, self.offset, end);
                    if segment.field.is_some() {
                        segment.after = piece;
                    } else {
                        segment.before = piece;
                    }
                    if end < bytes.len() {
                        self.offset = end + 1;
                        return Some(segment);
                    }
                    self.offset = 0;
                    self.part += 1;
                }
            }
        }
        self.done = true;
        Some(segment)
    }
}

/// Whether some values make the two keys equal.
pub(crate) const fn can_be_equal(a: &KeySpec, b: &KeySpec, separator: u8) -> bool {
    if lead(a).differs(lead(b)) {
        return false;
    }
    // A bare field is joined to nothing and may hold any text.
    if is_bare(a) || is_bare(b) {
        return true;
    }
    let (mut a, mut b) = (Segments::new(a, separator), Segments::new(b, separator));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if segments_meet(&x, &y, separator) => {}
            _ => return false,
        }
    }
}

pub(crate) const fn lead(spec: &KeySpec) -> Lead {
    match spec {
        KeySpec::Template(template) => template.lead,
        KeySpec::Field(_) => Lead::UNKNOWN,
    }
}

pub(crate) const fn is_bare(spec: &KeySpec) -> bool {
    matches!(spec, KeySpec::Field(_))
}

const fn segments_meet(a: &Segment, b: &Segment, separator: u8) -> bool {
    match (&a.field, &b.field) {
        (None, None) => text::eq(a.before, b.before),
        (Some(field), None) => literal_fits(b.before, a, field, separator),
        (None, Some(field)) => literal_fits(a.before, b, field, separator),
        (Some(x), Some(y)) => {
            (text::starts_with(a.before, b.before) || text::starts_with(b.before, a.before))
                && (text::ends_with(a.after, b.after) || text::ends_with(b.after, a.after))
                && widths_meet(a, x, b, y)
                && closed_meet(a, x, b, y, separator)
        }
    }
}

/// Whether `literal` is something that the segment can be.
const fn literal_fits(literal: &str, segment: &Segment, field: &KeyPart, separator: u8) -> bool {
    let around = segment.before.len() + segment.after.len();
    if literal.len() <= around
        || !text::starts_with(literal, segment.before)
        || !text::ends_with(literal, segment.after)
    {
        return false;
    }
    let value = text::slice(literal, segment.before.len(), literal.len() - segment.after.len());
    value_fits(value, field, separator)
}

/// Two values of a fixed width meet only when their segments are equally wide.
const fn widths_meet(a: &Segment, x: &KeyPart, b: &Segment, y: &KeyPart) -> bool {
    match (width(x), width(y)) {
        (Some(m), Some(n)) => a.before.len() + m + a.after.len() == b.before.len() + n + b.after.len(),
        _ => true,
    }
}

/// Two closed sets in the same surroundings meet only when they share a text.
const fn closed_meet(a: &Segment, x: &KeyPart, b: &Segment, y: &KeyPart, separator: u8) -> bool {
    let same_place = text::eq(a.before, b.before) && text::eq(a.after, b.after);
    if let (true, (Format::Plain, KeyKind::Closed(texts)), (Format::Plain, KeyKind::Closed(_))) =
        (same_place, (x.format, x.kind), (y.format, y.kind))
    {
        let mut i = 0;
        while i < texts.len() {
            if value_fits(texts[i], y, separator) {
                return true;
            }
            i += 1;
        }
        return false;
    }
    true
}

/// The text that every key of a template begins with; `None` when the template is that text and nothing else.
pub(crate) const fn prefix(spec: &KeySpec) -> Option<&'static str> {
    if spec.len() == 0 {
        return None;
    }
    match spec.part(0) {
        Part::Field(_) => Some(""),
        Part::Literal(literal) if spec.len() > 1 => Some(literal),
        Part::Literal(_) => None,
    }
}

/// Whether some key of `spec` begins with `prefix`.
pub(crate) const fn can_begin_with(spec: &KeySpec, prefix: &'static str, separator: u8) -> bool {
    if prefix.is_empty() || is_bare(spec) {
        return true;
    }
    let mut wanted = Pieces { text: prefix, separator, at: 0 };
    let mut have = Segments::new(spec, separator);
    loop {
        let Some((piece, last)) = wanted.next() else { return true };
        match have.next() {
            None => return false,
            // The last segment of the prefix is open to the right.
            Some(segment) if last => return open_segment_fits(piece, &segment),
            Some(segment) => {
                if !segments_meet(&Segment { before: piece, field: None, after: "" }, &segment, separator) {
                    return false;
                }
            }
        }
    }
}

const fn open_segment_fits(piece: &'static str, segment: &Segment) -> bool {
    match segment.field {
        None => text::starts_with(segment.before, piece),
        Some(_) => text::starts_with(segment.before, piece) || text::starts_with(piece, segment.before),
    }
}

/// A text cut at separators; the last piece (empty when the text ends with a separator) is marked.
struct Pieces {
    text: &'static str,
    separator: u8,
    at: usize,
}

impl Pieces {
    const fn next(&mut self) -> Option<(&'static str, bool)> {
        let bytes = self.text.as_bytes();
        if self.at > bytes.len() {
            return None;
        }
        let start = self.at;
        let mut end = start;
        while end < bytes.len() && bytes[end] != self.separator {
            end += 1;
        }
        self.at = end + 1;
        Some((text::slice(self.text, start, end), end == bytes.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Lead, Template};

    const ID: Part = field(KeyKind::Text, Format::Plain);
    const ULID: Part = field(KeyKind::Fixed { width: 26, punctuation: "", stored: true }, Format::Plain);
    const AT: Part = field(KeyKind::Unsigned, Format::Padded(13));
    const TITLE: Part = field(KeyKind::Text, Format::Escaped);
    const STATUS: Part = field(KeyKind::Closed(&["open", "done"]), Format::Plain);

    const fn field(kind: KeyKind, format: Format) -> Part {
        Part::Field(KeyPart { field: "f", at: 0, format, kind, optional: false })
    }

    const fn spec(parts: &'static [Part]) -> KeySpec {
        KeySpec::Template(Template { lead: Lead::UNKNOWN, ..Template::new("", parts) })
    }

    fn meet(a: &'static [Part], b: &'static [Part]) -> bool {
        let there = can_be_equal(&spec(a), &spec(b), b'#');
        assert_eq!(there, can_be_equal(&spec(b), &spec(a), b'#'), "not symmetric");
        there
    }

    #[test]
    fn literals_meet_when_equal() {
        assert!(meet(&[Part::Literal("META")], &[Part::Literal("META")]));
        assert!(!meet(&[Part::Literal("META")], &[Part::Literal("METADATA")]));
    }

    #[test]
    fn a_field_meets_a_literal_it_can_be() {
        assert!(meet(&[Part::Literal("A#"), ID], &[Part::Literal("A#META")]));
        assert!(!meet(&[Part::Literal("A#"), ULID], &[Part::Literal("A#META")]));
        assert!(!meet(&[Part::Literal("A#"), AT], &[Part::Literal("A#META")]));
        assert!(meet(&[Part::Literal("A#"), STATUS], &[Part::Literal("A#done")]));
        assert!(!meet(&[Part::Literal("A#"), STATUS], &[Part::Literal("A#META")]));
    }

    #[test]
    fn escaped_text_meets_what_it_can_be_written_as() {
        assert!(meet(&[Part::Literal("A#"), TITLE], &[Part::Literal("A#META")]));
        assert!(meet(&[Part::Literal("A#"), TITLE], &[Part::Literal("A#a$cab")]));
        assert!(!meet(&[Part::Literal("A#"), TITLE], &[Part::Literal("A#a b")]), "a blank is escaped");
        assert!(!meet(&[Part::Literal("A#"), TITLE], &[Part::Literal("A#$5")]), "the mark is escaped");
        assert!(meet(&[Part::Literal("A#"), TITLE], &[Part::Literal("A#"), ID]));
    }

    #[test]
    fn the_number_of_segments_tells_keys_apart() {
        assert!(!meet(&[Part::Literal("A#"), ID], &[Part::Literal("A#"), ID, Part::Literal("#"), ID]));
        assert!(!meet(&[Part::Literal("A#"), ID, Part::Literal("#X")], &[Part::Literal("A#"), ID]));
    }

    #[test]
    fn fixed_widths_tell_fields_apart() {
        assert!(!meet(&[Part::Literal("A#"), ULID], &[Part::Literal("A#"), AT]));
        assert!(meet(&[Part::Literal("A#"), ULID], &[Part::Literal("A#"), ID]));
    }

    #[test]
    fn a_prefix_catches_what_can_begin_with_it() {
        let following: &'static [Part] = &[Part::Literal("FOLLOWING#TIMELINE#"), AT, Part::Literal("#"), ID];
        assert!(can_begin_with(&spec(following), "FOLLOWING#", b'#'));
        assert!(!can_begin_with(&spec(following), "FOLLOW#", b'#'));
        assert!(!can_begin_with(&spec(&[Part::Literal("FOLLOWING")]), "FOLLOWING#", b'#'));
        assert!(can_begin_with(&spec(&[ID, Part::Literal("#X")]), "FOLLOWING#", b'#'));
        assert!(!can_begin_with(&spec(&[ULID, Part::Literal("#X")]), "FOLLOWING#", b'#'));
        assert!(can_begin_with(&spec(&[ID]), "", b'#'));
    }

    #[test]
    fn a_prefix_without_a_separator_is_open() {
        assert!(can_begin_with(&spec(&[Part::Literal("MSGS#"), ID]), "MSG", b'#'));
        assert!(!can_begin_with(&spec(&[Part::Literal("MS#"), ID]), "MSG", b'#'));
    }
}
