//! Filters on items of old schema versions: what DynamoDB says of an item in its current form, we say of its old form.

use dynamo_core::Names;
use dynamo_core::Transport;
use dynamo_core::expr::Condition;
use dynamo_core::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::engine::empty;

#[derive(Table, Debug, PartialEq)]
#[table(name = "things", pk = "PK", sk = "SK")]
pub(crate) enum Things {
    Thing(Thing),
}

/// In its first form, the attributes had other names.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Things, pk = "BOX#<boxed>", sk = "THING#<id>", schema_version = 2, upgrade = renamed)]
pub(crate) struct Thing {
    boxed: String,
    id: String,
    number: Option<f64>,
    other: Option<f64>,
    text: Option<String>,
    list: Vec<String>,
    #[entity(set)]
    set: std::collections::BTreeSet<i64>,
    flag: Option<bool>,
}

const NAMES: [&str; 6] = ["number", "other", "text", "list", "set", "flag"];

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn renamed(_: u32, mut item: Item) -> Result<Item, &'static str> {
    for name in NAMES {
        if let Some(value) = item.remove(&format!("old-{name}")) {
            item.insert(name.to_owned(), value);
        }
    }
    Ok(item)
}

fn old(mut item: Item) -> Item {
    item.remove("schemaVersion");
    for name in NAMES {
        if let Some(value) = item.remove(name) {
            item.insert(format!("old-{name}"), value);
        }
    }
    item
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(-1.5), Just(1.5), Just(2.0), Just(10.0), Just(1e20), Just(0.001)]
}

fn text() -> impl Strategy<Value = String> {
    "[ab\u{e9}\u{1f600}]{0,3}".prop_map(|text| text)
}

fn thing(boxed: &'static str, id: usize) -> impl Strategy<Value = Thing> {
    let numbers = (proptest::option::of(number()), proptest::option::of(number()));
    let set = proptest::collection::btree_set(-1..3_i64, 0..3);
    let rest = (
        proptest::option::of(text()),
        proptest::collection::vec(text(), 0..3),
        set,
        proptest::option::of(any::<bool>()),
    );
    (numbers, rest).prop_map(move |((number, other), (text, list, set, flag))| Thing {
        boxed: boxed.into(),
        id: format!("{id:02}"),
        number,
        other,
        text,
        list,
        set,
        flag,
    })
}

fn leaf() -> impl Strategy<Value = Condition<Thing>> {
    let of = Thing::fields;
    prop_oneof![
        number().prop_map(move |n| of().number.eq(n)),
        number().prop_map(move |n| of().number.ne(n)),
        number().prop_map(move |n| of().number.lt(n)),
        number().prop_map(move |n| of().number.ge(n)),
        Just(of().number.le(of().other)),
        Just(of().number.gt(of().other)),
        Just(of().number.eq(of().other)),
        (number(), number()).prop_map(move |(a, b)| of().number.between(a.min(b), a.max(b))),
        proptest::collection::vec(number(), 1..3).prop_map(move |all| of().number.is_in(all)),
        text().prop_map(move |text| of().text.eq(text)),
        text().prop_map(move |text| of().text.lt(text)),
        "[ab]{1,2}".prop_map(move |text| of().text.begins_with(&text)),
        "[ab]{1,2}".prop_map(move |text| of().text.contains(text.as_str())),
        (0..3_usize).prop_map(move |size| of().text.size().gt(size)),
        (0..3_usize).prop_map(move |size| of().list.size().eq(size)),
        text().prop_map(move |text| of().list.contains(text)),
        (-1..3_i64).prop_map(move |n| of().set.contains(n)),
        Just(of().set.exists()),
        Just(of().flag.absent()),
        any::<bool>().prop_map(move |flag| of().flag.eq(flag)),
        Just(of().number.is_type(dynamo_core::schema::AttributeType::N)),
        Just(of().set.is_type(dynamo_core::schema::AttributeType::Set)),
    ]
}

fn condition() -> impl Strategy<Value = Condition<Thing>> {
    leaf().prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a & b),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a | b),
            inner.prop_map(|a| !a),
        ]
    })
}

#[tokio::test]
async fn a_filter_says_the_same_of_old_items() {
    let name = format!("things-{}", std::process::id());
    let db = empty(Transport::Direct).await.with_names(Names::new().rename::<Things>(name));
    db.create_table::<Things>().await.unwrap();
    let table = db.table_name::<Things>().unwrap();
    let mut runner = TestRunner::deterministic();
    for id in 0..40 {
        let thing = thing("new", id).new_tree(&mut runner).unwrap().current();
        db.create(&thing).await.unwrap();
        let item = old(Thing { boxed: "old".into(), ..thing }.to_item().unwrap());
        assert!(!item.contains_key("number"));
        db.client().put_item().table_name(&table).set_item(Some(item)).send().await.unwrap();
    }
    let (mut some, mut none) = (0, 0);
    let (tries, least_some, least_none) = crate::long::in_long((200, 50, 5), (80, 20, 2));
    for _ in 0..tries {
        let condition = condition().new_tree(&mut runner).unwrap().current();
        let ids = |things: Vec<Thing>| things.into_iter().map(|thing| thing.id).collect::<Vec<_>>();
        let new = ids(db.query(Thing::query("new")).filter(condition.clone()).page().await.unwrap().items);
        let upgraded = ids(db.query(Thing::query("old")).filter(condition.clone()).page().await.unwrap().items);
        assert_eq!(upgraded, new, "{condition}");
        let count = db.query(Thing::query("old")).filter(condition.clone()).count().await.unwrap();
        assert_eq!(count, u64::try_from(new.len()).unwrap(), "{condition}");
        let page = db.query(Thing::query("old")).filter(condition).limit(3).page().await.unwrap();
        assert_eq!(ids(page.items), new[..new.len().min(3)]);
        *(if new.is_empty() { &mut none } else { &mut some }) += 1;
    }
    assert!(some > least_some && none > least_none, "conditions that say something: {some} and {none}");
    db.delete_table::<Things>().await.unwrap();
}
