//! The rules of a single-table design, evaluated while the compiler builds the crate that declares it.
//!
//! The derives call these in `const _: () = ..` items, spanned on the tokens that the rule is about. One function per
//! rule, or per group of rules about the same tokens.

mod companions;
mod fields;
mod index;
mod key;
mod locks;
mod read;
mod table;

pub use companions::{pointer_collection, pointer_field, pointer_listed, pointer_owner};
pub use fields::{field, not_in_others};
pub use index::{index, index_is_known, mandatory};
pub use key::{partition_key, sort_key};
pub use locks::{counter, lock};
pub use read::{collected, collection_index, held, projected, unexpired};
pub use table::{lists, member};
