//! The server, as a process on loopback.

#![allow(missing_docs)]

mod api;
mod client;
mod load;
mod socket;
