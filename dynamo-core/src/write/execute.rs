//! Executes writes together with their companions, retrying on contention.

use super::clauses::{Clause, Presence};
use super::pending::complete;
use super::plan::{Observed, Plan};
use super::record::RecordWrite;
use super::request::Payload;
use super::send::{Unsent, alone, is_reason, new_token, send_one, transaction};
use super::settle::settle;
use super::token::Token;
use super::upgrade::renew;
use super::{Action, Returns, Write, Written};
use crate::codec::{Item, same_item};
use crate::db::Db;
use crate::entity::version_of;
use crate::error::Error;
use crate::wire::{Meter, Retry};

/// How writes are sent.
pub(crate) enum Sending {
    /// One write, which need not be a transaction if it has no companions.
    One,
    /// As a transaction, with the caller's token if there is one.
    Transaction(Option<String>),
}

/// Executes one write: in one request if that suffices.
pub(crate) async fn execute_one(db: &Db, mut write: Write, meter: &Meter) -> Result<Written, Error> {
    if write.is_plain() {
        return match execute_plain(db, &write, meter).await {
            // The item is another entity's.
            Err(Error::Exists(_)) if write.is_moot_without_item() => Ok(Written::default()),
            written => written,
        };
    }
    if let Action::Upsert(_) = write.action
        && let Some(written) = Box::pin(execute_single(db, &mut write, meter)).await?
    {
        return Ok(written);
    }
    // Boxed, so that the future of a plain write stays small.
    match Box::pin(execute(db, std::slice::from_ref(&write), Sending::One, meter)).await {
        Ok(written) => Ok(written.into_iter().next().unwrap_or_default()),
        Err(unsent) => Err(unsent.into_error_of_one()),
    }
}

/// Executes a write that has no companions, in one request.
async fn execute_plain(db: &Db, write: &Write, meter: &Meter) -> Result<Written, Error> {
    let request = write.request(None, None, None)?;
    let returns = write.returns;
    let once = match write.action {
        // A put recognizes its own item.
        Action::Put(_) => returns == Returns::Old,
        _ => !write.is_repeatable(),
    };
    let new = || match (&write.action, returns) {
        (Action::Put(payload), Returns::New) => payload.to_item().map(Some),
        _ => Ok(None),
    };
    match send_one(db, &request, returns, once, meter).await {
        Ok(attributes) if returns == Returns::Old => Ok(Written { old: attributes, new: None }),
        Ok(attributes) => Ok(Written { old: None, new: new()?.or(attributes) }),
        Err(Error::Exists(failure) | Error::VersionConflict(failure))
            if failure.maybe_applied && is_own(write, failure.item.as_ref()) =>
        {
            Ok(Written { old: None, new: new()? })
        }
        Err(error) => Err(error),
    }
}

/// Returns whether the existing item is the one that an unanswered attempt wrote.
fn is_own(write: &Write, found: Option<&Item>) -> bool {
    let may_find_own = write.clauses.presence == Presence::Forbidden || write.clauses.has(Clause::Version);
    match (&write.action, found) {
        (Action::Put(payload), Some(found)) if may_find_own => is_same(payload, found),
        _ => false,
    }
}

fn is_same(payload: &Payload, found: &Item) -> bool {
    payload.to_item().is_ok_and(|own| same_item(&own, found))
}

/// Executes an upsert in one request; returns `None` if there is no such request, or if the existing item has to be read.
async fn execute_single(db: &Db, write: &mut Write, meter: &Meter) -> Result<Option<Written>, Error> {
    let Action::Upsert(upsert) = &write.action else { return Ok(None) };
    if !write.upsert_needs_old(upsert)
        && let Some((request, needed)) = write.single(upsert)?
    {
        match send_one(db, &request, write.returns, !write.is_repeatable(), meter).await {
            Ok(new) => return Ok(Some(Written { old: None, new })),
            // The item lacks what the request would have filled, or has an old schema version.
            Err(Error::ConditionFailed(failure))
                if failure.item.as_ref().is_some_and(|item| {
                    needed.iter().any(|name| !item.contains_key(name)) || version_of(item) < write.code.schema.version
                }) => {}
            Err(error) => return Err(error),
        }
        meter.retried();
    }
    if let Action::Upsert(upsert) = &mut write.action {
        upsert.reads = true;
    }
    Ok(None)
}

impl Write {
    /// Returns whether the existing item is just what is to be written.
    fn is_applied(&self, found: Option<&Item>) -> bool {
        match (&self.action, found) {
            (Action::Put(payload), Some(found)) => is_same(payload, found),
            (Action::Upsert(upsert), Some(found)) => self.is_created(upsert, found),
            _ => false,
        }
    }
}

/// Executes all writes with all of their companions, or none.
pub(crate) async fn execute(
    db: &Db,
    writes: &[Write],
    sending: Sending,
    meter: &Meter,
) -> Result<Vec<Written>, Unsent> {
    let (one, token) = match sending {
        Sending::One => (true, None),
        Sending::Transaction(token) => (false, token),
    };
    let token = token.map(|text| Token::new(db, text, writes)).transpose().map_err(Unsent::Failed)?;
    let mut records: Vec<_> = writes.iter().map(RecordWrite::new).collect();
    let unsent = match attempts(db, &mut records, one, token.as_ref(), meter).await {
        Ok(written) => return Ok(written),
        Err(unsent) => unsent,
    };
    for record in records.iter().filter(|record| record.has_dropped()) {
        // Writes again what was deleted ahead. If that fails too, the record stays pending.
        let _ = settle(db, record.write, meter).await;
    }
    match token {
        Some(token) => token.explain(db, unsent, writes, meter).await.map(|()| vec![Written::default(); writes.len()]),
        None => Err(unsent),
    }
}

async fn attempts(
    db: &Db,
    records: &mut [RecordWrite<'_>],
    one: bool,
    token: Option<&Token>,
    meter: &Meter,
) -> Result<Vec<Written>, Unsent> {
    let token_item = token.and_then(|token| token.item.as_ref());
    let (mut observed, mut race, mut ambiguous) = (Observed::default(), Retry::of_race(), false);
    loop {
        for record in &mut *records {
            record.settle(db, meter).await.map_err(Unsent::Failed)?;
        }
        if let (true, [record]) = (one, &*records)
            && record.is_moot()
        {
            return Ok(vec![Written::default()]);
        }
        let mut plan = Plan::new(db, records, &observed, token_item).map_err(Unsent::Failed)?;
        if let Some((at, drops)) = plan.ahead.take() {
            records[at].drop_ahead(db, drops, meter).await.map_err(|error| cancelled(records.len(), at, error))?;
            continue;
        }
        let sent = match (&plan.requests[..], &plan.remaining[..]) {
            ([request], []) if one && records[0].may_go_alone() && !request.is_check() => {
                let once = !records[0].write.is_repeatable();
                alone(db, request, Returns::Nothing, once, meter)
                    .await
                    .map(drop)
                    .map_err(|error| cancelled(1, 0, error))
            }
            (requests, _) => {
                // An attempt that was cancelled was not applied, and the token item remembers one that was.
                let given = token.filter(|token| race.is_first() || token.item.is_none());
                let text = given.map_or_else(new_token, |token| token.text.clone());
                transaction(db, requests, &text, meter).await
            }
        };
        let reasons = match sent {
            Ok(()) => {
                for remaining in plan.remaining {
                    complete(db, remaining, meter).await.map_err(Unsent::Failed)?;
                }
                return Ok(plan.written);
            }
            Err(Unsent::Failed(error)) => return Err(Unsent::Failed(error)),
            Err(Unsent::Cancelled(reasons)) => reasons,
        };
        ambiguous |= reasons.iter().flatten().filter_map(Error::failure).any(|failure| failure.maybe_applied);
        if let (true, true, [record], Some(Some(reason))) = (ambiguous, one, &*records, reasons.first())
            && record.write.is_applied(reason.failure().and_then(|failure| failure.item.as_ref()))
        {
            return Ok(plan.written);
        }
        let again = plan.observe(&reasons, records, &mut observed).map_err(Unsent::Failed)?;
        if !again || race.is_last() {
            let said = |error: Error| {
                let error = if ambiguous { error.after_ambiguity() } else { error };
                if again { contended(error) } else { error }
            };
            let reasons = plan.reasons(reasons, records).into_iter().map(|reason| reason.map(said));
            return Err(Unsent::Cancelled(reasons.collect()));
        }
        for (code, item) in observed.older.drain(..) {
            renew(db, code, &item, meter).await.map_err(Unsent::Failed)?;
        }
        let is_contention = reasons.iter().flatten().any(Error::is_retryable);
        if race.again_in_race(is_contention, meter).await {
            records.iter_mut().for_each(RecordWrite::forget);
        }
    }
}

/// Returns the error of one write, as that of a transaction if it is the failed condition of that write.
fn cancelled(len: usize, at: usize, error: Error) -> Unsent {
    if !is_reason(&error) {
        return Unsent::Failed(error);
    }
    Unsent::Cancelled((0..len).map(|of| (of == at).then(|| error.clone())).collect())
}

/// Turns a failed condition into a conflict, since other writers were faster each time.
fn contended(error: Error) -> Error {
    match error {
        Error::ConditionFailed(failure) | Error::Exists(failure) | Error::NotFound(failure) => Error::Conflict(failure),
        other => other,
    }
}
