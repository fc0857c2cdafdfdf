use dynamo_core::prelude::*;
use models::discord::*;

pub async fn run(db: Db, access: ServerAccess, new: NewChannel) -> Result<(), ChatError> {
    create_channel(&db, &access, new).await?;
    Ok(())
}

fn main() {}
