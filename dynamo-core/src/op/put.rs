//! `db.put(..)`, `db.create(..)`, `db.replace(..)`

use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::{Put as SdkPut, ReturnValuesOnConditionCheckFailure, TransactWriteItem};

use super::transact::Action;
use super::write::{Guard, failed, not_again};
use super::{About, Meter, Nothing, Old, Operation, Returning, awaitable};
use crate::codec::{AttributeValue, item_from_json};
use crate::error::{Answered, Request};
use crate::expr::{Condition, Placeholders, canonical};
use crate::wire::{Body, Hook, unreadable};
use crate::{Db, Entity, Error, Item, Key, Table};

impl Db {
    /// Writes an item, whatever was there before.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let note = Note { id: "n1".into() };
    /// let old: Option<Note> = db.put(&note).returning_old().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn put<E: Entity>(&self, entity: &E) -> Put<E> {
        Put::new(self, "put", entity, Guard::default())
    }

    /// Writes an item that must not be there yet: [`Error::Exists`] otherwise.
    ///
    /// Where an attempt gets no answer and the next one finds the very item that was to be written, that is success.
    pub fn create<E: Entity>(&self, entity: &E) -> Put<E> {
        Put::new(self, "create", entity, Guard::exists(false))
    }

    /// Writes an item in the place of one that must be there: [`Error::NotFound`] otherwise.
    pub fn replace<E: Entity>(&self, entity: &E) -> Put<E> {
        Put::new(self, "replace", entity, Guard::exists(true))
    }
}

/// Writes a whole item: see [`Db::put`], [`Db::create`] and [`Db::replace`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Put<E, R = Nothing> {
    db: Db,
    verb: &'static str,
    key: Result<Key<E>, Error>,
    item: Result<Payload, Error>,
    guard: Guard,
    returning: PhantomData<fn() -> R>,
}

/// The item, as the codec wants it.
#[derive(Clone)]
enum Payload {
    /// `"Item":{..},`, as it stands in the request.
    Json(Arc<Vec<u8>>),
    Item(Item),
}

const BEFORE: &[u8] = b"\"Item\":";

impl Payload {
    fn of<E: Entity>(entity: &E, wire: bool) -> Result<Self, Error> {
        if !wire {
            return entity.to_item().map(Self::Item);
        }
        let mut json = Vec::with_capacity(1024);
        json.extend_from_slice(BEFORE);
        entity.write_json(&mut json)?;
        json.push(b',');
        Ok(Self::Json(Arc::new(json)))
    }

    fn into_item(self) -> Result<Item, Error> {
        match self {
            Self::Item(item) => Ok(item),
            Self::Json(json) => {
                let inside = json.strip_prefix(BEFORE).and_then(|json| json.strip_suffix(b","));
                item_from_json(inside.unwrap_or_default()).map_err(unreadable)
            }
        }
    }
}

impl<E: Entity> Put<E> {
    fn new(db: &Db, verb: &'static str, entity: &E, guard: Guard) -> Self {
        let item = Payload::of(entity, db.is_wire());
        Self { db: db.clone(), verb, key: entity.key(), item, guard, returning: PhantomData }
    }

    /// Gives back the item that was there before.
    pub fn returning_old(self) -> Put<E, Old> {
        let Self { db, verb, key, item, guard, .. } = self;
        Put { db, verb, key, item, guard, returning: PhantomData }
    }
}

impl<E: Entity, R: Returning<E>> Put<E, R> {
    /// Only while the item that is there fulfils this; given twice, both.
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.guard.and(condition);
        self
    }

    /// The SDK's own request.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder, Error> {
        let item = self.item.clone()?.into_item()?;
        Ok(self.request(&self.db.table_name::<E::Table>()?)?.set_item(Some(item)))
    }

    /// Everything but the item.
    fn request(&self, table: &str) -> Result<PutItemFluentBuilder, Error> {
        let mut placeholders = Placeholders::default();
        let condition = self.guard.render::<E>(&mut placeholders)?;
        let on_failure = self.guard.is_conditional().then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let builder = self.db.client().put_item().table_name(table);
        let builder = builder
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_return_values(R::VALUE)
            .set_return_values_on_condition_check_failure(on_failure);
        Ok(builder)
    }

    /// What was asked, for errors.
    fn asked(&self, table: &str) -> Result<Request, Error> {
        let key = self.key.as_ref().map_err(Clone::clone)?;
        Ok(Request::new(self.verb, table).entity(E::SCHEMA).key(key).condition(self.guard.describe::<E>()))
    }
}

impl<E: Entity + Send + 'static, R: Returning<E>> Operation for Put<E, R> {
    type Output = R::Output;

    fn about(&self) -> About {
        About { operation: self.verb, table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<R::Output, Error> {
        let table = self.db.name_of(<E::Table as Table>::LAYOUT)?;
        let builder = self.request(&table)?.set_return_consumed_capacity(meter.asks());
        let item = self.item.clone()?;
        if let Err(error) = &self.key {
            return Err(error.clone());
        }
        // To recognise our own item, should an answer be lost.
        let own = if self.guard.exists == Some(false) { Some(item.clone()) } else { None };
        let (builder, hook) = match item {
            Payload::Item(item) => (builder.set_item(Some(item)), Hook::counting()),
            Payload::Json(json) => (builder, Hook::new(Some(Body::Front(json)), None)),
        };
        let mut customized = builder.customize();
        if R::IS_OLD {
            customized = customized.config_override(not_again());
        }
        let sent = customized.interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let answered = Answered { once: R::IS_OLD, ..hook.answered() };
        match sent {
            Ok(answer) => {
                meter.written(answer.consumed_capacity.as_slice());
                R::output(answer.attributes)
            }
            Err(error) => match (failed(self.asked(&table)?, &error, &self.guard, answered), own) {
                (Error::Exists(failure), Some(own))
                    if failure.maybe_applied && is_own::<E>(failure.item.as_ref(), &own) =>
                {
                    R::output(None)
                }
                (error, _) => Err(error),
            },
        }
    }
}

/// Whether the item that is there is the one that was to be written.
fn is_own<E: Entity>(found: Option<&Item>, own: &Payload) -> bool {
    // Read and written again, so that the texts of numbers and the order of sets do not matter.
    let again = |item: Item| {
        let item = E::from_item(item).and_then(|entity| entity.to_item()).ok()?;
        Some(canonical(&AttributeValue::M(item)))
    };
    let own = own.clone().into_item().ok();
    let same_size = found.map(Item::len) == own.as_ref().map(Item::len);
    same_size && found.cloned().and_then(again).is_some_and(|found| Some(found) == own.and_then(again))
}

awaitable!([E: Entity + Send + 'static, R: Returning<E>] Put<E, R>);

impl<E: Entity> Put<E> {
    /// For a transaction.
    pub(crate) fn into_action(self) -> Result<Action, Error> {
        let table = self.db.table_name::<E::Table>()?;
        let (builder, request) = (self.request(&table)?, self.asked(&table)?);
        let input = builder.as_input();
        let put = SdkPut::builder()
            .set_table_name(input.get_table_name().clone())
            .set_item(Some(self.item?.into_item()?))
            .set_condition_expression(input.get_condition_expression().clone())
            .set_expression_attribute_names(input.get_expression_attribute_names().clone())
            .set_expression_attribute_values(input.get_expression_attribute_values().clone())
            .set_return_values_on_condition_check_failure(input.get_return_values_on_condition_check_failure().clone());
        let put = put.build().map_err(super::transact::incomplete)?;
        Ok(Action::new(TransactWriteItem::builder().put(put).build(), request, &self.key?, self.guard))
    }
}
