use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "NOTE#<id>",
    sk = "META",
    schema_version = 2,
)]
pub struct Note {
    pub id: String,
    #[entity(rename = "text")]
    pub text: String,
}

fn upgrade(_from: u32, item: Item) -> Result<Item, String> {
    Ok(item)
}

fn main() {}

// fixed, after line 14: upgrade = upgrade,
