//! What is measured, and by whom: hand-written code, `serde_dynamo`, modyne, dynamodel, and the derives.

pub mod callers;
pub mod cases;
pub mod generated;
#[cfg(test)]
mod guide;
pub mod hand;
pub mod load;
pub mod model;
pub mod server;
