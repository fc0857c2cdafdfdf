pub use dynamo_core::prelude::*;

use std::time::Duration;

use dynamo_core::op::Inserted;
use futures_util::TryStreamExt;

#[derive(Table, Debug)]
#[table(name = "board", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires", stream)]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Board {
    Goal(Goal),
    TitleUnique(TitleUnique),
    Like(Like),
    Likes(Likes),
    Channel(Channel),
    Message(Message),
    Request(Request),
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
pub enum Status {
    Open,
    Done,
}

#[derive(Entity, Debug)]
#[entity(
    table = Board,
    pk = "USER#<user_id>",
    sk = "GOAL#<goal_id>",
    gsi1 = ("STATUS#<status>#<team>", "GOAL#<due_at>"),
    unique(title as TitleUnique),       // Error::UniqueViolation names the constraint and the field
    schema_version = 2,                 // older items are upgraded when they are read
    upgrade = upgrade,
)]
pub struct Goal {
    pub user_id: String,
    pub goal_id: String,
    pub title: String,
    pub status: Status,
    pub team: String,
    pub due_at: Timestamp,
    pub points: u32,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

#[derive(Entity, Debug)]
#[entity(table = Board, pk = "TITLE#<title:lower:escaped>", sk = "UNIQUE")]
pub struct TitleUnique {
    pub title: String,
    pub user_id: String,
    pub goal_id: String,
}

#[derive(Entity, Debug)]
#[entity(table = Board, pk = "LIKED#<goal_id>", sk = "USER#<user_id>", counted(count in Likes(goal_id = goal_id)))] // once, never below zero
pub struct Like {
    pub goal_id: String,
    pub user_id: String,
}

#[derive(Entity, Debug)]
#[entity(table = Board, pk = "LIKED#<goal_id>", sk = "COUNT")]
pub struct Likes {
    pub goal_id: String,
    pub count: u64,
}

#[derive(Entity, Debug)]
#[entity(table = Board, pk = "CHANNEL#<channel>", sk = "CHANNEL")]
pub struct Channel {
    pub channel: String,
    pub views: u64,
}

#[derive(Entity, Debug)]
#[entity(table = Board, pk = "CHANNEL#<channel>", sk = "MESSAGE#<at>#<id>", gsi1 = ("MESSAGE#<id>", "MESSAGE"))]
#[access(in_channel(channel), descending, limit = 100)]
#[access(since(channel, at >), about = "Messages after a time")]
#[access(by_id(id), index = gsi1, first)]
#[access(everything(channel), of = ChannelPage)]      // several entities of one partition, and no others
#[access(one_message(channel, at, id), get)]          // a key, for db.get(..)
pub struct Message {
    pub channel: String,
    pub at: Timestamp,
    pub id: String,
    pub text: String,
    pub likes: u32,
}

#[derive(Collection, Debug)]
pub enum ChannelPage {
    Channel(Channel),
    Message(Message),
}

#[derive(Projection, Debug)]
#[projection(of = Goal)]
pub struct Card {
    pub title: String,
    pub status: Status,
}

#[derive(Entity, Debug, PartialEq)]
#[entity(table = Board, pk = "REQUEST#<request_id>", sk = "REQUEST")]
pub struct Request {
    pub request_id: String,
    #[entity(ttl)]
    pub expires: u64,
}

/// Points were called `score` at first.
fn upgrade(_from: u32, mut item: Item) -> Result<Item, String> {
    let points = item.remove("score").ok_or("there is no score")?;
    item.insert("points".into(), points);
    Ok(item)
}

/// What the page shows first.
pub async fn connect() -> Result<(), Error> {
    let db = Db::from_env().await?;                       // AWS, or DYNAMODB_ENDPOINT; Db::embedded(), Db::new(client)
    drop(db);
    Ok(())
}

/// The operations that the page lists.
pub async fn operations(db: &Db, new: &Goal, from: Timestamp, due: Timestamp) -> Result<(), Error> {
    db.create(new).await?;                                // Error::Exists if the item exists
    let goal = db.get(Goal::key("ann", "run")).await?;    // Option<Goal>
    let card: Option<Card> = db.get(Goal::key("ann", "run")).project().await?;   // some fields; also on batch_get, query and scan
    let page = db.query(Message::in_channel("general")).page().await?;                  // Page { items, next: Option<Cursor> }
    let next = db.query(Message::in_channel("general")).after(&page.next).page().await?;   // also a Cursor itself
    let some = db.query(Message::query("general").at(from..)).filter(Message::fields().likes.gt(10)).all().await?;   // Vec<Message>
    let mut feed = db.query_merged(["general", "random"].map(Message::query)).descending().stream();   // many partitions, merged
    let all = db.query(Channel::partition("general")).all().await?;              // every entity of the partition, as the table's enum
    let both = db.batch_get_any::<Board>([Channel::key("general")?.into(), Goal::key("ann", "run")?.into()]).await?;
    let open = db.scan_index(Goal::gsi1()).all().await?;                         // an index from end to end

    let fields = Goal::fields;
    db.update(Goal::key("ann", "run")).add(fields().points, 3).when(fields().status.eq(Status::Open)).await?;
    db.update(Goal::key("ann", "run")).set((fields().status, fields().team), (Status::Done, "red")).await?;   // an index key is made from both
    db.update(Goal::key("ann", "run")).set(fields().due_at, due).await?;         // moves it in the index
    db.upsert(&Channel { channel: "general".into(), views: 0 }).add(Channel::fields().views, 1).await?;   // absent: the struct, then the changes; present: the changes
    db.transact().create(&like("ann")).update(Goal::key("ann", "run"), |update| update.add(fields().points, 1)).idempotent("r-7").await?;
    while feed.try_next().await?.is_some() {}
    drop((goal, card, page, next, some, all, both, open));
    Ok(())
}

/// The reads that differ in what they do with other items.
pub async fn reads(db: &Db) -> Result<(), Error> {
    let goals = db.query(Goal::query("ann")).all().await?;                        // every page, as a Vec; `.stream()` for one by one
    let strict = db.query(Goal::query("ann")).strict().all().await?;              // Error::UnknownItem if something else is there
    let unreadable = db.query(Goal::query("ann")).lenient().all().await?.unreadable;   // items that cannot be decoded: a Page, which has them
    let kept = db.query(Goal::query("ann")).including_deleted().all().await?;     // softly deleted ones too
    drop((goals, strict, unreadable, kept));
    Ok(())
}

/// What belongs to companions.
pub async fn companions(db: &Db, request: &Request, month: Duration) -> Result<(Inserted<Request>, bool), Error> {
    let done = db.transact().create(&like("bob")).once(request).await?;   // Inserted::Created(request), or Inserted::Existing(first) however much later
    db.soft_delete(Goal::key("ann", "run"), month).await?;   // out of every index and every read, restorable until it expires
    let report = db.verify::<Board>().await?;                // missing, stale, orphaned, miscounted
    db.repair::<Board>().await?;                             // corrects them
    db.backfill::<Board>().rate(200).await?;                 // keys of new indexes, items of older versions
    for change in db.tail::<Board>(None).await?.next().await? {      // Change<Board> { old, new, .. }
        match change {
            Ok(change) => drop(db.reconcile(&change).await?),
            Err(error) => eprintln!("{error}"),              // unreadable, or Error::StreamGap: what follows is not held up
        }
    }
    Ok((done, report.is_clean()))
}

/// A like of a goal.
#[must_use]
pub fn like(user_id: &str) -> Like {
    Like { goal_id: "run".into(), user_id: user_id.into() }
}

#[tokio::test]
async fn what_the_page_lists_runs() -> Result<(), Error> {
    let db = Db::embedded().await?;
    db.create_table::<Board>().await?;
    let at = |text: &str| text.parse::<Timestamp>().expect("a time");
    let (from, due) = (at("2026-11-16T09:00:00Z"), at("2026-12-01T00:00:00Z"));
    let goal = Goal {
        user_id: "ann".into(),
        goal_id: "run".into(),
        title: "Run 10 km".into(),
        status: Status::Open,
        team: "blue".into(),
        due_at: from,
        points: 0,
        deleted_at: None,
    };
    operations(&db, &goal, from, due).await?;
    reads(&db).await?;
    let month = Duration::from_hours(30 * 24);
    let request = Request { request_id: "r-8".into(), expires: db.now().second_after(month) };
    let (done, is_clean) = companions(&db, &request, month).await?;
    assert!(done.is_created() && is_clean);
    Ok(())
}
