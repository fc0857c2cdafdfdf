use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", gsi1 = ("USER#<usr_id>", "PROFILE"))]
pub struct User {
    pub user_id: String,
    pub name: String,
}

pub fn rename(item: Item, name: String) -> Result<Item, Error> {
    let user = User::from_item(item)?;
    let (user_id,) = user.key()?.fields()?;
    let key = User::key(&user_id)?;
    println!("renaming {key}");
    User { name, user_id }.to_item()
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", gsi1 = ("USER#<user_id>", "PROFILE"))]
