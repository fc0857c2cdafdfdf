//! What a batch could not do.

use std::fmt;

use crate::error::Request;
use crate::schema::{EntitySchema, TableLayout};
use crate::{Entity, Error, Item, Key};

/// A part of a batch that was not done.
#[derive(Clone, PartialEq)]
pub struct Undone {
    verb: &'static str,
    pub(super) entity: &'static EntitySchema,
    pub(super) table: String,
    pk: String,
    sk: Option<String>,
}

impl Undone {
    pub(crate) fn new<E>(verb: &'static str, entity: &'static EntitySchema, table: &str, key: &Key<E>) -> Self {
        let (pk, sk) = (key.pk().to_owned(), key.sk().map(str::to_owned));
        Self { verb, entity, table: table.to_owned(), pk, sk }
    }

    pub(super) fn id(&self) -> (&str, &str, Option<&str>) {
        (&self.table, &self.pk, self.sk.as_deref())
    }

    /// Whether it is the one with this item or key.
    pub(super) fn is_of(&self, item: &Item, layout: &TableLayout) -> bool {
        let texts = crate::codec::texts_of_item(layout, item);
        texts.pk.as_deref() == Some(self.pk.as_str())
            && (layout.sk.is_none() || texts.sk.as_deref() == self.sk.as_deref())
    }

    /// `get`, `put` or `delete`.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.verb
    }

    /// The entity.
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity.name
    }

    /// The key, if it is one of `E`.
    #[must_use]
    pub fn key<E: Entity>(&self) -> Option<Key<E>> {
        (self.entity.id == E::SCHEMA.id).then(|| Key::from_texts(self.pk.clone(), self.sk.clone()))
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
        Request::new(self.verb, &self.table).entity(self.entity).key(key).fmt(f)
    }
}

/// A batch of which a part was not done.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchError {
    undone: Vec<Undone>,
    cause: Option<Error>,
}

impl BatchError {
    pub(crate) fn new(undone: Vec<Undone>, cause: Option<Error>) -> Self {
        Self { undone, cause }
    }

    /// What was not done; everything else was.
    #[must_use]
    pub fn undone(&self) -> &[Undone] {
        &self.undone
    }

    /// The error that stopped it; none if DynamoDB left it out again and again.
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
