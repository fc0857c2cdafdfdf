//! Attributes that every item of an entity has.

use super::Name;

/// An attribute that every item of an entity has, with one value: `constants("__edb_v__" = "1")`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant {
    /// The attribute's name.
    pub name: Name,
    /// The attribute's value.
    pub value: ConstantValue,
}

/// The value of a [`Constant`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstantValue {
    /// String
    S(&'static str),
    /// Number, in decimal digits
    N(&'static str),
    /// Boolean
    Bool(bool),
}
