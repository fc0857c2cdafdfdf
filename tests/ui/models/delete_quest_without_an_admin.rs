use dynamo_core::prelude::*;
use models::goals_guild::*;

pub async fn run(db: Db, user: UserId, quest: QuestId) -> Result<(), GuildError> {
    delete_quest(&db, &Call::by_admin(user, "r1"), user, quest).await?;
    Ok(())
}

fn main() {}
