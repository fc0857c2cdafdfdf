use dynamo_core::prelude::*;
use models::goals_guild::*;

pub async fn run(db: Db, activity: Activity) -> Result<(), GuildError> {
    db.put(&activity).await?;
    Ok(())
}

fn main() {}

// fixed, line 5: db.create(&activity).await?;
