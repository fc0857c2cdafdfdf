//! Outputs of writes.

use crate::codec::{Item, item_to_json};
use crate::entity::Entity;
use crate::error::Error;

/// Selects the output of a write: see `returning_old` and `returning_new`.
#[doc(hidden)]
pub trait Returning<E>: Send + 'static {
    /// The output of the write.
    type Output: Send + 'static;
    /// Creates the output from the item before and after the write.
    #[doc(hidden)]
    fn output(old: Option<Item>, new: Option<Item>) -> Result<Self::Output, Error>;
}

/// Returns nothing.
#[derive(Debug)]
pub enum ReturnNothing {}

/// Returns the item before the write, if it existed.
#[derive(Debug)]
pub enum ReturnOld {}

/// Returns the item after the write.
#[derive(Debug)]
pub enum ReturnNew {}

impl<E> Returning<E> for ReturnNothing {
    type Output = ();
    fn output(_: Option<Item>, _: Option<Item>) -> Result<(), Error> {
        Ok(())
    }
}

impl<E: Entity + Send> Returning<E> for ReturnOld {
    type Output = Option<E>;
    fn output(old: Option<Item>, _: Option<Item>) -> Result<Option<E>, Error> {
        match old {
            Some(item) if !item.is_empty() => E::read_json(&item_to_json(&item)).map(Some),
            _ => Ok(None),
        }
    }
}

impl<E: Entity + Send> Returning<E> for ReturnNew {
    type Output = E;
    fn output(_: Option<Item>, new: Option<Item>) -> Result<E, Error> {
        E::read_json(&item_to_json(&new.unwrap_or_default()))
    }
}
