//! Changes of an item that was read: only what differs is written, so that attributes of other writers stay.

use crate::codec::{AttributeValue, Item};
use crate::expr::{Changes, Node};
use crate::schema::EntitySchema;
use crate::schema::reserved::REVISION;

/// The attributes in which two forms of an item differ, with their new values.
pub(super) struct Patch(Vec<(String, Option<AttributeValue>)>);

impl Patch {
    pub(super) fn new(old: &Item, new: &Item) -> Self {
        let set = new.iter().filter(|(name, value)| old.get(*name) != Some(*value));
        let set = set.map(|(name, value)| (name.clone(), Some(value.clone())));
        let removed = old.keys().filter(|name| !new.contains_key(*name)).map(|name| (name.clone(), None));
        let mut changes: Vec<_> = set.chain(removed).filter(|(name, _)| name != REVISION).collect();
        changes.sort_by(|a, b| a.0.cmp(&b.0));
        Self(changes)
    }

    /// Returns the condition that the changed attributes are as they were read, except fields, which are watched anyway.
    pub(super) fn condition(&self, schema: &EntitySchema, old: &Item) -> Option<Node> {
        let is_field = |name: &str| schema.fields.iter().any(|field| field.attribute == Some(name));
        let names = self.0.iter().map(|(name, _)| name).filter(|name| !is_field(name));
        Node::all(names.map(|name| Node::same(name.clone(), old.get(name))))
    }

    /// Returns the changes; there is always one, since the revision goes with every change.
    pub(super) fn into_changes(self) -> Changes {
        let mut changes = Changes::new();
        for (name, value) in self.0 {
            match value {
                Some(value) => changes.set_value(name, value),
                None => changes.remove_value(name),
            }
        }
        changes.remove_value(REVISION);
        changes
    }
}
