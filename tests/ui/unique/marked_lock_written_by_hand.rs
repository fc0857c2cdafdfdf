use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "locks", pk = "PK")]
pub enum Locks {
    MailLock(MailLock),
}

#[derive(Entity)]
#[entity(table = Locks, pk = "MAIL#<mail>", lock)]
pub struct MailLock {
    pub mail: String,
    pub id: String,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.delete(MailLock::key("a@example.org")).await?;
    Ok(())
}

fn main() {}

// fixed, line 17: db.get(MailLock::key("a@example.org")).await?;
