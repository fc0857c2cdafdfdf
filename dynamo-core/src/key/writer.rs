//! Writing a key part by part, every value checked.

use super::text::{KeyBuffer, KeyText, Repr};
use super::{KeyError, KeyProblem};
use crate::codec::CodecError;
use crate::codec::bytes;
use crate::schema::{EntitySchema, Format, KeyKind, KeyPart, escape};

/// DynamoDB's limits, in bytes.
const PARTITION_LIMIT: usize = 2048;
const SORT_LIMIT: usize = 1024;

/// What is wrong with an instant in a key that holds milliseconds.
pub(crate) const BELOW_MILLISECOND: &str = "has a part below the millisecond, or lies outside of the years 0 to 9999\n\
                                            help: truncate it, use `dynamo_core::Timestamp`, or give the key a part of it, \
                                            such as `:date`";

/// What numbers are padded with.
pub(super) const ZEROS: &str = "0000000000000000000000000000000000000000";

/// How many bytes a key may have.
#[inline(always)]
pub(super) const fn limit(sort: bool) -> usize {
    if sort { SORT_LIMIT } else { PARTITION_LIMIT }
}

/// Writes one key. An error waits until [`finish`](Self::finish), so that each part is written without a branch.
pub(crate) struct KeyWriter<'a, B> {
    out: &'a mut B,
    begin: usize,
    entity: &'static str,
    separator: u8,
    sort: bool,
    error: Option<Box<KeyError>>,
}

impl<'a, B: KeyBuffer> KeyWriter<'a, B> {
    /// Begins a key.
    #[inline(always)]
    pub(crate) fn new(out: &'a mut B, schema: &EntitySchema, sort: bool) -> Self {
        let begin = out.len();
        Self { out, begin, entity: schema.name, separator: schema.layout.separator, sort, error: None }
    }

    /// Writes a literal of the template.
    #[inline(always)]
    pub(super) fn literal(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes a field.
    pub(crate) fn field(&mut self, part: &KeyPart, text: &KeyText<'_>) {
        if let (Format::Bucket(_), Repr::Finer(text, _)) = (part.format, &text.0) {
            return self.text(part, text);
        }
        text.with(|text| match text {
            Ok(text) => self.text(part, text),
            Err(problem) => self.refuse(part.field, KeyProblem::Value(problem)),
        });
    }

    /// Writes a field from the text that its value has.
    pub(crate) fn text(&mut self, part: &KeyPart, text: &str) {
        let start = self.out.len();
        match part.format {
            Format::Plain => {
                self.out.push_str(text);
                match part.kind {
                    KeyKind::Text | KeyKind::Open(_) => self.check_text(part.field, start),
                    KeyKind::Fixed { width, .. } if text.len() > width => {
                        self.refuse(part.field, KeyProblem::Value(BELOW_MILLISECOND));
                    }
                    _ => {}
                }
            }
            Format::Padded(width) => match width.checked_sub(text.len()) {
                None => self.refuse(part.field, KeyProblem::TooWide { digits: text.len(), width }),
                Some(zeros) => {
                    self.zeros(zeros);
                    self.out.push_str(text);
                }
            },
            Format::Escaped | Format::FoldedEscaped(_) => {
                self.out.push_str(&escape(&part.format.reduce(text), self.separator));
                self.check_text(part.field, start);
            }
            Format::Folded(_) => {
                self.out.push_str(&part.format.reduce(text));
                self.check_text(part.field, start);
            }
            Format::Unordered => self.out.push_str(text),
            Format::Bucket(_) => self.out.push_str(&part.format.reduce(text)),
            Format::Bare => {
                self.out.push_str(text);
                if text.is_empty() {
                    self.refuse(part.field, KeyProblem::Empty);
                }
                let is_integer = matches!(part.kind, KeyKind::Unsigned | KeyKind::Signed);
                if is_integer && text.bytes().filter(u8::is_ascii_digit).count() > 38 {
                    self.refuse(part.field, KeyProblem::Value("has more digits than the 38 that DynamoDB keeps"));
                }
            }
        }
    }

    fn zeros(&mut self, mut zeros: usize) {
        while zeros > 0 {
            let some = zeros.min(ZEROS.len());
            self.out.push_str(&ZEROS[..some]);
            zeros -= some;
        }
    }

    /// A field of the key is `None`.
    #[cold]
    pub(crate) fn absent(&mut self, field: &'static str) {
        self.refuse(field, KeyProblem::Absent);
    }

    /// Free text must not be empty and must not hold the separator.
    fn check_text(&mut self, field: &'static str, start: usize) {
        let (text, separator) = (self.out.since(start), self.separator);
        if let Some(problem) = problem(text, separator) {
            self.refuse(field, problem);
        }
    }

    #[cold]
    fn refuse(&mut self, field: &'static str, problem: KeyProblem) {
        let error = || Box::new(KeyError::new(self.entity, Some(field), problem));
        if self.error.is_none() {
            self.error = Some(error());
        }
    }

    /// Nothing that was written was refused, and the key is not too long.
    #[inline(always)]
    pub(crate) fn finish(self) -> Result<(), CodecError> {
        match self.error {
            None if self.out.len() - self.begin <= limit(self.sort) => Ok(()),
            error => Err(refused(error, self.entity, self.sort, self.out.len() - self.begin)),
        }
    }
}

fn problem(text: &[u8], separator: u8) -> Option<KeyProblem> {
    if text.is_empty() {
        Some(KeyProblem::Empty)
    } else if bytes::any(text, |byte| byte ^ separator) {
        Some(KeyProblem::Separator(separator))
    } else {
        None
    }
}

#[cold]
fn refused(error: Option<Box<KeyError>>, entity: &'static str, sort: bool, bytes: usize) -> CodecError {
    let too_long = || {
        let key = if sort { "sort" } else { "partition" };
        Box::new(KeyError::new(entity, None, KeyProblem::TooLong { key, bytes, limit: limit(sort) }))
    };
    CodecError::new(crate::codec::Problem::Key(error.unwrap_or_else(too_long)))
}
