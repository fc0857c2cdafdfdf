//! Whether an entity is in an index, and with which keys.

use super::{KeySpec, Lead};

/// Whether, and with which keys, an entity is in an index.
#[derive(Debug, Clone, Copy)]
pub enum Membership {
    /// `gsi1 = none`
    None,
    /// Every item.
    Always(IndexKeys),
    /// While none of the fields in the keys is `None`.
    Sparse(IndexKeys),
    /// `gsi1 = when(unread, ..)`: while the test holds.
    When(Test, IndexKeys),
    /// The second arm of `when`: while the test does not hold.
    Unless(Test, IndexKeys),
}

/// The test of a field in `when(..)`.
#[derive(Debug, Clone, Copy)]
pub struct Test {
    /// The field.
    pub field: &'static str,
    /// The value that it must have; without one, it must be `true` or `Some`.
    pub value: Option<&'static str>,
    /// Its place behind the texts of key fields.
    #[doc(hidden)]
    pub at: usize,
}

/// The keys of an entity in one index.
#[derive(Debug, Clone, Copy)]
pub enum IndexKeys {
    /// One key: the partition key of a global index, the sort key of a local one.
    One(&'static [KeySpec]),
    /// Partition key and sort key.
    Two(&'static [KeySpec], &'static [KeySpec]),
}

impl IndexKeys {
    /// The one key, or both.
    pub(crate) const fn all(&self) -> [&'static [KeySpec]; 2] {
        match self {
            Self::One(specs) => [specs, &[]],
            Self::Two(partition, sort) => [partition, sort],
        }
    }
}

/// An index as one entity uses it.
#[derive(Debug, Clone, Copy)]
pub struct IndexUse {
    /// The index, by what entities call it.
    pub index: &'static str,
    /// Its position in the table's layout, beyond the last one if the table has no such index.
    #[doc(hidden)]
    pub at: usize,
    /// Whether the entity is in it, and with which keys.
    pub membership: Membership,
    /// Of the partition key, where that is known without the table.
    #[doc(hidden)]
    pub lead: Lead,
}

impl IndexUse {
    pub(crate) const NONE: Self = Self { index: "", at: usize::MAX, membership: Membership::None, lead: Lead::UNKNOWN };

    /// Returns whether these are the keys of the second arm of `when(..)`, which follows the first one in the list.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let uses = Book::SCHEMA.indexes;
    /// assert!(!uses[0].is_otherwise());
    /// ```
    #[must_use]
    pub const fn is_otherwise(&self) -> bool {
        matches!(self.membership, Membership::Unless(..))
    }
}
