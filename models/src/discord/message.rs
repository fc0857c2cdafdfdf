//! Messages, and changing them by their ids.

use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::{Channel, ChatError, Message, MessageId, Reaction, User, UserId};

/// How often something is tried again that others changed meanwhile.
const ATTEMPTS: u32 = 24;

/// The key of a message, for which the index knows its channel and its time.
async fn find(db: &Db, message: MessageId) -> Result<Message, ChatError> {
    db.query(Message::by_id(&message)).await?.ok_or(ChatError::NoSuchMessage(message))
}

/// A user says something in a channel. The time in the message's key is that of its creation.
pub async fn send_message(
    db: &Db,
    channel: &Channel,
    author: &User,
    content: impl Into<String>,
) -> Result<Message, ChatError> {
    let now = db.now();
    let message = Message {
        timestamp: u64::try_from(now.as_millis()).unwrap_or_default(),
        message_id: MessageId::new(),
        channel_id: channel.channel_id,
        user_id: author.user_id,
        username: author.username.clone(),
        content: content.into(),
        edited: false,
        edited_at: None,
        reactions: Vec::new(),
        created_at: now,
        updated_at: now,
    };
    db.create(&message).await?;
    Ok(message)
}

/// Its author changes a message.
pub async fn edit_message(
    db: &Db,
    message_id: MessageId,
    author: UserId,
    content: impl Into<String>,
) -> Result<Message, ChatError> {
    let (message, fields) = (find(db, message_id).await?, Message::fields());
    let by_author = fields.user_id.eq(author);
    let update = db.update(message.key()).set(fields.content, content.into()).set(fields.edited, true);
    let update = update.set(fields.edited_at, Some(db.now())).when(by_author);
    match update.returning_new().await {
        Err(Error::ConditionFailed(_)) => Err(ChatError::NotTheAuthor(author, message_id)),
        Err(Error::NotFound(_)) => Err(ChatError::NoSuchMessage(message_id)),
        done => Ok(done?),
    }
}

/// Deletes a message on behalf of its author. Nothing of it remains, so deleting it again finds no message.
pub async fn delete_message(db: &Db, message_id: MessageId, author: UserId) -> Result<(), ChatError> {
    let message = find(db, message_id).await?;
    match db.delete(message.key()).existing().when(Message::fields().user_id.eq(author)).await {
        Err(Error::ConditionFailed(_)) => Err(ChatError::NotTheAuthor(author, message_id)),
        // An earlier attempt may have deleted it, and its answer may have been lost.
        Err(Error::NotFound(failure)) if failure.may_have_been_applied() => Ok(()),
        Err(Error::NotFound(_)) => Err(ChatError::NoSuchMessage(message_id)),
        done => Ok(done?),
    }
}

/// A user reacts to a message. Reacting twice in one way counts once.
pub async fn react(db: &Db, message: MessageId, user: UserId, emoji: &str) -> Result<Vec<Reaction>, ChatError> {
    change_reactions(db, message, |reactions| match reactions.iter_mut().find(|reaction| reaction.emoji == emoji) {
        Some(reaction) if reaction.user_ids.contains(&user) => {}
        Some(reaction) => reaction.user_ids.push(user),
        None => reactions.push(Reaction { emoji: emoji.to_owned(), user_ids: vec![user], count: 0 }),
    })
    .await
}

/// Removes a user's reaction.
pub async fn unreact(db: &Db, message: MessageId, user: UserId, emoji: &str) -> Result<Vec<Reaction>, ChatError> {
    change_reactions(db, message, |reactions| {
        for reaction in reactions.iter_mut().filter(|reaction| reaction.emoji == emoji) {
            reaction.user_ids.retain(|id| *id != user);
        }
    })
    .await
}

/// The list is written as a whole, if it is still what was read.
async fn change_reactions(
    db: &Db,
    message_id: MessageId,
    change: impl Fn(&mut Vec<Reaction>),
) -> Result<Vec<Reaction>, ChatError> {
    let key = find(db, message_id).await?.key()?;
    for attempt in 0..ATTEMPTS {
        // The index may be behind.
        let message = db.get(&key).consistent().await?.ok_or(ChatError::NoSuchMessage(message_id))?;
        let mut reactions = message.reactions.clone();
        change(&mut reactions);
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
