//! `db.delete(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    Delete as SdkDelete, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update as SdkUpdate,
};

use super::backfill::modernised;
use super::carry::carry_one;
use super::intent::{Action, Intent, Target};
use super::transact::incomplete;
use super::write::{Guard, failed, not_again};
use super::{About, Meter, Nothing, Old, Operation, Returning, awaitable};
use crate::error::{Answered, Request};
use crate::expr::{Condition, Node, Placeholders};
use crate::key::IntoKey;
use crate::schema::{EntitySchema, TableLayout};
use crate::sync::{Mark, PENDING, Rules};
use crate::wire::Hook;
use crate::{Db, Entity, Error, Item, Table};

impl Db {
    /// Deletes an item. One that is not there is left so; [`existing`](Delete::existing) makes that an error.
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
    /// let gone: Option<Note> = db.delete(Note::key("n1")).returning_old().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn delete<K: IntoKey>(&self, key: K) -> Delete<K::Entity> {
        let target = key.into_key().and_then(|key| {
            let table = self.name_of(<<K::Entity as Entity>::Table as Table>::LAYOUT)?;
            Ok(Target::new(&key, Request::new("delete", &table).entity(K::Entity::SCHEMA).key(&key)))
        });
        Delete { db: self.clone(), target, guard: Guard::default(), returning: PhantomData }
    }
}

/// Deletes an item: see [`Db::delete`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Delete<E, R = Nothing> {
    db: Db,
    target: Result<Target, Error>,
    guard: Guard,
    returning: PhantomData<fn() -> (E, R)>,
}

impl<E: Entity> Delete<E> {
    /// Gives back the item that was there.
    pub fn returning_old(self) -> Delete<E, Old> {
        Delete { db: self.db, target: self.target, guard: self.guard, returning: PhantomData }
    }
}

impl<E: Entity, R: Returning<E>> Delete<E, R> {
    /// There must be such an item: [`Error::NotFound`] otherwise.
    pub fn existing(mut self) -> Self {
        self.guard.exists = Some(true);
        self
    }

    /// Only while the item fulfils this; given twice, both.
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.guard.and(condition);
        let described = self.guard.describe::<E>();
        if let Ok(target) = &mut self.target {
            target.request.condition = described;
        }
        self
    }

    /// The SDK's own request, for the item alone: it carries no pointers, locks and counters.
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder, Error> {
        self.request(self.target.as_ref().map_err(Clone::clone)?, &self.guard)
    }

    fn request(&self, target: &Target, guard: &Guard) -> Result<DeleteItemFluentBuilder, Error> {
        let mut placeholders = Placeholders::default();
        let condition = guard.render::<E>(&mut placeholders)?;
        let on_failure = guard.is_conditional().then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let builder = self.db.client().delete_item().table_name(&target.request.table).set_key(Some(target.key()));
        let builder = builder
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_return_values(R::VALUE)
            .set_return_values_on_condition_check_failure(on_failure);
        Ok(builder)
    }
}

impl<E: Entity + Send, R: Returning<E>> Operation for Delete<E, R> {
    type Output = R::Output;

    fn about(&self) -> About {
        About { operation: "delete", table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<R::Output, Error> {
        let target = self.target.clone()?;
        if E::SCHEMA.rules.is_some() {
            let db = self.db.clone();
            // Boxed, so that the future of a plain write stays small.
            return Box::pin(carry_one(&db, Box::new(self), &meter)).await.and_then(R::carried);
        }
        let builder = self.request(&target, &self.guard)?.set_return_consumed_capacity(meter.asks());
        let hook = Hook::counting();
        let mut customized = builder.customize();
        if R::IS_OLD {
            customized = customized.config_override(not_again());
        }
        let sent = customized.interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let answered = Answered { once: R::IS_OLD, ..hook.answered() };
        let answer = sent.map_err(|error| failed(target.request, &error, &self.guard, answered))?;
        meter.written(answer.consumed_capacity.as_slice());
        R::output(answer.attributes)
    }
}

awaitable!([E: Entity + Send, R: Returning<E>] Delete<E, R>);

impl<E: Entity, R: Returning<E>> Delete<E, R> {
    /// For a transaction.
    pub(crate) fn into_intent(self) -> Result<Box<dyn Intent>, Error> {
        self.target.as_ref().map_err(Clone::clone)?;
        Ok(Box::new(self))
    }
}

#[allow(private_interfaces)] // Named by the signatures of hidden methods alone.
impl<E: Entity, R: Returning<E>> Intent for Delete<E, R> {
    fn target(&self) -> Option<&Target> {
        self.target.as_ref().ok()
    }

    fn schema(&self) -> (&'static EntitySchema, &'static TableLayout) {
        (E::SCHEMA, <E::Table as Table>::LAYOUT)
    }

    fn rules(&self) -> Option<&'static Rules> {
        E::SCHEMA.rules
    }

    fn needs_old(&self) -> bool {
        E::SCHEMA.rules.is_some()
    }

    fn is_repeatable(&self) -> bool {
        !R::IS_OLD
    }

    fn modernised(&self, item: &Item) -> Result<Option<Item>, Error> {
        modernised::<E>(item)
    }

    fn leaves_mark(&self) -> bool {
        false
    }

    fn is_moot_without_item(&self) -> bool {
        !self.guard.is_conditional()
    }

    fn after(&self, _: Option<&Item>) -> Result<Option<Item>, Error> {
        Ok(None)
    }

    fn action(&self, _: Option<&Item>, only_if: Option<Node>, mark: Option<&Mark>) -> Result<Action, Error> {
        let target = self.target.as_ref().map_err(Clone::clone)?;
        let guard = self.guard.only_if(only_if);
        if let Some(mark) = mark {
            return self.action_with_mark(target, &guard, mark);
        }
        let builder = self.request(target, &guard)?;
        let input = builder.as_input();
        let delete = SdkDelete::builder()
            .set_table_name(input.get_table_name().clone())
            .set_key(input.get_key().clone())
            .set_condition_expression(input.get_condition_expression().clone())
            .set_expression_attribute_names(input.get_expression_attribute_names().clone())
            .set_expression_attribute_values(input.get_expression_attribute_values().clone())
            .set_return_values_on_condition_check_failure(input.get_return_values_on_condition_check_failure().clone());
        let delete = delete.build().map_err(incomplete)?;
        Ok(Action::new(TransactWriteItem::builder().delete(delete).build(), target, self.guard.clone()))
    }
}

impl<E: Entity, R> Delete<E, R> {
    /// The record stays, with its mark, until its pointers are gone.
    fn action_with_mark(&self, target: &Target, guard: &Guard, mark: &Mark) -> Result<Action, Error> {
        let mut placeholders = Placeholders::default();
        let (name, value) = (placeholders.name(PENDING), placeholders.value(&mark.to_value()));
        let update = SdkUpdate::builder()
            .table_name(&target.request.table)
            .set_key(Some(target.key()))
            .update_expression(format!("SET {name} = {value}"))
            .set_condition_expression(guard.render::<E>(&mut placeholders)?)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(incomplete)?;
        Ok(Action::new(TransactWriteItem::builder().update(update).build(), target, self.guard.clone()))
    }
}
