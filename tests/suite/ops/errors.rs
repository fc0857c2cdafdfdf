//! What errors say, and how an application makes its own.

use dynamo_core::op::Inserted;
use dynamo_core::prelude::*;
use dynamo_core::{Cancelled, Failure, InvalidKind, InvalidOperation};

use super::engine::both;
use super::model::{Task, task};

both! {
    async fn debug_is_the_message_and_the_alternate_form_has_the_fields(db) {
        let error = db.transact().await.unwrap_err();
        let text = "a transaction has no actions\nhelp: add one, or do not send it";
        assert_eq!((format!("{error}"), format!("{error:?}")), (text.to_owned(), text.to_owned()));
        let fields = format!("{error:#?}");
        assert!(fields.starts_with("InvalidOperation(") && fields.contains("kind: Empty"), "{fields}");
        db.create(&task("ann", "t1")).await.unwrap();
        let exists = db.create(&task("ann", "t1")).await.unwrap_err();
        assert!(format!("{exists:?}").starts_with("create of `Task` USER#ann / TASK#t1 in table "), "{exists:?}");
        assert!(format!("{exists:#?}").contains("code: Some("), "{exists:#?}");
        // As `main` prints the error that it returns.
        assert!(format!("Error: {exists:?}").contains("the item exists already"));
        let Error::Cancelled(cancelled) = db.transact().create(&task("ann", "t1")).await.unwrap_err() else { panic!() };
        assert!(format!("{:#?}", Error::from(*cancelled)).contains("Exists("));
    }

    async fn invalid_operations_have_a_kind(db) {
        let key = || Task::key("ann", "t1");
        let kind = |error: Error| match error {
            Error::InvalidOperation(error) => error.kind(),
            other => panic!("{other}"),
        };
        let twice = db.transact().put(&task("ann", "t1")).delete(key()).await.unwrap_err();
        assert_eq!(kind(twice), InvalidKind::Conflicting);
        let title = Task::fields().title;
        let none = db.update(key()).set(title, "t").when(title.is_in([] as [&str; 0])).await.unwrap_err();
        assert_eq!(kind(none), InvalidKind::Empty);
        let many = (0..101).fold(db.transact(), |all, at| all.put(&task("ann", &at.to_string())));
        assert_eq!(kind(many.await.unwrap_err()), InvalidKind::Limit);
        assert_eq!(kind(db.update(key()).await.unwrap_err()), InvalidKind::Empty);
    }

    async fn insert_or_get_and_once_answer_alike(db) {
        let stored = db.insert_or_get(&task("ann", "t1")).await.unwrap();
        assert!(stored.is_created());
        let again = db.insert_or_get(&Task { tries: 9, ..task("ann", "t1") }).await.unwrap();
        assert_eq!(again, Inserted::Existing(stored.into_item()));
        let other = db.transact().put(&task("ann", "t3")).once(&task("ann", "t2")).await.unwrap();
        assert!(matches!(&other, Inserted::Created(task) if task.task_id == "t2"), "{other:?}");
        let repeated = db.transact().put(&task("ann", "t4")).once(&Task { tries: 9, ..task("ann", "t2") }).await.unwrap();
        assert_eq!(repeated, Inserted::Existing(other.into_item()));
        assert_eq!(db.get(Task::key("ann", "t4")).await.unwrap(), None);
    }
}

#[test]
fn applications_make_errors_for_their_tests() {
    let throttled = Error::Throttled(Failure::new("put", "work").with_code("ThrottlingException").into());
    assert!(throttled.is_retryable());
    assert_eq!(throttled.failure().unwrap().code(), Some("ThrottlingException"));
    let lost = Failure::new("update", "work").with_key("USER#ann / TASK#t1").with_lost_answer();
    let lost = Error::OutcomeUnknown(lost.into());
    assert!(!lost.is_retryable() && lost.to_string().contains("may have been applied"), "{lost}");
    let item = task("ann", "t1").to_item().unwrap();
    let Error::Exists(exists) = Error::Exists(Failure::new("create", "work").with_item(item).into()) else { panic!() };
    assert_eq!(exists.item::<Task>().unwrap(), Some(task("ann", "t1")));
    let cancelled = Cancelled::new([(2, Error::Exists(exists))]);
    assert_eq!(cancelled.failed_at(), Some(2));
    let busy = InvalidOperation::new(InvalidKind::Busy, "others were faster", "try again");
    assert!(Error::from(busy).is_retryable());
}
