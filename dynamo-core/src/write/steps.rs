//! Turns changes of companions into requests of a transaction.

use std::collections::BTreeMap;

use super::clauses::{Clauses, Presence};
use super::request::{Act, Payload, Target, WriteRequest};
use crate::codec::{AttributeValue, Item};
use crate::companion::{Companion, CompanionForm, CompanionStep, timed_keys};
use crate::db::Db;
use crate::error::{Error, InvalidKind, RequestInfo};
use crate::expr::{Changes, Compare, Node};
use crate::schema::reserved::REVISION;
use crate::schema::{Role, is_in_an_index};

/// Builds the request of one step.
pub(crate) fn step_request(db: &Db, step: &CompanionStep) -> Result<WriteRequest, Error> {
    match step {
        CompanionStep::Put(companion) => {
            let free = own(companion).map(|own| or_expired(db, companion, own));
            request(db, companion, "put", |_| Act::Put(Payload::Item(companion.item.clone())), Clauses::unchanged(free))
        }
        CompanionStep::Take(companion) => {
            let free = or_expired(db, companion, absent(companion));
            let put = |_: &Target| Act::Put(Payload::Item(companion.item.clone()));
            request(db, companion, "lock", put, Clauses::unchanged(Some(free)))
        }
        CompanionStep::Drop(companion) => request(db, companion, "delete", delete, Clauses::default()),
        CompanionStep::DropFound(companion) => {
            request(db, companion, "delete", delete, Clauses::unchanged(found(companion)))
        }
        CompanionStep::Free(companion) => request(db, companion, "unlock", delete, Clauses::unchanged(own(companion))),
        CompanionStep::Count(companion, by) => count_request(db, companion, by, None),
    }
}

fn request(
    db: &Db,
    companion: &Companion,
    operation: &'static str,
    act: impl FnOnce(&Target) -> Act,
    clauses: Clauses,
) -> Result<WriteRequest, Error> {
    let (_, pk, sk) = companion.id.clone();
    let target = Target::new(db, operation, companion.schema, (pk, sk))?;
    WriteRequest::new(act(&target), &target, clauses)
}

fn delete(target: &Target) -> Act {
    Act::Delete(target.key())
}

fn absent(companion: &Companion) -> Node {
    Node::absent(companion.schema.layout.pk.name.text)
}

/// Lets a lock that has expired not stand in the way, although DynamoDB has not deleted it yet.
fn or_expired(db: &Db, companion: &Companion, free: Node) -> Node {
    match companion.expired(db.now()) {
        Some(expired) => free.or(expired),
        None => free,
    }
}

/// Returns the condition that a lock is free, or is held by this record. There is none for a lock that does not name
/// its owner, and for a pointer, which no other record has.
fn own(companion: &Companion) -> Option<Node> {
    let CompanionForm::Lock { owner, .. } = &companion.kind else { return None };
    let owner = owner.iter().map(|(name, value)| Node::same(*name, Some(value)));
    Node::all(owner).map(|own| absent(companion).or(own))
}

/// Returns the condition that the companion is still as it was found.
fn found(companion: &Companion) -> Option<Node> {
    let mut attributes: Vec<_> = companion.item.iter().collect();
    attributes.sort_by_key(|(name, _)| *name);
    Node::all(attributes.into_iter().map(|(name, value)| Node::same(name.clone(), Some(value))))
}

/// Builds the request that deletes a pointer of which only the key is known; `owner` is the target of its record.
pub(crate) fn drop_request(table: &str, key: &Item, owner: &Target) -> Result<WriteRequest, Error> {
    let mut texts: Vec<_> = key.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
    texts.sort();
    let request = RequestInfo::new("delete", table);
    let target = Target { schema: owner.schema, id: (owner.id.0, texts.join(" / "), None), request };
    WriteRequest::new(Act::Delete(key.clone()), &target, Clauses::default())
}

/// Builds the request that changes a counter: decrements it only if it does not fall below zero, increments it only if it
/// is not softly deleted, and requires the record if the counter is within a whole one. With `check`, also requires what that
/// checks of the same item.
pub(crate) fn count_request(
    db: &Db,
    companion: &Companion,
    by: &BTreeMap<&'static str, i64>,
    check: Option<&Clauses>,
) -> Result<WriteRequest, Error> {
    let CompanionForm::Counter(counting) = &companion.kind else {
        return Err(Error::invalid(InvalidKind::Internal, "a counter was expected", "report this as a bug"));
    };
    let (schema, now) = (companion.schema, db.now());
    let mut clauses = check.cloned().unwrap_or_else(|| Clauses::new(counting.code, Presence::Any));
    if counting.existing && clauses.presence == Presence::Any {
        clauses.presence = Presence::Required;
    }
    // An older version may have the number under another name.
    clauses.require_upgraded(schema);
    if by.values().any(|by| *by > 0) {
        clauses.require_alive(schema);
    }
    let (mut changes, number) = (Changes::new(), |number: i64| AttributeValue::N(number.to_string()));
    for (attribute, by) in by {
        changes.add_value(attribute, number(*by));
    }
    // What a counter has beside its numbers is written once: a later version of the program may have changed it.
    for (attribute, fixed) in &companion.item {
        changes.fill_value(attribute.clone(), fixed.clone());
    }
    if !counting.existing {
        for (name, key, role) in timed_keys(counting.code, &companion.id, counting.attribute, &companion.item, now)? {
            match role {
                Role::CreatedAt => changes.fill_value(name, key),
                _ => changes.set_value(name, key),
            }
        }
    }
    for field in schema.fields {
        let Some(attribute) = field.attribute else { continue };
        // Index keys and companions of a whole record that are built from the field must not become stale.
        let feeds = companion.feeding.contains(&field.field);
        if counting.existing && (feeds || is_in_an_index(schema, field.field)) {
            continue;
        }
        match field.role {
            Role::UpdatedAt => changes.set_value(attribute, now.as_attribute(field.ty)),
            Role::CreatedAt if !counting.existing => changes.fill_value(attribute, now.as_attribute(field.ty)),
            Role::Version => changes.add_value(attribute, number(1)),
            _ => {}
        }
    }
    // A recount that is under way must notice this one.
    changes.remove_value(REVISION);
    let clauses = clauses.only_if(sufficient(by));
    request(db, companion, "count", |target| Act::Update(target.key(), changes), clauses)
}

/// Returns the condition that no number falls below zero.
pub(super) fn sufficient(by: &BTreeMap<&'static str, i64>) -> Option<Node> {
    let decrements = by.iter().filter(|(_, by)| **by < 0);
    Node::all(decrements.map(|(attribute, by)| {
        Node::compare(*attribute, Compare::Ge, AttributeValue::N(by.unsigned_abs().to_string()))
    }))
}
