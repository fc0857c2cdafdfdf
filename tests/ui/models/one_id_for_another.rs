use dynamo_core::prelude::*;
use models::goals_guild::*;

pub async fn run(db: Db, user: UserId, quest: QuestId) -> Result<(), GuildError> {
    db.get(Quest::by_id(&quest, &user)).await?;
    Ok(())
}

fn main() {}

// fixed, line 5: db.get(Quest::by_id(&user, &quest)).await?;
