//! One program that spells every operation as the guide does.

use dynamo_core::op::Inserted;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use crate::ops::{first_transport, table_of};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "spelled", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(titles, name = "Titles", pk = "TitlePK", sk = "TitleSK", projection = ["title"])]
pub(crate) enum Spelled {
    User(User),
    Goal(Goal),
    Like(Like),
    Hits(Hits),
    Draft(Draft),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Spelled, pk = "USER#<user_id>", sk = "PROFILE", gsi1 = ("USERS", "USER#<user_id>"), titles = none)]
pub(crate) struct User {
    user_id: String,
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
pub(crate) enum Status {
    Active,
    Done,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Spelled,
    pk = "USER#<user_id>",
    sk = "GOAL#<goal_id>",
    gsi1 = ("STATUS#<status>#TEAM#<team>", "GOAL#<goal_id>"),
    titles = ("USER#<user_id>", "TITLE#<title>"),
)]
#[access(of_team(status, team), index = gsi1, first)]
#[access(latest(user_id), descending)]
pub(crate) struct Goal {
    user_id: String,
    goal_id: String,
    title: String,
    status: Status,
    team: String,
    points: u32,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Goal)]
struct GoalCard {
    title: String,
    points: u32,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Goal, index = titles)]
struct GoalTitle {
    title: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Spelled, pk = "GOAL#<goal_id>", sk = "LIKE#<number:03>", gsi1 = none, titles = none)]
pub(crate) struct Like {
    goal_id: String,
    number: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Spelled, pk = "HITS", sk = "DAY#<day>", gsi1 = none, titles = none)]
pub(crate) struct Hits {
    day: String,
    count: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Spelled, pk = "USER#<user_id>", sk = "DRAFT#<draft_id>", gsi1 = none, titles = none)]
pub(crate) struct Draft {
    user_id: String,
    draft_id: String,
}

fn goal(id: &str) -> Goal {
    let (user_id, goal_id) = ("ann".into(), id.into());
    Goal { user_id, goal_id, title: format!("Goal {id}"), status: Status::Active, team: "blue".into(), points: 1 }
}

/// A page as an HTTP handler asks for it: with the cursor of the last one, if there was one.
async fn page(db: &Db, after: Option<Cursor>) -> Result<Page<Goal>, Error> {
    db.query(Goal::query("ann")).descending().limit(2).after(after).page().await
}

#[tokio::test]
async fn reads_end_in_a_word() {
    let db = table_of::<Spelled>(first_transport()).await;
    for id in ["g1", "g2", "g3"] {
        db.create(&goal(id)).await.unwrap();
    }
    let first = page(&db, None).await.unwrap();
    assert_eq!(first.items, [goal("g3"), goal("g2")]);
    // A cursor is text that is safe in a URL.
    let cursor: Cursor = first.next.unwrap().to_string().parse().unwrap();
    assert_eq!(page(&db, Some(cursor.clone())).await.unwrap().items, [goal("g1")]);
    let rest = db.query(Goal::query("ann")).descending().after(&cursor).all().await.unwrap();
    assert_eq!(rest, [goal("g1")]);
    assert_eq!(db.query(Goal::query("ann")).descending().after(Some(&cursor)).count().await.unwrap(), 1);

    assert_eq!(db.query(Goal::of_team(Status::Active, "blue")).first().await.unwrap(), Some(goal("g1")));
    assert_eq!(db.query(Goal::latest("ann")).first().await.unwrap(), Some(goal("g3")));
    let streamed: Vec<Goal> = db.query(Goal::query("ann").goal_id("g2"..)).stream().try_collect().await.unwrap();
    assert_eq!(streamed, [goal("g2"), goal("g3")]);

    for number in [27, 28, 29] {
        db.create(&Like { goal_id: format!("g{}", number % 2), number }).await.unwrap();
    }
    let after: Vec<_> = db.query(Like::query("g1").number(gt(27))).all().await.unwrap();
    assert_eq!(after.iter().map(|like| like.number).collect::<Vec<_>>(), [29]);
    let liked = db.query_merged(["g0", "g1"].iter().map(Like::query)).descending().limit(2).page().await.unwrap();
    assert_eq!(liked.items.iter().map(|like| like.number).collect::<Vec<_>>(), [29, 28]);

    let card: Option<GoalCard> = db.get(Goal::key("ann", "g1")).project().await.unwrap();
    assert_eq!(card, Some(GoalCard { title: "Goal g1".into(), points: 1 }));
    let titles = db.query(Goal::query_titles("ann")).project::<GoalTitle>().all().await.unwrap();
    assert_eq!(titles.len(), 3);
    assert_eq!(db.query(Goal::query_titles("ann")).count().await.unwrap(), 3);

    db.create(&User { user_id: "ann".into() }).await.unwrap();
    let key = Goal::key("ann", "g2").unwrap();
    let tail = db.query(Spelled::partition("USER#ann").from(&key)).descending().limit(20).page().await.unwrap();
    let expected = ["g2", "g1"].map(|id| Spelled::Goal(goal(id)));
    assert_eq!(tail.items, expected, "reading begins at the key, and goes down");
    assert_eq!(db.scan_index(User::gsi1()).all().await.unwrap().len(), 1);
    assert_eq!(db.scan::<Goal>().segments(2).all().await.unwrap().len(), 3);
    assert!(db.scan::<Draft>().first().await.unwrap().is_none());
}

#[tokio::test]
async fn writes_need_one_handle() {
    let db = table_of::<Spelled>(first_transport()).await;
    let fields = Goal::fields();
    db.create(&goal("g1")).await.unwrap();
    db.create(&User { user_id: "ann".into() }).await.unwrap();
    db.create(&Draft { user_id: "ann".into(), draft_id: "d1".into() }).await.unwrap();

    let pair = (Status::Done, "red");
    db.update(Goal::key("ann", "g1")).set((fields.status, fields.team), pair).when(fields.points.gt(0)).await.unwrap();
    let hits = Hits { day: "2026-11-19".into(), count: 0 };
    db.upsert(&hits).add(Hits::fields().count, 1).await.unwrap();
    let like = Like { goal_id: "g1".into(), number: 1 };
    let transaction = || {
        db.transact()
            .create(&like)
            .update(Goal::key("ann", "g1"), |goal| goal.add(fields.points, 1).set(fields.title, "New"))
            .upsert(&hits, |hits| hits.add(Hits::fields().count, 1))
            .delete(Draft::key("ann", "d1"))
            .check(User::key("ann"), |user| user.existing())
            .idempotent("request-1")
    };
    // The same transaction again is the same one.
    transaction().await.unwrap();
    transaction().await.unwrap();
    let stored = db.query(Goal::query_gsi1(Status::Done, "red")).first().await.unwrap().unwrap();
    assert_eq!((stored.points, &*stored.title), (2, "New"));
    assert_eq!(db.get(Hits::key("2026-11-19")).await.unwrap().unwrap().count, 2);
    assert!(db.get(Draft::key("ann", "d1")).await.unwrap().is_none());

    let refused = db.transact().delete_if(Goal::key("ann", "g1"), |goal| goal.when(fields.points.gt(5))).await;
    assert!(matches!(refused, Err(Error::Cancelled(_))), "{refused:?}");
    assert_eq!(db.insert_or_get(&goal("g1")).await.unwrap(), Inserted::Existing(stored));
    assert!(db.insert_or_get(&goal("g2")).await.unwrap().is_created());
    let keys = [Goal::key("ann", "g1").into(), User::key("ann").into()];
    let mixed = db.batch_get_any::<Spelled>(keys).await.unwrap();
    assert!(matches!(&mixed[..], [Some(Spelled::Goal(_)), Some(Spelled::User(_))]), "{mixed:?}");
    // What a program prints when `main` returns the error.
    let error = db.create(&goal("g1")).await.unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
}
