//! Items that are not those asked for: of other entities, of entities that the program does not know, of other programs,
//! unreadable ones. Every read leaves them out alike.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::engine::{put_raw, table_of};

/// Without a type attribute: keys tell the entities apart.
#[derive(Table, Debug, PartialEq)]
#[table(name = "plan", pk = "PK", sk = "SK")]
#[index(by_time, name = "ByTime", pk = "TimePK", sk = "at", sk_type = "N")]
pub(crate) enum Plan {
    Party(Party),
    Poll(Poll),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Plan, pk = "GROUP#<group>", sk = "PARTY#<id>", by_time = ("GROUP#<group>", at))]
pub(crate) struct Party {
    group: String,
    id: String,
    title: String,
    at: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Plan, pk = "GROUP#<group>", sk = "POLL#<id>", by_time = ("GROUP#<group>", at))]
pub(crate) struct Poll {
    group: String,
    id: String,
    title: String,
    at: u64,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Party, index = by_time)]
pub(crate) struct PartyTitle {
    title: String,
}

/// Another program, which has one more entity in the same index.
#[derive(Table, Debug, PartialEq)]
#[table(extends = Plan)]
pub(crate) enum Bigger {
    #[base]
    Core(Plan),
    Quiz(Quiz),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Bigger, pk = "GROUP#<group>", sk = "QUIZ#<id>", by_time = ("GROUP#<group>", at))]
pub(crate) struct Quiz {
    group: String,
    id: String,
    title: String,
    at: u64,
}

/// With a type attribute, which the index does not hold.
#[derive(Table, Debug, PartialEq)]
#[table(name = "repo", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(recent, name = "Recent", pk = "RecentPK", sk = "at", sk_type = "N", projection = ["title"])]
pub(crate) enum Forge {
    Issue(Issue),
    Star(Star),
    Repo(Repo),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forge, pk = "REPO#<repo>", sk = "ISSUE#<number:05>", recent = ("REPO#<repo>", at))]
pub(crate) struct Issue {
    repo: String,
    number: u32,
    title: String,
    at: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forge, pk = "REPO#<repo>", sk = "GAZER#<user>", recent = ("REPO#<repo>", at))]
pub(crate) struct Star {
    repo: String,
    user: String,
    title: String,
    at: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forge, pk = "REPO#<repo>", sk = "REPO", recent = none)]
pub(crate) struct Repo {
    repo: String,
}

#[derive(Collection, Debug, PartialEq)]
pub(crate) enum Work {
    Repo(Repo),
    Issue(Issue),
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Issue, index = recent)]
pub(crate) struct IssueTitle {
    title: String,
}

/// Entities that changed their form.
#[derive(Table, Debug, PartialEq)]
#[table(name = "bank", pk = "PK", sk = "SK")]
#[index(narrow, name = "Narrow", pk = "NarrowPK", sk = "NarrowSK", projection = ["cents", "schemaVersion"])]
pub(crate) enum Bank {
    Purse(Purse),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Bank, pk = "USER#<user>", sk = "PURSE#<id>", narrow = ("USER#<user>", "PURSE#<id>"),
    schema_version = 2, upgrade = in_cents,
)]
pub(crate) struct Purse {
    user: String,
    id: String,
    cents: u64,
}

/// The first version counted euros.
#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn in_cents(_: u32, mut item: Item) -> Result<Item, &'static str> {
    if let Some(AttributeValue::N(euros)) = item.remove("euros") {
        item.insert("cents".into(), AttributeValue::N(format!("{euros}00")));
    }
    Ok(item)
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Purse, index = narrow)]
pub(crate) struct Cents {
    cents: u64,
}

/// Runs a test with both codecs on a table of its own.
macro_rules! on {
    ($($(#[$attribute:meta])* async fn $name:ident($db:ident: $table:ty) $body:block)*) => {$(
        $(#[$attribute])*
        #[tokio::test]
        async fn $name() {
            for transport in crate::ops::transports() {
                let $db = table_of::<$table>(transport).await;
                $body
                $db.delete_table::<$table>().await.unwrap();
            }
        }
    )*};
}

fn party(n: u64) -> Party {
    Party { group: "g".into(), id: format!("p{n}"), title: format!("party {n}"), at: n }
}

fn poll(n: u64) -> Poll {
    Poll { group: "g".into(), id: format!("q{n}"), title: format!("poll {n}"), at: n }
}

/// Every way to read the parties of the group says the same.
async fn reads_agree(db: &Db, parties: &[Party]) {
    let titles: Vec<_> = parties.iter().map(|party| PartyTitle { title: party.title.clone() }).collect();
    let count = u64::try_from(parties.len()).unwrap();
    assert_eq!(db.query(Party::query("g")).page().await.unwrap().items, parties);
    assert_eq!(db.query(Party::query("g")).count().await.unwrap(), count);
    assert_eq!(db.query(Party::query("g")).project::<PartyTitle>().page().await.unwrap().items, titles);
    assert_eq!(db.query(Party::query_by_time("g")).page().await.unwrap().items, parties);
    assert_eq!(db.query(Party::query_by_time("g")).count().await.unwrap(), count);
    assert_eq!(db.query(Party::query_by_time("g")).limit(parties.len()).page().await.unwrap().items, parties);
    assert_eq!(db.query(Party::query_by_time("g")).project::<PartyTitle>().page().await.unwrap().items, titles);
    let stream: Vec<_> = db.query(Party::query_by_time("g")).page_size(2).stream().try_collect().await.unwrap();
    assert_eq!(stream, parties);
    let merged = db.query_merged([Party::query_by_time("g"), Party::query_by_time("h")]).page().await.unwrap();
    assert_eq!(merged.items, parties);
    let mut scanned = db.scan::<Party>().page().await.unwrap().items;
    scanned.sort_by_key(|party| party.at);
    assert_eq!(scanned, parties);
    assert_eq!(db.scan::<Party>().segments(3).all().await.unwrap().len(), parties.len());
}

on! {
    async fn a_shared_partition_is_read_alike_by_all(db: Plan) {
        let parties: Vec<_> = (0..3).map(party).collect();
        db.batch_write().put_all(&parties).put_all(&(0..4).map(poll).collect::<Vec<_>>()).await.unwrap();
        reads_agree(&db, &parties).await;
        // Polls are expected there.
        assert_eq!(db.query(Party::query_by_time("g")).strict().page().await.unwrap().items, parties);
        assert_eq!(db.query(Party::query_by_time("g")).strict().count().await.unwrap(), 3);
        assert_eq!(db.scan::<Party>().strict().page().await.unwrap().items.len(), 3);
        assert_eq!(db.query(Party::partition_by_time("g")).count().await.unwrap(), 7);
    }

    async fn an_extension_does_not_break_its_base(db: Bigger) {
        let parties: Vec<_> = (0..3).map(party).collect();
        db.batch_write().put_all(&parties).put(&poll(1)).await.unwrap();
        let quizzes: Vec<_> = (0..3).map(|at| Quiz { group: "g".into(), id: at.to_string(), title: "?".into(), at }).collect();
        db.batch_write().put_all(&quizzes).await.unwrap();
        reads_agree(&db, &parties).await;
        assert_eq!(db.query(Quiz::query_by_time("g")).page().await.unwrap().items, quizzes);
        let partition = db.query(Party::partition("g")).page().await.unwrap();
        assert_eq!((partition.items.len(), partition.raw.len()), (4, 3));
        assert_eq!(db.query(Party::partition("g")).count().await.unwrap(), 4);
        // The base does not know quizzes, and can refuse them.
        assert!(matches!(db.query(Party::query_by_time("g")).strict().page().await, Err(Error::UnknownItem(_))));
        assert!(matches!(db.query(Party::query_by_time("g")).strict().count().await, Err(Error::UnknownItem(_))));
        let projected = db.query(Party::query_by_time("g")).project::<PartyTitle>().strict().page().await;
        assert!(matches!(projected, Err(Error::UnknownItem(_))), "{projected:?}");
        assert!(matches!(db.scan::<Party>().strict().page().await, Err(Error::UnknownItem(_))));
        assert_eq!(db.query(Quiz::query_by_time("g")).strict().page().await.unwrap().items, quizzes, "it knows all of them");
    }

    /// What another program wrote under the prefix of the entity.
    async fn a_stranger_under_the_prefix_is_left_out(db: Plan) {
        let parties: Vec<_> = (0..3).map(party).collect();
        db.batch_write().put_all(&parties).await.unwrap();
        let mut stranger = party(1).to_item().unwrap();
        stranger.insert("SK".into(), AttributeValue::S("PARTY#p1#GUEST#ann".into()));
        put_raw::<Plan>(&db, stranger).await;
        reads_agree(&db, &parties).await;
        let strict = db.query(Party::query("g")).strict().page().await;
        assert!(matches!(strict, Err(Error::UnknownItem(_))), "{strict:?}");
    }

    async fn an_unreadable_item_is_named_or_set_aside(db: Plan) {
        let parties: Vec<_> = (0..4).map(party).collect();
        db.batch_write().put_all(&parties).await.unwrap();
        for n in [1, 3] {
            let mut broken = party(n).to_item().unwrap();
            broken.insert("title".into(), AttributeValue::Bool(true));
            put_raw::<Plan>(&db, broken).await;
        }
        for error in [
            db.query(Party::query("g")).page().await.unwrap_err(),
            db.query(Party::query_by_time("g")).page().await.unwrap_err(),
            db.query(Party::query("g")).project::<PartyTitle>().page().await.unwrap_err(),
            db.scan::<Party>().page().await.unwrap_err(),
            db.query(Party::partition("g")).page().await.unwrap_err(),
        ] {
            let text = error.to_string();
            assert!(matches!(error, Error::Decode(_)) && text.contains("`title`") && text.contains("Party"), "{text}");
        }
        let page = db.query(Party::query("g")).lenient().page().await.unwrap();
        assert_eq!(page.items, [party(0), party(2)]);
        let of = |page: &Page<Party>| page.unreadable.iter().map(|one| one.item["SK"].as_s().unwrap().clone()).collect::<Vec<_>>();
        assert_eq!(of(&page), ["PARTY#p1", "PARTY#p3"]);
        assert!(page.unreadable[0].error.to_string().contains("GROUP#g / PARTY#p1"), "{}", page.unreadable[0].error);
        // A cursor gets past it, and nothing is told twice or left out, whatever the size of the pages.
        for size in 1..5 {
            let (mut items, mut unreadable, mut cursor) = (Vec::new(), Vec::new(), None);
            loop {
                let query = db.query(Party::query("g")).lenient().limit(size).after(&cursor);
                let page = query.page().await.unwrap();
                unreadable.extend(of(&page));
                items.extend(page.items);
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!((items, unreadable), (vec![party(0), party(2)], vec!["PARTY#p1".to_owned(), "PARTY#p3".to_owned()]), "pages of {size}");
        }
        // However many there are, and however deep what is wrong.
        for n in 10..90 {
            let mut broken = party(n).to_item().unwrap();
            let deep = (0..20).fold(AttributeValue::Bool(true), |inner, _| AttributeValue::L(vec![inner]));
            broken.insert("title".into(), deep);
            broken.insert("PK".into(), AttributeValue::S("GROUP#deep".into()));
            put_raw::<Plan>(&db, broken).await;
        }
        let deep = db.query(Party::query("deep")).lenient().page().await.unwrap();
        assert_eq!((deep.items.len(), deep.unreadable.len()), (0, 80));
        let stream: Vec<_> = futures_util::StreamExt::collect(db.query(Party::query("g")).lenient().stream()).await;
        assert_eq!(stream.iter().filter(|item| item.is_ok()).count(), 2);
        assert_eq!(stream.len(), 4, "errors do not end it");
        let scan = db.scan::<Party>().lenient().page().await.unwrap();
        assert_eq!((scan.items.len(), scan.unreadable.len()), (2, 82));
        let merged = db.query_merged([Party::query("g"), Party::query("h")]).lenient().page().await.unwrap();
        assert_eq!((merged.items.len(), merged.unreadable.len()), (2, 2));
        assert_eq!(db.query(Party::query("g")).count().await.unwrap(), 4, "it is there");
    }

    /// The index holds no tags, so keys tell issues from stars; items from before tags were written count too.
    async fn tags_may_be_missing(db: Forge) {
        let issue = |number: u32| Issue { repo: "r".into(), number, title: format!("issue {number}"), at: number.into() };
        let star = |at: u64| Star { repo: "r".into(), user: format!("u{at}"), title: "star".into(), at };
        let issues: Vec<_> = (0..3).map(issue).collect();
        db.batch_write().put_all(&issues[1..]).put_all(&(0..4).map(star).collect::<Vec<_>>()).await.unwrap();
        for mut untagged in [issues[0].to_item().unwrap(), star(7).to_item().unwrap()] {
            untagged.remove("type");
            put_raw::<Forge>(&db, untagged).await;
        }
        assert_eq!(db.query(Issue::query("r")).page().await.unwrap().items, issues);
        assert_eq!(db.query(Issue::query("r")).count().await.unwrap(), 3);
        assert_eq!(db.query(Issue::query_recent("r")).count().await.unwrap(), 3);
        let titles = db.query(Issue::query_recent("r")).project::<IssueTitle>().page().await.unwrap();
        assert_eq!(titles.items.iter().map(|issue| issue.title.as_str()).collect::<Vec<_>>(), ["issue 0", "issue 1", "issue 2"]);
        let mut scanned = db.scan::<Issue>().page().await.unwrap().items;
        scanned.sort_by_key(|issue| issue.number);
        assert_eq!(scanned, issues);
        let work = db.query(Issue::partition("r").of::<Work>()).page().await.unwrap();
        assert_eq!(work.items, issues.into_iter().map(Work::Issue).collect::<Vec<_>>());
        assert_eq!(db.query(Issue::partition("r").of::<Work>()).count().await.unwrap(), 3);
    }

    async fn a_collection_with_a_limit_costs_little(db: Forge) {
        let stars: Vec<_> = (0..600).map(|at| Star { repo: "r".into(), user: format!("u{at:04}"), title: "star".into(), at }).collect();
        let issues: Vec<_> = (0..20).map(|number| Issue { repo: "r".into(), number, title: "issue".into(), at: number.into() }).collect();
        db.batch_write().put_all(&stars).put_all(&issues).put(&Repo { repo: "r".into() }).await.unwrap();
        let (page, consumed) = db.query(Issue::partition("r").of::<Work>()).limit(5).page().metered().await.unwrap();
        assert_eq!(page.items, issues[..5].iter().cloned().map(Work::Issue).collect::<Vec<_>>());
        assert_eq!(page.raw, [], "nobody asked for stars");
        assert!(consumed.requests <= 9, "{consumed:?}");
        let rest = db.query(Issue::partition("r").of::<Work>()).after(&page.next.unwrap()).page().await.unwrap();
        assert_eq!((rest.items.len(), rest.raw.len()), (16, 0));
    }

    async fn a_projection_upgrades_old_items(db: Bank) {
        let purse = |id: &str, cents| Purse { user: "ann".into(), id: id.into(), cents };
        db.create(&purse("new", 700)).await.unwrap();
        let mut old = purse("old", 0).to_item().unwrap();
        old.remove("schemaVersion");
        old.remove("cents");
        old.insert("euros".into(), AttributeValue::N("5".into()));
        put_raw::<Bank>(&db, old).await;
        assert_eq!(db.query(Purse::query("ann")).page().await.unwrap().items, [purse("new", 700), purse("old", 500)]);
        let cents = db.query(Purse::query("ann")).project::<Cents>().page().await.unwrap().items;
        assert_eq!(cents, [Cents { cents: 700 }, Cents { cents: 500 }]);
        // Conditions of writes see today's form too.
        let poor = db.delete(Purse::key("ann", "old")).when(Purse::fields().cents.lt(100)).await;
        assert!(matches!(poor, Err(Error::ConditionFailed(_))), "{poor:?}");
        let mut old = purse("old", 0).to_item().unwrap();
        old.remove("schemaVersion");
        old.remove("cents");
        old.insert("euros".into(), AttributeValue::N("5".into()));
        put_raw::<Bank>(&db, old).await;
        // The index has not what the upgrade needs: an error, and no wrong number.
        let narrow = db.query(Purse::query_narrow("ann")).project::<Cents>().page().await.unwrap_err().to_string();
        assert!(narrow.contains("PURSE#old") && narrow.contains("backfill"), "{narrow}");
        let page = db.query(Purse::query_narrow("ann")).project::<Cents>().lenient().page().await.unwrap();
        assert_eq!((page.items, page.unreadable.len()), (vec![Cents { cents: 700 }], 1));
        db.backfill::<Bank>().await.unwrap();
        let cents = db.query(Purse::query_narrow("ann")).project::<Cents>().page().await.unwrap().items;
        assert_eq!(cents, [Cents { cents: 700 }, Cents { cents: 500 }]);
    }
}
