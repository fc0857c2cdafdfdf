//! Values, ranges and prefixes that narrow a sort key.

use std::borrow::Cow;
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use super::narrow::{Completed, Narrow, QueryState};
use super::order::{ByRange, ByValue};
use crate::codec::Attribute;
use crate::expr::Prefixable;
use crate::key::{KeyArgument, KeyField, KeySource, KeyText, key_arguments};

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
    /// The query after narrowing: its next field can be narrowed after a value, no field after a range.
    type Then<Q: QueryState>;
    #[doc(hidden)]
    fn narrowing(self) -> Result<Narrowed, &'static str>;
    /// Narrows `query` by `field`. Called by generated code.
    #[doc(hidden)]
    fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity>, field: &'static str) -> Self::Then<Q>;
}

/// A narrowing whose values are rendered as texts.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub enum Narrowed {
    Equal(String),
    Range(Bound<String>, Bound<String>),
    Prefix(String),
}

/// The text of a value.
fn text(value: Option<&KeyText<'_>>) -> Result<String, &'static str> {
    value.map_or(Err("is `None`, and the key needs it"), KeyText::to_text)
}

/// A narrowing by a value.
pub(super) fn equal(value: Option<&KeyText<'_>>) -> Result<Narrowed, &'static str> {
    text(value).map(Narrowed::Equal)
}

macro_rules! values {
    ($([$($generics:tt)*] $value:ty => $field:ty, |$this:ident| $text:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Narrowing<$field> for $value {
            type Shape = ByValue;
            type Then<Q: QueryState> = Q;
            fn narrowing(self) -> Result<Narrowed, &'static str> {
                equal(KeyArgument::<$field>::key_text(&self).as_ref())
            }

            fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity>, field: &'static str) -> Q {
                Q::from_narrow(query.narrowed(field, Narrowing::<$field>::narrowing(self)))
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

            fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity>, field: &'static str) -> Completed<Q> {
                QueryState::from_narrow(query.narrowed(field, Narrowing::<T>::narrowing(self)))
            }
        }
    )*};
}

fn bound<T: KeySource, A: KeyArgument<T>>(bound: Bound<&A>) -> Result<Bound<String>, &'static str> {
    let text = |value: &A| text(value.key_text().as_ref());
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

    fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity>, field: &'static str) -> Completed<Q> {
        QueryState::from_narrow(query.narrowed(field, Narrowing::<T>::narrowing(self)))
    }
}

#[diagnostic::do_not_recommend]
impl<T: KeySource, A: KeyArgument<T>> Narrowing<T> for (Bound<A>, Bound<A>) {
    type Shape = ByRange;
    type Then<Q: QueryState> = Completed<Q>;
    fn narrowing(self) -> Result<Narrowed, &'static str> {
        Ok(Narrowed::Range(bound::<T, A>(self.0.as_ref())?, bound::<T, A>(self.1.as_ref())?))
    }

    fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity>, field: &'static str) -> Completed<Q> {
        QueryState::from_narrow(query.narrowed(field, Narrowing::<T>::narrowing(self)))
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

    fn narrow<Q: QueryState>(self, query: Narrow<Q::Entity>, field: &'static str) -> Completed<Q> {
        QueryState::from_narrow(query.narrowed(field, Narrowing::<T>::narrowing(self)))
    }
}
