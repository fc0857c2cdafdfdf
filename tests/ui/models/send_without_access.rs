use models::discord::*;

pub async fn run(chat: Chat, user: UserId, channel: Channel) -> Result<(), ChatError> {
    send_message(&chat, &channel, "Hello").await?;
    Ok(())
}

fn main() {}

// fixed, line 4: send_message(&chat, &ChannelAccess::check(&chat, user, channel.channel_id).await?, "Hello").await?;
