use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Follow(Follow),
    Followers(Followers),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "FOLLOWS#<other>", counted(count in Followers(id = other)))]
pub struct Follow {
    pub id: String,
    pub other: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "FOLLOWERS")]
pub struct Followers {
    pub id: String,
    #[entity(immutable)]
    pub count: u64,
}

fn main() {}

// fixed, without line 21
