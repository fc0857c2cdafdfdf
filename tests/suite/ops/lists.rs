//! Updates of several elements of one list: a copy, which is computed here, has what DynamoDB has made of the record.

use dynamo_core::prelude::*;
use proptest::prelude::*;

use super::engine::{first_transport, table_of};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "walls", pk = "PK", sk = "SK", type_attribute = "type")]
enum Walls {
    Wall(Wall),
    WallEntry(WallEntry),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Walls, pk = "WALL#<id>", sk = "WALL", pointers(WallEntry))]
struct Wall {
    id: String,
    columns: Vec<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Walls, pk = "WALLS", sk = "WALL#<id>", pointer_of(Wall))]
struct WallEntry {
    id: String,
    columns: Vec<String>,
}

/// What an update does with the element of an index.
#[derive(Debug, Clone)]
enum Edit {
    Keep,
    Set(String),
    Remove,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![Just(Edit::Keep), "[a-z]".prop_map(Edit::Set), Just(Edit::Remove)]
}

/// Sets and removes elements, in any order of the calls; returns the record and its copy.
async fn edited(db: &Db, columns: &[String], edits: &[(usize, Edit)]) -> (Wall, WallEntry) {
    db.put(&Wall { id: "w".into(), columns: columns.to_vec() }).await.unwrap();
    let mut update = db.update(Wall::key("w"));
    for (at, edit) in edits {
        let element = Wall::fields().columns.at(*at);
        update = match edit {
            Edit::Keep => update,
            Edit::Set(text) => update.set(element, text),
            Edit::Remove => update.remove(element),
        };
    }
    update.await.unwrap();
    let copy = db.get(WallEntry::key("w")).await.unwrap().unwrap();
    (db.get(Wall::key("w")).await.unwrap().unwrap(), copy)
}

#[tokio::test]
async fn elements_beyond_the_end_are_appended_in_the_order_of_their_indexes() {
    let db = table_of::<Walls>(first_transport()).await;
    let columns = ["a", "b"].map(str::to_owned);
    let edits = [(7, Edit::Set("x".into())), (4, Edit::Set("y".into())), (2, Edit::Remove)];
    let (wall, copy) = edited(&db, &columns, &edits).await;
    assert_eq!(wall.columns, ["a", "b", "y", "x"]);
    assert_eq!(copy.columns, wall.columns);
}

#[test]
fn a_copy_has_what_the_record_has() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let db = runtime.block_on(table_of::<Walls>(first_transport()));
    let cases = (
        prop::collection::vec("[a-z]", 0..4),
        prop::collection::vec(edit(), 6),
        Just((0..6).collect::<Vec<_>>()).prop_shuffle(),
    );
    crate::fuzz::run(crate::long::in_long(200, 60), cases, |(columns, edits, order)| {
        let edits: Vec<_> = order.into_iter().zip(edits).filter(|(_, edit)| !matches!(edit, Edit::Keep)).collect();
        if !edits.is_empty() {
            let (wall, copy) = runtime.block_on(edited(&db, &columns, &edits));
            prop_assert_eq!(copy.columns, wall.columns);
        }
        Ok(())
    });
}
