use models::discord::*;

pub async fn run(chat: Chat, member: ServerMembership, new: NewInvite) -> Result<(), ChatError> {
    create_invite(&chat, &ServerAccess(member), new).await?;
    Ok(())
}

fn main() {}
