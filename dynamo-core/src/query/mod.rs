//! Queries: key conditions, pages and cursors.

mod bounds;
mod cursor;
mod entity_index;
mod key_condition;
mod key_range;
mod narrow;
mod page;
mod partial_key;
mod partition;
mod select;
mod selection;
mod unordered;
mod via;

#[doc(hidden)]
pub use crate::entity::ReadItem;
pub use crate::error::CursorError;
pub use bounds::{After, BeginsWith, InOrder, KeyOrder, Narrowing, after, begins_with};
pub use cursor::Cursor;
pub(crate) use cursor::{Fingerprint, Start};
pub use entity_index::EntityIndex;
pub(crate) use key_condition::{KeyCondition, compare_keys};
pub use narrow::{Narrow, QueryState};
pub use page::{Page, UnreadableItem};
pub use partition::Position;
pub(crate) use select::tagged;
pub use select::{First, IntoQuery, Lenient, Many, ManyItems, OpenQuery, Query, ViaTable};
pub(crate) use selection::Expected;
#[doc(hidden)]
pub use selection::Selection;
#[doc(hidden)]
pub use unordered::{NarrowsBucket, NarrowsFolded, NarrowsUnordered};
pub use via::{Consistent, HeldBy, HoldsAll, ReadFrom, Via};
#[doc(hidden)]
pub use via::{IsVia, KnowsPartition};
