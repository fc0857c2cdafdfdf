//! The tests of `when(..)`.

use super::KeyText;

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
