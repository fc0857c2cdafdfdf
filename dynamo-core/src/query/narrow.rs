//! Queries that are narrowed field by field, by values, ranges and prefixes, as far as their keys allow.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use super::key_condition::{Narrowed, PartialKey, key_text};
use super::source::Source;
use crate::codec::Attribute;
use crate::entity::Entity;
use crate::expr::Prefixable;
use crate::key::{KeyArgument, KeyField, KeySource, key_arguments};

/// A query that is being narrowed. Implemented by the derive for the type that it names after the entity (`GoalQuery`).
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "not a query",
    note = "help: every entity has query functions: `Goal::query(&user_id)`, `Goal::query_gsi1(&user_id)`"
)]
pub trait QueryState: Sized {
    /// The entity that is queried.
    type Entity: Entity;
    /// The table or index that is queried.
    type Source: Source;
    /// What it reads, and which fields are given.
    type State;
    /// The same query in another state.
    type In<State: NarrowState>: QueryState<Entity = Self::Entity>;
    #[doc(hidden)]
    fn from_key(key: PartialKey) -> Self;
    #[doc(hidden)]
    fn into_key(self) -> PartialKey;
}

/// The query `Q` after a range, which no further field can narrow.
pub(super) type Completed<Q> = <Q as QueryState>::In<Complete<<Q as QueryState>::Source>>;

/// A state of a query that is narrowed field by field: what it reads, and which fields are given.
///
/// Each [`Source`] is the state of a query that no field narrows yet.
#[doc(hidden)]
pub trait NarrowState {
    /// The table or index that is queried.
    type Source: Source;
}

impl<S: Source> NarrowState for S {
    type Source = S;
}

/// The state of a query after `Field` was given a value.
#[derive(Debug, Clone, Copy)]
pub struct Given<S, Field>(PhantomData<(S, Field)>);

impl<S: NarrowState, Field> NarrowState for Given<S, Field> {
    type Source = S::Source;
}

/// The state of a query that no further field can narrow: a range was given, or all fields of the sort key.
#[derive(Debug, Clone, Copy)]
pub struct Complete<S>(PhantomData<S>);

impl<S: Source> NarrowState for Complete<S> {
    type Source = S;
}

/// A field of sort keys, as a type. Implemented by the derive.
#[doc(hidden)]
pub trait SortField {
    /// What a query reads, and the fields in the order in which they narrow it, for each query function: it is there to be read in
    /// a message.
    type Order;
}

/// A state of a query that `Field` narrows next. Implemented by the derive.
#[doc(hidden)]
pub trait NextIs<Field> {
    /// The state after it.
    type Then: NarrowState;
    /// The order of its keys.
    type KeyOrder;
}

/// The shape of a narrowing that does not depend on the order of keys: a value, a prefix, or everything.
#[derive(Debug)]
pub enum ByValue {}

/// The shape of a narrowing that is a range of keys.
#[derive(Debug)]
pub enum ByRange {}

/// Narrows a field of a sort key: a value or a reference to one, a range of either, [greater than](gt) a value, or
/// [`begins_with`] a text. `T` is the type of the field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not narrow a field of type `{T}`",
    label = "neither a `{T}` nor a range of them",
    note = "help: a `{T}` or a reference to one, `from..to`, `from..`, `..=to`, `gt(value)`, or `begins_with(\"..\")` for text"
)]
pub trait Narrowing<T> {
    /// Whether it depends on the order of keys: `ByValue` or `ByRange`.
    #[doc(hidden)]
    type Shape;
    /// The query after narrowing: `Q`, whose next field can be narrowed, or its end after a range.
    #[doc(hidden)]
    type Then<Q: QueryState>: QueryState;
    #[doc(hidden)]
    fn narrowing(self) -> Result<Narrowed, &'static str>;
}

macro_rules! values {
    ($([$($generics:tt)*] $value:ty => $field:ty, |$this:ident| $text:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Narrowing<$field> for $value {
            type Shape = ByValue;
            type Then<Q: QueryState> = Q;
            fn narrowing(self) -> Result<Narrowed, &'static str> {
                Narrowed::equal(KeyArgument::<$field>::key_text(&self).as_ref())
            }
        }
    )*};
}

key_arguments!(values [: KeySource]);

macro_rules! ranges {
    ($($range:ident $self:ident => $from:expr, $to:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: KeySource, A: KeyArgument<T>> Narrowing<T> for $range<A> {
            type Shape = ByRange;
            type Then<Q: QueryState> = Completed<Q>;
            fn narrowing($self) -> Result<Narrowed, &'static str> {
                Ok(Narrowed::Range(bound::<T, A>($from)?, bound::<T, A>($to)?))
            }
        }
    )*};
}

fn bound<T: KeySource, A: KeyArgument<T>>(bound: Bound<&A>) -> Result<Bound<String>, &'static str> {
    let text = |value: &A| key_text(value.key_text().as_ref());
    Ok(match bound {
        Bound::Included(value) => Bound::Included(text(value)?),
        Bound::Excluded(value) => Bound::Excluded(text(value)?),
        Bound::Unbounded => Bound::Unbounded,
    })
}

ranges! {
    Range self => Bound::Included(&self.start), Bound::Excluded(&self.end);
    RangeFrom self => Bound::Included(&self.start), Bound::Unbounded;
    RangeTo self => Bound::Unbounded, Bound::Excluded(&self.end);
    RangeInclusive self => Bound::Included(self.start()), Bound::Included(self.end());
    RangeToInclusive self => Bound::Unbounded, Bound::Included(&self.end);
    GreaterThan self => Bound::Excluded(&self.0), Bound::Unbounded;
}

#[diagnostic::do_not_recommend]
impl<T> Narrowing<T> for RangeFull {
    type Shape = ByValue;
    type Then<Q: QueryState> = Completed<Q>;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        Ok(Narrowed::Range(Bound::Unbounded, Bound::Unbounded))
    }
}

#[diagnostic::do_not_recommend]
impl<T: KeySource, A: KeyArgument<T>> Narrowing<T> for (Bound<A>, Bound<A>) {
    type Shape = ByRange;
    type Then<Q: QueryState> = Completed<Q>;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        Ok(Narrowed::Range(bound::<T, A>(self.0.as_ref())?, bound::<T, A>(self.1.as_ref())?))
    }
}

/// The values greater than another, created by [`gt`].
#[derive(Debug, Clone, Copy)]
pub struct GreaterThan<T>(T);

/// Selects everything greater than a value. The other comparisons are ranges of Rust's: `value..` includes the value, `..value` is
/// everything less, `..=value` everything up to it.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<at:013>")]
/// # pub struct Note { owner: String, at: u64 }
/// let newer = Note::query("ann").at(gt(1_700_000_000_000));
/// ```
pub const fn gt<T>(value: T) -> GreaterThan<T> {
    GreaterThan(value)
}

/// A prefix, created by [`begins_with`].
#[derive(Debug, Clone)]
pub struct BeginsWith(String);

/// Selects everything that begins with `text`.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<title>")]
/// # pub struct Note { owner: String, title: String }
/// let found = Note::query("ann").title(begins_with("Shopping"));
/// ```
pub fn begins_with(text: impl AsRef<str>) -> BeginsWith {
    BeginsWith(text.as_ref().to_owned())
}

impl<T: KeySource<Key: Attribute<Kind: Prefixable>>> Narrowing<T> for BeginsWith {
    type Shape = ByValue;
    type Then<Q: QueryState> = Completed<Q>;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        Ok(Narrowed::Prefix(self.0))
    }
}

// Rule 38: a range of values is a range of keys only where keys are in the order of the values.

/// The order of a field's keys, as far as a constant tells it.
#[derive(Debug)]
pub enum KeyOrder<const ORDERED: bool> {}

/// The order that a constant stands for.
#[doc(hidden)]
pub trait IsOrder {
    /// [`Ordered`] or [`Unsorted`].
    type Order;
}
impl IsOrder for KeyOrder<true> {
    type Order = Ordered;
}
impl IsOrder for KeyOrder<false> {
    type Order = Unsorted;
}

/// Keys in the order of the values.
#[derive(Debug)]
pub enum Ordered {}

macro_rules! orders {
    ($($(#[$doc:meta])* $order:ident, $(#[$rule:meta])* $narrows:ident, $serves:ident, [$($others:ident)*];)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $order {}

        $(#[$rule])*
        #[doc(hidden)]
        pub trait $narrows<T, O> {}
        #[diagnostic::do_not_recommend]
        impl<A: Narrowing<T>, T, O: $serves<A::Shape>> $narrows<T, O> for A {}

        /// An order that serves a narrowing of this shape, or has a rule of its own.
        #[doc(hidden)]
        pub trait $serves<Shape> {}
        impl $serves<ByValue> for $order {}
        impl<Shape> $serves<Shape> for Ordered {}
        $(impl<Shape> $serves<Shape> for $others {})*
    )*};
}

orders! {
    /// Keys of free text that more of the key follows, or of an enum whose texts do not ascend.
    Unsorted,
    /// A narrowing of a field whose keys may be out of order.
    #[diagnostic::on_unimplemented(
        message = "the keys of this field are not in the order of its values, so no range of keys has a range of them",
        label = "a range of a field that keys do not sort by",
        note = "help: give a value, or `begins_with(\"..\")` for text; free text is in order at the end of a key, and an enum is if its texts ascend as its variants do, and none keeps unknown texts"
    )]
    NarrowsUnsorted, ServesUnsorted, [Bucketed Folded Unpadded];

    /// Keys that have the month, date or hour of an instant.
    Bucketed,
    /// A narrowing of a field that stands in the key by its month, date or hour: a range of instants is no range of those.
    #[diagnostic::on_unimplemented(
        message = "the key has the month, date or hour of this field alone, so it cannot be narrowed to a range of its values",
        label = "a range of a field that the key has in part",
        note = "help: give a value, for all that has the same month, date or hour, or `begins_with(\"2026-11\")`; for ranges, write the whole field into the sort key: `<field>`"
    )]
    NarrowsBucketed, ServesBucketed, [Unsorted Folded Unpadded];

    /// Keys of text that is folded to one case.
    Folded,
    /// A narrowing of a field that is folded to one case in the key.
    #[diagnostic::on_unimplemented(
        message = "this field is folded to one case in the key, so the keys are not in the order of its values",
        label = "a range of a field that is folded",
        note = "help: give a value or `begins_with(\"..\")`, which are folded too; for ranges, write the field as it is: `<field>`"
    )]
    NarrowsFolded, ServesFolded, [Unsorted Bucketed Unpadded];

    /// Keys of a number without leading zeros.
    Unpadded,
    /// A narrowing of a number that stands in the key without leading zeros.
    #[diagnostic::on_unimplemented(
        message = "this number is `unordered` in the key, so 10 sorts before 9 and no range of keys has a range of numbers",
        label = "a range of an unordered number",
        note = "help: give a value; for ranges, pad the number in the template: `<field:020>`"
    )]
    NarrowsUnpadded, ServesUnpadded, [Unsorted Bucketed Folded];
}

/// A value that narrows `Field` of a query in `State`, where it comes next.
///
/// The rule is one of the value, not of the query: rustc does not find a method whose own type breaks a rule, and says that.
#[diagnostic::on_unimplemented(
    message = "`{Field}` does not come next in the sort key of this query",
    label = "`{Field}` cannot be narrowed at this point",
    note = "help: a sort key is narrowed from the left, each field before the last by a value: `{Order}`"
)]
#[doc(hidden)]
pub trait InPlace<State, Field, Order> {
    /// The state after it.
    type Then: NarrowState;
    /// The order of its keys.
    type KeyOrder;
}
#[diagnostic::do_not_recommend]
impl<A, State: NextIs<Field>, Field, Order> InPlace<State, Field, Order> for A {
    type Then = State::Then;
    type KeyOrder = State::KeyOrder;
}

/// A value of type `T`, a range of values, [`gt`](super::gt) or [`begins_with`](super::begins_with), where it narrows
/// `Field` of a query of the type `Q`. Implemented for all that is [`Narrowing`], for the field that comes next.
pub trait Narrows<Q, Field, T> {
    /// The narrowed query.
    type Output;
    /// Narrows the query. Called by generated code.
    #[doc(hidden)]
    fn apply(self, query: Q, field: &'static str) -> Self::Output;
}

type OrderOf<A, Q, Field> = <A as InPlace<<Q as QueryState>::State, Field, <Field as SortField>::Order>>::KeyOrder;

impl<Q: QueryState, Field: SortField, T, A> Narrows<Q, Field, T> for A
where
    A: InPlace<Q::State, Field, Field::Order> + Narrowing<T>,
    A: NarrowsUnsorted<T, OrderOf<A, Q, Field>> + NarrowsBucketed<T, OrderOf<A, Q, Field>>,
    A: NarrowsFolded<T, OrderOf<A, Q, Field>> + NarrowsUnpadded<T, OrderOf<A, Q, Field>>,
{
    type Output = <A as Narrowing<T>>::Then<Q::In<<A as InPlace<Q::State, Field, Field::Order>>::Then>>;

    fn apply(self, query: Q, field: &'static str) -> Self::Output {
        QueryState::from_key(query.into_key().narrowed(field, self.narrowing()))
    }
}
