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
}

#[derive(Projection)]
#[projection(of = Patient)]
pub struct Card {
    #[projection(secret)]
    pub diagnosis: String,
}

fn main() {}

// fixed, line 20: #[projection(sensitive)]
