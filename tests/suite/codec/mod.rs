//! The codec.

pub(crate) mod agree;
pub(crate) mod differ;
pub(crate) mod hostile;
mod items;
mod refused;
