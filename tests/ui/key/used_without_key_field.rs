use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Visit(Visit),
}

#[derive(Clone, Copy)]
pub enum Station {
    North,
    South,
}

#[derive(Entity)]
#[entity(table = App, pk = "STATION#<station>", sk = "VISIT#<at>", gsi1 = ("VISITS", "STATION#<station>#<at>"))]
pub struct Visit {
    pub station: Station,
    pub at: Timestamp,
    pub text: String,
}

pub async fn run(db: Db, visit: Visit) -> Result<(), Error> {
    db.create(&visit).await?;
    db.query(Visit::query(visit.station).at(visit.at..)).all().await?;
    db.query(Visit::partition(Station::South)).all().await?;
    db.get(Visit::key(Station::North, visit.at)).await?;
    db.update(Visit::key(&visit.station, visit.at)).set(Visit::fields().text, "new").await?;
    Ok(())
}

fn main() {}

// fixed, line 10: #[derive(Clone, Copy, KeyField)]
