//! Arguments by value or by reference, as is at hand: of key functions, queries, patterns, updates and conditions.

#![allow(clippy::iter_next_slice, clippy::unnecessary_to_owned)] // Every form of an argument is tried.

use std::borrow::Cow;
use std::ops::Bound;

use dynamo_core::Transport;
use dynamo_core::op::Update;
use dynamo_core::prelude::*;

use super::engine::table_of;

#[derive(Table, Debug, PartialEq)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[index(gsi3, name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
enum Shop {
    Order(Order),
}

#[derive(KeyField, Debug, Clone, PartialEq, Eq)]
struct ShopId(String);

impl From<String> for ShopId {
    fn from(id: String) -> Self {
        Self(id)
    }
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq, Eq)]
#[key_field(rename_all = "lowercase")]
enum Status {
    Closed,
    Open,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "USER#<user>",
    sk = "ORDER#<number:010>",
    gsi1 = ("STATUS#<status>", "SHOP#<shop>#<number:010>"),
    gsi2 = sparse("COUPON#<coupon>", "PLACE#<place>"),
    gsi3 = ("SHOP#<shop>", "NOTE#<note>"),
)]
#[access(one_order(user, number), get)]
#[access(in_shop(status, shop), index = gsi1)]
#[access(at_or_after(user, number >=))]
#[access(after_number(user, number >))]
#[access(before_number(user, number <))]
#[access(up_to(user, number <=))]
#[access(numbered(user, number ..))]
#[access(noted(shop, note begins_with), index = gsi3)]
struct Order {
    user: String,
    number: u64,
    status: Status,
    shop: ShopId,
    coupon: Option<String>,
    place: Option<String>,
    note: String,
    total: u64,
}

fn order(number: u64) -> Order {
    Order {
        user: "ada".into(),
        number,
        status: Status::Open,
        shop: ShopId("s1".into()),
        coupon: Some("z".into()),
        place: Some("york".into()),
        note: format!("gift {number}"),
        total: 10 * number,
    }
}

async fn shop() -> Db {
    let db = table_of::<Shop>(Transport::Direct).await;
    for number in [3, 9, 12] {
        db.create(&order(number)).await.unwrap();
    }
    db
}

/// The numbers that queries find.
macro_rules! found {
    ($db:ident, $expected:expr; $($query:expr),+ $(,)?) => {$(
        let orders = $db.query($query).all().await.unwrap();
        let mut numbers: Vec<_> = orders.iter().map(|order| order.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, $expected, stringify!($query));
    )+};
}

#[test]
fn keys_take_values_and_references() {
    let (name, number) = ("ada".to_owned(), 9_u64);
    let expected = order(9).key().unwrap();
    let names = ["ada"];
    let keys = [
        Order::key("ada", 9),
        Order::key("ada", &9),
        Order::key(&name, &number),
        Order::key(&name, number),
        Order::key(name.as_str(), 9u64),
        Order::key(name.clone(), 9u64),
        Order::key(Cow::from("ada"), 9),
        Order::key(&Cow::from("ada"), 9),
        Order::key(Box::<str>::from("ada"), 9),
        Order::key(std::sync::Arc::<str>::from("ada"), 9),
        Order::key(std::rc::Rc::<str>::from("ada"), 9),
        Order::key(names.iter().next().unwrap(), 9),
        Order::one_order("ada", 9),
        Order::one_order(&name, &number),
        Order::one_order(name.clone(), number),
    ];
    for (i, key) in keys.into_iter().enumerate() {
        assert_eq!(key.unwrap(), expected, "{i}");
    }
    let (pk, sk) = (expected.pk().to_owned(), expected.sk().unwrap().to_owned());
    let fields = ("ada".to_owned(), 9);
    assert_eq!(Order::parse_key(&pk, &sk).unwrap(), fields);
    assert_eq!(Order::parse_key(pk.as_str(), "ORDER#0000000009").unwrap(), fields);
    assert_eq!(Order::parse_key(pk, sk).unwrap(), fields);
    // Whatever the spelling, a value is checked.
    for refused in [Order::key(String::new(), 9), Order::key("a#b", 9), Order::key("ada", 99_999_999_999)] {
        assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
    }
}

#[tokio::test]
async fn queries_and_partitions_take_values_and_references() {
    let db = shop().await;
    let (name, id, status) = ("ada".to_owned(), ShopId("s1".into()), Status::Open);
    found!(db, [3, 9, 12];
        Order::query("ada"), Order::query(&name), Order::query(name.clone()),
        Order::query_gsi1(Status::Open), Order::query_gsi1(&Status::Open), Order::query_gsi1(status),
        Order::query_gsi3(&id), Order::query_gsi3(id.clone()), Order::query_gsi3(ShopId("s1".into())),
        Order::query_gsi3(&"s1".to_owned().into()),
        Order::query_gsi1(Status::Open).shop(&id), Order::query_gsi1(&status).shop(id.clone()),
        Order::in_shop(Status::Open, &id), Order::in_shop(&status, id.clone()),
    );
    for count in [
        db.query(Order::partition("ada")).count().await,
        db.query(Order::partition(&name)).count().await,
        db.query(Order::partition(name.clone())).count().await,
        db.query(Order::partition_gsi1(Status::Open)).count().await,
        db.query(Order::partition_gsi1(&Status::Open)).count().await,
        db.query(Order::partition_gsi3(id.clone())).count().await,
    ] {
        assert_eq!(count.unwrap(), 3);
    }
    // As a function: of strings, and of references to newtypes.
    let queries = [name.clone(), "bob".into()].map(Order::query);
    assert_eq!(db.query_merged(queries).all().await.unwrap().len(), 3);
    let ids = [id];
    let queries: Vec<_> = ids.iter().map(Order::query_gsi3).collect();
    assert_eq!(db.query_merged(queries).all().await.unwrap().len(), 3);
}

#[tokio::test]
async fn fields_are_narrowed_by_values_and_references() {
    let db = shop().await;
    let (id, nine, twelve) = (ShopId("s1".into()), 9, 12);
    let of_ada = || Order::query("ada");
    found!(db, [9];
        of_ada().number(9), of_ada().number(&9), of_ada().number(nine), of_ada().number(&nine),
        of_ada().number(9..12), of_ada().number(&9..&12), of_ada().number(nine..twelve), of_ada().number(&nine..&twelve),
        Order::query_gsi1(Status::Open).shop(&id).number(9), Order::query_gsi1(&Status::Open).shop(id.clone()).number(&9),
        Order::numbered("ada", 9), Order::numbered("ada", &9), Order::numbered("ada".to_owned(), 9..=9),
        Order::numbered("ada", &9..&12),
        Order::noted(&id, "gift 9"), Order::noted(id.clone(), "gift 9".to_owned()), Order::noted(&id, &"gift 9".to_owned()),
        Order::query_gsi3(&id).note("gift 9"), Order::query_gsi3(&id).note("gift 9".to_owned()),
        Order::query_gsi3(&id).note(&"gift 9".to_owned()), Order::query_gsi3(&id).note(begins_with("gift 9")),
        Order::query_gsi3(&id).note(begins_with("gift 9".to_owned())),
        Order::query_gsi3(&id).note(begins_with(&"gift 9".to_owned())),
        Order::query_gsi3(&id).note("gift 8".."gift :"),
        Order::query_gsi3(&id).note("gift 8".to_owned().."gift :".to_owned()),
        Order::query_gsi3(&id).note(&"gift 8".to_owned()..=&"gift 9".to_owned()),
    );
    found!(db, [9, 12];
        of_ada().number(9..), of_ada().number(&9..), of_ada().number(9..=12), of_ada().number(&9..=&12),
        of_ada().number(gt(3)), of_ada().number(gt(&3)),
        of_ada().number((Bound::Excluded(3), Bound::Unbounded)), of_ada().number((Bound::Excluded(&3), Bound::Unbounded)),
        Order::at_or_after("ada", 9), Order::at_or_after("ada", &9), Order::at_or_after(&"ada".to_owned(), nine),
        Order::after_number("ada", 3), Order::after_number("ada".to_owned(), &3), Order::numbered("ada", gt(3)),
    );
    found!(db, [3];
        of_ada().number(..9), of_ada().number(..&9), of_ada().number(..=3), of_ada().number(..=&3),
        Order::before_number("ada", 9), Order::before_number("ada", &nine),
        Order::up_to("ada", 3), Order::up_to(&"ada".to_owned(), &3),
    );
}

#[tokio::test]
async fn an_optional_field_takes_what_it_may_hold() {
    let db = shop().await;
    let (coupon, place) = ("z".to_owned(), "york".to_owned());
    found!(db, [3, 9, 12];
        Order::query_gsi2("z"), Order::query_gsi2(&coupon), Order::query_gsi2(coupon.clone()),
        Order::query_gsi2(Some(coupon.clone())), Order::query_gsi2(&Some(coupon.clone())),
        Order::query_gsi2("z").place("york"), Order::query_gsi2("z").place(&place),
        Order::query_gsi2("z").place(place.clone()), Order::query_gsi2("z").place(Some(place.clone())),
        Order::query_gsi2("z").place(&Some(place.clone())), Order::query_gsi2("z").place(begins_with("yo")),
        Order::query_gsi2("z").place("x".."z"), Order::query_gsi2("z").place(place.clone()..),
        Order::query_gsi2("z").place(..=Some(place.clone())),
    );
    assert_eq!(db.query(Order::partition_gsi2(Some(coupon))).count().await.unwrap(), 3);
    // No item without a coupon is in the index.
    for refused in [
        db.query(Order::query_gsi2(None)).all().await,
        db.query(Order::query_gsi2("z").place(None)).all().await,
        db.query(Order::query_gsi2("z").place(..None)).all().await,
    ] {
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("is `None`, and the key needs it"), "{error}");
    }
}

#[tokio::test]
async fn updates_and_conditions_take_values_and_references() {
    let db = shop().await;
    let (fields, key, id) = (Order::fields, || Order::key("ada", 9), ShopId("s1".into()));
    let (total, note) = (7_u64, "new".to_owned());
    db.update(key()).set(fields().total, 7).when(fields().status.eq(Status::Open)).await.unwrap();
    db.update(key()).set(fields().total, &total).when(fields().status.eq(&Status::Open)).await.unwrap();
    db.update(key()).set(fields().status, Status::Closed).when(fields().shop.eq(&id)).await.unwrap();
    db.update(key()).set(fields().status, &Status::Open).when(fields().shop.eq(id)).await.unwrap();
    db.update(key()).set(fields().note, "new").when(fields().coupon.eq("z")).await.unwrap();
    db.update(key()).set(fields().note, &note).when(fields().coupon.eq("z".to_owned())).await.unwrap();
    db.update(key()).set(fields().note, note).when(fields().coupon.eq(Some("z".to_owned()))).await.unwrap();
    let (coupon, place) = (Some("y".to_owned()), Some("leeds".to_owned()));
    db.update(key()).set((fields().coupon, fields().place), (coupon.clone(), place)).await.unwrap();
    found!(db, [9]; Order::query_gsi2("y").place("leeds"));
    let both = || (fields().coupon, fields().place);
    for set in [
        |update: Update<Order>, both| update.set(both, ("x", "hull")),
        |update: Update<Order>, both| update.set(both, ("x".to_owned(), &"hull".to_owned())),
        |update: Update<Order>, both| update.set(both, (&Some("x".to_owned()), Some("hull".to_owned()))),
    ] {
        db.update(key()).set(both(), (None, None)).await.unwrap();
        found!(db, [0; 0]; Order::query_gsi2("x"));
        set(db.update(key()), both()).await.unwrap();
        found!(db, [9]; Order::query_gsi2("x").place("hull"));
    }
    db.update(key()).set(both(), (coupon, None)).await.unwrap();
    found!(db, [0; 0]; Order::query_gsi2("y"));
    for condition in [
        fields().coupon.eq("y"),
        fields().place.eq(None),
        fields().note.begins_with("ne"),
        fields().note.begins_with("ne".to_owned()),
        fields().total.between(&7, 7),
        fields().total.is_in([7]),
        fields().total.is_in([&7]),
    ] {
        let found = db.query(Order::query("ada")).filter(condition.clone()).all().await.unwrap();
        assert_eq!(found.iter().map(|order| order.number).collect::<Vec<_>>(), [9], "{condition}");
    }
}
