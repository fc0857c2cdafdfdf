//! Queries without their types, compiled once.

use super::key_condition::{KeyCondition, KeyRange};
use super::partial_key::PartialKey;
use super::partition::Ends;
use super::selection::{Selection, Settings};
use crate::codec::AttributeValue;
use crate::entity::{Among, Expected};
use crate::expr::{Node, Path};
use crate::schema::{EntitySchema, IndexSchema, KeyType, TableLayout, TableSchema, common_prefix, holds_attribute};

/// All of a [`Query`](super::Query) that does not depend on its types.
pub(super) struct Untyped {
    pub(super) key: PartialKey,
    whole_partition: bool,
    asked: Among,
    expected: Expected,
    /// The prefix that restricts the sort keys of a whole partition.
    prefix: Option<String>,
    /// The ends of a range of a whole partition.
    pub(super) ends: Ends,
    pub(super) settings: Settings,
}

impl Untyped {
    /// Queries items of one entity.
    pub(super) fn of_entity(schema: &'static EntitySchema, table: &'static TableSchema, key: PartialKey) -> Self {
        let mut settings = Settings::new();
        let others = key.has_others(table) || schema.needs_tag();
        // Others may be many, and each request costs what it reads.
        settings.requests = schema.needs_tag().then_some(REQUESTS);
        if others {
            settings.tagged = tagged(&[schema], schema.layout, key.read_index());
        }
        let expected = Expected { table: Some(table), others };
        let asked = Among::One(schema);
        Self { key, whole_partition: false, asked, expected, prefix: None, ends: Ends::default(), settings }
    }

    /// Queries all items of a partition.
    pub(super) fn of_partition(table: &'static TableSchema, key: PartialKey) -> Self {
        let expected = Expected { table: Some(table), others: false };
        let settings = Settings { keep_others: true, ..Settings::new() };
        let asked = Among::Table(table);
        Self { key, whole_partition: true, asked, expected, prefix: None, ends: Ends::default(), settings }
    }

    /// Restricts a query of all items of a partition to those of some entities.
    pub(super) fn of_collection(
        mut self,
        entities: &'static [&'static EntitySchema],
        table: &'static TableSchema,
        index: Option<&str>,
    ) -> Self {
        self.settings.keep_others = false;
        self.settings.tagged = tagged(entities, table.layout, self.key.read_index());
        self.asked = Among::Some(entities);
        self.expected = Expected { table: Some(table), others: true };
        self.prefix = common_prefix(table.layout, entities, index);
        self
    }

    pub(super) fn into_selection(self, schema: &'static EntitySchema) -> Selection {
        let Self { mut key, whole_partition, asked, expected, prefix, ends, settings } = self;
        let conditions = key.conditions(whole_partition);
        let conditions = conditions.map(|conditions| with_prefix(conditions, prefix.as_deref()));
        let conditions = conditions.and_then(|conditions| ends.restrict(conditions));
        Selection { schema, conditions, asked, expected, settings }
    }
}

/// How many requests a page of items among others may take.
const REQUESTS: usize = 10;

/// Returns the condition that an item has the tag of one of the entities, or no tag; `None` if no tag can be read from the
/// table or index.
pub(crate) fn tagged(entities: &[&EntitySchema], layout: &TableLayout, index: Option<&IndexSchema>) -> Option<Node> {
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

/// Restricts key conditions of whole partitions to sort keys that begin with `prefix`.
pub(super) fn with_prefix(mut conditions: Vec<KeyCondition>, prefix: Option<&str>) -> Vec<KeyCondition> {
    for condition in &mut conditions {
        let sort = condition.sort().first().copied().filter(|sort| sort.key_type == KeyType::S);
        if let (Some(prefix), Some(sort)) = (prefix, sort) {
            condition.range = Some((sort, KeyRange::Prefix(prefix.to_owned())));
        }
    }
    conditions
}
