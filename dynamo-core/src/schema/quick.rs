//! Which keys are their texts joined.

use super::{Format, Part};

/// When a key is its literals and the texts of its fields as they are, with nothing to fold, escape or look up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quick {
    /// The fields whose texts must be sound, one bit each by `KeyPart::at`; all bits if a key is never so.
    pub needs: u64,
    /// How many bytes its literals and padded fields have.
    pub len: usize,
}

impl Quick {
    /// A field beyond this one is never known to be sound.
    pub(crate) const FIELDS: usize = 63;
    /// A key that is put together part by part.
    const NEVER: Self = Self { needs: u64::MAX, len: 0 };

    pub(super) const fn of(parts: &[Part]) -> Self {
        let (mut quick, mut i) = (Self { needs: 0, len: 0 }, 0);
        while i < parts.len() {
            match &parts[i] {
                Part::Literal(literal) => {
                    if needs_json_escape(literal.as_bytes()) {
                        return Self::NEVER;
                    }
                    quick.len += literal.len();
                }
                Part::Field(part) if part.at < Self::FIELDS => {
                    quick.needs |= 1 << part.at;
                    match part.format {
                        Format::Plain => {}
                        Format::Padded(width) => quick.len += width,
                        _ => return Self::NEVER,
                    }
                }
                Part::Field(_) => return Self::NEVER,
            }
            i += 1;
        }
        quick
    }
}

const fn needs_json_escape(text: &[u8]) -> bool {
    let mut i = 0;
    while i < text.len() {
        if text[i] < 0x20 || text[i] == b'"' || text[i] == b'\\' {
            return true;
        }
        i += 1;
    }
    false
}
