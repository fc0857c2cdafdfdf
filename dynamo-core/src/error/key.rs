//! Errors of keys.

use std::fmt;

/// A value that cannot be part of a key, or a text that is not a key of the entity.
///
/// Returned before anything is sent. Does not show values, since a key field may be sensitive.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity, Debug)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String, size: u8 }
/// let Err(Error::Key(error)) = Note::key("a#b") else { panic!("a separator in a value is refused") };
/// assert_eq!((error.entity(), error.field()), ("Note", Some("id")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyError {
    entity: &'static str,
    field: Option<&'static str>,
    pub(crate) problem: KeyProblem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeyProblem {
    Separator(u8),
    Empty,
    TooWide { digits: usize, width: usize },
    TooLong { key: &'static str, bytes: usize, limit: usize },
    Value(&'static str),
    Absent,
    Mismatch { key: &'static str, template: &'static str },
    Differs,
}

impl KeyError {
    #[cold]
    pub(crate) fn new(entity: &'static str, field: Option<&'static str>, problem: KeyProblem) -> Self {
        Self { entity, field, problem }
    }

    /// Returns the name of the entity whose key it is.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let Err(Error::Key(error)) = Book::key("a#b", "b1") else { unreachable!() };
    /// assert_eq!(error.entity(), "Book");
    /// ```
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the field whose value was rejected; `None` if the key as a whole was.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let Err(Error::Key(error)) = Book::key("a#b", "b1") else { unreachable!() };
    /// assert_eq!(error.field(), Some("shelf"));
    /// ```
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        self.field
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "key of `{}`: ", self.entity)?;
        if let Some(field) = self.field {
            write!(f, "`{field}` ")?;
        }
        let field = self.field.unwrap_or("field");
        match &self.problem {
            KeyProblem::Separator(separator) => write!(
                f,
                "holds the separator `{}`, so the key could be another item's\n\
                 help: write `<{field}:escaped>` in the template, or refuse such values earlier",
                char::from(*separator),
            ),
            KeyProblem::Empty => f.write_str("is empty, and every such item would have one key"),
            KeyProblem::TooWide { digits, width } => write!(
                f,
                "has {digits} digits, and the template has room for {width}\n\
                 help: widen it, for example `<{field}:020>`",
            ),
            KeyProblem::TooLong { key, bytes, limit } => {
                write!(f, "the {key} key has {bytes} bytes, and DynamoDB takes {limit}")
            }
            KeyProblem::Value(problem) => f.write_str(problem),
            KeyProblem::Absent => f.write_str("is `None`, and the key needs it"),
            KeyProblem::Mismatch { key, template } => {
                write!(f, "the {key} key does not fit the template \"{template}\"")
            }
            KeyProblem::Differs => f.write_str("has two different values in one key"),
        }
    }
}

impl std::error::Error for KeyError {}
