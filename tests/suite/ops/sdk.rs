//! `into_sdk()` of every builder: the request can be sent as it is, and changed before.

use aws_sdk_dynamodb::types::AttributeValue;

use super::depot::{Bin, Depot, Doc, Hits, Parcel, ParcelCard, bin, doc, parcel};
use super::engine::on;

on! {
    async fn writes_can_be_sent_and_changed(db: Depot) {
        let f = Doc::fields;
        db.put(&doc("d1")).into_sdk().unwrap().send().await.unwrap();
        db.create(&doc("d2")).into_sdk().unwrap().send().await.unwrap();
        db.put(&doc("d1")).when(f().reads.eq(0)).into_sdk().unwrap().send().await.unwrap_err();
        let put = || db.replace(&doc("d1")).when(f().text.eq("No")).into_sdk().unwrap();
        put().set_condition_expression(None).send().await.unwrap();
        put().condition_expression("attribute_exists(PK)").send().await.unwrap();
        let named = put().condition_expression("attribute_exists(#mine)").expression_attribute_names("#mine", "PK");
        named.send().await.unwrap();
        // A placeholder of the caller that is not used is the caller's mistake.
        put().set_condition_expression(None).expression_attribute_names("#mine", "PK").send().await.unwrap_err();

        let insert = || db.insert_or_get(&doc("d3")).into_sdk().unwrap().send();
        insert().await.unwrap();
        let existing = insert().await.unwrap_err().into_service_error();
        let aws_sdk_dynamodb::operation::put_item::PutItemError::ConditionalCheckFailedException(existing) = existing else {
            panic!("{existing:?}");
        };
        assert_eq!(existing.item().unwrap()["id"], AttributeValue::S("d3".into()));

        let update = || db.update(Doc::key("d1")).set(f().text, "New").add(f().reads, 1).when(f().text.eq("No"));
        update().into_sdk().unwrap().send().await.unwrap_err();
        update().into_sdk().unwrap().set_condition_expression(None).send().await.unwrap();
        update().into_sdk().unwrap().condition_expression("attribute_exists(PK)").send().await.unwrap();
        let other = update().into_sdk().unwrap().update_expression("SET #text = :text").set_condition_expression(None);
        let other = other.expression_attribute_names("#text", "text").expression_attribute_values(":text", AttributeValue::S("Mine".into()));
        other.send().await.unwrap();
        let now = db.get(Doc::key("d1")).await.unwrap().unwrap();
        assert_eq!((now.text.as_str(), now.reads), ("Mine", 2));
        let answer = db.update(Doc::key("d1")).add(f().reads, 1).returning_new().into_sdk().unwrap().send().await.unwrap();
        assert_eq!(answer.attributes.unwrap()["reads"], AttributeValue::N("3".into()));
        let bins = db.update(Bin::key("ann", "b1")).add(Bin::fields().uses, 1).into_sdk().unwrap();
        bins.set_condition_expression(None).send().await.unwrap();

        let hits = || db.upsert(&Hits::new("mon")).add(Hits::fields().count, 1).into_sdk().unwrap();
        hits().send().await.unwrap();
        hits().send().await.unwrap();
        hits().set_condition_expression(None).send().await.unwrap();
        assert_eq!(db.get(Hits::key("mon")).await.unwrap(), Some(Hits { count: 3, ..Hits::new("mon") }));

        let delete = || db.delete(Doc::key("d1")).when(f().text.eq("No")).into_sdk().unwrap();
        delete().send().await.unwrap_err();
        delete().condition_expression("attribute_exists(PK)").send().await.unwrap();
        assert_eq!(db.get(Doc::key("d1")).await.unwrap(), None);

        for request in db.batch_write().put(&parcel("ann", "p1")).delete(Doc::key("d2")).into_sdk().unwrap() {
            request.send().await.unwrap();
        }
        let transact = db.transact().put(&parcel("ann", "p2")).update(Parcel::key("ann", "p1"), |update| update.set(Parcel::fields().note, "Hi"));
        let transact = transact.upsert(&Hits::new("mon"), |upsert| upsert.add(Hits::fields().count, 1));
        transact.check(Doc::key("d9"), |check| check.absent()).into_sdk().unwrap().send().await.unwrap();
        assert_eq!(db.get(Parcel::key("ann", "p1")).await.unwrap().unwrap().note.as_deref(), Some("Hi"));
        assert_eq!(db.get(Hits::key("mon")).await.unwrap().unwrap().count, 4);
    }

    async fn reads_can_be_sent_and_changed(db: Depot) {
        db.batch_write().put_all(&[parcel("ann", "p1"), parcel("ann", "p2")]).put(&bin("ann", "b1")).await.unwrap();
        let get = || db.get(Parcel::key("ann", "p1")).project::<ParcelCard>().unexpired().into_sdk().unwrap();
        assert!(!get().send().await.unwrap().item.unwrap().contains_key("label"));
        assert!(get().set_projection_expression(None).send().await.unwrap().item.unwrap().contains_key("label"));
        db.get(Parcel::key("ann", "p1")).consistent().into_sdk().unwrap().send().await.unwrap();
        for request in db.batch_get([Parcel::key("ann", "p1")]).project::<ParcelCard>().into_sdk().unwrap() {
            assert_eq!(request.send().await.unwrap().responses.unwrap().into_values().flatten().count(), 1);
        }
        for request in db.batch_get_any::<Depot>([Parcel::key("ann", "p1").into(), Bin::key("ann", "b1").into()]).into_sdk().unwrap() {
            assert_eq!(request.send().await.unwrap().responses.unwrap().into_values().flatten().count(), 2);
        }
        let query = || {
            let query = db.query(Parcel::query("ann")).filter(Parcel::fields().label.eq("Label p2")).unexpired();
            query.project::<ParcelCard>().descending().limit(10).into_sdk().unwrap().remove(0)
        };
        assert_eq!(query().send().await.unwrap().count, 1);
        assert_eq!(query().set_filter_expression(None).send().await.unwrap().count, 2);
        assert_eq!(query().set_projection_expression(None).set_filter_expression(None).send().await.unwrap().count, 2);
        let query = query().key_condition_expression("PK = :pk").expression_attribute_values(":pk", AttributeValue::S("USER#ann".into()));
        assert_eq!(query.set_filter_expression(None).send().await.unwrap().count, 3);
        let none = db.query(Depot::partition("USER#ann").from("X").to("A")).into_sdk().unwrap();
        assert!(none.is_empty(), "nothing is between them");
        let page = db.query(Parcel::query("ann")).limit(1).page().await.unwrap();
        let rest = db.query(Parcel::query("ann")).after(&page.next.unwrap()).into_sdk().unwrap().remove(0);
        assert_eq!(rest.send().await.unwrap().count, 1);
        let scan = || db.scan::<Parcel>().filter(Parcel::fields().label.eq("Label p2")).unexpired().into_sdk().unwrap();
        assert_eq!(scan().send().await.unwrap().count, 1);
        assert_eq!(scan().set_filter_expression(None).send().await.unwrap().count, 3);
        let scan = db.scan_index(Parcel::by_rank()).project::<ParcelCard>().into_sdk().unwrap();
        assert_eq!(scan.set_filter_expression(None).send().await.unwrap().count, 2);
        let both = db.transact_get((Parcel::key("ann", "p1"), Bin::key("ann", "b1"))).into_sdk().unwrap();
        assert_eq!(both.send().await.unwrap().responses.unwrap().len(), 2);
    }
}
