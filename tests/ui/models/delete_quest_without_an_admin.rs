use dynamo_core::prelude::*;
use models::claims::VerifiedClaims;
use models::goals_guild::*;

pub async fn run(db: Db, claims: VerifiedClaims, user: UserId, quest: QuestId) -> Result<(), GuildError> {
    let call = Call::from_claims(&claims, "r1")?;
    delete_quest(&db, &call, user, quest).await?;
    Ok(())
}

fn main() {}

// fixed, line 7: delete_quest(&db, &call.as_admin()?, user, quest).await?;
