use models::discord::*;

pub async fn run(chat: Chat, user: UserId, channel: Channel) -> Result<(), ChatError> {
    send_message(&chat, &ChannelAccess::check(&chat, user, channel.channel_id).await?, "Hello").await?;
    Ok(())
}

fn main() {}
