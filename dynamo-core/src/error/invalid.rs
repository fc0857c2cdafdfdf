//! Operations that cannot be executed.

use std::fmt;

use super::Error;

/// An operation that cannot be executed as it was asked: nothing of it was applied.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// use dynamo_core::InvalidKind;
///
/// let Err(Error::InvalidOperation(error)) = db.transact().await else { unreachable!() };
/// assert_eq!(error.kind(), InvalidKind::Empty);
/// assert_eq!((error.fact(), error.help()), ("a transaction has no actions", "add one, or do not send it"));
/// # Ok(()) });
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidOperation {
    kind: InvalidKind,
    fact: Box<str>,
    help: Box<str>,
}

/// Why an operation cannot be executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidKind {
    /// It asks for nothing: an update without changes, a transaction without actions, a condition on no values.
    Empty,
    /// A value or a bound cannot be used there.
    Argument,
    /// Parts of it exclude each other: two writes of one item, two values of one field.
    Conflicting,
    /// It exceeds a limit of DynamoDB.
    Limit,
    /// It would change what does not change that way: a key, an `immutable` field, a number that is counted.
    Unchangeable,
    /// It depends on the item, which one request does not know: read the item first.
    NeedsItem,
    /// The declaration lacks what it needs: a stream, a TTL, an attribute in the projection of an index.
    Undeclared,
    /// The SDK has no single request for it.
    NotOneRequest,
    /// The table exists, and differs from its declaration.
    TableDiffers,
    /// Others changed the same each time, or DynamoDB did not get to it: try again later.
    Busy,
    /// A bug in this library, or an answer that DynamoDB does not give.
    Internal,
}

impl InvalidOperation {
    /// Creates an error, as tests of an application need them.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// use dynamo_core::{InvalidKind, InvalidOperation};
    ///
    /// let error = Error::from(InvalidOperation::new(InvalidKind::Empty, "nothing to do", "add something"));
    /// assert_eq!(error.to_string(), "nothing to do\nhelp: add something");
    /// ```
    #[must_use]
    pub fn new(kind: InvalidKind, fact: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self { kind, fact: fact.to_string().into(), help: help.to_string().into() }
    }

    /// Returns why the operation cannot be executed.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::InvalidOperation(error)) = db.update(Book::key("fiction", "b1")).await else { unreachable!() };
    /// assert_eq!(error.kind(), dynamo_core::InvalidKind::Empty);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn kind(&self) -> InvalidKind {
        self.kind
    }

    /// Returns what is wrong.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::InvalidOperation(error)) = db.update(Book::key("fiction", "b1")).await else { unreachable!() };
    /// assert_eq!(error.fact(), "an update of `Book` changes nothing");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn fact(&self) -> &str {
        &self.fact
    }

    /// Returns what to do about it.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::InvalidOperation(error)) = db.update(Book::key("fiction", "b1")).await else { unreachable!() };
    /// assert!(error.help().starts_with("`set` something"));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for InvalidOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nhelp: {}", self.fact, self.help)
    }
}

impl std::error::Error for InvalidOperation {}

impl From<InvalidOperation> for Error {
    fn from(error: InvalidOperation) -> Self {
        Self::InvalidOperation(Box::new(error))
    }
}
