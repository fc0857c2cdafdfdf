use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "core", pk = "PK", sk = "SK", none = "null")]
#[index(by_mail, name = "ByMail", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Core {
    User(User),
}

#[derive(Entity)]
#[entity(table = Core, pk = "USER#<id>", sk = "PROFILE", by_mail = ("MAIL#<mail>", "USER"))]
pub struct User {
    pub id: String,
    pub mail: String,
    pub team: String,
    pub rank: u32,
}

#[derive(Table)]
#[table(extends = Core)]
#[index(by_badge, name = "ByBadge", pk = "GSI2PK", sk = "rank")]
pub enum Mine {
    #[base]
    Core(Core),
    Badge(Badge),
}

#[derive(Entity)]
#[entity(table = Mine, pk = "BADGE#<badge>", sk = "USER#<user>")]
pub struct Badge {
    pub badge: String,
    pub user: String,
}

fn main() {}

// fixed, line 21: #[index(by_badge, name = "ByBadge", pk = "GSI2PK", sk = "GSI2SK")]
