//! Queries, their pages and cursors.
//!
//! A query comes from a function of an entity, such as `Goal::query(..)`, is given to [`Db::query`](crate::Db::query), and is
//! answered with a [`Page`]. The types here have to be written where a function of your own takes or returns one of them:
//! a [`Cursor`] in a request, a [`Page`] in an answer, any query as an [`IntoQuery`]. A function that returns a query which may
//! be narrowed in one way or another gives out a [`Query`], by `into()`: `Query<Goal, Goal, PrimaryKey>`.

mod bounds;
mod by_text;
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
mod untyped;

pub use crate::error::CursorError;
pub use bounds::{Narrowing, begins_with, gt};
pub use cursor::{Cursor, IntoCursor};
pub(crate) use cursor::{Fingerprint, Start};
pub use entity_index::EntityIndex;
pub(crate) use key_condition::{KeyCondition, compare_keys};
pub use narrow::Narrows;
pub use page::Page;
pub(crate) use select::merged_selection;
pub use select::{IntoQuery, Query};
pub use source::{InPartitionsOf, PrimaryKey, Source};
pub(crate) use untyped::tagged;

// Sources, states and rules of queries, as types: they stand in signatures, bounds and messages, and nobody has to write them.
#[doc(hidden)]
pub use {
    crate::entity::ReadItem,
    bounds::{BeginsWith, GreaterThan},
    by_text::{TextQuery, text_queries},
    narrow::{Complete, Given, InPlace, Narrow, NarrowState, NextIs, QueryState, SortField, query_by, query_by_one},
    order::{
        Bucketed, ByRange, ByValue, Folded, IsOrder, KeyOrder, NarrowsBucketed, NarrowsFolded, NarrowsUnpadded,
        NarrowsUnsorted, Ordered, Unpadded, Unsorted,
    },
    partition::{Position, SortText},
    select::{Lenient, Many, Mode, OpenQuery, partition_by, partition_by_one},
    selection::Selection,
    source::{AreFacts, CollectedIn, Consistent, Facts, HeldBy, HoldsAll, KnowsPartition, Mixed, Projected, ReadFrom},
};
