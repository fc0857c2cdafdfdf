use models::discord::*;

pub async fn run(chat: Chat, access: ChannelAccess) -> Result<(), ChatError> {
    chat.query(Message::in_channel(&access.channel_id())).limit(50).page().await?;
    Ok(())
}

fn main() {}

// fixed, line 4: messages(&chat, &access).limit(50).page().await?;
