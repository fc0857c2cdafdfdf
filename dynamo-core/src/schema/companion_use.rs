//! Which entities are companions of others, and what they are derived from.

use super::{EntitySchema, FieldSchema, Role, TableSchema, is_in_primary_key, text};

/// A kind of item that is written with those of an entity: a pointer, a lock or a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompanionUse {
    /// The entity of the companion, by its [`EntitySchema::id`].
    pub entity: &'static str,
    /// The number of a counter; `None` for pointers and locks.
    pub counts: Option<&'static str>,
    /// The fields of the record that the key of a counter or of a lock is made from; none for a pointer, whose own schema
    /// says them.
    pub key: &'static [&'static str],
}

/// What the pointers of an entity are derived from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerSource {
    /// What of its record there is one for each of: `group_ids` in `each(group_id in group_ids)`.
    pub each: Option<&'static str>,
    /// The fields of the record that it is derived from; `None` if a function may read all of them.
    pub fed_by: Option<&'static [&'static str]>,
    /// The fields of the record that it copies, whole or in part, each with its own field for it.
    pub copies: &'static [(&'static str, &'static str)],
}

impl CompanionUse {
    pub(crate) const fn is_of(&self, entity: &EntitySchema) -> bool {
        text::eq(self.entity, entity.id)
    }
}

impl TableSchema {
    /// Whether records are counted in any field of an entity.
    pub(crate) const fn is_counted_in(&self, counter: &EntitySchema) -> bool {
        let mut i = 0;
        while i < counter.fields.len() {
            if self.counts(counter, counter.fields[i].field) {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Whether records are counted in this field, as far as the table knows: an entity of the table counts its items in it, or
    /// it is marked.
    pub(crate) const fn counts(&self, counter: &EntitySchema, field: &str) -> bool {
        let mut marked = counter.counters;
        while let [name, others @ ..] = marked {
            if text::eq(name, field) {
                return true;
            }
            marked = others;
        }
        let mut schema = Some(self);
        while let Some(table) = schema {
            let mut i = 0;
            while i < table.entities.len() {
                let uses = table.entities[i].companion_uses;
                let mut at = 0;
                while at < uses.len() {
                    if let Some(number) = uses[at].counts
                        && uses[at].is_of(counter)
                        && text::eq(number, field)
                    {
                        return true;
                    }
                    at += 1;
                }
                i += 1;
            }
            schema = table.base;
        }
        false
    }
}

/// Returns whether the items of an entity are written by themselves, as far as its table knows, and not with a record of which they
/// are companions.
///
/// A table knows its own entities and those of the table that it extends. A pointer says itself what it is, and so do a lock and a
/// counter of records in other tables.
///
/// A counter that has other attributes than its numbers is a record of its own, which the numbers are kept on.
///
/// ```
/// # use doc_tables::readers::*;
/// use dynamo_core::inspect::is_written_alone;
///
/// assert!(is_written_alone(Readers::SCHEMA, Reader::SCHEMA));
/// assert!(!is_written_alone(Readers::SCHEMA, EmailLock::SCHEMA));
/// ```
#[must_use]
pub const fn is_written_alone(table: &TableSchema, entity: &EntitySchema) -> bool {
    if entity.lock || entity.pointer.is_some() {
        return false;
    }
    let mut counts = entity.counters.len();
    let mut schema = Some(table);
    while let Some(table) = schema {
        if !table.companions {
            schema = table.base;
            continue;
        }
        // Patterns, since the compiler's evaluator spends most of its time on calls, and each entity looks at all others.
        let mut entities = table.entities;
        while let [EntitySchema { companion_uses, .. }, after @ ..] = entities {
            let mut uses = *companion_uses;
            while let [used, others @ ..] = uses {
                if used.is_of(entity) {
                    if used.counts.is_none() {
                        return false;
                    }
                    counts += 1;
                }
                uses = others;
            }
            entities = after;
        }
        schema = table.base;
    }
    counts == 0 || has_more_than_numbers(table, entity)
}

/// Whether a counter has attributes besides its key and its numbers.
const fn has_more_than_numbers(table: &TableSchema, entity: &EntitySchema) -> bool {
    let mut i = 0;
    while i < entity.fields.len() {
        let FieldSchema { field, attribute, role, .. } = entity.fields[i];
        let is_data = attribute.is_some() && matches!(role, Role::Plain);
        if is_data && !is_in_primary_key(entity, field) && !table.counts(entity, field) {
            return true;
        }
        i += 1;
    }
    false
}
