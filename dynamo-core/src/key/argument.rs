//! Arguments of key functions and queries: by value or by reference, as is at hand.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use super::{KeyField, KeySource, KeyText};

/// A value for a key field of type `T`, by value or by reference.
///
/// Implemented by `T` and `&T`, by `&str` and the owned strings for each of them, and by all of these and by `Option<T>`
/// for an `Option<T>`. A newtype does not take its inner type: an id of another entity could be given by mistake.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Order(Order) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "USER#<name>", sk = "ORDER#<number:010>")]
/// # pub struct Order { name: String, number: u64 }
/// let (name, number) = ("ada".to_owned(), 9);
/// assert_eq!(Order::key("ada", 9)?, Order::key(&name, &number)?);
/// assert_eq!(Order::key("ada", 9)?, Order::key(name, number)?);
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is given where a key needs a `{T}`",
    label = "not a `{T}`",
    note = "help: give a `{T}` or a reference to one"
)]
pub trait KeyArgument<T> {
    /// Returns the text of the value; `None` if it is absent.
    // `T` is bound here and not where arguments are implemented: a type that cannot stand in a key is an error at its
    // field, and not at each call too.
    #[doc(hidden)]
    fn key_text(&self) -> Option<KeyText<'_>>
    where
        T: KeySource;
}

/// Hands the types that are arguments to the macro `each`, with the field's type and the text of a value. There is no `&&T`,
/// so that the compiler knows what `&"id".into()` is.
macro_rules! key_arguments {
    ($each:ident [$($bound:tt)*]) => {
        $each! {
            [T $($bound)*] T => T, |this| KeySource::key_text(this);
            [T $($bound)*] &T => T, |this| KeySource::key_text(*this);
            [T: KeyField] T => Option<T>, |this| Some(T::text_of(this.borrowed()));
            [T: KeyField] &T => Option<T>, |this| Some(T::text_of((*this).borrowed()));
            [] &str => String, |this| Some(KeyText::text(this));
            [] &&str => String, |this| Some(KeyText::text(this));
            [] Box<str> => String, |this| Some(KeyText::text(this));
            [] &Box<str> => String, |this| Some(KeyText::text(this));
            [] Rc<str> => String, |this| Some(KeyText::text(this));
            [] &Rc<str> => String, |this| Some(KeyText::text(this));
            [] Arc<str> => String, |this| Some(KeyText::text(this));
            [] &Arc<str> => String, |this| Some(KeyText::text(this));
            [] Cow<'_, str> => String, |this| Some(KeyText::text(this));
            [] &Cow<'_, str> => String, |this| Some(KeyText::text(this));
            [] &str => Option<String>, |this| Some(KeyText::text(this));
            [] &&str => Option<String>, |this| Some(KeyText::text(this));
            [] &str => Box<str>, |this| Some(KeyText::text(this));
            [] String => Box<str>, |this| Some(KeyText::text(this));
            [] &String => Box<str>, |this| Some(KeyText::text(this));
            [] &str => Rc<str>, |this| Some(KeyText::text(this));
            [] String => Rc<str>, |this| Some(KeyText::text(this));
            [] &String => Rc<str>, |this| Some(KeyText::text(this));
            [] &str => Arc<str>, |this| Some(KeyText::text(this));
            [] String => Arc<str>, |this| Some(KeyText::text(this));
            [] &String => Arc<str>, |this| Some(KeyText::text(this));
            ['a] &str => Cow<'a, str>, |this| Some(KeyText::text(this));
            ['a] String => Cow<'a, str>, |this| Some(KeyText::text(this));
            ['a] &String => Cow<'a, str>, |this| Some(KeyText::text(this));
            [] &[u8] => Blob, |this| Some(Blob::text_of(this));
            [const N: usize] &[u8; N] => Blob, |this| Some(Blob::text_of(*this));
            [] Vec<u8> => Blob, |this| Some(Blob::text_of(this));
            [] &Vec<u8> => Blob, |this| Some(Blob::text_of(this));
        }
    };
}
pub(crate) use key_arguments;

macro_rules! arguments {
    ($([$($generics:tt)*] $value:ty => $field:ty, |$this:ident| $text:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> KeyArgument<$field> for $value {
            #[inline(always)]
            fn key_text(&self) -> Option<KeyText<'_>>
            where
                $field: KeySource,
            {
                let $this = self;
                $text
            }
        }
    )*};
}

key_arguments!(arguments []);
