//! `update`: every action, and index keys that follow.

use std::collections::BTreeSet;

use dynamo_core::prelude::*;
use dynamo_core::schema::AttributeType;

use super::engine::both;
use super::model::{Message, Place, Status, Task, Work, at, file, message, task};

fn set(elements: &[&str]) -> BTreeSet<String> {
    elements.iter().map(|element| (*element).to_owned()).collect()
}

/// The item that is there is exactly the one that a `put` of what is read would write: no index key is stale.
async fn assert_in_step<E: Entity + Send + 'static>(db: &Db, key: Result<Key<E>, Error>) -> E {
    let key = key.unwrap();
    let raw = db.get(&key).into_sdk().unwrap().send().await.unwrap().item.unwrap();
    let entity = db.get(&key).await.unwrap().unwrap();
    assert_eq!(raw, entity.to_item().unwrap());
    entity
}

both! {
    async fn every_action_does_what_it_says(db) {
        let task = task("ann", "t1");
        db.put(&task).await.unwrap();
        let f = Task::fields;
        let new = db
            .update(task.key())
            .set(f().title, "New")
            .set(f().note, "Note")
            .add(f().tries, 3)
            .subtract(f().score, 7)
            .append(f().tags, ["c", "d"])
            .union(f().labels, set(&["x", "y"]))
            .set(f().extra.entry("n"), "m")
            .remove(f().extra.entry("k"))
            .returning_new()
            .await
            .unwrap();
        assert_eq!((new.title.as_str(), new.note.as_deref(), new.tries, new.score), ("New", Some("Note"), 3, -7));
        assert_eq!(new.tags, ["a", "b", "c", "d"]);
        assert_eq!(new.labels, set(&["x", "y"]));
        assert_eq!(new.extra, [("n".to_owned(), "m".to_owned())].into());
        let old = db
            .update(task.key())
            .remove(f().note)
            .prepend(f().tags, ["0"])
            .difference(f().labels, set(&["x"]))
            .set_if_absent(f().score, 5)
            .add(f().tries, 1)
            .returning_old()
            .await
            .unwrap();
        assert_eq!(old, Some(new));
        let now = assert_in_step(&db, task.key()).await;
        assert_eq!((now.note, now.tries, now.title.as_str(), now.score), (None, 4, "New", -7));
        assert_eq!((now.tags, now.labels), (vec!["0".into(), "a".into(), "b".into(), "c".into(), "d".into()], set(&["y"])));
        // An empty set is no set: it is left out.
        db.update(task.key()).set(f().labels, BTreeSet::new()).await.unwrap();
        assert_in_step(&db, task.key()).await;
    }

    async fn nested_places_can_be_changed(db) {
        let task = task("ann", "t1");
        db.put(&task).await.unwrap();
        let place = || Task::fields().place.fields();
        db.update(task.key())
            .set(place().city, "Basel")
            .set(place().zip, Some("4000".to_owned()))
            .set(place().doors.at(1), "garden")
            .set(Task::fields().tags.at(0), "first")
            .await
            .unwrap();
        let now = assert_in_step(&db, task.key()).await;
        let doors = vec!["front".to_owned(), "garden".to_owned()];
        assert_eq!(now.place, Some(Place { city: "Basel".into(), zip: Some("4000".into()), doors }));
        assert_eq!(now.tags, ["first", "b"]);
        db.update(task.key()).remove(place().doors.at(0)).remove(place().zip).await.unwrap();
        let now = assert_in_step(&db, task.key()).await.place.unwrap();
        assert_eq!((now.doors, now.zip), (vec!["garden".to_owned()], None));
        db.update(task.key()).set(Task::fields().place, None).await.unwrap();
        assert_eq!(assert_in_step(&db, task.key()).await.place, None);
    }

    async fn an_update_makes_no_half_items(db) {
        let key = Task::key("ann", "nowhere");
        let Err(Error::NotFound(failure)) = db.update(key.clone()).set(Task::fields().title, "x").await else {
            panic!("there is nothing to change")
        };
        assert_eq!((failure.operation(), failure.key()), ("update", Some("USER#ann / TASK#nowhere")));
        assert_eq!(db.get(key.clone()).await.unwrap(), None);
        assert!(matches!(db.update(key.clone()).await, Err(Error::InvalidOperation(_))), "nothing was changed");
        let twice = db.update(key).set(Task::fields().note, "x").remove(Task::fields().note).await;
        assert!(matches!(twice, Err(Error::InvalidOperation(_))), "{twice:?}");
    }

    /// Section 6, the first case: the key follows from the update's own values and the item's key.
    async fn a_key_follows_its_field(db) {
        db.put(&task("ann", "t1")).await.unwrap();
        db.update(Task::key("ann", "t1")).set(Task::fields().status, Status::Done).await.unwrap();
        let now = assert_in_step(&db, Task::key("ann", "t1")).await;
        assert_eq!(now.gsi1_key().unwrap().pk(), "STATUS#done");
        db.update(Task::key("ann", "t1"))
            .set(Task::fields().priority, 42)
            .set(Task::fields().status, Status::Active)
            .set(Task::fields().title, "With # and %")
            .await
            .unwrap();
        let now = assert_in_step(&db, Task::key("ann", "t1")).await;
        assert_eq!(now.gsi1_key().unwrap().sk(), Some("PRIO#042#t1"));
        let found = db.query(Task::query_gsi1(&Status::Active)).page().await.unwrap();
        assert_eq!(found.items, [now]);
        assert_eq!(db.query(Task::query_gsi1(&Status::Open)).count().await.unwrap(), 0);
        // A value that cannot stand in a key is refused, and nothing is changed.
        db.put(&message("c", 1, "m")).await.unwrap();
        let both = (Message::fields().author, Message::fields().room);
        let bad = db.update(Message::key("c", &1, "m")).set(both, ("a#b", "r"));
        assert!(matches!(bad.await, Err(Error::Key(_))));
        assert_eq!(assert_in_step(&db, Message::key("c", &1, "m")).await, message("c", 1, "m"));
    }

    /// The second case: the key needs fields that the update does not have, so they are set with it.
    async fn a_composite_key_is_set_as_a_whole(db) {
        db.put(&message("c", 1, "m")).await.unwrap();
        let f = Message::fields();
        let moved = db.update(Message::key("c", &1, "m")).set((f.author, f.room), ("bob", "r2"));
        moved.set(f.text, "moved").await.unwrap();
        let now = assert_in_step(&db, Message::key("c", &1, "m")).await;
        assert_eq!(now.gsi1_key().unwrap().pk(), "AUTHOR#bob#ROOM#r2");
        assert_eq!(db.query(Message::query_gsi1("bob", "r2")).page().await.unwrap().items, [now]);
    }

    /// The third case: a sparse key appears and vanishes.
    async fn a_sparse_key_comes_and_goes(db) {
        db.put(&task("ann", "t1")).await.unwrap();
        let (due_at, key) = (|| Task::fields().due_at, || Task::key("ann", "t1"));
        let due = async || db.query(Task::query_gsi2("ann")).page().await.unwrap().items.len();
        assert_eq!(due().await, 0);
        db.update(key()).set(due_at(), at(7)).await.unwrap();
        assert_in_step(&db, key()).await;
        assert_eq!(due().await, 1);
        db.update(key()).remove(due_at()).await.unwrap();
        assert_in_step(&db, key()).await;
        assert_eq!(due().await, 0);
        db.update(key()).set(due_at(), Some(at(9))).await.unwrap();
        db.update(key()).set(due_at(), None).await.unwrap();
        assert_in_step(&db, key()).await;
        assert_eq!(due().await, 0);
    }

    async fn a_sparse_key_of_two_fields_comes_and_goes(db) {
        let key = || Message::key("c", &1, "m");
        db.put(&message("c", 1, "m")).await.unwrap();
        for (reply_to, mood, is_in) in [
            (Some("x"), None, false),
            (Some("x"), Some("glad"), true),
            (None, Some("glad"), false),
            (Some("y"), Some("sad"), true),
            (None, None, false),
        ] {
            let both = (Message::fields().reply_to, Message::fields().mood);
            let values = (reply_to.map(str::to_owned), mood.map(str::to_owned));
            db.update(key()).set(both, values).await.unwrap();
            let now = assert_in_step(&db, key()).await;
            assert_eq!(now.gsi2_key().unwrap().is_some(), is_in);
        }
    }

    async fn a_field_that_is_a_key_itself_is_one_still(db) {
        db.put(&file("ann", "f1", 10)).await.unwrap();
        let key = super::model::File::key("ann", "f1");
        db.update(key.clone())
            .set(super::model::File::fields().size, 99)
            .set(super::model::File::fields().touched, at(5))
            .await
            .unwrap();
        assert_eq!(assert_in_step(&db, key).await.size, 99);
        let found = db.query(super::model::File::query_by_size("ann").size(50..)).page().await.unwrap();
        assert_eq!(found.items.len(), 1);
    }

    async fn conditions_mean_what_they_say(db) {
        let full = Task {
            note: Some("a note".into()),
            due_at: Some(at(5)),
            labels: set(&["x", "y"]),
            score: -3,
            ..task("ann", "t1")
        };
        db.put(&full).await.unwrap();
        let f = Task::fields;
        let cases = [
            (f().title.eq("Title t1"), true),
            (f().title.ne("Title t1"), false),
            (f().score.lt(-2), true),
            (f().score.le(-3), true),
            (f().score.gt(-3), false),
            (f().score.ge(-3), true),
            (f().score.between(-5, -3), true),
            (f().score.between(-2, 5), false),
            (f().due_at.lt(at(6)), true),
            (f().due_at.eq(Some(at(5))), true),
            (f().due_at.eq(None), false),
            (f().due_at.ne(None), true),
            (f().status.is_in([Status::Done, Status::Open]), true),
            (f().status.is_in([Status::Done]), false),
            (f().title.begins_with("Title"), true),
            (f().title.begins_with("itle"), false),
            (f().title.contains("tle t"), true),
            (f().note.contains("note"), true),
            (f().tags.contains("b"), true),
            (f().tags.contains("c"), false),
            (f().labels.contains("x"), true),
            (f().labels.contains("z"), false),
            (f().note.exists(), true),
            (f().note.absent(), false),
            (f().tags.size().eq(2), true),
            (f().tags.size().gt(2), false),
            (f().labels.size().ge(2), true),
            (f().title.size().lt(9), true),
            (f().title.is_type(AttributeType::S), true),
            (f().labels.is_type(AttributeType::Set), true),
            (f().score.is_type(AttributeType::S), false),
            (f().place.fields().city.eq("Bern"), true),
            (f().place.fields().zip.eq(None), true),
            (f().place.fields().doors.at(1).eq("back"), true),
            (f().extra.entry("k").eq("v"), true),
            (f().extra.entry("k").eq(f().title), false),
            (f().tags.at(0).ne(f().tags.at(1)), true),
            (f().title.eq("no") | f().score.eq(-3), true),
            (f().title.eq("no") & f().score.eq(-3), false),
            (!f().title.eq("no"), true),
            (!(f().title.eq("no") | f().score.eq(-3)), false),
            (f().user_id.eq("ann"), true),
            (f().task_id.is_in((0..150).map(|i| format!("t{i}"))), true),
            (f().title.eq("x = :v0 OR true"), false),
            (f().title.eq("#n0"), false),
        ];
        for (condition, holds) in cases {
            let text = condition.to_string();
            let update = db.update(full.key()).set(f().tries, 0).when(condition.clone());
            match update.await {
                Ok(()) => assert!(holds, "{text} holds, and should not"),
                Err(Error::ConditionFailed(_)) => assert!(!holds, "{text} does not hold, and should"),
                Err(other) => panic!("{text}: {other}"),
            }
            let found = db.query(Task::query("ann")).filter(condition).page().await.unwrap();
            assert_eq!(found.items.len(), usize::from(holds), "{text} as a filter");
        }
    }

    async fn equal_names_and_values_share_a_placeholder(db) {
        let f = Task::fields;
        let update = db.update(Task::key("ann", "t1")).set(f().title, "x").set(f().note, "x").when(f().note.ne("x"));
        let request = update.when(f().note.exists()).into_sdk().unwrap();
        let input = request.as_input();
        let values = input.get_expression_attribute_values().clone().unwrap();
        assert_eq!(values.values().filter(|value| value.as_s().is_ok_and(|text| text == "x")).count(), 1, "{values:?}");
        let names: Vec<_> = input.get_expression_attribute_names().clone().unwrap().into_values().collect();
        assert_eq!(names.iter().filter(|name| *name == "note").count(), 1, "{names:?}");
    }

    async fn a_condition_that_nothing_can_fulfil_is_refused(db) {
        let update = || db.update(Task::key("ann", "t1")).set(Task::fields().tries, 0);
        let nothing: [Status; 0] = [];
        assert!(matches!(update().when(Task::fields().status.is_in(nothing)).await, Err(Error::InvalidOperation(_))));
        assert!(matches!(update().when(Task::fields().due_at.lt(None)).await, Err(Error::InvalidOperation(_))));
    }

    async fn names_that_dynamodb_reserves_are_no_obstacle(db) {
        // `status`, `name`, `size`, `owner` and `type` are reserved words.
        db.put(&file("ann", "f1", 1)).await.unwrap();
        let f = super::model::File::fields;
        let key = super::model::File::key("ann", "f1");
        db.update(key).set(f().content, "x").when(f().size.eq(1) & f().name.eq("f1.txt")).await.unwrap();
        assert_eq!(db.scan::<super::model::File>().filter(f().owner.eq("ann")).page().await.unwrap().items.len(), 1);
        let _ = db.scan_all::<Work>();
    }
}
