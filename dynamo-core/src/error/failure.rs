//! A request that DynamoDB did not carry out.

use std::fmt;

use crate::schema::{EntitySchema, Item};

/// What was asked.
#[derive(Clone, PartialEq)]
pub(crate) struct Request {
    pub(crate) operation: &'static str,
    pub(crate) table: String,
    pub(crate) entity: Option<&'static EntitySchema>,
    pub(crate) index: Option<&'static str>,
    pub(crate) key: Option<String>,
    pub(crate) condition: Option<String>,
}

const REDACTED: &str = "[redacted]";

impl PartialEq for EntitySchema {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Request {
    pub(crate) fn new(operation: &'static str, table: &str) -> Self {
        Self { operation, table: table.to_owned(), entity: None, index: None, key: None, condition: None }
    }

    pub(crate) fn entity(mut self, schema: &'static EntitySchema) -> Self {
        self.entity = Some(schema);
        self
    }

    pub(crate) fn index(mut self, index: Option<&'static str>) -> Self {
        self.index = index;
        self
    }

    /// Keys with something sensitive in them are not kept.
    pub(crate) fn key(mut self, key: impl fmt::Display) -> Self {
        let sensitive = self.entity.is_some_and(super::key_is_sensitive);
        self.key = Some(if sensitive { REDACTED.to_owned() } else { key.to_string() });
        self
    }

    /// The partition of a query.
    pub(crate) fn partition(mut self, key: &str, sensitive: bool) -> Self {
        self.key = Some(if sensitive { REDACTED } else { key }.to_owned());
        self
    }
}

/// The entity's whole schema says nothing to whoever reads an error.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of ", self.operation)?;
        match self.entity {
            Some(entity) => write!(f, "`{}`", entity.name)?,
            None => f.write_str("items")?,
        }
        if let Some(key) = &self.key {
            write!(f, " {key}")?;
        }
        write!(f, " in table {}", self.table)?;
        match self.index {
            Some(index) => write!(f, ", index {index}"),
            None => Ok(()),
        }
    }
}

/// A request that was sent and not carried out, or not known to be.
///
/// ```no_run
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity, Debug)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String, size: u8 }
/// # async fn run(db: Db) -> Result<(), Error> {
/// match db.update(Note::key("n1")).set(Note::fields().size, 4).when(Note::fields().size.lt(4)).await {
///     Err(Error::ConditionFailed(failure)) => println!("the note is {:?}", failure.item::<Note>()?),
///     other => other?,
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq)]
pub struct Failure {
    pub(crate) request: Request,
    pub(crate) status: Option<u16>,
    pub(crate) code: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) item: Option<Item>,
    pub(crate) maybe_applied: bool,
    /// Whether it may be carried out again.
    pub(crate) repeatable: bool,
}

/// Of the item, which may hold something sensitive, its attributes' names alone.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("request", &self.request)
            .field("status", &self.status)
            .field("code", &self.code)
            .field("message", &self.message)
            .field("condition", &self.request.condition)
            .field("item", &self.item.as_ref().map(|item| item.keys().collect::<Vec<_>>()))
            .field("maybe_applied", &self.maybe_applied)
            .field("repeatable", &self.repeatable)
            .finish()
    }
}

impl Failure {
    /// What was asked: `put`, `update`.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.request.operation
    }

    /// The table, by DynamoDB's name.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.request.table
    }

    /// The entity.
    #[must_use]
    pub fn entity(&self) -> Option<&'static str> {
        self.request.entity.map(|entity| entity.name)
    }

    /// The key, unless there is something sensitive in it.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.request.key.as_deref()
    }

    /// The condition that was given.
    #[must_use]
    pub fn condition(&self) -> Option<&str> {
        self.request.condition.as_deref()
    }

    /// The status of the answer.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// DynamoDB's name of the error.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// DynamoDB's words.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Whether an attempt before the last one got no answer, so that the request may have been carried out after all.
    #[must_use]
    pub fn may_have_been_applied(&self) -> bool {
        self.maybe_applied
    }

    pub(crate) fn says<'a>(&'a self, fact: &'a str) -> impl fmt::Display + 'a {
        std::fmt::from_fn(move |f| {
            write!(f, "{}: {fact}", self.request)?;
            if let Some(condition) = &self.request.condition {
                write!(f, " ({condition})")?;
            }
            match (&self.code, &self.message) {
                (Some(code), Some(message)) => write!(f, "; {code}: {message}")?,
                (Some(one), None) | (None, Some(one)) => write!(f, "; {one}")?,
                (None, None) => {}
            }
            if self.maybe_applied {
                f.write_str("; an earlier attempt got no answer and may have been carried out")?;
            }
            Ok(())
        })
    }
}
