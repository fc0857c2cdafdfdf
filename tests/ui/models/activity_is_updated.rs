use dynamo_core::prelude::*;
use models::goals_guild::*;

pub async fn run(db: Db, activity: Activity) -> Result<(), GuildError> {
    db.update(activity.key()).set(Activity::fields().preview_text, "Edited").await?;
    Ok(())
}

fn main() {}

// fixed, line 5: db.get(activity.key()).await?;
