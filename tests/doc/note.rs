//! Notes by their id.

pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", stream)]
pub enum App {
    Note(Note),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META")]
pub struct Note {
    pub id: String,
    pub title: String,
    pub text: String,
    pub likes: u32,
}
