pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "chat", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_author, name = "ByAuthor", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Chat {
    Message(Message),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Chat,
    pk = "CHANNEL#<channel>",
    sk = "MESSAGE#<number:08>",
    by_author = ("AUTHOR#<author>", "MESSAGE#<channel>#<number:08>"),
)]
pub struct Message {
    pub channel: String,
    pub number: u32,
    pub author: String,
    pub text: String,
    pub likes: u32,
}

/// Writes `count` messages to a channel.
pub async fn write(db: &Db, channel: &str, count: u32) -> Result<(), Error> {
    let message = |number| Message {
        channel: channel.into(),
        number,
        author: if number % 2 == 0 { "ada" } else { "bob" }.into(),
        text: format!("message {number}"),
        likes: number,
    };
    db.batch_write().put_all((1..=count).map(message).collect::<Vec<_>>().iter()).await
}
