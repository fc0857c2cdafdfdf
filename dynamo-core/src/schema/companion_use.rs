//! Which entities are companions of others, and what they are derived from.

use super::{EntitySchema, TableSchema, text};

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
    /// Whether items of the table are counted in any field of an entity.
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

    /// Whether an entity of the table counts its items in this field.
    pub(crate) const fn counts(&self, counter: &EntitySchema, field: &str) -> bool {
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
