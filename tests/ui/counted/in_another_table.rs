use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Post(Post),
}

#[derive(Table)]
#[table(extends = App)]
pub enum Mine {
    #[base]
    Core(App),
    Like(Like),
}

#[derive(Entity)]
#[entity(table = App, pk = "POST#<id>", sk = "POST")]
pub struct Post {
    pub id: String,
    pub text: String,
    pub likes: u64,
}

#[derive(Entity)]
#[entity(table = Mine, pk = "POST#<id>", sk = "LIKE#<user>", counted(likes in Post(id = id)))]
pub struct Like {
    pub id: String,
    pub user: String,
}

fn main() {}

// fixed, after line 21: #[entity(counter)]
