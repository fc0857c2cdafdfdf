//! The codec.

mod agree;
mod differ;
mod hostile;
mod items;
