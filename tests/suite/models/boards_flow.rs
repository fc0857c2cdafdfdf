//! Boards: unique names, requests that expire, approval, and services.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::future::join_all;
use models::boards::*;

use super::boards_patterns::{board, settings, user};
use super::{database, on, second};

struct World {
    db: Db,
    now: Arc<AtomicU32>,
}

impl World {
    async fn new() -> Self {
        let now = Arc::new(AtomicU32::new(0));
        let clock = Arc::clone(&now);
        let db = database().await.with_clock(move || second(clock.load(Ordering::Relaxed)));
        create_tables(&db).await.unwrap();
        for id in ["ann", "bob", "cid"] {
            db.create(&user(id)).await.unwrap();
        }
        create_board(&db, &board("b1", "ann")).await.unwrap();
        Self { db, now }
    }

    fn wait(&self, seconds: u32) {
        self.now.fetch_add(seconds, Ordering::Relaxed);
    }

    /// Joining takes approval, and an answer.
    async fn approval(&self) {
        seed_services(&self.db, &catalogue()).await.unwrap();
        let config = ServiceConfig {
            ttl_days: Some(1),
            ask_question: Some(true),
            question_text: Some("Why?".to_owned()),
            ..ServiceConfig::default()
        };
        let service = BoardServiceSettings { config, ..settings("b1", "s1", "approveJoin") };
        enable_service(&self.db, &service, &"ann".into()).await.unwrap();
    }

    async fn ask(&self, user: &str) -> Result<Joining, BoardError> {
        ask_to_join(&self.db, &"b1".into(), &user.into(), Some("For fun".to_owned())).await
    }

    async fn clear(self) {
        delete_tables(&self.db).await.unwrap();
    }
}

const DAY: u32 = 24 * 60 * 60;

on! { World::new:
    async fn the_owner_makes_managers(w) {
        let [ann, bob, cid]: [UserId; 3] = ["ann", "bob", "cid"].map(Into::into);
        let role = async |user: &UserId, role, by: &UserId| set_role(&w.db, &"b1".into(), user, role, by).await;
        assert_eq!(role(&bob, BoardRole::Manager, &ann).await, Err(BoardError::NotMember(bob.clone())));
        for user in ["bob", "cid"] {
            w.ask(user).await.unwrap();
        }
        assert_eq!(role(&cid, BoardRole::Manager, &bob).await, Err(BoardError::NotAllowed(bob.clone())));
        role(&bob, BoardRole::Manager, &ann).await.unwrap();
        rename_board(&w.db, &"b1".into(), "renamed", &bob).await.unwrap();
        // A manager makes none, and nobody makes an owner.
        assert_eq!(role(&cid, BoardRole::Manager, &bob).await, Err(BoardError::NotAllowed(bob.clone())));
        for (user, new, by) in [(&bob, BoardRole::Owner, &ann), (&ann, BoardRole::Member, &ann)] {
            assert_eq!(role(user, new, by).await, Err(BoardError::OneOwner));
        }
        assert_eq!(role(&ann, BoardRole::Member, &bob).await, Err(BoardError::NotAllowed(bob.clone())));
        role(&bob, BoardRole::Member, &ann).await.unwrap();
        let not_now = rename_board(&w.db, &"b1".into(), "again", &bob).await;
        assert_eq!(not_now, Err(BoardError::NotAllowed(bob)));
    }

    /// A service was removed, and whoever did so went away before the rest was done.
    async fn the_stream_completes_what_a_removed_service_leaves(w) {
        w.approval().await;
        let (board, service, ann): (BoardId, ServiceId, UserId) = ("b1".into(), "s1".into(), "ann".into());
        for n in 0..3 {
            grant(&w.db, &board, &service, &format!("u{n}").into(), &ann).await.unwrap();
        }
        let key = BoardServiceSettings::by_id(&board, &service).unwrap();
        let old = w.db.get(&key).await.unwrap().unwrap();
        let image = |item: &BoardServiceSettings| Some(item.to_item().unwrap());
        let removed = Change::<BoardServiceSettingsTable>::from_images(image(&old), None).unwrap();
        let permissions = async || w.db.query(BoardServicePermission::of_service(&board, &service)).count().await.unwrap();
        // A late record of a service that is back takes nothing away.
        assert_eq!((on_change(&w.db, &removed).await.unwrap(), permissions().await), (0, 3));
        w.db.delete(&key).await.unwrap();
        assert_eq!((on_change(&w.db, &removed).await.unwrap(), permissions().await), (3, 0));
        assert_eq!(w.db.get(Board::by_id(&board)).await.unwrap().unwrap().enabled_services, []);
        assert_eq!(on_change(&w.db, &removed).await.unwrap(), 0);
        let changed = Change::from_images(image(&old), image(&old)).unwrap();
        assert_eq!(on_change(&w.db, &changed).await.unwrap(), 0);
        // Nor does it matter that the board is gone.
        w.db.delete(Board::by_id(&board)).await.unwrap();
        assert_eq!(on_change(&w.db, &removed).await.unwrap(), 0);
    }

    async fn names_are_unique_even_in_a_race(w) {
        let names = (0..8).map(|n| UserProfile { user_name: "same".to_owned(), ..user(&format!("u{n}")) });
        let users: Vec<_> = names.collect();
        let created = join_all(users.iter().map(|user| async { w.db.create(user).await })).await;
        assert_eq!(created.iter().filter(|done| done.is_ok()).count(), 1);
        assert!(created.iter().filter_map(|done| done.as_ref().err()).all(|error| error.unique_violation().is_some()), "{created:?}");
        // A board's too, and the board is not there without its owner in it.
        let taken = create_board(&w.db, &Board { board_name: "board b1".into(), ..board("b2", "bob") }).await;
        let Err(BoardError::Db(error)) = taken else { panic!("{taken:?}") };
        assert_eq!(error.unique_violation().unwrap().constraint(), "BoardNameLock");
        assert_eq!(w.db.query(BoardMembership::of_user(&"bob".into())).page().await.unwrap().items, []);
        // A name with a separator in it is a name like any other.
        create_board(&w.db, &Board { board_name: "C# / 100%".into(), ..board("b3", "bob") }).await.unwrap();
        let (b1, ann) = (BoardId::from("b1"), UserId::from("ann"));
        let bob = rename_board(&w.db, &b1, "Bob's", &"bob".into()).await;
        assert_eq!(bob, Err(BoardError::NotAllowed("bob".into())));
        rename_board(&w.db, &b1, "Ann's", &ann).await.unwrap();
        create_board(&w.db, &Board { board_name: "board b1".into(), ..board("b2", "bob") }).await.unwrap();
        assert_eq!(w.db.query(Board::by_name("Ann's")).first().await.unwrap().unwrap().board_id, "b1".into());
        w.db.delete(Board::by_id(&b1)).await.unwrap();
        assert_eq!(rename_board(&w.db, &b1, "x", &ann).await, Err(BoardError::NoSuchBoard(b1)));
        assert!(w.db.verify::<Boards>().await.unwrap().is_clean());
    }

    async fn a_board_without_the_service_takes_everyone(w) {
        assert!(matches!(w.ask("bob").await.unwrap(), Joining::Joined(_)));
        assert_eq!(w.ask("bob").await, Err(BoardError::AlreadyMember("bob".into())));
        leave_board(&w.db, &"b1".into(), &"bob".into()).await.unwrap();
        assert_eq!(w.db.query(BoardMembership::of_user(&"bob".into())).page().await.unwrap().items, []);
        assert_eq!(leave_board(&w.db, &"b1".into(), &"ann".into()).await, Err(BoardError::OwnerStays));
    }

    async fn a_request_is_approved(w) {
        w.approval().await;
        let silent = ask_to_join(&w.db, &"b1".into(), &"bob".into(), Some(" ".into())).await;
        assert_eq!(silent, Err(BoardError::AnswerWanted("Why?".into())));
        let Joining::Asked(request) = w.ask("bob").await.unwrap() else { panic!() };
        assert_eq!(request.expires_at, second(DAY).second_after(std::time::Duration::ZERO));
        assert_eq!(w.ask("bob").await, Err(BoardError::AlreadyAsked("bob".into())));
        let (board, bob, cid) = ("b1".into(), "bob".into(), "cid".into());
        assert_eq!(approve(&w.db, &board, &bob, &cid).await, Err(BoardError::NotAllowed(cid.clone())));
        assert_eq!(approve(&w.db, &board, &bob, &bob).await, Err(BoardError::NotAllowed(bob.clone())));
        let member = approve(&w.db, &board, &bob, &"ann".into()).await.unwrap();
        assert_eq!(w.db.get(BoardMembership::by_id(&"b1".into(), &"bob".into())).await.unwrap(), Some(member));
        assert_eq!(w.db.query(BoardJoinRequest::of_user(&"bob".into())).page().await.unwrap().items, []);
        // Twice is once.
        assert_eq!(approve(&w.db, &board, &bob, &"ann".into()).await, Err(BoardError::NoRequest(bob)));
    }

    async fn a_request_expires_before_it_is_deleted(w) {
        w.approval().await;
        w.ask("bob").await.unwrap();
        w.wait(DAY - 1);
        assert_eq!(w.db.query(BoardJoinRequest::of_board(&"b1".into())).page().await.unwrap().items.len(), 1);
        w.wait(1);
        // It is still there, as DynamoDB takes its time, and counts for nothing.
        assert!(w.db.get(BoardJoinRequest::by_id(&"b1".into(), &"bob".into())).await.unwrap().is_some());
        assert_eq!(w.db.query(BoardJoinRequest::of_board(&"b1".into())).page().await.unwrap().items, []);
        assert_eq!(w.db.query(BoardJoinRequest::of_user(&"bob".into())).page().await.unwrap().items, []);
        let rejected = reject(&w.db, &"b1".into(), &"bob".into(), &"ann".into()).await;
        assert_eq!(rejected, Err(BoardError::NoRequest("bob".into())));
        let late = approve(&w.db, &"b1".into(), &"bob".into(), &"ann".into()).await;
        assert_eq!(late, Err(BoardError::NoRequest("bob".into())));
        assert!(matches!(w.ask("bob").await.unwrap(), Joining::Asked(_)));
        reject(&w.db, &"b1".into(), &"bob".into(), &"ann".into()).await.unwrap();
        let again = reject(&w.db, &"b1".into(), &"bob".into(), &"ann".into()).await;
        assert_eq!(again, Err(BoardError::NoRequest("bob".into())));
    }

    async fn whoever_has_the_permission_approves(w) {
        w.approval().await;
        let (board, service, cid) = ("b1".into(), "s1".into(), "cid".into());
        assert_eq!(grant(&w.db, &board, &service, &cid, &"bob".into()).await, Err(BoardError::NotAllowed("bob".into())));
        for _ in 0..2 {
            grant(&w.db, &board, &service, &cid, &"ann".into()).await.unwrap();
        }
        w.ask("bob").await.unwrap();
        // Nobody who is outside opens the door.
        assert_eq!(approve(&w.db, &board, &"bob".into(), &cid).await, Err(BoardError::NotAllowed(cid.clone())));
        w.ask("cid").await.unwrap();
        approve(&w.db, &board, &cid, &"ann".into()).await.unwrap();
        approve(&w.db, &board, &"bob".into(), &cid).await.unwrap();
        let by_himself = revoke(&w.db, &board, &service, &cid, &cid).await;
        assert_eq!(by_himself, Err(BoardError::NotAllowed(cid.clone())));
        revoke(&w.db, &board, &service, &cid, &"ann".into()).await.unwrap();
        assert_eq!(w.db.query(BoardServicePermission::of_service(&"b1".into(), &"s1".into())).page().await.unwrap().items, []);
        let revoked = reject(&w.db, &board, &"dan".into(), &cid).await;
        assert_eq!(revoked, Err(BoardError::NotAllowed(cid)));
    }

    async fn the_catalogue_is_seeded_once(w) {
        let ann = UserId::from("ann");
        let unknown = enable_service(&w.db, &settings("b1", "s1", "approveJoin"), &ann).await;
        assert_eq!(unknown, Err(BoardError::NoSuchService("approveJoin".into())));
        assert_eq!(w.db.query(BoardServiceSettings::of_board(&"b1".into())).page().await.unwrap().items, []);
        assert_eq!(seed_services(&w.db, &catalogue()).await.unwrap(), 1);
        // What was changed since is kept.
        let mine = AvailableService { display_name: "Mine".into(), ..catalogue().remove(0) };
        w.db.put(&mine).await.unwrap();
        assert_eq!(seed_services(&w.db, &catalogue()).await.unwrap(), 0);
        assert_eq!(w.db.get(mine.key()).await.unwrap(), Some(mine));
        for service in ["s1", "s2"] {
            enable_service(&w.db, &settings("b1", service, "approveJoin"), &ann).await.unwrap();
        }
        assert_eq!(w.db.get(Board::by_id(&"b1".into())).await.unwrap().unwrap().enabled_services, [approve_join()]);
        let config = ServiceConfig { ttl_days: Some(9), ..ServiceConfig::default() };
        let not_him = configure_service(&w.db, &"b1".into(), &"s1".into(), config.clone(), &"bob".into()).await;
        assert_eq!(not_him, Err(BoardError::NotAllowed("bob".into())));
        configure_service(&w.db, &"b1".into(), &"s1".into(), config.clone(), &ann).await.unwrap();
        assert_eq!(w.db.query(BoardServiceSettings::by_service(&"s1".into())).first().await.unwrap().unwrap().config, config);
        // The id of a service is one board's.
        create_board(&w.db, &board("b2", "bob")).await.unwrap();
        let stolen = enable_service(&w.db, &settings("b2", "s1", "approveJoin"), &"bob".into()).await;
        assert!(matches!(&stolen, Err(BoardError::Db(error)) if error.unique_violation().is_some()), "{stolen:?}");
        let other = enable_service(&w.db, &settings("b1", "s1", "trades"), &ann).await;
        assert_eq!(other, Err(BoardError::NoSuchService("trades".into())));
        w.db.create(&AvailableService { service_type: "trades".into(), ..catalogue().remove(0) }).await.unwrap();
        let other = enable_service(&w.db, &settings("b1", "s1", "trades"), &ann).await;
        assert_eq!(other, Err(BoardError::OtherKind("s1".into())));
        // Either service gives a member the right to approve.
        for (service, user) in [("s1", "cid"), ("s2", "bob")] {
            grant(&w.db, &"b1".into(), &service.into(), &user.into(), &ann).await.unwrap();
            ask_to_join(&w.db, &"b1".into(), &user.into(), None).await.unwrap();
            let himself = approve(&w.db, &"b1".into(), &user.into(), &user.into()).await;
            assert_eq!(himself, Err(BoardError::NotAllowed(user.into())));
            approve(&w.db, &"b1".into(), &user.into(), &ann).await.unwrap();
        }
        ask_to_join(&w.db, &"b1".into(), &"dan".into(), None).await.unwrap();
        reject(&w.db, &"b1".into(), &"dan".into(), &"bob".into()).await.unwrap();
        ask_to_join(&w.db, &"b1".into(), &"dan".into(), None).await.unwrap();
        // With the last of them, everyone may join, and permissions go with their service.
        for (service, left) in [("s1", 1), ("s2", 0), ("s2", 0)] {
            disable_service(&w.db, &"b1".into(), &service.into(), &ann).await.unwrap();
            let enabled = w.db.get(Board::by_id(&"b1".into())).await.unwrap().unwrap().enabled_services;
            assert_eq!(enabled.len(), left);
        }
        assert_eq!(w.db.query(BoardServicePermission::of_service(&"b1".into(), &"s1".into())).page().await.unwrap().items, []);
        assert!(matches!(w.ask("dan").await.unwrap(), Joining::Joined(_)));
        assert_eq!(w.db.query(BoardJoinRequest::of_user(&"dan".into())).page().await.unwrap().items, []);
    }

    /// However services come and go at once, the door is closed if there is one that closes it, and only then.
    async fn enabling_and_disabling_at_once_ends_in_step(w) {
        seed_services(&w.db, &catalogue()).await.unwrap();
        let (ann, board) = (UserId::from("ann"), BoardId::from("b1"));
        enable_service(&w.db, &settings("b1", "s0", "approveJoin"), &ann).await.unwrap();
        for round in 1..6 {
            let (new, old) = (settings("b1", &format!("s{round}"), "approveJoin"), ServiceId(format!("s{}", round - 1)));
            let both = futures_util::future::join(
                enable_service(&w.db, &new, &ann),
                disable_service(&w.db, &board, &old, &ann),
            );
            let (enabled, disabled) = both.await;
            enabled.unwrap();
            disabled.unwrap();
            let enabled = w.db.get(Board::by_id(&board)).await.unwrap().unwrap().enabled_services;
            assert_eq!(enabled, [approve_join()], "{round}");
        }
        // A kind without settings of its own is not touched.
        let other = Board { enabled_services: vec!["other".into(), approve_join()], ..w.db.get(Board::by_id(&board)).await.unwrap().unwrap() };
        w.db.replace(&other).await.unwrap();
        disable_service(&w.db, &board, &"s5".into(), &ann).await.unwrap();
        assert_eq!(w.db.get(Board::by_id(&board)).await.unwrap().unwrap().enabled_services, ["other".into()]);
    }
}
