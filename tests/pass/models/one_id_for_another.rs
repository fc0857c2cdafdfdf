use dynamo_core::prelude::*;
use models::goals_guild::*;

pub async fn run(db: Db, user: UserId, quest: QuestId) -> Result<(), GuildError> {
    db.get(Quest::by_id(&user, &quest)).await?;
    Ok(())
}

fn main() {}
