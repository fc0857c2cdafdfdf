//! `db.update(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;

use super::write::WriteOp;
use super::{ReturnNew, ReturnNothing, ReturnOld, Returning, builders, operation};
use crate::codec::{Attribute, AttributeValue, CodecError, SetField};
use crate::db::Db;
use crate::entity::{Changeable, Creatable, Entity, IntoKey, Table};
use crate::error::{Error, InvalidKind};
use crate::expr::{
    Addable, Alone, Assignment, Changes, Condition, Field, FieldPath, ListField, NotInKey, Removable, SetOf, Settable,
    Term, Untouched, ValueFor, ValuesFor,
};
use crate::schema::{NoneAs, TableSchema};
use crate::wire::{About, Running};
use crate::write::{Action, Presence, Returns, Write, Written};

impl Db {
    /// Updates attributes of an item that must exist; returns [`Error::NotFound`] otherwise.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = Book::fields();
    /// let after: Book = db
    ///     .update(Book::key("fiction", "b1"))
    ///     .set(book.title, "Tehanu")
    ///     .add(book.pages, 1)
    ///     .when(Book::fields().pages.lt(500))
    ///     .returning_new()
    ///     .await?;
    /// assert_eq!((after.title.as_str(), after.pages), ("Tehanu", 321));
    /// # Ok(()) });
    /// ```
    ///
    /// Updates every index key that is built from a changed field; a change that would leave an index key stale does
    /// not compile.
    pub fn update<K: IntoKey>(&self, key: K) -> Update<K::Entity>
    where
        K::Entity: Creatable + Changeable,
    {
        let code = K::Entity::CODE;
        let action = Action::Update(Changes::new(), self.now());
        let write = Write::by_key(self, code, "update", key.into_texts(), action, Presence::Required);
        let op = WriteOp { db: self.clone(), write, about: About::entity("update", code.schema) };
        Update { op, types: PhantomData }
    }
}

/// Updates attributes of an item: see [`Db::update`] and [`Db::upsert`]. `M` says which of the two it is: the item is
/// [`Existing`], or may be created ([`OrCreated`]).
#[must_use = "an operation does nothing until it is awaited"]
pub struct Update<E, R = ReturnNothing, M = Existing> {
    pub(super) op: WriteOp,
    pub(super) types: PhantomData<UpdateTypes<E, R, M>>,
}

pub(super) type UpdateTypes<E, R, M> = fn() -> (E, R, M);

/// An update of an item that must exist.
#[derive(Debug)]
pub enum Existing {}

/// An update of an item that is created if it does not exist.
#[derive(Debug)]
pub enum OrCreated {}

impl<E: Entity, M> Update<E, ReturnNothing, M> {
    /// Returns the item before the update, if it existed.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let before: Option<Book> = db.update(Book::key("fiction", "b1")).add(Book::fields().pages, 1).returning_old().await?;
    /// assert_eq!(before.unwrap().pages, 320);
    /// # Ok(()) });
    /// ```
    pub fn returning_old(self) -> Update<E, ReturnOld, M> {
        Update { op: self.op.returning(Returns::Old), types: PhantomData }
    }

    /// Returns the item after the update.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let after: Book = db.update(Book::key("fiction", "b1")).add(Book::fields().pages, 1).returning_new().await?;
    /// assert_eq!(after.pages, 321);
    /// # Ok(()) });
    /// ```
    pub fn returning_new(self) -> Update<E, ReturnNew, M> {
        Update { op: self.op.returning(Returns::New), types: PhantomData }
    }
}

/// Returns an error if the update changes a number that the table's entities are counted in.
fn refuse_counted(table: &TableSchema, write: &Write) -> Result<(), Error> {
    let schema = write.code.schema;
    let Some((changes, _)) = write.given() else { return Ok(()) };
    let field_of = |root| schema.fields.iter().find(|field| field.attribute == Some(root));
    match changes.roots().filter_map(field_of).find(|field| table.counts(schema, field.field)) {
        Some(field) => Err(Error::invalid(
            InvalidKind::Unchangeable,
            format_args!("`{}` of `{}` counts items, and changes with them alone", field.field, schema.name),
            "create and delete what it counts",
        )),
        None => Ok(()),
    }
}

/// Sets a field; an item must already have the value that an immutable one is given.
fn assign(write: &mut Write, assignment: Assignment) {
    let schema = write.code.schema;
    if let (true, Ok(value)) = (assignment.fixed, &assignment.value) {
        write.require_fixed(assignment.path.root(), value.as_ref());
    }
    if let Some(changes) = write.given_mut() {
        changes.set(schema, assignment);
    }
}

/// Returns how the entity's table stores absent fields.
fn none<E: Entity>() -> NoneAs {
    E::SCHEMA.layout.none
}

fn list<E: Entity, T, V: ValueFor<T>>(
    elements: impl IntoIterator<Item = V>,
) -> Result<Option<AttributeValue>, CodecError> {
    let null = AttributeValue::Null(true);
    let value = |element: V| element.value(none::<E>()).map(|value| value.unwrap_or_else(|| null.clone()));
    elements.into_iter().map(value).collect::<Result<_, _>>().map(AttributeValue::L).map(Some)
}

impl<E: Entity, R: Returning<E>, M> Update<E, R, M> {
    fn changes(&mut self, change: impl FnOnce(&mut Changes)) {
        self.op.edit(|write| {
            if let Some(changes) = write.given_mut() {
                change(changes);
            }
        });
    }

    /// Sets a field, and every index key that is built from it. `None` removes the attribute, or writes it as `NULL` if
    /// the table is declared so.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).set(Book::fields().title, "Tehanu").returning_new().await?;
    /// assert_eq!(book.title, "Tehanu");
    /// # Ok(()) });
    /// ```
    ///
    /// Fields that one index key is built from are set together, as a tuple in the order in which the struct declares them; one of
    /// them alone does not compile.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    /// # pub enum App { Task(Task) }
    /// #[derive(Entity)]
    /// #[entity(table = App, pk = "TASK#<id>", sk = "TASK", gsi1 = ("BOARD", "STATUS#<status>#<due>"))]
    /// pub struct Task {
    ///     id: String,
    ///     status: String,
    ///     due: String,
    /// }
    ///
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let task = Task::fields();
    /// db.update(Task::key("t1")).set((task.status, task.due), ("open", "2026-12-01")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A field among them that is `immutable` is given as it is, since the key is also made from it: the update requires that
    /// the item has this value ([`Error::ConditionFailed`] otherwise).
    pub fn set<F: Settable<E>, V: ValuesFor<F::Value>>(mut self, fields: F, values: V) -> Self
    where
        F::Rule: NotInKey + Alone,
    {
        self.op.edit(|write| {
            let mut places = fields.places().into_iter();
            values.each(none::<E>(), &mut |value| {
                if let Some(place) = places.next() {
                    assign(write, place.takes(value));
                }
            });
        });
        self
    }

    /// Sets a field unless the attribute already exists.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).set_if_absent(Book::fields().subtitle, "A novel").returning_new().await?;
    /// assert_eq!(book.subtitle.as_deref(), Some("A novel"));
    /// # Ok(()) });
    /// ```
    pub fn set_if_absent<T, K: NotInKey + Alone + Untouched, P: FieldPath>(
        mut self,
        field: Field<E, T, K, P>,
        value: impl ValueFor<T>,
    ) -> Self {
        self.changes(|changes| changes.term(field.into_path(), value.value(none::<E>()), Term::IfAbsent));
        self
    }

    /// Removes an optional field, an element of a list, or an entry of a map.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b2")).remove(Book::fields().subtitle).returning_new().await?;
    /// assert_eq!(book.subtitle, None);
    /// # Ok(()) });
    /// ```
    pub fn remove<T, K: NotInKey + Alone, P: FieldPath>(mut self, field: Field<E, T, K, P>) -> Self
    where
        Field<E, T, K, P>: Removable,
    {
        self.changes(|changes| changes.remove(field.into_path()));
        self
    }

    /// Adds to a number; an absent one counts as 0.
    ///
    /// Not retried when an answer is lost, since it could be applied twice: returns [`Error::OutcomeUnknown`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).add(Book::fields().pages, 12).returning_new().await?;
    /// assert_eq!(book.pages, 332);
    /// # Ok(()) });
    /// ```
    pub fn add<T: Attribute, K: NotInKey + Alone + Untouched, P: FieldPath>(
        mut self,
        field: Field<E, T, K, P>,
        number: impl ValueFor<T>,
    ) -> Self
    where
        T::Kind: Addable,
    {
        self.changes(|changes| changes.add(field.into_path(), number.value(none::<E>())));
        self
    }

    /// Subtracts from a number; an absent one counts as 0. Not retried when an answer is lost.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).subtract(Book::fields().pages, 20).returning_new().await?;
    /// assert_eq!(book.pages, 300);
    /// # Ok(()) });
    /// ```
    pub fn subtract<T: Attribute, K: NotInKey + Alone + Untouched, P: FieldPath>(
        mut self,
        field: Field<E, T, K, P>,
        number: impl ValueFor<T>,
    ) -> Self
    where
        T::Kind: Addable,
    {
        self.changes(|changes| changes.term(field.into_path(), number.value(none::<E>()), Term::Minus));
        self
    }

    /// Adds elements to the end of a list. Not retried when an answer is lost.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).append(Book::fields().chapters, ["Index"]).returning_new().await?;
    /// assert_eq!(book.chapters, ["Anarres", "Urras", "Index"]);
    /// # Ok(()) });
    /// ```
    pub fn append<T: ListField, K: NotInKey + Alone + Untouched, P: FieldPath, V: ValueFor<T::Element>>(
        mut self,
        field: Field<E, T, K, P>,
        elements: impl IntoIterator<Item = V>,
    ) -> Self {
        self.changes(|changes| changes.term(field.into_path(), list::<E, _, _>(elements), Term::Append));
        self
    }

    /// Adds elements to the beginning of a list. Not retried when an answer is lost.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).prepend(Book::fields().chapters, ["Foreword"]).returning_new().await?;
    /// assert_eq!(book.chapters, ["Foreword", "Anarres", "Urras"]);
    /// # Ok(()) });
    /// ```
    pub fn prepend<T: ListField, K: NotInKey + Alone + Untouched, P: FieldPath, V: ValueFor<T::Element>>(
        mut self,
        field: Field<E, T, K, P>,
        elements: impl IntoIterator<Item = V>,
    ) -> Self {
        self.changes(|changes| changes.term(field.into_path(), list::<E, _, _>(elements), Term::Prepend));
        self
    }

    /// Adds elements to a set.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).union(Book::fields().tags, BTreeSet::from(["new".to_owned()])).returning_new().await?;
    /// assert!(book.tags.iter().eq(["classic", "new"]));
    /// # Ok(()) });
    /// ```
    pub fn union<T: SetField, K: NotInKey + Alone + Untouched, P: FieldPath>(
        mut self,
        field: Field<E, SetOf<T>, K, P>,
        elements: impl ValueFor<SetOf<T>>,
    ) -> Self {
        self.changes(|changes| changes.of_set(field.into_path(), elements.value(none::<E>()), true));
        self
    }

    /// Removes elements from a set.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book = db.update(Book::key("fiction", "b1")).difference(Book::fields().tags, BTreeSet::from(["classic".to_owned()])).returning_new().await?;
    /// assert!(book.tags.is_empty());
    /// # Ok(()) });
    /// ```
    pub fn difference<T: SetField, K: NotInKey + Alone + Untouched, P: FieldPath>(
        mut self,
        field: Field<E, SetOf<T>, K, P>,
        elements: impl ValueFor<SetOf<T>>,
    ) -> Self {
        self.changes(|changes| changes.of_set(field.into_path(), elements.value(none::<E>()), false));
        self
    }

    /// Writes only if the existing item satisfies `condition`; repeated calls are combined with AND. An upsert creates an
    /// item that does not exist whatever the condition.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let update = db.update(Book::key("fiction", "b1")).set(Book::fields().title, "Tehanu").when(Book::fields().pages.gt(500));
    /// assert!(matches!(update.await, Err(Error::ConditionFailed(_))));
    /// # Ok(()) });
    /// ```
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.op.when(condition.node);
        self
    }

    /// Turns the update into the SDK's own request, for the item alone, without its companions. It can be changed before it is sent: placeholders
    /// of ours (`#n0`, `:v0`) that no expression uses any more are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.update(Book::key("fiction", "b1")).add(Book::fields().pages, 1).into_sdk()?.send().await.unwrap();
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 321);
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder, Error> {
        self.checked().op.into_sdk()
    }

    /// Rule 34, for a number on a record that has other attributes: what counts in it is known at run time alone.
    fn checked(mut self) -> Self {
        self.op.write =
            self.op.write.and_then(|write| refuse_counted(<E::Table as Table>::SCHEMA, &write).map(|()| write));
        self
    }

    pub(super) fn into_write(self) -> Result<Write, Error> {
        let write = self.checked().op.write?;
        write.changes(None)?;
        Ok(write)
    }

    fn run(self, metered: bool) -> Running<Written> {
        self.checked().op.start(metered)
    }

    fn finish(written: Written) -> Result<R::Output, Error> {
        R::output(written.old, written.new)
    }
}

operation!([E: Entity, R: Returning<E>, M: 'static] Update<E, R, M> => R::Output, "db.update(Book::key(\"fiction\", \"b1\")).add(Book::fields().pages, 1)");

builders! {
    [E, R, M] Update<E, R, M>: "Update" { op, types };
}
