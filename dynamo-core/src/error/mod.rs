//! The error type of all operations.

mod batch;
mod cancelled;
mod cursor;
mod failure;
mod gap;
mod invalid;
mod item;
mod rejected;
mod unfinished;
mod unique;

use std::fmt;

use crate::codec::{CodecError, KeyError, Problem};
use crate::schema::EntitySchema;

pub use batch::{BatchError, Undone};
pub use cancelled::{Cancelled, CancelledAction};
pub use cursor::CursorError;
pub use failure::Failure;
pub(crate) use failure::{REDACTED, RequestInfo, TOKEN_MISMATCH};
pub use gap::StreamGap;
pub use invalid::{InvalidKind, InvalidOperation};
pub use item::{DecodeError, EncodeError, UnknownItem};
pub(crate) use rejected::{Answered, Reason, Rejected, classify};
pub use unfinished::Unfinished;
pub use unique::UniqueViolation;

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error of all operations: says what was asked of which entity and key, what DynamoDB answered, and what to do.
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
/// let error = Note::from_item(item).unwrap_err().to_string();
/// assert!(error.starts_with("`Note` NOTE#n1 / META cannot be read: `size`: the attribute is missing"));
/// assert!(error.contains("help: write `#[serde(default)]` on the field"));
/// # Ok::<(), Error>(())
/// ```
///
/// `{:?}` shows the message too, so that `main() -> Result<(), Error>` and `unwrap` print it; `{:#?}` shows the fields.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value cannot be part of a key, or a text is not a key of the entity.
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
    /// The operation cannot be executed as it was asked: nothing of it was applied.
    #[error(transparent)]
    InvalidOperation(Box<InvalidOperation>),
    /// The configuration lacks a table's name, an endpoint or credentials, or the client has interceptors that a request would bypass.
    #[error("{0}")]
    Config(Box<str>),
    /// An item with this key exists already.
    #[error("{}", .0.says("the item exists already"))]
    Exists(Box<Failure>),
    /// The item does not exist.
    #[error("{}", .0.says("the item does not exist"))]
    NotFound(Box<Failure>),
    /// The item is [softly deleted](crate::Db::soft_delete): [`restore`](crate::Db::restore) it, or
    /// [`delete`](crate::Db::delete) it for good. [`Failure::item`] returns it.
    #[error("{}", .0.says("the item is softly deleted, and can be restored"))]
    Deleted(Box<Failure>),
    /// The table, or the index, does not exist.
    #[error("{}", .0.says("the table or the index does not exist"))]
    MissingTable(Box<Failure>),
    /// A condition failed. [`Failure::item`] returns the existing item.
    #[error("{}", .0.says("the condition failed"))]
    ConditionFailed(Box<Failure>),
    /// The item has another version than the one that was read: another writer changed it. [`Failure::item`] returns
    /// the existing item.
    #[error("{}", .0.says("its version has changed since it was read"))]
    VersionConflict(Box<Failure>),
    /// Another item holds a value that must be unique.
    #[error(transparent)]
    UniqueViolation(Box<UniqueViolation>),
    /// A record was written, and its companions are still pending.
    #[error(transparent)]
    Unfinished(Box<Unfinished>),
    /// Another transaction holds the item: retries are exhausted.
    #[error("{}", .0.says("another transaction is at work on it"))]
    Conflict(Box<Failure>),
    /// Throttled: retries are exhausted.
    #[error("{}", .0.says("throttled"))]
    Throttled(Box<Failure>),
    /// The item, or the request, exceeds DynamoDB's size limit.
    #[error("{}", .0.says("too large"))]
    TooLarge(Box<Failure>),
    /// DynamoDB rejected the request (`ValidationException`).
    #[error("{}", .0.says("rejected by DynamoDB"))]
    InvalidRequest(Box<Failure>),
    /// No usable answer arrived, and retries are exhausted or not safe: [`Failure::may_have_been_applied`] says whether a
    /// write may have been applied.
    #[error("{}", .0.says("no usable answer"))]
    OutcomeUnknown(Box<Failure>),
    /// DynamoDB answered with another error.
    #[error("{}", .0.says("DynamoDB answered with an error"))]
    Service(Box<Failure>),
    /// A transaction was cancelled: none of its actions was applied.
    #[error(transparent)]
    Cancelled(Box<Cancelled>),
    /// A part of a batch was not completed.
    #[error(transparent)]
    Batch(Box<BatchError>),
    /// The cursor is malformed, or belongs to another query.
    #[error(transparent)]
    Cursor(CursorError),
    /// Records of a stream were removed before they were read.
    #[error(transparent)]
    StreamGap(Box<StreamGap>),
}

impl Error {
    #[cold]
    pub(crate) fn encode(schema: &EntitySchema, error: CodecError) -> Self {
        match error.problem() {
            Problem::Key(key) => Self::Key(key.clone()),
            _ => Self::Encode(Box::new(EncodeError::new(schema, error))),
        }
    }

    /// Says that an earlier attempt, which was not answered, may have been applied.
    pub(crate) fn after_ambiguity(mut self) -> Self {
        if let Self::Exists(failure)
        | Self::NotFound(failure)
        | Self::Deleted(failure)
        | Self::ConditionFailed(failure)
        | Self::VersionConflict(failure) = &mut self
        {
            failure.maybe_applied = true;
        }
        self
    }

    /// Says that an answer is not DynamoDB's JSON.
    #[cold]
    #[allow(clippy::needless_pass_by_value)] // For `map_err`.
    pub(crate) fn unreadable(error: CodecError) -> Self {
        let fact = format_args!("the answer is not DynamoDB's JSON: {error}");
        Self::invalid(InvalidKind::Internal, fact, "report this as a bug")
    }

    /// Creates [`Error::InvalidOperation`] from a fact and from what to do.
    #[cold]
    pub(crate) fn invalid(kind: InvalidKind, fact: impl fmt::Display, help: impl fmt::Display) -> Self {
        InvalidOperation::new(kind, fact, help).into()
    }

    #[cold]
    pub(crate) fn config(fact: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self::Config(format!("{fact}\nhelp: {help}").into())
    }

    /// Returns whether the same request may succeed later.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let error = db.create(&book()).await.unwrap_err();
    /// assert!(!error.is_retryable()); // the book exists, and will the next time
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Throttled(_) | Self::Conflict(_) => true,
            Self::InvalidOperation(error) => error.kind() == InvalidKind::Busy,
            // The caller must decide about a request that may have been applied, and must not be applied twice.
            Self::OutcomeUnknown(failure) => failure.repeatable || !failure.maybe_applied,
            Self::Service(failure) => failure.status().is_some_and(|status| status >= 500),
            Self::Batch(error) => error.cause().is_none_or(Self::is_retryable),
            Self::Cancelled(error) => error.is_retryable(),
            Self::Unfinished(error) => error.cause().is_retryable(),
            _ => false,
        }
    }

    /// Returns whether a transaction was rejected because its token stands for other contents: see
    /// [`Transact::idempotent`](crate::op::Transact::idempotent).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let result = db.transact().create(&book()).idempotent("order-7").await;
    /// assert!(!result.is_err_and(|error| error.is_token_reused()));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn is_token_reused(&self) -> bool {
        matches!(self, Self::InvalidRequest(failure) if failure.code() == Some(TOKEN_MISMATCH))
    }

    /// Returns the uniqueness constraint that was violated, by a write or by an action of a transaction.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let bob = Reader { reader_id: "bob".into(), ..ann() };
    /// let error = db.transact().create(&bob).await.unwrap_err();
    /// assert_eq!(error.unique_violation().unwrap().fields(), "email");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn unique_violation(&self) -> Option<&UniqueViolation> {
        match self {
            Self::UniqueViolation(violation) => Some(violation),
            Self::Cancelled(cancelled) => {
                cancelled.actions().iter().find_map(|action| action.error().unique_violation())
            }
            _ => None,
        }
    }

    /// Returns the request and DynamoDB's answer, if a request was sent.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let error = db.create(&book()).await.unwrap_err();
    /// assert_eq!(error.failure().unwrap().status(), Some(400));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Exists(failure)
            | Self::NotFound(failure)
            | Self::Deleted(failure)
            | Self::MissingTable(failure)
            | Self::ConditionFailed(failure)
            | Self::VersionConflict(failure)
            | Self::Conflict(failure)
            | Self::Throttled(failure)
            | Self::TooLarge(failure)
            | Self::InvalidRequest(failure)
            | Self::OutcomeUnknown(failure)
            | Self::Service(failure) => Some(failure),
            _ => None,
        }
    }
}

/// Implements `Debug` as the message, and as the variant with its fields if that is asked for.
macro_rules! debug {
    ($($variant:ident),*) => {
        impl fmt::Debug for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if !f.alternate() {
                    return fmt::Display::fmt(self, f);
                }
                match self {
                    $(Self::$variant(fields) => f.debug_tuple(stringify!($variant)).field(fields).finish(),)*
                }
            }
        }
    };
}

debug! {
    Key, Encode, Decode, UnknownItem, InvalidOperation, Config, Exists, NotFound, Deleted, MissingTable, ConditionFailed,
    VersionConflict, UniqueViolation, Unfinished, Conflict, Throttled, TooLarge, InvalidRequest, OutcomeUnknown, Service,
    Cancelled, Batch, Cursor, StreamGap
}

impl From<KeyError> for Error {
    fn from(error: KeyError) -> Self {
        Self::Key(Box::new(error))
    }
}

impl From<StreamGap> for Error {
    fn from(gap: StreamGap) -> Self {
        Self::StreamGap(Box::new(gap))
    }
}

impl From<CursorError> for Error {
    fn from(error: CursorError) -> Self {
        Self::Cursor(error)
    }
}
