//! DynamoDB's attribute types as Rust types, with which the compiler checks that an operation supports an attribute.

use crate::schema::AttributeType;

mod sealed {
    pub trait Sealed {}
}

/// The DynamoDB type of an attribute.
///
/// ```
/// use dynamo_core::codec::{Attribute, kind};
///
/// fn is_a_number<T: Attribute<Kind = kind::N>>(_: T) {}
/// is_a_number(7u64);
/// ```
pub trait Kind: sealed::Sealed + 'static {
    /// The type as a value.
    const TYPE: AttributeType;
}

macro_rules! kinds {
    ($($name:ident $ty:ident $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Kind for $name {
            const TYPE: AttributeType = AttributeType::$ty;
        }
    )*};
}

kinds! {
    S S "String";
    N N "Number";
    B B "Binary";
    Bool Bool "Boolean";
    Null Null "Null";
    M M "Map";
    L L "List";
    Set Set "A set of strings, numbers or binaries";
    Any Any "Known only at run time";
}
