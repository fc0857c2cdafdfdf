//! Users, and the lock that makes their names unique.

use dynamo_core::prelude::*;

use super::UserId;

/// The table of users.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "UserProfiles", pk = "PK", sk = "SK")]
#[index(user_name, name = "userName-index", pk = "userName")]
pub enum UserProfiles {
    /// A user.
    UserProfile(UserProfile),
    /// The lock on a user name.
    UserNameLock(UserNameLock),
}

/// A user.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = UserProfiles,
    pk = "USER#<user_id>",
    sk = "PROFILE",
    user_name = user_name,
    unique(user_name as UserNameLock),
    rename_all = "camelCase",
)]
#[access(by_id(user_id), get, rate = 200, about = "Profile by id")]
#[access(by_name(user_name), index = user_name, first, rate = 20, about = "Profile by user name")]
#[entity(allow("mutable-index-key" = "people rarely rename themselves, and others find them by name"), load(items = 100_000, creates = 0.5, updates = 0.4, updates(user_name = 0.1)))]
pub struct UserProfile {
    /// The user.
    pub user_id: UserId,
    /// For writing to the user.
    pub email: String,
    /// Unique.
    pub user_name: String,
    /// When the account was made.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The lock of a user name. The index by name only serves lookups: two writers that look there first can both find
/// nothing.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = UserProfiles, pk = "USERNAME#<user_name:escaped>", sk = "LOCK", rename_all = "camelCase")]
pub struct UserNameLock {
    /// In the key alone, so that the lock is not in the index.
    #[entity(key_only)]
    pub user_name: String,
    /// The user who holds the lock.
    pub user_id: UserId,
}
