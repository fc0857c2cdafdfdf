//! Updates of every kind, on every kind of path: a copy, which is computed here, has what DynamoDB has made of the record, and what
//! cannot be computed here is refused there as well.

use std::collections::BTreeSet;

use dynamo_core::op::Update;
use dynamo_core::prelude::*;
use proptest::prelude::*;

use super::engine::{first_transport, table_of};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "halves", pk = "PK", sk = "SK", type_attribute = "type")]
enum Halves {
    Record(Record),
    Copy(Copy),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Halves, pk = "RECORD#<id>", sk = "RECORD", pointers(Copy))]
struct Record {
    id: String,
    number: Option<i64>,
    decimal: f64,
    text: Option<String>,
    #[entity(set)]
    tags: BTreeSet<String>,
    #[entity(set)]
    numbers: BTreeSet<i64>,
    list: Option<Vec<i64>>,
    place: Option<Place>,
    rows: Vec<Place>,
    #[entity(version)]
    version: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Halves, pk = "COPIES", sk = "RECORD#<id>", pointer_of(Record))]
struct Copy {
    id: String,
    number: Option<i64>,
    decimal: f64,
    text: Option<String>,
    #[entity(set)]
    tags: BTreeSet<String>,
    #[entity(set)]
    numbers: BTreeSet<i64>,
    list: Option<Vec<i64>>,
    place: Option<Place>,
    rows: Vec<Place>,
}

#[derive(Attribute, Debug, Clone, PartialEq)]
struct Place {
    city: Option<String>,
    visits: Option<i64>,
    words: Option<Vec<String>>,
}

fn copy(record: Record) -> Copy {
    let Record { id, number, decimal, text, tags, numbers, list, place, rows, version: _ } = record;
    Copy { id, number, decimal, text, tags, numbers, list, place, rows }
}

/// What is done to a number, a list or an element: one change of each place at most.
#[derive(Debug, Clone)]
enum Edit {
    Set(i64),
    SetIfAbsent(i64),
    Add(i64),
    Append(Vec<i64>),
    Prepend(Vec<i64>),
    Remove,
}

fn edit() -> impl Strategy<Value = Option<Edit>> {
    let numbers = || prop::collection::vec(-3..4_i64, 1..3);
    prop_oneof![
        4 => Just(None),
        1 => (-3..4_i64).prop_map(|n| Some(Edit::Set(n))),
        1 => (-3..4_i64).prop_map(|n| Some(Edit::SetIfAbsent(n))),
        2 => (-3..4_i64).prop_map(|n| Some(Edit::Add(n))),
        2 => numbers().prop_map(|more| Some(Edit::Append(more))),
        1 => numbers().prop_map(|more| Some(Edit::Prepend(more))),
        1 => Just(Some(Edit::Remove)),
    ]
}

fn place() -> impl Strategy<Value = Place> {
    let words = prop::option::of(prop::collection::vec("[a-c]", 0..3));
    (prop::option::of("[a-c]{1,2}"), prop::option::of(-5..5_i64), words).prop_map(|(city, visits, words)| Place {
        city,
        visits,
        words,
    })
}

fn record() -> impl Strategy<Value = Record> {
    (
        (
            prop::option::of(-5..5_i64),
            prop::sample::select(vec![0.0, 1.5, -0.25, 1e10]),
            prop::option::of("[a-c]{1,2}"),
        ),
        (prop::collection::btree_set("[a-c]", 0..3), prop::collection::btree_set(0..4_i64, 0..3)),
        (
            prop::option::of(prop::collection::vec(-3..4_i64, 0..4)),
            prop::option::of(place()),
            prop::collection::vec(place(), 0..3),
        ),
    )
        .prop_map(|((number, decimal, text), (tags, numbers), (list, place, rows))| Record {
            id: "r".into(),
            number,
            decimal,
            text,
            tags,
            numbers,
            list,
            place,
            rows,
            version: 0,
        })
}

/// One change for each place, in any order of the calls.
type Edits = Vec<(usize, Option<Edit>)>;

const PLACES: usize = 15;

fn edits() -> impl Strategy<Value = Edits> {
    let order = Just((0..PLACES).collect::<Vec<_>>()).prop_shuffle();
    (order, prop::collection::vec(edit(), PLACES)).prop_map(|(order, edits)| order.into_iter().zip(edits).collect())
}

fn texts(numbers: &[i64]) -> BTreeSet<String> {
    numbers.iter().map(|n| char::from(b'b' + u8::try_from(n.rem_euclid(3)).unwrap()).to_string()).collect()
}

fn words(numbers: &[i64]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}

/// Builds the update; a change that a place does not have is another one. Returns none if nothing changes.
fn update(db: &Db, edits: &Edits) -> Option<Update<Record>> {
    let mut update = db.update(Record::key("r"));
    let (f, mut changes) = (Record::fields, 0);
    // Elements of a list and the whole of it are one place.
    let whole_list = edits.iter().any(|(at, edit)| *at == 5 && edit.is_some());
    let whole_place = edits.iter().any(|(at, edit)| *at == 8 && matches!(edit, Some(Edit::Remove | Edit::Set(_))));
    for (at, edit) in edits {
        let Some(edit) = edit else { continue };
        changes += 1;
        update = match (at, edit) {
            (0, Edit::Set(n)) => update.set(f().number, *n),
            (0, Edit::SetIfAbsent(n)) => update.set_if_absent(f().number, *n),
            (0, Edit::Remove) => update.remove(f().number),
            (0, Edit::Add(n)) => update.add(f().number, *n),
            (1, Edit::Add(n)) => update.add(f().decimal, 0.5 * f64::from(i32::try_from(*n).unwrap())),
            (1, Edit::Set(_)) => update.set(f().decimal, 2.25),
            (2, Edit::Set(n)) => update.set(f().text, n.to_string()),
            (2, Edit::SetIfAbsent(n)) => update.set_if_absent(f().text, n.to_string()),
            (2, Edit::Remove) => update.remove(f().text),
            (3, Edit::Append(more)) => update.union(f().tags, texts(more)),
            (3, Edit::Prepend(more)) => update.difference(f().tags, texts(more)),
            (3, Edit::Set(n)) => update.set(f().tags, texts(&[*n])),
            (4, Edit::Append(more)) => update.union(f().numbers, more.iter().copied().collect::<BTreeSet<_>>()),
            (4, Edit::Prepend(more)) => update.difference(f().numbers, more.iter().copied().collect::<BTreeSet<_>>()),
            (5, Edit::Append(more)) => update.append(f().list, more.clone()),
            (5, Edit::Prepend(more)) => update.prepend(f().list, more.clone()),
            (5, Edit::Set(n)) => update.set(f().list, vec![*n]),
            (5, Edit::Remove) => update.remove(f().list),
            (6 | 7, Edit::Set(n)) if !whole_list => update.set(f().list.at(at - 6), *n),
            (6 | 7, Edit::Add(n)) if !whole_list => update.add(f().list.at(at - 6), *n),
            (6 | 7, Edit::Remove) if !whole_list => update.remove(f().list.at(at - 6)),
            (8, Edit::Remove) => update.remove(f().place),
            (8, Edit::Set(n)) => update.set(f().place, Place { city: None, visits: Some(*n), words: Some(Vec::new()) }),
            (9, Edit::Set(n)) if !whole_place => update.set(f().place.fields().city, n.to_string()),
            (9, Edit::SetIfAbsent(n)) if !whole_place => update.set_if_absent(f().place.fields().city, n.to_string()),
            (9, Edit::Remove) if !whole_place => update.remove(f().place.fields().city),
            (10, Edit::Add(n)) if !whole_place => update.add(f().place.fields().visits, *n),
            (10, Edit::SetIfAbsent(n)) if !whole_place => update.set_if_absent(f().place.fields().visits, *n),
            (10, Edit::Remove) if !whole_place => update.remove(f().place.fields().visits),
            (11, Edit::Append(more)) if !whole_place => update.append(f().place.fields().words, words(more)),
            (11, Edit::Prepend(more)) if !whole_place => update.prepend(f().place.fields().words, words(more)),
            (12 | 13, Edit::Add(n)) => update.add(f().rows.at(at - 12).fields().visits, *n),
            (12 | 13, Edit::Set(n)) => update.set(f().rows.at(at - 12).fields().city, n.to_string()),
            (12 | 13, Edit::Append(more)) => update.append(f().rows.at(at - 12).fields().words, words(more)),
            (12 | 13, Edit::Remove) => update.remove(f().rows.at(at - 12)),
            (14, Edit::Set(n)) => {
                update.set(f().rows.at(5), Place { city: Some(n.to_string()), visits: None, words: None })
            }
            _ => {
                changes -= 1;
                update
            }
        };
    }
    (changes > 0).then_some(update)
}

#[test]
fn a_copy_has_what_dynamodb_makes_of_the_record() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let db = runtime.block_on(table_of::<Halves>(first_transport()));
    crate::fuzz::run(crate::long::in_long(1000, 150), (record(), edits()), |(record, edits)| {
        let Some(update) = update(&db, &edits) else { return Ok(()) };
        runtime.block_on(async {
            db.delete(Record::key("r")).await.unwrap();
            db.create(&record).await.unwrap();
            let before = db.get(Record::key("r")).await.unwrap().unwrap();
            let updated = update.clone().returning_new().await;
            let after = db.get(Record::key("r")).await.unwrap().unwrap();
            let of_it = db.get(Copy::key("r")).await.unwrap().unwrap();
            prop_assert_eq!(&of_it, &copy(after.clone()));
            match updated {
                Ok(new) => prop_assert_eq!(new, after),
                Err(error) => {
                    prop_assert!(matches!(error, Error::InvalidOperation(_) | Error::InvalidRequest(_)), "{error}");
                    prop_assert_eq!(after, before);
                    // DynamoDB refuses it too.
                    let alone = update.into_sdk().map(|request| request.send());
                    if let Ok(alone) = alone {
                        prop_assert!(alone.await.is_err());
                    }
                }
            }
            Ok(())
        })
    });
}
