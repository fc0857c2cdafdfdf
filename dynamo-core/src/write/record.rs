//! The record of a write: what is known of it, and what each answer adds.

use std::collections::HashSet;

use super::pending::{Remaining, advance};
use super::request::WriteRequest;
use super::send::{alone, is_reason};
use super::settle::settle;
use super::{Action, Returns, Write, Written};
use crate::codec::{Item, same_if_any};
use crate::companion::{CompanionStep, Diff, Id, Pending, derive, derive_from, diff, unchanged};
use crate::db::Db;
use crate::error::Error;
use crate::expr::Node;
use crate::schema::reserved::PENDING;
use crate::wire::Meter;

/// What is known of the item of a write.
enum Known {
    /// Nothing, and the write does without it.
    Unread,
    /// Nothing any more, or not yet: it is read before the next plan.
    Wanted,
    /// The item of the entity, or that there is none. The pointers `dropped` were deleted ahead of the write.
    Read { item: Option<Item>, dropped: HashSet<Id> },
}

impl Known {
    fn read(item: Option<Item>) -> Self {
        Self::Read { item, dropped: HashSet::new() }
    }
}

/// One write, and what is known of its item.
pub(super) struct RecordWrite<'a> {
    pub(super) write: &'a Write,
    known: Known,
}

impl<'a> RecordWrite<'a> {
    pub(super) fn new(write: &'a Write) -> Self {
        Self { write, known: if write.needs_old() { Known::Wanted } else { Known::Unread } }
    }

    /// Reads the item if it is wanted, after completing a pending record and upgrading an older version.
    pub(super) async fn settle(&mut self, db: &Db, meter: &Meter) -> Result<(), Error> {
        if let Known::Wanted = self.known {
            self.known = Known::read(settle(db, self.write, meter).await?);
        }
        Ok(())
    }

    /// Returns the item that was read.
    fn old(&self) -> Option<&Item> {
        match &self.known {
            Known::Read { item, .. } => item.as_ref(),
            Known::Unread | Known::Wanted => None,
        }
    }

    /// Returns whether nothing is to be done, because there is nothing to delete.
    pub(super) fn is_moot(&self) -> bool {
        matches!(self.known, Known::Read { item: None, .. }) && self.write.is_moot_without_item()
    }

    /// Returns whether pointers were deleted ahead of the write.
    pub(super) fn has_dropped(&self) -> bool {
        matches!(&self.known, Known::Read { dropped, .. } if !dropped.is_empty())
    }

    /// Returns whether the write may be sent without a transaction. If its item was read, the condition on that item
    /// shows whether the write was applied, and it must be repeatable; an update without companions to change is sent
    /// like any other.
    pub(super) fn may_go_alone(&self) -> bool {
        match self.known {
            Known::Read { .. } => self.write.is_repeatable(),
            Known::Unread | Known::Wanted => self.write.leaves_pending(),
        }
    }

    /// Returns what must still hold for the write.
    pub(super) fn only_if(&self) -> Option<Node> {
        match &self.known {
            Known::Read { item, .. } => Some(unchanged(self.write.code, item.as_ref(), self.write.watches_whole())),
            // A record whose item was not read must not be pending.
            Known::Unread | Known::Wanted => {
                let can_be_pending = self.write.companions().is_some() && self.write.leaves_pending();
                can_be_pending.then(|| Node::absent(PENDING))
            }
        }
    }

    /// Returns the item before and after the write, and the changes of its companions.
    pub(super) fn changes(&self) -> Result<(Written, Diff), Error> {
        let old = self.old().cloned();
        let new = self.write.after(old.as_ref())?;
        if self.write.companions().is_none() {
            return Ok((Written { old, new }, Diff::default()));
        }
        let code = self.write.code;
        let before = old.as_ref().map_or(Ok(Vec::new()), |item| derive(code, item))?;
        let after = new.as_ref().map_or(Ok(Vec::new()), |item| derive_from(code, item, self.write.json()))?;
        let mut diff = diff(before, after, false);
        if let Known::Read { dropped, .. } = &self.known {
            let is_dropped =
                |step: &CompanionStep| matches!(step, CompanionStep::Drop(one) if dropped.contains(&one.id));
            diff.pointers.retain(|step| !is_dropped(step));
        }
        Ok((Written { old, new }, diff))
    }

    /// Builds the request of the write itself, or of `write` in its place, with one more condition.
    pub(super) fn request(
        &self,
        write: &Write,
        only_if: Option<Node>,
        pending: Option<&Pending>,
    ) -> Result<WriteRequest, Error> {
        if self.is_moot() { write.checking_absence() } else { write.request(self.old(), only_if, pending) }
    }

    /// Deletes pointers ahead of the write that takes them away, because the record cannot list them all. Until that
    /// write, the record is pending: whoever comes across it writes them again.
    pub(super) async fn drop_ahead(
        &mut self,
        db: &Db,
        drops: Vec<(Id, WriteRequest)>,
        meter: &Meter,
    ) -> Result<(), Error> {
        let pending = Pending::new(false, Vec::new());
        match alone(db, &self.write.marking(self.only_if(), &pending)?, Returns::Nothing, false, meter).await {
            Err(error) if is_reason(&error) => {
                let has_changed = self.observe(error.failure().and_then(|failure| failure.item.as_ref()))?;
                return if has_changed { Ok(()) } else { Err(error) };
            }
            marked => drop(marked?),
        }
        let (ids, requests): (Vec<_>, Vec<_>) = drops.into_iter().unzip();
        if let Known::Read { item: Some(old), dropped } = &mut self.known {
            old.insert(PENDING.to_owned(), pending.to_value());
            // If another writer completes the record meanwhile, the write's own condition fails.
            dropped.extend(ids);
        }
        advance(db, Remaining::new(&self.write.target, pending, requests, Vec::new()), meter).await
    }

    /// Discards the item that was read, which is outdated after a pause.
    pub(super) fn forget(&mut self) {
        if let Known::Read { .. } = self.known {
            self.known = Known::Wanted;
        }
    }

    /// Notes the item that failed the condition; returns whether that is new, so that another attempt may succeed.
    pub(super) fn observe(&mut self, found: Option<&Item>) -> Result<bool, Error> {
        let write = self.write;
        // Of an item with a wrong tag, the failed condition says enough.
        let Ok(is_foreign) = found.map_or(Ok(false), |item| write.clauses.is_foreign(item)) else { return Ok(false) };
        let item = found.filter(|_| !is_foreign);
        let is_pending = item.is_some_and(|item| item.contains_key(PENDING)) && write.companions().is_some();
        let is_older = item.map_or(Ok(None), |item| write.upgraded(item))?.is_some();
        self.known = match &self.known {
            // A pending item is completed, and an older one upgraded, before the write goes on. An upsert that was sent without
            // knowing the item may have found that it lacks what it would have filled.
            Known::Unread if is_pending || is_older || matches!(write.action, Action::Upsert(_)) => Known::Wanted,
            Known::Unread if is_foreign && write.is_moot_without_item() => Known::read(None),
            Known::Unread | Known::Wanted => return Ok(false),
            Known::Read { item: known, .. } if same_if_any(known.as_ref(), item) => return Ok(false),
            Known::Read { .. } if is_pending || is_older || item.is_some() && write.needs_revision() => Known::Wanted,
            Known::Read { .. } => Known::read(item.cloned()),
        };
        Ok(true)
    }
}
