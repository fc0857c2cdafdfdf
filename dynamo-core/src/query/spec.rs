//! Queries and scans as data.

use super::key_condition::{KeyCondition, PartialKey};
use super::page::{Cursor, Fingerprint};
use crate::codec::AttributeValue;
use crate::entity::{Among, Expected, Upgraded};
use crate::error::Error;
use crate::expr::{Node, Path};
use crate::schema::{EntitySchema, IndexSchema, TableLayout, TableSchema, common_prefix, holds_attribute};
use crate::wire::Operation;

/// The number of partitions that are queried concurrently by default.
const CONCURRENCY: usize = 8;

/// How many requests a page of items among others may take.
const REQUESTS: usize = 10;

/// A query or a scan as data: what it reads, and how.
#[doc(hidden)]
#[derive(Clone)]
#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
pub struct QuerySpec {
    /// `Query` or `Scan`.
    pub(crate) operation: Operation,
    pub(crate) layout: &'static TableLayout,
    /// The index that is read instead of the table.
    pub(crate) index: Option<&'static IndexSchema>,
    /// The entity of the filter.
    pub(crate) schema: &'static EntitySchema,
    /// What is read, or why it cannot be.
    pub(crate) parts: Result<Vec<ReadPart>, Error>,
    /// The entities whose items are read.
    pub(crate) asked: Among,
    /// The items of other entities that may be among them.
    pub(crate) expected: Expected,
    /// The condition that an item has one of the type tags, or none.
    pub(crate) tagged: Option<Node>,
    pub(crate) filter: Option<Node>,
    /// The entity of the filter, if its items may have old schema versions.
    pub(crate) upgraded: Option<Upgraded>,
    /// Separate from the filter, whose current time would give each request another fingerprint and invalidate cursors.
    pub(crate) unexpired: bool,
    /// The attributes to read; `None` for whole items.
    pub(crate) attributes: Option<Vec<&'static str>>,
    pub(crate) descending: bool,
    pub(crate) limit: Option<usize>,
    pub(crate) page_size: Option<usize>,
    /// How many requests a page may take before it ends, maybe short of its limit.
    pub(crate) requests: Option<usize>,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) consistent: bool,
    pub(crate) strict: bool,
    pub(crate) lenient: bool,
    /// Whether softly deleted items are read too.
    pub(crate) deleted: bool,
    pub(crate) concurrency: usize,
}

/// What one request after another reads to its end.
#[derive(Clone)]
pub(crate) enum ReadPart {
    Partition(KeyCondition),
    /// The whole table or index, or one of its segments: which, of how many.
    Segment(Option<(usize, usize)>),
}

impl ReadPart {
    /// Returns the key condition; `None` if it is scanned.
    pub(crate) fn condition(&self) -> Option<&KeyCondition> {
        match self {
            Self::Partition(condition) => Some(condition),
            Self::Segment(_) => None,
        }
    }

    pub(crate) fn segment(&self) -> Option<(usize, usize)> {
        match self {
            Self::Partition(_) => None,
            Self::Segment(segment) => *segment,
        }
    }

    /// Returns whether nothing can be in it, so that no request is needed.
    pub(crate) fn is_empty(&self) -> bool {
        self.condition().is_some_and(KeyCondition::is_empty)
    }

    pub(crate) fn fingerprint(&self, print: &mut Fingerprint) {
        match self {
            Self::Partition(condition) => condition.fingerprint(print),
            Self::Segment(segment) => print.text(&format!("{segment:?}")),
        }
    }
}

impl QuerySpec {
    fn new(
        operation: Operation,
        layout: &'static TableLayout,
        index: Option<&'static IndexSchema>,
        asked: Among,
        expected: Expected,
        parts: Result<Vec<ReadPart>, Error>,
    ) -> Self {
        Self {
            operation,
            layout,
            index,
            schema: &EntitySchema::FALLBACK,
            parts,
            asked,
            expected,
            tagged: None,
            filter: None,
            upgraded: None,
            unexpired: false,
            attributes: None,
            descending: false,
            limit: None,
            page_size: None,
            requests: None,
            cursor: None,
            consistent: false,
            strict: false,
            lenient: false,
            deleted: false,
            concurrency: CONCURRENCY,
        }
    }

    /// Queries items of one entity.
    pub(super) fn of_entity(schema: &'static EntitySchema, table: &'static TableSchema, key: PartialKey) -> Self {
        let (index, others) = (key.index(), key.has_others(table) || schema.needs_tag());
        let expected = Expected { table: Some(table), others };
        let parts = key.conditions(false).map(partitions);
        Self {
            schema,
            tagged: if others { tagged(&[schema], schema.layout, index) } else { None },
            // Others may be many, and each request costs what it reads.
            requests: schema.needs_tag().then_some(REQUESTS),
            ..Self::new(Operation::Query, schema.layout, index, Among::One(schema), expected, parts)
        }
    }

    /// Queries all items of a partition.
    pub(super) fn of_partition(schema: &'static EntitySchema, table: &'static TableSchema, key: PartialKey) -> Self {
        let (index, expected) = (key.index(), Expected { table: Some(table), others: false });
        let parts = key.conditions(true).map(partitions);
        Self { schema, ..Self::new(Operation::Query, schema.layout, index, Among::Table(table), expected, parts) }
    }

    /// Restricts a query of all items of a partition to those of some entities.
    pub(super) fn of_collection(
        mut self,
        entities: &'static [&'static EntitySchema],
        table: &'static TableSchema,
        index: Option<&str>,
    ) -> Self {
        self.tagged = tagged(entities, table.layout, self.index);
        self.asked = Among::Some(entities);
        self.expected = Expected { table: Some(table), others: true };
        if let Some(prefix) = common_prefix(table.layout, entities, index) {
            self.conditions(|condition| condition.begins_with(&prefix));
        }
        self
    }

    /// Scans for the items of one entity, in the table or in an index.
    pub(crate) fn scan_of_entity(
        schema: &'static EntitySchema,
        table: &'static TableSchema,
        index: Option<&'static IndexSchema>,
    ) -> Self {
        let (tagged, expected) =
            (tagged(&[schema], schema.layout, index), Expected { table: Some(table), others: true });
        let parts = Ok(vec![ReadPart::Segment(None)]);
        Self { schema, tagged, ..Self::new(Operation::Scan, schema.layout, index, Among::One(schema), expected, parts) }
    }

    /// Scans for the items of all entities.
    pub(crate) fn scan_of_table(table: &'static TableSchema) -> Self {
        let expected = Expected { table: Some(table), others: false };
        Self::new(Operation::Scan, table.layout, None, Among::Table(table), expected, Ok(vec![ReadPart::Segment(None)]))
    }

    /// Combines several queries, whose items are merged in the order of their sort keys.
    pub(super) fn merged(schema: &'static EntitySchema, specs: impl Iterator<Item = Self>) -> Self {
        let merged = specs.reduce(|mut all, one| {
            all.parts = all.parts.and_then(|mut parts| {
                parts.extend(one.parts?);
                Ok(parts)
            });
            all.descending |= one.descending;
            all.unexpired |= one.unexpired;
            all
        });
        merged.unwrap_or_else(|| {
            let expected = Expected { table: None, others: false };
            Self {
                schema,
                ..Self::new(Operation::Query, schema.layout, None, Among::One(schema), expected, Ok(Vec::new()))
            }
        })
    }

    /// Returns the name of the operation, for errors and spans.
    pub(crate) fn name(&self) -> &'static str {
        if self.operation == Operation::Scan { "scan" } else { "query" }
    }

    /// Splits a scan into segments of the table.
    pub(crate) fn segments(&mut self, segments: usize) {
        let all = (0..segments).map(|segment| ReadPart::Segment(Some((segment, segments)))).collect();
        self.parts = self.parts.clone().map(|_| all);
        self.concurrency = segments;
    }

    /// Changes the key conditions, if there are any.
    pub(super) fn conditions(&mut self, change: impl Fn(&mut KeyCondition)) {
        for part in self.parts.iter_mut().flatten() {
            if let ReadPart::Partition(condition) = part {
                change(condition);
            }
        }
    }
}

fn partitions(conditions: Vec<KeyCondition>) -> Vec<ReadPart> {
    conditions.into_iter().map(ReadPart::Partition).collect()
}

/// Returns the condition that an item has the tag of one of the entities, or no tag; `None` if no tag can be read from the
/// table or index.
fn tagged(entities: &[&EntitySchema], layout: &TableLayout, index: Option<&IndexSchema>) -> Option<Node> {
    let tag = layout.type_attribute?.text;
    if index.is_some_and(|index| !holds_attribute(layout, index.ident, tag)) {
        return None;
    }
    let value = |entity: &&EntitySchema| Node::Value(Ok(Some(AttributeValue::S(entity.tag.to_owned()))));
    let path = || Node::Path(Path::new(tag));
    let tagged = Node::In(Box::new(path()), entities.iter().map(value).collect());
    if entities.iter().all(|entity| entity.needs_tag()) {
        return Some(tagged);
    }
    // The keys of an item without a tag tell what it is.
    Some(Node::Or(Box::new(tagged), Box::new(Node::Call("attribute_not_exists", vec![path()]))))
}
