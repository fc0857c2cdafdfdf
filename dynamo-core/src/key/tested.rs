//! The tests of `when(..)`.

use super::{KeyCaptures, KeyField, KeyText};

/// Returns the places of the tests of `when(..)` that a primary key decides, and whether they hold.
#[doc(hidden)]
pub type KeyTests = fn(&KeyCaptures) -> Vec<(usize, bool)>;

/// The outcome of a test of a field that stands in the primary key; `None` if the key does not tell its value.
#[doc(hidden)]
pub fn key_test<T: KeyField>(
    key: &KeyCaptures,
    field: &str,
    at: usize,
    holds: fn(&T) -> bool,
) -> Option<(usize, bool)> {
    let value = key.exact(field).and_then(T::parse_text)?;
    Some((at, holds(&value)))
}

/// The outcomes that are known.
#[doc(hidden)]
#[must_use]
pub fn known_tests(tests: &[Option<(usize, bool)>]) -> Vec<(usize, bool)> {
    tests.iter().flatten().copied().collect()
}

/// What `when(..)` can test without naming a value.
#[diagnostic::on_unimplemented(
    message = "`when` tests a `bool`, an `Option`, or one value of a field, and this field is a `{Self}`",
    label = "neither a `bool` nor an `Option`",
    note = "help: name the value of the items that are in the index: `when(status = Open, ..)`"
)]
#[doc(hidden)]
pub trait Tested {
    /// Returns whether items with this value are in the index.
    fn holds(&self) -> bool;
}

#[diagnostic::do_not_recommend]
impl Tested for bool {
    #[inline]
    fn holds(&self) -> bool {
        *self
    }
}

#[diagnostic::do_not_recommend]
impl<T> Tested for Option<T> {
    #[inline]
    fn holds(&self) -> bool {
        self.is_some()
    }
}

/// The outcome of a test among the texts of key fields: a text if it holds.
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn tested(holds: bool) -> Option<KeyText<'static>> {
    if holds { Some(KeyText::text("")) } else { None }
}
