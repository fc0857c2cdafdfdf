//! Queries: which partition, which part of it, and where to go on.

mod bounds;
mod cursor;
mod narrow;
mod page;
mod plan;
mod select;
mod via;

pub use bounds::{After, BeginsWith, Narrowing, after, begins_with};
pub use cursor::{Cursor, CursorError};
pub(crate) use cursor::{Fingerprint, Start};
pub use narrow::{Narrow, QueryState};
pub use page::Page;
pub(crate) use plan::{Plan, compare_keys};
pub use select::{IntoQuery, OpenQuery, Queries, Query, ViaTable};
pub(crate) use via::holds_attribute;
pub use via::{Consistent, HeldBy, HoldsAll, ReadFrom, Via};
#[doc(hidden)]
pub use via::{holds, holds_everything, kind, position};
