//! Pointers that did not fit into the transaction of their record: written after it, and by whoever comes next if need be.

use std::collections::HashSet;
use std::fmt;

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::get_item::GetItemError;
use aws_sdk_dynamodb::types::{ConditionCheck, Delete as SdkDelete, TransactWriteItem, Update as SdkUpdate};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::Meter;
use super::backfill::renew;
use super::carry::LIMIT;
use super::intent::{Action, Intent, Target};
use super::retry::ATTEMPTS;
use super::send::{Unsent, transaction};
use super::steps::{BYTES, drop_action, step_action, weight};
use super::transact::incomplete;
use super::write::Guard;
use crate::error::{Request, classify};
use crate::schema::EntitySchema;
use crate::sync::{Mark, Rules, Step, diff};
use crate::wire::Hook;
use crate::{Db, Error, Item};

/// What is left to do after the transaction of a record.
pub(crate) struct Rest {
    target: Target,
    mark: Mark,
    steps: Vec<Action>,
}

impl Rest {
    pub(crate) fn new(target: &Target, mark: Mark, steps: Vec<Action>) -> Self {
        Self { target: target.clone(), mark, steps }
    }

    /// What a mark on an item says.
    pub(crate) fn of(db: &Db, rules: &Rules, item: &Item) -> Result<Option<Self>, Error> {
        let Some(mark) = Mark::of(item) else { return Ok(None) };
        let (schema, layout) = (rules.schema)();
        let target = Target::of_item(db, "finish", schema, layout, item)?;
        let after = (rules.derive)(item)?;
        let pointers = diff(Vec::new(), after, true).pointers;
        let mut steps = Vec::with_capacity(pointers.len() + mark.drop.len());
        let mut kept = HashSet::new();
        for step in pointers {
            let Step::Put(pointer) = step else { continue };
            kept.insert((db.name_of(pointer.layout)?.into_owned(), key_id(&pointer.key)));
            let step = if mark.gone { Step::Drop(pointer) } else { Step::Put(pointer) };
            steps.push(step_action(db, &step)?);
        }
        for (table, key) in &mark.drop {
            // A pointer that was to go may have come back.
            if !kept.contains(&(table.clone(), key_id(key))) {
                steps.push(drop_action(table, key)?);
            }
        }
        Ok(Some(Self { target, mark, steps }))
    }
}

fn key_id(key: &Item) -> String {
    crate::expr::canonical(&crate::codec::AttributeValue::M(key.clone()))
}

/// Writes what is left, a hundred actions at a time; each time only while the mark is there, so that a slow writer does
/// not write over a later one.
pub(crate) async fn finish(db: &Db, rest: Rest, meter: &Meter) -> Result<(), Error> {
    let Rest { target, mark, steps } = rest;
    let mut chunks = chunks(&steps);
    let last = chunks.pop().unwrap_or_default();
    let chunks = chunks.into_iter().map(|chunk| (chunk, false)).chain([(last, true)]);
    for (chunk, is_last) in chunks {
        let own = if is_last { end(&target, &mark)? } else { check(&target, &mark)? };
        let actions: Vec<_> = [own].into_iter().chain(chunk.iter().cloned()).collect();
        match retried(db, &actions, meter).await {
            Ok(()) => {}
            // Another writer has finished it, or has taken over.
            Err(Unsent::Cancelled(reasons)) if matches!(reasons.first(), Some(Some(Error::Condition(_)))) => {
                return Ok(());
            }
            Err(unsent) => {
                let (entity, key) = (target.request.entity, target.request.key.clone());
                let cause = unsent.into_error();
                return Err(Error::Unfinished(Box::new(Unfinished { entity, key, cause })));
            }
        }
    }
    Ok(())
}

/// As many actions as one transaction takes beside the record's own.
pub(crate) fn chunks(steps: &[Action]) -> Vec<&[Action]> {
    let mut chunks = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (at, step) in steps.iter().enumerate() {
        let more = weight(&step.item);
        if at > start && (at - start == LIMIT - 1 || bytes + more > BYTES) {
            chunks.push(&steps[start..at]);
            (start, bytes) = (at, 0);
        }
        bytes += more;
    }
    if start < steps.len() {
        chunks.push(&steps[start..]);
    }
    chunks
}

/// Throttled parts are tried again, like conflicts.
async fn retried(db: &Db, actions: &[Action], meter: &Meter) -> Result<(), Unsent> {
    let token = format!("{:032x}", fastrand::u128(..));
    let mut attempt = 0;
    loop {
        match transaction(db, actions, &token, meter).await {
            Err(Unsent::Failed(Error::Throttled(_))) if attempt + 1 < ATTEMPTS => {
                meter.retried();
                super::retry::pause(attempt).await;
                attempt += 1;
            }
            other => return other,
        }
    }
}

/// That nobody else has gone on.
fn check(target: &Target, mark: &Mark) -> Result<Action, Error> {
    let (condition, names, values) = mark.condition();
    let check = ConditionCheck::builder()
        .table_name(&target.request.table)
        .set_key(Some(target.key()))
        .condition_expression(condition)
        .set_expression_attribute_names(Some(names))
        .set_expression_attribute_values(Some(values))
        .build()
        .map_err(incomplete)?;
    Ok(Action::new(TransactWriteItem::builder().condition_check(check).build(), target, Guard::default()))
}

/// The record without its mark, or no record.
fn end(target: &Target, mark: &Mark) -> Result<Action, Error> {
    let (condition, names, values) = mark.condition();
    let item = if mark.gone {
        let delete = SdkDelete::builder()
            .table_name(&target.request.table)
            .set_key(Some(target.key()))
            .condition_expression(condition)
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values(Some(values))
            .build()
            .map_err(incomplete)?;
        TransactWriteItem::builder().delete(delete).build()
    } else {
        let update = SdkUpdate::builder()
            .table_name(&target.request.table)
            .set_key(Some(target.key()))
            .update_expression("REMOVE #pending")
            .condition_expression(condition)
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values(Some(values))
            .build()
            .map_err(incomplete)?;
        TransactWriteItem::builder().update(update).build()
    };
    Ok(Action::new(item, target, Guard::default()))
}

/// What is there, after what an earlier write left to do was done.
pub(crate) async fn settled(db: &Db, intent: &dyn Intent, meter: &Meter) -> Result<Option<Item>, Error> {
    let Some(target) = intent.target() else { return Ok(None) };
    loop {
        let item = fetch(db, &target.request, &target.key(), meter).await?;
        if let Some(old) = &item
            && Mark::of(old).is_none()
            && let Some(new) = intent.modernised(old)?
        {
            let (schema, layout) = intent.schema();
            renew(db, schema, layout, old, new, meter).await?;
            continue;
        }
        let Some(rules) = intent.rules() else { return Ok(item) };
        match item.as_ref().map(|item| Rest::of(db, rules, item)).transpose()?.flatten() {
            Some(rest) => finish(db, rest, meter).await?,
            None => return Ok(item),
        }
    }
}

/// Reads an item as it was last written.
pub(crate) async fn fetch(db: &Db, request: &Request, key: &Item, meter: &Meter) -> Result<Option<Item>, Error> {
    let hook = Hook::counting();
    let builder = db.client().get_item().table_name(&request.table).set_key(Some(key.clone())).consistent_read(true);
    let builder = builder.set_return_consumed_capacity(meter.asks());
    let sent = builder.customize().interceptor(hook.clone()).send().await;
    meter.sent(&hook);
    let failed = |error: SdkError<GetItemError, HttpResponse>| classify(request.clone(), &error, None, hook.answered());
    let answer = sent.map_err(failed)?;
    meter.read_all(answer.consumed_capacity.as_slice());
    Ok(answer.item)
}

/// A record that was written, and whose pointers were not all: a mark on it says what is left.
///
/// The next write of the record does the rest first, and so do the handler of the stream and `repair`.
#[derive(Debug, Clone, PartialEq)]
pub struct Unfinished {
    entity: Option<&'static EntitySchema>,
    key: Option<String>,
    cause: Error,
}

impl Unfinished {
    /// The entity of the record.
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity.map_or("", |entity| entity.name)
    }

    /// What stopped it.
    #[must_use]
    pub fn cause(&self) -> &Error {
        &self.cause
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.as_deref().unwrap_or_default();
        write!(f, "`{}` {key} was written, and not all of its pointers were: {}", self.entity(), self.cause)?;
        f.write_str("\nhelp: the next write of it, or `repair`, does the rest")
    }
}

impl std::error::Error for Unfinished {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}
