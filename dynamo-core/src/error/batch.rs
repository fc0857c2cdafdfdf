//! Batches that were not completed.

use std::fmt;

use super::{Error, RequestInfo};
use crate::schema::EntitySchema;

/// A part of a batch that was not completed.
#[derive(Clone, PartialEq)]
pub struct Undone {
    operation: &'static str,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) table: String,
    pub(crate) pk: String,
    pub(crate) sk: Option<String>,
}

impl Undone {
    pub(crate) fn new(
        operation: &'static str,
        entity: &'static EntitySchema,
        table: &str,
        key: (String, Option<String>),
    ) -> Self {
        Self { operation, entity, table: table.to_owned(), pk: key.0, sk: key.1 }
    }

    pub(crate) fn id(&self) -> (&str, &str, Option<&str>) {
        (&self.table, &self.pk, self.sk.as_deref())
    }

    /// Returns the operation: `get`, `put` or `delete`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete_table::<Library>().await?;
    /// let Err(Error::Batch(error)) = db.batch_write().put(&Shelf { name: "new".into() }).await else { unreachable!() };
    /// assert_eq!(error.undone()[0].operation(), "put");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// Returns the name of the entity.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete_table::<Library>().await?;
    /// let Err(Error::Batch(error)) = db.batch_write().put(&Shelf { name: "new".into() }).await else { unreachable!() };
    /// assert_eq!(error.undone()[0].entity(), "Shelf");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity.name
    }
}

impl fmt::Debug for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = match &self.sk {
            Some(sk) => format!("{} / {sk}", self.pk),
            None => self.pk.clone(),
        };
        RequestInfo::new(self.operation, &self.table).entity(self.entity).key(key).fmt(f)
    }
}

/// A batch that was not completed.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchError {
    undone: Vec<Undone>,
    cause: Option<Error>,
}

impl BatchError {
    pub(crate) fn new(undone: Vec<Undone>, cause: Option<Error>) -> Self {
        Self { undone, cause }
    }

    /// Returns the parts that were not completed; all others were.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete_table::<Library>().await?;
    /// let Err(Error::Batch(error)) = db.batch_write().put(&Shelf { name: "new".into() }).await else { unreachable!() };
    /// assert_eq!(error.undone().len(), 1);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn undone(&self) -> &[Undone] {
        &self.undone
    }

    /// Returns the error that stopped the batch; `None` if DynamoDB left the parts unprocessed in every attempt.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete_table::<Library>().await?;
    /// let Err(Error::Batch(error)) = db.batch_write().put(&Shelf { name: "new".into() }).await else { unreachable!() };
    /// assert!(matches!(error.cause(), Some(Error::MissingTable(_))));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn cause(&self) -> Option<&Error> {
        self.cause.as_ref()
    }
}

impl From<BatchError> for Error {
    fn from(error: BatchError) -> Self {
        Self::Batch(Box::new(error))
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 5;
        write!(f, "{} of a batch could not be done", self.undone.len())?;
        if let Some(cause) = &self.cause {
            write!(f, ": {cause}")?;
        }
        self.undone.iter().take(SHOWN).try_for_each(|undone| write!(f, "\n{undone}"))?;
        if self.undone.len() > SHOWN { write!(f, "\n..") } else { Ok(()) }
    }
}

impl std::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}
