//! Operations on a real engine: in this process, or the one that `DYNAMODB_ENDPOINT` names.
//!
//! Every test runs twice, with our codec and with the SDK's, on a database of its own: what one gives, the other must give.

mod aggregates;
mod aliases;
mod all;
mod attacks;
mod batches;
mod club;
mod club_items;
mod costs;
mod counters;
mod crash;
mod crud;
mod deletes;
mod drift;
mod edges;
mod engine;
pub(crate) use engine::empty;
mod expiry;
mod fan_in;
pub(crate) mod fault;
mod faults;
mod former;
mod lambda;
mod limits;
mod lost;
mod mixed;
mod model;
mod nulls;
mod old_filters;
mod once;
mod pointers;
mod promises;
mod queries;
mod races;
mod recounts;
mod secrets;
mod shards;
pub(crate) mod spans;
mod strangers;
mod streams;
mod tables;
mod tokens;
mod uniques;
mod updates;
mod upgrades;
mod versions;
