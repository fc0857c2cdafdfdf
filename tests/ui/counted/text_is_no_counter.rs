use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Post(Post),
}

#[derive(Entity)]
#[entity(table = App, pk = "POST#<id>", sk = "POST")]
pub struct Post {
    pub id: String,
    pub text: String,
    #[entity(counter)]
    pub likes: String,
}

fn main() {}

// fixed, line 15: pub likes: u64,
