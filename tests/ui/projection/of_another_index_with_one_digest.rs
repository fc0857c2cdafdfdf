use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(xkjaqvquj5yfia, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = ["text"])]
#[index(xwoxvagje1yztj, name = "Sizes", pk = "SizePK", sk = "SizeSK", projection = "KEYS_ONLY")]
pub enum App {
    Message(Message),
    User(User),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "CHANNEL#<channel>",
    sk = "MSG#<at:013>#<id>",
    xkjaqvquj5yfia = ("AUTHOR#<author>#<room>", "AT#<at:013>"),
    xwoxvagje1yztj = ("CHANNEL#<channel>", "SIZE#<size:010>"),
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

#[derive(Projection)]
#[projection(of = Message, index = xkjaqvquj5yfia)]
pub struct Part {
    pub text: String,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.query(Message::query_xwoxvagje1yztj("c1")).project::<Part>().page().await?;
    Ok(())
}

fn main() {}

// fixed, line 51: db.query(Message::query_xkjaqvquj5yfia("ann", "r1")).project::<Part>().page().await?;
