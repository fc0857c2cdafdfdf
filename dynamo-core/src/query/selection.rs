//! Queries as data: key conditions and settings.

use super::Cursor;
use super::key_condition::KeyCondition;
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
    pub(crate) settings: Settings,
}

#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) newest_first: bool,
    pub(crate) limit: Option<usize>,
    pub(crate) page_size: Option<usize>,
    /// Separate from the filter, whose current time would give each request another fingerprint and invalidate cursors.
    pub(crate) unexpired: bool,
    pub(crate) consistent: bool,
    pub(crate) strict: bool,
    pub(crate) filter: Option<Node>,
    /// The additional condition for counting items.
    pub(crate) counted: Result<Option<Node>, Error>,
    pub(crate) attributes: Option<Vec<&'static str>>,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) concurrency: usize,
}

impl Settings {
    pub(crate) fn new() -> Self {
        Self {
            newest_first: false,
            limit: None,
            page_size: None,
            unexpired: false,
            consistent: false,
            strict: false,
            filter: None,
            counted: Ok(None),
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
            all.settings.newest_first |= one.settings.newest_first;
            all.settings.unexpired |= one.settings.unexpired;
            all
        });
        merged.unwrap_or_else(|| Self { schema, conditions: Ok(Vec::new()), settings: Settings::new() })
    }
}
