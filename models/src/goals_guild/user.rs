//! Users, and the locks that make their e-mail addresses and nicknames unique.

use dynamo_core::prelude::*;

use super::{GgCore, Timeline, UserId};

/// A user's profile.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<user_id>",
    sk = "PROFILE#<user_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#User#<created_at>"),
    gsi2 = ("NICK#<nickname>", "PROFILE#<user_id>"),
    gsi3 = ("EMAIL#<email:lower>", "PROFILE#<user_id>"),
    unique(email as EmailUnique, nickname as NicknameUnique),
    rename_all = "camelCase",
)]
#[access(by_id(user_id), get, rate = 300, about = "Profile by id")]
#[access(by_nickname(nickname), index = gsi2, first, rate = 20, about = "Profile by nickname")]
#[access(by_email(email), index = gsi3, first, rate = 10, about = "Profile by e-mail address")]
#[access(timeline(user_id), index = gsi1, of = Timeline, rate = 50, items = 60, about = "All that a user has, over all types")]
#[entity(allow(
    "mutable-index-key" = "people change their nickname or address once in years, and sign in by them",
    "unbounded-collection" = "a few keywords that a person types",
),
    load(items = 100_000, creates = 0.2, updates = 1.7, updates(nickname = 0.05, email = 0.05)),
)]
pub struct User {
    /// Stored as `id`.
    #[entity(rename = "id")]
    pub user_id: UserId,
    /// Unique.
    pub nickname: String,
    /// Unique.
    pub email: String,
    /// First and last name.
    pub full_name: String,
    /// As the user gave it.
    pub birth_date: Option<String>,
    /// Whether the account can be used; it can, where a profile does not say.
    #[serde(default)]
    pub status: UserStatus,
    /// ISO code.
    pub country: Option<String>,
    /// ISO code.
    pub language: Option<String>,
    /// As the user gave it.
    pub gender: Option<String>,
    /// As the user gave them.
    pub pronouns: Option<String>,
    /// A few sentences.
    pub bio: Option<String>,
    /// Interests.
    pub tags: Vec<String>,
    /// What the user pays for.
    pub tier: Tier,
    /// When the account was made.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// Whether an account can be used.
#[derive(Attribute, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum UserStatus {
    /// It can.
    #[default]
    Active,
    /// Not now.
    Suspended,
    /// Never again.
    Deleted,
}

/// What a user pays for.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum Tier {
    /// Nothing.
    Free,
    /// Everything.
    Pro,
}

/// The lock of an e-mail address.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "EMAIL#<email:lower>", sk = "UNIQUE#USER", rename_all = "camelCase")]
pub struct EmailUnique {
    /// The address.
    pub email: String,
    /// The user who holds the lock.
    pub user_id: UserId,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The lock of a nickname.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "NICK#<nickname>", sk = "UNIQUE#USER", rename_all = "camelCase")]
pub struct NicknameUnique {
    /// The nickname.
    pub nickname: String,
    /// The user who holds the lock.
    pub user_id: UserId,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}
