//! Types that can be used in a key, and arguments of key functions and queries: by value or by reference.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use super::{KeyBuffer, KeyText};
use crate::codec::{Attribute, CodecError, Decoder, MapEncoder, Missing};
use crate::schema::{AttributeType, KeyKind, Name};

/// A type whose values can stand in a key template.
///
/// Implemented for strings, integers, `bool`, ULIDs, UUIDs, timestamps and dates, and derived for newtypes and unit enums,
/// together with [`Attribute`]:
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(KeyField, Debug, Clone, PartialEq)]
/// pub struct UserId(pub String);
///
/// #[derive(KeyField, Debug, Clone, Copy, PartialEq)]
/// #[key_field(rename_all = "lowercase")]
/// pub enum Role {
///     Owner,
///     Member,
/// }
///
/// assert_eq!(Role::parse_text("owner"), Some(Role::Owner));
/// ```
///
/// The text of a value is all there is to its place among other keys: equal values have equal texts, different values
/// have different ones, and where [`KIND`](Self::KIND) is fixed-width or an unsigned number (padded by the template),
/// the order of the texts is the order of the values. Free text sorts as text where it ends the key (before a separator,
/// characters below the separator sort first), `:escaped` text sorts as text before a separator too, unit enums by their
/// text, `false` before `true`.
///
/// With the features `chrono`, `jiff` and `time`, their dates are key fields (`2026-11-16`), and so are their instants and
/// their times without a zone, in the form of a [`Timestamp`](crate::Timestamp) (the latter without its `Z`): an offset
/// is kept in the attribute alone, and whatever lies below the millisecond is an error, except in `<at:hour>`, `<at:date>` and
/// `<at:month>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a key",
    label = "not a `KeyField`",
    note = "help: `#[derive(KeyField)]`, which includes `Attribute`, on a newtype or a unit enum; strings, integers, `bool`, `Ulid`, `Uuid`, `Timestamp` and dates are key fields already"
)]
pub trait KeyField: Attribute {
    /// The type that texts are written from: `str` for `String`, the type itself for most.
    type Borrowed: ?Sized;

    /// The kind of texts that the values have.
    const KIND: KeyKind;

    /// Returns what the text of this value is written from.
    ///
    /// ```
    /// use dynamo_core::key::KeyField;
    /// assert_eq!("fiction".to_owned().borrowed(), "fiction");
    /// ```
    fn borrowed(&self) -> &Self::Borrowed;

    /// Returns the number of bytes of the text.
    ///
    /// ```
    /// use dynamo_core::key::KeyField;
    /// assert_eq!(String::text_len("fiction"), 7);
    /// assert_eq!(u32::text_len(&320), 3);
    /// ```
    fn text_len(value: &Self::Borrowed) -> usize;

    /// Writes the text; the error says what is wrong with the value, beginning with a verb.
    ///
    /// ```
    /// use dynamo_core::key::KeyField;
    /// let mut text = String::from("PAGE#");
    /// u32::write_text(&320, &mut text)?;
    /// assert_eq!(text, "PAGE#320");
    /// # Ok::<(), &str>(())
    /// ```
    fn write_text<B: KeyBuffer>(value: &Self::Borrowed, out: &mut B) -> Result<(), &'static str>;

    /// What plain code makes keys from.
    #[doc(hidden)]
    #[inline]
    fn text_of(value: &Self::Borrowed) -> KeyText<'_> {
        KeyText::written(|out| Self::write_text(value, out))
    }

    /// Reads what [`write_text`](Self::write_text) wrote, and nothing else.
    ///
    /// ```
    /// use dynamo_core::key::KeyField;
    /// assert_eq!(u32::parse_text("320"), Some(320));
    /// assert_eq!(u32::parse_text("0320"), None);
    /// ```
    fn parse_text(text: &str) -> Option<Self>;
}

/// A field from which a key can be made: a [`KeyField`], or an `Option` of one in a sparse index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a key",
    label = "not a `KeyField`",
    note = "help: `#[derive(KeyField)]`, which includes `Attribute`, on a newtype or a unit enum; strings, integers, `bool`, `Ulid`, `Uuid`, `Timestamp` and dates are key fields already"
)]
#[doc(hidden)]
pub trait KeySource: Sized {
    /// What stands in the key.
    type Key: KeyField;
    /// Whether it may be absent.
    const OPTIONAL: bool;
    /// The value, unless it is absent.
    fn key_value(&self) -> Option<&<Self::Key as KeyField>::Borrowed>;

    // The derives call what follows as `<Type as KeySource>::..`: a type that cannot stand in a key then gives the same
    // message in each place, and rustc shows it once.

    /// What the schema says of it.
    #[doc(hidden)]
    const FACTS: (KeyKind, bool) = (<Self::Key as KeyField>::KIND, Self::OPTIONAL);

    /// The type itself, as one that is stored.
    #[doc(hidden)]
    type Stored: Attribute;

    /// What the schema says of it as an attribute.
    #[doc(hidden)]
    const STORED: (AttributeType, bool);

    /// [`Attribute::write_field`]
    #[doc(hidden)]
    fn write_field<M: MapEncoder>(&self, map: &mut M, name: &Name);

    /// [`Attribute::write_key_field`]
    #[doc(hidden)]
    fn write_key_field<M: MapEncoder>(&self, map: &mut M, name: &Name);

    /// [`Attribute::read_field`]
    #[doc(hidden)]
    fn read_field<'de, D: Decoder<'de>>(
        slot: &mut Option<Self>,
        decoder: D,
        name: &'static str,
    ) -> Result<(), CodecError>;

    /// [`Attribute::finish_field`]
    #[doc(hidden)]
    fn finish_field(slot: Option<Self>, name: &'static str, missing: &mut Missing) -> Option<Self>;

    /// The text of the field, unless it is absent.
    #[doc(hidden)]
    #[inline(always)]
    fn key_text(&self) -> Option<KeyText<'_>> {
        self.key_value().map(<Self::Key as KeyField>::text_of)
    }

    /// The text of an argument, unless it is absent.
    #[doc(hidden)]
    #[inline(always)]
    fn text_of_argument<A: KeyArgument<Self>>(argument: &A) -> Option<KeyText<'_>> {
        argument.key_text()
    }

    /// Its text; the error says what is wrong with the value.
    #[doc(hidden)]
    fn own_text(&self) -> Result<Option<String>, &'static str> {
        let Some(value) = self.key_value() else { return Ok(None) };
        <Self::Key as KeyField>::text_of(value).to_text().map(Some)
    }
}

/// How the field of a key is stored: as an attribute, which all types of keys are. A macro, since the trait alone does not know that.
macro_rules! stored_as_attribute {
    () => {
        type Stored = Self;
        const STORED: (AttributeType, bool) = <Self as Attribute>::FACTS;

        #[inline(always)]
        fn write_field<M: MapEncoder>(&self, map: &mut M, name: &Name) {
            Attribute::write_field(self, map, name);
        }

        #[inline(always)]
        fn write_key_field<M: MapEncoder>(&self, map: &mut M, name: &Name) {
            Attribute::write_key_field(self, map, name);
        }

        #[inline(always)]
        fn read_field<'de, D: Decoder<'de>>(
            slot: &mut Option<Self>,
            decoder: D,
            name: &'static str,
        ) -> Result<(), CodecError> {
            Attribute::read_field(slot, decoder, name)
        }

        #[inline(always)]
        fn finish_field(slot: Option<Self>, name: &'static str, missing: &mut Missing) -> Option<Self> {
            Attribute::finish_field(slot, name, missing)
        }
    };
}

#[diagnostic::do_not_recommend]
impl<T: KeyField> KeySource for T {
    type Key = T;
    const OPTIONAL: bool = false;

    #[inline(always)]
    fn key_value(&self) -> Option<&T::Borrowed> {
        Some(self.borrowed())
    }

    stored_as_attribute!();
}

#[diagnostic::do_not_recommend]
impl<T: KeyField> KeySource for Option<T> {
    type Key = T;
    const OPTIONAL: bool = true;

    #[inline(always)]
    fn key_value(&self) -> Option<&T::Borrowed> {
        self.as_ref().map(T::borrowed)
    }

    stored_as_attribute!();
}

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
