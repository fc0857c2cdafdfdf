//! Changes of items whose entities only their schemas name.

use super::companions::{CompanionItem, find};
use crate::codec::{Item, item_to_json};
use crate::companion::{CompanionStep, derive, diff, key_item, key_of, unchanged};
use crate::db::Db;
use crate::entity::Table;
use crate::error::{Error, InvalidKind};
use crate::op::{OperationFuture, finish_metered};
use crate::schema::{EntitySchema, TableSchema, is_written_alone};
use crate::wire::{About, run};
use crate::write::{Action, Payload, Presence, Write, Written, execute_one};

/// How many fields an edited entity may have: a condition of 4,096 bytes compares each of them with what was read, twice if it has
/// companions.
const FIELDS: usize = 60;

/// What an edit does to one item beside the edited one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CompanionChange {
    /// The companion.
    pub companion: CompanionItem,
    /// `put`, `delete` or `count`.
    pub change: &'static str,
    /// What is added to the numbers of a counter.
    pub by: Vec<(&'static str, i64)>,
}

/// A change of one item that was read as a whole: sent only if the item is still as it was read.
///
/// Refuses what the compiler refuses where it knows the entity: companions, which are written with their records, and changes of
/// `write_once` items.
///
/// ```
/// # use doc_tables::readers::*; example(async |db| {
/// use dynamo_core::inspect::Edit;
///
/// let old = ann().to_item()?;
/// let new = Reader { email: "ann@example.org".into(), ..ann() }.to_item()?;
/// let edit = Edit::new::<Readers>(&db, Reader::SCHEMA.id, old, Some(new))?;
/// edit.send().await?;
/// assert_eq!(db.get(Reader::key("ann")).await?.unwrap().email, "ann@example.org");
/// # Ok(()) });
/// ```
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
    /// Prepares the change of `old` to `new`, or its deletion; `entity` is its entity's [id](EntitySchema::id).
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// use dynamo_core::inspect::Edit;
    ///
    /// Edit::new::<Readers>(&db, Reader::SCHEMA.id, ann().to_item()?, None)?.send().await?;
    /// assert_eq!(db.get(Reader::key("ann")).await?, None);
    /// # Ok(()) });
    /// ```
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
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// use dynamo_core::inspect::Edit;
    ///
    /// let edit = Edit::new::<Readers>(&db, Reader::SCHEMA.id, ann().to_item()?, None)?;
    /// let (item, companions) = edit.changes()?;
    /// assert_eq!(item, None);
    /// assert!(companions.iter().all(|other| other.change == "delete"));
    /// # Ok(()) });
    /// ```
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
            CompanionChange { companion: CompanionItem::new(companion), change, by }
        });
        Ok((new, changes.collect()))
    }

    /// Sends the change, with everything that changes with it.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// use dynamo_core::inspect::Edit;
    ///
    /// let edit = Edit::new::<Readers>(&db, Reader::SCHEMA.id, ann().to_item()?, None)?;
    /// let ((), consumed) = edit.send().await?;
    /// assert!(consumed.write_units > 0.0);
    /// # Ok(()) });
    /// ```
    #[must_use = "an operation does nothing until it is awaited"]
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
