use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    User(User),
}

#[derive(Table)]
#[table(name = "locks", pk = "PK")]
pub enum Locks {
    MailLock(MailLock),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "PROFILE", unique(mail as MailLock))]
pub struct User {
    pub id: String,
    pub mail: String,
}

#[derive(Entity)]
#[entity(table = Locks, pk = "MAIL#<mail>")]
pub struct MailLock {
    pub mail: String,
    pub id: String,
}

fn main() {}

// fixed, line 23: #[entity(table = Locks, pk = "MAIL#<mail>", lock)]
