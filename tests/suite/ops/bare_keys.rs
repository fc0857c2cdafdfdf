//! Fields that are index keys by themselves, and numbers in sort keys that have no order.

use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::engine::table_of;

/// AWS's package delivery design in small: every index key is a plain attribute.
#[derive(Table, Debug, PartialEq)]
#[table(name = "delivery", pk = "PK", sk = "SK")]
#[index(by_courier, name = "ByCourier", pk = "courier", sk = "dueAt")]
#[index(by_place, name = "ByPlace", pk = ["region", "city"], sk = ["street", "door"], sk_type = ["S", "N"])]
#[index(by_score, name = "ByScore", pk = "region", sk = "score", sk_type = "N")]
enum Delivery {
    Package(Package),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Delivery,
    pk = "PACKAGE#<number>",
    sk = "PACKAGE#<number>",
    rename_all = "camelCase",
    by_courier = sparse(courier, due_at),
    by_place = sparse([region, city], [street, door]),
    by_score = (region, score),
)]
struct Package {
    number: u64,
    courier: Option<String>,
    due_at: Option<Timestamp>,
    region: String,
    city: String,
    street: Option<String>,
    door: u32,
    score: i64,
}

fn package(number: u64) -> Package {
    let (region, city) = ("north".into(), "york".into());
    Package { number, courier: None, due_at: None, region, city, street: None, door: 7, score: 0 }
}

#[tokio::test]
async fn each_of_the_fields_can_be_set_alone() {
    for transport in crate::ops::transports() {
        let db = table_of::<Delivery>(transport).await;
        db.create(&package(10)).await.unwrap();
        let (key, fields) = (|| Package::key(&10), Package::fields);
        let at = |millis| Timestamp::from_millis(millis).unwrap();
        db.update(key()).set(fields().courier, Some("ann".to_owned())).await.unwrap();
        assert_eq!(db.query(Package::query_by_courier("ann")).all().await.unwrap(), []);
        db.update(key()).set(fields().due_at, Some(at(5))).await.unwrap();
        assert_eq!(db.query(Package::query_by_courier("ann")).all().await.unwrap().len(), 1);
        db.update(key()).set(fields().courier, Some("bob".to_owned())).await.unwrap();
        assert_eq!(db.query(Package::query_by_courier("ann")).all().await.unwrap(), []);
        let of_bob = db.query(Package::query_by_courier("bob").due_at(at(1)..at(9))).all().await.unwrap();
        assert_eq!(of_bob, [Package { courier: Some("bob".into()), due_at: Some(at(5)), ..package(10) }]);
        db.update(key()).remove(fields().due_at).await.unwrap();
        assert_eq!(db.query(Package::query_by_courier("bob")).all().await.unwrap(), []);

        db.update(key()).set(fields().street, Some("mill".to_owned())).set(fields().door, 8).await.unwrap();
        let there = db.query(Package::query_by_place("north", "york").street("mill").door(&8)).all().await.unwrap();
        assert_eq!(there.len(), 1);
        db.update(key()).set(fields().city, "leeds").await.unwrap();
        assert_eq!(db.query(Package::query_by_place("north", "york")).count().await.unwrap(), 0);
        assert_eq!(db.query(Package::query_by_place("north", "leeds")).count().await.unwrap(), 1);
        // What DynamoDB computes is the key itself.
        db.update(key()).add(fields().score, 5).await.unwrap();
        db.update(key()).subtract(fields().score, 7).await.unwrap();
        assert_eq!(db.query(Package::query_by_score("north").score(&-2)).count().await.unwrap(), 1);
    }
}

/// DynamoDB would reject them, whichever request they are in.
#[tokio::test]
async fn values_that_cannot_be_keys_are_refused_before_they_are_sent() {
    let db = table_of::<Delivery>(Transport::Direct).await;
    db.create(&package(1)).await.unwrap();
    let refused = db.update(Package::key(&1)).set(Package::fields().courier, Some(String::new())).await;
    assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
    let refused = db.update(Package::key(&1)).set(Package::fields().city, "").await;
    assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
}

/// A sort key that repeats its partition key has one value in it, so its number needs no width.
#[test]
fn numbers_of_the_partition_need_no_padding_in_the_sort_key() {
    let key = Package::key(&9).unwrap();
    assert_eq!((key.pk(), key.sk()), ("PACKAGE#9", Some("PACKAGE#9")));
    assert_eq!(Package::parse_key("PACKAGE#9", "PACKAGE#9").unwrap(), (9,));
    assert!(Package::parse_key("PACKAGE#9", "PACKAGE#10").is_err());
}

/// Templates that the primary key tells, beside fields that are keys by themselves.
#[derive(Table, Debug, PartialEq)]
#[table(name = "rides", pk = "PK", sk = "SK")]
#[index(coming, name = "Coming", pk = "ComingPK", sk = ["region", "eta"], sk_type = ["S", "N"])]
#[index(going, name = "Going", pk = "GoingPK", sk = ["gate", "etd"], sk_type = ["S", "N"])]
enum Rides {
    Ride(Ride),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Rides,
    pk = "RIDE#<id>",
    sk = "RIDE",
    coming = sparse("COMING#<id>", [region, eta]),
    going = sparse("GOING#<id>", [gate, etd]),
)]
struct Ride {
    id: String,
    region: String,
    eta: Option<u64>,
    gate: Option<String>,
    etd: Option<u64>,
}

#[tokio::test]
async fn fields_beside_a_template_of_the_primary_key_can_be_set_alone() {
    for transport in crate::ops::transports() {
        let db = table_of::<Rides>(transport).await;
        db.create(&Ride { id: "r".into(), region: "n".into(), eta: None, gate: None, etd: None }).await.unwrap();
        let (key, fields) = (|| Ride::key("r"), Ride::fields);
        let places = async || {
            let coming = db.query(Ride::query_coming("r")).all().await.unwrap();
            let going = db.query(Ride::query_going("r")).all().await.unwrap();
            let coming = coming.into_iter().map(|ride| format!("{}{}", ride.region, ride.eta.unwrap()));
            let going = going.into_iter().map(|ride| format!("{}{}", ride.gate.unwrap(), ride.etd.unwrap()));
            (coming.collect::<String>(), going.collect::<String>())
        };
        let is = |coming: &str, going: &str| (coming.to_owned(), going.to_owned());
        db.update(key()).set(fields().region, "s").await.unwrap();
        assert_eq!(places().await, is("", ""));
        db.update(key()).set(fields().eta, 5).await.unwrap();
        assert_eq!(places().await, is("s5", ""));
        db.update(key()).set(fields().region, "w").await.unwrap();
        assert_eq!(places().await, is("w5", ""));
        db.update(key()).remove(fields().eta).await.unwrap();
        assert_eq!(places().await, is("", ""));
        // Which of the two comes first does not matter.
        db.update(key()).set(fields().etd, 7).await.unwrap();
        assert_eq!(places().await, is("", ""));
        db.update(key()).set(fields().gate, "g").await.unwrap();
        assert_eq!(places().await, is("", "g7"));
        db.update(key()).set(fields().etd, 8).await.unwrap();
        assert_eq!(places().await, is("", "g8"));
        db.update(key()).set(fields().gate, None).await.unwrap();
        assert_eq!(places().await, is("", ""));
        db.update(key()).set(fields().gate, "h").set(fields().eta, Some(1)).await.unwrap();
        assert_eq!(places().await, is("w1", "h8"));
    }
}
