// The table of the examples: books on shelves.
pub use dynamo_core::Names;
pub use dynamo_core::prelude::*;
pub use std::collections::{BTreeMap, BTreeSet};

#[derive(Table, Debug)]
#[table(name = "library", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires", stream)]
#[index(by_author, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Library {
    Shelf(Shelf),
    Book(Book),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Library, pk = "SHELF#<name>", sk = "SHELF")]
pub struct Shelf {
    pub name: String,
}

#[derive(Entity, Debug, Clone, PartialEq, Default)]
#[entity(table = Library, pk = "SHELF#<shelf>", sk = "BOOK#<id>", by_author = ("AUTHOR#<author>", "BOOK#<id>"))]
pub struct Book {
    pub shelf: String,
    pub id: String,
    pub author: String,
    pub title: String,
    pub subtitle: Option<String>,
    pub pages: u32,
    pub chapters: Vec<String>,
    pub prices: BTreeMap<String, u32>,
    pub publisher: Publisher,
    #[entity(set)]
    pub tags: BTreeSet<String>,
    #[entity(ttl)]
    pub expires: Option<u64>,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

#[derive(Attribute, Debug, Clone, PartialEq, Default)]
pub struct Publisher {
    pub name: String,
}

#[derive(Projection, Debug)]
#[projection(of = Book)]
pub struct Title {
    pub title: String,
}

/// The book `b1`, as it is stored.
pub fn book() -> Book {
    Book {
        shelf: "fiction".into(),
        id: "b1".into(),
        author: "Le Guin".into(),
        title: "The Dispossessed".into(),
        pages: 320,
        chapters: vec!["Anarres".into(), "Urras".into()],
        prices: BTreeMap::from([("EUR".into(), 12)]),
        publisher: Publisher { name: "Harper".into() },
        tags: BTreeSet::from(["classic".into()]),
        ..Book::default()
    }
}

/// A book that is not stored yet.
pub fn new_book() -> Book {
    Book { id: "b3".into(), title: "The Lathe of Heaven".into(), ..book() }
}

/// Stores an item on the shelf that has no attributes but its keys and its type.
pub async fn other_program_writes(db: &Db, sk: &str, type_tag: &str) {
    let attributes = [("PK", "SHELF#fiction"), ("SK", sk), ("type", type_tag)];
    let item = attributes.map(|(name, text)| (name.to_owned(), dynamo_core::codec::AttributeValue::S(text.to_owned())));
    db.client().put_item().table_name("library").set_item(Some(item.into())).send().await.unwrap();
}

/// Runs an example on an engine of its own, with the books `b1` and `b2` on a shelf.
pub fn example(run: impl AsyncFnOnce(Db) -> Result<(), Error>) {
    block_on(Box::pin(async { run(db_with_books().await?).await }));
}

async fn db_with_books() -> Result<Db, Error> {
    let db = Db::embedded().await?;
    db.create_table::<Library>().await?;
    let other =
        Book { shelf: "fiction".into(), id: "b2".into(), title: "Lavinia".into(), pages: 200, ..Book::default() };
    let other = Book { author: "Le Guin".into(), subtitle: Some("A novel".into()), ..other };
    db.transact().create(&Shelf { name: "fiction".into() }).create(&book()).create(&other).await?;
    Ok(db)
}

/// Boxed, so that the runtime is compiled once for all examples.
pub fn block_on(example: std::pin::Pin<Box<dyn Future<Output = Result<(), Error>> + '_>>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(example).unwrap();
}
