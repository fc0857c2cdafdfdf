use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<id>")]
#[access(of_owner(owner), unexpired)]
pub struct Note {
    pub owner: String,
    pub id: String,
}

fn main() {}

// fixed, line 4: #[table(name = "app", pk = "PK", sk = "SK", ttl = "ttl")]
