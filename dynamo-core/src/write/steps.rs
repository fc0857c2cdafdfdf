//! Turns changes of companions into requests of a transaction.

use std::collections::BTreeMap;

use super::request::{WriteKind, WriteRequest};
use super::{Payload, Write};
use crate::codec::{AttributeValue, Item};
use crate::companion::{Companion, CompanionStep, Kind};
use crate::db::Db;
use crate::error::{Error, RequestInfo};
use crate::expr::Placeholders;
use crate::schema::reserved::REVISION;
use crate::schema::{Role, is_in_an_index};

/// Builds the request of one step.
pub(crate) fn step_request(db: &Db, step: &CompanionStep) -> Result<WriteRequest, Error> {
    match step {
        CompanionStep::Put(companion) => put(db, companion, "put", own(companion)),
        CompanionStep::Take(companion) => put(db, companion, "lock", Only::absent(companion)),
        CompanionStep::Drop(companion) => delete(db, companion, "delete", Only::default()),
        CompanionStep::DropFound(companion) => delete(db, companion, "delete", found(companion)),
        CompanionStep::Free(companion) => delete(db, companion, "unlock", own(companion)),
        CompanionStep::Count(companion, by) => count_request(db, companion, by, None),
    }
}

/// A condition on the existing item.
#[derive(Default)]
struct Only {
    expression: Option<String>,
    placeholders: Placeholders,
}

impl Only {
    fn absent(companion: &Companion) -> Self {
        let mut placeholders = Placeholders::default();
        let pk = placeholders.name(companion.schema.layout.pk.name.text);
        Self { expression: Some(format!("attribute_not_exists({pk})")), placeholders }
    }

    fn equal<'a>(mut self, attributes: impl Iterator<Item = (&'a str, &'a AttributeValue)>, or: &str) -> Self {
        let same = attributes
            .map(|(name, value)| format!("{} = {}", self.placeholders.name(name), self.placeholders.value(value)));
        let same = same.collect::<Vec<_>>().join(" AND ");
        self.expression = match (self.expression, same.is_empty()) {
            (expression, true) => expression,
            (Some(expression), false) => Some(format!("{expression} {or} {same}")),
            (None, false) => Some(same),
        };
        self
    }
}

/// Returns the condition that a lock is free, or is held by this record. There is none for a lock that does not name
/// its owner, and for a pointer, which no other record has.
fn own(companion: &Companion) -> Only {
    match &companion.kind {
        Kind::Lock { owner, .. } if !owner.is_empty() => {
            let owner = owner.iter().map(|(name, value)| (*name, value));
            Only::absent(companion).equal(owner, "OR")
        }
        _ => Only::default(),
    }
}

/// Returns the condition that the companion is still as it was found.
fn found(companion: &Companion) -> Only {
    let mut attributes: Vec<_> = companion.item.iter().map(|(name, value)| (name.as_str(), value)).collect();
    attributes.sort_by_key(|(name, _)| *name);
    Only::default().equal(attributes.into_iter(), "AND")
}

fn request(
    db: &Db,
    companion: &Companion,
    operation: &'static str,
    kind: WriteKind,
    only: Only,
) -> Result<WriteRequest, Error> {
    let table = db.name_of(companion.schema.layout)?;
    let request = RequestInfo::new(operation, &table).entity(companion.schema).key(companion.key_text());
    let id = (table.into_owned(), companion.id.1.clone(), companion.id.2.clone());
    Ok(WriteRequest::about(kind, request, id).with(only.expression, only.placeholders))
}

fn put(db: &Db, companion: &Companion, operation: &'static str, only: Only) -> Result<WriteRequest, Error> {
    request(db, companion, operation, WriteKind::Put(Payload::Item(companion.item.clone())), only)
}

fn delete(db: &Db, companion: &Companion, operation: &'static str, only: Only) -> Result<WriteRequest, Error> {
    request(db, companion, operation, WriteKind::Delete { key: companion.key() }, only)
}

/// Builds the request that deletes a pointer of which only the key is known.
pub(crate) fn drop_request(table: &str, key: &Item) -> WriteRequest {
    let mut texts: Vec<_> = key.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
    texts.sort();
    let id = (table.to_owned(), texts.join(" / "), None);
    WriteRequest::about(WriteKind::Delete { key: key.clone() }, RequestInfo::new("delete", table), id)
}

/// Builds the request that changes a counter: decrements it only if it does not fall below zero, increments it only if it
/// is not softly deleted, and requires the record if the counter is within a whole one. With `check`, also requires what that checks of the same item.
pub(crate) fn count_request(
    db: &Db,
    companion: &Companion,
    by: &BTreeMap<&'static str, i64>,
    check: Option<&Write>,
) -> Result<WriteRequest, Error> {
    let Kind::Counter(counting) = &companion.kind else {
        return Err(Error::refused("a counter was expected", "report this as a bug"));
    };
    let schema = companion.schema;
    let mut placeholders = Placeholders::default();
    let (mut sets, mut adds, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
    let number = |number: i64| AttributeValue::N(number.to_string());
    for (attribute, by) in by {
        let attribute = placeholders.name(attribute);
        if *by < 0 {
            conditions.push(format!("{attribute} >= {}", placeholders.value(&number(-by))));
        }
        adds.push(format!("{attribute} {}", placeholders.value(&number(*by))));
    }
    if counting.existing {
        conditions.push(format!("attribute_exists({})", placeholders.name(schema.layout.pk.name.text)));
    }
    for (attribute, fixed) in &companion.item {
        sets.push(format!("{} = {}", placeholders.name(attribute), placeholders.value(fixed)));
    }
    for field in schema.fields {
        let Some(attribute) = field.attribute else { continue };
        // Index keys and companions of a whole record that are built from the field must not become stale.
        let feeds = companion.feeding.contains(&field.field);
        if counting.existing && (feeds || is_in_an_index(schema, field.field)) {
            continue;
        }
        let now = db.now().as_attribute(field.ty);
        match field.role {
            Role::UpdatedAt => sets.push(format!("{} = {}", placeholders.name(attribute), placeholders.value(&now))),
            Role::CreatedAt if !counting.existing => {
                let attribute = placeholders.name(attribute);
                sets.push(format!("{attribute} = if_not_exists({attribute}, {})", placeholders.value(&now)));
            }
            Role::Version => adds.push(format!("{} {}", placeholders.name(attribute), placeholders.value(&number(1)))),
            _ => {}
        }
    }
    let adds = format!("ADD {}", adds.join(", "));
    // A recount that is under way must notice this one.
    let removes = format!("REMOVE {}", placeholders.name(REVISION));
    let sets = if sets.is_empty() { String::new() } else { format!(" SET {}", sets.join(", ")) };
    let expression = format!("{adds}{sets} {removes}");
    let mut guard = check.map(|check| check.guard.clone()).unwrap_or_default();
    // An older version may have the number under another name.
    guard.require_version(schema);
    if by.values().any(|by| *by > 0) {
        guard = guard.alive(schema);
    }
    if let Some(condition) = guard.render(schema, &mut placeholders)? {
        conditions.push(format!("({condition})"));
    }
    if counting.existing && guard.exists.is_none() {
        guard.exists = Some(true);
    }
    let condition = (!conditions.is_empty()).then(|| conditions.join(" AND "));
    let kind = WriteKind::Update { key: companion.key(), expression };
    Ok(request(db, companion, "count", kind, Only { expression: condition, placeholders })?.guarded(guard))
}
