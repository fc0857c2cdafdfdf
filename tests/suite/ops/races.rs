//! Many writers on one record, and any sequence of writes on some.

use std::collections::BTreeMap;

use dynamo_core::Transport;
use dynamo_core::{Db, Entity, Error};
use futures_util::future::join_all;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::club::{Club, Event, Guest, event};
use super::engine;
use super::fault::{Fault, faulty};
use super::pointers::{assert_in_step, expected, items};

const WRITERS: usize = 8;

/// How many writes each of them does.
fn writes() -> usize {
    if std::env::var("DYNAMODB_ENDPOINT").is_ok() { 10 } else { crate::long::in_long(250, 25) }
}

/// Each writer changes what the others change too.
async fn writer(db: Db, writer: usize) {
    for turn in 0..writes() {
        let n = writer * writes() + turn;
        let key = Event::key("e1");
        let groups: Vec<String> = (0..=n % 4).map(|i| format!("g{}", (n + i) % 6)).collect();
        let result = match n % 5 {
            0 => db.update(key).set(Event::fields().title, format!("t{n}")).await,
            1 => db.update(key).set(Event::fields().starts_at, n as u64).await,
            2 => {
                db.update(key)
                    .set(Event::fields().group_ids, groups.into_iter().collect::<std::collections::BTreeSet<_>>())
                    .await
            }
            3 => db.update(key).add(Event::fields().views, 1).set(Event::fields().is_open, n.is_multiple_of(2)).await,
            _ => {
                let groups: Vec<_> = groups.iter().map(String::as_str).collect();
                db.put(&Event { starts_at: n as u64, ..event("e1", &groups, &["ann", "bob"]) }).await
            }
        };
        result.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_writers_leave_one_record_and_its_pointers() {
    let db = engine::club_without_stream(Transport::Direct).await;
    db.create(&event("e1", &["g1"], &["ann"])).await.unwrap();
    let writers: Vec<_> = (0..WRITERS).map(|at| tokio::spawn(writer(db.clone(), at))).collect();
    for result in join_all(writers).await {
        result.unwrap();
    }
    let last = db.get(Event::key("e1")).consistent().await.unwrap().unwrap();
    assert_in_step(&db, &[last]).await;
    let _ = db.delete_table::<Club>().await;
}

/// Their plans are of several transactions, which come between each other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_of_many_pointers_leave_those_of_the_last() {
    let db = engine::club_without_stream(Transport::Direct).await;
    let groups = |n: usize| (n..n + 120).map(|i| format!("g{i:03}")).collect::<std::collections::BTreeSet<_>>();
    db.create(&Event { group_ids: groups(0), ..event("e1", &[], &[]) }).await.unwrap();
    let write = |writer: usize| {
        let db = db.clone();
        tokio::spawn(async move {
            for turn in 0..4 {
                let n = writer * 4 + turn;
                let key = Event::key("e1");
                match n % 3 {
                    0 => db.update(key).set(Event::fields().title, format!("t{n}")).await,
                    1 => db.update(key).set(Event::fields().group_ids, groups(n)).await,
                    _ => db.put(&Event { group_ids: groups(n), starts_at: n as u64, ..event("e1", &[], &[]) }).await,
                }
                .unwrap();
            }
        })
    };
    let writers = if std::env::var("DYNAMODB_ENDPOINT").is_ok() { 2 } else { 4 };
    for result in join_all((0..writers).map(write)).await {
        result.unwrap();
    }
    let last = db.get(Event::key("e1")).consistent().await.unwrap().unwrap();
    assert_in_step(&db, &[last]).await;
    let _ = db.delete_table::<Club>().await;
}

/// One that was held up does not write over what came after it.
#[tokio::test]
async fn a_slow_writer_does_not_write_over_a_later_one() {
    let db = engine::club_without_stream(Transport::Direct).await;
    let group_ids = (0..250).map(|i| format!("g{i:03}")).collect::<std::collections::BTreeSet<_>>();
    db.create(&Event { group_ids, ..event("e1", &[], &[]) }).await.unwrap();
    // Read, the record with the first pointers, more of them, the rest: held at each of the last two.
    for at in [2, 3] {
        let (slow, faults) = faulty(db.clone());
        faults.next((0..at).map(|_| Fault::None).chain([Fault::Held]));
        let title = format!("slow {at}");
        let slow = tokio::spawn(async move { slow.update(Event::key("e1")).set(Event::fields().title, title).await });
        while faults.seen() <= at {
            tokio::task::yield_now().await;
        }
        db.update(Event::key("e1")).set(Event::fields().title, format!("later {at}")).await.unwrap();
        faults.release();
        slow.await.unwrap().unwrap();
        let last = db.get(Event::key("e1")).consistent().await.unwrap().unwrap();
        assert_eq!(last.title, format!("later {at}"));
        assert_in_step(&db, &[last]).await;
    }
    let _ = db.delete_table::<Club>().await;
}

#[derive(Debug, Clone)]
enum Write {
    Create(Event),
    Put(Event),
    Replace(Event),
    Title(u8, String),
    Open(u8, bool),
    Host(u8, Option<u8>),
    Groups(u8, Vec<u8>),
    Guest(u8, u8),
    Delete(u8),
    Batch(Vec<Event>, u8),
    Transact(Event, u8),
}

fn some_event() -> impl Strategy<Value = Event> {
    let groups = proptest::collection::btree_set(0u8..5, 0..4);
    let guests = proptest::collection::btree_set(0u8..4, 0..3);
    (0u8..4, "[a-c]{1,2}", 0u64..3, groups, guests, any::<bool>(), proptest::option::of(0u8..3)).prop_map(
        |(id, title, starts_at, groups, guests, is_open, host)| Event {
            title,
            starts_at,
            is_open,
            host_id: host.map(|host| format!("h{host}")),
            group_ids: groups.into_iter().map(|group| format!("g{group}")).collect(),
            guests: guests
                .into_iter()
                .map(|user| Guest { user_id: format!("u{user}"), role: "guest".into() })
                .collect(),
            ..event(&format!("e{id}"), &[], &[])
        },
    )
}

fn some_write() -> impl Strategy<Value = Write> {
    let id = || 0u8..4;
    prop_oneof![
        some_event().prop_map(Write::Create),
        some_event().prop_map(Write::Put),
        some_event().prop_map(Write::Replace),
        (id(), "[a-c]{1,2}").prop_map(|(id, title)| Write::Title(id, title)),
        (id(), any::<bool>()).prop_map(|(id, open)| Write::Open(id, open)),
        (id(), proptest::option::of(0u8..3)).prop_map(|(id, host)| Write::Host(id, host)),
        (id(), proptest::collection::vec(0u8..5, 0..4)).prop_map(|(id, groups)| Write::Groups(id, groups)),
        (id(), 4u8..7).prop_map(|(id, user)| Write::Guest(id, user)),
        id().prop_map(Write::Delete),
        (proptest::collection::vec(some_event(), 0..3), id()).prop_map(|(events, id)| Write::Batch(events, id)),
        (some_event(), id()).prop_map(|(event, id)| Write::Transact(event, id)),
    ]
}

type Model = BTreeMap<String, Event>;

/// What the database does with a write, and what the model does: they must say the same.
async fn both(db: &Db, model: &mut Model, write: &Write) {
    let name = |id: &u8| format!("e{id}");
    let key = |id: &u8| Event::key(&name(id));
    let mut change = |id: &u8, change: &dyn Fn(&mut Event)| model.get_mut(&name(id)).map(change).is_some();
    let (done, expected) = match write {
        Write::Create(event) => {
            let is_new = !model.contains_key(&event.event_id);
            if is_new {
                model.insert(event.event_id.clone(), event.clone());
            }
            (db.create(event).await, is_new)
        }
        Write::Put(event) => {
            model.insert(event.event_id.clone(), event.clone());
            (db.put(event).await, true)
        }
        Write::Replace(event) => {
            let is_there = model.contains_key(&event.event_id);
            if is_there {
                model.insert(event.event_id.clone(), event.clone());
            }
            (db.replace(event).await, is_there)
        }
        Write::Title(id, title) => {
            let there = change(id, &|event| event.title.clone_from(title));
            (db.update(key(id)).set(Event::fields().title, &**title).await, there)
        }
        Write::Open(id, open) => {
            let there = change(id, &|event| (event.is_open, event.views) = (*open, event.views + 1));
            (db.update(key(id)).set(Event::fields().is_open, *open).add(Event::fields().views, 1).await, there)
        }
        Write::Host(id, host) => {
            let host = host.map(|host| format!("h{host}"));
            let there = change(id, &|event| event.host_id.clone_from(&host));
            (db.update(key(id)).set(Event::fields().host_id, host).await, there)
        }
        Write::Groups(id, groups) => {
            let groups: std::collections::BTreeSet<_> = groups.iter().map(|group| format!("g{group}")).collect();
            let there = change(id, &|event| event.group_ids.clone_from(&groups));
            (db.update(key(id)).set(Event::fields().group_ids, groups).await, there)
        }
        Write::Guest(id, user) => {
            let guest = Guest { user_id: format!("u{user}"), role: "cook".into() };
            let there = change(id, &|event| event.guests.push(guest.clone()));
            (db.update(key(id)).append(Event::fields().guests, [guest]).await, there)
        }
        Write::Delete(id) => {
            model.remove(&name(id));
            (db.delete(key(id)).await, true)
        }
        Write::Batch(events, id) => {
            let mut ids: Vec<_> = events.iter().map(|event| event.event_id.clone()).chain([name(id)]).collect();
            let all = ids.len();
            ids.sort();
            ids.dedup();
            let distinct = ids.len() == all;
            if distinct {
                model.extend(events.iter().map(|event| (event.event_id.clone(), event.clone())));
                model.remove(&name(id));
            }
            (db.batch_write().put_all(events).delete(key(id)).await, distinct)
        }
        Write::Transact(event, id) => {
            let possible = event.event_id != name(id) && !model.contains_key(&event.event_id);
            if possible {
                model.insert(event.event_id.clone(), event.clone());
                model.remove(&name(id));
            }
            (db.transact().create(event).delete(key(id)).await, possible)
        }
    };
    let refused =
        matches!(done, Err(Error::Exists(_) | Error::NotFound(_) | Error::InvalidOperation(_) | Error::Cancelled(_)));
    assert!(if expected { done.is_ok() } else { refused }, "{write:?}: {done:?}");
}

#[test]
fn any_sequence_of_writes_leaves_what_the_last_ones_say() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let db = runtime.block_on(engine::club_without_stream(Transport::Direct));
    let cases = if std::env::var("DYNAMODB_ENDPOINT").is_ok() { 8 } else { 64 };
    let mut runner =
        TestRunner::new(Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() });
    let sequences = proptest::collection::vec(some_write(), 1..12);
    runner
        .run(&sequences, |writes| {
            runtime.block_on(async {
                let mut model = Model::new();
                for write in &writes {
                    both(&db, &mut model, write).await;
                }
                let events: Vec<_> = model.values().cloned().collect();
                prop_assert_eq!(items(&db).await, expected(&events));
                for event in events {
                    db.delete(event.key()).await.unwrap();
                }
                prop_assert!(items(&db).await.is_empty());
                Ok(())
            })
        })
        .unwrap();
    let _ = runtime.block_on(db.delete_table::<Club>());
}
