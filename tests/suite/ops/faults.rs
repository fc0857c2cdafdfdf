//! What goes wrong on the way ends in success or in a typed error, never in a lost or doubled write.

use dynamo_core::prelude::*;

use super::fault::{self, Fault};
use super::model::{Status, Task, User, task, user};

/// Runs a test by every way.
macro_rules! faulty {
    ($($(#[$attribute:meta])* async fn $name:ident($db:ident, $faults:ident) $body:block)*) => {$(
        $(#[$attribute])*
        #[tokio::test]
        async fn $name() {
            crate::ops::engine::at_once(crate::ops::all_transports(), |transport| Box::pin(async move {
                let ($db, $faults) = fault::database(transport).await;
                $body
                $faults.none();
                let _ = $db.delete_table::<crate::ops::model::Work>().await;
            })).await;
        }
    )*};
}

async fn tries(db: &Db) -> u32 {
    db.get(Task::key("ann", "t1")).consistent().await.unwrap().unwrap().tries
}

faulty! {
    async fn what_passes_by_itself_is_waited_for(db, faults) {
        for fault in [Fault::Throttled, Fault::ServerError, Fault::Cut, Fault::AnswerLost, Fault::TimedOut] {
            let task = Task { title: format!("{fault:?}"), ..task("ann", "t1") };
            faults.next([fault, fault]);
            let ((), consumed) = db.put(&task).metered().await.unwrap();
            assert_eq!((consumed.requests, consumed.retries), (1, 2), "{fault:?}");
            faults.next([fault]);
            assert_eq!(db.get(task.key()).await.unwrap(), Some(task.clone()));
            faults.next([fault]);
            assert_eq!(db.query(Task::query("ann")).page().await.unwrap().items, std::slice::from_ref(&task));
            faults.next([fault]);
            assert_eq!(db.scan::<Task>().page().await.unwrap().items, std::slice::from_ref(&task));
            faults.next([fault]);
            assert_eq!(db.batch_get([task.key()]).await.unwrap(), [Some(task.clone())]);
            faults.next([fault]);
            assert_eq!(db.transact_get((task.key(),)).await.unwrap(), (Some(task.clone()),));
            faults.next([fault]);
            db.delete(task.key()).await.unwrap();
        }
    }

    async fn what_does_not_pass_is_an_error_of_its_kind(db, faults) {
        faults.always(Fault::Throttled);
        let Err(error) = db.put(&task("ann", "t1")).await else { panic!("throttled") };
        assert!(matches!(error, Error::Throttled(_)) && error.is_retryable(), "{error}");
        assert!(matches!(db.query(Task::query("ann")).page().await, Err(Error::Throttled(_))));
        assert!(matches!(db.transact().put(&user("ann")).await, Err(Error::Throttled(_))));
        for fault in [Fault::ServerError, Fault::Cut] {
            faults.always(fault);
            let Err(error) = db.get(Task::key("ann", "t1")).await else { panic!("{fault:?}") };
            assert!(matches!(error, Error::OutcomeUnknown(_)) && error.is_retryable(), "{error}");
        }
        faults.always(Fault::Garbage);
        assert!(matches!(db.query(Task::query("ann")).page().await, Err(Error::OutcomeUnknown(_))));
        assert!(matches!(db.query(Task::partition("ann")).page().await, Err(Error::OutcomeUnknown(_))));
        assert!(matches!(db.scan::<Task>().page().await, Err(Error::OutcomeUnknown(_))));
        faults.none();
        assert_eq!(db.scan::<Task>().page().await.unwrap().items, []);
    }

    async fn an_item_is_created_although_the_answer_is_lost(db, faults) {
        for fault in [Fault::AnswerLost, Fault::TimedOut, Fault::ServerErrorAfter] {
            let task = Task { tries: 7, ..task("ann", &format!("{fault:?}")) };
            faults.next([fault]);
            db.create(&task).await.unwrap();
            assert_eq!(faults.seen(), 2, "{fault:?}");
            assert_eq!(db.get(task.key()).await.unwrap(), Some(task.clone()));
            // Another's item is still another's.
            let other = Task { tries: 8, ..task };
            faults.next([Fault::ServerError]);
            assert!(matches!(db.create(&other).await, Err(Error::Exists(_))), "{fault:?}");
        }
    }

    async fn nothing_is_added_twice(db, faults) {
        db.put(&task("ann", "t1")).await.unwrap();
        let add = || db.update(Task::key("ann", "t1")).add(Task::fields().tries, 1);
        for (i, fault) in [Fault::AnswerLost, Fault::TimedOut, Fault::ServerErrorAfter].into_iter().enumerate() {
            faults.next([fault]);
            let Err(Error::OutcomeUnknown(failure)) = add().await else { panic!("{fault:?}") };
            assert!(failure.may_have_been_applied());
            assert!(!Error::OutcomeUnknown(failure).is_retryable(), "whoever tries again adds twice");
            assert_eq!(faults.seen(), 1, "{fault:?} must not be sent again");
            assert_eq!(tries(&db).await, u32::try_from(i).unwrap() + 1);
        }
        // What certainly was not carried out is.
        faults.next([Fault::Throttled]);
        add().await.unwrap();
        assert_eq!(tries(&db).await, 4);
        let append = || db.update(Task::key("ann", "t1")).append(Task::fields().tags, ["c"]);
        faults.next([Fault::AnswerLost]);
        assert!(matches!(append().await, Err(Error::OutcomeUnknown(_))));
        assert_eq!(db.get(Task::key("ann", "t1")).await.unwrap().unwrap().tags, ["a", "b", "c"]);
        faults.next([Fault::AnswerLost]);
        let Err(error) = db.update(Task::key("ann", "t1")).remove(Task::fields().tags.at(0)).await else { panic!("lost") };
        assert!(!error.is_retryable(), "another element would go: {error}");
        assert_eq!(db.get(Task::key("ann", "t1")).await.unwrap().unwrap().tags, ["b", "c"]);
        // In a transaction, a token makes it safe.
        faults.next([Fault::AnswerLost]);
        db.transact().update(Task::key("ann", "t1"), |update| update.add(Task::fields().tries, 1)).await.unwrap();
        assert_eq!((tries(&db).await, faults.seen()), (5, 3));
    }

    async fn a_condition_that_fails_after_a_lost_answer_says_so(db, faults) {
        db.put(&task("ann", "t1")).await.unwrap();
        faults.next([Fault::AnswerLost]);
        let status = || Task::fields().status;
        let update = db.update(Task::key("ann", "t1")).set(status(), Status::Done).when(status().eq(Status::Open));
        let Err(Error::ConditionFailed(failure)) = update.await else { panic!("the first attempt has changed it") };
        assert!(failure.may_have_been_applied());
        assert_eq!(failure.item::<Task>().unwrap().unwrap().status, Status::Done);
        let update = db.update(Task::key("ann", "t1")).set(status(), Status::Done).when(status().eq(Status::Open));
        let Err(Error::ConditionFailed(failure)) = update.await else { panic!("it is done") };
        assert!(!failure.may_have_been_applied());
    }

    async fn what_was_there_before_is_not_made_up(db, faults) {
        let (old, new) = (task("ann", "t1"), Task { tries: 9, ..task("ann", "t1") });
        for fault in [Fault::AnswerLost, Fault::ServerErrorAfter] {
            db.put(&old).await.unwrap();
            faults.next([fault]);
            assert!(matches!(db.put(&new).returning_old().await, Err(Error::OutcomeUnknown(_))));
            faults.next([fault]);
            let update = db.update(new.key()).set(Task::fields().tries, 3).returning_old();
            assert!(matches!(update.await, Err(Error::OutcomeUnknown(_))));
            faults.next([fault]);
            assert!(matches!(db.delete(new.key()).returning_old().await, Err(Error::OutcomeUnknown(_))));
            faults.next([Fault::Throttled]);
            assert_eq!(db.delete(new.key()).returning_old().await.unwrap(), None);
        }
    }

    async fn a_sensitive_partition_is_not_printed(db, faults) {
        faults.always(Fault::Throttled);
        let error = db.query(User::query_gsi1("secret@example.com")).page().await.unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(text.contains("[redacted]") && !text.contains("secret"), "{text}");
    }

    async fn what_a_batch_leaves_out_is_sent_again(db, faults) {
        let tasks: Vec<_> = (0..60).map(|i| task("ann", &format!("t{i:02}"))).collect();
        faults.next([Fault::Half, Fault::Half, Fault::Half, Fault::Throttled, Fault::Half, Fault::AnswerLost]);
        db.batch_write().put_all(&tasks).await.unwrap();
        faults.none();
        assert_eq!(db.query(Task::query("ann")).page().await.unwrap().items, tasks);
        faults.next([Fault::Half, Fault::Half, Fault::None, Fault::Half]);
        let found = db.batch_get(tasks.iter().map(Entity::key)).await.unwrap();
        assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), tasks);
        faults.next([Fault::Half, Fault::Half]);
        db.batch_write().delete_all(tasks.iter().map(Entity::key)).await.unwrap();
        faults.none();
        assert_eq!(db.scan::<Task>().page().await.unwrap().items, []);
    }

    async fn what_a_batch_could_not_do_is_told(db, faults) {
        let tasks: Vec<_> = (0..30).map(|i| task("ann", &format!("t{i:02}"))).collect();
        // The first request passes; the second never does.
        faults.then([Fault::None], Fault::Throttled);
        let Err(Error::Batch(error)) = db.batch_write().put_all(&tasks).await else { panic!("a part was not done") };
        assert!(matches!(error.cause(), Some(Error::Throttled(_))));
        faults.none();
        let undone: Vec<Key<Task>> = error.undone().iter().filter_map(dynamo_core::op::Undone::key).collect();
        assert!(undone.len() == 5 || undone.len() == 25, "{error}");
        let there = db.query(Task::query("ann")).page().await.unwrap().items;
        let is_undone = |task: &Task| undone.contains(&task.key().unwrap());
        let expected: Vec<_> = tasks.iter().filter(|task| !is_undone(task)).cloned().collect();
        assert_eq!(there, expected, "everything else was done");
        faults.always(Fault::Throttled);
        let Err(Error::Batch(error)) = db.batch_get(tasks.iter().map(Entity::key)).await else { panic!("throttled") };
        assert_eq!(error.undone().len(), 30);
        assert!(Error::Batch(error).is_retryable());
    }

    async fn a_transaction_waits_for_another(db, faults) {
        faults.next([Fault::Conflict, Fault::Conflict, Fault::Conflict]);
        let transaction = || db.transact().create(&task("ann", "t1")).put(&user("ann"));
        let ((), consumed) = transaction().metered().await.unwrap();
        assert_eq!((consumed.requests, consumed.retries), (1, 3));
        assert_eq!(db.get(Task::key("ann", "t1")).await.unwrap(), Some(task("ann", "t1")));
        db.delete(Task::key("ann", "t1")).await.unwrap();
        faults.always(Fault::Conflict);
        let Err(error) = transaction().await else { panic!("in conflict to the end") };
        assert!(error.is_retryable());
        let Error::Cancelled(cancelled) = error else { panic!("{error}") };
        assert!(matches!(cancelled.actions()[0].error(), Error::Conflict(_)), "{cancelled}");
        faults.next([Fault::Conflict]);
        assert_eq!(db.transact_get((Task::key("ann", "t1"),)).await.unwrap(), (None,));
    }

    async fn a_transaction_whose_answer_is_lost_is_carried_out_once(db, faults) {
        db.put(&task("ann", "t1")).await.unwrap();
        for fault in [Fault::AnswerLost, Fault::TimedOut, Fault::ServerErrorAfter] {
            faults.next([fault]);
            db.transact().create(&user(&format!("{fault:?}"))).update(Task::key("ann", "t1"), |update| update.add(Task::fields().tries, 1)).await.unwrap();
        }
        assert_eq!(tries(&db).await, 3);
    }
}
