use models::discord::*;

pub async fn run(chat: Chat, member: ServerMembership, new: NewInvite) -> Result<(), ChatError> {
    create_invite(&chat, &ServerAccess(member), new).await?;
    Ok(())
}

fn main() {}

// fixed, line 4: create_invite(&chat, &ServerAccess::check(&chat, member.user_id, member.server_id).await?, new).await?;
