use dynamo_core::prelude::*;
use models::discord::*;

pub async fn run(db: Db, member: ServerMembership, new: NewInvite) -> Result<(), ChatError> {
    create_invite(&db, &ServerAccess(member), new).await?;
    Ok(())
}

fn main() {}
