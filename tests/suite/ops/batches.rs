//! `batch_get`, `batch_write`, `transact`, `transact_get`.

use dynamo_core::op::Update;
use dynamo_core::prelude::*;

use super::engine::both;
use super::model::{Message, Status, Task, User, message, task, user};

both! {
    async fn a_batch_of_any_size_is_written_and_read(db) {
        let tasks: Vec<_> = (0..230).map(|i| task(&format!("u{}", i % 3), &format!("t{i}"))).collect();
        db.batch_write().put_all(&tasks).put(&user("ann")).await.unwrap();
        assert_eq!(db.scan::<Task>().segments(2).all().await.unwrap().len(), 230);
        let mut keys: Vec<_> = tasks.iter().map(Entity::key).collect();
        keys.insert(7, Task::key("nobody", "t"));
        let found = db.batch_get(keys).await.unwrap();
        assert_eq!(found.len(), 231);
        assert_eq!(found[7], None);
        assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), tasks);
        db.batch_write().delete_all(tasks.iter().map(Entity::key)).put(&task("ann", "last")).await.unwrap();
        assert_eq!(db.scan::<Task>().page().await.unwrap().items, [task("ann", "last")]);
        assert_eq!(db.batch_get(Vec::<Key<Task>>::new()).await.unwrap(), []);
        db.batch_write().await.unwrap();
    }

    async fn a_batch_is_split_by_its_size_too(db) {
        // On the wire, each of these characters takes six.
        let text = "\u{1}".repeat(380_000);
        let large: Vec<_> = (0..10).map(|i| Message { text: text.clone(), ..message("c", i, "m") }).collect();
        assert_eq!(db.batch_write().put_all(&large).into_sdk().unwrap().len(), 2);
    }

    async fn an_item_that_is_too_large_is_an_error_of_its_own(db) {
        let huge = Message { text: "x".repeat(410_000), ..message("c", 1, "m") };
        let error = db.put(&huge).await.unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)) && !error.is_retryable(), "{error}");
        assert_eq!(db.scan::<Message>().page().await.unwrap().items, []);
    }

    async fn one_item_twice_in_a_batch_is_refused(db) {
        let twice = db.batch_write().put(&task("ann", "t1")).delete(Task::key("ann", "t1")).await;
        let Err(Error::InvalidOperation(text)) = twice else { panic!("which of them comes last?") };
        assert!(text.fact().contains("`Task` USER#ann / TASK#t1"), "{text}");
        assert!(matches!(db.batch_write().put(&task("a#b", "t1")).await, Err(Error::Key(_))));
        assert_eq!(db.scan::<Task>().page().await.unwrap().items, []);
    }

    async fn a_transaction_is_all_or_nothing(db) {
        db.batch_write().put_all(&[task("ann", "t1"), task("ann", "t2"), task("ann", "t3")]).await.unwrap();
        let f = Task::fields;
        let transaction = |priority| {
            db.transact()
                .put(&user("ann"))
                .create(&message("c", 1, "m"))
                .update(Task::key("ann", "t1"), |update| update.set(f().status, Status::Done).add(f().tries, 1))
                .delete(Task::key("ann", "t2"))
                .check(Task::key("ann", "t3"), |check| check.when(f().priority.eq(priority)))
        };
        let Err(Error::Cancelled(cancelled)) = transaction(6).await else { panic!("the priority is 5") };
        let [action] = cancelled.actions() else { panic!("{cancelled}") };
        assert_eq!(action.position(), 4);
        let Error::ConditionFailed(failure) = action.error() else { panic!("{}", action.error()) };
        assert_eq!(failure.key(), Some("USER#ann / TASK#t3"));
        assert_eq!(failure.condition(), Some("priority = 6"));
        assert_eq!(failure.item::<Task>().unwrap(), Some(task("ann", "t3")));
        assert!(!cancelled.is_retryable());
        assert_eq!(db.get(User::key("ann")).await.unwrap(), None, "nothing was written");
        transaction(5).await.unwrap();
        let all = (User::key("ann"), Message::key("c", &1, "m"), Task::key("ann", "t1"), Task::key("ann", "t2"));
        let (found, message_found, changed, deleted) = db.transact_get(all).await.unwrap();
        assert_eq!((found, message_found, deleted), (Some(user("ann")), Some(message("c", 1, "m")), None));
        assert_eq!(changed.unwrap(), Task { status: Status::Done, tries: 1, ..task("ann", "t1") });
        let Err(Error::Cancelled(again)) = transaction(5).await else { panic!("the message is there") };
        let kinds: Vec<_> = again.actions().iter().map(|action| (action.position(), action.error().clone())).collect();
        assert!(matches!(kinds[0], (1, Error::Exists(_))), "{kinds:?}");
    }

    async fn what_dynamodb_would_refuse_is_refused_before(db) {
        let tasks: Vec<_> = (0..101).map(|i| task("ann", &format!("t{i}"))).collect();
        let all = tasks.iter().fold(db.transact(), dynamo_core::op::Transact::put);
        assert_eq!(all.len(), 101);
        assert!(matches!(all.await, Err(Error::InvalidOperation(_))));
        let hundred = tasks[..100].iter().fold(db.transact(), dynamo_core::op::Transact::put);
        hundred.await.unwrap();
        assert!(matches!(db.transact().await, Err(Error::InvalidOperation(_))));
        let twice = db.transact().put(&task("ann", "t1")).delete(Task::key("ann", "t1"));
        assert!(matches!(twice.await, Err(Error::InvalidOperation(_))));
        assert!(matches!(db.transact().check(Task::key("ann", "t1"), |check| check).await, Err(Error::InvalidOperation(_))));
        let keys: Vec<_> = tasks.iter().map(Entity::key).collect();
        assert!(matches!(db.transact_get(keys.clone()).await, Err(Error::InvalidOperation(_))));
        let found = db.transact_get(keys[..100].to_vec()).await.unwrap();
        assert_eq!(found.into_iter().flatten().count(), 100);
    }

    async fn a_token_carries_out_a_transaction_once(db) {
        db.put(&task("ann", "t1")).await.unwrap();
        let add = |update: Update<Task>| update.add(Task::fields().tries, 1);
        // Tokens are known to the whole account.
        let token = format!("same-{}", db.table_name::<super::model::Work>().unwrap());
        for _ in 0..3 {
            db.transact().update(Task::key("ann", "t1"), add).idempotent(&token).await.unwrap();
        }
        assert_eq!(db.get(Task::key("ann", "t1")).await.unwrap().unwrap().tries, 1);
        let other = db.transact().update(Task::key("ann", "t1"), add).put(&user("ann")).idempotent(&token).await;
        assert!(matches!(other, Err(Error::InvalidRequest(_))), "{other:?}");
        db.transact().update(Task::key("ann", "t1"), add).await.unwrap();
        db.transact().update(Task::key("ann", "t1"), add).await.unwrap();
        assert_eq!(db.get(Task::key("ann", "t1")).await.unwrap().unwrap().tries, 3);
    }

    async fn conditions_of_put_and_delete_count_in_a_transaction(db) {
        db.put(&task("ann", "t1")).await.unwrap();
        let changed = Task { priority: 1, ..task("ann", "t1") };
        let stale = || Task::fields().priority.eq(9);
        assert!(matches!(db.transact().put_if(&changed, |put| put.when(stale())).await, Err(Error::Cancelled(_))));
        assert!(matches!(db.transact().delete_if(changed.key(), |delete| delete.when(stale())).await, Err(Error::Cancelled(_))));
        assert!(matches!(db.transact().replace(&task("ann", "t2")).await, Err(Error::Cancelled(_))));
        db.transact().replace(&changed).check(Task::key("ann", "t2"), |check| check.absent()).await.unwrap();
        assert_eq!(db.get(changed.key()).await.unwrap(), Some(changed));
    }
}
