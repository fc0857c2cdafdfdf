//! A crate that imports `models`, and extends one of its tables.

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
    assert_eq!(db.query(Badge::of_user(&ANN)).await.unwrap().items, [badge.clone()]);
    assert_eq!(db.query(Badge::by_time(&ANN)).await.unwrap().items, [badge.clone()]);
    assert_eq!(badge.key().unwrap().sk(), Some("BADGE#marathon"));
    // Twice is refused, and changes nothing.
    assert!(matches!(complete(&db, &mine, BadgeKind::FirstGoal).await, Err(Error::Cancelled(_))));
    assert_eq!(db.query(Badge::of_user(&ANN)).await.unwrap().items.len(), 1);

    // The base's own queries do not see it, and read on; those of the extension see both.
    let reached = Goal { status: GoalStatus::Completed, updated_at: second(50), ..mine };
    assert_eq!(db.query(Goal::of_user(&ANN)).await.unwrap().items, [reached.clone()]);
    let timeline = db.query(User::timeline(&ANN)).await.unwrap();
    assert_eq!((timeline.items.len(), timeline.raw.len()), (2, 0));
    let partition = db.query(Badge::partition(&ANN)).await.unwrap().items;
    assert!(partition.contains(&Mine::Badge(badge.clone())));
    assert!(partition.contains(&Mine::Core(GgCore::Goal(reached))));
    let of_the_base = db.query(User::partition(&ANN)).await.unwrap();
    assert_eq!((of_the_base.items.len(), of_the_base.raw.len()), (2, 1), "the badge is kept as it is");
    assert!(db.verify::<Mine>().await.unwrap().is_clean());
    db.delete_table::<Mine>().await.unwrap();
}

#[test]
fn the_extension_has_all_entities_and_patterns() {
    assert_eq!(Mine::SCHEMA.all_entities().count(), GgCore::SCHEMA.all_entities().count() + 1);
    let rows = Mine::SCHEMA.access_patterns();
    assert_eq!(rows.len(), GgCore::SCHEMA.access_patterns().len() + 2);
    assert_eq!(rows.last().unwrap().condition, "GSI1PK = \"USER#<user_id>\" AND begins_with(GSI1SK, \"BADGE#\")");
}
