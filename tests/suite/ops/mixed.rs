//! Partitions with items of many types, and many partitions at once.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::engine::both;
use super::model::{File, Message, Owned, Task, User, Work, file, message, task, user};

#[derive(Collection, Debug, Clone, PartialEq)]
enum Mine {
    File(File),
    User(User),
}

fn ids(page: &[Mine]) -> Vec<&str> {
    page.iter().map(|mine| if let Mine::File(file) = mine { file.file_id.as_str() } else { "user" }).collect()
}

both! {
    async fn one_query_reads_many_types(db) {
        db.batch_write()
            .put(&user("ann"))
            .put_all(&[task("ann", "t1"), task("ann", "t2")])
            .put(&file("ann", "f1", 1))
            .put(&user("bob"))
            .await
            .unwrap();
        let page = db.query(User::partition("ann")).page().await.unwrap();
        let all = [
            Work::File(file("ann", "f1", 1)),
            Work::User(user("ann")),
            Work::Task(task("ann", "t1")),
            Work::Task(task("ann", "t2")),
        ];
        assert_eq!(page.items, all);
        assert_eq!(page.raw, []);
        let owned = db.query(Task::partition("ann").of::<Owned>()).descending().page().await.unwrap();
        let some = [Owned::Task(task("ann", "t2")), Owned::Task(task("ann", "t1")), Owned::File(file("ann", "f1", 1))];
        assert_eq!(owned.items, some);
        assert_eq!(owned.raw, [], "the user is known, and nobody asked for it");
        assert_eq!(db.query(Task::partition_gsi1(&super::model::Status::Open)).page().await.unwrap().items.len(), 2);
    }

    /// 20 files, and tasks that nobody asked for before and among them.
    async fn a_limited_collection_costs_few_requests(db) {
        let tasks: Vec<_> = (0..600).map(|i| task("ann", &format!("t{i:03}"))).collect();
        let files: Vec<_> = (0..20).map(|i| file("ann", &format!("f{i:02}"), i)).collect();
        db.batch_write().put_all(&tasks).put_all(&files).put_all(&[task("bob", "t1")]).put_all(&[file("bob", "f1", 1)]).await.unwrap();
        let query = || db.query(File::partition("ann").of::<Mine>()).descending();
        let (page, consumed) = query().limit(5).page().metered().await.unwrap();
        assert_eq!(ids(&page.items), ["f19", "f18", "f17", "f16", "f15"]);
        assert!(consumed.requests <= 9, "{consumed:?}");
        assert_eq!(page.raw, []);
        let (rest, consumed) = query().limit(100).after(page.next.as_ref().unwrap()).page().metered().await.unwrap();
        assert_eq!((rest.items.len(), consumed.requests), (15, 1));
        assert!(rest.next.is_none());
        assert_eq!(ids(query().first().await.unwrap().as_slice()), ["f19"]);
        // Of several partitions.
        let both = || db.query_merged(["ann", "bob"].map(|user| File::partition(user).of::<Mine>())).descending();
        let (page, consumed) = both().limit(5).page().metered().await.unwrap();
        assert_eq!((page.items.len(), page.raw.len()), (5, 0));
        assert!(consumed.requests <= 12, "{consumed:?}");
        // An item without a tag is known by its key.
        let mut untagged = file("ann", "f99", 1).to_item().unwrap();
        untagged.remove("type");
        let table = db.table_name::<Work>().unwrap();
        db.client().put_item().table_name(table).set_item(Some(untagged)).send().await.unwrap();
        assert_eq!(ids(&query().limit(1).page().await.unwrap().items), ["f99"]);
    }

    async fn an_unknown_item_is_kept_as_it_is(db) {
        db.put(&user("ann")).await.unwrap();
        let mut ghost = Task::key("ann", "t1").unwrap().to_item();
        ghost.insert("type".into(), AttributeValue::S("Ghost".into()));
        let table = db.table_name::<Work>().unwrap();
        db.client().put_item().table_name(table).set_item(Some(ghost.clone())).send().await.unwrap();
        let page = db.query(User::partition("ann")).page().await.unwrap();
        assert_eq!((page.items.as_slice(), page.raw.as_slice()), ([Work::User(user("ann"))].as_slice(), [ghost].as_slice()));
        let strict = db.query(User::partition("ann")).strict().page().await;
        assert!(matches!(strict, Err(Error::UnknownItem(_))), "{strict:?}");
        let stream: Vec<_> = db.query(User::partition("ann")).stream().try_collect().await.unwrap();
        assert_eq!(stream.len(), 1);
        let all = db.scan_all::<Work>().page().await.unwrap();
        assert_eq!((all.items.len(), all.raw.len()), (1, 1));
        assert!(matches!(db.scan_all::<Work>().strict().page().await, Err(Error::UnknownItem(_))));
    }

    async fn many_partitions_are_merged_in_order(db) {
        let (mut all, channels) = (Vec::new(), ["c0", "c1", "c2", "c3", "c4"]);
        for at in 0..40_u64 {
            let channel = channels[usize::try_from(at * 7 % 5).unwrap()];
            all.push(message(channel, at, &format!("m{at}")));
        }
        db.batch_write().put_all(&all).put(&message("other", 3, "x")).await.unwrap();
        let queries = || channels.map(Message::query);
        let times = |items: &[Message]| items.iter().map(|message| message.at).collect::<Vec<_>>();
        let forwards: Vec<_> = (0..40).collect();
        let backwards: Vec<_> = (0..40).rev().collect();
        assert_eq!(times(&db.query_merged(queries()).page().await.unwrap().items), forwards);
        assert_eq!(times(&db.query_merged(queries()).descending().concurrency(2).page().await.unwrap().items), backwards);
        let stream = db.query_merged(queries()).page_size(3).stream().try_collect::<Vec<_>>().await.unwrap();
        assert_eq!(times(&stream), forwards);
        assert_eq!(db.query_merged(queries()).count().await.unwrap(), 40);
        for size in [1, 3, 7, 39, 40, 41] {
            let (mut found, mut cursor) = (Vec::new(), None);
            loop {
                let query = db.query_merged(queries()).descending().limit(size).after(&cursor);
                let page = query.page().await.unwrap();
                assert!(page.items.len() <= size);
                found.extend(times(&page.items));
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, backwards, "pages of {size}");
        }
        let none: Vec<dynamo_core::query::Query<Message, Message, dynamo_core::query::PrimaryKey>> = Vec::new();
        assert_eq!(db.query_merged(none).page().await.unwrap().items, []);
    }

    async fn a_merge_reads_no_more_than_it_needs(db) {
        let all: Vec<_> = (0..30).map(|at| message(if at % 2 == 0 { "a" } else { "b" }, at, "m")).collect();
        db.batch_write().put_all(&all).await.unwrap();
        let two = || ["a", "b"].map(Message::query);
        let (page, consumed) = db.query_merged(two()).limit(4).page().metered().await.unwrap();
        assert_eq!((page.items.len(), consumed.requests), (4, 2));
    }
}
