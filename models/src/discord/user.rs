//! Users, and the lock that makes their e-mail addresses unique.

use dynamo_core::prelude::*;

use super::{Discord, PasswordHash, UserId};

/// A user.
#[derive(Entity, Clone, PartialEq)]
#[entity(
    table = Discord,
    pk = "USER#<user_id>",
    sk = "PROFILE",
    gsi1 = ("EMAIL#<email:lower>", "USER#<user_id>"),
    unique(email as EmailLock),
    rename_all = "camelCase",
)]
#[access(by_id(user_id), get, rate = 300, about = "User by id")]
#[access(by_email(email), index = gsi1, first, rate = 10, about = "User by e-mail address, for logging in")]
#[entity(allow("mutable-index-key" = "people change their address once in years, and sign in by it"), load(items = 100_000, creates = 0.2, updates = 0.8, updates(email = 0.01)))]
pub struct User {
    /// The user.
    pub user_id: UserId,
    /// For logging in.
    pub email: String,
    /// For showing.
    pub username: String,
    /// Never printed.
    #[entity(sensitive)]
    pub password_hash: PasswordHash,
    /// A picture.
    pub avatar_url: Option<String>,
    /// When the account was made.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// The lock of an e-mail address.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Discord, pk = "EMAIL#<email:lower>", sk = "LOCK", gsi1 = none, rename_all = "camelCase")]
pub struct EmailLock {
    /// The address.
    pub email: String,
    /// The user who holds the lock.
    pub user_id: UserId,
}
