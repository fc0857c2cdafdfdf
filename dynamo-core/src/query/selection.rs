//! Queries as data: key conditions and settings.

use super::Cursor;
use super::key_condition::KeyCondition;
use crate::entity::{Among, Expected, Upgraded};
use crate::error::Error;
use crate::expr::Node;
use crate::schema::EntitySchema;

/// The number of partitions that are queried concurrently by default.
const CONCURRENCY: usize = 8;

/// The key conditions and settings of a query.
#[doc(hidden)]
#[derive(Clone)]
pub struct Selection {
    pub(crate) schema: &'static EntitySchema,
    /// One key condition for each partition.
    pub(crate) conditions: Result<Vec<KeyCondition>, Error>,
    /// The entities whose items are read.
    pub(crate) asked: Among,
    /// The items of other entities that may be among them.
    pub(crate) expected: Expected,
    pub(crate) settings: Settings,
}

#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) descending: bool,
    pub(crate) limit: Option<usize>,
    pub(crate) page_size: Option<usize>,
    /// How many requests a page may take before it ends, maybe short of its limit.
    pub(crate) requests: Option<usize>,
    /// Separate from the filter, whose current time would give each request another fingerprint and invalidate cursors.
    pub(crate) unexpired: bool,
    pub(crate) consistent: bool,
    pub(crate) strict: bool,
    pub(crate) lenient: bool,
    /// Whether softly deleted items are read too.
    pub(crate) deleted: bool,
    /// Whether items of other entities are returned as they are.
    pub(crate) keep_others: bool,
    pub(crate) filter: Option<Node>,
    /// The entity of the filter, if its items may have old schema versions.
    pub(crate) upgraded: Option<Upgraded>,
    /// The condition that an item has one of the type tags, or none.
    pub(crate) tagged: Option<Node>,
    pub(crate) attributes: Option<Vec<&'static str>>,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) concurrency: usize,
}

impl Settings {
    pub(crate) fn new() -> Self {
        Self {
            descending: false,
            limit: None,
            page_size: None,
            requests: None,
            unexpired: false,
            consistent: false,
            strict: false,
            lenient: false,
            deleted: false,
            keep_others: false,
            filter: None,
            upgraded: None,
            tagged: None,
            attributes: None,
            cursor: None,
            concurrency: CONCURRENCY,
        }
    }
}

impl Selection {
    /// Combines several queries, whose items are merged in the order of their sort keys.
    pub(crate) fn merged(schema: &'static EntitySchema, selections: impl Iterator<Item = Self>) -> Self {
        let merged = selections.reduce(|mut all, one| {
            all.conditions = all.conditions.and_then(|mut conditions| {
                conditions.extend(one.conditions?);
                Ok(conditions)
            });
            all.settings.descending |= one.settings.descending;
            all.settings.unexpired |= one.settings.unexpired;
            all
        });
        merged.unwrap_or_else(|| Self {
            schema,
            conditions: Ok(Vec::new()),
            asked: Among::One(schema),
            expected: Expected { table: None, others: false },
            settings: Settings::new(),
        })
    }
}
