//! Notes in the partitions of their owners.

pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", stream)]
pub enum App {
    User(User),
    Note(Note),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = App, pk = "USER#<name>", sk = "PROFILE")]
pub struct User {
    pub name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<id>")]
pub struct Note {
    pub owner: String,
    pub id: String,
    pub likes: u32,
}
