//! Writes that carry what goes with their items.

use std::collections::{BTreeMap, HashSet};

use super::Meter;
use super::backfill::rewrite;
use super::finish::{Rest, finish, settled};
use super::intent::{Action, Intent};
use super::retry::pause;
use super::send::{Unsent, alone, transaction};
use super::steps::{count_action, step_action};
use crate::codec::AttributeValue;
use crate::error::Failure;
use crate::expr::{Node, Path, canonical};
use crate::sync::{Companion, Diff, Id, Mark, PENDING, Step, Taken, diff, unchanged};
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

/// What an action of the transaction is there for.
enum Origin {
    /// The write itself.
    Own(usize),
    /// A pointer, or a lock that is freed.
    Free(usize),
    /// A lock that is taken.
    Lock(usize, Companion),
    /// A counter.
    Counter(usize, Id),
}

/// What was read: an item, or none.
#[derive(Debug, Clone)]
struct Found(Option<Item>);

/// One write with what is known of its item.
struct Entry<'a> {
    intent: &'a dyn Intent,
    /// What is there, once that is known.
    old: Option<Found>,
    /// Reading was not needed, but turned out to be.
    forced: bool,
}

/// What a transaction is to be.
struct Plan {
    actions: Vec<Action>,
    origins: Vec<Origin>,
    rest: Vec<Rest>,
    carried: Vec<Carried>,
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
    let has_rules = intents.iter().any(|intent| intent.rules().is_some());
    let (one, token) = match sending {
        Sending::One => (true, None),
        Sending::Transaction(token) => (false, token),
    };
    let mut entries: Vec<_> =
        intents.iter().map(|intent| Entry { intent: &**intent, old: None, forced: false }).collect();
    let mut at_zero: HashSet<Id> = HashSet::new();
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
        let plan = plan(db, &entries, &at_zero).map_err(Unsent::Failed)?;
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
            // The same request was carried out before, when other records went with it.
            Err(Unsent::Failed(error)) if has_rules && attempt == 0 && token.is_some() && is_token_used(&error) => {
                return Ok(plan.carried);
            }
            Err(Unsent::Failed(error)) => return Err(Unsent::Failed(error)),
            Err(Unsent::Cancelled(reasons)) => {
                let renewed = modernise(db, &plan, &reasons, &entries, meter).await.map_err(Unsent::Failed)?;
                if renewed {
                    entries.iter_mut().for_each(Entry::forget);
                    continue;
                }
                let again = plan.learn(&reasons, &mut entries, &mut at_zero);
                let reasons = || plan.reasons(reasons, &entries).into_iter();
                if !again {
                    return Err(Unsent::Cancelled(reasons().collect()));
                }
                if attempt + 1 == RACES {
                    return Err(Unsent::Cancelled(reasons().map(|reason| reason.map(contended)).collect()));
                }
            }
        }
        meter.retried();
        if attempt >= AT_ONCE {
            entries.iter_mut().for_each(Entry::forget);
            pause(attempt % 4).await;
        }
    }
    Ok(Vec::new())
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
fn is_reason(error: &Error) -> bool {
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
    fn only_if(&self) -> Option<Node> {
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
    fn changes(&self) -> Result<(Carried, Diff), Error> {
        let old = self.old.clone().and_then(|found| found.0);
        let new = self.intent.after(old.as_ref())?;
        let Some(rules) = self.intent.rules() else { return Ok((Carried { old, new }, Diff::default())) };
        let before = old.as_ref().map(rules.derive).transpose()?.unwrap_or_default();
        let after = new.as_ref().map(rules.derive).transpose()?.unwrap_or_default();
        Ok((Carried { old, new }, diff(before, after, false)))
    }
}

/// Brings items into the form of today that an update found in an older one; whether there was one.
async fn modernise(
    db: &Db,
    plan: &Plan,
    reasons: &[Option<Error>],
    entries: &[Entry<'_>],
    meter: &Meter,
) -> Result<bool, Error> {
    let mut renewed = false;
    for (origin, reason) in plan.origins.iter().zip(reasons) {
        let item = reason.as_ref().and_then(Error::failure).and_then(|failure| failure.item.as_ref());
        if let (Origin::Own(at), Some(item)) = (origin, item)
            && let Some(new) = entries[*at].intent.modernised(item)?
        {
            let (schema, layout) = entries[*at].intent.schema();
            rewrite(db, schema, layout, item, new, meter).await?;
            renewed = true;
        }
    }
    Ok(renewed)
}

fn plan(db: &Db, entries: &[Entry<'_>], at_zero: &HashSet<Id>) -> Result<Plan, Error> {
    let mut plan = Plan { actions: Vec::new(), origins: Vec::new(), rest: Vec::new(), carried: Vec::new() };
    let mut counts: BTreeMap<Id, (usize, Companion, BTreeMap<&'static str, i64>)> = BTreeMap::new();
    let mut bound: Vec<(usize, Step)> = Vec::new();
    let mut pointers: Vec<Vec<Step>> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let (carried, diff) = entry.changes()?;
        plan.carried.push(carried);
        for step in diff.bound {
            match step {
                Step::Count(companion, by) => {
                    let merged = counts.entry(companion.id.clone()).or_insert_with(|| (at, companion, BTreeMap::new()));
                    for (attribute, by) in by {
                        *merged.2.entry(attribute).or_default() += by;
                    }
                }
                step => bound.push((at, step)),
            }
        }
        pointers.push(diff.pointers);
    }
    let room = LIMIT.checked_sub(entries.len() + bound.len() + counts.len()).ok_or_else(|| {
        let all = entries.len() + bound.len() + counts.len();
        let fact = format_args!("a transaction has {all} actions, and DynamoDB takes {LIMIT}");
        Error::refused(fact, "split it, or use `batch_write` where all or nothing is not needed")
    })?;
    let fits = pointers.iter().map(Vec::len).sum::<usize>() <= room;
    let mut room = room;
    let mut of_pointers = Vec::new();
    for ((at, entry), steps) in entries.iter().enumerate().zip(pointers) {
        let now = if fits { steps.len() } else { steps.len().min(room) };
        room -= now;
        let mark = if now < steps.len() { Some(mark(db, &plan.carried[at], &steps)?) } else { None };
        let old = plan.carried[at].old.clone();
        plan.push(entry.intent.action(old.as_ref(), entry.only_if(), mark.as_ref())?, Origin::Own(at));
        let mut steps = steps.into_iter();
        for step in steps.by_ref().take(now) {
            of_pointers.push((step_action(db, &step)?, Origin::Free(at)));
        }
        if let Some(mark) = mark {
            let steps = steps.map(|step| step_action(db, &step)).collect::<Result<_, _>>()?;
            plan.rest.extend(entry.intent.target().map(|target| Rest::new(target, mark, steps)));
        }
    }
    for (at, step) in bound {
        let action = step_action(db, &step)?;
        plan.push(action, if let Step::Take(lock) = step { Origin::Lock(at, lock) } else { Origin::Free(at) });
    }
    for (id, (at, companion, mut by)) in counts {
        by.retain(|_, by| *by > 0 || *by < 0 && !at_zero.contains(&id));
        if !by.is_empty() {
            plan.push(count_action(db, &companion, &by)?, Origin::Counter(at, id));
        }
    }
    for (action, origin) in of_pointers {
        plan.push(action, origin);
    }
    plan.refuse_doubles()?;
    Ok(plan)
}

/// What a write that does not fit leaves on its record.
fn mark(db: &Db, carried: &Carried, steps: &[Step]) -> Result<Mark, Error> {
    let drops = steps.iter().filter_map(|step| if let Step::Drop(companion) = step { Some(companion) } else { None });
    let drops = drops.map(|companion| Ok((db.name_of(companion.layout)?.into_owned(), companion.key.clone())));
    Ok(Mark::new(carried.new.is_none(), drops.collect::<Result<_, Error>>()?))
}

impl Plan {
    fn push(&mut self, action: Action, origin: Origin) {
        self.actions.push(action);
        self.origins.push(origin);
    }

    fn refuse_doubles(&self) -> Result<(), Error> {
        let mut seen = HashSet::new();
        match self.actions.iter().find(|action| !seen.insert(&action.id)) {
            Some(action) => Err(Error::refused(
                format_args!("a transaction has two actions on one item: {}", action.request),
                "put both changes, and the condition, into one action",
            )),
            None => Ok(()),
        }
    }

    /// Takes in what a cancelled transaction tells; whether to start anew.
    fn learn(&self, reasons: &[Option<Error>], entries: &mut [Entry<'_>], at_zero: &mut HashSet<Id>) -> bool {
        let mut again = false;
        for (origin, reason) in self.origins.iter().zip(reasons) {
            let Some(error) = reason.as_ref().filter(|error| is_reason(error)) else { continue };
            let item = error.failure().and_then(|failure| failure.item.as_ref());
            match origin {
                Origin::Own(at) => again |= entries[*at].learn(item),
                // Nothing to take away: what there is stays.
                Origin::Counter(_, id) => again |= at_zero.insert(id.clone()),
                Origin::Free(_) | Origin::Lock(..) => {}
            }
        }
        // Something else than a condition was in the way.
        let only_conditions = reasons.iter().flatten().all(is_reason);
        again && only_conditions
    }

    /// Each write's own reason.
    fn reasons(&self, reasons: Vec<Option<Error>>, entries: &[Entry<'_>]) -> Vec<Option<Error>> {
        let mut own: Vec<Option<Error>> = vec![None; entries.len()];
        for (origin, reason) in self.origins.iter().zip(reasons) {
            let Some(error) = reason else { continue };
            match origin {
                Origin::Own(at) => own[*at] = Some(error),
                Origin::Lock(at, lock) if is_reason(&error) => {
                    let holder = error.failure().and_then(|failure| failure.item.clone());
                    own[*at].get_or_insert_with(|| taken(entries[*at].intent, lock, holder));
                }
                Origin::Free(at) | Origin::Lock(at, _) | Origin::Counter(at, _) => {
                    own[*at].get_or_insert(error);
                }
            }
        }
        own
    }
}

impl Entry<'_> {
    /// The item is not what it was taken for: whether that is news.
    fn learn(&mut self, item: Option<&Item>) -> bool {
        let has_mark = item.is_some_and(|item| item.contains_key(PENDING));
        match &self.old {
            None if has_mark && !self.forced && self.intent.leaves_mark() => {
                self.forced = true;
                true
            }
            None => false,
            Some(Found(old)) if is_same(old.as_ref(), item) => false,
            Some(_) => {
                // What an earlier write left is finished before this one goes on.
                self.old = if has_mark { None } else { Some(Found(item.cloned())) };
                self.forced = true;
                true
            }
        }
    }
}

fn is_same(a: Option<&Item>, b: Option<&Item>) -> bool {
    let text = |item: Option<&Item>| item.map(|item| canonical(&AttributeValue::M(item.clone())));
    a == b || text(a) == text(b)
}

fn taken(intent: &dyn Intent, lock: &Companion, holder: Option<Item>) -> Error {
    let fields = if let crate::sync::Kind::Lock(fields) = lock.kind { fields } else { "" };
    let entity = intent.target().and_then(|target| target.request.entity).unwrap_or(lock.schema);
    Error::Taken(Box::new(Taken { constraint: lock.schema, fields, entity, holder }))
}
