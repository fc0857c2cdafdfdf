//! Operations on a real engine: in this process, or the one that `DYNAMODB_ENDPOINT` names.
//!
//! In the long run every test but a few runs three times, on a database of its own: with our codec inside the SDK's client, with the
//! SDK's codec, and by the direct transport. What one gives, the others must give. Else tests go the first way, and those of faults
//! all three.

#![allow(clippy::cloned_ref_to_slice_refs)] // What a query returns is compared with an array.

mod aggregates;
mod aliases;
mod all;
mod arguments;
mod attacks;
mod bare_keys;
mod batch_any;
mod batches;
mod changing;
mod clocks;
mod club;
mod club_items;
mod collected;
mod constants;
mod costs;
mod counters;
mod crash;
mod crud;
mod deleted_forms;
mod deletes;
mod depot;
mod direct;
mod drift;
mod edges;
mod engine;
pub(crate) use engine::{ByWay, Way, all_ways, empty, ways};
mod existing;
mod expiry;
mod fan_in;
pub(crate) mod fault;
mod faults;
mod fixed_keys;
mod formats;
mod former;
mod immutable;
mod index_scans;
mod inserts;
mod lambda;
mod limits;
mod lost;
mod mixed;
mod model;
mod moving;
mod nulls;
mod old_filters;
mod old_forms;
mod once;
mod overlaps;
mod parts;
mod pointers;
mod promises;
mod queries;
mod races;
mod ranges;
mod recounted;
mod recounts;
mod repairs;
mod resharding;
mod rest;
mod sdk;
mod secrets;
mod shards;
mod shared_keys;
pub(crate) mod spans;
mod strangers;
mod streams;
mod tables;
mod times;
mod tokens;
mod uniques;
mod updates;
mod upgrades;
mod upserts;
mod versions;
mod whens;
mod whose;
