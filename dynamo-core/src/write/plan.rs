//! Plans the transaction of writes and their companions.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::limits::{ACTIONS, BYTES, ITEM, item_size, value_size};
use super::merged::{By, count_in};
use super::pending::Remaining;
use super::record::RecordWrite;
use super::request::WriteRequest;
use super::send::is_reason;
use super::steps::{count_request, step_request, sufficient};
use super::token::TokenItem;
use super::{Action, Written};
use crate::codec::Item;
use crate::companion::{Companion, CompanionForm, CompanionStep, Id, Pending, number_of};
use crate::db::Db;
use crate::entity::{EntityCode, current};
use crate::error::{Error, InvalidKind, UniqueViolation};
use crate::expr::Node;
use crate::schema::EntitySchema;
use crate::schema::reserved::PENDING;

/// What the action of a counter adds to a transaction, in bytes.
const COUNT: usize = 500;

/// The action of a lock, with the write that it belongs to.
type Bound = (usize, WriteRequest, CompanionStep);

/// The origin of a request in the transaction.
enum Origin {
    /// The write itself.
    Own(usize),
    /// A pointer.
    Pointer(usize),
    /// A lock that is acquired or rewritten.
    Lock(usize, Companion),
    /// A lock that is released.
    Freed(usize, Id),
    /// A counter.
    Counter(usize, Companion, By),
    /// The item of the caller's token.
    Token,
}

/// The observations of earlier attempts.
#[derive(Default)]
pub(super) struct Observed {
    /// Counters that are lower than a decrement assumed.
    counters: HashMap<Id, Option<Item>>,
    /// Locks that another record holds.
    foreign: HashSet<Id>,
    /// Counters of an older schema version, which must be upgraded before the next attempt.
    pub(super) older: Vec<(&'static EntityCode, Item)>,
}

/// The requests to send, and what remains after them.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) requests: Vec<WriteRequest>,
    origins: Vec<Origin>,
    /// Counters within items that the writes themselves change.
    merged: Vec<(usize, Companion, By)>,
    pub(super) remaining: Vec<Remaining>,
    /// The position of a record with more pointers to delete than its pending state can list, and these pointers: they
    /// must be deleted before the plan is made again.
    pub(super) ahead: Option<(usize, Vec<(Id, WriteRequest)>)>,
    pub(super) written: Vec<Written>,
}

impl Plan {
    pub(super) fn new(
        db: &Db,
        records: &[RecordWrite<'_>],
        observed: &Observed,
        token: Option<&TokenItem>,
    ) -> Result<Self, Error> {
        let mut plan = Self::default();
        let mut counts: BTreeMap<Id, (usize, Companion, By)> = BTreeMap::new();
        let (mut bound, mut pointers) = (Vec::new(), Vec::new());
        for (at, record) in records.iter().enumerate() {
            let (written, diff) = record.changes()?;
            plan.written.push(written);
            for step in diff.bound {
                match step {
                    CompanionStep::Count(companion, by) => {
                        let merged = counts.entry(companion.id.clone()).or_insert_with(|| (at, companion, By::new()));
                        for (attribute, by) in by {
                            *merged.2.entry(attribute).or_default() += by;
                        }
                    }
                    CompanionStep::Free(lock) if observed.foreign.contains(&lock.id) => {}
                    step => bound.push((at, step_request(db, &step)?, step)),
                }
            }
            let steps = diff.pointers.into_iter().map(|step| Ok((step_request(db, &step)?, step)));
            pointers.push(steps.collect::<Result<Vec<_>, Error>>()?);
        }
        let counts = counts.into_values().filter_map(|(at, companion, by)| {
            let by = observed.clamped(&companion, by);
            (!by.is_empty()).then_some((at, companion, by))
        });
        let mut counts: Vec<_> = counts.collect();
        for (_, companion, by) in counts.extract_if(.., |(_, companion, _)| position(records, companion).is_some()) {
            plan.merged.extend(position(records, &companion).map(|at| (at, companion, by)));
        }
        let all = records.len() + bound.len() + counts.len() + usize::from(token.is_some());
        let room = ACTIONS.checked_sub(all).ok_or_else(|| {
            let fact = format_args!("a transaction has {all} actions, and DynamoDB takes {ACTIONS}");
            Error::invalid(
                InvalidKind::Limit,
                fact,
                "split it, or use `batch_write` where all or nothing is not needed",
            )
        })?;
        plan.own(db, records, pointers, room, &mut bound, counts.len())?;
        for (at, action, step) in bound {
            let origin = match step {
                CompanionStep::Take(lock) | CompanionStep::Put(lock) => Origin::Lock(at, lock),
                CompanionStep::Free(lock) => Origin::Freed(at, lock.id),
                _ => Origin::Pointer(at),
            };
            plan.push(action, origin);
        }
        for (at, companion, by) in counts {
            plan.push(count_request(db, &companion, &by, None)?, Origin::Counter(at, companion, by));
        }
        if let Some(token) = token {
            plan.push(token.request()?, Origin::Token);
        }
        plan.refuse_doubles()?;
        Ok(plan)
    }

    /// Adds the writes themselves, and as many of their pointers as fit. The locks of a deleted record whose pointers do
    /// not fit are taken out of `bound`: they go with the record, after its pointers.
    fn own(
        &mut self,
        db: &Db,
        records: &[RecordWrite<'_>],
        pointers: Vec<Vec<(WriteRequest, CompanionStep)>>,
        mut room: usize,
        bound: &mut Vec<Bound>,
        counts: usize,
    ) -> Result<(), Error> {
        // The records themselves, their locks and their counters are part of the transaction in any case.
        let own = if pointers.iter().any(|steps| !steps.is_empty()) {
            records.iter().map(|record| record.write.weight()).sum::<Result<usize, _>>()?
        } else {
            0
        };
        let locks = bound.iter().map(|(_, request, _)| request.weight()).sum::<usize>();
        let mut bytes = BYTES.saturating_sub(own + locks + counts * COUNT);
        let mut of_pointers = Vec::new();
        for ((at, record), steps) in records.iter().enumerate().zip(pointers) {
            let weights = steps.iter().map(|(request, _)| request.weight());
            let now = weights.take(room).take_while(|weight| take(&mut bytes, *weight)).count();
            room -= now;
            let pending = if now < steps.len() { Some(pending(db, &self.written[at], &steps)?) } else { None };
            if pending.as_ref().is_some_and(|pending| !has_room_for(&self.written[at], pending)) {
                let drops = steps.into_iter().filter_map(|(request, step)| match step {
                    CompanionStep::Drop(companion) => Some((companion.id, request)),
                    _ => None,
                });
                self.ahead = Some((at, drops.collect()));
                return Ok(());
            }
            self.push_own(db, at, record, pending.as_ref())?;
            let mut requests = steps.into_iter().map(|(request, _)| request);
            of_pointers.extend(requests.by_ref().take(now).map(|request| (request, Origin::Pointer(at))));
            if let Some(pending) = pending {
                let is_freed = |(of, _, step): &mut Bound| *of == at && matches!(step, CompanionStep::Free(_));
                let locks = if pending.gone {
                    bound.extract_if(.., is_freed).map(|(_, request, _)| request).collect()
                } else {
                    Vec::new()
                };
                self.remaining.push(Remaining::new(&record.write.target, pending, requests.collect(), locks));
            }
        }
        for (request, origin) in of_pointers {
            self.push(request, origin);
        }
        Ok(())
    }

    /// Adds a write itself, with the counters within its item.
    fn push_own(
        &mut self,
        db: &Db,
        at: usize,
        record: &RecordWrite<'_>,
        pending: Option<&Pending>,
    ) -> Result<(), Error> {
        let write = record.write;
        let Some((_, companion, by)) = self.merged.iter().find(|(of, ..)| *of == at) else {
            let request = record.request(write, record.only_if(), pending)?;
            self.push(request, Origin::Own(at));
            return Ok(());
        };
        if let Action::Check = write.action {
            let (companion, by) = (companion.clone(), by.clone());
            let request = count_request(db, &companion, &by, Some(&write.clauses))?;
            self.push(request, Origin::Counter(at, companion, by));
            return Ok(());
        }
        let changes_number = match write.action {
            Action::Upsert(_) => self.written[at].old.is_some(),
            Action::Update(..) => true,
            _ => false,
        };
        let enough = sufficient(by).filter(|_| changes_number);
        let only_if = Node::all(record.only_if().into_iter().chain(enough));
        let request = record.request(&*write.counting(by)?, only_if, pending)?;
        if let Some(new) = &mut self.written[at].new {
            count_in(new, by);
        }
        self.push(request, Origin::Own(at));
        Ok(())
    }

    fn push(&mut self, request: WriteRequest, origin: Origin) {
        self.requests.push(request);
        self.origins.push(origin);
    }

    fn refuse_doubles(&self) -> Result<(), Error> {
        let mut seen = HashSet::new();
        match self.requests.iter().find(|request| !seen.insert(&request.id)) {
            Some(write) => Err(Error::invalid(
                InvalidKind::Conflicting,
                format_args!("a transaction has two actions on one item: {}", write.request),
                "put both changes, and the condition, into one action",
            )),
            None => Ok(()),
        }
    }

    /// Records what a cancelled transaction reveals; returns whether to start over.
    pub(super) fn observe(
        &self,
        reasons: &[Option<Error>],
        records: &mut [RecordWrite<'_>],
        observed: &mut Observed,
    ) -> Result<bool, Error> {
        let mut again = false;
        for (origin, reason) in self.origins.iter().zip(reasons) {
            let Some(error) = reason.as_ref().filter(|error| is_reason(error)) else { continue };
            let item = error.failure().and_then(|failure| failure.item.as_ref());
            again |= match origin {
                Origin::Own(at) => {
                    let mut again = records[*at].observe(item)?;
                    for (_, companion, by) in self.merged.iter().filter(|(of, ..)| of == at) {
                        // An older item is upgraded as that of the write.
                        again |= older(companion, item)?.is_none() && observed.counter(companion, by, item);
                    }
                    again
                }
                Origin::Freed(_, id) => observed.foreign.insert(id.clone()),
                Origin::Counter(_, companion, by) => {
                    let older = older(companion, item)?;
                    let is_older = older.is_some();
                    observed.older.extend(older);
                    is_older || observed.counter(companion, by, item)
                }
                Origin::Pointer(_) | Origin::Lock(..) => false,
                // An earlier call with the token was applied.
                Origin::Token => return Ok(false),
            };
        }
        // Starting over helps only against failed conditions and contention.
        Ok(again && reasons.iter().flatten().all(|error| is_reason(error) || error.is_retryable()))
    }

    /// Assigns the reasons of all actions to the writes that they belong to.
    pub(super) fn reasons(&self, reasons: Vec<Option<Error>>, records: &[RecordWrite<'_>]) -> Vec<Option<Error>> {
        let mut own: Vec<Option<Error>> = vec![None; records.len()];
        for (origin, reason) in self.origins.iter().zip(reasons) {
            let Some(error) = reason else { continue };
            match origin {
                Origin::Own(at) => own[*at] = Some(error),
                Origin::Lock(at, lock) if is_reason(&error) => {
                    let holder = error.failure().and_then(|failure| failure.item.clone());
                    own[*at].get_or_insert_with(|| violation(records[*at].write.code.schema, lock, holder));
                }
                Origin::Pointer(at) | Origin::Lock(at, _) | Origin::Freed(at, _) | Origin::Counter(at, ..) => {
                    own[*at].get_or_insert(error);
                }
                Origin::Token => {
                    if let Some(first) = own.first_mut() {
                        first.get_or_insert(error);
                    }
                }
            }
        }
        own
    }
}

/// Returns the write of the item that a counter is in.
fn position(records: &[RecordWrite<'_>], counter: &Companion) -> Option<usize> {
    records.iter().position(|record| record.write.target.id == counter.id && !record.write.rewrites())
}

/// Returns the item of a counter if it is of an older schema version.
fn older(counter: &Companion, item: Option<&Item>) -> Result<Option<(&'static EntityCode, Item)>, Error> {
    let (CompanionForm::Counter(counting), Some(item)) = (&counter.kind, item) else { return Ok(None) };
    Ok(current(counting.code, item)?.map(|_| (counting.code, item.clone())))
}

impl Observed {
    /// Records the item of a counter that could not be changed; returns whether another attempt may succeed.
    fn counter(&mut self, counter: &Companion, by: &By, item: Option<&Item>) -> bool {
        let CompanionForm::Counter(counting) = &counter.kind else { return false };
        // A number within a whole record can only be incremented if that record exists.
        let lacks_record = counting.existing && item.is_none() && by.values().any(|by| *by > 0);
        let decrements = by.values().any(|by| *by < 0);
        !lacks_record && decrements && self.counters.insert(counter.id.clone(), item.cloned()) != Some(item.cloned())
    }

    /// Limits decrements, so that no number falls below zero.
    fn clamped(&self, companion: &Companion, mut by: By) -> By {
        if let Some(item) = self.counters.get(&companion.id) {
            for (attribute, by) in &mut by {
                *by = (*by).max(-number_of(item.as_ref(), attribute).max(0));
            }
        }
        by.retain(|_, by| *by != 0);
        by
    }
}

/// Returns whether the item has room for its pending state.
fn has_room_for(written: &Written, pending: &Pending) -> bool {
    let mark = PENDING.len() + value_size(&pending.to_value());
    pending.drop.is_empty() || written.new.as_ref().map_or(0, item_size) + mark <= ITEM
}

/// Subtracts `weight` from `left`; returns false if there is not enough.
fn take(left: &mut usize, weight: usize) -> bool {
    match left.checked_sub(weight) {
        Some(rest) => {
            *left = rest;
            true
        }
        None => false,
    }
}

/// Returns the pending state of a record whose companions do not all fit. For a deleted record it lists none: they are
/// derived from the record itself.
fn pending(db: &Db, written: &Written, steps: &[(WriteRequest, CompanionStep)]) -> Result<Pending, Error> {
    if written.new.is_none() {
        return Ok(Pending::new(true, Vec::new()));
    }
    let drops = steps
        .iter()
        .filter_map(|(_, step)| if let CompanionStep::Drop(companion) = step { Some(companion) } else { None });
    let drops = drops.map(|companion| Ok((db.name_of(companion.schema.layout)?.into_owned(), companion.key())));
    Ok(Pending::new(false, drops.collect::<Result<_, Error>>()?))
}

fn violation(entity: &'static EntitySchema, lock: &Companion, holder: Option<Item>) -> Error {
    let fields = if let CompanionForm::Lock { fields, .. } = &lock.kind { fields } else { "" };
    Error::UniqueViolation(Box::new(UniqueViolation { constraint: lock.schema, fields, entity, holder }))
}
