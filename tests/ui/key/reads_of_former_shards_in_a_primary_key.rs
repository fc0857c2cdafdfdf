use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Edge(Edge),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<user>#<shard>",
    sk = "BY#<follower>",
    gsi1 = ("ALL#<shard>", "BY#<follower>"),
    sharded(3, reads = 10),
)]
pub struct Edge {
    pub user: String,
    pub follower: String,
}

fn main() {}

// fixed, line 16: sharded(10),
