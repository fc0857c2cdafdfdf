//! What one would write by hand.

pub mod item;
pub mod wire;
