//! `db.transact_get(..)`

use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;

use super::{builders, operation};
use crate::codec::{Item, JsonReader};
use crate::companion::{id_text, key_item};
use crate::db::Db;
use crate::entity::{Entity, Found, IntoKey, Unreadable, read_exactly};
use crate::error::{Error, InvalidKind, RequestInfo};
use crate::schema::EntitySchema;
use crate::wire::{About, Meter, Operation, Request, RequestJson, Retry, Running, run};

/// DynamoDB's limit of items in a transaction.
const LIMIT: usize = 100;

impl Db {
    /// Reads several items in one transaction. A tuple of keys returns a tuple of items; an array or a `Vec` of keys
    /// returns an array or a `Vec`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let (found, shelf) = db.transact_get((Book::key("fiction", "b1"), Shelf::key("fiction"))).await?;
    /// assert_eq!(found.unwrap().shelf, shelf.unwrap().name);
    /// let books: Vec<Option<Book>> = db.transact_get(vec![Book::key("fiction", "b1"), Book::key("fiction", "b9")]).await?;
    /// assert_eq!(books, [Some(book()), None]);
    /// # Ok(()) });
    /// ```
    pub fn transact_get<K: KeysToGet>(&self, keys: K) -> TransactGet<K::Output> {
        TransactGet { db: self.clone(), keys: keys.keys(self), deleted: false, read: K::read }
    }
}

/// One key of a transaction.
#[doc(hidden)]
#[derive(Clone)]
pub struct Wanted(Item, RequestInfo);

impl Wanted {
    fn new<K: IntoKey>(key: K, db: &Db) -> Result<Self, Error> {
        Self::of(key.into_texts()?, K::Entity::SCHEMA, db)
    }

    fn of(key: (String, Option<String>), schema: &'static EntitySchema, db: &Db) -> Result<Self, Error> {
        let (table, id) = (db.name_of(schema.layout)?, (schema.layout.id, key.0, key.1));
        let request = RequestInfo::new("transact_get", &table).entity(schema).key(id_text(&id));
        Ok(Self(key_item(schema.layout, &id), request))
    }
}

/// Reads an item of an answer.
fn read<E: Entity>(json: Option<Vec<u8>>, deleted: bool) -> Result<Option<E>, Error> {
    let Some(json) = json else { return Ok(None) };
    let read =
        JsonReader::new(&json).map_err(Unreadable::Json).and_then(|mut json| read_exactly::<E>(&mut json, deleted));
    match read.map_err(Unreadable::into_error)? {
        Found::Known(entity) => Ok(Some(entity)),
        Found::Other | Found::Deleted => Ok(None),
    }
}

/// Keys of [`Db::transact_get`]: a tuple of up to eight, an array, or a `Vec`.
#[doc(hidden)]
pub trait KeysToGet {
    /// The items that are read.
    type Output: Send + 'static;
    #[doc(hidden)]
    fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error>;
    #[doc(hidden)]
    fn read(answers: Vec<Option<Vec<u8>>>, deleted: bool) -> Result<Self::Output, Error>;
}

impl<K: IntoKey> KeysToGet for Vec<K>
where
    K::Entity: Send + 'static,
{
    type Output = Vec<Option<K::Entity>>;

    fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error> {
        self.into_iter().map(|key| Wanted::new(key, db)).collect()
    }

    fn read(answers: Vec<Option<Vec<u8>>>, deleted: bool) -> Result<Self::Output, Error> {
        answers.into_iter().map(|answer| read(answer, deleted)).collect()
    }
}

impl<K: IntoKey, const N: usize> KeysToGet for [K; N]
where
    K::Entity: Send + 'static,
{
    type Output = [Option<K::Entity>; N];

    fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error> {
        self.into_iter().map(|key| Wanted::new(key, db)).collect()
    }

    fn read(answers: Vec<Option<Vec<u8>>>, deleted: bool) -> Result<Self::Output, Error> {
        let mut answers = answers.into_iter();
        let mut items = [const { None }; N];
        for item in &mut items {
            *item = read(answers.next().flatten(), deleted)?;
        }
        Ok(items)
    }
}

macro_rules! tuples {
    ($($($key:ident)+;)*) => {$(
        impl<$($key: IntoKey),+> KeysToGet for ($($key,)+)
        where
            $($key::Entity: Send + 'static),+
        {
            type Output = ($(Option<$key::Entity>,)+);

            #[allow(non_snake_case)]
            fn keys(self, db: &Db) -> Result<Vec<Wanted>, Error> {
                let ($($key,)+) = self;
                Ok(vec![$(Wanted::new($key, db)?),+])
            }

            fn read(answers: Vec<Option<Vec<u8>>>, deleted: bool) -> Result<Self::Output, Error> {
                let mut answers = answers.into_iter();
                Ok(($(read::<$key::Entity>(answers.next().flatten(), deleted)?,)+))
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

/// Reads several items in one transaction: see [`Db::transact_get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct TransactGet<O> {
    db: Db,
    keys: Result<Vec<Wanted>, Error>,
    deleted: bool,
    read: Read<O>,
}

/// The items as DynamoDB's JSON, in the order of the keys.
type Answers = Vec<Option<Vec<u8>>>;
type Read<O> = fn(Answers, bool) -> Result<O, Error>;

impl<O> TransactGet<O> {
    /// Also returns items that are [softly deleted](Db::soft_delete).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.soft_delete(Book::key("fiction", "b1"), std::time::Duration::from_secs(3600)).await?;
    /// let (book, shelf) = db.transact_get((Book::key("fiction", "b1"), Shelf::key("fiction"))).including_deleted().await?;
    /// assert!(book.is_some() && shelf.is_some());
    /// # Ok(()) });
    /// ```
    pub fn including_deleted(mut self) -> Self {
        self.deleted = true;
        self
    }

    /// Turns the read into the SDK's own request.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let answer = db.transact_get((Book::key("fiction", "b1"), Shelf::key("fiction"))).into_sdk()?.send().await.unwrap();
    /// assert_eq!(answer.responses().len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<TransactGetItemsFluentBuilder, Error> {
        request(&self.keys?, &Meter::new(false)).into_sdk(self.db.client())
    }
}

impl<O: Send + 'static> TransactGet<O> {
    fn run(self, metered: bool) -> Running<(Answers, bool, Read<O>)> {
        let (run, deleted, read) = (start(self.db, self.keys, metered), self.deleted, self.read);
        Box::pin(async move { run.await.map(|(answers, watch)| ((answers, deleted, read), watch)) })
    }

    fn finish((answers, deleted, read): (Answers, bool, Read<O>)) -> Result<O, Error> {
        read(answers, deleted)
    }
}

fn request(keys: &[Wanted], meter: &Meter) -> Request {
    let mut json = RequestJson::with_capacity(512);
    json.list("TransactItems", |json| {
        for Wanted(key, info) in keys {
            json.unnamed(|json| {
                json.object("Get", |json| {
                    json.text("TableName", Some(&info.table));
                    json.item("Key", Some(key));
                });
            });
        }
    });
    let table = keys.first().map_or("", |Wanted(_, info)| &info.table);
    Request::new(Operation::TransactGetItems, table, json.end(meter))
}

fn start(db: Db, keys: Result<Vec<Wanted>, Error>, metered: bool) -> Running<Answers> {
    run(About::new("transact_get"), metered, move |meter| async move { get(&db, &keys?, &meter).await })
}

/// Reads items in one transaction, retrying conflicts with writes.
async fn get(db: &Db, keys: &[Wanted], meter: &Meter) -> Result<Answers, Error> {
    let Some(Wanted(_, first)) = keys.first() else { return Ok(Vec::new()) };
    if keys.len() > LIMIT {
        let fact = format_args!("{} items are to be read at one moment, and DynamoDB takes {LIMIT}", keys.len());
        return Err(Error::invalid(InvalidKind::Limit, fact, "use `batch_get` where one moment is not needed"));
    }
    let mut retry = Retry::new();
    loop {
        match db.connection().transact_get(request(keys, meter), &|| first.clone(), meter).await {
            Err(Error::Conflict(_)) if retry.again(meter).await => {}
            other => return other,
        }
    }
}

operation!([O: Send + 'static] TransactGet<O> => O, "db.transact_get((Book::key(\"fiction\", \"b1\"), Shelf::key(\"fiction\")))");

builders! {
    [O] TransactGet<O>: "TransactGet" { db, keys, deleted, read };
}
