//! Readers with unique addresses, and the branches that they visit.

pub use dynamo_core::prelude::*;
pub use std::collections::BTreeSet;

#[derive(Table, Debug)]
#[table(name = "readers", pk = "PK", sk = "SK", stream)]
pub enum Readers {
    Reader(Reader),
    EmailLock(EmailLock),
    Visitor(Visitor),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Readers, pk = "READER#<reader_id>", sk = "READER", unique(email as EmailLock), pointers(Visitor))]
pub struct Reader {
    pub reader_id: String,
    pub email: String,
    #[entity(immutable)]
    pub card: u32,
    #[entity(set)]
    pub branches: BTreeSet<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Readers, pk = "EMAIL#<email>", sk = "EMAIL")]
pub struct EmailLock {
    pub email: String,
    pub reader_id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Readers,
    pk = "BRANCH#<branch>",
    sk = "READER#<reader_id>",
    pointer_of(Reader, each(branch in branches)),
)]
pub struct Visitor {
    pub branch: String,
    pub reader_id: String,
    pub email: String,
}

/// The reader who is stored, with the address `ann@example.com`.
pub fn ann() -> Reader {
    Reader {
        reader_id: "ann".into(),
        email: "ann@example.com".into(),
        card: 7,
        branches: BTreeSet::from(["north".to_owned()]),
    }
}

/// Deletes an item without its companions, as another program would.
pub async fn lose(db: &Db, pk: &str, sk: &str) {
    let [pk, sk] = [pk, sk].map(|text| dynamo_core::codec::AttributeValue::S(text.to_owned()));
    db.client().delete_item().table_name("readers").key("PK", pk).key("SK", sk).send().await.unwrap();
}

/// Runs an example on an engine of its own, where Ann is a reader.
pub fn example(run: impl AsyncFnOnce(Db) -> Result<(), Error>) {
    crate::library::block_on(Box::pin(async { run(db_with_ann().await?).await }));
}

async fn db_with_ann() -> Result<Db, Error> {
    let db = Db::embedded().await?;
    db.create_table::<Readers>().await?;
    db.create(&ann()).await?;
    Ok(db)
}
