//! Accounts: made, found, and renamed.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::{StreamExt, TryStreamExt};

use super::input::{check_email, check_text};
use super::{Chat, ChatError, Message, Registration, User, UserId};

/// How many characters a name has at most.
const USERNAME: usize = 32;

/// How many messages are renamed at once.
const CONCURRENCY: usize = 8;

/// Makes an account. Of two registrations with one e-mail address, whatever its case, one succeeds.
///
/// ```
/// use models::discord::{Chat, ChatError, Registration, register};
///
/// # async fn run(chat: Chat, phc: &str) -> Result<(), ChatError> {
/// let ann = Registration {
///     email: "ann@example.com".into(),
///     username: "ann".into(),
///     password_hash: phc.parse()?,
///     avatar_url: None,
/// };
/// let ann = register(&chat, ann).await?;
/// # Ok(())
/// # }
/// ```
pub async fn register(chat: &Chat, new: Registration) -> Result<User, ChatError> {
    let db = chat.db();
    check_email(&new.email)?;
    check_text("a name", &new.username, USERNAME)?;
    let Registration { email, username, password_hash, avatar_url } = new;
    let (user_id, now) = (UserId::new(), db.now());
    let user = User { user_id, email, username, password_hash, avatar_url, created_at: now, updated_at: now };
    match db.create(&user).await {
        Err(error) if error.unique_violation().is_some() => Err(ChatError::EmailTaken),
        done => Ok(done.map(|()| user)?),
    }
}

/// Returns the account that an e-mail address belongs to, for logging in: the caller has yet to verify the password.
pub async fn account(chat: &Chat, email: &str) -> Result<Option<User>, ChatError> {
    match chat.db().query(User::by_email(email)).first().await {
        // An address that cannot stand in a key is nobody's.
        Err(Error::Key(_)) => Ok(None),
        found => Ok(found?),
    }
}

/// Returns the account of a user who has logged in.
pub async fn account_of(chat: &Chat, user: UserId) -> Result<User, ChatError> {
    chat.db().get(User::by_id(&user)).await?.ok_or(ChatError::NoSuchUser(user))
}

/// Gives a user another name, which new messages have; [`rename_in_messages`] gives it to the old ones.
pub async fn rename_user(chat: &Chat, user: UserId, username: impl Into<String>) -> Result<User, ChatError> {
    let db = chat.db();
    let username = username.into();
    check_text("a name", &username, USERNAME)?;
    match db.update(User::by_id(&user)).set(User::fields().username, username).returning_new().await {
        Err(Error::NotFound(_)) => Err(ChatError::NoSuchUser(user)),
        done => Ok(done?),
    }
}

/// Gives the user's current name to all messages that the user wrote. Returns how many had another.
///
/// Can be repeated after an error, and goes on where it stopped: messages that have the name already are not written again. Of two
/// that run at once, the one that began with the older name finishes with the newer one. The index may not have a message yet
/// that was sent a moment ago. Messages that were written before the index was declared are found after
/// [`Db::backfill`].
pub async fn rename_in_messages(chat: &Chat, user: UserId) -> Result<u64, ChatError> {
    let db = chat.db();
    let mut renamed = 0;
    let mut done = None;
    loop {
        let current = db.get(User::by_id(&user)).consistent().await?.ok_or(ChatError::NoSuchUser(user))?;
        if done.as_ref() == Some(&current.username) {
            return Ok(renamed);
        }
        renamed += rename_to(db, user, &current.username).await?;
        done = Some(current.username);
    }
}

async fn rename_to(db: &Db, user: UserId, name: &str) -> Result<u64, ChatError> {
    let authored = db.query(Message::by_author(&user)).stream();
    let other = authored.try_filter(|message| std::future::ready(message.username != name));
    let renamed = other.map_ok(|message| async move {
        match db.update(message.key()).set(Message::fields().username, name).await {
            Ok(()) => Ok(1),
            // Deleted meanwhile.
            Err(Error::NotFound(_)) => Ok(0),
            Err(error) => Err(error),
        }
    });
    let counts = renamed.try_buffer_unordered(CONCURRENCY);
    Ok(counts.boxed().try_fold(0, |sum, one| std::future::ready(Ok(sum + one))).await?)
}
