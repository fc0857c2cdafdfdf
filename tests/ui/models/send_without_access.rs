use models::discord::*;

pub async fn run(chat: Chat, user: UserId, channel: Channel) -> Result<(), ChatError> {
    send_message(&chat, &channel, "Hello").await?;
    Ok(())
}

fn main() {}
