//! The one error type.

mod codec;
mod failure;
mod sdk;

use crate::codec::{CodecError, Problem};
use crate::key::KeyError;
use crate::op::{BatchError, Cancelled, Unfinished};
use crate::query::CursorError;
use crate::schema::EntitySchema;
use crate::sync::Taken;

pub(crate) use codec::key_is_sensitive;
pub use codec::{DecodeError, EncodeError, UnknownItem};
pub use failure::Failure;
pub(crate) use failure::Request;
pub(crate) use sdk::{Answered, classify};

/// A result with the one error type.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong: what was asked, of which entity and key, what DynamoDB answered, and what to do.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity, Debug)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String, size: u8 }
/// let mut item = Note { id: "n1".into(), size: 3 }.to_item()?;
/// item.remove("size");
/// let error = Note::from_item(item).unwrap_err();
/// assert_eq!(error.to_string(), "`Note` NOTE#n1 / META cannot be read: `size`: the attribute is missing");
/// assert!(!error.is_retryable());
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value cannot stand in a key, or a text is not a key of the entity.
    #[error(transparent)]
    Key(Box<KeyError>),
    /// An item could not be written: nothing was sent.
    #[error(transparent)]
    Encode(Box<EncodeError>),
    /// An item could not be read.
    #[error(transparent)]
    Decode(Box<DecodeError>),
    /// An item is none of the table's entities.
    #[error(transparent)]
    UnknownItem(Box<UnknownItem>),
    /// What was asked cannot be: nothing was sent.
    #[error("{0}")]
    Refused(Box<str>),
    /// A table's name, an endpoint or credentials are missing.
    #[error("{0}")]
    Config(Box<str>),
    /// The key is taken, and the item was to be new.
    #[error("{}", .0.says("there is such an item already"))]
    Exists(Box<Failure>),
    /// There is no such item.
    #[error("{}", .0.says("there is none"))]
    NotFound(Box<Failure>),
    /// There is no such table, or no such index of it.
    #[error("{}", .0.says("there is no such table or index"))]
    NoTable(Box<Failure>),
    /// A condition does not hold. [`Failure::item`] is the item as it is.
    #[error("{}", .0.says("the condition does not hold"))]
    Condition(Box<Failure>),
    /// The item has another version than the one that was to be written over: someone else was faster.
    /// [`Failure::item`] is the item as it is.
    #[error("{}", .0.says("it has changed since it was read"))]
    Stale(Box<Failure>),
    /// Another item has a value that only one may have.
    #[error(transparent)]
    Taken(Box<Taken>),
    /// A record was written, and not all of its pointers were.
    #[error(transparent)]
    Unfinished(Box<Unfinished>),
    /// Another transaction is at work on the item, and still was after every retry.
    #[error("{}", .0.says("another transaction is at work on it"))]
    Conflict(Box<Failure>),
    /// DynamoDB has taken all it takes for now, and still did after every retry.
    #[error("{}", .0.says("throttled"))]
    Throttled(Box<Failure>),
    /// The item, or the request, is larger than DynamoDB takes.
    #[error("{}", .0.says("too large"))]
    TooLarge(Box<Failure>),
    /// DynamoDB takes the request for wrong.
    #[error("{}", .0.says("refused by DynamoDB"))]
    Validation(Box<Failure>),
    /// No answer, or one that says nothing, after every retry: a write may have been carried out.
    #[error("{}", .0.says("no usable answer"))]
    Unanswered(Box<Failure>),
    /// DynamoDB answered with another error.
    #[error("{}", .0.says("DynamoDB answered with an error"))]
    Service(Box<Failure>),
    /// A transaction was cancelled: nothing of it was written.
    #[error(transparent)]
    Cancelled(Box<Cancelled>),
    /// A part of a batch could not be done.
    #[error(transparent)]
    Batch(Box<BatchError>),
    /// A cursor is none, or is one of another query.
    #[error(transparent)]
    Cursor(CursorError),
}

impl Error {
    #[cold]
    pub(crate) fn encode(schema: &EntitySchema, error: CodecError) -> Self {
        match error.problem() {
            Problem::Key(key) => Self::Key(key.clone()),
            _ => Self::Encode(Box::new(EncodeError::new(schema, error))),
        }
    }

    /// `help` says what to do.
    #[cold]
    pub(crate) fn refused(fact: impl std::fmt::Display, help: impl std::fmt::Display) -> Self {
        Self::Refused(format!("{fact}\nhelp: {help}").into())
    }

    #[cold]
    pub(crate) fn config(fact: impl std::fmt::Display, help: impl std::fmt::Display) -> Self {
        Self::Config(format!("{fact}\nhelp: {help}").into())
    }

    /// Whether the same request may succeed later.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Throttled(_) | Self::Conflict(_) => true,
            // What may have been carried out, and must not be twice, is for the caller to look at.
            Self::Unanswered(failure) => failure.repeatable || !failure.maybe_applied,
            Self::Service(failure) => failure.status().is_some_and(|status| status >= 500),
            Self::Batch(error) => error.cause().is_none_or(Self::is_retryable),
            Self::Cancelled(error) => error.is_retryable(),
            Self::Unfinished(error) => error.cause().is_retryable(),
            _ => false,
        }
    }

    /// What another item has, be it that a write failed for it or an action of a transaction.
    #[must_use]
    pub fn taken(&self) -> Option<&Taken> {
        match self {
            Self::Taken(taken) => Some(taken),
            Self::Cancelled(cancelled) => cancelled.actions().iter().find_map(|action| action.error().taken()),
            _ => None,
        }
    }

    /// What was asked of DynamoDB and what it answered, where it was asked.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Exists(failure)
            | Self::NotFound(failure)
            | Self::NoTable(failure)
            | Self::Condition(failure)
            | Self::Stale(failure)
            | Self::Conflict(failure)
            | Self::Throttled(failure)
            | Self::TooLarge(failure)
            | Self::Validation(failure)
            | Self::Unanswered(failure)
            | Self::Service(failure) => Some(failure),
            _ => None,
        }
    }
}

impl From<KeyError> for Error {
    fn from(error: KeyError) -> Self {
        Self::Key(Box::new(error))
    }
}

impl From<CursorError> for Error {
    fn from(error: CursorError) -> Self {
        Self::Cursor(error)
    }
}
