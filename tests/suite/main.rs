//! Everything that needs more than one crate.

mod codec;
mod compile_fail;
mod declared;
mod escapes;
mod fuzz;
mod generated;
mod guide;
mod house;
mod hygiene;
mod keys;
mod layouts;
mod manifests;
mod models;
mod ops;
mod pages;
mod tools;
mod twins;
mod world;
