//! A table, an entity, and an engine in this process: `cargo run --example quickstart`.
use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "gg_core", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
enum GgCore {
    Goal(Goal),
}

#[derive(Entity, Debug)]
#[entity(table = GgCore, pk = "USER#<user_id>", sk = "GOAL#<goal_id>", gsi1 = ("STATUS#<status>", "GOAL#<goal_id>"))]
struct Goal {
    user_id: String,
    goal_id: String,
    title: String,
    status: Status,
}

#[derive(KeyField, Debug, Clone, Copy)]
enum Status {
    Active,
    Done,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let db = Db::embedded().await?;
    db.create_table::<GgCore>().await?;
    for (id, title) in [("run", "Run 42 km"), ("read", "Read 12 books")] {
        let goal = Goal { user_id: "ann".into(), goal_id: id.into(), title: title.into(), status: Status::Active };
        db.create(&goal).await?;
    }
    db.update(Goal::key("ann", "run")).set(Goal::fields().status, Status::Done).await?;
    for goal in db.query(Goal::query("ann")).all().await? {
        println!("{:<14} {:?}", goal.title, goal.status);
    }
    println!("active in gsi1: {}", db.query(Goal::query_gsi1(&Status::Active)).count().await?);
    Ok(())
}
