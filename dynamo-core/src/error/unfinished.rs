//! Records whose companions are not all written yet.

use std::fmt;

use super::Error;
use crate::schema::EntitySchema;

/// A record that was written while its companions are still pending.
///
/// The next write of the record completes them first, and so do `reconcile` and `repair`.
#[derive(Debug, Clone, PartialEq)]
pub struct Unfinished {
    pub(crate) entity: Option<&'static EntitySchema>,
    pub(crate) key: Option<String>,
    pub(crate) cause: Error,
}

impl Unfinished {
    /// Returns the name of the record's entity.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// match db.put(&ann()).await {
    ///     Err(Error::Unfinished(error)) => println!("companions of a {} are pending", error.entity()),
    ///     other => other?,
    /// }
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity.map_or("", |entity| entity.name)
    }

    /// Returns the error that interrupted the write.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// match db.put(&ann()).await {
    ///     Err(Error::Unfinished(error)) => println!("companions are pending: {}", error.cause()),
    ///     other => other?,
    /// }
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn cause(&self) -> &Error {
        &self.cause
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.as_deref().unwrap_or_default();
        write!(f, "`{}` {key} was written, and not all of its pointers were: {}", self.entity(), self.cause)?;
        f.write_str("\nhelp: the next write of it, or `repair`, does the rest")
    }
}

impl std::error::Error for Unfinished {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}
