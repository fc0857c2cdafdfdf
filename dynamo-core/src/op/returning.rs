//! What a write gives back.

use aws_sdk_dynamodb::types::ReturnValue;

use super::carry::Carried;
use crate::{Entity, Error, Item};

/// What a write gives back.
pub trait Returning<E>: Send + 'static {
    /// It.
    type Output: Send + 'static;
    #[doc(hidden)]
    const VALUE: Option<ReturnValue>;
    /// Whether it is what was there before: after a lost answer, that cannot be told any more.
    #[doc(hidden)]
    const IS_OLD: bool = false;
    /// Whether it is what is there now.
    #[doc(hidden)]
    const IS_NEW: bool = false;
    /// Of a write that knows both.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn carried(carried: Carried) -> Result<Self::Output, Error> {
        Self::output(if Self::IS_OLD { carried.old } else { carried.new })
    }
    #[doc(hidden)]
    fn output(item: Option<Item>) -> Result<Self::Output, Error>;
}

/// Nothing.
#[derive(Debug)]
pub enum Nothing {}

/// The item as it was, if there was one.
#[derive(Debug)]
pub enum Old {}

/// The item as it is now.
#[derive(Debug)]
pub enum New {}

impl<E> Returning<E> for Nothing {
    type Output = ();
    const VALUE: Option<ReturnValue> = None;
    fn output(_: Option<Item>) -> Result<(), Error> {
        Ok(())
    }
}

impl<E: Entity + Send + 'static> Returning<E> for Old {
    type Output = Option<E>;
    const VALUE: Option<ReturnValue> = Some(ReturnValue::AllOld);
    const IS_OLD: bool = true;
    fn output(item: Option<Item>) -> Result<Option<E>, Error> {
        item.filter(|item| !item.is_empty()).map(E::from_item).transpose()
    }
}

impl<E: Entity + Send + 'static> Returning<E> for New {
    type Output = E;
    const VALUE: Option<ReturnValue> = Some(ReturnValue::AllNew);
    const IS_NEW: bool = true;
    fn output(item: Option<Item>) -> Result<E, Error> {
        E::from_item(item.unwrap_or_default())
    }
}
