use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(sizes, name = "Sizes", pk = "SizePK", sk = "SizeSK", projection = "KEYS_ONLY")]
pub enum App {
    Message(Message),
    User(User),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "CHANNEL#<channel>",
    sk = "MSG#<at:013>#<id>",
    gsi1 = ("AUTHOR#<author>#<room>#<text>", "AT#<at:013>"),
    sizes = ("CHANNEL#<channel>", "SIZE#<size:010>"),
)]
pub struct Message {
    pub channel: String,
    pub at: u64,
    pub id: String,
    pub author: String,
    pub room: String,
    pub size: u32,
    pub text: String,
    pub likes: u32,
    pub tags: Vec<String>,
    pub place: Option<Place>,
}

#[derive(Attribute)]
pub struct Place {
    pub city: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<name>", sk = "PROFILE")]
pub struct User {
    pub name: String,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.update(Message::key("c1", &1, "m1")).set((Message::fields().author, Message::fields().room), ("bob", "r1")).await?;
    Ok(())
}

fn main() {}

// fixed, line 45: db.update(Message::key("c1", &1, "m1")).set((Message::fields().author, Message::fields().room, Message::fields().text), ("bob", "r1", "t")).await?;
