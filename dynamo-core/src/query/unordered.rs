//! Rule 38 for formats: fields that stand in a key in a form that is not in the order of their values.

use super::bounds::{KeyOrder, Narrowing, Serves};

/// A narrowing of a field that stands in the key by its month, date or hour: a range of instants is no range of those.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the key has the month, date or hour of this field alone, so it cannot be narrowed to a range of its values",
    label = "a range of a field that the key has in part",
    note = "help: give a value, for all that has the same month, date or hour, or `begins_with(\"2026-11\")`; for ranges, write the whole field into the sort key: `<field>`"
)]
pub trait NarrowsBucket<K> {}
#[diagnostic::do_not_recommend]
impl<A: Narrowing<K>, K> NarrowsBucket<K> for A where KeyOrder<false>: Serves<A::Shape> {}

/// A narrowing of a field that is folded to one case in the key.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this field is folded to one case in the key, so the keys are not in the order of its values",
    label = "a range of a field that is folded",
    note = "help: give a value or `begins_with(\"..\")`, which are folded too; for ranges, write the field as it is: `<field>`"
)]
pub trait NarrowsFolded<K> {}
#[diagnostic::do_not_recommend]
impl<A: Narrowing<K>, K> NarrowsFolded<K> for A where KeyOrder<false>: Serves<A::Shape> {}

/// A narrowing of a number that stands in the key without leading zeros.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this number is `unordered` in the key, so 10 sorts before 9 and no range of keys has a range of numbers",
    label = "a range of an unordered number",
    note = "help: give a value; for ranges, pad the number in the template: `<field:020>`"
)]
pub trait NarrowsUnordered<K> {}
#[diagnostic::do_not_recommend]
impl<A: Narrowing<K>, K> NarrowsUnordered<K> for A where KeyOrder<false>: Serves<A::Shape> {}
