use models::discord::*;

pub async fn run(chat: Chat, access: ChannelAccess) -> Result<(), ChatError> {
    messages(&chat, &access).limit(50).await?;
    Ok(())
}

fn main() {}
