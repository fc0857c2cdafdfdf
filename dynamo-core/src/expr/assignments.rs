//! Values of fields that change together.

use std::marker::PhantomData;

use crate::codec::{Attribute, AttributeValue, CodecError, to_value_with};
use crate::entity::Entity;
use crate::key::KeySource;

/// New values of the fields that one index key is derived from, returned by a function of the entity and passed to
/// `apply`.
#[must_use = "assignments do nothing until they are given to `apply`"]
pub struct Assignments<E> {
    pub(super) list: Vec<Result<Assigned, CodecError>>,
    /// The attributes among them that never change, and are given for the key that they are in.
    fixed: Vec<&'static str>,
    /// The outcomes of tests of `when(..)`.
    pub(super) tests: Vec<(usize, bool)>,
    entity: PhantomData<fn() -> E>,
}

/// An attribute, its value, and its text in keys if any is made from it.
pub(super) type Assigned = (&'static str, Option<AttributeValue>, Option<Option<String>>);

impl<E: Entity> Assignments<E> {
    /// Creates an empty list. Called by generated code.
    #[doc(hidden)]
    pub fn new() -> Self {
        Self { list: Vec::new(), fixed: Vec::new(), tests: Vec::new(), entity: PhantomData }
    }

    /// Adds the new value of a field. Called by generated code.
    #[doc(hidden)]
    pub fn field<T: Attribute + KeySource>(self, attribute: &'static str, value: &T) -> Self {
        match value.own_text() {
            Ok(text) => self.assigned(attribute, value, Some(text)),
            Err(problem) => self.failed(attribute, CodecError::in_key(problem)),
        }
    }

    /// Adds the new value of a field that no key is made from. Called by generated code.
    #[doc(hidden)]
    pub fn value<T: Attribute>(self, attribute: &'static str, value: &T) -> Self {
        self.assigned(attribute, value, None)
    }

    /// Adds the outcome of a test of `when(..)`. Called by generated code.
    #[doc(hidden)]
    pub fn test(mut self, at: usize, holds: bool) -> Self {
        self.tests.push((at, holds));
        self
    }

    /// Adds a value with its text, if keys are made from it; the text of `None` is none.
    #[allow(clippy::option_option)]
    fn assigned<T: Attribute>(mut self, attribute: &'static str, value: &T, text: Option<Option<String>>) -> Self {
        let none = E::SCHEMA.layout.none;
        let assigned = if value.is_absent() { Ok(None) } else { to_value_with(value, none).map(Some) };
        let assigned = assigned.map(|assigned| (attribute, assigned, text));
        self.list.push(assigned.map_err(|error| error.within(attribute)));
        self
    }

    fn failed(mut self, attribute: &'static str, error: CodecError) -> Self {
        self.list.push(Err(error.within(attribute)));
        self
    }
}

impl<E: Entity> Assignments<E> {
    /// Says that a field is immutable, and is given as it is. Called by generated code.
    #[doc(hidden)]
    pub fn fixed(mut self, attribute: &'static str) -> Self {
        self.fixed.push(attribute);
        self
    }

    /// Returns the values of immutable fields, which the item must have.
    pub(crate) fn required(&self) -> Vec<(&'static str, Option<AttributeValue>)> {
        let known = self.list.iter().flatten().filter(|(attribute, ..)| self.fixed.contains(attribute));
        known.map(|(attribute, value, _)| (*attribute, value.clone())).collect()
    }
}

impl<E: Entity> Default for Assignments<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> std::fmt::Debug for Assignments<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let attributes = self.list.iter().filter_map(|assigned| assigned.as_ref().ok()).map(|(name, ..)| name);
        f.debug_list().entries(attributes).finish()
    }
}
