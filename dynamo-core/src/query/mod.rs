//! Queries, their pages and cursors.
//!
//! A query comes from a function of an entity, such as `Goal::query(..)`, is given to [`Db::query`](crate::Db::query), and is
//! answered with a [`Page`]. The types here have to be written where a function of your own takes or returns one of them:
//! a [`Cursor`] in a request, a [`Page`] in an answer, any query as an [`IntoQuery`]. A function that returns a query which may
//! be narrowed in one way or another gives out a [`Query`], by `into()`: `Query<Goal, Goal, PrimaryKey>`.

mod by_text;
mod key_condition;
mod key_range;
mod narrow;
mod page;
mod partition;
mod select;
mod source;
mod spec;

pub use crate::error::CursorError;
pub(crate) use key_condition::{KeyCondition, compare_keys};
pub use narrow::{Narrowing, Narrows, begins_with, gt};
pub use page::{Cursor, IntoCursor, Page};
pub(crate) use page::{Fingerprint, Start};
pub(crate) use select::merged;
pub use select::{IntoQuery, Query};
pub use source::{EntityIndex, InPartitionsOf, PrimaryKey, Source};
pub(crate) use spec::ReadPart;

// Sources, states and rules of queries, as types: they stand in signatures, bounds and messages, and nobody has to write them.
#[doc(hidden)]
pub use {
    crate::entity::ReadItem,
    by_text::{KeyQuery, key_queries},
    key_condition::PartialKey,
    narrow::{
        BeginsWith, Bucketed, ByRange, ByValue, Complete, Folded, Given, GreaterThan, InPlace, IsOrder, KeyOrder,
        NarrowState, NarrowsBucketed, NarrowsFolded, NarrowsUnpadded, NarrowsUnsorted, NextIs, Ordered, QueryState,
        SortField, Unpadded, Unsorted,
    },
    partition::{Position, SortText},
    select::{FromKey, Lenient, Many, Mode, partition_by, partition_by_one, query_by, query_by_one},
    source::{
        AreFacts, CollectedIn, Consistent, Facts, HeldBy, HoldsAll, IndexName, KnowsPartition, Mixed, Projected,
        ReadFrom,
    },
    spec::QuerySpec,
};
