//! `db.put(..)`, `db.create(..)`, `db.replace(..)`

use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::{Put as SdkPut, ReturnValuesOnConditionCheckFailure, TransactWriteItem};

use super::backfill::modernised;
use super::carry::carry_one;
use super::intent::{Action, Intent, Target};
use super::kept::{advance, fill, may_be_open, version};
use super::transact::incomplete;
use super::write::{Guard, failed, not_again};
use super::{About, Meter, New, Nothing, Old, Operation, Returning, awaitable};
use crate::codec::{AttributeValue, item_from_json};
use crate::error::{Answered, Request};
use crate::expr::{Condition, Node, Placeholders, canonical};
use crate::schema::{EntitySchema, TableLayout};
use crate::sync::{Mark, PENDING, Rules};
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
    ///
    /// Where the entity has a `version`, the item that is there must have the version of the one that is given, which was
    /// read before ([`Error::Stale`] otherwise), and gets the next one. The same goes for [`put`](Self::put).
    pub fn replace<E: Entity>(&self, entity: &E) -> Put<E> {
        Put::new(self, "replace", entity, Guard::exists(true))
    }
}

/// Writes a whole item: see [`Db::put`], [`Db::create`] and [`Db::replace`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Put<E, R = Nothing> {
    db: Db,
    verb: &'static str,
    item: Result<(Payload, Target), Error>,
    guard: Guard,
    returning: PhantomData<fn() -> (E, R)>,
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

    /// Whether a time may have been left open.
    fn may_be_open<E: Entity>(&self) -> bool {
        match self {
            Self::Item(_) => true,
            Self::Json(json) => may_be_open(E::SCHEMA, json),
        }
    }
}

impl<E: Entity> Put<E> {
    fn new(db: &Db, verb: &'static str, entity: &E, guard: Guard) -> Self {
        let mut put =
            Self { db: db.clone(), verb, item: Err(Error::Refused("".into())), guard, returning: PhantomData };
        put.item = put.prepare(entity);
        put
    }

    /// The item, with the times and the version that it is to have.
    fn prepare(&mut self, entity: &E) -> Result<(Payload, Target), Error> {
        let payload = Payload::of(entity, self.db.is_wire())?;
        let over = self.guard.exists != Some(false) && version(E::SCHEMA).is_some();
        if !over && !payload.may_be_open::<E>() {
            return Ok((payload, self.target(&entity.key()?)?));
        }
        let mut item = fill::<E>(&self.db, payload.into_item()?, false)?;
        if over {
            self.guard.version = advance(E::SCHEMA, &mut item);
        }
        let key = Key::from_item(&item).map_or_else(|| entity.key(), Ok)?;
        Ok((Payload::Item(item), self.target(&key)?))
    }

    fn target(&self, key: &Key<E>) -> Result<Target, Error> {
        let request =
            Request::new(self.verb, &self.db.name_of(<E::Table as Table>::LAYOUT)?).entity(E::SCHEMA).key(key);
        Ok(Target::new(key, request))
    }

    /// Gives back the item that was there before.
    pub fn returning_old(self) -> Put<E, Old> {
        self.returning()
    }

    /// Gives back the item as it was written: with the times and the version that it got.
    pub fn returning_new(self) -> Put<E, New> {
        self.returning()
    }

    fn returning<R>(self) -> Put<E, R> {
        let Self { db, verb, item, guard, .. } = self;
        Put { db, verb, item, guard, returning: PhantomData }
    }

    /// The time of the last write becomes the present, whatever the struct says. Without this, what the struct says is
    /// written, unless the time was left open (`None`, or `Timestamp::default()`).
    pub fn touch(mut self) -> Self {
        self.item = self.item.and_then(|(payload, target)| {
            let item = fill::<E>(&self.db, payload.into_item()?, true)?;
            Ok((Payload::Item(item), target))
        });
        self
    }
}

impl<E: Entity, R: Returning<E>> Put<E, R> {
    /// Only while the item that is there fulfils this; given twice, both.
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.guard.and(condition);
        let described = self.guard.describe::<E>();
        if let Ok((_, target)) = &mut self.item {
            target.request.condition = described;
        }
        self
    }

    /// The SDK's own request, for the item alone: it carries no pointers, locks and counters.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder, Error> {
        let (payload, target) = self.item.clone()?;
        Ok(Self::request(&self.db, &target.request.table, &self.guard)?.set_item(Some(payload.into_item()?)))
    }

    /// Everything but the item.
    fn request(db: &Db, table: &str, guard: &Guard) -> Result<PutItemFluentBuilder, Error> {
        let mut placeholders = Placeholders::default();
        let condition = guard.render::<E>(&mut placeholders)?;
        let on_failure = guard.is_conditional().then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let builder = db.client().put_item().table_name(table);
        let builder = builder
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_return_values(if R::IS_OLD { R::VALUE } else { None })
            .set_return_values_on_condition_check_failure(on_failure);
        Ok(builder)
    }
}

impl<E: Entity + Send, R: Returning<E>> Operation for Put<E, R> {
    type Output = R::Output;

    fn about(&self) -> About {
        About { operation: self.verb, table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<R::Output, Error> {
        if let Err(error) = &self.item {
            return Err(error.clone());
        }
        if E::SCHEMA.rules.is_some() {
            let db = self.db.clone();
            // Boxed, so that the future of a plain write stays small.
            return Box::pin(carry_one(&db, Box::new(self), &meter)).await.and_then(R::carried);
        }
        let Self { db, item, guard, .. } = self;
        let (item, target) = item?;
        let builder = Self::request(&db, &target.request.table, &guard)?.set_return_consumed_capacity(meter.asks());
        // To recognise our own item, should an answer be lost.
        let may_find_own = guard.exists == Some(false) || guard.version.is_some();
        let own = (may_find_own || R::IS_NEW).then(|| item.clone());
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
        let new = |own: Option<Payload>| own.filter(|_| R::IS_NEW).map(Payload::into_item).transpose();
        match sent {
            Ok(answer) => {
                meter.written(answer.consumed_capacity.as_slice());
                R::output(if R::IS_NEW { new(own)? } else { answer.attributes })
            }
            Err(error) => match (failed(target.request, &error, &guard, answered), own) {
                (Error::Exists(failure) | Error::Stale(failure), Some(own))
                    if failure.maybe_applied && may_find_own && is_own::<E>(failure.item.as_ref(), &own) =>
                {
                    R::output(new(Some(own))?)
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

awaitable!([E: Entity + Send, R: Returning<E>] Put<E, R>);

impl<E: Entity, R: Returning<E>> Put<E, R> {
    /// For a transaction.
    pub(crate) fn into_intent(self) -> Result<Box<dyn Intent>, Error> {
        self.item.as_ref().map_err(Clone::clone)?;
        Ok(Box::new(self))
    }
}

#[allow(private_interfaces)] // Named by the signatures of hidden methods alone.
impl<E: Entity, R: Returning<E>> Intent for Put<E, R> {
    fn target(&self) -> Option<&Target> {
        self.item.as_ref().ok().map(|(_, target)| target)
    }

    fn schema(&self) -> (&'static EntitySchema, &'static TableLayout) {
        (E::SCHEMA, <E::Table as Table>::LAYOUT)
    }

    fn rules(&self) -> Option<&'static Rules> {
        E::SCHEMA.rules
    }

    fn needs_old(&self) -> bool {
        E::SCHEMA.rules.is_some() && self.guard.exists != Some(false)
    }

    fn is_repeatable(&self) -> bool {
        self.guard.version.is_none() && !R::IS_OLD
    }

    fn modernised(&self, item: &Item) -> Result<Option<Item>, Error> {
        modernised::<E>(item)
    }

    fn leaves_mark(&self) -> bool {
        false
    }

    fn is_moot_without_item(&self) -> bool {
        false
    }

    fn after(&self, _: Option<&Item>) -> Result<Option<Item>, Error> {
        self.item.clone()?.0.into_item().map(Some)
    }

    fn action(&self, _: Option<&Item>, only_if: Option<Node>, mark: Option<&Mark>) -> Result<Action, Error> {
        let (payload, target) = self.item.clone()?;
        let guard = self.guard.only_if(only_if);
        let builder = Self::request(&self.db, &target.request.table, &guard)?;
        let input = builder.as_input();
        let mut item = payload.into_item()?;
        if let Some(mark) = mark {
            item.insert(PENDING.to_owned(), mark.to_value());
        }
        let put = SdkPut::builder()
            .set_table_name(input.get_table_name().clone())
            .set_item(Some(item))
            .set_condition_expression(input.get_condition_expression().clone())
            .set_expression_attribute_names(input.get_expression_attribute_names().clone())
            .set_expression_attribute_values(input.get_expression_attribute_values().clone())
            .set_return_values_on_condition_check_failure(input.get_return_values_on_condition_check_failure().clone());
        let put = put.build().map_err(incomplete)?;
        Ok(Action::new(TransactWriteItem::builder().put(put).build(), &target, self.guard.clone()))
    }
}
