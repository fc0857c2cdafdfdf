//! The tables that the examples of the documentation are about, compiled once for all of them.

// Plain code, as an example would have it.
#![allow(missing_docs, clippy::large_enum_variant, clippy::must_use_candidate, clippy::missing_panics_doc)]

pub mod codec;
/// Books on shelves: the one that the documentation shows, so its file is published with it.
pub mod library {
    include!("../../dynamo-core/doc/library.rs");
}
pub mod note;
pub mod notes_of_users;
pub mod readers;
