use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(by_time, name = "ByTime", pk = "TimePK", sk = "TimeSK", mandatory)]
pub enum App {
    Task(Task),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "TASK#<id>",
    sk = "META",
    by_time = sparse("TASKS", "<due>"),
)]
pub struct Task {
    pub id: String,
    pub due: Option<Timestamp>,
    pub since: Timestamp,
}

fn main() {}

// fixed, line 15: by_time = ("TASKS", "<since>"),
