use dynamo_core::prelude::*;
use models::goals_guild::*;

pub async fn run(db: Db, activity: Activity) -> Result<(), GuildError> {
    db.create(&activity).await?;
    Ok(())
}

fn main() {}
