use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Patient(Patient),
    Cases(Cases),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "PATIENT#<id>",
    sk = "PATIENT",
    counted(count in Cases(illness = diagnosis)),
)]
pub struct Patient {
    pub id: String,
    #[entity(sensitive)]
    pub diagnosis: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "ILLNESS#<illness>", sk = "CASES")]
pub struct Cases {
    pub illness: String,
    pub count: u64,
}

fn main() {}

// fixed, after line 25: #[entity(sensitive)]
