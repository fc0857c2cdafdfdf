//! Three more indexes, as a crate adds them that imports the goals app.

use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use models::goals_extended::{CompanyEntry, DueDay, DueTask, GgExtended, Listed, TagEntry, index_all, on_change};
use models::goals_guild::{CompanyId, GgCore, Goal, GoalId, Offer, OfferId, OfferStatus, Task, TaskId, UserId};
use serde_json::json;

use super::goals_world::{ANN, BOB, goal, group, task, user};
use super::golden::{A, B, NOON, plain};
use super::{at, second, ulid, with};

#[test]
fn entries_have_the_keys_of_the_document() {
    let due = DueTask {
        task_id: TaskId::from_ulid(ulid(1)),
        goal_id: GoalId::from_ulid(ulid(2)),
        user_id: UserId::from_ulid(ulid(2)),
        title: "Run".into(),
        due_day: DueDay::of(at(NOON)),
        due_at: at(NOON),
    };
    assert_eq!(
        plain(&due),
        json!({
            "PK": format!("TASK#{A}"), "SK": "DUE", "GSI4PK": "DUE#20251227", "GSI4SK": format!("{NOON}#TASK#{A}"),
            "type": "DueTask", "taskId": A, "goalId": B, "userId": B, "title": "Run", "dueDay": "20251227", "dueAt": NOON,
        })
    );
    let tagged = TagEntry { tag: "a b".into(), entity: Listed::Goal, id: ulid(1).into(), user_id: None };
    assert_eq!(
        plain(&tagged),
        json!({
            "PK": format!("TAGGED#Goal#{A}"), "SK": "TAG#a$cab", "GSI5PK": "TAG#a$cab", "GSI5SK": format!("Goal#{A}"),
            "type": "TagEntry", "tag": "a b", "entity": "Goal", "id": A,
        })
    );
    let company_id = CompanyId::from_ulid(ulid(2));
    let listed = CompanyEntry { company_id, entity: Listed::Offer, id: ulid(1).into() };
    assert_eq!(
        plain(&listed),
        json!({
            "PK": format!("LISTED#Offer#{A}"), "SK": format!("COMPANY#{B}"), "GSI6PK": format!("COMPANY#{B}"),
            "GSI6SK": format!("Offer#{A}"), "type": "CompanyEntry", "companyId": B, "entity": "Offer", "id": A,
        })
    );
    assert_eq!(GgExtended::LAYOUT.indexes[..3], *GgCore::LAYOUT.indexes);
    assert_eq!(
        GgExtended::LAYOUT.indexes.iter().skip(3).map(|index| index.name).collect::<Vec<_>>(),
        ["GSI4", "GSI5", "GSI6"]
    );
}

fn change<E: Entity>(old: Option<&E>, new: Option<&E>) -> Change<GgExtended> {
    let image = |item: Option<&E>| item.map(|item| item.to_item().unwrap());
    Change::from_images(image(old), image(new)).unwrap()
}

fn offer() -> Offer {
    let (offer_id, company_id) = (OfferId::from_ulid(ulid(7)), CompanyId::from_ulid(ulid(8)));
    let (title, status, created_at) = ("Shoes".to_owned(), OfferStatus::Active, second(1));
    Offer { offer_id, company_id, title, tags: vec!["sport".into()], status, created_at }
}

#[tokio::test]
async fn tasks_are_found_by_their_day() {
    let db = with::<GgExtended>().await;
    let (task, day) = (task(ANN, 1, 2), DueDay::of(second(88)));
    let due = async |day: &DueDay| db.query(DueTask::due_on(day.clone())).all().await.unwrap().len();
    let db = &db;
    db.create(&task).await.unwrap();
    on_change(db, &change(None, Some(&task))).await.unwrap();
    assert_eq!((task.due_at, due(&day).await), (Some(second(88)), 1));
    assert_eq!(db.query(DueTask::due_until(day.clone(), second(87))).count().await.unwrap(), 0);
    assert_eq!(db.query(DueTask::due_until(day.clone(), second(88))).count().await.unwrap(), 1);
    // Put off to another day; the record of it comes twice, and the first one once more.
    let later = Task { due_at: Some(second(200_000)), ..task.clone() };
    db.put(&later).await.unwrap();
    for _ in 0..2 {
        on_change(db, &change(Some(&task), Some(&later))).await.unwrap();
        on_change(db, &change(None, Some(&task))).await.unwrap();
    }
    assert_eq!((due(&day).await, due(&DueDay::of(second(200_000))).await), (0, 1));
    let done = Task { done: true, ..later.clone() };
    db.put(&done).await.unwrap();
    on_change(db, &change(Some(&later), Some(&done))).await.unwrap();
    assert_eq!(due(&DueDay::of(second(200_000))).await, 0);
    db.delete_table::<GgExtended>().await.unwrap();
}

#[tokio::test]
async fn tags_and_companies_follow_their_records() {
    let db = with::<GgExtended>().await;
    let tagged = async |tag: &str| db.query(TagEntry::with_tag(tag)).all().await.unwrap();
    let of_goals = async |tag: &str| db.query(TagEntry::of_kind(tag, Listed::Goal)).count().await.unwrap();
    let mine = Goal { tags: vec!["sport".into(), "sport".into(), "a#b".into(), String::new()], ..goal(ANN, 1) };
    db.batch_write().put(&mine).put(&offer()).put(&user(BOB, "bob")).put(&group(1)).await.unwrap();
    // All that was there before the indexes were.
    assert_eq!(index_all(&db).await.unwrap(), 3);
    assert_eq!(index_all(&db).await.unwrap(), 3);
    assert_eq!((tagged("sport").await.len(), of_goals("sport").await, tagged("a#b").await.len()), (2, 1, 1));
    assert_eq!(tagged("running").await[0].id, BOB.into());
    let offered = db.query(CompanyEntry::of_company(offer().company_id)).all().await.unwrap();
    assert_eq!(offered.iter().map(|entry| entry.id).collect::<Vec<_>>(), [offer().offer_id.into()]);
    let renamed = Goal { tags: vec!["run".into()], ..mine.clone() };
    db.put(&renamed).await.unwrap();
    on_change(&db, &change(Some(&mine), Some(&renamed))).await.unwrap();
    assert_eq!((tagged("a#b").await.len(), of_goals("sport").await, of_goals("run").await), (0, 0, 1));
    db.delete(offer().key()).await.unwrap();
    on_change(&db, &change(Some(&offer()), None)).await.unwrap();
    assert_eq!(
        (tagged("sport").await.len(), db.query(CompanyEntry::of_company(offer().company_id)).count().await.unwrap()),
        (0, 0)
    );
    // Its own entries are no reason for entries.
    let entry = tagged("run").await.remove(0);
    on_change(&db, &change(None, Some(&entry))).await.unwrap();
    assert!(db.verify::<GgExtended>().await.unwrap().is_clean());
    db.delete_table::<GgExtended>().await.unwrap();
}
