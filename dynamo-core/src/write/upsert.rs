//! Upserts: creates an item and changes it, or changes the item that exists.
//!
//! One update does both where it can: each attribute of the new item is set unless it exists, on the condition that an
//! existing item has all of them, so that nothing which it left out is filled. Where that condition fails, or where there is
//! no such update, the item is read, and created or changed on the condition that it is still so.

use super::execute::{Written, execute};
use super::managed::touched;
use super::request::{WriteKind, WriteRequest};
use super::send::send_one;
use super::{Action, Guard, Payload, Returns, Sending, Unsent, Write};
use crate::codec::{Item, same_item};
use crate::db::Db;
use crate::entity::{EntityCode, version_of};
use crate::error::Error;
use crate::expr::{Changes, Placeholders, Single};
use crate::key::Timestamp;
use crate::schema::reserved::REVISION;
use crate::wire::Meter;

/// An item to create, and the changes of it or of the one that exists.
#[derive(Clone)]
pub(crate) struct Upsert {
    pub(super) item: Payload,
    pub(crate) changes: Changes,
    pub(super) now: Timestamp,
    /// Whether the existing item is read first in any case.
    reads: bool,
}

impl Upsert {
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
        let create = Self::put(db, code, "upsert", json, Guard::exists(false).alive(schema))?;
        let Action::Put(item) = create.action else {
            return Err(Error::refused("a write became another one", "report this as a bug"));
        };
        let action = Action::Upsert(Box::new(Upsert { item, changes: Changes::new(), now: db.now(), reads }));
        Ok(Self { action, guard: Guard::of_upsert(schema).owned_by(code), ..create })
    }

    /// Returns whether an upsert needs the existing item before it can be sent.
    pub(super) fn upsert_needs_old(&self, upsert: &Upsert) -> bool {
        upsert.reads
            || upsert.changes.is_empty()
            || self.companions().is_some()
            || self.returns == Returns::Old
            || !matches!(self.single(upsert), Ok(Some(_)) | Err(_))
    }

    /// Returns the item that an upsert creates.
    pub(super) fn created(&self, upsert: &Upsert) -> Result<Item, Error> {
        self.changes()?.evaluate(self.code.schema, &upsert.item()?)
    }

    /// Builds the request that creates the item, once it is known that there is none.
    pub(super) fn create_request(&self, item: Item) -> Result<WriteRequest, Error> {
        let schema = self.code.schema;
        let guard = Guard::exists(false).alive(schema).owned_by(self.code);
        let mut placeholders = Placeholders::default();
        let condition = guard.render(schema, &mut placeholders)?;
        let kind = WriteKind::Put(Payload::Item(item));
        Ok(WriteRequest::new(kind, &self.target).with(condition, placeholders).guarded(guard))
    }

    /// Builds the one request that creates the item or changes the one that exists; also returns the attributes that the
    /// latter must have. `None` if DynamoDB has no such request.
    pub(super) fn single(&self, upsert: &Upsert) -> Result<Option<(WriteRequest, Vec<String>)>, Error> {
        let (schema, mut placeholders) = (self.code.schema, Placeholders::default());
        let mut changes = self.changes()?;
        if self.may_have_revision() {
            changes.remove_value(REVISION);
        }
        let single = changes.render_over(schema, &upsert.item()?, &mut placeholders)?;
        let Some(Single { expression, needed }) = single else { return Ok(None) };
        let mut guard = self.guard.clone();
        guard.fixed.hold(&changes.held);
        let condition =
            guard.node(schema).map(|node| node.or_absent(schema, &needed, &mut placeholders)).transpose()?;
        let kind = WriteKind::Update { key: self.target.key(), expression };
        let request = WriteRequest::new(kind, &self.target).with(condition.flatten(), placeholders);
        let request = request.guarded(guard);
        // A wide item has more attributes than an expression may name.
        Ok(if matches!(request.check(), Err(Error::Refused(_))) { None } else { Some((request, needed)) })
    }

    /// Returns whether an unanswered attempt of an upsert created the item that was found.
    pub(super) fn is_created(&self, upsert: &Upsert, found: &Item) -> bool {
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

/// Executes an upsert: in one request if that suffices.
pub(super) async fn execute_upsert(db: &Db, mut write: Write, meter: &Meter) -> Result<Written, Error> {
    let Action::Upsert(upsert) = &write.action else { return Ok(Written::default()) };
    if !write.upsert_needs_old(upsert)
        && let Some((request, needed)) = write.single(upsert)?
    {
        let schema = write.code.schema;
        match send_one(db, &request, write.returns, !write.is_repeatable(), meter).await {
            Ok(new) => return Ok(Written { old: None, new }),
            // The item lacks what the request would have filled, or has an old schema version.
            Err(Error::ConditionFailed(failure))
                if failure.item.as_ref().is_some_and(|item| {
                    needed.iter().any(|name| !item.contains_key(name)) || version_of(item) < schema.version
                }) => {}
            Err(error) => return Err(error),
        }
        meter.retried();
    }
    if let Action::Upsert(upsert) = &mut write.action {
        upsert.reads = true;
    }
    match Box::pin(execute(db, std::slice::from_ref(&write), Sending::One, meter)).await {
        Ok(written) => Ok(written.into_iter().next().unwrap_or_default()),
        Err(unsent) => Err(one_error(unsent)),
    }
}

/// Returns the error of the only write.
pub(super) fn one_error(unsent: Unsent) -> Error {
    match unsent {
        Unsent::Cancelled(reasons) if reasons.iter().flatten().count() == 1 => {
            reasons.into_iter().flatten().next().unwrap_or_else(|| Unsent::Cancelled(Vec::new()).into_error())
        }
        unsent => unsent.into_error(),
    }
}
