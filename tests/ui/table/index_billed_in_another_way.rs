use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", provisioned(reads = 5, writes = 2))]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", gsi1 = "OWNER#<owner>")]
pub struct Note {
    pub id: String,
    pub owner: String,
}

fn main() {}

// fixed, line 5: #[index(gsi1, name = "GSI1", pk = "GSI1PK", on_demand(max_reads = 100))]
