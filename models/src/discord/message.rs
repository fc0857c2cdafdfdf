//! Messages: read, sent, and changed by their ids.

use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::op::{Inserted, UnfinishedQuery};
use dynamo_core::prelude::*;
use dynamo_core::query::PrimaryKey;
use ulid::Ulid;

use super::input::check_text;
use super::{ChannelAccess, Chat, ChatError, Message, MessageId, Reaction, User};

/// How often something is tried again that others changed meanwhile.
const ATTEMPTS: u32 = 24;

/// How many characters a message has at most.
const CONTENT: usize = 4000;

/// How many characters an emoji has at most: some are made of several.
const EMOJI: usize = 16;

/// In how many ways one can react to a message.
const REACTIONS: usize = 20;

/// How far the clock of a client may be from ours, for an id that the client made.
const CLOCK_SKEW: u64 = 5 * 60 * 1000;

/// The messages of a channel, the latest first.
///
/// ```
/// # use models::discord::{ChannelAccess, Chat, ChatError, messages};
/// # async fn run(chat: Chat, access: ChannelAccess) -> Result<(), ChatError> {
/// let page = messages(&chat, &access).limit(50).page().await?;
/// if let Some(next) = &page.next {
///     let older = messages(&chat, &access).limit(50).after(next).page().await?;
/// }
/// # Ok(())
/// # }
/// ```
pub fn messages(chat: &Chat, access: &ChannelAccess) -> UnfinishedQuery<Message, Message, PrimaryKey> {
    chat.db().query(Message::in_channel(&access.channel_id()))
}

/// The message of a channel that has this id: the index knows its time.
pub async fn message(chat: &Chat, access: &ChannelAccess, message_id: MessageId) -> Result<Message, ChatError> {
    let db = chat.db();
    let found = db.query(Message::by_id(&message_id)).first().await?;
    let found = found.filter(|message| message.channel_id == access.channel_id());
    found.ok_or(ChatError::NoSuchMessage(message_id))
}

/// A user says something in a channel. The time in the message's key is that of its creation.
pub async fn send_message(
    chat: &Chat,
    access: &ChannelAccess,
    content: impl Into<String>,
) -> Result<Message, ChatError> {
    let db = chat.db();
    let now = millis(db);
    let (sent, _) = send(db, access, MessageId::new(), now, content.into()).await?;
    Ok(sent)
}

/// Sends a message under an id that the client made, a ULID of the last or next five minutes: sent again under the same id, it is
/// there once. Gives the message, and whether this call created it.
pub async fn send_message_once(
    chat: &Chat,
    access: &ChannelAccess,
    message_id: MessageId,
    content: impl Into<String>,
) -> Result<(Message, bool), ChatError> {
    let db = chat.db();
    let made_at = message_id.to_string().parse::<Ulid>().map(|id| id.timestamp_ms());
    let made_at = made_at.ok().filter(|at| at.abs_diff(millis(db)) <= CLOCK_SKEW);
    let made_at =
        made_at.ok_or_else(|| ChatError::Input("the id of a message must be a ULID of this time".to_owned()))?;
    let (sent, is_new) = send(db, access, message_id, made_at, content.into()).await?;
    if sent.user_id != access.user_id() {
        return Err(ChatError::MessageIdTaken(message_id));
    }
    Ok((sent, is_new))
}

fn millis(db: &Db) -> u64 {
    u64::try_from(db.now().as_millis()).unwrap_or_default()
}

async fn send(
    db: &Db,
    access: &ChannelAccess,
    message_id: MessageId,
    timestamp: u64,
    content: String,
) -> Result<(Message, bool), ChatError> {
    check_text("a message", &content, CONTENT)?;
    let user_id = access.user_id();
    let author = db.get(User::by_id(&user_id)).await?.ok_or(ChatError::NoSuchUser(user_id))?;
    let now = db.now();
    let message = Message {
        timestamp,
        message_id,
        channel_id: access.channel_id(),
        user_id,
        username: author.username,
        content,
        edited: false,
        edited_at: None,
        reactions: Vec::new(),
        created_at: now,
        updated_at: now,
    };
    Ok(match db.insert_or_get(&message).await? {
        Inserted::Created(sent) => (sent, true),
        Inserted::Existing(first) => (first, false),
    })
}

/// Its author changes a message.
pub async fn edit_message(
    chat: &Chat,
    access: &ChannelAccess,
    message_id: MessageId,
    content: impl Into<String>,
) -> Result<Message, ChatError> {
    let db = chat.db();
    let content = content.into();
    check_text("a message", &content, CONTENT)?;
    let (author, fields) = (access.user_id(), Message::fields());
    let found = message(chat, access, message_id).await?;
    let update = db.update(found.key()).set(fields.content, content).set(fields.edited, true);
    let update = update.set(fields.edited_at, Some(db.now())).when(fields.user_id.eq(author));
    match update.returning_new().await {
        Err(Error::ConditionFailed(_)) => Err(ChatError::NotTheAuthor(author, message_id)),
        Err(Error::NotFound(_)) => Err(ChatError::NoSuchMessage(message_id)),
        done => Ok(done?),
    }
}

/// Deletes a message on behalf of its author. Nothing of it remains, so deleting it again finds no message.
pub async fn delete_message(chat: &Chat, access: &ChannelAccess, message_id: MessageId) -> Result<(), ChatError> {
    let db = chat.db();
    let author = access.user_id();
    let found = message(chat, access, message_id).await?;
    match db.delete(found.key()).existing().when(Message::fields().user_id.eq(author)).await {
        Err(Error::ConditionFailed(_)) => Err(ChatError::NotTheAuthor(author, message_id)),
        // An earlier attempt may have deleted it, and its answer may have been lost.
        Err(Error::NotFound(failure)) if failure.may_have_been_applied() => Ok(()),
        Err(Error::NotFound(_)) => Err(ChatError::NoSuchMessage(message_id)),
        done => Ok(done?),
    }
}

/// A user reacts to a message. Reacting twice in one way counts once.
pub async fn react(
    chat: &Chat,
    access: &ChannelAccess,
    message_id: MessageId,
    emoji: &str,
) -> Result<Vec<Reaction>, ChatError> {
    check_text("an emoji", emoji, EMOJI)?;
    let user = access.user_id();
    change_reactions(chat, access, message_id, |reactions| {
        let kinds = reactions.len();
        match reactions.iter_mut().find(|reaction| reaction.emoji == emoji) {
            Some(reaction) if reaction.user_ids.contains(&user) => {}
            Some(reaction) => reaction.user_ids.push(user),
            None if kinds >= REACTIONS => {
                return Err(ChatError::Input(format!("a message has up to {REACTIONS} kinds of reactions")));
            }
            None => reactions.push(Reaction { emoji: emoji.to_owned(), user_ids: vec![user], count: 0 }),
        }
        Ok(())
    })
    .await
}

/// Removes a user's reaction.
pub async fn unreact(
    chat: &Chat,
    access: &ChannelAccess,
    message_id: MessageId,
    emoji: &str,
) -> Result<Vec<Reaction>, ChatError> {
    let user = access.user_id();
    change_reactions(chat, access, message_id, |reactions| {
        for reaction in reactions.iter_mut().filter(|reaction| reaction.emoji == emoji) {
            reaction.user_ids.retain(|id| *id != user);
        }
        Ok(())
    })
    .await
}

/// The list is written as a whole, if it is still what was read.
async fn change_reactions(
    chat: &Chat,
    access: &ChannelAccess,
    message_id: MessageId,
    change: impl Fn(&mut Vec<Reaction>) -> Result<(), ChatError>,
) -> Result<Vec<Reaction>, ChatError> {
    let (db, key) = (chat.db(), message(chat, access, message_id).await?.key()?);
    for attempt in 0..ATTEMPTS {
        // The index may be behind.
        let message = db.get(&key).consistent().await?.ok_or(ChatError::NoSuchMessage(message_id))?;
        let mut reactions = message.reactions.clone();
        change(&mut reactions)?;
        reactions.retain(|reaction| !reaction.user_ids.is_empty());
        for reaction in &mut reactions {
            reaction.count = u32::try_from(reaction.user_ids.len()).unwrap_or(u32::MAX);
        }
        if reactions == message.reactions {
            return Ok(reactions);
        }
        let fields = Message::fields();
        let unchanged = fields.reactions.eq(message.reactions);
        match db.update(&key).set(fields.reactions, reactions.clone()).when(unchanged).await {
            Ok(()) => return Ok(reactions),
            // The more others there are, the longer it waits.
            Err(Error::ConditionFailed(_)) => tokio::time::sleep(Duration::from_millis(5) * attempt).await,
            Err(Error::NotFound(_)) => return Err(ChatError::NoSuchMessage(message_id)),
            Err(error) => return Err(error.into()),
        }
    }
    Err(ChatError::Busy)
}
