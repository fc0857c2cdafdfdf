//! `query`: narrowing, access patterns, pages, cursors, streams, projections.

use dynamo_core::prelude::*;
use dynamo_core::query::{Complete, PrimaryKey};
use dynamo_core::{Cursor, CursorError};
use futures_util::TryStreamExt;

use super::engine::both;
use super::model::{
    File, FileQuery, Message, MessageQuery, Status, Task, TaskTitle, TitleOnly, User, Work, at, file, file_query,
    message, task, user,
};

async fn messages(db: &Db) {
    let all: Vec<_> = [1, 2, 9, 10, 11, 100].map(|at| message("c", at, &format!("m{at}"))).into();
    // Neighbours that a wrong prefix, or a wrong partition, would catch.
    let others = [message("c2", 5, "x"), message("cc", 5, "x")];
    db.batch_write().put_all(&all).put_all(&others).put(&user("c")).await.unwrap();
}

fn times(page: &[Message]) -> Vec<u64> {
    page.iter().map(|message| message.at).collect()
}

both! {
    async fn a_query_gives_its_own_items_alone(db) {
        db.batch_write()
            .put_all(&[task("ann", "t1"), task("ann", "t2"), task("an", "t3"), task("anna", "t4")])
            .put(&user("ann"))
            .put_all(&[file("ann", "f1", 1)])
            .await
            .unwrap();
        let ids = |tasks: Vec<Task>| tasks.into_iter().map(|task| task.task_id).collect::<Vec<_>>();
        assert_eq!(ids(db.query(Task::query("ann")).page().await.unwrap().items), ["t1", "t2"]);
        assert_eq!(ids(db.query(Task::query("ann").task_id("t2")).page().await.unwrap().items), ["t2"]);
        assert_eq!(ids(db.query(Task::query("ann").task_id(&"t1".to_owned())).page().await.unwrap().items), ["t1"]);
        assert_eq!(ids(db.query(Task::query("ann")).descending().page().await.unwrap().items), ["t2", "t1"]);
        assert_eq!(db.query(User::query("ann")).page().await.unwrap().items.len(), 1);
        assert_eq!(db.query(Task::query("nobody")).page().await.unwrap().items, []);
        assert_eq!(db.query(Task::query("ann")).consistent().count().await.unwrap(), 2);
        assert_eq!(db.query(Task::query("ann")).first().await.unwrap().unwrap().task_id, "t1");
        assert_eq!(db.query(Task::query("nobody")).first().await.unwrap(), None);
        assert!(matches!(db.query(Task::query("a#b")).page().await, Err(Error::Key(_))));
        assert!(matches!(db.query(Task::query("ann").task_id("a#b")).page().await, Err(Error::Key(_))));
    }

    async fn a_query_goes_on_after_a_cursor_in_any_form(db) {
        messages(&db).await;
        let query = || db.query(Message::query("c"));
        let all = query().all().await.unwrap();
        let next = query().limit(2).page().await.unwrap().next;
        let cursor = next.clone().unwrap();
        let forms = [
            query().after(&cursor), query().after(cursor.clone()), query().after(&next), query().after(next.as_ref()),
            query().after(next),
        ];
        for rest in forms {
            assert_eq!(rest.all().await.unwrap(), all[2..]);
        }
        assert_eq!(query().after(None::<Cursor>).all().await.unwrap(), all);
        assert_eq!(query().after(None::<&Cursor>).page().await.unwrap().items, all);
        assert_eq!(query().after(&cursor).after(None::<Cursor>).count().await.unwrap(), u64::try_from(all.len()).unwrap());
    }

    async fn a_scan_ends_like_a_query(db) {
        db.batch_write().put_all(&[task("ann", "t1"), task("ann", "t2"), task("bob", "t3")]).put(&user("ann")).await.unwrap();
        let scan = || db.scan::<Task>();
        let first = scan().first().await.unwrap().unwrap();
        assert!(scan().all().await.unwrap().contains(&first));
        assert_eq!(scan().filter(Task::fields().task_id.eq("t3")).first().await.unwrap(), Some(task("bob", "t3")));
        assert_eq!(db.scan::<File>().first().await.unwrap(), None);
        assert_eq!(scan().segments(3).count().await.unwrap(), 3);
        assert_eq!(scan().segments(3).all().await.unwrap().len(), 3);
        assert_eq!(scan().limit(2).segments(2).all().await.unwrap().len(), 2);
        let narrow = db.scan_index(Task::titles());
        assert_eq!((narrow.clone().count().await.unwrap(), narrow.segments(2).count().await.unwrap()), (3, 3));
    }

    async fn ranges_have_the_ends_they_say(db) {
        messages(&db).await;
        let q = || Message::query("c");
        let found = async |query| times(&db.query::<MessageQuery<Complete<PrimaryKey>>>(query).page().await.unwrap().items);
        assert_eq!(found(q().at(2..10)).await, [2, 9]);
        assert_eq!(found(q().at(2..=10)).await, [2, 9, 10]);
        assert_eq!(found(q().at(10..)).await, [10, 11, 100]);
        assert_eq!(found(q().at(gt(10))).await, [11, 100]);
        assert_eq!(found(q().at(..10)).await, [1, 2, 9]);
        assert_eq!(found(q().at(..=10)).await, [1, 2, 9, 10]);
        assert_eq!(found(q().at(&10).id("m10"..)).await, [10]);
        assert_eq!(found(q().at(&10).id(.."m10")).await, [] as [u64; 0]);
        assert_eq!(found(q().at(&10).id("m1".."m2")).await, [10]);
        assert_eq!(found(q().at(&10).id(gt("m10"))).await, [] as [u64; 0]);
        assert_eq!(found(q().at(&10).id(begins_with("m"))).await, [10]);
        let (from, to) = (10, 2);
        assert_eq!(found(q().at(from..to)).await, [] as [u64; 0]);
        assert_eq!(times(&db.query(q().at(&10)).page().await.unwrap().items), [10]);
        // A number that is the key itself.
        db.batch_write().put_all(&[1, 2, 9, 10, 11].map(|size| file("ann", &format!("f{size}"), size))).await.unwrap();
        let sizes = async |query| {
            let page = db.query::<FileQuery<Complete<file_query::BySize>>>(query).page().await.unwrap();
            page.items.iter().map(|file| file.size).collect::<Vec<_>>()
        };
        assert_eq!(sizes(File::query_by_size("ann").size(2..10)).await, [2, 9]);
        assert_eq!(sizes(File::query_by_size("ann").size(gt(9))).await, [10, 11]);
        assert_eq!(sizes(File::query_by_size("ann").size(..=9)).await, [1, 2, 9]);
        assert_eq!(sizes(File::query_by_size("ann").size(0..0)).await, [] as [u64; 0]);
        // A local index.
        let touched = File::query_recent("ann").touched(at(2)..at(10));
        let page = db.query(touched).consistent().page().await.unwrap();
        assert_eq!(page.items.iter().map(|file| file.size).collect::<Vec<_>>(), [2, 9]);
    }

    async fn access_patterns_have_names(db) {
        messages(&db).await;
        assert_eq!(times(&db.query(Message::in_channel("c")).page().await.unwrap().items), [100, 11]);
        assert_eq!(times(&db.query(Message::since("c", &10)).page().await.unwrap().items), [11, 100]);
        assert_eq!(times(&db.query(Message::within("c", 2..=9)).page().await.unwrap().items), [2, 9]);
        let tasks = [("t1", 3), ("t2", 7), ("t3", 9)];
        let tasks = tasks.map(|(id, priority)| Task { priority, due_at: Some(at(priority.into())), ..task("ann", id) });
        db.batch_write().put_all(&tasks).await.unwrap();
        let ids = |page: Page<Task>| page.into_iter().map(|task| task.task_id).collect::<Vec<_>>();
        assert_eq!(ids(db.query(Task::of_user("ann")).page().await.unwrap()), ["t3", "t2", "t1"]);
        assert_eq!(ids(db.query(Task::urgent(&Status::Open, &7)).page().await.unwrap()), ["t2", "t3"]);
        assert_eq!(ids(db.query(Task::due_before("ann", &at(9))).page().await.unwrap()), ["t1", "t2"]);
        let schema: Vec<_> = Task::SCHEMA.patterns.iter().map(|p| (p.name, p.index, p.descending)).collect();
        assert_eq!(schema[0], ("of_user", None, true));
        assert_eq!(schema[1], ("urgent", Some("gsi1"), false));
        let rows: Vec<_> = dynamo_tools::access_patterns(Work::SCHEMA).into_iter().map(|row| (row.function, row.served_by, row.condition)).collect();
        let row = |function: &str, served_by, condition: &str| (function.to_owned(), served_by, condition.to_owned());
        for expected in [
            row("Task::of_user(user_id)", "table", r#"PK = "USER#<user_id>" AND begins_with(SK, "TASK#")"#),
            row("Task::urgent(status, priority)", "GSI1", r#"GSI1PK = "STATUS#<status>" AND GSI1SK >= "PRIO#<priority:03>" within "PRIO#""#),
            row("Task::due_before(user_id, due_at)", "GSI2", r#"GSI2PK = "USER#<user_id>" AND GSI2SK < "DUE#<due_at>" within "DUE#""#),
            row("Message::within(channel, at)", "table", r#"PK = "CHANNEL#<channel>" AND SK BETWEEN "MSG#<at:013>" AND .."#),
        ] {
            assert!(rows.contains(&expected), "{rows:#?}");
        }
    }

    async fn pages_and_cursors_reach_every_item_once(db) {
        messages(&db).await;
        for size in 1..=7 {
            let (mut found, mut cursor) = (Vec::new(), None::<Cursor>);
            loop {
                let query = db.query(Message::query("c")).descending().limit(size).after(&cursor);
                let page = query.page().await.unwrap();
                assert!(page.items.len() <= size);
                found.extend(times(&page.items));
                match page.next {
                    // What a cursor says survives a URL and JSON.
                    Some(next) => {
                        let json = serde_json::to_string(&next).unwrap();
                        assert_eq!(serde_json::from_str::<Cursor>(&json).unwrap(), next);
                        assert!(next.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
                        cursor = Some(next.as_str().parse().unwrap());
                    }
                    None => break,
                }
            }
            assert_eq!(found, [100, 11, 10, 9, 2, 1], "pages of {size}");
        }
    }

    async fn a_filtered_page_is_full_and_goes_on_where_it_ended(db) {
        let all: Vec<_> = (0..60).map(|at| Message { room: format!("r{}", at % 7), ..message("c", at, "m") }).collect();
        db.batch_write().put_all(&all).await.unwrap();
        let wanted: Vec<u64> = (0..60).filter(|at| at % 7 == 3).collect();
        for size in [1, 2, 3, 5, 20] {
            let (mut found, mut cursor) = (Vec::new(), None);
            loop {
                let query = db.query(Message::query("c")).filter(Message::fields().room.eq("r3")).limit(size).after(&cursor);
                let page = query.page().await.unwrap();
                assert!(page.items.len() == size || page.next.is_none(), "a page before the last is full");
                found.extend(times(&page.items));
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, wanted, "pages of {size}");
        }
    }

    async fn a_cursor_refuses_any_other_query(db) {
        messages(&db).await;
        let cursor = db.query(Message::query("c")).limit(2).page().await.unwrap().next.unwrap();
        let other = |result: Result<Page<Message>, Error>| matches!(result, Err(Error::Cursor(CursorError::OtherQuery)));
        assert!(other(db.query(Message::query("c2")).after(&cursor).page().await));
        assert!(other(db.query(Message::query("c")).descending().after(&cursor).page().await));
        assert!(other(db.query(Message::query("c").at(2..)).after(&cursor).page().await));
        assert!(other(db.query(Message::query("c")).filter(Message::fields().room.eq("r1")).after(&cursor).page().await));
        assert!(other(db.query(Message::query_gsi1("ann", "r1")).after(&cursor).page().await));
        assert!(other(db.query_merged([Message::query("c"), Message::query("c2")]).after(&cursor).page().await));
        assert!(db.query(Message::query("c")).limit(99).after(&cursor).page().await.is_ok(), "a page may have another size");
        let text = cursor.as_str();
        for broken in ["", "x", &text[..text.len() - 2], &format!("{text}A"), &text.replacen('A', "B", 1)] {
            assert_eq!(broken.parse::<Cursor>(), Err(CursorError::Malformed), "{broken}");
        }
    }

    async fn a_stream_gives_everything(db) {
        messages(&db).await;
        let all = |query: dynamo_core::op::UnfinishedQuery<Message, Message, _>| query.stream().try_collect::<Vec<_>>();
        let found = all(db.query(Message::query("c").at(..)).page_size(2)).await.unwrap();
        assert_eq!(times(&found), [1, 2, 9, 10, 11, 100]);
        let found = all(db.query(Message::query("c").at(..)).page_size(2).limit(3)).await.unwrap();
        assert_eq!(times(&found), [1, 2, 9]);
        let pages: Vec<_> = db.query(Message::query("c")).page_size(4).pages().try_collect().await.unwrap();
        assert_eq!(pages.iter().map(|page| page.items.len()).collect::<Vec<_>>()[..2], [4, 2]);
        assert!(all(db.query(Message::query("a#b").at(..))).await.is_err());
    }

    async fn a_projection_has_some_fields(db) {
        let task = Task { due_at: Some(at(4)), labels: ["x".to_owned()].into(), ..task("ann", "t1") };
        db.put(&task).await.unwrap();
        let part = TaskTitle { task_id: "t1".into(), labels: task.labels.clone(), title: task.title.clone(), due_at: task.due_at };
        assert_eq!(db.query(Task::query("ann")).project::<TaskTitle>().page().await.unwrap().items, std::slice::from_ref(&part));
        assert_eq!(db.query(Task::query_gsi2("ann")).project::<TaskTitle>().first().await.unwrap(), Some(part));
        // An index that holds this and nothing else.
        let titles = db.query(Task::query_titles("ann").title(begins_with("Title"))).project::<TitleOnly>();
        assert_eq!(titles.page().await.unwrap().items, [TitleOnly { title: task.title.clone() }]);
        let one: Option<TitleOnly> = db.query(Task::titled("ann", "Tit")).project::<TitleOnly>().first().await.unwrap();
        assert_eq!(one, Some(TitleOnly { title: task.title }));
    }

    async fn a_scan_finds_everything(db) {
        messages(&db).await;
        db.put(&task("ann", "t1")).await.unwrap();
        let sorted = |mut messages: Vec<Message>| {
            messages.sort_by_key(|message| (message.channel.clone(), message.at));
            times(&messages)
        };
        let all = [1, 2, 9, 10, 11, 100, 5, 5];
        assert_eq!(sorted(db.scan::<Message>().page().await.unwrap().items), all);
        assert_eq!(sorted(db.scan::<Message>().segments(3).all().await.unwrap()), all);
        assert_eq!(sorted(db.scan::<Message>().segments(3).stream().try_collect().await.unwrap()), all);
        assert_eq!(sorted(db.scan::<Message>().page_size(2).stream().try_collect().await.unwrap()), all);
        assert_eq!(db.scan_all::<Work>().page().await.unwrap().items.len(), 10);
        let (mut found, mut cursor) = (0, None);
        loop {
            let scan = db.scan::<Message>().limit(3).after(&cursor);
            let page = scan.page().await.unwrap();
            found += page.items.len();
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, 8);
    }

    async fn the_key_condition_is_a_placeholder_and_a_closed_prefix(db) {
        let requests = db.query(Message::query("c").at(&7)).into_sdk().unwrap();
        let input = requests[0].as_input();
        assert_eq!(input.get_key_condition_expression().as_deref(), Some("#n0 = :v0 AND begins_with(#n1, :v1)"));
        let values = input.get_expression_attribute_values().clone().unwrap();
        assert_eq!(values[":v1"].as_s().unwrap(), "MSG#0000000000007#");
    }
}
