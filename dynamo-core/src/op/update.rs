//! `db.update(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update as SdkUpdate};

use super::backfill::modernised;
use super::carry::carry_one;
use super::intent::{Action, Intent, Target};
use super::kept::{deleted_at, touched};
use super::transact::incomplete;
use super::write::{Guard, failed, not_again};
use super::{About, Meter, New, Nothing, Old, Operation, Returning, awaitable};
use crate::codec::{Attribute, AttributeValue, SetField};
use crate::error::{Answered, Request};
use crate::expr::{
    Addable, Alone, Assignments, Changes, Condition, Field, Free, ListField, Node, NotInKey, Placeholders, Removable,
    SetOf, SetRule, Term, Untouched, ValueFor, synced,
};
use crate::key::IntoKey;
use crate::schema::{EntitySchema, NoneAs, TableLayout};
use crate::sync::{Mark, PENDING, Rules};
use crate::wire::Hook;
use crate::{Db, Entity, Error, Item, Key, Table, Timestamp};

impl Db {
    /// Changes attributes of an item that must be there: [`Error::NotFound`] otherwise.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String, text: String, likes: u32 }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let note = Note::fields();
    /// let now: Note = db
    ///     .update(Note::key("n1"))
    ///     .set(note.text, "Hello")
    ///     .add(note.likes, 1)
    ///     .when(Note::fields().likes.lt(100))
    ///     .returning_new()
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Every index key that is made from a changed field changes with it; a change that would leave one stale does not
    /// compile.
    pub fn update<K: IntoKey>(&self, key: K) -> Update<K::Entity> {
        let key = key.into_key();
        let target = key.clone().and_then(|key| {
            let table = self.name_of(<<K::Entity as Entity>::Table as Table>::LAYOUT)?;
            Ok(Target::new(&key, Request::new("update", &table).entity(K::Entity::SCHEMA).key(&key)))
        });
        let (db, guard) = (self.clone(), Guard::of_update(K::Entity::SCHEMA));
        Update { now: db.now(), db, key, target, changes: Changes::new(), guard, returning: PhantomData }
    }
}

/// Changes attributes of an item: see [`Db::update`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Update<E, R = Nothing> {
    db: Db,
    key: Result<Key<E>, Error>,
    target: Result<Target, Error>,
    /// One time for the record and for what is made from it.
    now: Timestamp,
    changes: Changes,
    guard: Guard,
    returning: PhantomData<fn() -> R>,
}

impl<E: Entity> Update<E> {
    /// Gives back the item as it was.
    pub fn returning_old(self) -> Update<E, Old> {
        let Self { db, key, target, now, changes, guard, .. } = self;
        Update { db, key, target, now, changes, guard, returning: PhantomData }
    }

    /// Gives back the item as it is after the update.
    pub fn returning_new(self) -> Update<E, New> {
        let Self { db, key, target, now, changes, guard, .. } = self;
        Update { db, key, target, now, changes, guard, returning: PhantomData }
    }
}

impl<E: Entity, R: Returning<E>> Update<E, R> {
    fn none() -> NoneAs {
        <E::Table as Table>::LAYOUT.none
    }

    /// Sets a field, and every index key that is made from it. `None` removes the attribute, or writes it as `NULL` where
    /// the table says so.
    pub fn set<T, K: NotInKey + Alone + SetRule<T>, W: ValueFor<T>>(mut self, field: Field<E, T, K>, value: W) -> Self {
        self.changes.set(field, value.value(Self::none()), W::NULLABLE);
        self
    }

    /// Sets fields that are in one index key together, and that key.
    pub fn apply(mut self, assignments: Assignments<E>) -> Self {
        self.changes.apply(assignments);
        self
    }

    /// Sets a field unless it is there already.
    pub fn set_if_absent<T, K: NotInKey + Alone + Untouched>(
        mut self,
        field: Field<E, T, K>,
        value: impl ValueFor<T>,
    ) -> Self {
        self.changes.term(field.path, value.value(Self::none()), Term::IfAbsent);
        self
    }

    /// Removes a field that is an `Option`, or an element of a list, or an entry of a map.
    pub fn remove<T, K: NotInKey + Alone>(mut self, field: Field<E, T, K>) -> Self
    where
        Field<E, T, K>: Removable,
    {
        self.changes.remove(field.path);
        self
    }

    /// Adds to a number; one that is absent counts as 0.
    ///
    /// This is not sent again when an answer is lost, since it could be done twice: [`Error::Unanswered`] then.
    pub fn add<T: Attribute, K: NotInKey + Alone + Untouched>(
        mut self,
        field: Field<E, T, K>,
        number: impl ValueFor<T>,
    ) -> Self
    where
        T::Kind: Addable,
    {
        self.changes.add(field.path, number.value(Self::none()));
        self
    }

    /// Subtracts from a number; one that is absent counts as 0. Not sent again when an answer is lost.
    pub fn subtract<T: Attribute, K: NotInKey + Alone + Untouched>(
        mut self,
        field: Field<E, T, K>,
        number: impl ValueFor<T>,
    ) -> Self
    where
        T::Kind: Addable,
    {
        self.changes.term(field.path, number.value(Self::none()), Term::Minus);
        self
    }

    /// Adds elements to the end of a list. Not sent again when an answer is lost.
    pub fn append<T: ListField, K: NotInKey + Alone + Untouched, V: ValueFor<T::Element>>(
        mut self,
        field: Field<E, T, K>,
        elements: impl IntoIterator<Item = V>,
    ) -> Self {
        self.changes.term(field.path, Self::list(elements), Term::Append);
        self
    }

    /// Adds elements to the beginning of a list. Not sent again when an answer is lost.
    pub fn prepend<T: ListField, K: NotInKey + Alone + Untouched, V: ValueFor<T::Element>>(
        mut self,
        field: Field<E, T, K>,
        elements: impl IntoIterator<Item = V>,
    ) -> Self {
        self.changes.term(field.path, Self::list(elements), Term::Prepend);
        self
    }

    fn list<T, V: ValueFor<T>>(
        elements: impl IntoIterator<Item = V>,
    ) -> Result<Option<AttributeValue>, crate::codec::CodecError> {
        let null = AttributeValue::Null(true);
        let value = |element: V| element.value(Self::none()).map(|value| value.unwrap_or_else(|| null.clone()));
        elements.into_iter().map(value).collect::<Result<_, _>>().map(AttributeValue::L).map(Some)
    }

    /// Adds elements to a set.
    pub fn union<T: SetField>(mut self, field: Field<E, SetOf<T>, Free>, elements: impl ValueFor<SetOf<T>>) -> Self {
        self.changes.of_set(field.path, elements.value(Self::none()), true);
        self
    }

    /// Takes elements out of a set.
    pub fn difference<T: SetField>(
        mut self,
        field: Field<E, SetOf<T>, Free>,
        elements: impl ValueFor<SetOf<T>>,
    ) -> Self {
        self.changes.of_set(field.path, elements.value(Self::none()), false);
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
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder, Error> {
        let target = self.target.as_ref().map_err(Clone::clone)?;
        self.request(target, &self.guard, None)
    }

    /// The changes with what follows from them: index keys, the version, and the time of the update.
    fn changes(&self) -> Result<Changes, Error> {
        if self.changes.is_empty() {
            let fact = format_args!("an update of `{}` changes nothing", E::SCHEMA.name);
            return Err(Error::refused(fact, "`set` something, or use a `check` in a transaction"));
        }
        let key = self.key.as_ref().map_err(Clone::clone)?;
        if let Some((field, attribute)) = deleted_at(E::SCHEMA)
            && self.changes.roots().any(|root| root == attribute)
        {
            let fact = format_args!("`{}` of `{}` is set by deleting and restoring", field.field, E::SCHEMA.name);
            return Err(Error::refused(fact, "use `soft_delete` and `restore`: index keys and pointers go with it"));
        }
        // A time that is in an index key with other fields stays as it was, for the key's sake.
        let synced = synced(&touched::<E>(&self.changes, Some(self.now)), key)
            .or_else(|_| synced(&touched::<E>(&self.changes, None), key))?;
        Ok(synced.without_aliases::<E>())
    }

    fn request(&self, target: &Target, guard: &Guard, mark: Option<&Mark>) -> Result<UpdateItemFluentBuilder, Error> {
        let mut changes = self.changes()?;
        if let Some(mark) = mark {
            changes.set_value(PENDING, mark.to_value());
        }
        let mut placeholders = Placeholders::default();
        let changes = changes.render::<E>(&mut placeholders)?;
        let condition = guard.render::<E>(&mut placeholders)?;
        let builder = self.db.client().update_item().table_name(&target.request.table).set_key(Some(target.key()));
        let builder = builder
            .update_expression(changes)
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_return_values(R::VALUE)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        Ok(builder)
    }

    /// Whether a field changes that something else is made from.
    fn feeds(&self) -> bool {
        let field_of = |attribute: &str| E::SCHEMA.fields.iter().find(|field| field.attribute == Some(attribute));
        // The version and the time of the update may be copied too.
        let changes = touched::<E>(&self.changes, Some(self.now));
        changes.roots().filter_map(field_of).any(|field| E::feeds(field.field))
    }
}

impl<E: Entity + Send, R: Returning<E>> Operation for Update<E, R> {
    type Output = R::Output;

    fn about(&self) -> About {
        About { operation: "update", table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<R::Output, Error> {
        let target = self.target.clone()?;
        if E::SCHEMA.rules.is_some() || E::SCHEMA.version > 0 {
            let db = self.db.clone();
            // Boxed, so that the future of a plain write stays small.
            return Box::pin(carry_one(&db, Box::new(self), &meter)).await.and_then(R::carried);
        }
        let builder = self.request(&target, &self.guard, None)?.set_return_consumed_capacity(meter.asks());
        let hook = Hook::counting();
        let mut customized = builder.customize();
        // Sent again, it would find its own work.
        let once = !self.changes.repeatable || R::IS_OLD;
        if once {
            customized = customized.config_override(not_again());
        }
        let sent = customized.interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let answered = Answered { once, ..hook.answered() };
        let answer = sent.map_err(|error| failed(target.request, &error, &self.guard, answered))?;
        meter.written(answer.consumed_capacity.as_slice());
        R::output(answer.attributes)
    }
}

awaitable!([E: Entity + Send, R: Returning<E>] Update<E, R>);

impl<E: Entity, R: Returning<E>> Update<E, R> {
    /// For a transaction.
    pub(crate) fn into_intent(self) -> Result<Box<dyn Intent>, Error> {
        self.target.as_ref().map_err(Clone::clone)?;
        self.changes()?;
        Ok(Box::new(self))
    }
}

#[allow(private_interfaces)] // Named by the signatures of hidden methods alone.
impl<E: Entity, R: Returning<E>> Intent for Update<E, R> {
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
        R::IS_OLD || R::IS_NEW || self.feeds()
    }

    fn is_repeatable(&self) -> bool {
        self.changes.repeatable && !R::IS_OLD
    }

    fn leaves_mark(&self) -> bool {
        true
    }

    fn is_moot_without_item(&self) -> bool {
        false
    }

    fn modernised(&self, item: &Item) -> Result<Option<Item>, Error> {
        modernised::<E>(item)
    }

    fn after(&self, old: Option<&Item>) -> Result<Option<Item>, Error> {
        old.map(|old| self.changes()?.evaluate::<E>(old)).transpose()
    }

    fn action(&self, _: Option<&Item>, only_if: Option<Node>, mark: Option<&Mark>) -> Result<Action, Error> {
        let target = self.target.as_ref().map_err(Clone::clone)?;
        let builder = self.request(target, &self.guard.only_if(only_if), mark)?;
        let input = builder.as_input();
        let update = SdkUpdate::builder()
            .set_table_name(input.get_table_name().clone())
            .set_key(input.get_key().clone())
            .set_update_expression(input.get_update_expression().clone())
            .set_condition_expression(input.get_condition_expression().clone())
            .set_expression_attribute_names(input.get_expression_attribute_names().clone())
            .set_expression_attribute_values(input.get_expression_attribute_values().clone())
            .set_return_values_on_condition_check_failure(input.get_return_values_on_condition_check_failure().clone());
        let update = update.build().map_err(incomplete)?;
        Ok(Action::new(TransactWriteItem::builder().update(update).build(), target, self.guard.clone()))
    }
}
