//! What a write gives back.

use crate::codec::item_to_json;
use crate::entity::Entity;
use crate::error::Error;
use crate::schema::Item;

/// What a write gives back: see `returning_old` and `returning_new`.
pub trait Returning<E>: Send + 'static {
    /// The output of the write.
    type Output: Send + 'static;
    /// Makes it from the item before and after.
    #[doc(hidden)]
    fn output(old: Option<Item>, new: Option<Item>) -> Result<Self::Output, Error>;
}

/// Gives back nothing.
#[derive(Debug)]
pub enum ReturnNothing {}

/// Gives back the item as it was, if there was one.
#[derive(Debug)]
pub enum ReturnOld {}

/// Gives back the item as it is now.
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
