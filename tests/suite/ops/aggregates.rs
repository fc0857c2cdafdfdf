//! Counters within records that the same transaction writes, and counters that are missing.

use dynamo_core::Names;
use dynamo_core::op::Update;
use dynamo_core::prelude::*;

use super::engine::empty;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "tally", pk = "PK", sk = "SK", type_attribute = "type")]
enum Tally {
    Board(Board),
    Card(Card),
    Vote(Vote),
    Score(Score),
    Shelf(Shelf),
    Book(Book),
}

/// The same without a version.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Tally, pk = "SHELF#<shelf_id>", sk = "META")]
struct Shelf {
    shelf_id: String,
    title: String,
    books: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Tally, pk = "SHELF#<shelf_id>", sk = "BOOK#<book_id>", counted(books in Shelf(shelf_id = shelf_id)))]
struct Book {
    shelf_id: String,
    book_id: String,
}

/// A whole record, with a number in it.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Tally, pk = "BOARD#<board_id>", sk = "META")]
struct Board {
    board_id: String,
    title: String,
    cards: u64,
    #[entity(version)]
    version: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Tally, pk = "BOARD#<board_id>", sk = "CARD#<card_id>", counted(cards in Board(board_id = board_id)))]
struct Card {
    board_id: String,
    card_id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Tally,
    pk = "VOTE#<user>",
    sk = "META",
    counted(likes in Score(topic = liked)),
    counted(dislikes in Score(topic = disliked)),
)]
struct Vote {
    user: String,
    liked: Option<String>,
    disliked: Option<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Tally, pk = "SCORE#<topic>", sk = "META")]
struct Score {
    topic: String,
    likes: Option<u64>,
    dislikes: Option<u64>,
}

fn board(id: &str) -> Board {
    Board { board_id: id.into(), title: "B".into(), cards: 0, version: 0 }
}

fn card(board: &str, id: &str) -> Card {
    Card { board_id: board.into(), card_id: id.into() }
}

fn vote(user: &str, liked: Option<&str>, disliked: Option<&str>) -> Vote {
    Vote { user: user.into(), liked: liked.map(Into::into), disliked: disliked.map(Into::into) }
}

async fn cards(db: &Db, id: &str) -> Option<u64> {
    db.get(Board::key(id)).await.unwrap().map(|board| board.cards)
}

fn retitled(board: Update<Board>) -> Update<Board> {
    board.set(Board::fields().title, "New")
}

async fn databases() -> Vec<Db> {
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let db = empty(transport).await;
        let name = format!("{}-tally", db.table_name::<super::model::Work>().unwrap());
        let db = db.with_names(Names::new().rename::<Tally>(name));
        db.create_table::<Tally>().await.unwrap();
        all.push(db);
    }
    all
}

#[tokio::test]
async fn an_aggregate_and_its_members_are_written_together() {
    for db in databases().await {
        db.transact().create(&board("b")).create(&card("b", "1")).create(&card("b", "2")).await.unwrap();
        assert_eq!(cards(&db, "b").await, Some(2));
        // The members first.
        db.transact().create(&card("c", "1")).create(&board("c")).await.unwrap();
        assert_eq!(cards(&db, "c").await, Some(1));
        // With an update of it, of which the version moves once.
        let before = db.get(Board::key("b")).await.unwrap().unwrap();
        db.transact()
            .update(Board::key("b"), retitled)
            .create(&card("b", "3"))
            .delete(Card::key("b", "1"))
            .await
            .unwrap();
        assert_eq!(cards(&db, "b").await, Some(2), "one came and one went");
        db.transact().update(Board::key("b"), retitled).create(&card("b", "4")).await.unwrap();
        let after = db.get(Board::key("b")).await.unwrap().unwrap();
        assert_eq!(after, Board { title: "New".into(), cards: 3, version: before.version + 2, ..before });
        // With a replacement.
        db.transact().replace(&after).delete(Card::key("b", "2")).await.unwrap();
        assert_eq!(cards(&db, "b").await, Some(2));
        // With a check of it.
        let titled = |title: &str| {
            let condition = Board::fields().title.eq(title);
            db.transact().check(Board::key("b"), |board| board.when(condition))
        };
        titled("New").create(&card("b", "5")).await.unwrap();
        assert_eq!(cards(&db, "b").await, Some(3));
        let failed = titled("Old").create(&card("b", "6")).await;
        let Err(Error::Cancelled(cancelled)) = failed else { panic!("{failed:?}") };
        assert!(
            matches!(cancelled.actions(), [one] if one.position() == 0 && matches!(one.error(), Error::ConditionFailed(_))),
            "{cancelled}"
        );
        assert_eq!((cards(&db, "b").await, db.get(Card::key("b", "6")).await.unwrap()), (Some(3), None));
        // With its deletion.
        let last = ["3", "4", "5"].iter().fold(db.transact(), |all, id| all.delete(Card::key("b", id)));
        last.delete(Board::key("b")).await.unwrap();
        assert_eq!(cards(&db, "b").await, None);
    }
}

/// As nobody should: past the framework.
async fn set_cards(db: &Db, cards: u32) {
    let value = dynamo_core::codec::AttributeValue::N(cards.to_string());
    let update = db.client().update_item().table_name(db.table_name::<Tally>().unwrap());
    let update = update.set_key(Some(Board::key("b").unwrap().to_item())).update_expression("SET cards = :cards");
    update.expression_attribute_values(":cards", value).send().await.unwrap();
}

/// A number that is too low stays at zero, though it changes with another action.
#[tokio::test]
async fn no_number_falls_below_zero() {
    for db in databases().await {
        db.transact().create(&board("b")).create(&card("b", "1")).create(&card("b", "2")).await.unwrap();
        set_cards(&db, 1).await;
        db.transact()
            .update(Board::key("b"), retitled)
            .delete(Card::key("b", "1"))
            .delete(Card::key("b", "2"))
            .await
            .unwrap();
        let found = db.get(Board::key("b")).await.unwrap().unwrap();
        assert_eq!((found.cards, found.title.as_str()), (0, "New"));
        db.create(&card("b", "1")).await.unwrap();
        set_cards(&db, 0).await;
        db.transact().check(Board::key("b"), |check| check.existing()).delete(Card::key("b", "1")).await.unwrap();
        assert_eq!(cards(&db, "b").await, Some(0));
    }
}

#[tokio::test]
async fn a_missing_target_is_not_found() {
    for db in databases().await {
        let missing = db.create(&card("b", "1")).await;
        let Err(Error::NotFound(failure)) = missing else { panic!("{missing:?}") };
        assert_eq!((failure.entity(), failure.key()), (Some("Board"), Some("BOARD#b / META")));
        let missing = db.transact().create(&card("b", "1")).create(&card("b", "2")).await;
        let Err(Error::Cancelled(cancelled)) = missing else { panic!("{missing:?}") };
        assert!(matches!(cancelled.actions()[0].error(), Error::NotFound(_)), "{cancelled}");
        let missing = db.transact().update(Board::key("b"), retitled).create(&card("b", "1")).await;
        let Err(Error::Cancelled(cancelled)) = missing else { panic!("{missing:?}") };
        assert!(matches!(cancelled.actions()[0].error(), Error::NotFound(_)), "{cancelled}");
        let missing = db
            .transact()
            .check(Board::key("b"), |check| check.when(Board::fields().title.eq("B")))
            .create(&card("b", "1"))
            .await;
        let Err(Error::Cancelled(cancelled)) = missing else { panic!("{missing:?}") };
        assert!(matches!(cancelled.actions()[0].error(), Error::NotFound(_)), "{cancelled}");
        // Members of a board that is gone can go.
        db.transact().create(&board("b")).create(&card("b", "1")).await.unwrap();
        db.delete(Board::key("b")).await.unwrap();
        db.delete(Card::key("b", "1")).await.unwrap();
        assert_eq!(db.get(Card::key("b", "1")).await.unwrap(), None);
    }
}

#[tokio::test]
async fn one_number_falls_and_another_rises_while_the_counter_is_missing() {
    for db in databases().await {
        db.create(&vote("ann", Some("x"), None)).await.unwrap();
        assert_eq!(db.get(Score::key("x")).await.unwrap().unwrap().likes, Some(1));
        let table = db.table_name::<Tally>().unwrap();
        let text = |text: &str| dynamo_core::codec::AttributeValue::S(text.into());
        let delete = db.client().delete_item().table_name(table).key("PK", text("SCORE#x"));
        delete.key("SK", text("META")).send().await.unwrap();
        db.put(&vote("ann", None, Some("x"))).await.unwrap();
        let score = db.get(Score::key("x")).await.unwrap().unwrap();
        assert_eq!((score.likes.unwrap_or(0), score.dislikes), (0, Some(1)));
        // And while it is there.
        db.put(&vote("ann", Some("x"), None)).await.unwrap();
        let score = db.get(Score::key("x")).await.unwrap().unwrap();
        assert_eq!((score.likes, score.dislikes), (Some(1), Some(0)));
        db.put(&vote("ann", Some("x"), Some("x"))).await.unwrap();
        let score = db.get(Score::key("x")).await.unwrap().unwrap();
        assert_eq!((score.likes, score.dislikes), (Some(1), Some(1)));
    }
}

/// A record that was read before something was counted in it does not take that back when it is written.
#[tokio::test]
async fn a_whole_record_does_not_take_back_what_was_counted() {
    for db in databases().await {
        let shelf = Shelf { shelf_id: "s".into(), title: "S".into(), books: 0 };
        let book = |id: &str| Book { shelf_id: "s".into(), book_id: id.into() };
        db.put(&shelf).await.unwrap();
        db.put(&Shelf { title: "T".into(), ..shelf.clone() }).await.unwrap();
        db.create(&book("1")).await.unwrap();
        for stale in
            [db.put(&shelf).await, db.replace(&shelf).await, db.put(&Shelf { books: 2, ..shelf.clone() }).await]
        {
            assert!(matches!(stale, Err(Error::VersionConflict(_))), "{stale:?}");
        }
        let batch = db.batch_write().put(&shelf).await;
        assert!(
            matches!(&batch, Err(Error::Batch(error)) if matches!(error.cause(), Some(Error::VersionConflict(_)))),
            "{batch:?}"
        );
        let cancelled = db.transact().put(&shelf).create(&book("2")).await;
        assert!(matches!(cancelled, Err(Error::Cancelled(_))), "{cancelled:?}");
        let read = db.get(Shelf::key("s")).await.unwrap().unwrap();
        assert_eq!((read.title.as_str(), read.books), ("T", 1));
        db.put(&Shelf { title: "U".into(), ..read.clone() }).await.unwrap();
        db.transact().put(&Shelf { title: "V".into(), ..read }).create(&book("2")).await.unwrap();
        let read = db.get(Shelf::key("s")).await.unwrap().unwrap();
        assert_eq!((read.title.as_str(), read.books), ("V", 2));
        assert!(db.verify::<Tally>().await.unwrap().is_clean());
    }
}

/// What is counted in a record cannot outlive it from the start.
#[tokio::test]
async fn nothing_is_created_in_what_is_deleted() {
    for db in databases().await {
        let shelf = Shelf { shelf_id: "s".into(), title: "S".into(), books: 0 };
        let book = Book { shelf_id: "s".into(), book_id: "1".into() };
        db.create(&shelf).await.unwrap();
        let both = db.transact().delete(shelf.key()).create(&book).await;
        assert!(matches!(both, Err(Error::InvalidOperation(_))), "{both:?}");
        assert_eq!((db.get(shelf.key()).await.unwrap(), db.get(book.key()).await.unwrap()), (Some(shelf), None));
    }
}
