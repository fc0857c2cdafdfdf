//! Rule 38: a range of values is a range of keys only where keys are in the order of the values.

use super::bounds::Narrowing;

/// The shape of a narrowing that does not depend on the order of keys: a value, a prefix, or everything.
#[derive(Debug)]
pub enum ByValue {}

/// The shape of a narrowing that is a range of keys.
#[derive(Debug)]
pub enum ByRange {}

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
        note = "help: give a value, or `begins_with(\"..\")` for text; free text is in order at the end of a key, and an enum is if its texts ascend as its variants do"
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
