//! Pointers are in step with their canonical records, whatever is written and however.

use std::collections::BTreeMap;

use dynamo_core::codec::AttributeValue;
use dynamo_core::{Db, Entity, Error, Item, Table};

use super::club::{Club, Event, GroupEvent, Guest, GuestEvent, HostEvent, OpenEvent, event};
use super::engine::on_club;

/// Every item of the table, by its key.
pub(crate) async fn items(db: &Db) -> BTreeMap<String, Item> {
    let table = db.table_name::<Club>().unwrap();
    let mut pages = db.client().scan().table_name(table).consistent_read(true).into_paginator().items().send();
    let mut items = BTreeMap::new();
    while let Some(item) = pages.next().await {
        let item = item.unwrap();
        let key = format!("{} / {}", item["PK"].as_s().unwrap(), item["SK"].as_s().unwrap());
        items.insert(key, item);
    }
    items
}

/// What the table would be if all of these were written once and nothing else ever was.
pub(crate) fn expected(events: &[Event]) -> BTreeMap<String, Item> {
    let mut all = BTreeMap::new();
    let mut put = |entity: &dyn Fn() -> Item| {
        let item = entity();
        all.insert(format!("{} / {}", item["PK"].as_s().unwrap(), item["SK"].as_s().unwrap()), item);
    };
    for event in events {
        put(&|| event.to_item().unwrap());
        let (event_id, title, starts_at) = (event.event_id.clone(), event.title.clone(), event.starts_at);
        for group_id in &event.group_ids {
            let (group_id, event_id, title) = (group_id.clone(), event_id.clone(), title.clone());
            put(&|| {
                let (group_id, event_id, title) = (group_id.clone(), event_id.clone(), title.clone());
                GroupEvent { group_id, event_id, title, starts_at }.to_item().unwrap()
            });
        }
        for guest in &event.guests {
            put(&|| {
                let (user_id, role) = (guest.user_id.clone(), guest.role.clone());
                let (event_id, city) = (event_id.clone(), event.spot.city.clone());
                GuestEvent { user_id, event_id, starts_at, role, city }.to_item().unwrap()
            });
        }
        if let Some(host_id) = &event.host_id {
            put(&|| {
                HostEvent { host_id: host_id.clone(), event_id: event_id.clone(), title: title.clone() }
                    .to_item()
                    .unwrap()
            });
        }
        if event.is_open {
            let headline = format!("{title} in {}", event.spot.city);
            put(&|| OpenEvent { event_id: event_id.clone(), headline: headline.clone() }.to_item().unwrap());
        }
    }
    all
}

pub(crate) async fn assert_in_step(db: &Db, events: &[Event]) {
    let (found, expected) = (items(db).await, expected(events));
    let keys = |items: &BTreeMap<String, Item>| items.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&found), keys(&expected));
    for (key, item) in &expected {
        assert_eq!(&found[key], item, "{key}");
    }
}

on_club! {
    async fn every_write_carries_the_pointers(db) {
        let mut e = event("e1", &["g1", "g2"], &["ann"]);
        db.create(&e).await.unwrap();
        assert_in_step(&db, &[e.clone()]).await;
        let list = db.query(GroupEvent::query("g1")).page().await.unwrap().items;
        assert_eq!(list.len(), 1);
        assert_eq!(db.query(GroupEvent::query_by_time("g2").starts_at(..2_000)).page().await.unwrap().items.len(), 1);

        let fields = Event::fields();
        db.update(e.key()).set(fields.title, "Party").set(fields.is_open, true).await.unwrap();
        (e.title, e.is_open) = ("Party".into(), true);
        assert_in_step(&db, &[e.clone()]).await;

        // The guest's sort key and the group's index key.
        db.update(e.key()).set(Event::fields().starts_at, 2_000).await.unwrap();
        e.starts_at = 2_000;
        assert_in_step(&db, &[e.clone()]).await;

        // A group goes, another comes, a host comes, the event closes.
        e.group_ids = ["g2".to_owned(), "g3".to_owned()].into();
        (e.host_id, e.is_open) = (Some("bob".into()), false);
        db.replace(&e).await.unwrap();
        assert_in_step(&db, &[e.clone()]).await;

        e.guests.push(Guest { user_id: "cid".into(), role: "cook".into() });
        db.put(&e).await.unwrap();
        assert_in_step(&db, &[e.clone()]).await;

        e.spot.city = "Bonn".into();
        db.batch_write().put(&e).put(&event("e2", &["g1"], &[])).await.unwrap();
        assert_in_step(&db, &[e.clone(), event("e2", &["g1"], &[])]).await;

        e.host_id = None;
        let third = event("e3", &[], &["ann"]);
        db.transact().update(e.key(), |update| update.remove(Event::fields().host_id)).create(&third).delete(Event::key("e2")).await.unwrap();
        assert_in_step(&db, &[e.clone(), third.clone()]).await;

        db.delete(third.key()).await.unwrap();
        db.batch_write().delete(e.key()).await.unwrap();
        assert_in_step(&db, &[]).await;
    }

    async fn what_did_not_change_is_not_written(db) {
        let e = event("e1", &["g1", "g2", "g3"], &["ann", "bob"]);
        let ((), cost) = db.create(&e).metered().await.unwrap();
        assert_eq!(cost.requests, 1);
        // Nothing is made from the notes by name, but `open` and `headline` are functions of all of it: read, and no more.
        let ((), cost) = db.update(e.key()).set(Event::fields().notes, "Bring bread").metered().await.unwrap();
        assert_eq!((cost.requests, cost.write_units), (2, 1.0));
        let ((), cost) = db.update(e.key()).set(Event::fields().host_id, "cid").metered().await.unwrap();
        assert_eq!(cost.requests, 2);
        assert_eq!(db.get(HostEvent::key("cid", "e1")).await.unwrap().unwrap().title, "Picnic");
    }

    async fn nothing_is_written_when_something_is_refused(db) {
        let e = event("e1", &["g1"], &["ann"]);
        db.create(&e).await.unwrap();
        let Err(Error::Exists(failure)) = db.create(&event("e1", &["g9"], &[])).await else { panic!("it is there") };
        assert_eq!(failure.item::<Event>().unwrap(), Some(e.clone()));
        let stale = Event::fields().title.eq("Other");
        let update = db.update(e.key()).set(Event::fields().title, "Party").when(stale).await;
        assert!(matches!(update, Err(Error::ConditionFailed(_))), "{update:?}");
        assert!(matches!(db.replace(&event("e7", &["g9"], &[])).await, Err(Error::NotFound(_))));
        let missing = db.update(Event::key("e7")).set(Event::fields().title, "Party").await;
        assert!(matches!(missing, Err(Error::NotFound(_))), "{missing:?}");
        db.delete(Event::key("e7")).await.unwrap();
        assert!(matches!(db.delete(Event::key("e7")).existing().await, Err(Error::NotFound(_))));
        // A group whose name would forge a key: the pointer cannot be written, so the record is not.
        let forged = event("e8", &["g#1"], &[]);
        assert!(matches!(db.create(&forged).await, Err(Error::Key(_))));
        let twins = event("e9", &[], &["ann", "ann"]);
        db.create(&twins).await.unwrap();
        let mut differing = event("e10", &[], &["ann", "ann"]);
        differing.guests[1].role = "cook".into();
        assert!(matches!(db.create(&differing).await, Err(Error::InvalidOperation(_))));
        assert_in_step(&db, &[e, twins]).await;
    }

    async fn writes_give_back_what_was_and_what_is(db) {
        let e = event("e1", &["g1"], &[]);
        assert_eq!(db.put(&e).returning_old().await.unwrap(), None);
        let party = Event { title: "Party".into(), ..e.clone() };
        assert_eq!(db.put(&party).returning_old().await.unwrap(), Some(e.clone()));
        let seen = db.update(e.key()).add(Event::fields().views, 2).returning_new().await.unwrap();
        assert_eq!(seen, Event { views: 2, ..party.clone() });
        let old = db.update(e.key()).set(Event::fields().title, "Picnic").returning_old().await.unwrap();
        assert_eq!(old.unwrap().title, "Party");
        assert_eq!(db.delete(e.key()).returning_old().await.unwrap().unwrap().title, "Picnic");
        assert_in_step(&db, &[]).await;
    }

    async fn what_was_is_told_though_an_answer_is_lost(db) {
        let (db, faults) = super::fault::faulty(db.clone());
        let e = event("e1", &["g1"], &[]);
        db.create(&e).await.unwrap();
        let seen = Event { notes: Some("Hi".into()), ..e.clone() };
        faults.next([super::fault::Fault::None, super::fault::Fault::AnswerLost]);
        assert_eq!(db.put(&seen).returning_old().await.unwrap(), Some(e.clone()));
        faults.next([super::fault::Fault::None, super::fault::Fault::AnswerLost]);
        assert_eq!(db.delete(e.key()).returning_old().await.unwrap(), Some(seen));
        faults.none();
        assert_in_step(&db, &[]).await;
    }

    async fn more_than_a_transaction_takes(db) {
        let groups: Vec<String> = (0..250).map(|i| format!("g{i:03}")).collect();
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        let mut e = event("e1", &groups, &[]);
        let ((), cost) = db.create(&e).metered().await.unwrap();
        assert_eq!(cost.requests, 3);
        assert_in_step(&db, &[e.clone()]).await;
        e.title = "Party".into();
        let ((), cost) = db.update(e.key()).set(Event::fields().title, "Party").metered().await.unwrap();
        assert_eq!(cost.requests, 4);
        assert_in_step(&db, &[e.clone()]).await;
        e.group_ids = groups[200..].iter().map(ToString::to_string).collect();
        db.put(&e).await.unwrap();
        assert_in_step(&db, &[e.clone()]).await;
        let all = event("e2", &groups, &[]);
        db.transact().delete(e.key()).create(&all).await.unwrap();
        assert_in_step(&db, std::slice::from_ref(&all)).await;
        db.delete(all.key()).await.unwrap();
        assert_in_step(&db, &[]).await;
    }

    async fn attributes_that_no_field_has_stay(db) {
        let e = event("e1", &["g1"], &[]);
        let mut item = e.to_item().unwrap();
        item.insert("more".into(), AttributeValue::S("kept".into()));
        let table = db.table_name::<Club>().unwrap();
        db.client().put_item().table_name(table).set_item(Some(item)).send().await.unwrap();
        db.update(e.key()).set(Event::fields().title, "Party").await.unwrap();
        assert_eq!(items(&db).await["EVENT#e1 / META"]["more"], AttributeValue::S("kept".into()));
        let Club::GroupEvent(pointer) = Club::from_item(items(&db).await.remove("GROUP#g1 / EVENT#e1").unwrap()).unwrap() else { panic!() };
        assert_eq!(pointer.title, "Party");
    }
}
