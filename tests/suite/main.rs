//! Everything that needs more than one crate.

mod cases;
mod codec;
mod contract;
mod declared;
mod escapes;
mod fuzz;
mod generated;
mod guide;
mod house;
mod hygiene;
mod keys;
mod layouts;
mod long;
mod manifests;
mod messages;
mod models;
mod ops;
mod tools;
mod world;
