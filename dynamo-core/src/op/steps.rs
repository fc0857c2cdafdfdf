//! Pointers, locks and counters as actions of a transaction.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::{
    Delete as SdkDelete, Put as SdkPut, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update as SdkUpdate,
};

use super::intent::Action;
use super::kept::now_as;
use super::transact::incomplete;
use super::write::Guard;
use crate::codec::AttributeValue;
use crate::error::Request;
use crate::expr::Placeholders;
use crate::schema::{Role, is_in_an_index};
use crate::sync::{Companion, Kind, Step};
use crate::{Db, Error, Item};

/// How much a transaction takes: DynamoDB's four megabytes, with room for what is not counted here.
pub(crate) const BYTES: usize = 3_500_000;

/// About how many bytes an action adds to a transaction.
pub(crate) fn weight(item: &TransactWriteItem) -> usize {
    const LEAST: usize = 200;
    let put = item.put.as_ref().map_or(0, |put| bytes(&put.item));
    let update = item.update.as_ref().and_then(|update| update.expression_attribute_values.as_ref()).map_or(0, bytes);
    LEAST + put + update
}

fn bytes(item: &Item) -> usize {
    fn of(value: &AttributeValue) -> usize {
        match value {
            AttributeValue::S(text) | AttributeValue::N(text) => text.len(),
            AttributeValue::B(blob) => blob.as_ref().len(),
            AttributeValue::Ss(texts) | AttributeValue::Ns(texts) => texts.iter().map(String::len).sum(),
            AttributeValue::Bs(blobs) => blobs.iter().map(|blob| blob.as_ref().len()).sum(),
            AttributeValue::L(list) => list.iter().map(|value| of(value) + 3).sum(),
            AttributeValue::M(map) => map.iter().map(|(name, value)| name.len() + of(value) + 3).sum(),
            _ => 1,
        }
    }
    item.iter().map(|(name, value)| name.len() + of(value)).sum()
}

/// The action of one step.
pub(crate) fn step_action(db: &Db, step: &Step) -> Result<Action, Error> {
    match step {
        Step::Put(companion) => put(db, companion, "put", &own(companion)),
        Step::Take(companion) => put(db, companion, "lock", &Only::absent(companion)),
        Step::Drop(companion) => delete(db, companion, "delete", &Only::default()),
        Step::DropFound(companion) => delete(db, companion, "delete", &found(companion)),
        Step::Free(companion) => delete(db, companion, "unlock", &own(companion)),
        Step::Count(companion, by) => count_action(db, companion, by),
    }
}

/// A condition on what is there.
#[derive(Default)]
struct Only {
    expression: Option<String>,
    placeholders: Placeholders,
}

impl Only {
    fn absent(companion: &Companion) -> Self {
        let mut placeholders = Placeholders::default();
        let pk = placeholders.name(companion.layout.pk.name.text);
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

/// Nobody's, or this record's own: a lock that does not tell whose it is, and a pointer, which is nobody else's, are taken
/// for its own.
fn own(companion: &Companion) -> Only {
    match &companion.kind {
        Kind::Lock { owner, .. } if !owner.is_empty() => {
            let owner = owner.iter().map(|(name, value)| (*name, value));
            Only::absent(companion).equal(owner, "OR")
        }
        _ => Only::default(),
    }
}

/// Still what was found.
fn found(companion: &Companion) -> Only {
    let mut attributes: Vec<_> = companion.item.iter().map(|(name, value)| (name.as_str(), value)).collect();
    attributes.sort_by_key(|(name, _)| *name);
    Only::default().equal(attributes.into_iter(), "AND")
}

fn action(db: &Db, companion: &Companion, verb: &'static str, item: TransactWriteItem) -> Result<Action, Error> {
    let table = db.name_of(companion.layout)?;
    let request = Request::new(verb, &table).entity(companion.schema).key(companion.key_text());
    let id = (table.into_owned(), companion.id.1.clone(), companion.id.2.clone());
    Ok(Action { item, request, id, guard: Guard::default() })
}

fn put(db: &Db, companion: &Companion, verb: &'static str, only: &Only) -> Result<Action, Error> {
    let on_failure = only.expression.as_ref().map(|_| ReturnValuesOnConditionCheckFailure::AllOld);
    let put = SdkPut::builder()
        .table_name(db.name_of(companion.layout)?)
        .set_item(Some(companion.item.clone()))
        .set_condition_expression(only.expression.clone())
        .set_expression_attribute_names(only.placeholders.names())
        .set_expression_attribute_values(only.placeholders.clone().values())
        .set_return_values_on_condition_check_failure(on_failure)
        .build()
        .map_err(incomplete)?;
    action(db, companion, verb, TransactWriteItem::builder().put(put).build())
}

fn delete(db: &Db, companion: &Companion, verb: &'static str, only: &Only) -> Result<Action, Error> {
    let on_failure = only.expression.as_ref().map(|_| ReturnValuesOnConditionCheckFailure::AllOld);
    let delete = SdkDelete::builder()
        .table_name(db.name_of(companion.layout)?)
        .set_key(Some(companion.key.clone()))
        .set_condition_expression(only.expression.clone())
        .set_expression_attribute_names(only.placeholders.names())
        .set_expression_attribute_values(only.placeholders.clone().values())
        .set_return_values_on_condition_check_failure(on_failure)
        .build()
        .map_err(incomplete)?;
    action(db, companion, verb, TransactWriteItem::builder().delete(delete).build())
}

fn delete_item(table: &str, key: Item) -> Result<TransactWriteItem, Error> {
    let delete = SdkDelete::builder().table_name(table).set_key(Some(key)).build().map_err(incomplete)?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}

/// Deletes a pointer of which the key alone is known.
pub(crate) fn drop_action(table: &str, key: &Item) -> Result<Action, Error> {
    let mut texts: Vec<_> = key.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
    texts.sort();
    let request = Request::new("delete", table);
    let id = (table.to_owned(), texts.join(" / "), None);
    Ok(Action { item: delete_item(table, key.clone())?, request, id, guard: Guard::default() })
}

/// Changes a counter: up without a condition, down only while there is something to take away.
pub(crate) fn count_action(db: &Db, companion: &Companion, by: &BTreeMap<&'static str, i64>) -> Result<Action, Error> {
    let Kind::Counter(counting) = &companion.kind else {
        return Err(Error::refused("a counter was expected", "report this as a bug"));
    };
    let (mut names, mut values) = (HashMap::new(), HashMap::new());
    let mut name = |name: &str| {
        let placeholder = format!("#n{}", names.len());
        names.insert(placeholder.clone(), name.to_owned());
        placeholder
    };
    let mut value = |value: AttributeValue| {
        let placeholder = format!(":v{}", values.len());
        values.insert(placeholder.clone(), value);
        placeholder
    };
    let (mut sets, mut adds, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
    for (attribute, by) in by {
        let number = |number: i64| AttributeValue::N(number.to_string());
        let attribute = name(attribute);
        if *by < 0 {
            let least = value(number(-by));
            conditions.push(format!("{attribute} >= {least}"));
        }
        adds.push(format!("{attribute} {}", value(number(*by))));
    }
    if counting.existing {
        conditions.push(format!("attribute_exists({})", name(companion.layout.pk.name.text)));
    }
    for (attribute, fixed) in &companion.item {
        sets.push(format!("{} = {}", name(attribute), value(fixed.clone())));
    }
    for field in companion.schema.fields {
        let Some(attribute) = field.attribute else { continue };
        // Nothing that is made from another field of a whole record may become stale.
        let feeds = companion.schema.rules.is_some_and(|rules| (rules.feeds)(field.field));
        if counting.existing && (feeds || is_in_an_index(companion.schema, field.field)) {
            continue;
        }
        match field.role {
            Role::UpdatedAt => sets.push(format!("{} = {}", name(attribute), value(now_as(db.now(), field.ty)))),
            Role::CreatedAt if !counting.existing => {
                let attribute = name(attribute);
                let now = value(now_as(db.now(), field.ty));
                sets.push(format!("{attribute} = if_not_exists({attribute}, {now})"));
            }
            Role::Version => adds.push(format!("{} {}", name(attribute), value(AttributeValue::N("1".to_owned())))),
            _ => {}
        }
    }
    let adds = format!("ADD {}", adds.join(", "));
    let expression = if sets.is_empty() { adds } else { format!("{adds} SET {}", sets.join(", ")) };
    let update = SdkUpdate::builder()
        .table_name(db.name_of(companion.layout)?)
        .set_key(Some(companion.key.clone()))
        .update_expression(expression)
        .set_condition_expression((!conditions.is_empty()).then(|| conditions.join(" AND ")))
        .set_expression_attribute_names(Some(names))
        .set_expression_attribute_values(Some(values))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .map_err(incomplete)?;
    action(db, companion, "count", TransactWriteItem::builder().update(update).build())
}
