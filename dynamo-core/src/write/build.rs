//! Turns a write into its request.

use super::fixed::refuse_changes;
use super::managed::{deleted_at, touched};
use super::patch::Patch;
use super::recounted::note_expiry;
use super::request::{WriteKind, WriteRequest};
use super::soft_delete::{deleted, restored};
use super::upgrade::current;
use super::{Action, Payload, Returns, Write};
use crate::codec::Item;
use crate::companion::Pending;
use crate::error::Error;
use crate::expr::{Changes, Node, Placeholders, no_own, with_index_keys};
use crate::schema::reserved::{PENDING, REVISION};

impl Write {
    /// Returns whether the existing item must be read first.
    pub(super) fn needs_old(&self) -> bool {
        match &self.action {
            Action::Put(_) => self.companions().is_some() && self.guard.exists != Some(false),
            Action::Update(..) => {
                let feeds = |field: &str| self.code.feeds_companions(field);
                let changes = self.touches().unwrap_or_default();
                self.returns != Returns::Nothing || changes.roots().filter_map(|root| self.field_of(root)).any(feeds)
            }
            Action::Upsert(upsert) => self.upsert_needs_old(upsert),
            Action::Delete => self.companions().is_some(),
            Action::SoftDelete(..) | Action::Restore(_) => true,
            Action::Check => false,
        }
    }

    fn field_of(&self, attribute: &str) -> Option<&'static str> {
        let mut fields = self.code.schema.fields.iter();
        fields.find(|field| field.attribute == Some(attribute)).map(|field| field.field)
    }

    /// Returns whether applying the write twice has the same result as applying it once.
    pub(crate) fn is_repeatable(&self) -> bool {
        match &self.action {
            Action::Put(_) => self.guard.version.is_none() && self.returns != Returns::Old,
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
        matches!(self.action, Action::Delete) && !self.guard.is_asked()
    }

    /// Turns a delete into the check that there is nothing of the entity's to delete.
    pub(super) fn checking_absence(&self) -> Result<WriteRequest, Error> {
        let mut placeholders = Placeholders::default();
        let condition = no_own(self.code.schema).render(self.code.schema, &mut placeholders)?;
        let kind = WriteKind::Check { key: self.target.key() };
        Ok(WriteRequest::new(kind, &self.target).with(Some(condition), placeholders))
    }

    /// Returns the item in the current schema version, if it is in an older one that the write cannot be applied to.
    pub(super) fn upgraded(&self, item: &Item) -> Result<Option<Item>, Error> {
        match self.action {
            Action::Check if !self.guard.looks_inside() => Ok(None),
            _ => current(self.code, item),
        }
    }

    /// Returns the item after the write; `None` if it will not exist, or if that is not known yet.
    pub(super) fn after(&self, old: Option<&Item>) -> Result<Option<Item>, Error> {
        match (&self.action, old) {
            (Action::Put(payload), _) => payload.to_item().map(Some),
            (Action::Update(..) | Action::Upsert(_), Some(old)) => {
                self.changes()?.evaluate(self.code.schema, old).map(Some)
            }
            (Action::Upsert(upsert), None) => self.created(upsert).map(Some),
            (Action::SoftDelete(keep, now), Some(old)) => deleted(self.code.schema, old.clone(), *keep, *now).map(Some),
            (Action::Restore(now), Some(old)) => restored(self.code, old.clone(), *now).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the changes of an update with those that follow from them: index keys and managed fields.
    pub(crate) fn changes(&self) -> Result<Changes, Error> {
        let Some((changes, now)) = self.given() else { return Ok(Changes::new()) };
        let schema = self.code.schema;
        if changes.is_empty() {
            if let Action::Upsert(_) = self.action {
                // An item that exists stays as it is, managed fields included.
                return Ok(Changes::new());
            }
            return Err(Error::refused(
                format_args!("an update of `{}` changes nothing", schema.name),
                "`set` something, or use a `check` in a transaction",
            ));
        }
        if let Some((field, attribute)) = deleted_at(schema)
            && changes.roots().any(|root| root == attribute)
        {
            let fact = format_args!("`{}` of `{}` is set by deleting and restoring", field.field, schema.name);
            return Err(Error::refused(fact, "use `soft_delete` and `restore`: index keys and companions follow"));
        }
        refuse_changes(schema, changes.roots(), &self.guard.fixed)?;
        if let Action::Upsert(upsert) = &self.action
            && let Some(field) = self.guard.fixed.differs(&upsert.item()?)
        {
            return Err(Error::refused(
                format_args!("an upsert of `{}` gives `{field}`, which is `immutable`, two values", schema.name),
                "give the changes the value that the struct has",
            ));
        }
        let (_, pk, sk) = &self.target.id;
        let mut touched = touched(schema, changes, now);
        note_expiry(self.code, now, &mut touched);
        let complete = with_index_keys(self.code, &touched, pk, sk.as_deref())?;
        Ok(complete.without_aliases(schema))
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
        let mut placeholders = Placeholders::default();
        let (name, value) = (placeholders.name(PENDING), placeholders.value(&pending.to_value()));
        let kind = WriteKind::Update { key: self.target.key(), expression: format!("SET {name} = {value}") };
        let condition = self.guard.only_if(only_if).render(self.code.schema, &mut placeholders)?;
        Ok(WriteRequest::new(kind, &self.target).with(condition, placeholders).guarded(self.guard.clone()))
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
        let (mut placeholders, mut more, mut guard) = (Placeholders::default(), None, self.guard.clone());
        let kind = match &self.action {
            Action::Put(payload) if pending.is_none() => WriteKind::Put(payload.clone()),
            Action::Put(payload) => WriteKind::Put(Payload::Item(with_pending(payload.to_item()?, pending))),
            Action::Upsert(upsert) if upsert.changes.is_empty() && pending.is_none() => {
                WriteKind::Check { key: self.target.key() }
            }
            Action::Update(..) | Action::Upsert(_) => {
                let mut changes = self.changes()?;
                guard.fixed.hold(&changes.held);
                match pending {
                    Some(pending) => changes.set_value(PENDING, pending.to_value()),
                    None if old.is_some_and(|old| old.contains_key(PENDING)) => changes.remove_value(PENDING),
                    None => {}
                }
                if self.may_have_revision() {
                    changes.remove_value(REVISION);
                }
                let expression = changes.render(self.code.schema, &mut placeholders)?;
                WriteKind::Update { key: self.target.key(), expression }
            }
            // The record remains, pending, until its pointers are deleted.
            Action::Delete => match pending {
                Some(pending) => {
                    let (name, value) = (placeholders.name(PENDING), placeholders.value(&pending.to_value()));
                    WriteKind::Update { key: self.target.key(), expression: format!("SET {name} = {value}") }
                }
                None => WriteKind::Delete { key: self.target.key() },
            },
            Action::SoftDelete(..) | Action::Restore(_) => {
                let (key, nothing) = (self.target.key(), Item::new());
                let (old, new) = (old.unwrap_or(&nothing), self.after(old)?.unwrap_or_default());
                let patch = Patch::new(old, &with_pending(new, pending));
                more = patch.condition(self.code.schema, old, &mut placeholders);
                WriteKind::Update { key, expression: patch.render(&mut placeholders) }
            }
            Action::Check => WriteKind::Check { key: self.target.key() },
        };
        let condition = guard.only_if(only_if).render(self.code.schema, &mut placeholders)?;
        let condition = match (condition, more) {
            (Some(condition), Some(more)) => Some(format!("({condition}) AND {more}")),
            (one, other) => one.or(other),
        };
        Ok(WriteRequest::new(kind, &self.target).with(condition, placeholders).guarded(guard))
    }
}

fn with_pending(mut item: Item, pending: Option<&Pending>) -> Item {
    match pending {
        Some(pending) => drop(item.insert(PENDING.to_owned(), pending.to_value())),
        None => drop(item.remove(PENDING)),
    }
    item
}
