//! Primary keys of items.

use std::fmt;
use std::marker::PhantomData;

use super::Entity;
use crate::codec::Item;
use crate::error::{Error, REDACTED};
use crate::key::{KeyText, KeyValue, TextSink, parse, primary_key};
use crate::schema::{key_is_sensitive, spec_is_sensitive};

/// The primary key of an item of `E`.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Goal(Goal) }
/// #[derive(Entity)]
/// #[entity(table = App, pk = "USER#<user_id>", sk = "GOAL#<goal_id>")]
/// pub struct Goal {
///     user_id: String,
///     goal_id: String,
/// }
///
/// let key = Goal::key("u1", "g1")?;
/// assert_eq!(key.pk(), "USER#u1");
/// assert_eq!(key.sk(), Some("GOAL#g1"));
/// assert_eq!(key.fields()?, ("u1".to_owned(), "g1".to_owned()));
/// assert!(Goal::key("u#1", "g1").is_err());
/// # Ok::<(), Error>(())
/// ```
pub struct Key<E> {
    pk: String,
    sk: Option<String>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> Key<E> {
    /// Creates the key of an item.
    pub(crate) fn of(entity: &E) -> Result<Self, Error> {
        key_of_item(entity).map(|(pk, sk)| Self::from_texts(pk, sk))
    }

    /// Creates a key from the arguments of a key function.
    #[doc(hidden)]
    #[inline]
    pub fn of_values(texts: &[Option<KeyText<'_>>]) -> Result<Self, Error> {
        match primary_key(E::SCHEMA, texts) {
            Ok((pk, sk)) => Ok(Self::from_texts(pk, sk)),
            Err(error) => Err(error),
        }
    }

    /// Parses the fields of the key, in the order of the key function's parameters, without those that it has folded or by
    /// their date alone.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let (shelf, id) = Book::key("fiction", "b1")?.fields()?;
    /// assert_eq!((shelf.as_str(), id.as_str()), ("fiction", "b1"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn fields(&self) -> Result<E::KeyFields, Error> {
        parse(E::SCHEMA, self.pk(), self.sk())
    }

    /// Iterates over the partition key and the sort key, with their attributes.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let key = Book::key("fiction", "b1")?;
    /// assert_eq!(key.values().count(), 2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn values(&self) -> impl Iterator<Item = KeyValue> {
        let (schema, layout) = (E::SCHEMA, E::SCHEMA.layout);
        let pk = KeyValue::new(&layout.pk, self.pk.clone()).hidden(spec_is_sensitive(schema, &schema.pk));
        let hidden = schema.sk.is_some_and(|sk| spec_is_sensitive(schema, &sk));
        let sk = layout.sk.as_ref().zip(self.sk.as_ref());
        let sk = sk.map(|(attribute, text)| KeyValue::new(attribute, text.clone()).hidden(hidden));
        [Some(pk), sk].into_iter().flatten()
    }

    /// Converts the key to an item of the SDK.
    ///
    /// ```
    /// # use doc_tables::note::*;
    /// let item = Note::key("n1")?.to_item();
    /// assert_eq!(item["PK"].as_s().unwrap(), "NOTE#n1");
    /// assert_eq!(item["SK"].as_s().unwrap(), "META");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn to_item(&self) -> Item {
        self.values().map(|value| (value.attribute().to_owned(), value.to_attribute_value())).collect()
    }
}

impl<E> Key<E> {
    pub(crate) fn from_texts(pk: String, sk: Option<String>) -> Self {
        Self { pk, sk, entity: PhantomData }
    }

    pub(super) fn into_pair(self) -> (String, Option<String>) {
        (self.pk, self.sk)
    }

    /// Returns the partition key: the text of a String, the digits of a Number, the base64 of a Binary.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Book::key("fiction", "b1")?.pk(), "SHELF#fiction");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn pk(&self) -> &str {
        &self.pk
    }

    /// Returns the sort key, if the table has one.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Book::key("fiction", "b1")?.sk(), Some("BOOK#b1"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn sk(&self) -> Option<&str> {
        self.sk.as_deref()
    }
}

impl<E> Clone for Key<E> {
    fn clone(&self) -> Self {
        Self { pk: self.pk.clone(), sk: self.sk.clone(), entity: PhantomData }
    }
}

impl<E> PartialEq for Key<E> {
    fn eq(&self, other: &Self) -> bool {
        self.pk == other.pk && self.sk == other.sk
    }
}

impl<E> Eq for Key<E> {}

impl<E> std::hash::Hash for Key<E> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.pk.hash(state);
        self.sk.hash(state);
    }
}

/// Omits a key that contains a sensitive field.
impl<E: Entity> fmt::Debug for Key<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if key_is_sensitive(E::SCHEMA) {
            return f.debug_struct("Key").finish_non_exhaustive();
        }
        f.debug_struct("Key").field("pk", &self.pk()).field("sk", &self.sk()).finish()
    }
}

/// Shows `[redacted]` for a key that contains a sensitive field; [`pk`](Key::pk) and [`sk`](Key::sk) return its texts.
impl<E: Entity> fmt::Display for Key<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if key_is_sensitive(E::SCHEMA) {
            return f.write_str(REDACTED);
        }
        f.write_str(self.pk())?;
        self.sk().map_or(Ok(()), |sk| write!(f, " / {sk}"))
    }
}

/// An argument that identifies an item: a key, a reference to one, or the `Result` of a key function.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// let key = Book::key("fiction", "b1")?;
/// assert_eq!(db.get(&key).await?, db.get(Book::key("fiction", "b1")).await?); // a key, or the result of making one
/// # Ok(()) });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key",
    label = "not a key",
    note = "help: every entity has a key function: `Goal::key(&user_id, &goal_id)`"
)]
pub trait IntoKey {
    /// The entity of the key.
    type Entity: Entity;

    /// Converts into a key.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::IntoKey;
    /// assert_eq!(Book::key("fiction", "b1").into_key()?.to_string(), "SHELF#fiction / BOOK#b1");
    /// # Ok::<(), Error>(())
    /// ```
    fn into_key(self) -> Result<Key<Self::Entity>, Error>;

    /// Converts into the texts of the partition key and the sort key.
    #[doc(hidden)]
    fn into_texts(self) -> Result<(String, Option<String>), Error>
    where
        Self: Sized,
    {
        self.into_key().map(|key| (key.pk, key.sk))
    }
}

impl<E: Entity> IntoKey for Key<E> {
    type Entity = E;
    fn into_key(self) -> Result<Key<E>, Error> {
        Ok(self)
    }
}

impl<E: Entity> IntoKey for &Key<E> {
    type Entity = E;
    fn into_key(self) -> Result<Key<E>, Error> {
        Ok(self.clone())
    }
}

impl<E: Entity> IntoKey for Result<Key<E>, Error> {
    type Entity = E;
    fn into_key(self) -> Self {
        self
    }
}

/// Returns the primary key of an item.
fn key_of_item<E: Entity>(entity: &E) -> Result<(String, Option<String>), Error> {
    let mut key = Ok((String::new(), None));
    entity.key_texts(TextSink::new(&mut |texts| key = primary_key(E::SCHEMA, texts)));
    key
}
