//! Turns a write into its request.

use super::clauses::{Clause, Clauses, Presence};
use super::counters::note_expiry;
use super::fixed::{hold_given, refuse_changes};
use super::managed::{deleted_at, touched};
use super::patch::Patch;
use super::request::{Act, Payload, WriteRequest};
use super::soft_delete::{deleted, restored};
use super::{Action, Returns, Write};
use crate::codec::Item;
use crate::companion::{Pending, is_wide};
use crate::entity::current;
use crate::error::{Error, InvalidKind};
use crate::expr::{Changes, Node, no_own, with_index_keys};
use crate::schema::is_of_the_table;
use crate::schema::reserved::{PENDING, REVISION};

impl Write {
    /// Returns whether the existing item must be read first.
    pub(super) fn needs_old(&self) -> bool {
        match &self.action {
            Action::Put(_) => self.companions().is_some() && self.clauses.presence != Presence::Forbidden,
            Action::Update(..) => {
                let feeds = |field: &str| self.code.feeds_companions(field);
                let changes = self.touches().unwrap_or_default();
                self.returns != Returns::Nothing
                    || changes.meets_null(self.code.schema)
                    || self.moves_keys()
                    || changes.roots().filter_map(|root| self.field_of(root)).any(feeds)
            }
            Action::Upsert(upsert) => self.upsert_needs_old(upsert),
            Action::Delete => self.companions().is_some(),
            Action::SoftDelete(..) | Action::Restore(_) => true,
            Action::Check => false,
        }
    }

    /// Returns whether the write moves an index key that is made from `updated_at` and from fields of the item.
    pub(super) fn moves_keys(&self) -> bool {
        self.code.schema.updates_read && self.given().is_some_and(|(changes, _)| !changes.is_empty())
    }

    fn field_of(&self, attribute: &str) -> Option<&'static str> {
        let mut fields = self.code.schema.fields.iter();
        fields.find(|field| field.attribute == Some(attribute)).map(|field| field.field)
    }

    /// Returns whether applying the write twice has the same result as applying it once.
    pub(crate) fn is_repeatable(&self) -> bool {
        match &self.action {
            Action::Put(_) => !self.clauses.has(Clause::Version) && self.returns != Returns::Old,
            Action::Update(changes, _) => changes.repeatable && self.returns != Returns::Old,
            Action::Upsert(upsert) => upsert.changes.repeatable && self.returns != Returns::Old,
            Action::Delete => self.returns != Returns::Old,
            Action::SoftDelete(..) | Action::Restore(_) | Action::Check => true,
        }
    }

    /// Returns whether the write would leave the pending state of an earlier one in place, unless it checks for it.
    pub(super) fn leaves_pending(&self) -> bool {
        matches!(self.action, Action::Update(..) | Action::Upsert(_))
    }

    /// Returns whether there is nothing to do if the item does not exist.
    pub(super) fn is_moot_without_item(&self) -> bool {
        matches!(self.action, Action::Delete) && !self.clauses.is_asked()
    }

    /// Turns a delete into the check that there is nothing of the entity's to delete.
    pub(super) fn checking_absence(&self) -> Result<WriteRequest, Error> {
        let clauses = Clauses::unchanged(Some(no_own(self.code.schema)));
        WriteRequest::new(Act::Check(self.target.key()), &self.target, clauses)
    }

    /// Returns whether the write watches the whole item that it read: because it returns it, or writes it again.
    pub(super) fn watches_whole(&self) -> bool {
        self.returns != Returns::Nothing || self.rewrites() || self.meets_null() || self.moves_keys()
    }

    /// Returns whether the item must have a revision before the write.
    pub(super) fn needs_revision(&self) -> bool {
        is_wide(self.code, self.watches_whole())
    }

    /// Returns whether the item may have a revision, which an update must remove.
    pub(super) fn may_have_revision(&self) -> bool {
        is_wide(self.code, true)
    }

    /// Returns the item in the current schema version, if it is in an older one that the write cannot be applied to.
    pub(super) fn upgraded(&self, item: &Item) -> Result<Option<Item>, Error> {
        match self.action {
            Action::Check if !self.clauses.look_inside() => Ok(None),
            _ => current(self.code, item),
        }
    }

    /// Returns the item after the write; `None` if it will not exist, or if that is not known yet.
    pub(super) fn after(&self, old: Option<&Item>) -> Result<Option<Item>, Error> {
        match (&self.action, old) {
            (Action::Put(payload), _) => payload.to_item().map(Some),
            (Action::Update(..) | Action::Upsert(_), Some(old)) => {
                self.changes(Some(old))?.where_null(self.code.schema, old)?.evaluate(self.code.schema, old).map(Some)
            }
            (Action::Upsert(upsert), None) => self.created(upsert).map(Some),
            (Action::SoftDelete(keep, now), Some(old)) => deleted(self.code.schema, old.clone(), *keep, *now).map(Some),
            (Action::Restore(now), Some(old)) => restored(self.code, old.clone(), *now).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the JSON of the item that is put, as its entity wrote it.
    pub(super) fn json(&self) -> Option<&[u8]> {
        match &self.action {
            Action::Put(payload) => payload.json(),
            _ => None,
        }
    }

    /// Returns the changes of an update with those that follow from them: index keys and managed fields. `old` is the existing
    /// item, if it was read.
    pub(crate) fn changes(&self, old: Option<&Item>) -> Result<Changes, Error> {
        let Some((changes, now)) = self.given() else { return Ok(Changes::new()) };
        let schema = self.code.schema;
        if changes.is_empty() {
            if let Action::Upsert(_) = self.action {
                // An item that exists stays as it is, managed fields included.
                return Ok(Changes::new());
            }
            return Err(Error::invalid(
                InvalidKind::Empty,
                format_args!("an update of `{}` changes nothing", schema.name),
                "`set` something, or use a `check` in a transaction",
            ));
        }
        if let Some((field, attribute)) = deleted_at(schema)
            && changes.roots().any(|root| root == attribute)
        {
            let fact = format_args!("`{}` of `{}` is set by deleting and restoring", field.field, schema.name);
            return Err(Error::invalid(
                InvalidKind::Unchangeable,
                fact,
                "use `soft_delete` and `restore`: index keys and companions follow",
            ));
        }
        refuse_changes(schema, changes.roots(), &self.clauses)?;
        if let Action::Upsert(upsert) = &self.action
            && let Some(field) = self.clauses.other_immutable(&upsert.item()?)
        {
            return Err(Error::invalid(
                InvalidKind::Conflicting,
                format_args!("an upsert of `{}` gives `{field}`, which is `immutable`, two values", schema.name),
                "give the changes the value that the struct has",
            ));
        }
        let (_, pk, sk) = &self.target.id;
        let mut touched = touched(schema, changes, now);
        note_expiry(self.code, now, &mut touched);
        let complete = if self.moves_keys() {
            self.with_moved_keys(touched, old)?
        } else {
            with_index_keys(self.code, &touched, pk, sk.as_deref())?
        };
        let complete = complete.without_aliases(schema);
        complete.check(schema)?;
        Ok(complete)
    }

    /// Adds every index key that the item has otherwise after the changes.
    fn with_moved_keys(&self, touched: Changes, old: Option<&Item>) -> Result<Changes, Error> {
        let schema = self.code.schema;
        // Without the item, the size of the request is estimated.
        let Some(old) = old else { return Ok(touched) };
        let new = self.code.rewritten(touched.clone().where_null(schema, old)?.evaluate(schema, old)?)?;
        let mut complete = touched;
        let mut done: Vec<&str> = Vec::new();
        for slot in schema.slots.iter().filter(|slot| !slot.bare) {
            let name = slot.attribute.name.text;
            if done.contains(&name) || is_of_the_table(schema.layout, name) || old.get(name) == new.get(name) {
                continue;
            }
            done.push(name);
            let text = new.get(name).and_then(|value| value.as_s().ok()).cloned();
            complete.index_key(name, text);
        }
        Ok(complete)
    }

    /// Returns the request for the item alone, for the SDK.
    pub(crate) fn alone(&self) -> Result<WriteRequest, Error> {
        if self.moves_keys() {
            return Err(Error::invalid(
                InvalidKind::NotOneRequest,
                format_args!(
                    "an update of `{}` reads the item, to move an index key with `updated_at`",
                    self.code.schema.name
                ),
                "await the update",
            ));
        }
        self.request(None, None, None)
    }

    /// Estimates how many bytes the write itself adds to a transaction.
    pub(super) fn weight(&self) -> Result<usize, Error> {
        match &self.action {
            Action::SoftDelete(..) | Action::Restore(_) => Ok(0),
            _ => Ok(self.request(None, None, None)?.weight()),
        }
    }

    /// Builds the request that makes the record pending ahead of the write, on the same conditions.
    pub(super) fn marking(&self, only_if: Option<Node>, pending: &Pending) -> Result<WriteRequest, Error> {
        WriteRequest::new(self.mark(pending), &self.target, self.clauses.only_if(only_if))
    }

    fn mark(&self, pending: &Pending) -> Act {
        let mut changes = Changes::new();
        changes.set_value(PENDING, pending.to_value());
        Act::Update(self.target.key(), changes)
    }

    /// Builds the request with one more condition; `pending` leaves the record pending if companions remain to be
    /// written.
    pub(crate) fn request(
        &self,
        old: Option<&Item>,
        only_if: Option<Node>,
        pending: Option<&Pending>,
    ) -> Result<WriteRequest, Error> {
        match (&self.action, old, &only_if) {
            // Not read yet.
            (Action::Upsert(upsert), None, None) => {
                let single = self.single(upsert)?;
                return single.map_or_else(|| self.create_request(self.created(upsert)?), |(request, _)| Ok(request));
            }
            (Action::Upsert(upsert), None, Some(_)) => {
                return self.create_request(with_pending(self.created(upsert)?, pending));
            }
            _ => {}
        }
        let (key, mut clauses) = (|| self.target.key(), self.clauses.only_if(only_if));
        let act = match &self.action {
            Action::Put(payload) if pending.is_none() => Act::Put(payload.clone()),
            Action::Put(payload) => Act::Put(Payload::Item(with_pending(payload.to_item()?, pending))),
            Action::Upsert(upsert) if upsert.changes.is_empty() && pending.is_none() => Act::Check(key()),
            Action::Update(..) | Action::Upsert(_) => {
                let mut changes = self.changes(old)?;
                if let Some(old) = old {
                    changes = changes.where_null(self.code.schema, old)?;
                }
                clauses = hold_given(&clauses, self.code.schema, &changes);
                match pending {
                    Some(pending) => changes.set_value(PENDING, pending.to_value()),
                    None if old.is_some_and(|old| old.contains_key(PENDING)) => changes.remove_value(PENDING),
                    None => {}
                }
                if self.may_have_revision() {
                    changes.remove_value(REVISION);
                }
                Act::Update(key(), changes)
            }
            // The record remains, pending, until its pointers are deleted.
            Action::Delete => pending.map_or_else(|| Act::Delete(key()), |pending| self.mark(pending)),
            Action::SoftDelete(..) | Action::Restore(_) => {
                let nothing = Item::new();
                let (old, new) = (old.unwrap_or(&nothing), self.after(old)?.unwrap_or_default());
                let patch = Patch::new(old, &with_pending(new, pending));
                clauses = clauses.only_if(patch.condition(self.code.schema, old));
                Act::Update(key(), patch.into_changes())
            }
            Action::Check => Act::Check(key()),
        };
        WriteRequest::new(act, &self.target, clauses)
    }
}

fn with_pending(mut item: Item, pending: Option<&Pending>) -> Item {
    match pending {
        Some(pending) => drop(item.insert(PENDING.to_owned(), pending.to_value())),
        None => drop(item.remove(PENDING)),
    }
    item
}
