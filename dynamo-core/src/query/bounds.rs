//! Values, ranges and prefixes that narrow a sort key.

use std::borrow::Borrow;
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::narrow::{Narrow, QueryState};
use super::select::Query;
use crate::expr::Prefixable;
use crate::key::KeyField;

/// Narrows a field of a sort key: a reference to a value, a range of values, [`after`] a value, or [`begins_with`] a
/// text. `B` is the borrowed type that key functions accept for a `K`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not narrow a field of type `{K}`",
    label = "neither a reference to a `{K}` nor a range of them",
    note = "help: `&value`, `from..to`, `from..`, `..=to`, `after(value)`, or `begins_with(\"..\")` for text"
)]
pub trait Narrowing<K: KeyField, B: ?Sized = <K as KeyField>::Borrowed> {
    /// Whether it depends on the order of keys.
    #[doc(hidden)]
    type Shape;
    /// The query after narrowing: its next field can be narrowed after a value, no field after a range.
    type Then<Q: QueryState>;
    #[doc(hidden)]
    fn narrowing(self) -> Result<Narrowed, &'static str>;
    /// Narrows `query` by `field`. Called by generated code.
    #[doc(hidden)]
    fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity, Q::Via>, field: &'static str) -> Self::Then<Q>;
}

/// The shape of a narrowing that does not depend on the order of keys: a value, a prefix, or everything.
#[doc(hidden)]
#[derive(Debug)]
pub enum Unordered {}

/// The shape of a narrowing that is a range of keys.
#[doc(hidden)]
#[derive(Debug)]
pub enum Ranged {}

/// Whether keys are in the order of a field's values.
#[doc(hidden)]
#[derive(Debug)]
pub enum KeyOrder<const ORDERED: bool> {}

/// Keys that a narrowing of the shape `S` can be read from.
#[doc(hidden)]
pub trait Serves<S> {}
impl<S> Serves<S> for KeyOrder<true> {}
impl Serves<Unordered> for KeyOrder<false> {}

/// Rule 38: a narrowing that keys in the order `O` serve, since a range of values needs keys in their order.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the keys of this field are not in the order of its values, so no range of keys has a range of them",
    label = "a range of a field that keys do not sort by",
    note = "help: give a value, or `begins_with(\"..\")` for text; free text is in order at the end of a key, and an enum is if its texts ascend as its variants do"
)]
pub trait InOrder<K, O> {}
#[diagnostic::do_not_recommend]
impl<A: Narrowing<K>, K: KeyField, O: Serves<A::Shape>> InOrder<K, O> for A {}

/// A narrowing whose values are rendered as texts.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub enum Narrowed {
    Equal(String),
    Range(Bound<String>, Bound<String>),
    Prefix(String),
}

fn text<K: KeyField<Borrowed = B>, B: ?Sized>(value: &B) -> Result<String, &'static str> {
    let mut text = String::new();
    K::write_text(value, &mut text)?;
    Ok(text)
}

#[diagnostic::do_not_recommend]
impl<K: KeyField<Borrowed = B>, B: ?Sized> Narrowing<K, B> for &B {
    type Shape = Unordered;
    type Then<Q: QueryState> = Q;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        text::<K, B>(self).map(Narrowed::Equal)
    }

    fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity, Q::Via>, field: &'static str) -> Q {
        Q::from_narrow(query.narrowed(field, <Self as Narrowing<K, B>>::narrowing(self)))
    }
}

#[diagnostic::do_not_recommend]
impl<K: KeyField<Borrowed = str>> Narrowing<K, str> for &String {
    type Shape = Unordered;
    type Then<Q: QueryState> = Q;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        text::<K, str>(self).map(Narrowed::Equal)
    }

    fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity, Q::Via>, field: &'static str) -> Q {
        Q::from_narrow(query.narrowed(field, <Self as Narrowing<K, str>>::narrowing(self)))
    }
}

macro_rules! ranges {
    ($($range:ident $self:ident => $from:expr, $to:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<K: KeyField<Borrowed = B>, B: ?Sized, T: Borrow<B>> Narrowing<K, B> for $range<T> {
            type Shape = Ranged;
    type Then<Q: QueryState> = Query<Q::Entity, Q::Entity, Q::Via>;
            fn narrowing($self) -> Result<Narrowed, &'static str> {
                let value = |value: &T| text::<K, B>(value.borrow());
                Ok(Narrowed::Range(bound($from, &value)?, bound($to, &value)?))
            }

            fn narrow<Q: QueryState>(
                self,
                query: Narrow<Q::Entity, Q::Via>,
                field: &'static str,
            ) -> Query<Q::Entity, Q::Entity, Q::Via> {
                Query::from_narrow(query.narrowed(field, <Self as Narrowing<K, B>>::narrowing(self)))
            }
        }
    )*};
}

fn bound<T>(
    bound: Bound<&T>,
    text: &impl Fn(&T) -> Result<String, &'static str>,
) -> Result<Bound<String>, &'static str> {
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
    After self => Bound::Excluded(&self.0), Bound::Unbounded;
}

#[diagnostic::do_not_recommend]
impl<K: KeyField<Borrowed = B>, B: ?Sized> Narrowing<K, B> for RangeFull {
    type Shape = Unordered;
    type Then<Q: QueryState> = Query<Q::Entity, Q::Entity, Q::Via>;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        Ok(Narrowed::Range(Bound::Unbounded, Bound::Unbounded))
    }

    fn narrow<Q: QueryState>(
        self,
        query: Narrow<Q::Entity, Q::Via>,
        field: &'static str,
    ) -> Query<Q::Entity, Q::Entity, Q::Via> {
        Query::from_narrow(query.narrowed(field, <Self as Narrowing<K, B>>::narrowing(self)))
    }
}

#[diagnostic::do_not_recommend]
impl<K: KeyField<Borrowed = B>, B: ?Sized, T: Borrow<B>> Narrowing<K, B> for (Bound<T>, Bound<T>) {
    type Shape = Ranged;
    type Then<Q: QueryState> = Query<Q::Entity, Q::Entity, Q::Via>;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        let value = |value: &T| text::<K, B>(value.borrow());
        Ok(Narrowed::Range(bound(self.0.as_ref(), &value)?, bound(self.1.as_ref(), &value)?))
    }

    fn narrow<Q: QueryState>(
        self,
        query: Narrow<Q::Entity, Q::Via>,
        field: &'static str,
    ) -> Query<Q::Entity, Q::Entity, Q::Via> {
        Query::from_narrow(query.narrowed(field, <Self as Narrowing<K, B>>::narrowing(self)))
    }
}

/// A range after a value, created by [`after`].
#[derive(Debug, Clone, Copy)]
pub struct After<T>(T);

/// Selects everything after a value, without the value itself. `value..` includes it.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<at:013>")]
/// # pub struct Note { owner: String, at: u64 }
/// let newer = Note::query("ann").at(after(1_700_000_000_000));
/// ```
pub const fn after<T>(value: T) -> After<T> {
    After(value)
}

/// A prefix, created by [`begins_with`].
#[derive(Debug, Clone, Copy)]
pub struct BeginsWith<'a>(&'a str);

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
#[must_use]
pub const fn begins_with(text: &str) -> BeginsWith<'_> {
    BeginsWith(text)
}

impl<K: KeyField<Borrowed = B>, B: ?Sized> Narrowing<K, B> for BeginsWith<'_>
where
    K::Kind: Prefixable,
{
    type Shape = Unordered;
    type Then<Q: QueryState> = Query<Q::Entity, Q::Entity, Q::Via>;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        Ok(Narrowed::Prefix(self.0.to_owned()))
    }

    fn narrow<Q: QueryState>(
        self,
        query: Narrow<Q::Entity, Q::Via>,
        field: &'static str,
    ) -> Query<Q::Entity, Q::Entity, Q::Via> {
        Query::from_narrow(query.narrowed(field, <Self as Narrowing<K, B>>::narrowing(self)))
    }
}
