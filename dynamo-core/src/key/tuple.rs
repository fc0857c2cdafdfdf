//! The fields of a key as a tuple.

use super::{KeyCaptures, KeyField};
use crate::error::Error;
use crate::schema::EntitySchema;

/// A tuple of key fields, in the order in which the key function takes them.
#[doc(hidden)]
pub trait KeyTuple: Sized {
    /// Reads the fields back from a key.
    fn from_captures(captures: &KeyCaptures) -> Result<Self, Error>;
}

macro_rules! tuples {
    ($($field:ident $at:literal)*) => {
        impl<$($field: KeyField),*> KeyTuple for ($($field,)*) {
            #[inline]
            fn from_captures(_captures: &KeyCaptures) -> Result<Self, Error> {
                Ok(($(_captures.nth::<$field>($at)?,)*))
            }
        }
    };
}

tuples!();
tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);

/// The fields that a primary key was made from.
pub(crate) fn parse<T: KeyTuple>(schema: &'static EntitySchema, pk: &str, sk: Option<&str>) -> Result<T, Error> {
    T::from_captures(&KeyCaptures::of(schema, pk, sk)?)
}
