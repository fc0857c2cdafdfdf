//! Fields that older items have under another name: every operation looks there too, or refuses.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use dynamo_core::Transport;
use dynamo_core::prelude::*;
use dynamo_core::schema::AttributeType;

#[derive(Table, Debug)]
#[table(name = "aliases", pk = "pk", sk = "sk")]
#[index(by_owner, name = "byOwner", pk = "gsi1pk", sk = "gsi1sk", projection = ["title", "name", "label"])]
enum Library {
    Book(Book),
}

#[derive(Attribute, Debug, Clone, PartialEq)]
struct Place {
    city: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Library, pk = "BOOK#<id>", sk = "META", by_owner = ("OWNER#<owner>", "BOOK#<id>"))]
struct Book {
    id: String,
    owner: String,
    #[serde(alias = "name", alias = "label")]
    title: Option<String>,
    #[serde(alias = "n")]
    pages: Option<u32>,
    #[serde(alias = "spot")]
    place: Option<Place>,
    #[serde(alias = "words")]
    tags: Vec<String>,
    wanted: Option<u32>,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Book, index = by_owner)]
struct Title {
    title: Option<String>,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Book)]
struct Shape {
    pages: Option<u32>,
    place: Option<Place>,
}

fn book(id: &str) -> Book {
    Book {
        id: id.into(),
        owner: "ann".into(),
        title: Some("Emma".into()),
        pages: Some(300),
        place: Some(Place { city: "Bath".into() }),
        tags: vec!["a".into(), "b".into()],
        wanted: Some(300),
    }
}

/// The book as an earlier program wrote it.
fn old(id: &str, title: &str) -> Item {
    let mut item = book(id).to_item().unwrap();
    for (now, then) in [("title", title), ("pages", "n"), ("place", "spot"), ("tags", "words")] {
        let value = item.remove(now).unwrap();
        item.insert(then.into(), value);
    }
    item
}

async fn library(transport: Transport) -> Db {
    let db = Db::embedded().await.unwrap().with_transport(transport);
    db.create_table::<Library>().await.unwrap();
    let table = db.table_name::<Library>().unwrap();
    db.create(&book("new")).await.unwrap();
    for item in [old("old", "name"), old("older", "label")] {
        db.client().put_item().table_name(&table).set_item(Some(item)).send().await.unwrap();
    }
    db
}

/// Every condition is the same for all three.
#[tokio::test]
async fn conditions_and_filters_look_at_every_name() {
    for transport in crate::ops::transports() {
        let db = library(transport).await;
        let f = Book::fields;
        let conditions = [
            (f().title.eq("Emma"), true),
            (f().title.eq("Other"), false),
            (f().title.eq(None::<String>), false),
            (f().title.ne("Emma"), false),
            (f().title.ne("Other"), true),
            (f().title.ne(None::<String>), true),
            (f().title.exists(), true),
            (f().title.absent(), false),
            (!f().title.absent(), true),
            (!f().title.eq("Emma"), false),
            (f().title.begins_with("Em"), true),
            (f().title.begins_with("X"), false),
            (f().title.contains("mm"), true),
            (f().title.is_in(["X", "Emma"]), true),
            (f().title.is_in(["X", "Y"]), false),
            (f().title.size().eq(4), true),
            (f().title.size().ne(4), false),
            (f().title.size().ne(5), true),
            (f().title.is_type(AttributeType::S), true),
            (f().title.is_type(AttributeType::N), false),
            (f().pages.gt(299) & f().pages.le(300), true),
            (f().pages.between(1, 299), false),
            (f().pages.between(1, 300), true),
            (f().pages.eq(f().wanted), true),
            (f().wanted.ne(f().pages), false),
            (f().wanted.lt(f().pages), false),
            (f().place.eq(Place { city: "Bath".into() }), true),
            (f().tags.contains("b"), true),
            (f().tags.at(1).eq("b"), true),
            (f().tags.at(1).ne("b"), false),
            (f().tags.at(7).absent(), true),
            (f().title.eq("X") | (f().pages.eq(300) & !f().title.eq("X")), true),
        ];
        for (condition, expected) in conditions {
            let shown = condition.to_string();
            assert!(!shown.contains("label"), "{shown}");
            let found = db.scan::<Book>().filter(condition.clone()).page().await.unwrap().items.len();
            assert_eq!(found, if expected { 3 } else { 0 }, "{shown}");
            for id in ["new", "old", "older"] {
                let written = db.update(Book::key(id)).set(Book::fields().owner, "ann").when(condition.clone()).await;
                let refused = matches!(written, Err(Error::ConditionFailed(_)));
                assert!(if expected { written.is_ok() } else { refused }, "{id}: {shown}: {written:?}");
            }
        }
    }
}

#[tokio::test]
async fn projections_ask_for_every_name() {
    for transport in crate::ops::transports() {
        let db = library(transport).await;
        let titles = db.query(Book::query_by_owner("ann")).project::<Title>().page().await.unwrap().items;
        assert_eq!(titles.len(), 3);
        assert!(titles.iter().all(|part| part.title.as_deref() == Some("Emma")), "{titles:?}");
        for id in ["new", "old", "older"] {
            let shape = db.query(Book::query(id)).project::<Shape>().page().await.unwrap().items;
            assert_eq!(shape, [Shape { pages: Some(300), place: Some(Place { city: "Bath".into() }) }]);
        }
        assert_eq!(Title::from_item(old("x", "label")).unwrap(), Title { title: Some("Emma".into()) });
    }
}

#[tokio::test]
async fn a_changed_field_has_one_name() {
    for transport in crate::ops::transports() {
        let db = library(transport).await;
        for id in ["new", "old", "older"] {
            let update = db.update(Book::key(id)).set(Book::fields().title, "Persuasion").remove(Book::fields().pages);
            update.await.unwrap();
            let raw = db.get(Book::key(id)).into_sdk().unwrap().send().await.unwrap().item.unwrap();
            assert_eq!(raw["title"], AttributeValue::S("Persuasion".into()));
            assert!(["name", "label", "n", "pages"].iter().all(|name| !raw.contains_key(*name)), "{raw:?}");
            let read = db.get(Book::key(id)).await.unwrap().unwrap();
            assert_eq!((read.title.as_deref(), read.pages), (Some("Persuasion"), None));
        }
    }
}

/// What DynamoDB would compute from the current name alone is refused, for every item alike.
#[tokio::test]
async fn a_computed_change_is_refused() {
    let db = library(Transport::Direct).await;
    let f = Book::fields;
    for id in ["new", "old"] {
        let key = || Book::key(id);
        for refused in [
            db.update(key()).append(f().tags, ["c"]).await,
            db.update(key()).set_if_absent(f().title, "x").await,
            db.update(key()).set(f().tags.at(0), "x").await,
            db.update(key()).remove(f().tags.at(0)).await,
        ] {
            let Err(Error::InvalidOperation(text)) = refused else { panic!("{refused:?}") };
            assert!(text.fact().contains("older name") && text.help().contains("read the item"), "{text}");
        }
    }
    let book = db.get(Book::key("old")).await.unwrap().unwrap();
    assert_eq!(book, Book { id: "old".into(), ..self::book("old") });
}
