//! Values of fields that change together.

use std::marker::PhantomData;

use super::ValueFor;
use super::rules::own_text;
use crate::codec::{Attribute, AttributeValue, CodecError, from_value};
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
    pub fn field<T: Attribute + KeySource>(self, attribute: &'static str, value: impl ValueFor<T>) -> Self {
        let assigned = value.value(E::SCHEMA.layout.none).and_then(|value| {
            let text = own_text::<T>(value.as_ref())?;
            Ok((attribute, value, Some(text)))
        });
        self.assigned(attribute, assigned)
    }

    /// Adds the new value of a field that no key is made from. Called by generated code.
    #[doc(hidden)]
    pub fn value<T: Attribute>(self, attribute: &'static str, value: impl ValueFor<T>) -> Self {
        let value = value.value(E::SCHEMA.layout.none);
        self.assigned(attribute, value.map(|value| (attribute, value, None)))
    }

    /// Adds the outcome of a test of `when(..)` of the field that was added last. Called by generated code.
    #[doc(hidden)]
    pub fn test<T: Attribute>(mut self, at: usize, holds: fn(&T) -> bool) -> Self {
        // A value that could not be encoded is an error of its own, and no test holds for an absent one.
        if let Some(Ok((attribute, value, _))) = self.list.last() {
            match value.clone().map(from_value::<T>).transpose() {
                Ok(value) => self.tests.push((at, value.is_some_and(|value| holds(&value)))),
                Err(error) => {
                    let error = error.within(attribute);
                    self.list.push(Err(error));
                }
            }
        }
        self
    }

    fn assigned(mut self, attribute: &'static str, assigned: Result<Assigned, CodecError>) -> Self {
        self.list.push(assigned.map_err(|error| error.within(attribute)));
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
