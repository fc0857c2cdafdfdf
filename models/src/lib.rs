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
