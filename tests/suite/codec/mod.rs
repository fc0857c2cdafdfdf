//! The codec.

mod agree;
mod hostile;
mod items;
