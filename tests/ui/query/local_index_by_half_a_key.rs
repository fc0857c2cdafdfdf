use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(by_title, name = "ByTitle", sk = "TitleSK", local = true)]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user>", sk = "NOTE#<id>", by_title = "TITLE#<title>")]
pub struct Note {
    pub user: String,
    pub id: String,
    pub title: String,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.query(Note::query_by_title("ann")).page().await?;
    Ok(())
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<user>", sk = "NOTE#<id>", by_title = ("USER#<user>", "TITLE#<title>"))]
