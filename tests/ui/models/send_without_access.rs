use dynamo_core::prelude::*;
use models::discord::*;

pub async fn run(db: Db, user: UserId, channel: Channel) -> Result<(), ChatError> {
    send_message(&db, &channel, "Hello").await?;
    Ok(())
}

fn main() {}
