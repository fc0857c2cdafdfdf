//! `db.transact_get(..)`

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::{
    TransactGetItems, TransactGetItemsError, TransactGetItemsOutput,
};
use aws_sdk_dynamodb::types::{Get as SdkGet, TransactGetItem};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::retry::{ATTEMPTS, pause};
use super::slot::Slot;
use super::transact::incomplete;
use super::{About, Meter, Operation, awaitable};
use crate::error::{Request, classify};
use crate::key::IntoKey;
use crate::wire::{Hook, Transacted};
use crate::{Db, Entity, Error, Item, Key, Table};

/// DynamoDB's limit.
const LIMIT: usize = 100;

impl Db {
    /// Reads several items at one moment: a tuple of keys gives a tuple of items, an array or a `Vec`
    /// of keys the same of items.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note), Book(Book) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "BOOK#<id>", sk = "META")]
    /// # pub struct Book { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let (note, book) = db.transact_get((Note::key("n1"), Book::key("b1"))).await?;
    /// let notes: Vec<Option<Note>> = db.transact_get(vec![Note::key("n1"), Note::key("n2")]).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn transact_get<K: KeyTuple>(&self, keys: K) -> TransactGet<K::Output> {
        TransactGet { db: self.clone(), keys: keys.keys(self), read: K::read }
    }
}

/// An item of an answer.
#[doc(hidden)]
pub enum Answer {
    Json(Vec<u8>),
    Item(Item),
}

impl Answer {
    fn read<E: Entity>(self) -> Result<E, Error> {
        match self {
            Self::Json(json) => E::read_json(&json),
            Self::Item(item) => E::from_item(item),
        }
    }
}

/// One key of a transaction.
#[doc(hidden)]
pub struct Wanted(SdkGet, Request);

impl Wanted {
    fn new<K: IntoKey>(key: K, db: &Db) -> Result<Self, Error> {
        let key: Key<K::Entity> = key.into_key()?;
        let table = db.name_of(<<K::Entity as Entity>::Table as Table>::LAYOUT)?;
        let request = Request::new("transact_get", &table).entity(K::Entity::SCHEMA).key(&key);
        let get = SdkGet::builder().table_name(table).set_key(Some(key.to_item())).build().map_err(incomplete)?;
        Ok(Self(get, request))
    }
}

/// Keys to read at one moment: a tuple of up to eight, an array, or a `Vec`.
pub trait KeyTuple {
    /// What they give.
    type Output: Send + 'static;
    #[doc(hidden)]
    fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error>;
    #[doc(hidden)]
    fn read(answers: Vec<Option<Answer>>) -> Result<Self::Output, Error>;
}

impl<K: IntoKey> KeyTuple for Vec<K>
where
    K::Entity: Send + 'static,
{
    type Output = Vec<Option<K::Entity>>;

    fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error> {
        self.into_iter().map(|key| Wanted::new(key, db)).collect()
    }

    fn read(answers: Vec<Option<Answer>>) -> Result<Self::Output, Error> {
        answers.into_iter().map(|answer| answer.map(Answer::read).transpose()).collect()
    }
}

impl<K: IntoKey, const N: usize> KeyTuple for [K; N]
where
    K::Entity: Send + 'static,
{
    type Output = [Option<K::Entity>; N];

    fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error> {
        self.into_iter().map(|key| Wanted::new(key, db)).collect()
    }

    fn read(answers: Vec<Option<Answer>>) -> Result<Self::Output, Error> {
        let mut answers = answers.into_iter();
        let mut items = [const { None }; N];
        for item in &mut items {
            *item = answers.next().flatten().map(Answer::read).transpose()?;
        }
        Ok(items)
    }
}

macro_rules! tuples {
    ($($($key:ident)+;)*) => {$(
        impl<$($key: IntoKey),+> KeyTuple for ($($key,)+)
        where
            $($key::Entity: Send + 'static),+
        {
            type Output = ($(Option<$key::Entity>,)+);

            #[allow(non_snake_case)]
            fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error> {
                let ($($key,)+) = self;
                Ok(vec![$(Wanted::new($key, db)?),+])
            }

            fn read(answers: Vec<Option<Answer>>) -> Result<Self::Output, Error> {
                let mut answers = answers.into_iter();
                Ok(($(answers.next().flatten().map(Answer::read::<$key::Entity>).transpose()?,)+))
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D F;
    A B C D F G;
    A B C D F G H;
    A B C D F G H I;
}

/// Reads several items at one moment: see [`Db::transact_get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct TransactGet<O> {
    db: Db,
    keys: Result<Vec<Wanted>, Error>,
    read: Read<O>,
}

type Read<O> = fn(Vec<Option<Answer>>) -> Result<O, Error>;

impl<O> TransactGet<O> {
    /// The SDK's own request.
    pub fn into_sdk(self) -> Result<TransactGetItemsFluentBuilder, Error> {
        let keys = self.keys?;
        Ok(request(&self.db, &keys))
    }
}

fn request(db: &Db, keys: &[Wanted]) -> TransactGetItemsFluentBuilder {
    let items = keys.iter().map(|Wanted(get, _)| TransactGetItem::builder().get(get.clone()).build()).collect();
    db.client().transact_get_items().set_transact_items(Some(items))
}

impl<O: Send + 'static> Operation for TransactGet<O> {
    type Output = O;

    fn about(&self) -> About {
        About { operation: "transact_get", table: "", entity: "", index: "" }
    }

    async fn run(self, meter: Meter) -> Result<O, Error> {
        let keys = self.keys?;
        if keys.is_empty() {
            return (self.read)(Vec::new());
        }
        if keys.len() > LIMIT {
            let fact = format_args!("{} items are to be read at one moment, and DynamoDB takes {LIMIT}", keys.len());
            return Err(Error::refused(fact, "use `batch_get` where one moment is not needed"));
        }
        let mut attempt = 0;
        loop {
            let error = match once(&self.db, &keys, &meter).await {
                Ok(answers) => return (self.read)(answers),
                Err(error) => error,
            };
            if attempt + 1 == ATTEMPTS || !matches!(error, Error::Conflict(_)) {
                return Err(error);
            }
            meter.retried();
            pause(attempt).await;
            attempt += 1;
        }
    }
}

async fn once(db: &Db, keys: &[Wanted], meter: &Meter) -> Result<Vec<Option<Answer>>, Error> {
    let builder = request(db, keys).set_return_consumed_capacity(meter.asks());
    let failed = |error: &SdkError<_, _>, hook: &Hook| {
        let Some(Wanted(_, request)) = keys.first() else {
            return Error::refused("no keys were given", "give one");
        };
        let in_conflict = is_conflict(error);
        match classify(request.clone(), error, None, hook.answered()) {
            Error::Service(failure) if in_conflict => Error::Conflict(failure),
            error => error,
        }
    };
    if db.is_wire() {
        let (slot, hook) =
            Slot::hook(Transacted::read, TransactGetItems::new(), || TransactGetItemsOutput::builder().build());
        let sent = builder.customize().interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        sent.map_err(|error| failed(&error, &hook))?;
        let answer = slot.take()?;
        meter.read(answer.units);
        return Ok(answer.items.into_iter().map(|item| item.map(Answer::Json)).collect());
    }
    let hook = Hook::counting();
    let sent = builder.customize().interceptor(hook.clone()).send().await;
    meter.sent(&hook);
    let answer = sent.map_err(|error| failed(&error, &hook))?;
    meter.read_all(answer.consumed_capacity());
    let items = answer.responses.unwrap_or_default().into_iter();
    Ok(items.map(|response| response.item.filter(|item| !item.is_empty()).map(Answer::Item)).collect())
}

/// A read is cancelled while a write is at work on an item.
fn is_conflict(error: &SdkError<TransactGetItemsError, HttpResponse>) -> bool {
    let Some(TransactGetItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() else {
        return false;
    };
    cancelled.cancellation_reasons().iter().any(|reason| reason.code() == Some("TransactionConflict"))
}

awaitable!([O: Send + 'static] TransactGet<O>);
