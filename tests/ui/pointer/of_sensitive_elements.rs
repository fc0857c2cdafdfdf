use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Team(Team),
    Entry(Entry),
}

#[derive(Entity)]
#[entity(table = App, pk = "TEAM#<id>", sk = "TEAM", pointers(Entry))]
pub struct Team {
    pub id: String,
    #[entity(sensitive)]
    pub mails: Vec<String>,
}

#[derive(Entity)]
#[entity(table = App, pk = "MAIL#<mail>", sk = "TEAM#<id>", pointer_of(Team, each(mail in mails)))]
pub struct Entry {
    pub mail: String,
    pub id: String,
}

fn main() {}

// fixed, after line 20: #[entity(sensitive)]
