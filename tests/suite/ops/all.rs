//! `.all()` reads every page, and `query_merged` any iterator of queries.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::prelude::*;
use models::goals_guild::Activity;

use super::engine::both;
use super::model::{Message, Task, Work, message, task, user};

/// The spelling of the design: a function of the entity, and whatever iterator is at hand.
#[tokio::test]
async fn a_feed_of_followees() {
    let db = super::engine::table_of::<models::goals_guild::GgCore>(dynamo_core::Transport::Direct).await;
    let followees: Vec<models::goals_guild::UserId> = (0..3).map(|_| models::goals_guild::UserId::new()).collect();
    let feed = db.query_merged(followees.iter().map(Activity::query)).descending().limit(50).page().await.unwrap();
    assert!(feed.items.is_empty() && feed.next.is_none());
}

both! {
    /// Far more than one request returns: a page is not everything.
    async fn all_pages_are_read(db) {
        let long = "x".repeat(30_000);
        let tasks: Vec<_> = (0..80).map(|i| Task { note: Some(long.clone()), score: i, ..task("ann", &format!("t{i:02}")) }).collect();
        db.batch_write().put_all(&tasks).put(&user("ann")).await.unwrap();
        let page = db.query(Task::query("ann")).page().await.unwrap();
        assert!(page.next.is_some() && page.items.len() < 80, "{}", page.items.len());
        let all: Vec<Task> = db.query(Task::query("ann")).all().await.unwrap();
        assert_eq!(all, tasks);
        let rest = db.query(Task::query("ann")).after(&page.next.unwrap()).all().await.unwrap();
        assert_eq!(rest, tasks[page.items.len()..]);
        let (some, consumed) = db.query(Task::query("ann")).descending().limit(50).all().metered().await.unwrap();
        assert_eq!((some.len(), &some[0]), (50, &tasks[79]));
        assert!(consumed.requests >= 2, "{consumed:?}");
        assert_eq!(db.query(Task::query("ann")).page_size(7).all().await.unwrap().len(), 80);
        let filtered = db.query(Task::query("ann")).filter(Task::fields().score.ge(70)).all().await.unwrap();
        assert_eq!(filtered, tasks[70..]);
        assert_eq!(db.scan::<Task>().all().await.unwrap().len(), 80);
        assert_eq!(db.scan::<Task>().limit(3).all().await.unwrap().len(), 3);
        assert_eq!(db.scan_all::<Work>().all().await.unwrap().len(), 81);
        assert_eq!(db.query(Task::query("bob")).all().await.unwrap(), []);
    }

    async fn lenient_ones_are_a_page(db) {
        db.batch_write().put_all(&[task("ann", "t1"), task("ann", "t2"), task("ann", "t3")]).await.unwrap();
        let mut broken = task("ann", "t2").to_item().unwrap();
        broken.insert("title".into(), AttributeValue::Bool(true));
        let table = db.table_name::<Work>().unwrap();
        db.client().put_item().table_name(table).set_item(Some(broken)).send().await.unwrap();
        assert!(matches!(db.query(Task::query("ann")).all().await, Err(Error::Decode(_))));
        let page: Page<Task> = db.query(Task::query("ann")).lenient().page_size(1).all().await.unwrap();
        assert_eq!((page.items.len(), page.unreadable.len(), page.next.is_none()), (2, 1, true));
        let page: Page<Task> = db.scan::<Task>().lenient().page_size(1).all().await.unwrap();
        assert_eq!((page.items.len(), page.unreadable.len()), (2, 1));
    }

    async fn each_query_of_an_iterator(db) {
        let all: Vec<_> = (0..30).map(|at| message(["a", "b", "c"][usize::try_from(at % 3).unwrap()], at, "m")).collect();
        db.batch_write().put_all(&all).await.unwrap();
        let channels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let page = db.query_merged(channels.iter().map(Message::query)).descending().limit(4).page().await.unwrap();
        assert_eq!(page.items.iter().map(|message| message.at).collect::<Vec<_>>(), [29, 28, 27, 26]);
        let merged = db.query_merged(channels.iter().map(Message::query)).page_size(2).all().await.unwrap();
        assert_eq!(merged.iter().map(|message| message.at).collect::<Vec<_>>(), (0..30).collect::<Vec<_>>());
        let none = db.query_merged(Vec::<String>::new().iter().map(Message::query)).all().await.unwrap();
        assert_eq!(none, []);
    }
}
