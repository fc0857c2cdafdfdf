use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "AT#<ownr>#<at>", gsi1 = ("OWNER#<owner>", "AT#<at>#<id>"))]
pub struct Note {
    pub id: String,
    pub owner: String,
    pub at: Timestamp,
    pub text: String,
}

pub async fn run(db: Db, note: Note) -> Result<(), Error> {
    db.create(&note).await?;
    db.query(Note::query(&note.id).owner("ann")).all().await?;
    db.update(Note::key(&note.id, "ann", note.at)).set(Note::fields().text, "new").await?;
    Ok(())
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "NOTE#<id>", sk = "AT#<owner>#<at>", gsi1 = ("OWNER#<owner>", "AT#<at>#<id>"))]
