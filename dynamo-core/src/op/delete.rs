//! `db.delete(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::types::{Delete as SdkDelete, ReturnValuesOnConditionCheckFailure, TransactWriteItem};

use super::transact::Action;
use super::write::{Guard, failed, not_again};
use super::{About, Meter, Nothing, Old, Operation, Returning, awaitable};
use crate::error::{Answered, Request};
use crate::expr::{Condition, Placeholders};
use crate::key::IntoKey;
use crate::wire::Hook;
use crate::{Db, Entity, Error, Key, Table};

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
        Delete { db: self.clone(), key: key.into_key(), guard: Guard::default(), returning: PhantomData }
    }
}

/// Deletes an item: see [`Db::delete`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Delete<E, R = Nothing> {
    db: Db,
    key: Result<Key<E>, Error>,
    guard: Guard,
    returning: PhantomData<fn() -> R>,
}

impl<E: Entity> Delete<E> {
    /// Gives back the item that was there.
    pub fn returning_old(self) -> Delete<E, Old> {
        Delete { db: self.db, key: self.key, guard: self.guard, returning: PhantomData }
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
        self
    }

    /// The SDK's own request.
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder, Error> {
        self.request().map(|(builder, _)| builder)
    }

    fn request(&self) -> Result<(DeleteItemFluentBuilder, Request), Error> {
        let key = self.key.as_ref().map_err(Clone::clone)?;
        let table = self.db.name_of(<E::Table as Table>::LAYOUT)?;
        let request = Request::new("delete", &table).entity(E::SCHEMA).key(key).condition(self.guard.describe::<E>());
        let mut placeholders = Placeholders::default();
        let condition = self.guard.render::<E>(&mut placeholders)?;
        let on_failure = self.guard.is_conditional().then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let builder = self.db.client().delete_item().table_name(table).set_key(Some(key.to_item()));
        let builder = builder
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_return_values(R::VALUE)
            .set_return_values_on_condition_check_failure(on_failure);
        Ok((builder, request))
    }
}

impl<E: Entity + Send + 'static, R: Returning<E>> Operation for Delete<E, R> {
    type Output = R::Output;

    fn about(&self) -> About {
        About { operation: "delete", table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<R::Output, Error> {
        let (builder, request) = self.request()?;
        let builder = builder.set_return_consumed_capacity(meter.asks());
        let hook = Hook::counting();
        let mut customized = builder.customize();
        if R::IS_OLD {
            customized = customized.config_override(not_again());
        }
        let sent = customized.interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let answered = Answered { once: R::IS_OLD, ..hook.answered() };
        let answer = sent.map_err(|error| failed(request, &error, &self.guard, answered))?;
        meter.written(answer.consumed_capacity.as_slice());
        R::output(answer.attributes)
    }
}

awaitable!([E: Entity + Send + 'static, R: Returning<E>] Delete<E, R>);

impl<E: Entity> Delete<E> {
    /// For a transaction.
    pub(crate) fn into_action(self) -> Result<Action, Error> {
        let (builder, request) = self.request()?;
        let input = builder.as_input();
        let delete = SdkDelete::builder()
            .set_table_name(input.get_table_name().clone())
            .set_key(input.get_key().clone())
            .set_condition_expression(input.get_condition_expression().clone())
            .set_expression_attribute_names(input.get_expression_attribute_names().clone())
            .set_expression_attribute_values(input.get_expression_attribute_values().clone())
            .set_return_values_on_condition_check_failure(input.get_return_values_on_condition_check_failure().clone());
        let delete = delete.build().map_err(super::transact::incomplete)?;
        Ok(Action::new(TransactWriteItem::builder().delete(delete).build(), request, &self.key?, self.guard))
    }
}
