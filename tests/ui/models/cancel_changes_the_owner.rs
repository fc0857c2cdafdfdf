use dynamo_core::prelude::*;
use models::goals_guild::*;

pub async fn run(db: Db, user: UserId, quest: QuestId) -> Result<(), GuildError> {
    db.update(Quest::by_id(&user, &quest)).set(Quest::fields().user_id, user).await?;
    Ok(())
}

fn main() {}

// fixed, line 5: db.update(Quest::by_id(&user, &quest)).set(Quest::fields().status, QuestStatus::Cancelled).await?;
