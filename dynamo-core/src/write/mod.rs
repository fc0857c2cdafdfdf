//! Writes: one plan for all of them, whether they are sent alone, in a transaction or in a batch.
//!
//! A [`Write`] is what the caller asked for. It becomes a [`WriteRequest`] once the existing item is known.

mod batch;
mod build;
mod execute;
mod expired;
mod fixed;
mod guard;
mod limits;
mod managed;
mod merged;
mod patch;
mod payload;
mod plan;
mod reconcile;
mod recount;
mod recounted;
mod request;
mod send;
mod settle;
mod soft_delete;
mod steps;
mod target;
mod token;
mod upgrade;
mod upsert;

use std::time::Duration;

use crate::codec::AttributeValue;
use crate::db::Db;
use crate::entity::{CompanionCode, EntityCode};
use crate::error::Error;
use crate::expr::{Changes, Node};
use crate::key::Timestamp;
use crate::schema::TableSchema;

pub(crate) use batch::BatchWrites;
pub(crate) use execute::{Sending, Written, execute, execute_one};
pub(crate) use expired::count_off;
pub(crate) use guard::Guard;
pub(crate) use payload::Payload;
pub(crate) use reconcile::{Reconciled, is_consistent, read_all, reconcile, reconcile_orphan};
pub(crate) use recount::Counter;
pub(crate) use recounted::{Expiring, SEEN_MAX};
pub(crate) use request::transaction_request;
pub(crate) use send::Unsent;
pub(crate) use soft_delete::attributes as soft_delete_attributes;
pub(crate) use target::Target;
pub(crate) use upgrade::{rewritten, store_upgraded};
pub(crate) use upsert::Upsert;

/// The item that a write returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returns {
    Nothing,
    /// The item before the write, which is not known after a lost answer.
    Old,
    /// The item after the write.
    New,
}

/// One write as the caller asked for it.
#[derive(Clone)]
pub(crate) struct Write {
    pub(crate) code: &'static EntityCode,
    pub(crate) target: Target,
    pub(crate) action: Action,
    pub(crate) guard: Guard,
    pub(crate) returns: Returns,
    /// The attributes of a whole item that the clock set.
    filled: Vec<&'static str>,
}

#[derive(Clone)]
pub(crate) enum Action {
    Put(Payload),
    /// The record and its companions share one timestamp.
    Update(Changes, Timestamp),
    /// Creates the item and changes it, or changes the one that exists.
    Upsert(Box<Upsert>),
    Delete,
    /// Deletes the item so that it can be restored until it expires.
    SoftDelete(Duration, Timestamp),
    Restore(Timestamp),
    /// Checks a condition, and changes nothing.
    Check,
}

impl Write {
    /// Creates a write of a whole item; `json` is a [`Payload::buffer`] with the item in it.
    pub(crate) fn put(
        db: &Db,
        code: &'static EntityCode,
        operation: &'static str,
        json: Result<Vec<u8>, Error>,
        guard: Guard,
    ) -> Result<Self, Error> {
        let mut guard = guard.owned_by(code);
        let mut payload = Payload::from_buffer(json?);
        let over = guard.exists != Some(false) && managed::version(code.schema).is_some();
        let json = payload.json().unwrap_or_default();
        let mut key = crate::entity::key_of_json(code.schema.layout, json).map_err(Error::unreadable)?;
        soft_delete::refuse_deleted(code.schema, json, || Target::new(db, operation, code.schema, key.clone()))?;
        let is_open = managed::may_be_open(code.schema, json);
        let mut filled = Vec::new();
        if over || is_open {
            let mut item = managed::fill(code, db.now(), payload.to_item()?, false, &mut filled)?;
            if over {
                guard.version = managed::advance(code.schema, &mut item);
            }
            let id = crate::companion::id_of(code.schema.layout, &item);
            key = (id.1, id.2);
            payload = Payload::Item(item);
        }
        if recounted::may_expire(code) {
            let mut item = payload.to_item()?;
            if recounted::note_expired(code, db.now(), &mut item) {
                payload = Payload::Item(item);
            }
        }
        let target = Target::new(db, operation, code.schema, key)?;
        if guard.exists != Some(false) && fixed::has_fixed(code.schema) {
            guard.fixed = fixed::Fixed::of(code.schema, &payload.to_item()?);
        }
        guard.require_current(code.schema);
        Ok(Self { code, target, action: Action::Put(payload), guard, returns: Returns::Nothing, filled })
    }

    /// Creates a write of an item by its key.
    pub(crate) fn by_key(
        db: &Db,
        code: &'static EntityCode,
        operation: &'static str,
        key: Result<(String, Option<String>), Error>,
        action: Action,
        guard: Guard,
    ) -> Result<Self, Error> {
        let target = Target::new(db, operation, code.schema, key?)?;
        let guard = guard.owned_by(code);
        Ok(Self { code, target, action, guard, returns: Returns::Nothing, filled: Vec::new() })
    }

    /// Requires that the numbers which count items of the table are those of the whole item that is written: an item that
    /// was read before must not take back what was counted since.
    pub(crate) fn expecting(mut self, table: &TableSchema) -> Result<Self, Error> {
        let Action::Put(payload) = &self.action else { return Ok(self) };
        let (schema, item) = (self.code.schema, payload.to_item()?);
        let counted = schema.fields.iter().filter(|field| table.counts(schema, field.field));
        let zero = || AttributeValue::N("0".to_owned());
        let numbers = counted.filter_map(|field| field.attribute);
        self.guard.numbers = numbers.map(|name| (name, item.get(name).cloned().unwrap_or_else(zero))).collect();
        self.guard.require_current(schema);
        Ok(self)
    }

    /// Sets `updated_at` to the current time, even if the item has a value for it.
    pub(crate) fn touch(mut self, db: &Db) -> Result<Self, Error> {
        if let Action::Put(payload) = &self.action {
            let item = managed::fill(self.code, db.now(), payload.to_item()?, true, &mut self.filled)?;
            self.action = Action::Put(Payload::Item(item));
        }
        Ok(self)
    }

    /// Writes only if the existing item satisfies `condition`.
    pub(crate) fn when(&mut self, condition: Node) {
        self.guard.and(condition, self.code.schema);
        self.target.request.condition = self.guard.describe(self.code.schema);
    }

    /// Returns the companions of the item, unless the write does not change it.
    pub(crate) fn companions(&self) -> Option<&'static CompanionCode> {
        match self.action {
            Action::Check => None,
            _ => self.code.companions.as_ref(),
        }
    }

    /// Returns whether one request suffices: there are no companions, and the existing item need not be known.
    pub(crate) fn is_plain(&self) -> bool {
        let needs_current =
            self.code.schema.version > 0 && (matches!(self.action, Action::Update(..)) || self.guard.looks_inside());
        let is_upsert = matches!(self.action, Action::Upsert(_));
        self.companions().is_none() && !needs_current && !self.rewrites() && !is_upsert
    }

    /// Returns whether the new item is computed from the whole existing one.
    fn rewrites(&self) -> bool {
        matches!(self.action, Action::SoftDelete(..) | Action::Restore(_))
    }

    /// Returns whether the write fits into a batch, which has neither conditions nor companions.
    pub(crate) fn fits_batch(&self) -> bool {
        self.companions().is_none() && !self.guard.is_conditional()
    }
}
