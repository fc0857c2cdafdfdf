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
use crate::schema::Role;
use crate::sync::{Companion, Kind, Step};
use crate::{Db, Error, Item};

/// The action of one step.
pub(crate) fn step_action(db: &Db, step: &Step) -> Result<Action, Error> {
    match step {
        Step::Put(companion) => put(db, companion, "put", None),
        Step::Take(companion) => put(db, companion, "lock", Some("attribute_not_exists(#pk)")),
        Step::Drop(companion) => delete(db, companion, "delete"),
        Step::Free(companion) => delete(db, companion, "unlock"),
        Step::Count(companion, by) => count_action(db, companion, by),
    }
}

fn action(db: &Db, companion: &Companion, verb: &'static str, item: TransactWriteItem) -> Result<Action, Error> {
    let table = db.name_of(companion.layout)?;
    let request = Request::new(verb, &table).entity(companion.schema).key(companion.key_text());
    let id = (table.into_owned(), companion.id.1.clone(), companion.id.2.clone());
    Ok(Action { item, request, id, guard: Guard::default() })
}

fn put(db: &Db, companion: &Companion, verb: &'static str, condition: Option<&str>) -> Result<Action, Error> {
    let names = condition.map(|_| HashMap::from([("#pk".to_owned(), companion.layout.pk.name.text.to_owned())]));
    let put = SdkPut::builder()
        .table_name(db.name_of(companion.layout)?)
        .set_item(Some(companion.item.clone()))
        .set_condition_expression(condition.map(str::to_owned))
        .set_expression_attribute_names(names)
        .set_return_values_on_condition_check_failure(condition.map(|_| ReturnValuesOnConditionCheckFailure::AllOld))
        .build()
        .map_err(incomplete)?;
    action(db, companion, verb, TransactWriteItem::builder().put(put).build())
}

fn delete(db: &Db, companion: &Companion, verb: &'static str) -> Result<Action, Error> {
    let item = delete_item(&db.name_of(companion.layout)?, companion.key.clone())?;
    action(db, companion, verb, item)
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
