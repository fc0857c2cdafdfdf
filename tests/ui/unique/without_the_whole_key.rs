use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    User(User),
    MailLock(MailLock),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "TENANT#<tenant>",
    sk = "USER#<id>",
    unique(mail as MailLock),
)]
pub struct User {
    pub tenant: String,
    pub id: String,
    pub mail: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "MAIL#<mail>", sk = "UNIQUE")]
pub struct MailLock {
    pub mail: String,
    pub id: String,
}

fn main() {}

// fixed, after line 27: pub tenant: String,
