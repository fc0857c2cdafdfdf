use std::collections::BTreeSet;

use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(by_owner, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", by_owner = ("OWNER#<owner>", "STATE#<state>#<owner>"))]
pub struct Note {
    pub id: String,
    #[entity(immutable)]
    pub owner: String,
    pub state: String,
    pub title: String,
    #[entity(immutable)]
    pub size: u64,
    pub likes: u64,
    #[entity(immutable)]
    pub pages: Vec<String>,
    pub tags: Vec<String>,
    #[entity(immutable, set)]
    pub marks: BTreeSet<String>,
    #[entity(set)]
    pub words: BTreeSet<String>,
    #[entity(immutable)]
    pub seal: Option<String>,
    pub color: Option<String>,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.update(Note::key("n1")).set(Note::fields().state, "done").await?;
    Ok(())
}

fn main() {}

// fixed, line 36: db.update(Note::key("n1")).set((Note::fields().owner, Note::fields().state), ("ann", "done")).await?;
