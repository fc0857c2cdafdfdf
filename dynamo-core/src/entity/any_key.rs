//! Primary keys of items of any entity of a table.

use std::fmt;
use std::marker::PhantomData;

use super::{Entity, Key};
use crate::error::{Error, REDACTED};
use crate::schema::{EntitySchema, key_is_sensitive};

/// The primary key of an item of any entity of the table `T`, for [`Db::batch_get_any`](crate::Db::batch_get_any) and for
/// [ranges of a partition](crate::query::Query::from).
///
/// Every key of the table's entities converts into it, and so does the `Result` of a key function, whose error is returned
/// by the operation.
///
/// ```
/// # use doc_tables::notes_of_users::*;
/// let keys: Vec<AnyKey<App>> = vec![User::key("ann").into(), Note::key("ann", "n1").into()];
/// ```
pub struct AnyKey<T> {
    schema: &'static EntitySchema,
    texts: Result<(String, Option<String>), Error>,
    table: PhantomData<fn() -> T>,
}

impl<T> AnyKey<T> {
    /// Returns the entity of the key, and its texts.
    pub(crate) fn into_parts(self) -> (&'static EntitySchema, Result<(String, Option<String>), Error>) {
        (self.schema, self.texts)
    }
}

impl<T> Clone for AnyKey<T> {
    fn clone(&self) -> Self {
        Self { schema: self.schema, texts: self.texts.clone(), table: PhantomData }
    }
}

/// Omits a key that contains a sensitive field.
impl<T> fmt::Debug for AnyKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("AnyKey");
        key.field("entity", &self.schema.name);
        match &self.texts {
            Ok(_) if key_is_sensitive(self.schema) => key.field("key", &REDACTED),
            Ok((pk, sk)) => key.field("pk", pk).field("sk", sk),
            Err(error) => key.field("error", error),
        };
        key.finish()
    }
}

/// An entity whose items are in the table `T`: one that it lists, or one of the table that it extends.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity of `{T}`",
    label = "in another table",
    note = "help: give keys of entities that `{T}` lists"
)]
#[doc(hidden)]
pub trait InTable<T>: Entity {}

#[diagnostic::do_not_recommend]
impl<T: From<E::Table>, E: Entity> InTable<T> for E {}

impl<T, E: InTable<T>> From<Result<Key<E>, Error>> for AnyKey<T> {
    fn from(key: Result<Key<E>, Error>) -> Self {
        Self { schema: E::SCHEMA, texts: key.map(Key::into_pair), table: PhantomData }
    }
}

impl<T, E: InTable<T>> From<Key<E>> for AnyKey<T> {
    fn from(key: Key<E>) -> Self {
        Ok(key).into()
    }
}

impl<T, E: InTable<T>> From<&Key<E>> for AnyKey<T> {
    fn from(key: &Key<E>) -> Self {
        key.clone().into()
    }
}
