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
    by_time = ("TASKS", "<since>"),
)]
pub struct Task {
    pub id: String,
    pub due: Option<Timestamp>,
    pub since: Timestamp,
}

fn main() {}
