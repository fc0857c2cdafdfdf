//! A token stands for what a transaction gives, whatever the clock and the companions add to it.

use dynamo_core::codec::AttributeValue;
use dynamo_core::{Db, Entity, Error, Table, Timestamp};

use super::club::{Club, Event, Follow, Followers, Memo, Page, event, follow, page};
use super::engine::on_club;
use super::fault::{Fault, faulty};
use super::pointers::items;

fn at(db: &Db, second: i64) -> Db {
    db.clone().with_clock(move || Timestamp::from_millis(second * 1000).unwrap())
}

fn token(db: &Db, text: &str) -> String {
    // Tokens are known to the whole account.
    format!("{text}-{}", db.table_name::<Club>().unwrap())
}

fn memo(id: &str, text: &str) -> Memo {
    Memo { id: id.into(), text: text.into(), updated_at: Timestamp::default(), version: 0 }
}

on_club! {
    async fn other_contents_are_an_error(db) {
        let token = &token(&db, "t");
        at(&db, 100).transact().put(&page("a")).idempotent(token).await.unwrap();
        let other = at(&db, 101).transact().put(&page("b")).idempotent(token).await.unwrap_err();
        assert!(matches!(other, Error::InvalidRequest(_)) && other.is_token_reused(), "{other}");
        assert_eq!(db.get(Page::key("b")).await.unwrap(), None);
        // Whatever they differ in.
        let text = Page { text: "z".into(), ..page("a") };
        let noon = Page { updated_at: Some(Timestamp::from_millis(9).unwrap()), ..page("a") };
        for other in [&text, &noon, &Page { version: 1, ..page("a") }] {
            let error = at(&db, 102).transact().put(other).idempotent(token).await.unwrap_err();
            assert!(error.is_token_reused(), "{error}");
        }
        let create = at(&db, 103).transact().create(&page("a")).idempotent(token).await.unwrap_err();
        assert!(create.is_token_reused(), "{create}");
        let two = at(&db, 103).transact().put(&page("a")).put(&page("c")).idempotent(token).await.unwrap_err();
        assert!(two.is_token_reused(), "{two}");
        let delete = db.transact().delete(Page::key("a")).idempotent(token).await.unwrap_err();
        assert!(delete.is_token_reused(), "{delete}");
        assert_eq!(db.get(Page::key("a")).await.unwrap().unwrap().updated_at, Some(at(&db, 100).now()));
    }

    async fn the_same_contents_change_nothing(db) {
        let put = async |second| at(&db, second).transact().put(&page("a")).idempotent(token(&db, "put")).await;
        put(100).await.unwrap();
        let before = items(&db).await;
        put(101).await.unwrap();
        put(102).await.unwrap();
        assert_eq!(items(&db).await, before);
        let update = async |second| {
            let db = at(&db, second);
            db.transact().update(Page::key("a"), |update| update.set(Page::fields().text, "b")).idempotent(token(&db, "update")).await
        };
        update(103).await.unwrap();
        let before = items(&db).await;
        update(104).await.unwrap();
        assert_eq!(items(&db).await, before, "the version did not move");
        // Companions that depend on what is stored.
        let create = async |second| at(&db, second).transact().create(&follow("ann", "bob")).create(&event("e", &["g"], &[])).idempotent(token(&db, "create")).await;
        create(105).await.unwrap();
        create(106).await.unwrap();
        assert_eq!(db.get(Followers::key("bob")).await.unwrap().unwrap().count, 1);
        // Though the world has moved on.
        db.delete(Follow::key("ann", "bob")).await.unwrap();
        db.delete(Event::key("e")).await.unwrap();
        create(107).await.unwrap();
        assert_eq!(db.get(Follow::key("ann", "bob")).await.unwrap(), None);
    }

    async fn companions_are_other_contents_too(db) {
        let token = &token(&db, "t");
        db.transact().create(&follow("ann", "bob")).idempotent(token).await.unwrap();
        let other = db.transact().create(&follow("ann", "cid")).idempotent(token).await.unwrap_err();
        assert!(other.is_token_reused(), "{other}");
        assert_eq!(db.get(Follow::key("ann", "cid")).await.unwrap(), None);
        assert_eq!(db.get(Followers::key("cid")).await.unwrap(), None);
    }

    /// DynamoDB forgets a token after ten minutes; the token item does not.
    async fn the_item_decides_when_dynamodb_has_forgotten(db) {
        let (one, other) = (token(&db, "t"), memo("b", "b"));
        db.transact().put(&memo("a", "a")).idempotent(&one).await.unwrap();
        // Another token for DynamoDB, and the same for us.
        let table = db.table_name::<Club>().unwrap();
        let first = items(&db).await.into_iter().find(|(key, _)| key.starts_with("_token#")).unwrap().1;
        let mut copy = first.clone();
        copy.insert("PK".into(), AttributeValue::S(format!("_token#{one}2")));
        db.client().put_item().table_name(&table).set_item(Some(copy)).send().await.unwrap();
        let two = format!("{one}2");
        let before = items(&db).await;
        db.transact().put(&memo("a", "a")).idempotent(&two).await.unwrap();
        let error = db.transact().put(&other).idempotent(&two).await.unwrap_err();
        assert!(error.is_token_reused(), "{error}");
        assert_eq!(items(&db).await, before);
        // One that has expired is free.
        let later = at(&db, Timestamp::now().as_millis() / 1000 + 4000);
        later.transact().put(&other).idempotent(&two).await.unwrap();
        assert_eq!(db.get(other.key()).await.unwrap().unwrap().text, "b");
    }

    async fn a_cancelled_attempt_leaves_the_token_free(db) {
        let token = &token(&db, "t");
        db.create(&page("a")).await.unwrap();
        let cancelled = at(&db, 100).transact().create(&page("a")).create(&follow("x", "y")).idempotent(token).await;
        let Err(Error::Cancelled(cancelled)) = cancelled else { panic!("{cancelled:?}") };
        assert!(matches!(cancelled.actions()[0].error(), Error::Exists(_)), "{cancelled}");
        // Changed, and then bound.
        at(&db, 101).transact().create(&page("b")).create(&follow("x", "y")).idempotent(token).await.unwrap();
        at(&db, 102).transact().create(&page("b")).create(&follow("x", "y")).idempotent(token).await.unwrap();
        let first = at(&db, 103).transact().create(&page("a")).create(&follow("x", "y")).idempotent(token).await;
        assert!(first.as_ref().is_err_and(Error::is_token_reused), "{first:?}");
        assert_eq!(db.get(Followers::key("y")).await.unwrap().unwrap().count, 1);
    }

    async fn a_lost_answer_is_found_again(db) {
        let (db, faults) = faulty(db.clone());
        for fault in [Fault::AnswerLost, Fault::TimedOut, Fault::ServerErrorAfter] {
            let token = token(&db, &format!("{fault:?}"));
            db.put(&page("a")).await.unwrap();
            faults.next([fault]);
            db.transact().update(Page::key("a"), |update| update.set(Page::fields().text, format!("{fault:?}"))).idempotent(&token).await.unwrap();
            db.transact().update(Page::key("a"), |update| update.set(Page::fields().text, format!("{fault:?}"))).idempotent(&token).await.unwrap();
            assert_eq!(db.get(Page::key("a")).await.unwrap().unwrap().version, 2, "{fault:?}");
            db.delete(Page::key("a")).await.unwrap();
        }
        faults.none();
    }

    async fn token_items_are_left_out(db) {
        db.transact().put(&memo("a", "a")).idempotent(token(&db, "t")).await.unwrap();
        assert_eq!(db.scan_all::<Club>().page().await.unwrap().items.len(), 2);
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        assert_eq!(db.backfill::<Club>().await.unwrap().found, 0);
        let item = items(&db).await.into_iter().find(|(key, _)| key.starts_with("_token#")).unwrap().1;
        assert!(item.contains_key("expires"), "TTL removes it: {item:?}");
        assert!(matches!(Club::from_item(item), Err(Error::UnknownItem(_))));
    }
}
