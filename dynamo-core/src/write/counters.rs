//! Counters set to the number of their records, and taken down when DynamoDB deletes records that expired.
//!
//! DynamoDB deletes an expired record at some time, and its stream tells so at a later one. A recount in between has found
//! the record or has not; only in the first case it is still to be counted off. So a recount remembers the expired records
//! that it found, and a record that is written with an expiry in the past says when: since the recount began, it was there
//! after it.
//!
//! Two things cannot be told: that another program moved an expiry into the past since a recount, and that a record was
//! written so while a recount went on, and deleted before the recount came to it. Then the number is off by one:
//! `verify` reports it, and `repair` sets it.

use super::Returns;
use super::clauses::Clauses;
use super::fetch::read_with_revision;
use super::request::{Act, Target, WriteRequest};
use super::send::{Unsent, alone, new_token, transaction};
use super::steps::count_request;
use super::token::{TokenItem, hash};
use super::upgrade::{renew, renew_counter};
use crate::codec::{AttributeValue, Item};
use crate::companion::{Companion, CompanionStep, Id, Pending, derive, diff, id_of, id_text, number_of, timed_keys};
use crate::db::Db;
use crate::entity::{CompanionKind, EntityCode, current};
use crate::error::Error;
use crate::expr::{Changes, Node};
use crate::key::Timestamp;
use crate::schema::reserved::{EXPIRED, REVISION};
use crate::schema::{EntitySchema, Role, TableLayout};
use crate::wire::{Meter, Retry};

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
        let record = hash(&format!("{} {until}", id_text(&id_of(layout, item))));
        Some(Self { until, record, written: item.get(EXPIRED).and_then(number) })
    }
}

/// The memory of a recount of one number.
struct Recounted {
    token: TokenItem,
    found: Option<Item>,
}

impl Recounted {
    fn token(db: &Db, schema: &'static EntitySchema, id: &Id, attribute: &str) -> Result<TokenItem, Error> {
        TokenItem::of_event(db, &format!("recounted#{attribute}#{}", id_text(id)), schema)
    }

    /// Builds the request that remembers a recount which began at `from` and ended at `at`, and the expired records that it
    /// found.
    fn remember(
        db: &Db,
        (schema, id, attribute): (&'static EntitySchema, &Id, &str),
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
        Self::token(db, schema, id, attribute)?.remembering(AttributeValue::M(memory))
    }

    /// Reads what the last recount of a number remembers.
    async fn of(db: &Db, counter: &Companion, attribute: &str, meter: &Meter) -> Result<Self, Error> {
        let token = Self::token(db, counter.schema, &counter.id, attribute)?;
        let found = token.find(db, meter).await?;
        Ok(Self { token, found })
    }

    /// Returns whether a record that expired is part of the number.
    fn includes(&self, record: Option<&Expiring>) -> bool {
        let memory = self.found.as_ref().and_then(|item| TokenItem::memory(item));
        let (Some(memory), Some(record)) = (memory, record) else { return true };
        let at = memory.get(AT).and_then(number).unwrap_or(i64::MIN);
        let from = memory.get(FROM).and_then(number).unwrap_or(i64::MAX);
        let seen = memory.get(SEEN).and_then(|seen| seen.as_ss().ok());
        let was_there = record.until > at || record.written.is_some_and(|written| written >= from);
        was_there || seen.is_some_and(|seen| seen.contains(&record.record))
    }

    /// Builds the check that there was no other recount since.
    fn still(&self) -> Result<WriteRequest, Error> {
        self.token.still(self.found.as_ref())
    }
}

/// A counter, the number of its records and, if records may expire, those of them that do.
pub(crate) type Recount<'a> = (&'a Counter, u64, Option<Vec<Expiring>>);

/// One number of a counter.
#[derive(Debug, Clone)]
pub(crate) struct Counter {
    pub(crate) schema: &'static EntitySchema,
    pub(crate) code: &'static EntityCode,
    pub(crate) id: Id,
    /// The attribute of the number.
    pub(crate) attribute: &'static str,
    /// The attributes of a new counter; `None` if it is within a record of its own, which counting does not create.
    pub(crate) fresh: Option<Item>,
}

impl Counter {
    /// Returns the number of a counter that was read.
    pub(crate) fn number(&self, item: Option<&Item>) -> u64 {
        // An older schema version may have the number under another name.
        let upgraded = item.and_then(|item| current(self.code, item).ok().flatten());
        u64::try_from(number_of(upgraded.as_ref().or(item), self.attribute)).unwrap_or_default()
    }

    fn target(&self, db: &Db) -> Result<Target, Error> {
        Target::new(db, "repair", self.schema, (self.id.1.clone(), self.id.2.clone()))
    }

    /// Reads the counter and marks it with a revision, which counting removes. One of an older schema version is upgraded
    /// first.
    pub(crate) async fn watch(&self, db: &Db, meter: &Meter) -> Result<Option<Item>, Error> {
        let target = self.target(db)?;
        let mut found = read_with_revision(db, &target, meter).await?;
        while let Some(item) = &found
            && current(self.code, item)?.is_some()
        {
            renew(db, self.code, item, meter).await?;
            found = read_with_revision(db, &target, meter).await?;
        }
        Ok(found)
    }

    /// Sets the numbers of an item that was [watched](Self::watch); returns false if it has changed since. `span` says when
    /// the recount began, and when it ended, in seconds since 1970.
    pub(crate) async fn set(
        &self,
        db: &Db,
        watched: Option<&Item>,
        numbers: &[Recount<'_>],
        span: (Timestamp, i64),
        meter: &Meter,
    ) -> Result<bool, Error> {
        let target = self.target(db)?;
        let mut changes = Changes::new();
        for (counter, number, _) in numbers {
            changes.set_value(counter.attribute, AttributeValue::N(number.to_string()));
        }
        if watched.is_none() {
            let (fresh, now) = (self.fresh.as_ref(), db.now());
            let keys = fresh.map(|fresh| timed_keys(self.code, &self.id, self.attribute, fresh, now)).transpose()?;
            for (name, key, _) in keys.into_iter().flatten() {
                changes.set_value(name, key);
            }
            for (name, value) in self.fresh.iter().flatten() {
                changes.set_value(name.clone(), value.clone());
            }
            for field in self.schema.fields {
                match (field.role, field.attribute) {
                    (Role::CreatedAt | Role::UpdatedAt, Some(name)) => {
                        changes.set_value(name, now.as_attribute(field.ty));
                    }
                    (Role::Version, Some(name)) => changes.set_value(name, AttributeValue::N("1".to_owned())),
                    _ => {}
                }
            }
        }
        changes.remove_value(REVISION);
        let unchanged = match watched {
            Some(item) => Node::same(REVISION, Some(item.get(REVISION).unwrap_or(&AttributeValue::Null(true)))),
            None => Node::absent(self.schema.layout.pk.name.text),
        };
        let act = Act::Update(target.key(), changes);
        let mut requests = vec![WriteRequest::new(act, &target, Clauses::unchanged(Some(unchanged)))?];
        for (counter, _, expiring) in numbers {
            if let Some(expiring) = expiring {
                let counter = (counter.schema, &counter.id, counter.attribute);
                requests.push(Recounted::remember(db, counter, span, expiring)?);
            }
        }
        let sent = match &requests[..] {
            // Sent again after a lost answer, it fails, and another run finds the right number.
            [one] => alone(db, one, Returns::Nothing, false, meter).await.map(drop),
            all => match transaction(db, all, &new_token(), meter).await {
                Err(Unsent::Cancelled(reasons)) if matches!(&reasons[..], [Some(Error::ConditionFailed(_)), ..]) => {
                    return Ok(false);
                }
                sent => sent.map_err(Unsent::into_error),
            },
        };
        match sent {
            Ok(()) => Ok(true),
            Err(Error::ConditionFailed(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Takes a record off its counters, once for each event, however often it is delivered; returns how many changed. A number
/// that was recounted after the record had gone does not include it.
pub(crate) async fn count_off(
    db: &Db,
    code: &'static EntityCode,
    old: &Item,
    event: &str,
    meter: &Meter,
) -> Result<u64, Error> {
    // Its deletion had begun, and with that it was taken off.
    if Pending::is_gone(old) {
        return Ok(0);
    }
    let steps = diff(derive(code, old)?, Vec::new(), false).bound;
    let expiring = Expiring::of(code.schema.layout, old);
    let mut counted = 0;
    for (i, step) in steps.into_iter().enumerate() {
        let CompanionStep::Count(counter, by) = step else { continue };
        let token = TokenItem::of_event(db, &format!("{event}#{i}"), code.schema)?;
        let mut retry = Retry::new();
        loop {
            let (mut by, mut checks) = (by.clone(), Vec::new());
            for attribute in by.keys().copied().collect::<Vec<_>>() {
                let recounted = Recounted::of(db, &counter, attribute, meter).await?;
                if !recounted.includes(expiring.as_ref()) {
                    by.remove(attribute);
                } else if expiring.is_some() {
                    checks.push(recounted.still()?);
                }
            }
            if by.is_empty() {
                break;
            }
            let requests = [count_request(db, &counter, &by, None)?, token.request()?];
            let requests: Vec<_> = requests.into_iter().chain(checks).collect();
            match transaction(db, &requests, &new_token(), meter).await {
                Ok(()) => counted += 1,
                Err(Unsent::Cancelled(reasons)) if reasons.iter().flatten().all(is_condition) => {
                    // It was recounted meanwhile.
                    if reasons.iter().skip(2).any(Option::is_some) && retry.again(meter).await {
                        continue;
                    }
                    let found = reasons.into_iter().next().flatten();
                    let item = found.as_ref().and_then(Error::failure).and_then(|failure| failure.item.as_ref());
                    if let Some(item) = item
                        && renew_counter(db, &counter, item, meter).await?
                    {
                        continue;
                    }
                    // It was delivered before, or there is nothing left to take away.
                }
                Err(unsent) => return Err(unsent.into_error()),
            }
            break;
        }
    }
    Ok(counted)
}

fn is_condition(error: &Error) -> bool {
    matches!(error, Error::ConditionFailed(_) | Error::Exists(_) | Error::NotFound(_))
}
