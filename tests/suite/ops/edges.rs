//! Where one part meets another: projections in merges, filters and cursors, shared indexes, older names.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{TimeZone, Utc};
use dynamo_core::prelude::*;

use super::engine::both;
use super::model::{
    Alarm, File, Follower, Message, Owned, Photo, Task, TaskTitle, User, Work, file, message, task, user,
};

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Message)]
struct Text {
    text: String,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Follower)]
struct Mood {
    mood: String,
    at: u64,
}

/// All pages, each of at most so many items.
macro_rules! pages {
    ($size:expr, $query:expr) => {{
        let (mut found, mut raw, mut cursor) = (Vec::new(), Vec::new(), None);
        loop {
            let query = $query.limit($size).after(&cursor);
            let page = query.page().await.unwrap();
            assert!(page.items.len() <= $size);
            found.extend(page.items);
            raw.extend(page.raw);
            cursor = page.next;
            if cursor.is_none() {
                break (found, raw);
            }
        }
    }};
}

both! {
    async fn a_projection_is_merged_and_goes_on_like_whole_items(db) {
        let channels = ["a", "b", "c"].into_iter().cycle();
        let messages = channels.zip(0..20).map(|(channel, at)| message(channel, at, "m"));
        let messages: Vec<_> = messages.map(|m| Message { text: format!("{:02}", m.at), ..m }).collect();
        let follower = |at| Follower { user: "ann".into(), follower: format!("f{at:02}"), mood: "glad".into(), at };
        let followers: Vec<_> = (0..20).map(follower).collect();
        db.batch_write().put_all(&messages).put_all(&followers).await.unwrap();
        let texts: Vec<_> = messages.iter().map(|m| Text { text: m.text.clone() }).collect();
        let (found, _) = pages!(7, db.query_merged(["a", "b", "c"].map(Message::query)).project::<Text>());
        assert_eq!(found, texts);
        let moods: Vec<_> = followers.iter().map(|f| Mood { mood: f.mood.clone(), at: f.at }).collect();
        let (found, _) = pages!(3, db.query(Follower::query("ann")).project::<Mood>());
        assert_eq!(found, moods);
        let later = || db.query(Message::query("a")).filter(Message::fields().text.ge("09")).project::<Text>();
        assert_eq!(pages!(2, later()).0, [Text { text: "09".into() }, Text { text: "12".into() }, Text { text: "15".into() }, Text { text: "18".into() }]);
        assert_eq!(pages!(2, db.query(Message::query("a")).page_size(5).project::<Text>()).0.len(), 7);
        let _ = db.query(Task::query("ann")).project::<TaskTitle>();
    }

    async fn an_index_that_two_share_gives_each_its_own(db) {
        let files: Vec<_> = (0..9).map(|size| file("ann", &format!("f{size}"), size)).collect();
        let photo = |size| Photo { owner: "ann".into(), photo_id: format!("p{size}"), size };
        let photos: Vec<_> = (0..9).map(photo).collect();
        db.batch_write().put_all(&files).put_all(&photos).await.unwrap();
        assert_eq!(db.query(File::query_by_size("ann")).page().await.unwrap().items, files);
        assert_eq!(db.query(Photo::query_by_size("ann").size(3..6)).page().await.unwrap().items, photos[3..6]);
        assert_eq!(db.query(File::query_by_size("ann")).count().await.unwrap(), 9);
        assert_eq!(pages!(2, db.query(Photo::query_by_size("ann"))).0, photos);
        assert_eq!(db.query(File::partition_by_size("ann")).page().await.unwrap().items.len(), 18);
    }

    async fn no_item_of_a_merge_is_read_twice(db) {
        for at in 1..=4 {
            db.put(&message("c1", at, "m")).await.unwrap();
        }
        db.put(&message("c2", 9, "m")).await.unwrap();
        let at = |found: Vec<Message>| found.iter().map(|message| message.at).collect::<Vec<_>>();
        // A partition that is given twice is read once.
        let twice = || ["c1", "c2", "c1"].map(Message::query);
        assert_eq!(at(db.query_merged(twice()).all().await.unwrap()), [1, 2, 3, 4, 9]);
        assert_eq!(db.query_merged(twice()).count().await.unwrap(), 5);
        let first = db.query_merged(twice()).limit(3).page().await.unwrap();
        assert_eq!(at(db.query_merged(twice()).after(&first.next.unwrap()).all().await.unwrap()), [4, 9]);
        // Ranges without a key in common are all read, others are refused.
        let ranges = |from| db.query_merged([Message::query("c1").at(..=2), Message::query("c1").at(from..)]);
        assert_eq!(at(ranges(3).all().await.unwrap()), [1, 2, 3, 4]);
        assert_eq!(ranges(3).count().await.unwrap(), 4);
        for refused in [ranges(2).all().await.map(drop), ranges(0).count().await.map(drop), ranges(2).page().await.map(drop)] {
            assert!(refused.unwrap_err().to_string().contains("read the same items"));
        }
        let whole = db.query_merged([Message::query("c1").at(2..=2), Message::query("c1").at(..)]).all().await;
        assert!(matches!(whole, Err(Error::InvalidOperation(_))), "{whole:?}");
    }

    async fn a_cursor_knows_its_filter_whatever_the_order_of_a_map(db) {
        let extra: HashMap<_, _> = (0..12).map(|i| (format!("k{i}"), format!("v{i}"))).collect();
        let tasks: Vec<_> = (0..6).map(|i| Task { extra: extra.clone(), ..task("ann", &format!("t{i}")) }).collect();
        db.batch_write().put_all(&tasks).await.unwrap();
        // A map of its own each time, in an order of its own.
        let same = || (0..12).map(|i| (format!("k{i}"), format!("v{i}"))).collect::<HashMap<_, _>>();
        let (found, _) = pages!(1, db.query(Task::query("ann")).filter(Task::fields().extra.eq(same())));
        assert_eq!(found, tasks);
        // Nor does the order of the queries matter.
        let cursor = db.query_merged([Task::query("ann"), Task::query("bob")]).limit(2).page().await.unwrap().next.unwrap();
        let rest = db.query_merged([Task::query("bob"), Task::query("ann")]).after(&cursor).page().await.unwrap();
        assert_eq!(rest.items, tasks[2..]);
    }

    async fn a_value_that_no_key_can_hold_changes_nothing(db) {
        let alarm = Alarm { user_id: "ann".into(), id: "a".into(), at: Some(Utc.timestamp_opt(1, 0).unwrap()), label: None, rings: 0 };
        db.put(&alarm).await.unwrap();
        let nanos = Utc.timestamp_opt(5, 123).unwrap();
        let update = db.update(alarm.key()).set(Alarm::fields().at, nanos).await;
        assert!(matches!(update, Err(Error::Encode(_))), "{update:?}");
        assert_eq!(db.query(Alarm::query_gsi2("ann")).page().await.unwrap().items, std::slice::from_ref(&alarm));
        db.update(alarm.key()).set(Alarm::fields().at, Utc.timestamp_opt(5, 0).unwrap()).await.unwrap();
        let raw = db.get(alarm.key()).into_sdk().unwrap().send().await.unwrap().item.unwrap();
        assert_eq!(raw, db.get(alarm.key()).await.unwrap().unwrap().to_item().unwrap());
    }

    async fn an_older_name_goes_with_the_value(db) {
        let alarm = Alarm { user_id: "ann".into(), id: "a".into(), at: None, label: None, rings: 0 };
        let old = async || {
            let mut item = alarm.to_item().unwrap();
            item.insert("name".into(), AttributeValue::S("old".into()));
            let table = db.table_name::<Work>().unwrap();
            db.client().put_item().table_name(table).set_item(Some(item)).send().await.unwrap();
        };
        let label = async || db.get(alarm.key()).await.unwrap().unwrap().label;
        old().await;
        assert_eq!(label().await.as_deref(), Some("old"));
        db.update(alarm.key()).set(Alarm::fields().label, "new").await.unwrap();
        assert_eq!(label().await.as_deref(), Some("new"));
        old().await;
        db.update(alarm.key()).remove(Alarm::fields().label).await.unwrap();
        assert_eq!(label().await, None);
        let blind = db.update(alarm.key()).set_if_absent(Alarm::fields().label, "x").await;
        assert!(matches!(blind, Err(Error::InvalidOperation(_))), "{blind:?}");
    }

    async fn a_collection_is_counted_as_it_is_read(db) {
        db.batch_write().put_all(&[task("ann", "t1"), task("ann", "t2")]).put(&file("ann", "f", 1)).put(&user("ann")).await.unwrap();
        let owned = || db.query(Task::partition("ann").of::<Owned>());
        assert_eq!(owned().count().await.unwrap(), 3);
        assert_eq!(owned().limit(2).count().await.unwrap(), 2);
        assert_eq!(db.query(User::partition("ann")).count().await.unwrap(), 4);
        let cursor = db.query(User::partition("ann")).limit(3).page().await.unwrap().next.unwrap();
        assert_eq!(db.query(User::partition("ann")).after(&cursor).count().await.unwrap(), 1);
    }

    async fn a_raw_item_is_seen_once(db) {
        let table = db.table_name::<Work>().unwrap();
        for (user, id) in [("ann", "t2"), ("ann", "t5"), ("bob", "t3"), ("bob", "t9")] {
            let mut ghost = Task::key(user, id).unwrap().to_item();
            ghost.insert("type".into(), AttributeValue::S("Ghost".into()));
            db.client().put_item().table_name(&table).set_item(Some(ghost)).send().await.unwrap();
        }
        let tasks = [0, 1, 3, 4, 6, 7].map(|i| task("ann", &format!("t{i}")));
        let others = [1, 2, 8].map(|i| task("bob", &format!("t{i}")));
        db.batch_write().put_all(&tasks).put_all(&others).await.unwrap();
        for size in [1, 2, 3, 20] {
            let (found, raw) = pages!(size, db.query_merged(["ann", "bob"].map(Task::partition)));
            assert_eq!((found.len(), raw.len()), (9, 4), "merged pages of {size}");
            let (found, raw) = pages!(size, db.query(Task::partition("ann")).page_size(3));
            assert_eq!((found.len(), raw.len()), (6, 2), "pages of {size}");
            let (found, raw) = pages!(size, db.scan_all::<Work>().page_size(4));
            assert_eq!((found.len(), raw.len()), (9, 4), "scanned pages of {size}");
        }
    }

    async fn a_scan_for_few_looks_at_many(db) {
        let tasks: Vec<_> = (0..200).map(|i| task(&format!("u{i}"), "t")).collect();
        db.batch_write().put_all(&tasks).put_all(&[user("a"), user("b"), user("c")]).await.unwrap();
        let (page, consumed) = db.scan::<User>().limit(3).page().metered().await.unwrap();
        assert_eq!(page.items.len(), 3);
        assert!(consumed.requests <= 8, "{consumed:?}");
        assert_eq!(db.scan::<User>().limit(0).page().await.unwrap().items, []);
        assert_eq!(pages!(2, db.scan::<User>()).0.len(), 3);
    }

    async fn what_dynamodb_cannot_do_is_refused_with_a_reason(db) {
        let by_key = db.query(File::query_by_size("ann")).filter(File::fields().size.gt(5)).page().await;
        assert!(matches!(by_key, Err(Error::InvalidOperation(_))), "{by_key:?}");
        // Escaped text keeps its order, whatever follows.
        assert_eq!(db.query(Task::query_titles("ann").title("Milk"..)).count().await.unwrap(), 0);
    }

    async fn keys_may_be_borrowed_and_come_in_arrays(db) {
        db.put(&task("ann", "t1")).await.unwrap();
        let (one, other) = (Task::key("ann", "t1").unwrap(), User::key("ann").unwrap());
        let (found, none) = db.transact_get((&one, &other)).await.unwrap();
        assert_eq!((found, none), (Some(task("ann", "t1")), None));
        let [found] = db.transact_get([&one]).await.unwrap();
        assert!(found.is_some());
    }
}
