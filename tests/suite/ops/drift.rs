//! What is out of step is found, and put right.

use std::sync::{Arc, Mutex};

use dynamo_core::companion::DriftKind;
use dynamo_core::maintain::Progress;
use dynamo_core::stream::{Change, Tail};
use dynamo_core::{Db, Entity};

use super::club::{Club, Event, GroupEvent, MailLock, Member, event, member};
use super::engine::on_club;
use super::pointers::{assert_in_step, items};

/// Writes an item as a program would that knows nothing of pointers.
pub(super) async fn put_raw(db: &Db, item: dynamo_core::Item) {
    let table = db.table_name::<Club>().unwrap();
    db.client().put_item().table_name(table).set_item(Some(item)).send().await.unwrap();
}

pub(super) async fn delete_raw(db: &Db, key: dynamo_core::Item) {
    let table = db.table_name::<Club>().unwrap();
    db.client().delete_item().table_name(table).set_key(Some(key)).send().await.unwrap();
}

fn kinds(report: &dynamo_core::maintain::Report) -> Vec<(DriftKind, String)> {
    let mut kinds: Vec<_> = report.drift().iter().map(|drift| (drift.kind(), drift.key().to_owned())).collect();
    kinds.sort_by(|a, b| a.1.cmp(&b.1));
    kinds
}

on_club! {
    async fn drift_is_found_and_mended(db) {
        let events: Vec<_> = (0..5).map(|i| event(&format!("e{i}"), &["g1", "g2"], &["ann"])).collect();
        for event in &events {
            db.create(event).await.unwrap();
        }
        db.create(&member("ann", "a@x.org")).await.unwrap();
        let clean = db.verify::<Club>().await.unwrap();
        assert!(clean.is_clean(), "{clean:?}");
        assert_eq!(clean.checked(), 5 * 4 + 3);

        delete_raw(&db, GroupEvent::key("g1", "e0").unwrap().to_item()).await;
        let stale = GroupEvent { title: "Old".into(), ..db.get(GroupEvent::key("g2", "e1")).await.unwrap().unwrap() };
        put_raw(&db, stale.to_item().unwrap()).await;
        let orphan = GroupEvent { group_id: "g9".into(), event_id: "e2".into(), title: "?".into(), starts_at: 1 };
        put_raw(&db, orphan.to_item().unwrap()).await;
        let lone = GroupEvent { event_id: "gone".into(), ..orphan };
        put_raw(&db, lone.to_item().unwrap()).await;
        delete_raw(&db, MailLock::key("a@x.org").unwrap().to_item()).await;
        put_raw(&db, MailLock { mail: "old@x.org".into(), member_id: "ann".into() }.to_item().unwrap()).await;

        let expected = [
            (DriftKind::Missing, "GROUP#g1 / EVENT#e0".to_owned()),
            (DriftKind::Stale, "GROUP#g2 / EVENT#e1".to_owned()),
            (DriftKind::Orphaned, "GROUP#g9 / EVENT#e2".to_owned()),
            (DriftKind::Orphaned, "GROUP#g9 / EVENT#gone".to_owned()),
            (DriftKind::Missing, "MAIL#a@x.org / UNIQUE".to_owned()),
            (DriftKind::Orphaned, "MAIL#old@x.org / UNIQUE".to_owned()),
        ];
        let before = items(&db).await;
        assert_eq!(kinds(&db.verify::<Club>().await.unwrap()), expected);
        assert_eq!(kinds(&db.verify_record(Event::key("e1")).await.unwrap()), expected[1..2]);
        assert_eq!(items(&db).await, before, "looking changes nothing");

        let report = db.repair::<Club>().await.unwrap();
        assert_eq!((kinds(&report), report.written()), (expected.to_vec(), 6));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        db.delete(Member::key("ann")).await.unwrap();
        assert_in_step(&db, &events).await;
    }

    async fn a_lock_that_another_holds_is_left_alone(db) {
        db.create(&member("ann", "a@x.org")).await.unwrap();
        put_raw(&db, Member { badge: 1, ..member("bob", "A@x.org") }.to_item().unwrap()).await;
        let report = db.repair::<Club>().await.unwrap();
        let expected = [(DriftKind::Contested, "MAIL#a@x.org / UNIQUE".to_owned()), (DriftKind::Missing, "ORG#o / BADGE#000001".to_owned())];
        assert_eq!(kinds(&report), expected);
        assert_eq!(db.get(MailLock::key("a@x.org")).await.unwrap().unwrap().member_id, "ann");
    }

    async fn a_lock_of_another_is_never_freed(db) {
        let ann = member("ann", "a@x.org");
        db.create(&ann).await.unwrap();
        // Bob has it without a lock, as one does who came before it was unique.
        let bob = Member { badge: 1, ..member("bob", "a@x.org") };
        put_raw(&db, bob.to_item().unwrap()).await;
        let holder = async || db.get(MailLock::key("a@x.org")).await.unwrap().map(|lock| lock.member_id);
        db.update(bob.key()).set(Member::fields().mail, "b@x.org").await.unwrap();
        assert_eq!(holder().await.as_deref(), Some("ann"));
        put_raw(&db, bob.to_item().unwrap()).await;
        db.delete(bob.key()).await.unwrap();
        assert_eq!(holder().await.as_deref(), Some("ann"));
        // Ann moves, Cid takes it, and only then is Ann's change told.
        let moved = Member { mail: "new@x.org".into(), ..ann.clone() };
        db.replace(&moved).await.unwrap();
        db.create(&Member { badge: 2, ..member("cid", "a@x.org") }).await.unwrap();
        let told = Change::<Club>::from_images(Some(ann.to_item().unwrap()), Some(moved.to_item().unwrap())).unwrap();
        db.reconcile(&told).await.unwrap();
        assert_eq!(holder().await.as_deref(), Some("cid"));
    }

    async fn what_cannot_be_read_keeps_nothing_back(db) {
        db.create(&event("e1", &["g1"], &[])).await.unwrap();
        delete_raw(&db, GroupEvent::key("g1", "e1").unwrap().to_item()).await;
        let mut broken = event("e0", &["g1"], &[]).to_item().unwrap();
        broken.remove("title");
        put_raw(&db, broken).await;
        let report = db.repair::<Club>().await.unwrap();
        let expected = [(DriftKind::Unreadable, "EVENT#e0 / META".to_owned()), (DriftKind::Missing, "GROUP#g1 / EVENT#e1".to_owned())];
        assert_eq!(kinds(&report), expected);
        assert!(db.get(GroupEvent::key("g1", "e1")).await.unwrap().is_some());
        let mut tail = db.tail::<Club>(None).await.unwrap();
        let changes = tail.next().await.unwrap();
        assert_eq!(changes.iter().filter(|change| change.is_err()).count(), 1);
        assert!(changes.iter().filter(|change| change.is_ok()).count() >= 3);
    }

    async fn a_record_that_is_to_go_makes_room_for_a_new_one(db) {
        use dynamo_core::codec::AttributeValue;
        let e = event("e1", &["g1", "g2"], &[]);
        db.create(&e).await.unwrap();
        // As a writer leaves it that is killed while it deletes more than a transaction takes.
        let mark = [("id", AttributeValue::S("x".into())), ("gone", AttributeValue::Bool(true)), ("drop", AttributeValue::L(vec![]))];
        let mut item = e.to_item().unwrap();
        item.insert("_pending".into(), AttributeValue::M(mark.map(|(name, value)| (name.to_owned(), value)).into()));
        put_raw(&db, item).await;
        let next = event("e1", &["g3"], &[]);
        db.create(&next).await.unwrap();
        assert_in_step(&db, &[next]).await;
    }

    async fn it_goes_on_where_it_was(db) {
        for i in 0..60 {
            db.create(&event(&format!("e{i:02}"), &["g1", "g2"], &[])).await.unwrap();
        }
        let seen: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let told = seen.clone();
        let report = db.verify::<Club>().rate(1_000).progress(move |progress| told.lock().unwrap().push(progress.clone())).await.unwrap();
        assert_eq!(report.checked(), 180);
        let seen = seen.lock().unwrap().clone();
        assert_eq!(seen.iter().map(|progress| progress.checked).collect::<Vec<_>>(), [100, 180]);
        let rest = db.verify::<Club>().after(seen[0].next.as_ref().unwrap()).await.unwrap();
        assert_eq!(rest.checked(), 80);
        assert_eq!(seen[1].next, None);
        assert!(db.scan::<Event>().after(seen[0].next.as_ref().unwrap()).page().await.is_err(), "it is no cursor of a scan");
    }

    async fn a_change_is_carried_out_in_any_order_and_any_number_of_times(db) {
        let first = event("e1", &["g1", "g2"], &["ann"]);
        let second = event("e1", &["g2", "g3"], &["bob"]);
        let third = event("e1", &["g3"], &[]);
        let change = |old: Option<&Event>, new: Option<&Event>| {
            let image = |event: Option<&Event>| event.map(|event| event.to_item().unwrap());
            Change::<Club>::from_images(image(old), image(new)).unwrap()
        };
        let changes = [change(None, Some(&first)), change(Some(&first), Some(&second)), change(Some(&second), Some(&third))];
        // As another program would have written it.
        for (written, orders) in [(&first, vec![vec![0]]), (&third, vec![vec![0, 1, 2], vec![2, 1, 0], vec![1, 2, 0, 0]])] {
            for order in orders {
                put_raw(&db, written.to_item().unwrap()).await;
                for at in order {
                    db.reconcile(&changes[at]).await.unwrap();
                }
                assert_in_step(&db, std::slice::from_ref(written)).await;
                let again = db.reconcile(&changes[0]).await.unwrap();
                assert_eq!(again.written(), 0, "what is in step is not written again");
            }
        }
        // It expires.
        db.put(&second).await.unwrap();
        delete_raw(&db, second.key().unwrap().to_item()).await;
        db.reconcile(&change(Some(&second), None)).await.unwrap();
        assert_in_step(&db, &[]).await;
        let other = Change::<Club>::from_images(None, Some(GroupEvent { group_id: "g".into(), event_id: "e".into(), title: "t".into(), starts_at: 1 }.to_item().unwrap())).unwrap();
        assert_eq!(db.reconcile(&other).await.unwrap().checked(), 0);
    }

    async fn a_stream_is_followed_from_where_it_was(db) {
        let e = event("e1", &["g1"], &[]);
        put_raw(&db, e.to_item().unwrap()).await;
        let mut tail = db.tail::<Club>(None).await.unwrap();
        let all = async |tail: &mut Tail<Club>| tail.next().await.unwrap().into_iter().collect::<Result<Vec<_>, _>>().unwrap();
        let changes = all(&mut tail).await;
        assert_eq!(changes.len(), 1);
        assert_eq!((&changes[0].old, &changes[0].new), (&None, &Some(Club::Event(e.clone()))));
        // Not done yet: whoever begins there gets it again.
        let mut again = db.tail::<Club>(Some(tail.checkpoint().clone())).await.unwrap();
        assert_eq!(all(&mut again).await, changes);
        db.reconcile(&changes[0]).await.unwrap();
        assert_in_step(&db, std::slice::from_ref(&e)).await;
        let pointer = all(&mut tail).await;
        assert_eq!(pointer.len(), 1, "{pointer:?}");
        assert!(matches!(pointer[0].new, Some(Club::GroupEvent(_))));
        let text = serde_json::to_string(tail.checkpoint()).unwrap();
        db.delete(e.key()).await.unwrap();
        let mut later = db.tail::<Club>(Some(serde_json::from_str(&text).unwrap())).await.unwrap();
        let removed: Vec<_> = all(&mut later).await.into_iter().filter(|change| change.new.is_none()).collect();
        assert_eq!(removed.len(), 2);
    }
}
