//! Declares a DynamoDB single-table design once, on the structs, and lets the compiler reject its mistakes.
//!
//! ```
//! use dynamo_core::prelude::*;
//!
//! #[derive(Table)]
//! #[table(name = "gg_core", pk = "PK", sk = "SK", type_attribute = "type")]
//! #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
//! pub enum GgCore {
//!     Goal(Goal),
//! }
//!
//! #[derive(Entity, Debug, Clone, PartialEq)]
//! #[entity(
//!     table = GgCore,
//!     pk = "USER#<user_id>",
//!     sk = "GOAL#<goal_id>",
//!     gsi1 = ("USER#<user_id>", "ENTITY#Goal#<created_at>"),
//!     rename_all = "camelCase",
//! )]
//! pub struct Goal {
//!     pub user_id: String,
//!     pub goal_id: String,
//!     pub title: String,
//!     pub description: Option<String>,
//!     pub created_at: Timestamp,
//! }
//!
//! let key = Goal::key("u1", "g1")?;
//! assert_eq!(key.to_string(), "USER#u1 / GOAL#g1");
//! # Ok::<(), Error>(())
//! ```
//!
//! The derives are documented where they are defined: [`Table`](derive@Table), [`Entity`](derive@Entity),
//! [`KeyField`](derive@KeyField), [`Attribute`](derive@Attribute), [`Collection`](derive@Collection),
//! [`Projection`](derive@Projection). [`Db`] has the operations, [`expr`] the conditions and updates.
//!
//! | feature | |
//! |---|---|
//! | `aws` (default) | the client of AWS: credentials, region and TLS, for [`Db::from_env`] |
//! | `endpoint` | plain HTTP to an endpoint such as DynamoDB Local's |
//! | `embedded` | an engine in this process, for `Db::embedded`; needs a C compiler |
//! | `streams` | records of DynamoDB Streams as [`stream::Change`], and a runner that follows a stream |
//! | `lambda` | stream records from the events of a Lambda function |
//! | `ulid` (default), `uuid`, `chrono`, `jiff`, `time`, `serde_bytes` | types of these crates in keys and attributes |
//!
//! Signatures have types of other crates: `aws_sdk_dynamodb`, and with their features `ulid` and `uuid`, are re-exported in the
//! versions that fit.
//!
//! Examples of methods share a table of books on shelves, which [`op`] shows.

// docs.rs labels what needs a feature with its name.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[allow(unused_extern_crates)] // The derives name this crate by its own name, here too.
extern crate self as dynamo_core;

pub mod codec;
pub mod companion;
mod db;
mod entity;
mod error;
pub mod expr;
pub mod inspect;
mod integrations;
pub mod key;
pub mod maintain;
pub mod op;
pub mod prelude;
#[doc(hidden)]
pub mod private;
pub mod query;
mod read;
pub mod schema;
pub mod stream;
mod wire;
mod write;

pub use aws_sdk_dynamodb;
#[cfg(feature = "ulid")]
pub use ulid;
#[cfg(feature = "uuid")]
pub use uuid;

pub use codec::Item;
pub use db::{Db, Names};
pub use dynamo_derive::{Attribute, Collection, Entity, KeyField, Projection, Table};
pub use entity::{
    AnyKey, Collection, Creatable, Entity, IntoKey, Key, Projection, SoftDeletable, Table, UnreadableItem, Writable,
};
#[doc(hidden)] // They stand in signatures and messages: nobody has to write them.
pub use entity::{AnyOf, Changeable, InTable};
pub use error::{
    BatchError, Cancelled, CancelledAction, DecodeError, EncodeError, Error, Failure, InvalidKind, InvalidOperation,
    Result, StreamGap, Unfinished, UnknownItem,
};
pub use key::{IndexKey, KeyError, Timestamp};
pub use query::{Cursor, CursorError, InPartitionsOf, Page, begins_with, gt};
pub use wire::{Consumed, Transport};
