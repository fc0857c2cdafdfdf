use models::discord::*;

pub async fn run(chat: Chat, access: ServerAccess, new: NewChannel) -> Result<(), ChatError> {
    create_channel(&chat, &access, new).await?;
    Ok(())
}

fn main() {}

// fixed, line 4: create_channel(&chat, &access.as_manager()?, new).await?;
