//! The rules of a single-table design, evaluated while the compiler builds the crate that declares it.
//!
//! One function per rule, or per group of rules about the same tokens. The rules about an entity and a table give a message
//! and run together (see `findings`); those about what is declared rarely are called in `const _: () = ..` items of their
//! own, spanned on the tokens that they are about, and end the compilation there.

/// Ends a rule where another one has found something.
macro_rules! check {
    ($finding:expr) => {
        if $finding {
            return true;
        }
    };
}

mod aliases;
mod apart;
mod arms;
mod catching;
mod companions;
mod constants;
mod extension;
mod fields;
mod findings;
mod format;
mod index;
mod key;
mod locks;
mod presence;
mod read;
mod shared;
mod table;
mod ways_out;

pub(crate) use companions::is_in_key;
pub use companions::{pointer_collection, pointer_field, pointer_listed, pointer_owner};
pub use findings::{Findings, entity, members, tell};
pub use locks::{counter, lock, marked_counter};
pub use read::{collected, collection_index, held, projected, ranged, shown, unexpired};
pub use ways_out::{overlaps, shares_key};
