use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
    Note(Note),
    Room(Room),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<name>", sk = "PROFILE", gsi1 = ("USER#<name>", "ENTITY#User"))]
pub struct User {
    pub name: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", gsi1 = ("USER#<owner>", "ENTITY#Note#<id>"))]
pub struct Note {
    pub id: String,
    pub owner: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "ROOM#<room>", sk = "META")]
pub struct Room {
    pub room: String,
}

#[derive(Collection)]
#[collection(index = gsi1)]
pub enum Owned {
    User(User),
    Room(Room),
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.query(User::partition_gsi1("ann").of::<Owned>()).page().await?;
    Ok(())
}

fn main() {}

// fixed, line 35: Note(Note),
