//! What a recount knew of records that had expired, for events of the stream that are delivered after it.
//!
//! DynamoDB deletes an expired record at some time, and its stream tells so at a later one. A recount in between has found
//! the record or has not; only in the first case it is still to be counted off. So a recount remembers the expired records
//! that it found, and a record that is written with an expiry in the past says when: since the recount began, it was there
//! after it.
//!
//! Two things cannot be told: that another program moved an expiry into the past since a recount, and that a record was
//! written so while a recount went on, and deleted before the recount came to it. Then the number is off by one:
//! `verify` reports it, and `repair` sets it.

use super::request::WriteRequest;
use super::token::TokenItem;
use crate::codec::{AttributeValue, Item};
use crate::companion::{Companion, Id, id_of, id_text};
use crate::db::Db;
use crate::entity::{CompanionKind, EntityCode};
use crate::error::Error;
use crate::expr::Changes;
use crate::key::Timestamp;
use crate::schema::reserved::EXPIRED;
use crate::schema::{Role, TableLayout};
use crate::wire::Meter;

const AT: &str = "at";
const FROM: &str = "from";
const SEEN: &str = "seen";

/// The most expired records that a recount remembers: as many as fit into an item.
pub(crate) const SEEN_MAX: usize = 5_000;

/// A record that has an expiry.
#[derive(Debug, Clone)]
pub(crate) struct Expiring {
    /// In seconds since 1970.
    pub(crate) until: i64,
    record: String,
    /// When it was written after its expiry, in milliseconds since 1970.
    written: Option<i64>,
}

/// Returns the attribute of the expiry of an entity's records, if they are counted and have one.
fn expiry(code: &EntityCode) -> Option<&'static str> {
    let counts = code.companions.is_some_and(|companions| companions.kinds.iter().any(CompanionKind::is_counter));
    let ttl = code.schema.fields.iter().find(|field| field.role == Role::Ttl)?.attribute;
    ttl.filter(|_| counts)
}

/// Returns whether records of the entity are counted, and may expire.
pub(super) fn may_expire(code: &EntityCode) -> bool {
    expiry(code).is_some()
}

/// Notes in a counted record that it is written after its expiry; returns whether it is.
pub(super) fn note_expired(code: &EntityCode, now: Timestamp, item: &mut Item) -> bool {
    let until = expiry(code).and_then(|ttl| number(item.get(ttl)?));
    let is_past = until.is_some_and(|until| until <= now.epoch_second());
    if is_past {
        item.insert(EXPIRED.to_owned(), AttributeValue::N(now.as_millis().to_string()));
    }
    is_past
}

/// Notes the same for an update that sets the expiry of a counted record, unless it lies in the future.
pub(super) fn note_expiry(code: &EntityCode, now: Timestamp, changes: &mut Changes) {
    let Some(ttl) = expiry(code).filter(|ttl| changes.roots().any(|root| root == *ttl)) else { return };
    let until = changes.given_value(ttl).and_then(number);
    if until.is_none_or(|until| until <= now.epoch_second()) {
        changes.set_value(EXPIRED, AttributeValue::N(now.as_millis().to_string()));
    }
}

fn number(value: &AttributeValue) -> Option<i64> {
    value.as_n().ok()?.parse().ok()
}

impl Expiring {
    pub(crate) fn of(layout: &'static TableLayout, item: &Item) -> Option<Self> {
        let until = number(item.get(layout.ttl?)?)?;
        // A record that is created again expires at another time.
        let record = super::token::hash(&format!("{} {until}", id_text(&id_of(layout, item))));
        Some(Self { until, record, written: item.get(EXPIRED).and_then(number) })
    }
}

/// The memory of a recount of one number.
pub(super) struct Recounted {
    token: TokenItem,
    found: Option<Item>,
}

impl Recounted {
    fn token(db: &Db, layout: &'static TableLayout, id: &Id, attribute: &str) -> Result<TokenItem, Error> {
        TokenItem::of_event(db, &format!("recounted#{attribute}#{}", id_text(id)), layout)
    }

    /// Builds the request that remembers a recount which began at `from` and ended at `at`, and the expired records that it
    /// found.
    pub(super) fn remember(
        db: &Db,
        (layout, id, attribute): (&'static TableLayout, &Id, &str),
        (from, at): (Timestamp, i64),
        expiring: &[Expiring],
    ) -> Result<WriteRequest, Error> {
        let mut seen: Vec<_> = expiring.iter().filter(|one| one.until <= at).map(|one| one.record.clone()).collect();
        seen.sort();
        seen.dedup();
        let mut memory = Item::from([
            (AT.to_owned(), AttributeValue::N(at.to_string())),
            (FROM.to_owned(), AttributeValue::N(from.as_millis().to_string())),
        ]);
        if !seen.is_empty() {
            memory.insert(SEEN.to_owned(), AttributeValue::Ss(seen));
        }
        Ok(Self::token(db, layout, id, attribute)?.remembering(AttributeValue::M(memory)))
    }

    /// Reads what the last recount of a number remembers.
    pub(super) async fn of(db: &Db, counter: &Companion, attribute: &str, meter: &Meter) -> Result<Self, Error> {
        let token = Self::token(db, counter.schema.layout, &counter.id, attribute)?;
        let found = token.find(db, meter).await?;
        Ok(Self { token, found })
    }

    /// Returns whether a record that expired is part of the number.
    pub(super) fn includes(&self, record: Option<&Expiring>) -> bool {
        let memory = self.found.as_ref().and_then(|item| TokenItem::memory(item));
        let (Some(memory), Some(record)) = (memory, record) else { return true };
        let at = memory.get(AT).and_then(number).unwrap_or(i64::MIN);
        let from = memory.get(FROM).and_then(number).unwrap_or(i64::MAX);
        let seen = memory.get(SEEN).and_then(|seen| seen.as_ss().ok());
        let was_there = record.until > at || record.written.is_some_and(|written| written >= from);
        was_there || seen.is_some_and(|seen| seen.contains(&record.record))
    }

    /// Builds the check that there was no other recount since.
    pub(super) fn still(&self) -> WriteRequest {
        self.token.still(self.found.as_ref())
    }
}
