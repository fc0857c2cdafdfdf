// What examples of functions begin with, hidden: notes in the partitions of their owners, by time while they are pinned.
pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "KEYS_ONLY")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<owner>",
    sk = "NOTE#<id>",
    gsi1 = when(pinned, ("PINNED#<owner>", "NOTE#<id>"), ("OTHER#<owner>", "NOTE#<id>")),
    load(items = 1000, size = 500, creates = 10),
)]
pub struct Note {
    pub owner: String,
    pub id: String,
    pub pinned: bool,
    pub text: String,
}

/// Runs an example on an engine of its own, without tables.
pub fn example(run: impl AsyncFnOnce(Db) -> Result<(), Box<dyn std::error::Error>>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(async { run(Db::embedded().await?).await }).unwrap();
}
