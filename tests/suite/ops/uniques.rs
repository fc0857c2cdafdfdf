//! Only one item may have a value.

use dynamo_core::{Entity, Error};
use futures_util::future::join_all;

use super::club::{BadgeLock, MailLock, Member, NickLock, member};
use super::engine::on_club;
use super::pointers::items;

async fn keys(db: &dynamo_core::Db) -> Vec<String> {
    items(db).await.into_keys().collect()
}

on_club! {
    async fn a_lock_is_taken_moved_and_freed(db) {
        let mut ann = Member { nickname: Some("an".into()), badge: 7, ..member("ann", "Ann@x.org") };
        db.create(&ann).await.unwrap();
        assert_eq!(keys(&db).await, ["MAIL#ann@x.org / UNIQUE", "MEMBER#ann / PROFILE", "NICK#an / UNIQUE", "ORG#o / BADGE#000007"]);
        let lock = db.get(MailLock::key("ANN@x.org")).await.unwrap().unwrap();
        assert_eq!(lock, MailLock { mail: "Ann@x.org".into(), member_id: "ann".into() });
        assert_eq!(db.get(NickLock::key("an")).await.unwrap().unwrap().member_id, "ann");

        // The mail changes, the nickname goes.
        db.update(ann.key()).set(Member::fields().mail, "ann@y.org").remove(Member::fields().nickname).await.unwrap();
        assert_eq!(keys(&db).await, ["MAIL#ann@y.org / UNIQUE", "MEMBER#ann / PROFILE", "ORG#o / BADGE#000007"]);
        (ann.mail, ann.nickname, ann.badge) = ("ann@z.org".into(), Some("zz".into()), 8);
        db.replace(&ann).await.unwrap();
        assert_eq!(keys(&db).await, ["MAIL#ann@z.org / UNIQUE", "MEMBER#ann / PROFILE", "NICK#zz / UNIQUE", "ORG#o / BADGE#000008"]);
        // What has nothing to do with locks is one plain request.
        let ((), cost) = db.update(ann.key()).set(Member::fields().bio, "Hi").metered().await.unwrap();
        assert_eq!((cost.requests, cost.read_units), (1, 0.0));
        db.delete(ann.key()).await.unwrap();
        assert!(keys(&db).await.is_empty());
    }

    async fn the_error_names_the_constraint_and_the_field(db) {
        db.create(&member("ann", "a@x.org")).await.unwrap();
        let before = items(&db).await;
        let Err(Error::UniqueViolation(taken)) = db.create(&member("bob", "A@x.org")).await else { panic!("the mail is taken") };
        assert_eq!((taken.constraint(), taken.fields(), taken.entity()), ("MailLock", "mail", "Member"));
        assert_eq!(taken.holder::<MailLock>().unwrap().unwrap().member_id, "ann");
        assert!(!Error::UniqueViolation(taken.clone()).is_retryable());
        assert_eq!(taken.to_string(), "another item has the `mail` that this `Member` was to have (`MailLock`)");
        let same_badge = Member { badge: member("ann", "").badge, ..member("bob", "b@x.org") };
        let Err(Error::UniqueViolation(taken)) = db.put(&same_badge).await else { panic!("the badge is taken") };
        assert_eq!((taken.constraint(), taken.fields()), ("BadgeLock", "org, badge"));
        // Another organisation has its own numbers.
        let other_org = Member { org: "p".into(), ..same_badge };
        let Err(Error::Cancelled(cancelled)) = db.transact().create(&other_org).create(&member("cid", "a@x.org")).await else { panic!("taken") };
        assert_eq!(cancelled.actions().len(), 1);
        assert!(matches!(cancelled.actions()[0].error(), Error::UniqueViolation(_)), "{cancelled}");
        assert_eq!(cancelled.actions()[0].position(), 1);
        assert_eq!(items(&db).await, before, "nothing is left behind");
        db.create(&other_org).await.unwrap();
        assert!(db.get(BadgeLock::key("p", &other_org.badge)).await.unwrap().is_some());
        let taken = db.update(other_org.key()).set(Member::fields().mail, "a@x.org").await;
        assert!(matches!(taken, Err(Error::UniqueViolation(_))), "{taken:?}");
        // One who has it is told by the key first.
        assert!(matches!(db.create(&member("ann", "a@x.org")).await, Err(Error::Exists(_))));
    }

    async fn of_sixty_four_one_wins(db) {
        let members: Vec<_> = (0..64).map(|i| Member { badge: i, ..member(&format!("m{i}"), "same@x.org") }).collect();
        let results = join_all(members.iter().map(|member| async { db.create(member).await })).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        assert!(results.iter().all(|result| matches!(result, Ok(()) | Err(Error::UniqueViolation(_)))), "{results:?}");
        assert_eq!(items(&db).await.len(), 3, "a member and two locks");
    }
}
