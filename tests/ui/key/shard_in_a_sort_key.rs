use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Edge(Edge),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user>", sk = "BY#<shard>#<follower>", sharded(10))]
pub struct Edge {
    pub user: String,
    pub follower: String,
}

fn main() {}

// fixed, line 10: #[entity(table = App, pk = "USER#<user>#<shard>", sk = "BY#<follower>", sharded(10))]
