use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "core", pk = "PK", sk = "SK")]
pub enum Core {
    User(User),
}

#[derive(Entity)]
#[entity(table = Core, pk = "USER#<id>", sk = "PROFILE")]
pub struct User {
    pub id: String,
}

#[derive(Table)]
#[table(extends = Core)]
pub enum Mine {
    #[base]
    Core(Core),
    Badge(Badge),
}

#[derive(Entity)]
#[entity(table = Mine, pk = "USER#<user>", sk = "<badge>")]
pub struct Badge {
    pub user: String,
    pub badge: String,
}

fn main() {}

// fixed, line 24: #[entity(table = Mine, pk = "USER#<user>", sk = "BADGE#<badge>")]
