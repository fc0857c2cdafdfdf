//! Executes writes together with their companions, retrying on contention.

use std::collections::HashSet;

use super::limits::{ITEM, item_size, value_size};
use super::plan::{Observed, Plan};
use super::request::WriteRequest;
use super::send::{Unsent, alone, new_token, send_one, transaction};
use super::settle::{Remaining, advance, complete, renew, settle};
use super::token::Token;
use super::upsert::{execute_upsert, one_error};
use super::{Action, Returns, Write};
use crate::codec::{Item, same_item};
use crate::companion::{CompanionStep, Diff, Id, Pending, derive, diff, unchanged};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Node, Path};
use crate::schema::reserved::PENDING;
use crate::wire::{Meter, pause};

/// How often a write starts over because another one was faster. Each time, that other write succeeded.
const RACES: u32 = 256;

/// How often it starts over immediately, with what it observed, before it waits and reads again.
const AT_ONCE: u32 = 16;

/// The item before and after a write.
#[derive(Debug, Default, Clone)]
pub(crate) struct Written {
    pub(crate) old: Option<Item>,
    pub(crate) new: Option<Item>,
}

impl Written {
    /// Returns whether the item has room for its pending state.
    pub(super) fn has_room_for(&self, pending: &Pending) -> bool {
        let mark = PENDING.len() + value_size(&pending.to_value());
        pending.drop.is_empty() || self.new.as_ref().map_or(0, item_size) + mark <= ITEM
    }
}

/// How writes are sent.
pub(crate) enum Sending {
    /// One write, which need not be a transaction if it has no companions.
    One,
    /// As a transaction, with the caller's token if there is one.
    Transaction(Option<String>),
}

/// The item that was read, if there was one.
#[derive(Debug, Clone)]
struct Old(Option<Item>);

/// One write, and what is known of its item.
pub(super) struct Entry<'a> {
    pub(super) write: &'a Write,
    /// The existing item, or `Some(None)` if there is none, once that was read.
    old: Option<Old>,
    /// Whether the item must be read although the write itself does not need it.
    forced: bool,
    /// The pointers that were deleted ahead of the write.
    dropped: HashSet<Id>,
    /// The item that it would delete is another entity's.
    pub(super) is_moot: bool,
}

/// Executes one write.
pub(crate) async fn execute_one(db: &Db, write: Write, meter: &Meter) -> Result<Written, Error> {
    if let Action::Upsert(_) = write.action {
        return Box::pin(execute_upsert(db, write, meter)).await;
    }
    if write.is_plain() {
        return match execute_plain(db, &write, meter).await {
            // The item is another entity's.
            Err(Error::Exists(_)) if write.is_moot_without_item() => Ok(Written::default()),
            written => written,
        };
    }
    // Boxed, so that the future of a plain write stays small.
    match Box::pin(execute(db, std::slice::from_ref(&write), Sending::One, meter)).await {
        Ok(written) => Ok(written.into_iter().next().unwrap_or_default()),
        Err(unsent) => Err(one_error(unsent)),
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
    let may_find_own = write.guard.exists == Some(false) || write.guard.version.is_some();
    match (&write.action, found) {
        (Action::Put(payload), Some(found)) if may_find_own => {
            payload.to_item().is_ok_and(|own| same_item(&own, found))
        }
        _ => false,
    }
}

impl Write {
    /// Returns whether the existing item is just what is to be written.
    fn is_applied(&self, found: Option<&Item>) -> bool {
        match (&self.action, found) {
            (Action::Put(payload), Some(found)) => payload.to_item().is_ok_and(|own| same_item(&own, found)),
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
    let mut entries: Vec<_> = writes.iter().map(Entry::new).collect();
    let unsent = match attempts(db, &mut entries, one, token.as_ref(), meter).await {
        Ok(written) => return Ok(written),
        Err(unsent) => unsent,
    };
    for entry in entries.iter().filter(|entry| !entry.dropped.is_empty()) {
        // Writes again what was deleted ahead. If that fails too, the record stays pending.
        let _ = settle(db, entry.write, meter).await;
    }
    match token {
        Some(token) => token.explain(db, unsent, writes, meter).await.map(|()| vec![Written::default(); writes.len()]),
        None => Err(unsent),
    }
}

async fn attempts(
    db: &Db,
    entries: &mut [Entry<'_>],
    one: bool,
    token: Option<&Token>,
    meter: &Meter,
) -> Result<Vec<Written>, Unsent> {
    let token_item = token.and_then(|token| token.item.as_ref());
    let mut observed = Observed::default();
    let (mut waits, mut ambiguous) = (false, false);
    for attempt in 0..RACES {
        for entry in &mut *entries {
            if entry.wants_old() {
                entry.old = Some(Old(settle(db, entry.write, meter).await.map_err(Unsent::Failed)?));
            }
        }
        if let (true, [entry]) = (one, &*entries)
            && matches!(entry.old, Some(Old(None)))
            && entry.write.is_moot_without_item()
        {
            return Ok(vec![Written::default()]);
        }
        let mut plan = Plan::new(db, entries, &observed, token_item).map_err(Unsent::Failed)?;
        if let Some((at, drops)) = plan.ahead.take() {
            entries[at].drop_ahead(db, drops, meter).await.map_err(|error| cancelled(entries.len(), at, error))?;
            continue;
        }
        let sent = match (&plan.requests[..], &plan.remaining[..]) {
            ([request], []) if one && entries[0].may_go_alone() && !request.is_check() => {
                alone(db, request, !entries[0].write.is_repeatable(), meter).await.map_err(|error| {
                    if is_reason(&error) { Unsent::Cancelled(vec![Some(error)]) } else { Unsent::Failed(error) }
                })
            }
            (requests, _) => {
                // An attempt that was cancelled was not applied, and the token item remembers one that was.
                let text = token.filter(|token| attempt == 0 || token.item.is_none()).map(|token| token.text.clone());
                transaction(db, requests, &text.unwrap_or_else(new_token), meter).await
            }
        };
        match sent {
            Ok(()) => {
                for remaining in plan.remaining {
                    complete(db, remaining, meter).await.map_err(Unsent::Failed)?;
                }
                return Ok(plan.written);
            }
            Err(Unsent::Failed(error)) => return Err(Unsent::Failed(error)),
            Err(Unsent::Cancelled(reasons)) => {
                ambiguous |= reasons.iter().flatten().filter_map(Error::failure).any(|failure| failure.maybe_applied);
                if let (true, true, [entry], Some(Some(reason))) = (ambiguous, one, &*entries, reasons.first())
                    && entry.write.is_applied(reason.failure().and_then(|failure| failure.item.as_ref()))
                {
                    return Ok(plan.written);
                }
                let again = plan.observe(&reasons, entries, &mut observed).map_err(Unsent::Failed)?;
                let is_contention = reasons.iter().flatten().any(Error::is_retryable);
                let said = |error: Error| if ambiguous { error.after_ambiguity() } else { error };
                let reasons = || plan.reasons(reasons, entries).into_iter().map(|reason| reason.map(said));
                if !again {
                    return Err(Unsent::Cancelled(reasons().collect()));
                }
                if attempt + 1 == RACES {
                    return Err(Unsent::Cancelled(reasons().map(|reason| reason.map(contended)).collect()));
                }
                waits |= is_contention;
            }
        }
        for (code, item) in observed.older.drain(..) {
            renew(db, code, &item, meter).await.map_err(Unsent::Failed)?;
        }
        meter.retried();
        if waits || attempt >= AT_ONCE {
            waits = false;
            entries.iter_mut().for_each(Entry::forget);
            pause(attempt % 4).await;
        }
    }
    // Not reached: the last attempt returns.
    Err(Unsent::Failed(Error::refused("other writers were faster each time", "try again later")))
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

/// Returns whether the error is the failed condition of one action.
pub(super) fn is_reason(error: &Error) -> bool {
    matches!(
        error,
        Error::ConditionFailed(_)
            | Error::Exists(_)
            | Error::NotFound(_)
            | Error::Deleted(_)
            | Error::VersionConflict(_)
    )
}

impl<'a> Entry<'a> {
    fn new(write: &'a Write) -> Self {
        Self { write, old: None, forced: false, dropped: HashSet::new(), is_moot: false }
    }

    /// Deletes pointers ahead of the write that takes them away, because the record cannot list them all. Until that
    /// write, the record is pending: whoever comes across it writes them again.
    async fn drop_ahead(&mut self, db: &Db, drops: Vec<(Id, WriteRequest)>, meter: &Meter) -> Result<(), Error> {
        let pending = Pending::new(false, Vec::new());
        match alone(db, &self.write.marking(self.only_if(), &pending)?, false, meter).await {
            Err(error) if is_reason(&error) => {
                let changed = self.observe(error.failure().and_then(|failure| failure.item.as_ref()))?;
                return if changed { Ok(()) } else { Err(error) };
            }
            other => other?,
        }
        if let Some(Old(Some(old))) = &mut self.old {
            old.insert(PENDING.to_owned(), pending.to_value());
        }
        let (ids, requests): (Vec<_>, Vec<_>) = drops.into_iter().unzip();
        // If another writer completes the record meanwhile, the write's own condition fails.
        self.dropped.extend(ids);
        advance(db, Remaining::new(&self.write.target, pending, requests, Vec::new()), meter).await
    }

    /// Returns whether the write is an upsert that was sent without knowing the item, which may lack what it would have
    /// filled.
    fn is_unread_upsert(&self) -> bool {
        matches!(self.write.action, Action::Upsert(_)) && self.old.is_none()
    }

    fn wants_old(&self) -> bool {
        self.old.is_none() && (self.write.needs_old() || self.forced)
    }

    /// Returns whether the write may be sent without a transaction. If its item was read, the condition on that item
    /// shows whether the write was applied, and it must be repeatable; an update without companions to change is sent
    /// like any other.
    fn may_go_alone(&self) -> bool {
        match self.old {
            Some(_) => self.write.is_repeatable(),
            None => self.write.leaves_pending(),
        }
    }

    /// Discards the item that was read, which is outdated after a pause.
    fn forget(&mut self) {
        self.dropped.clear();
        self.forced |= self.old.take().is_some();
    }

    /// Notes that the existing item is another entity's, where that leaves nothing to delete.
    fn is_now_moot(&mut self, item: Option<&Item>) -> bool {
        let is_foreign = item.is_some_and(|item| self.write.guard.is_foreign(item));
        self.is_moot &= is_foreign;
        if !is_foreign || self.is_moot || !self.write.is_moot_without_item() {
            return false;
        }
        (self.is_moot, self.old) = (true, Some(Old(None)));
        true
    }

    /// Returns what must still hold for the write.
    pub(super) fn only_if(&self) -> Option<Node> {
        match &self.old {
            Some(Old(old)) => Some(unchanged(self.write.code, old.as_ref(), self.write.watches_whole())),
            // The item was not read, and must not be pending.
            None if self.write.companions().is_some() && self.write.leaves_pending() => {
                Some(Node::Call("attribute_not_exists", vec![Node::Path(Path::new(PENDING))]))
            }
            None => None,
        }
    }

    /// Returns the item before and after the write, and the changes of its companions.
    pub(super) fn changes(&self) -> Result<(Written, Diff), Error> {
        let old = self.old.clone().and_then(|existing| existing.0);
        let new = self.write.after(old.as_ref())?;
        if self.write.companions().is_none() {
            return Ok((Written { old, new }, Diff::default()));
        }
        let derived = |item: &Option<Item>| {
            item.as_ref().map(|item| derive(self.write.code, item)).transpose().map(Option::unwrap_or_default)
        };
        let (before, after) = (derived(&old)?, derived(&new)?);
        let mut diff = diff(before, after, false);
        diff.pointers
            .retain(|step| !matches!(step, CompanionStep::Drop(pointer) if self.dropped.contains(&pointer.id)));
        Ok((Written { old, new }, diff))
    }

    /// Records the item that failed the condition; returns whether it differs from the one that was known.
    pub(super) fn observe(&mut self, item: Option<&Item>) -> Result<bool, Error> {
        if self.is_now_moot(item) {
            return Ok(true);
        }
        let item = item.filter(|item| !self.write.guard.is_foreign(item));
        let is_pending = item.is_some_and(|item| item.contains_key(PENDING)) && self.write.companions().is_some();
        let is_older = match item {
            Some(item) => self.write.upgraded(item)?.is_some(),
            None => false,
        };
        Ok(match &self.old {
            // A pending item is completed, and an older one upgraded, before the write goes on.
            None if (is_pending || is_older || self.is_unread_upsert()) && !self.forced => {
                self.forced = true;
                true
            }
            None => false,
            Some(Old(old)) if is_same(old.as_ref(), item) => false,
            Some(_) => {
                self.dropped.clear();
                let again = is_pending || is_older || item.is_some() && self.write.needs_revision();
                self.old = if again { None } else { Some(Old(item.cloned())) };
                self.forced = true;
                true
            }
        })
    }
}

fn is_same(a: Option<&Item>, b: Option<&Item>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same_item(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}
