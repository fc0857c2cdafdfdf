use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    User(User),
    Note(Note),
}

#[derive(Table)]
#[table(name = "other", pk = "PK", sk = "SK")]
pub enum Other {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = Other, pk = "NOTE#<id>", sk = "META")]
pub struct Note {
    pub id: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "META")]
pub struct User {
    pub id: String,
}

fn main() {}

// fixed, without line 7
