//! Declare a table, make keys, and convert items: `cargo run --example quickstart`.

use dynamo_core::prelude::*;

/// The table: an enum of its entities.
#[derive(Table)]
#[table(name = "gg_core", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
enum GgCore {
    Goal(Goal),
}

/// An entity: a struct with its keys on it.
#[derive(Entity, Debug)]
#[entity(
    table = GgCore,
    pk = "USER#<user_id>",
    sk = "GOAL#<goal_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#Goal#<created_at>"),
    rename_all = "camelCase",
)]
struct Goal {
    user_id: String,
    goal_id: String,
    title: String,
    created_at: Timestamp,
}

fn main() -> Result<(), Error> {
    println!("key of a goal:  {}", Goal::key("ann", "marathon")?);
    if let Err(error) = Goal::key("ann#admin", "marathon") {
        println!("a forged key:   {error}\n");
    }

    let created_at = "2025-12-27T08:00:00Z".parse().unwrap_or(Timestamp::MIN);
    let goal = Goal { user_id: "ann".into(), goal_id: "marathon".into(), title: "Run 42 km".into(), created_at };
    let mut json = Vec::new();
    goal.write_json(&mut json)?;
    println!("on the wire:    {}\n", String::from_utf8_lossy(&json));

    let GgCore::Goal(read) = GgCore::from_item(goal.to_item()?)?;
    println!("read back:      {read:?}");
    println!("in its index:   {}", read.gsi1_key()?.sk().unwrap_or_default());
    Ok(())
}
