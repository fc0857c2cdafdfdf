use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Patient(Patient),
}

#[derive(Entity)]
#[entity(table = App, pk = "PATIENT#<id>", sk = "PATIENT")]
pub struct Patient {
    pub id: String,
    #[entity(sensitive)]
    pub diagnosis: String,
    pub room: u32,
}

#[derive(Projection)]
#[projection(of = Patient)]
pub struct Bed {
    pub room: u32,
    pub diagnosis: String,
}

fn main() {}

// fixed, after line 21: #[projection(sensitive)]
