//! Which entities are companions of others.

use super::{EntitySchema, TableSchema, text};

/// A kind of item that is written with those of an entity: a pointer, a lock or a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompanionUse {
    /// The entity of the companion, by its [`EntitySchema::id`].
    pub entity: &'static str,
    /// The number of a counter; `None` for pointers and locks.
    pub counts: Option<&'static str>,
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
