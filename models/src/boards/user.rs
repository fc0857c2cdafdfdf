//! Users.

use dynamo_core::prelude::*;

use super::UserId;

/// The table of users.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "UserProfiles", pk = "PK", sk = "SK")]
#[index(user_name, name = "userName-index", pk = "userName")]
pub enum UserProfiles {
    /// A user.
    UserProfile(UserProfile),
}

/// A user.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = UserProfiles, pk = "USER#<user_id>", sk = "PROFILE", user_name = user_name, rename_all = "camelCase")]
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
