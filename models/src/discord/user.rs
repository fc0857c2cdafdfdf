//! Users.

use dynamo_core::prelude::*;

use super::{Discord, UserId};

/// A user.
#[derive(Entity, Clone, PartialEq)]
#[entity(
    table = Discord,
    pk = "USER#<user_id>",
    sk = "PROFILE",
    gsi1 = ("EMAIL#<email>", "USER#<user_id>"),
    rename_all = "camelCase",
)]
pub struct User {
    /// The user.
    pub user_id: UserId,
    /// For logging in.
    pub email: String,
    /// For showing.
    pub username: String,
    /// Never printed.
    #[entity(sensitive)]
    pub password_hash: String,
    /// A picture.
    pub avatar_url: Option<String>,
    /// When the account was made.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// When it was last changed.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}
