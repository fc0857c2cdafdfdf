use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Follow(Follow),
    Counter(Counter),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<follower>",
    sk = "FOLLOWS#<followee>",
    counted(count in Counter(user_id = followee)),
)]
pub struct Follow {
    pub follower: String,
    pub followee: String,
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<user_id>",
    sk = "FOLLOWERS",
    gsi1 = ("COUNTERS", "<label>#<updated_at>"),
)]
pub struct Counter {
    pub user_id: String,
    pub count: u64,
    pub label: String,
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

fn main() {}

// fixed, line 28: gsi1 = none,
