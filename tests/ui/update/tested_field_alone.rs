use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Message(Message),
}

#[derive(Attribute)]
pub enum Status {
    Open,
    Closed,
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<user_id>",
    sk = "MSG#<id>",
    gsi1 = when(unread, ("MSG#<user_id>", "AT#<at:013>")),
)]
pub struct Message {
    pub user_id: String,
    pub id: String,
    pub at: u64,
    pub unread: bool,
    pub status: Status,
    pub topic: Option<String>,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.update(Message::key("ann", "m1")).set(Message::fields().unread, false).await?;
    Ok(())
}

fn main() {}

// fixed, line 33: db.update(Message::key("ann", "m1")).set((Message::fields().at, Message::fields().unread), (7, false)).await?;
