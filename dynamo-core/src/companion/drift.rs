//! What is out of step.

use std::fmt;

use crate::error::key_is_sensitive;
use crate::schema::EntitySchema;

/// What is wrong with an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DriftKind {
    /// It should be there, and is not.
    Missing,
    /// It is there, and is not what its record says.
    Stale,
    /// It is there, and no record says so.
    Orphaned,
    /// A record whose pointers were not all written: see [`Unfinished`](crate::Unfinished).
    Unfinished,
    /// It cannot be read.
    Unreadable,
    /// A lock that another record holds, or that does not say whose it is and is not what it should be, which a person has to decide about.
    Contested,
}

/// An item that is out of step with the record that it goes with.
#[derive(Clone, PartialEq, Eq)]
pub struct Drift {
    pub(crate) kind: DriftKind,
    pub(crate) entity: &'static str,
    pub(crate) key: String,
}

impl Drift {
    pub(crate) fn new(kind: DriftKind, schema: &EntitySchema, id: &super::Id) -> Self {
        let key = if key_is_sensitive(schema) { "[redacted]".to_owned() } else { super::id_text(id) };
        Self { kind, entity: schema.name, key }
    }

    /// What is wrong with it.
    #[must_use]
    pub fn kind(&self) -> DriftKind {
        self.kind
    }

    /// The entity of the item.
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity
    }

    /// The item's key, unless there is something sensitive in it.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            DriftKind::Missing => "is missing",
            DriftKind::Stale => "is stale",
            DriftKind::Orphaned => "belongs to no record",
            DriftKind::Unfinished => "has pointers that were not written yet",
            DriftKind::Unreadable => "cannot be read",
            DriftKind::Contested => "is held by another record",
        };
        write!(f, "`{}` {} {kind}", self.entity, self.key)
    }
}

impl fmt::Debug for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
