use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "locks", pk = "PK")]
pub enum Locks {
    MailLock(MailLock),
}

#[derive(Entity)]
#[entity(table = Locks, pk = "MAIL#<mail>", lock(User))]
pub struct MailLock {
    pub mail: String,
    pub id: String,
}

fn main() {}

// fixed, line 10: #[entity(table = Locks, pk = "MAIL#<mail>", lock)]
