//! A crate that imports `models`, and extends one of its tables.

use std::collections::HashSet;

use downstream::{Badge, BadgeKind, Mine, complete};
use dynamo_core::Error;
use dynamo_core::prelude::*;
use models::goals_guild::{GgCore, Goal, GoalStatus, User};

use super::goals_world::{ANN, BOB, goal, user};
use super::{second, with};

#[tokio::test]
async fn an_extension_lives_beside_what_it_extends() {
    let db = with::<Mine>().await.with_clock(|| second(50));
    // The same table by either name.
    assert_eq!(db.table_name::<Mine>().unwrap(), db.table_name::<GgCore>().unwrap());
    let (mine, other) = (goal(ANN, 1), goal(BOB, 1));
    db.batch_write().put(&user(ANN, "ann")).put_all(&[mine.clone(), other.clone()]).await.unwrap();
    let badge = complete(&db, &mine, BadgeKind::Marathon).await.unwrap();
    complete(&db, &other, BadgeKind::FirstGoal).await.unwrap();
    assert_eq!(db.query(Badge::of_user(&ANN)).page().await.unwrap().items, [badge.clone()]);
    assert_eq!(db.query(Badge::by_time(&ANN)).page().await.unwrap().items, [badge.clone()]);
    assert_eq!(badge.key().unwrap().sk(), Some("BADGE#marathon"));
    // Twice is refused, and changes nothing.
    assert!(matches!(complete(&db, &mine, BadgeKind::FirstGoal).await, Err(Error::Cancelled(_))));
    assert_eq!(db.query(Badge::of_user(&ANN)).page().await.unwrap().items.len(), 1);

    // The base's own queries do not see it, and read on; those of the extension see both.
    let reached = Goal { status: GoalStatus::Completed, updated_at: second(50), ..mine };
    assert_eq!(db.query(Goal::of_user(&ANN)).page().await.unwrap().items, [reached.clone()]);
    let timeline = db.query(User::timeline(&ANN)).page().await.unwrap();
    assert_eq!((timeline.items.len(), timeline.raw.len()), (2, 0));
    let partition = db.query(Badge::partition(&ANN)).page().await.unwrap().items;
    assert!(partition.contains(&Mine::Badge(badge.clone())));
    assert!(partition.contains(&Mine::Core(GgCore::Goal(reached))));
    let of_the_base = db.query(User::partition(&ANN)).page().await.unwrap();
    assert_eq!((of_the_base.items.len(), of_the_base.raw.len()), (2, 1), "the badge is kept as it is");
    assert!(db.verify::<Mine>().await.unwrap().is_clean());
    db.delete_table::<Mine>().await.unwrap();
}

/// The index that the extension adds is there, and holds what it wrote; the indexes of the base are the same in both.
#[tokio::test]
async fn an_extension_has_indexes_of_its_own() {
    let db = with::<Mine>().await.with_clock(|| second(50));
    let goals = [goal(ANN, 1), goal(BOB, 1)];
    db.batch_write().put_all(&goals).await.unwrap();
    for goal in &goals {
        complete(&db, goal, BadgeKind::Marathon).await.unwrap();
    }
    complete(&db, &goals[0], BadgeKind::FirstGoal).await.unwrap_err();
    let holders = db.query(Badge::holders(&BadgeKind::Marathon)).all().await.unwrap();
    assert_eq!(holders.iter().map(|badge| badge.user_id).collect::<HashSet<_>>(), HashSet::from([ANN, BOB]));
    assert_eq!(db.query(Badge::query_by_badge(&BadgeKind::FirstGoal)).count().await.unwrap(), 0);
    let mixed = db.query(Badge::partition_by_badge(&BadgeKind::Marathon)).all().await.unwrap();
    assert!(mixed.iter().all(|item| matches!(item, Mine::Badge(_))) && mixed.len() == 2);
    let all = db.scan_index(Badge::by_badge()).all().await.unwrap();
    assert_eq!(all.len(), 2, "none of the base's items is in it");
    // An update of the extension's entity, and of the base's, each with its own idea of the layout.
    db.update(holders[0].key()).set(Badge::fields().goal_id, goals[1].goal_id).await.unwrap();
    db.update(goals[0].key()).set(Goal::fields().title, "New").await.unwrap();
    let found = db.scan::<Badge>().all().await.unwrap();
    assert!(found.iter().all(|badge| badge.goal_id == goals[1].goal_id || badge.user_id != holders[0].user_id));
    assert_eq!(db.query(Goal::of_user(&goals[0].user_id)).all().await.unwrap()[0].title, "New");
    let mut read = db.batch_get_any::<Mine>([goals[0].key().into()]).await.unwrap();
    let Some(Mine::Core(GgCore::Goal(read))) = read.remove(0) else { panic!("a goal was asked for") };
    assert_eq!(read.title, "New");
    db.transact().delete(holders[0].key()).delete(goals[0].key()).await.unwrap();
    assert_eq!(db.query(Badge::holders(&BadgeKind::Marathon)).count().await.unwrap(), 1);
    assert!(db.verify::<Mine>().await.unwrap().is_clean());
    db.delete_table::<Mine>().await.unwrap();
}

#[test]
fn indexes_of_the_base_keep_their_positions() {
    let (base, mine) = (GgCore::LAYOUT, Mine::LAYOUT);
    assert_eq!(mine.indexes[..base.indexes.len()], *base.indexes);
    assert_eq!(mine.indexes.last().unwrap().ident, "by_badge");
    assert!(base.index("by_badge").is_none());
}

#[test]
fn the_extension_has_all_entities_and_patterns() {
    assert_eq!(Mine::SCHEMA.all_entities().count(), GgCore::SCHEMA.all_entities().count() + 1);
    let rows = dynamo_tools::access_patterns(Mine::SCHEMA);
    assert_eq!(rows.len(), dynamo_tools::access_patterns(GgCore::SCHEMA).len() + 3);
    assert_eq!(rows[rows.len() - 2].condition, "GSI1PK = \"USER#<user_id>\" AND begins_with(GSI1SK, \"BADGE#\")");
}
