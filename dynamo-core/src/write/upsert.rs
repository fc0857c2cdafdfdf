//! Upserts: creates an item and changes it, or changes the item that exists.
//!
//! One update does both where it can: each attribute of the new item is set unless it exists, on the condition that an
//! existing item has all of them, so that nothing which it left out is filled. Where that condition fails, or where there is
//! no such update, the item is read, and created or changed on the condition that it is still so.

use super::clauses::{Clauses, Presence};
use super::fixed::hold_given;
use super::managed::touched;
use super::request::{Act, Payload, WriteRequest};
use super::{Action, Returns, Write};
use crate::codec::{Item, same_item};
use crate::db::Db;
use crate::entity::EntityCode;
use crate::error::{Error, InvalidKind};
use crate::expr::Changes;
use crate::key::Timestamp;
use crate::schema::reserved::REVISION;

/// An item to create, and the changes of it or of the one that exists.
#[derive(Clone)]
pub(crate) struct UpsertItem {
    pub(super) item: Payload,
    pub(crate) changes: Changes,
    pub(super) now: Timestamp,
    /// Whether the existing item is read first in any case.
    pub(super) reads: bool,
}

impl UpsertItem {
    /// Returns the item that is created if there is none, before its changes.
    pub(super) fn item(&self) -> Result<Item, Error> {
        self.item.to_item()
    }
}

impl Write {
    /// Creates an upsert; `json` is a [`Payload::buffer`] with the item in it. `reads` says that the existing item is read
    /// first in any case.
    pub(crate) fn upsert(
        db: &Db,
        code: &'static EntityCode,
        json: Result<Vec<u8>, Error>,
        reads: bool,
    ) -> Result<Self, Error> {
        let schema = code.schema;
        let create = Self::put(db, code, "upsert", json, Presence::Forbidden)?;
        let Action::Put(item) = create.action else {
            return Err(Error::invalid(InvalidKind::Internal, "a write became another one", "report this as a bug"));
        };
        let action = Action::Upsert(Box::new(UpsertItem { item, changes: Changes::new(), now: db.now(), reads }));
        let mut clauses = Clauses::new(code, Presence::Created);
        clauses.require_alive(schema);
        clauses.require_upgraded(schema);
        Ok(Self { action, clauses, ..create })
    }

    /// Returns whether an upsert needs the existing item before it can be sent.
    pub(super) fn upsert_needs_old(&self, upsert: &UpsertItem) -> bool {
        upsert.reads
            || upsert.changes.is_empty()
            || self.companions().is_some()
            || self.returns == Returns::Old
            || upsert.changes.meets_null(self.code.schema)
            || self.moves_keys()
            || !matches!(self.single(upsert), Ok(Some(_)) | Err(_))
    }

    /// Returns the item that an upsert creates.
    pub(super) fn created(&self, upsert: &UpsertItem) -> Result<Item, Error> {
        let (schema, item) = (self.code.schema, upsert.item()?);
        self.changes(Some(&item))?.where_null(schema, &item)?.evaluate(schema, &item)
    }

    /// Builds the request that creates the item, once it is known that there is none.
    pub(super) fn create_request(&self, item: Item) -> Result<WriteRequest, Error> {
        let mut clauses = Clauses::new(self.code, Presence::Forbidden);
        clauses.require_alive(self.code.schema);
        WriteRequest::new(Act::Put(Payload::Item(item)), &self.target, clauses)
    }

    /// Builds the one request that creates the item or changes the one that exists; also returns the attributes that the
    /// latter must have. `None` if DynamoDB has no such request.
    pub(super) fn single(&self, upsert: &UpsertItem) -> Result<Option<(WriteRequest, Vec<String>)>, Error> {
        if self.moves_keys() {
            return Ok(None);
        }
        let schema = self.code.schema;
        let mut changes = self.changes(None)?;
        if self.may_have_revision() {
            changes.remove_value(REVISION);
        }
        let clauses = hold_given(&self.clauses, schema, &changes);
        let Some((changes, needed)) = changes.over(schema, &upsert.item()?) else { return Ok(None) };
        let condition = clauses.or_created(schema, &needed);
        let request = WriteRequest::on(condition, Act::Update(self.target.key(), changes), &self.target, clauses)?;
        // A wide item has more attributes than an expression may name.
        Ok(if matches!(request.check(), Err(Error::InvalidOperation(_))) { None } else { Some((request, needed)) })
    }

    /// Returns whether an unanswered attempt of an upsert created the item that was found.
    pub(super) fn is_created(&self, upsert: &UpsertItem, found: &Item) -> bool {
        self.created(upsert).is_ok_and(|own| same_item(&own, found))
    }

    /// Returns the changes of an update or an upsert, as they were given, and their timestamp.
    pub(crate) fn given(&self) -> Option<(&Changes, Timestamp)> {
        match &self.action {
            Action::Update(changes, now) => Some((changes, *now)),
            Action::Upsert(upsert) => Some((&upsert.changes, upsert.now)),
            _ => None,
        }
    }

    /// Returns the changes of an update or an upsert, to add to them.
    pub(crate) fn given_mut(&mut self) -> Option<&mut Changes> {
        match &mut self.action {
            Action::Update(changes, _) => Some(changes),
            Action::Upsert(upsert) => Some(&mut upsert.changes),
            _ => None,
        }
    }

    /// Returns the attributes that an update changes, managed ones included.
    pub(super) fn touches(&self) -> Option<Changes> {
        // Companions may copy managed fields too.
        self.given().map(|(changes, now)| touched(self.code.schema, changes, now))
    }
}
