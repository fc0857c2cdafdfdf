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
    gsi1 = when(unread, ("MSG#<user_id>", "AT#<at:013>"), ("READ#<user_id>", "AT#<at:013>")),
)]
#[access(query_gsi1_else(user_id), index = gsi1_else)]
pub struct Message {
    pub user_id: String,
    pub id: String,
    pub at: u64,
    pub unread: bool,
    pub status: Status,
    pub topic: Option<String>,
}

fn main() {}

// fixed, line 23: #[access(of_read(user_id), index = gsi1_else)]
