//! `get`, `put`, `create`, `replace`, `delete`.

use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use dynamo_core::prelude::*;

use super::engine::both;
use super::model::{Task, User, task, user};

both! {
    async fn what_is_put_is_read(db) {
        let task = task("ann", "t1");
        assert_eq!(db.get(task.key()).await.unwrap(), None);
        assert_eq!(db.put(&task).returning_old().await.unwrap(), None);
        assert_eq!(db.get(Task::key("ann", "t1")).await.unwrap(), Some(task.clone()));
        assert_eq!(db.get(&task.key().unwrap()).consistent().await.unwrap(), Some(task.clone()));
        let changed = Task { title: "Other \"title\"\n\u{1F980}".into(), ..task.clone() };
        assert_eq!(db.put(&changed).returning_old().await.unwrap(), Some(task));
        assert_eq!(db.get(changed.key()).await.unwrap(), Some(changed));
    }

    async fn an_item_is_created_once(db) {
        let first = task("ann", "t1");
        db.create(&first).await.unwrap();
        let second = Task { title: "Second".into(), ..first.clone() };
        let Err(Error::Exists(failure)) = db.create(&second).await else { panic!("the key is taken") };
        assert_eq!(failure.item::<Task>().unwrap(), Some(first.clone()));
        assert_eq!((failure.operation(), failure.entity(), failure.key()), ("create", Some("Task"), Some("USER#ann / TASK#t1")));
        // Not even the very same item, unless an answer of ours was lost.
        assert!(matches!(db.create(&first).await, Err(Error::Exists(_))));
        assert_eq!(db.get(first.key()).await.unwrap(), Some(first));
    }

    async fn only_what_is_there_is_replaced(db) {
        let task = task("ann", "t1");
        let Err(error) = db.replace(&task).await else { panic!("there is nothing to replace") };
        assert!(matches!(error, Error::NotFound(_)), "{error}");
        assert_eq!(db.get(task.key()).await.unwrap(), None);
        db.put(&task).await.unwrap();
        let changed = Task { priority: 9, ..task };
        db.replace(&changed).await.unwrap();
        assert_eq!(db.get(changed.key()).await.unwrap(), Some(changed));
    }

    async fn a_put_can_depend_on_what_is_there(db) {
        let old = Task { priority: 3, ..task("ann", "t1") };
        db.put(&old).await.unwrap();
        let new = Task { priority: 4, ..old.clone() };
        let lower = || Task::fields().priority.lt(3);
        let Err(Error::ConditionFailed(failure)) = db.put(&new).when(lower()).await else { panic!("3 is not below 3") };
        assert_eq!(failure.condition(), Some("priority < 3"));
        assert_eq!(failure.item::<Task>().unwrap(), Some(old.clone()));
        // Given twice, both count.
        let both = db.put(&new).when(Task::fields().priority.eq(3)).when(Task::fields().title.eq("other"));
        assert!(matches!(both.await, Err(Error::ConditionFailed(_))));
        assert_eq!(db.get(old.key()).await.unwrap(), Some(old));
        db.put(&new).when(Task::fields().priority.eq(3)).await.unwrap();
        assert_eq!(db.get(new.key()).await.unwrap(), Some(new));
    }

    async fn what_is_deleted_is_gone(db) {
        let task = task("ann", "t1");
        db.delete(task.key()).await.unwrap();
        assert!(matches!(db.delete(task.key()).existing().await, Err(Error::NotFound(_))));
        db.put(&task).await.unwrap();
        let other = db.delete(task.key()).when(Task::fields().title.eq("other")).await;
        assert!(matches!(other, Err(Error::ConditionFailed(_))));
        assert_eq!(db.delete(task.key()).returning_old().await.unwrap(), Some(task.clone()));
        assert_eq!(db.delete(task.key()).returning_old().await.unwrap(), None);
        assert_eq!(db.get(task.key()).await.unwrap(), None);
    }

    async fn a_forged_key_is_refused_before_anything_is_sent(db) {
        assert!(matches!(db.get(Task::key("a#b", "t")).await, Err(Error::Key(_))));
        assert!(matches!(db.put(&task("ann", "")).await, Err(Error::Key(_))));
        assert!(matches!(db.delete(User::key("")).await, Err(Error::Key(_))));
    }

    async fn a_missing_table_is_an_error_of_its_own(db) {
        db.delete_table::<super::model::Work>().await.unwrap();
        let Err(Error::MissingTable(failure)) = db.get(Task::key("ann", "t1")).await else { panic!("no table") };
        assert_eq!(failure.code(), Some("ResourceNotFoundException"));
        assert!(matches!(db.put(&task("ann", "t1")).await, Err(Error::MissingTable(_))));
        assert!(!Error::MissingTable(failure).is_retryable());
    }

    async fn sensitive_values_are_never_printed(db) {
        let user = user("ann");
        db.put(&user).await.unwrap();
        let failed = db.put(&user).when(User::fields().password.eq("other-secret")).await.unwrap_err();
        let text = format!("{failed} {failed:?} {user:?} {:?}", db.put(&user));
        assert!(text.contains("password = [redacted]"), "{text}");
        let mut ghost = user.to_item().unwrap();
        ghost.insert("type".into(), AttributeValue::S("Ghost".into()));
        let table = db.table_name::<super::model::Work>().unwrap();
        db.client().put_item().table_name(table).set_item(Some(ghost)).send().await.unwrap();
        let raw = db.query(Task::partition("ann")).page().await.unwrap();
        assert_eq!(raw.raw.len(), 1);
        let text = format!("{text} {raw:?}");
        assert!(!text.contains("secret"), "{text}");
    }

    async fn an_item_that_cannot_be_read_is_named(db) {
        let user = user("ann");
        db.put(&user).await.unwrap();
        let table = db.table_name::<super::model::Work>().unwrap();
        let mut item = user.to_item().unwrap();
        item.insert("name".into(), aws_sdk_dynamodb::types::AttributeValue::N("7".into()));
        db.client().put_item().table_name(table).set_item(Some(item)).send().await.unwrap();
        let Err(Error::Decode(error)) = db.get(user.key()).await else { panic!("a number is no name") };
        assert_eq!((error.entity(), error.key(), error.path().as_str()), ("User", Some("USER#ann / PROFILE"), "name"));
    }

    async fn attributes_that_no_field_has_survive_an_update(db) {
        let task = task("ann", "t1");
        db.put(&task).await.unwrap();
        let request = db.update(task.key()).set(Task::fields().note, "New").into_sdk().unwrap();
        let request = request.update_expression("SET legacy = :v0");
        let request = request.set_expression_attribute_names(None).set_condition_expression(None);
        request.send().await.unwrap();
        db.update(task.key()).set(Task::fields().note, "Newer").await.unwrap();
        let put = db.put(&task).returning_old().into_sdk().unwrap();
        assert_eq!(put.as_input().get_return_values(), &Some(ReturnValue::AllOld));
        let delete = db.delete(task.key()).returning_old().into_sdk().unwrap();
        assert_eq!(delete.as_input().get_return_values(), &Some(ReturnValue::AllOld));
        let raw = db.get(task.key()).into_sdk().unwrap().send().await.unwrap().item.unwrap();
        assert_eq!(raw["legacy"].as_s().unwrap(), "New");
        assert_eq!(raw["note"].as_s().unwrap(), "Newer");
    }

    async fn an_answer_tells_what_it_cost(db) {
        let ((), put) = db.put(&task("ann", "t1")).metered().await.unwrap();
        assert!(put.write_units >= 1.0 && put.read_units == 0.0, "{put:?}");
        let (_, weak) = db.get(Task::key("ann", "t1")).metered().await.unwrap();
        let (_, strong) = db.get(Task::key("ann", "t1")).consistent().metered().await.unwrap();
        assert_eq!((weak.requests, weak.retries), (1, 0));
        assert!((strong.read_units - 2.0 * weak.read_units).abs() < 1e-9, "{weak:?} {strong:?}");
    }
}
