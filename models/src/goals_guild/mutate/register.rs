//! New accounts.

use dynamo_core::codec::digest;
use dynamo_core::prelude::*;

use crate::goals_guild::call::{once, or_before};
use crate::goals_guild::{Call, Done, GuildError, Mutation, Tier, User, UserId, UserStatus};

/// What a new user says.
#[derive(Debug, Clone, PartialEq)]
pub struct NewUser {
    /// Unique.
    pub nickname: String,
    /// Unique regardless of case; stored in lower case.
    pub email: String,
    /// First and last name.
    pub full_name: String,
    /// ISO code.
    pub language: Option<String>,
    /// Interests.
    pub tags: Vec<String>,
}

/// Creates the account of the calling user. [`Error::unique_violation`](dynamo_core::Error::unique_violation) tells
/// whether another user has the e-mail address or the nickname.
pub async fn register_user(db: &Db, call: &Call, new: NewUser) -> Result<Done<UserId>, GuildError> {
    let email = new.email.trim().to_lowercase();
    let open = Timestamp::default();
    let user = User {
        user_id: call.user_id(),
        nickname: new.nickname,
        email,
        full_name: new.full_name,
        birth_date: None,
        status: UserStatus::Active,
        country: None,
        language: new.language,
        gender: None,
        pronouns: None,
        bio: None,
        tags: new.tags,
        tier: Tier::Free,
        created_at: open,
        updated_at: open,
    };
    let request = call.request(db, Mutation::RegisterUser, &[&digest(&user.to_item()?)]);
    let user = User { created_at: request.created_at, updated_at: request.created_at, ..user };
    match once(db.transact().create(&user), &request).await? {
        Ok(done) => Ok(Done { value: done.value.user_id, repeated: done.repeated }),
        Err(_) => {
            let done = or_before(db, &request, GuildError::HasAccount(call.user_id())).await?;
            Ok(Done { value: done.value.user_id, repeated: done.repeated })
        }
    }
}
