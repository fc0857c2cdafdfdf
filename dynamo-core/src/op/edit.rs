//! Items of a table whose entities only their schemas name, as tools have them: their companions, and edits.

use super::future::{OperationFuture, finish_metered};
use crate::codec::{Item, item_to_json};
use crate::companion::{Companion, CompanionStep, Kind, derive, diff, key_item, key_of, owner_of, unchanged};
use crate::db::Db;
use crate::entity::{CompanionRole, EntityCode, Table, TableCode};
use crate::error::{Error, InvalidKind};
use crate::schema::{EntitySchema, TableSchema, is_written_alone};
use crate::wire::{About, run};
use crate::write::{Action, Payload, Presence, Write, Written, execute_one};

/// How many fields an edited entity may have: a condition of 4,096 bytes compares each of them with what was read, twice if it has
/// companions.
const FIELDS: usize = 60;

/// How a companion comes from its record.
#[derive(Debug, Clone, Copy)]
pub struct RoleOf {
    /// The record's entity, by its id.
    pub record: &'static str,
    /// The companion's entity, by its id.
    pub companion: &'static str,
    /// `pointer`, `lock` or `counter`.
    pub role: &'static str,
    /// The fields of the record that it is derived from; `None` if it may be all of them.
    pub from: Option<&'static [&'static str]>,
}

/// Returns how the companions of a table come from their records.
#[must_use]
pub fn companion_roles(code: &TableCode) -> Vec<RoleOf> {
    let mut roles = Vec::new();
    for code in code.all() {
        for kind in code.companions.map_or(&[][..], |companions| companions.kinds) {
            let (role, from) = match kind.role {
                CompanionRole::Pointer { .. } => ("pointer", kind.fed_by()),
                CompanionRole::Lock => ("lock", None),
                CompanionRole::Counter { key, .. } => ("counter", Some(key)),
            };
            roles.push(RoleOf { record: code.schema.id, companion: kind.schema.id, role, from });
        }
    }
    roles
}

/// A companion of an item, as it should be.
#[derive(Debug, Clone)]
pub struct CompanionOf {
    /// Its entity.
    pub schema: &'static EntitySchema,
    /// `pointer`, `lock` or `counter`.
    pub role: &'static str,
    /// Its primary key.
    pub key: Item,
    /// The whole item; `None` for a counter, which other records share.
    pub item: Option<Item>,
}

impl CompanionOf {
    fn new(companion: Companion) -> Self {
        let role = match companion.kind {
            Kind::Pointer => "pointer",
            Kind::Lock { .. } => "lock",
            Kind::Counter(_) => "counter",
        };
        let key = companion.key();
        let item = (role != "counter").then_some(companion.item);
        Self { schema: companion.schema, role, key, item }
    }
}

/// Derives the companions of an item of the entity with this id.
pub fn companions_of(code: &'static TableCode, entity: &str, item: &Item) -> Result<Vec<CompanionOf>, Error> {
    let Some(code) = find(code, entity) else { return Ok(Vec::new()) };
    Ok(derive(code, item)?.into_iter().map(CompanionOf::new).collect())
}

/// Returns the keys of the records that an item is a companion of, as far as it names them.
#[must_use]
pub fn records_of(code: &'static TableCode, entity: &str, item: &Item) -> Vec<(&'static EntitySchema, Item)> {
    let mut records = Vec::new();
    for owner in code.all() {
        for kind in owner.companions.map_or(&[][..], |companions| companions.kinds) {
            if kind.schema.id == entity {
                records.extend(owner_of(owner.schema, kind, item).map(|key| (owner.schema, key)));
            }
        }
    }
    records
}

fn find(code: &'static TableCode, entity: &str) -> Option<&'static EntityCode> {
    code.all().into_iter().find(|code| code.schema.id == entity)
}

/// What an edit does to one item beside the edited one.
#[derive(Debug, Clone)]
pub struct CompanionChange {
    /// The companion.
    pub companion: CompanionOf,
    /// `put`, `delete` or `count`.
    pub change: &'static str,
    /// What is added to the numbers of a counter.
    pub by: Vec<(&'static str, i64)>,
}

/// A change of one item that was read as a whole: sent only if the item is still as it was read.
pub struct Edit {
    db: Db,
    write: Write,
    old: Item,
}

impl std::fmt::Debug for Edit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Edit({})", self.write.code.schema.name)
    }
}

impl Edit {
    /// Prepares the change of `old` to `new`, or its deletion.
    pub fn new<T: Table>(db: &Db, entity: &str, old: Item, new: Option<Item>) -> Result<Self, Error> {
        let code = find(T::CODE, entity).ok_or_else(|| {
            Error::invalid(
                InvalidKind::Argument,
                format_args!("there is no entity `{entity}`"),
                "name one of the table",
            )
        })?;
        refuse(T::SCHEMA, code.schema, new.is_some())?;
        let id = crate::companion::id_of(code.schema.layout, &old);
        let mut write = match new {
            Some(new) => {
                if key_of(code.schema.layout, &new) != key_item(code.schema.layout, &id) {
                    return Err(Error::invalid(
                        InvalidKind::Unchangeable,
                        format_args!("the change would give the `{}` another key", code.schema.name),
                        "create another item, and delete this one",
                    ));
                }
                let mut json = Payload::buffer();
                json.extend(item_to_json(&new));
                let write = Write::put(db, code, "replace", Ok(json), Presence::Required)?;
                let counted = T::SCHEMA.is_counted_in(code.schema);
                let write = if counted { write.expecting(T::SCHEMA)? } else { write };
                write.touch(db)?
            }
            None => Write::by_key(db, code, "delete", Ok((id.1, id.2)), Action::Delete, Presence::Required)?,
        };
        write.when(unchanged(code, Some(&old), true));
        Ok(Self { db: db.clone(), write, old })
    }

    /// Returns the item as it will be written, if it is not deleted, and what changes with it.
    pub fn changes(&self) -> Result<(Option<Item>, Vec<CompanionChange>), Error> {
        let new = match &self.write.action {
            Action::Put(payload) => Some(payload.to_item()?),
            _ => None,
        };
        let code = self.write.code;
        let after = new.as_ref().map(|new| derive(code, new)).transpose()?.unwrap_or_default();
        let diff = diff(derive(code, &self.old)?, after, false);
        let changes = diff.bound.into_iter().chain(diff.pointers).map(|step| {
            let (companion, change, by) = match step {
                CompanionStep::Put(companion) | CompanionStep::Take(companion) => (companion, "put", Vec::new()),
                CompanionStep::Drop(companion)
                | CompanionStep::DropFound(companion)
                | CompanionStep::Free(companion) => (companion, "delete", Vec::new()),
                CompanionStep::Count(companion, by) => (companion, "count", by.into_iter().collect()),
            };
            CompanionChange { companion: CompanionOf::new(companion), change, by }
        });
        Ok((new, changes.collect()))
    }

    /// Sends the change, with everything that changes with it.
    pub fn send(self) -> OperationFuture<((), crate::Consumed)> {
        let Self { db, write, .. } = self;
        let about =
            About::entity(if matches!(write.action, Action::Delete) { "delete" } else { "replace" }, write.code.schema);
        let running = run(about, true, move |meter| async move { execute_one(&db, write, &meter).await });
        finish_metered(running, |_: Written| Ok(()))
    }
}

/// What the compiler rejects where an entity is known to it.
fn refuse(table: &TableSchema, schema: &EntitySchema, changes: bool) -> Result<(), Error> {
    if !is_written_alone(table, schema) {
        return Err(Error::invalid(
            InvalidKind::Unchangeable,
            format_args!("`{}` is a pointer, a lock or a counter, which is written with its record alone", schema.name),
            "change the record that it belongs to, and it follows",
        ));
    }
    if schema.fields.len() > FIELDS {
        return Err(Error::invalid(
            InvalidKind::Limit,
            format_args!("`{}` has more than {FIELDS} fields, which one condition cannot compare", schema.name),
            "change it in a program, on a condition of its own",
        ));
    }
    if changes && schema.write_once {
        return Err(Error::invalid(
            InvalidKind::Unchangeable,
            format_args!("`{}` is `write_once`: an item is created, read and deleted, and never changes", schema.name),
            "delete it, and create another",
        ));
    }
    Ok(())
}
