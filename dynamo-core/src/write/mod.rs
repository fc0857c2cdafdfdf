//! Writes: one plan for all of them, whether they are sent alone, in a transaction or in a batch.
//!
//! A [`Write`] is what the caller asked for. It becomes a [`WriteRequest`] once the existing item is known.

mod batch;
mod build;
mod clauses;
mod counters;
mod execute;
mod fetch;
mod fixed;
mod limits;
mod managed;
mod merged;
mod patch;
mod pending;
mod plan;
mod reconcile;
mod record;
mod request;
mod send;
mod settle;
mod soft_delete;
mod steps;
mod token;
mod upgrade;
mod upsert;

use std::time::Duration;

use crate::codec::{AttributeValue, Item};
use crate::db::Db;
use crate::entity::{CompanionCode, EntityCode};
use crate::error::Error;
use crate::expr::{Changes, Node};
use crate::key::Timestamp;
use crate::schema::TableSchema;

pub(crate) use batch::BatchWrites;
pub(crate) use clauses::{Clause, Clauses, Presence};
pub(crate) use counters::{Counter, Expiring, SEEN_MAX, count_off};
pub(crate) use execute::{Sending, execute, execute_one};
pub(crate) use fetch::read_all;
pub(crate) use reconcile::{Reconciled, is_consistent, reconcile, reconcile_orphan};
pub(crate) use request::{Payload, Target, transaction_request};
pub(crate) use send::Unsent;
pub(crate) use soft_delete::attributes as soft_delete_attributes;
pub(crate) use upgrade::store_upgraded;
pub(crate) use upsert::UpsertItem;

/// The item before and after a write.
#[derive(Debug, Default, Clone)]
pub(crate) struct Written {
    pub(crate) old: Option<Item>,
    pub(crate) new: Option<Item>,
}

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
    /// What it requires of the existing item.
    pub(crate) clauses: Clauses,
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
    Upsert(Box<UpsertItem>),
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
        presence: Presence,
    ) -> Result<Self, Error> {
        let mut clauses = Clauses::new(code, presence);
        clauses.require_alive(code.schema);
        clauses.require_not_later(code.schema);
        let mut payload = Payload::from_buffer(json?);
        let is_over = presence != Presence::Forbidden;
        let counts_up = is_over && managed::version(code.schema).is_some();
        let json = payload.json().unwrap_or_default();
        let mut key = crate::entity::key_of_json(code.schema.layout, json).map_err(Error::unreadable)?;
        soft_delete::refuse_deleted(code.schema, json, || Target::new(db, operation, code.schema, key.clone()))?;
        let is_open = managed::may_be_open(code.schema, json);
        let mut filled = Vec::new();
        if counts_up || is_open {
            let mut item = managed::fill(code, db.now(), payload.to_item()?, false, &mut filled)?;
            if counts_up && let Some(same) = managed::advance(code.schema, &mut item) {
                clauses.add(Clause::Version, same);
            }
            let id = crate::companion::id_of(code.schema.layout, &item);
            key = (id.1, id.2);
            payload = Payload::Item(item);
        }
        if counters::may_expire(code) {
            let mut item = payload.to_item()?;
            if counters::note_expired(code, db.now(), &mut item) {
                payload = Payload::Item(item);
            }
        }
        let target = Target::new(db, operation, code.schema, key)?;
        if is_over && fixed::has_fixed(code.schema) {
            fixed::require_all(&mut clauses, code.schema, &payload.to_item()?);
        }
        if clauses.look_inside() {
            clauses.require_upgraded(code.schema);
        }
        Ok(Self { code, target, action: Action::Put(payload), clauses, returns: Returns::Nothing, filled })
    }

    /// Creates a write of an item by its key.
    pub(crate) fn by_key(
        db: &Db,
        code: &'static EntityCode,
        operation: &'static str,
        key: Result<(String, Option<String>), Error>,
        action: Action,
        presence: Presence,
    ) -> Result<Self, Error> {
        let target = Target::new(db, operation, code.schema, key?)?;
        let mut clauses = Clauses::new(code, presence);
        if matches!(action, Action::Update(..) | Action::Check) {
            clauses.require_alive(code.schema);
        }
        if let Action::Update(..) = action {
            clauses.require_upgraded(code.schema);
        }
        Ok(Self { code, target, action, clauses, returns: Returns::Nothing, filled: Vec::new() })
    }

    /// Requires that the numbers which count items of the table are those of the whole item that is written: an item that
    /// was read before must not take back what was counted since.
    pub(crate) fn expecting(mut self, table: &TableSchema) -> Result<Self, Error> {
        let Action::Put(payload) = &self.action else { return Ok(self) };
        let (schema, item) = (self.code.schema, payload.to_item()?);
        let counted = schema.fields.iter().filter(|field| table.counts(schema, field.field));
        let zero = || AttributeValue::N("0".to_owned());
        for name in counted.filter_map(|field| field.attribute) {
            let same = managed::is_number(name, item.get(name).cloned().unwrap_or_else(zero));
            self.clauses.add(Clause::Version, same);
        }
        self.require(self.clauses.presence);
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

    /// Requires that an item exists, or that none does.
    pub(crate) fn require(&mut self, presence: Presence) {
        self.clauses.presence = presence;
        if self.clauses.look_inside() {
            self.clauses.require_upgraded(self.code.schema);
        }
    }

    /// Requires the value of the immutable field that is stored as `attribute`.
    pub(crate) fn require_fixed(&mut self, attribute: &str, value: Option<&AttributeValue>) {
        fixed::require_one(&mut self.clauses, self.code.schema, attribute, value);
    }

    /// Writes only if the existing item satisfies `condition`.
    pub(crate) fn when(&mut self, condition: Node) {
        self.clauses.give(condition, self.code.schema);
        self.target.request.condition = self.clauses.describe(self.code.schema);
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
            self.code.schema.version > 1 && (matches!(self.action, Action::Update(..)) || self.clauses.look_inside());
        let is_upsert = matches!(self.action, Action::Upsert(_));
        self.companions().is_none()
            && !needs_current
            && !self.rewrites()
            && !is_upsert
            && !self.meets_null()
            && !self.moves_keys()
    }

    /// Returns whether the existing item decides what an update has to say, since `NULL` is none in its table.
    fn meets_null(&self) -> bool {
        self.given().is_some_and(|(changes, _)| changes.meets_null(self.code.schema))
    }

    /// Returns whether the new item is computed from the whole existing one.
    fn rewrites(&self) -> bool {
        matches!(self.action, Action::SoftDelete(..) | Action::Restore(_))
    }

    /// Returns whether the write fits into a batch, which has neither conditions nor companions.
    pub(crate) fn fits_batch(&self) -> bool {
        self.companions().is_none() && !self.clauses.is_conditional()
    }
}
