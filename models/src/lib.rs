//! The tables of four applications: goals with a social feed, boards, a Discord clone, and invitations.
//!
//! Every entity is declared with attributes alone: `dynamo-core`'s derives generate its keys and conversions, and
//! reject a design in which two entities conflict.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::goals_guild::{Goal, GoalId, UserId};
//!
//! let (user, goal) = (UserId::new(), GoalId::new());
//! let key = Goal::key(&user, &goal)?;
//! assert_eq!(key.pk(), format!("USER#{user}"));
//! assert_eq!(key.sk(), Some(format!("GOAL#{goal}").as_str()));
//! # Ok::<(), Error>(())
//! ```
//!
//! The design documents say nothing of traffic. The rates and loads that the entities declare, from which `models cost` works out
//! what a month costs, are those of one service of 100,000 users each, of whom 5,000 are there at a time and open a page every
//! ten seconds: about 500 pages a second, each with the requests that it takes, and one write for every ten reads. A chat is read
//! and written more than a board. They are an example of what to declare, and no measurement.

// Access patterns have rates, which clippy takes for one attribute that is given twice.
#![allow(clippy::duplicated_attributes)]

pub mod boards;
pub mod claims;
pub mod discord;
pub mod goals_extended;
pub mod goals_guild;
mod id;
pub mod inviter;
pub mod worker;

pub use id::{Id, IdError};
/// Identifiers that sort by time, of which most of the models' own are made.
pub use ulid::Ulid;
