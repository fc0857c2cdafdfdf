//! Writes that carry what goes with their items.

use super::Meter;
use super::finish::{finish, settled};
use super::intent::Intent;
use super::kept::has_times;
use super::plan::{Learned, Plan};
use super::retry::pause;
use super::send::{Unsent, alone, transaction};
use crate::error::Failure;
use crate::expr::{Node, Path, same_item};
use crate::sync::{Diff, PENDING, diff, unchanged};
use crate::{Db, Error, Item};

/// DynamoDB's limit of actions in a transaction.
pub(crate) const LIMIT: usize = 100;

/// How often a write starts anew because another one was faster. Each time, that other one got done.
const RACES: u32 = 256;

/// How often it does so at once, with what it learned; after that, it waits, and reads again.
const AT_ONCE: u32 = 16;

/// What was there, and what is.
#[derive(Debug, Default, Clone)]
pub(crate) struct Carried {
    pub(crate) old: Option<Item>,
    pub(crate) new: Option<Item>,
}

/// What was read: an item, or none.
#[derive(Debug, Clone)]
pub(super) struct Found(Option<Item>);

/// One write with what is known of its item.
pub(super) struct Entry<'a> {
    pub(super) intent: &'a dyn Intent,
    /// What is there, once that is known.
    old: Option<Found>,
    /// Reading was not needed, but turned out to be.
    forced: bool,
}

/// How writes are sent.
pub(crate) enum Sending {
    /// One write, which need not be a transaction when nothing goes with it.
    One,
    /// As a transaction, with the caller's token if there is one.
    Transaction(Option<String>),
}

/// Carries out all writes, with all that goes with their items, or none.
pub(crate) async fn carry(
    db: &Db,
    intents: &[Box<dyn Intent>],
    sending: Sending,
    meter: &Meter,
) -> Result<Vec<Carried>, Unsent> {
    let (one, token) = match sending {
        Sending::One => (true, None),
        Sending::Transaction(token) => (false, token),
    };
    let mut entries: Vec<_> =
        intents.iter().map(|intent| Entry { intent: &**intent, old: None, forced: false }).collect();
    let mut learned = Learned::default();
    let mut waits = false;
    for attempt in 0..RACES {
        for entry in &mut entries {
            if entry.wants_old() {
                entry.old = Some(Found(settled(db, entry.intent, meter).await.map_err(Unsent::Failed)?));
            }
        }
        if let (true, [entry]) = (one, &entries[..])
            && matches!(entry.old, Some(Found(None)))
            && entry.intent.is_moot_without_item()
        {
            return Ok(vec![Carried::default()]);
        }
        let plan = Plan::new(db, &entries, &learned).map_err(Unsent::Failed)?;
        let sent = match (&plan.actions[..], &plan.rest[..]) {
            ([action], []) if one && entries[0].may_go_alone() => {
                alone(db, action, !entries[0].intent.is_repeatable(), meter).await.map_err(|error| {
                    if is_reason(&error) { Unsent::Cancelled(vec![Some(error)]) } else { Unsent::Failed(error) }
                })
            }
            (actions, _) => {
                let token = token.clone().unwrap_or_else(|| format!("{:032x}", fastrand::u128(..)));
                transaction(db, actions, &token, meter).await
            }
        };
        match sent {
            Ok(()) => {
                for rest in plan.rest {
                    finish(db, rest, meter).await.map_err(Unsent::Failed)?;
                }
                return Ok(plan.carried);
            }
            // The same request was carried out before, when it was another time, or other records went with it.
            Err(Unsent::Failed(error))
                if attempt == 0 && token.is_some() && varies(intents) && is_token_used(&error) =>
            {
                for entry in entries.iter().filter(|entry| entry.intent.rules().is_some()) {
                    settled(db, entry.intent, meter).await.map_err(Unsent::Failed)?;
                }
                return Ok(plan.carried);
            }
            Err(Unsent::Failed(error)) => return Err(Unsent::Failed(error)),
            Err(Unsent::Cancelled(reasons)) => {
                let again = plan.learn(&reasons, &mut entries, &mut learned).map_err(Unsent::Failed)?;
                let is_contention = reasons.iter().flatten().any(Error::is_retryable);
                let reasons = || plan.reasons(reasons, &entries).into_iter();
                if !again {
                    return Err(Unsent::Cancelled(reasons().collect()));
                }
                if attempt + 1 == RACES {
                    return Err(Unsent::Cancelled(reasons().map(|reason| reason.map(contended)).collect()));
                }
                waits |= is_contention;
            }
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

/// Whether what is sent is another each time, for reasons that are not the caller's.
fn varies(intents: &[Box<dyn Intent>]) -> bool {
    intents.iter().any(|intent| intent.rules().is_some() || has_times(intent.schema().0))
}

/// The same for one write: its error is its own.
pub(crate) async fn carry_one(db: &Db, intent: Box<dyn Intent>, meter: &Meter) -> Result<Carried, Error> {
    match carry(db, &[intent], Sending::One, meter).await {
        Ok(carried) => Ok(carried.into_iter().next().unwrap_or_default()),
        Err(Unsent::Cancelled(reasons)) if reasons.iter().flatten().count() == 1 => {
            Err(reasons.into_iter().flatten().next().unwrap_or_else(|| Unsent::Cancelled(Vec::new()).into_error()))
        }
        Err(unsent) => Err(unsent.into_error()),
    }
}

/// Other writers were faster each time.
fn contended(error: Error) -> Error {
    match error {
        Error::Condition(failure) | Error::Exists(failure) | Error::NotFound(failure) => Error::Conflict(failure),
        other => other,
    }
}

/// Whether it says what became of one action.
pub(super) fn is_reason(error: &Error) -> bool {
    matches!(error, Error::Condition(_) | Error::Exists(_) | Error::NotFound(_) | Error::Stale(_))
}

fn is_token_used(error: &Error) -> bool {
    error.failure().and_then(Failure::code) == Some("IdempotentParameterMismatchException")
}

impl Entry<'_> {
    fn wants_old(&self) -> bool {
        self.old.is_none() && (self.intent.needs_old() || self.forced)
    }

    /// A write that was read for finds out by itself whether it was carried out, and may be again; one that is not, and
    /// carries nothing, is like any other.
    fn may_go_alone(&self) -> bool {
        match self.old {
            Some(_) => self.intent.is_repeatable(),
            None => self.intent.leaves_mark(),
        }
    }

    /// What was read is old by the time that a pause is over.
    fn forget(&mut self) {
        self.forced |= self.old.take().is_some();
    }

    /// What must still hold for the write.
    pub(super) fn only_if(&self) -> Option<Node> {
        let (schema, layout) = self.intent.schema();
        match &self.old {
            Some(Found(old)) => Some(unchanged(layout, schema, old.as_ref())),
            // Nothing was read, and nothing is left to do of an earlier write.
            None if self.intent.rules().is_some() && self.intent.leaves_mark() => {
                Some(Node::Call("attribute_not_exists", vec![Node::Path(Path::new(PENDING))]))
            }
            None => None,
        }
    }

    /// What becomes of the item and of what goes with it.
    pub(super) fn changes(&self) -> Result<(Carried, Diff), Error> {
        let old = self.old.clone().and_then(|found| found.0);
        let new = self.intent.after(old.as_ref())?;
        let Some(rules) = self.intent.rules() else { return Ok((Carried { old, new }, Diff::default())) };
        let before = old.as_ref().map(rules.derive).transpose()?.unwrap_or_default();
        let after = new.as_ref().map(rules.derive).transpose()?.unwrap_or_default();
        Ok((Carried { old, new }, diff(before, after, false)))
    }
}

impl Entry<'_> {
    /// The item is not what it was taken for: whether that is news.
    pub(super) fn learn(&mut self, item: Option<&Item>) -> Result<bool, Error> {
        let has_mark = item.is_some_and(|item| item.contains_key(PENDING)) && self.intent.rules().is_some();
        let is_older = match item {
            Some(item) => self.intent.modernised(item)?.is_some(),
            None => false,
        };
        Ok(match &self.old {
            // What an earlier write, or an earlier form, left is seen to before this one goes on.
            None if (has_mark || is_older) && !self.forced => {
                self.forced = true;
                true
            }
            None => false,
            Some(Found(old)) if is_same(old.as_ref(), item) => false,
            Some(_) => {
                self.old = if has_mark || is_older { None } else { Some(Found(item.cloned())) };
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
