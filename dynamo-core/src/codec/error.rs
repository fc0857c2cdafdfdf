//! What is wrong with a value: as an attribute, with its path, or in a key.

use std::fmt;

use crate::schema::AttributeType;

/// A value that could not be written or read.
///
/// ```
/// let error = dynamo_core::codec::from_json::<Vec<u8>>(br#"{"L":[{"N":"1"},{"N":"300"}]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "`[1]`: 300 is not a whole number between 0 and 255");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodecError(Box<ValueProblem>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct ValueProblem {
    /// Innermost first.
    path: Vec<ValueStep>,
    problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ValueStep {
    Name(String),
    Element(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    Missing,
    /// The attribute of a field that has no default.
    MissingField,
    Type {
        expected: &'static str,
        found: &'static str,
    },
    Value(String),
    Syntax {
        what: &'static str,
        at: usize,
    },
    Key(Box<KeyError>),
}

impl CodecError {
    /// Creates an error for a value of the right DynamoDB type that the field cannot hold.
    ///
    /// ```
    /// let error = dynamo_core::codec::CodecError::value("a colour has three parts");
    /// assert_eq!(error.to_string(), "a colour has three parts");
    /// ```
    #[cold]
    pub fn value(problem: impl Into<String>) -> Self {
        Self::new(Problem::Value(problem.into()))
    }

    #[cold]
    pub(crate) fn new(problem: Problem) -> Self {
        Self(Box::new(ValueProblem { path: Vec::new(), problem }))
    }

    /// Creates an error for a value that the attribute can hold and a key cannot.
    #[cold]
    pub(crate) fn in_key(problem: &str) -> Self {
        Self::value(format!("a key is made from it, and the value {problem}"))
    }

    #[cold]
    pub(crate) fn missing() -> Self {
        Self::new(Problem::Missing)
    }

    /// Creates an error for a field that is not an `Option`, has no default, and has no attribute in the item.
    #[cold]
    pub(crate) fn missing_field(name: &str) -> Self {
        Self::new(Problem::MissingField).within(name)
    }

    /// Creates an error for a value that exists under two names, or twice under one: neither takes precedence.
    #[cold]
    pub(crate) fn repeated() -> Self {
        Self::value("the attribute is there twice")
    }

    #[cold]
    pub(crate) fn unexpected(expected: AttributeType, found: &'static str) -> Self {
        Self::new(Problem::Type { expected: expected.name(), found })
    }

    #[cold]
    pub(crate) fn syntax(what: &'static str, at: usize) -> Self {
        Self::new(Problem::Syntax { what, at })
    }

    /// Returns the error one level further out: within the attribute or entry `name`.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::codec::CodecError;
    /// let error = CodecError::value("not a colour").within("cover");
    /// assert_eq!(error.path(), "cover");
    /// ```
    #[cold]
    #[must_use]
    pub fn within(mut self, name: &str) -> Self {
        self.0.path.push(ValueStep::Name(name.to_owned()));
        self
    }

    #[cold]
    #[must_use]
    pub(crate) fn at(mut self, element: usize) -> Self {
        self.0.path.push(ValueStep::Element(element));
        self
    }

    pub(crate) fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// Returns the outermost attribute.
    pub(crate) fn attribute(&self) -> Option<&str> {
        match self.0.path.last() {
            Some(ValueStep::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// Returns the path of the value: `reactions[2].emoji`.
    ///
    /// ```
    /// let error = dynamo_core::codec::CodecError::value("odd").within("emoji").within("reaction");
    /// assert_eq!(error.path(), "reaction.emoji");
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        use fmt::Write;
        let mut out = String::new();
        for step in self.0.path.iter().rev() {
            // Writing to a String does not fail.
            let _ = match step {
                ValueStep::Name(name) if out.is_empty() => write!(out, "{name}"),
                ValueStep::Name(name) => write!(out, ".{name}"),
                ValueStep::Element(i) => write!(out, "[{i}]"),
            };
        }
        out
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(f, "`{}`: ", self.path())?;
        }
        self.0.problem.fmt(f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("the attribute is missing"),
            Self::MissingField => f.write_str(
                "the attribute is missing\n\
                 help: write `#[serde(default)]` on the field to read items without it, or make it an `Option`",
            ),
            Self::Type { expected, found } => write!(f, "expected a {expected}, found a {found}"),
            Self::Value(problem) => f.write_str(problem),
            Self::Syntax { what, at } => write!(f, "malformed JSON at byte {at}: expected {what}"),
            Self::Key(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CodecError {}

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
