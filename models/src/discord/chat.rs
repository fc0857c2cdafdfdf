//! The table as those see it who act for users.

use dynamo_core::prelude::*;

/// The table, for what is done on behalf of users: it opens to the functions of this module alone, and those take a proof of membership
/// wherever something belongs to a server.
///
/// A program gives its request handlers a `Chat` and keeps the [`Db`] for itself: without it, no access pattern of the
/// [table](super::Discord) can be read past the checks. What the operator does (following the stream, delivering events, listing all
/// servers) takes the `Db`.
///
/// ```
/// use dynamo_core::Db;
/// use models::discord::{ChannelAccess, ChannelId, Chat, ChatError, UserId, messages};
///
/// # async fn run(db: Db, ann: UserId, channel: ChannelId) -> Result<(), ChatError> {
/// let chat = Chat::new(db);
/// let access = ChannelAccess::check(&chat, ann, channel).await?;
/// let latest = messages(&chat, &access).limit(50).page().await?; // `latest.next` continues
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Chat(Db);

impl Chat {
    /// Creates the view of a database that has the table.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self(db)
    }

    /// Returns the current time, as the database's clock has it.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.0.now()
    }

    pub(super) fn db(&self) -> &Db {
        &self.0
    }
}
