//! Fields that an item lacks.

use super::CodecError;

/// The first field that is missing, noted while the fields of a struct are gathered.
#[doc(hidden)]
#[derive(Debug)]
pub struct Missing(Option<&'static str>);

impl Missing {
    /// Nothing is missing.
    pub const NONE: Self = Self(None);

    /// Returns the value, and notes that the field is missing if there is none.
    #[inline]
    pub(crate) fn or_note<T>(&mut self, value: Option<T>, name: &'static str) -> Option<T> {
        if value.is_none() {
            self.0.get_or_insert(name);
        }
        value
    }

    /// Returns the error for the field that is missing.
    #[must_use]
    #[cold]
    pub fn error(&self) -> CodecError {
        CodecError::missing_field(self.0.unwrap_or_default())
    }
}
