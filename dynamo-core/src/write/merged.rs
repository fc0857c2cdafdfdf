//! Counters that are attributes of an item which the same transaction writes: DynamoDB takes one action on an item, so the
//! numbers change with that action.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::request::Payload;
use super::{Action, Write};
use crate::codec::{AttributeValue, Item};
use crate::companion::number_of;
use crate::error::{Error, InvalidKind};
use crate::schema::reserved::REVISION;

/// The changes of a counter's numbers.
pub(super) type By = BTreeMap<&'static str, i64>;

/// Changes the numbers of an item; none falls below zero.
pub(super) fn count_in(item: &mut Item, by: &By) {
    for (attribute, by) in by {
        let number = number_of(Some(item), attribute).saturating_add(*by).max(0);
        item.insert((*attribute).to_owned(), AttributeValue::N(number.to_string()));
    }
}

impl Write {
    /// Returns the write with changes of numbers in its item.
    pub(super) fn counting(&self, by: &By) -> Result<Cow<'_, Self>, Error> {
        let action = match &self.action {
            Action::Put(payload) => {
                let mut item = payload.to_item()?;
                count_in(&mut item, by);
                Action::Put(Payload::Item(item))
            }
            Action::Update(changes, now) => {
                let mut changes = changes.clone();
                for (attribute, by) in by {
                    changes.add_value(attribute, AttributeValue::N(by.to_string()));
                }
                // A recount that is under way must notice this one.
                changes.remove_value(REVISION);
                Action::Update(changes, *now)
            }
            Action::Upsert(upsert) => {
                let mut upsert = upsert.clone();
                for (attribute, by) in by {
                    upsert.changes.add_value(attribute, AttributeValue::N(by.to_string()));
                }
                upsert.changes.remove_value(REVISION);
                Action::Upsert(upsert)
            }
            // What is counted in an item needs that item.
            Action::Delete if by.values().any(|by| *by > 0) => {
                let name = self.code.schema.name;
                let fact = format_args!("a transaction deletes a `{name}` and creates what is counted in it");
                return Err(Error::invalid(InvalidKind::Conflicting, fact, "delete both, or keep both"));
            }
            // The number goes with a deleted item, a check becomes the action of the counter, and the others are never
            // merged.
            Action::Delete | Action::Check | Action::SoftDelete(..) | Action::Restore(_) => {
                return Ok(Cow::Borrowed(self));
            }
        };
        Ok(Cow::Owned(Self { action, ..self.clone() }))
    }
}
