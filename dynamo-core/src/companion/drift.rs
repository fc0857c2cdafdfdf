//! Differences between records and their companions, as `verify` reports them.

use std::fmt;

use crate::error::REDACTED;
use crate::schema::{EntitySchema, key_is_sensitive};

/// The kind of a [`Drift`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DriftKind {
    /// A companion is missing.
    Missing,
    /// A companion differs from what is derived from its record.
    Stale,
    /// A companion exists that is derived from no record.
    Orphaned,
    /// A record is pending: its pointers were not all written (see [`Unfinished`](crate::Unfinished)).
    Unfinished,
    /// An item cannot be read.
    Unreadable,
    /// A lock is held by another record, or differs from the derived one without naming its record. It is not repaired
    /// automatically.
    Contested,
    /// A counter has another number than there are records.
    Miscounted,
    /// No record claims a lock, and a record of an entity that the table does not know may hold it. It is not repaired.
    Unclaimed,
    /// A counter changed while its records were counted, so that nothing can be said of it.
    Busy,
}

/// A difference between a record and one of its companions.
#[derive(Clone, PartialEq, Eq)]
pub struct Drift {
    pub(crate) kind: DriftKind,
    pub(crate) entity: &'static str,
    pub(crate) key: String,
}

impl Drift {
    pub(crate) fn new(kind: DriftKind, schema: &EntitySchema, id: &super::Id) -> Self {
        let key = if key_is_sensitive(schema) { REDACTED.to_owned() } else { super::id_text(id) };
        Self { kind, entity: schema.name, key }
    }

    /// Returns the kind of the difference.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// lose(&db, "BRANCH#north", "READER#ann").await; // deletes a pointer, as another program would
    /// let report = db.verify::<Readers>().await?;
    /// assert_eq!(report.drift()[0].kind(), dynamo_core::companion::DriftKind::Missing);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn kind(&self) -> DriftKind {
        self.kind
    }

    /// Returns the name of the item's entity.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// lose(&db, "BRANCH#north", "READER#ann").await; // deletes a pointer, as another program would
    /// let report = db.verify::<Readers>().await?;
    /// assert_eq!(report.drift()[0].entity(), "Visitor");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the item's key, or `[redacted]` if it contains a sensitive field.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// lose(&db, "BRANCH#north", "READER#ann").await; // deletes a pointer, as another program would
    /// let report = db.verify::<Readers>().await?;
    /// assert_eq!(report.drift()[0].key(), "BRANCH#north / READER#ann");
    /// # Ok(()) });
    /// ```
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
            DriftKind::Miscounted => "has another number than there are records",
            DriftKind::Unclaimed => "belongs to no record that the table knows",
            DriftKind::Busy => "changed while its records were counted",
        };
        write!(f, "`{}` {} {kind}", self.entity, self.key)
    }
}

impl fmt::Debug for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
