//! Queries: key conditions, pages and cursors.

mod bounds;
mod cursor;
mod entity_index;
mod key_condition;
mod key_range;
mod narrow;
mod order;
mod page;
mod partial_key;
mod partition;
mod select;
mod selection;
mod source;

#[doc(hidden)]
pub use crate::entity::ReadItem;
pub use crate::error::CursorError;
pub use bounds::{After, BeginsWith, Narrowing, after, begins_with};
pub use cursor::Cursor;
pub(crate) use cursor::{Fingerprint, Start};
pub use entity_index::EntityIndex;
pub(crate) use key_condition::{KeyCondition, compare_keys};
#[doc(hidden)]
pub use narrow::Narrow;
pub use narrow::{Complete, InPlace, NarrowState, NextIs, QueryState};
#[doc(hidden)]
pub use order::{
    Bucketed, ByRange, ByValue, Folded, IsOrder, KeyOrder, NarrowsBucketed, NarrowsFolded, NarrowsUnpadded,
    NarrowsUnsorted, Ordered, Unpadded, Unsorted,
};
pub use page::{Page, UnreadableItem};
pub use partition::Position;
pub(crate) use select::tagged;
pub use select::{First, IntoQuery, Lenient, Many, ManyItems, OpenQuery, Query};
pub(crate) use selection::Expected;
#[doc(hidden)]
pub use selection::Selection;
#[doc(hidden)]
pub use source::{AreFacts, CollectedIn, Facts, HeldBy, KnowsPartition};
pub use source::{Consistent, HoldsAll, InPartitionsOf, Mixed, PrimaryKey, ReadFrom, Source};
