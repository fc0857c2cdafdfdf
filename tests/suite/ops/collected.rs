//! Collections in a range of their partition, and cursors of queries that differ in what they ask for alone.

use dynamo_core::prelude::*;

use super::engine::on;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "forge", pk = "PK", sk = "SK", type_attribute = "type")]
pub(crate) enum Forge {
    Repo(Repo),
    Issue(Issue),
    Pull(Pull),
    Review(Review),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forge, pk = "REPO#<name>", sk = "REPO")]
pub(crate) struct Repo {
    name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forge, pk = "REPO#<name>", sk = "ISSUE#<number:02>")]
pub(crate) struct Issue {
    name: String,
    number: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forge, pk = "REPO#<name>", sk = "PULL#<number:02>", overlaps(Review))]
pub(crate) struct Pull {
    name: String,
    number: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forge, pk = "REPO#<name>", sk = "PULL#<number:02>#REVIEW#<by>", overlaps(Pull))]
pub(crate) struct Review {
    name: String,
    number: u32,
    by: String,
}

#[derive(Collection, Debug, Clone, PartialEq)]
enum Both {
    Issue(Issue),
    Repo(Repo),
}

/// Its items have a prefix in common.
#[derive(Collection, Debug, Clone, PartialEq)]
enum Pulls {
    Pull(Pull),
    Review(Review),
}

fn issue(number: u32) -> Issue {
    Issue { name: "r".into(), number }
}

fn pull(number: u32) -> Pull {
    Pull { name: "r".into(), number }
}

fn review(number: u32) -> Review {
    Review { name: "r".into(), number, by: "ann".into() }
}

async fn fill(db: &Db) {
    db.create(&Repo { name: "r".into() }).await.unwrap();
    for number in 0..4 {
        db.transact().create(&issue(number)).create(&pull(number)).create(&review(number)).await.unwrap();
    }
}

on! {
    async fn a_range_is_kept(db: Forge) {
        fill(&db).await;
        let from = || Repo::partition("r").from(Issue::key("r", 2));
        let all = db.query(from().of::<Both>()).all().await.unwrap();
        assert_eq!(all, [Both::Issue(issue(2)), Both::Issue(issue(3)), Both::Repo(Repo { name: "r".into() })]);
        let down = db.query(from().of::<Both>()).descending().all().await.unwrap();
        assert_eq!(down, [Both::Issue(issue(2)), Both::Issue(issue(1)), Both::Issue(issue(0))]);
        let before = Repo::partition("r").beyond(Issue::key("r", 0)).before(Issue::key("r", 2)).of::<Both>();
        assert_eq!(db.query(before).all().await.unwrap(), [Both::Issue(issue(1))]);
    }

    async fn a_range_is_cut_to_the_prefix_of_the_collection(db: Forge) {
        fill(&db).await;
        let pulls = |range: std::ops::Range<u32>| {
            range.flat_map(|number| [Pulls::Pull(pull(number)), Pulls::Review(review(number))]).collect::<Vec<_>>()
        };
        let all = Pull::partition("r").of::<Pulls>();
        assert_eq!(db.query(all).all().await.unwrap(), pulls(0..4));
        // Ends outside of the prefix on either side, and within it.
        for from in ["A", "ISSUE#02", "PULL#"] {
            let query = || Pull::partition("r").from(from);
            assert_eq!(db.query(query().of::<Pulls>()).all().await.unwrap(), pulls(0..4), "{from}");
            assert_eq!(db.query(query().to("PULL#01~").of::<Pulls>()).all().await.unwrap(), pulls(0..2), "{from}");
            assert_eq!(db.query(query().before("Z").of::<Pulls>()).all().await.unwrap(), pulls(0..4), "{from}");
        }
        let query = || Pull::partition("r").beyond(Review::key("r", 1, "ann"));
        assert_eq!(db.query(query().of::<Pulls>()).all().await.unwrap(), pulls(2..4));
        let down = db.query(query().of::<Pulls>()).descending().all().await.unwrap();
        assert_eq!(down, [Pulls::Pull(pull(1)), Pulls::Review(review(0)), Pulls::Pull(pull(0))]);
        for (from, to) in [("A", "B"), ("ISSUE#00", "ISSUE#99"), ("X", "Y")] {
            let query = Pull::partition("r").from(from).to(to).of::<Pulls>();
            assert_eq!(db.query(query).all().await.unwrap(), [], "{from} {to}");
        }
    }

    async fn a_cursor_is_of_what_was_asked_for(db: Forge) {
        fill(&db).await;
        let pulls = db.query(Pull::query("r")).limit(2).page().await.unwrap().next.unwrap();
        let refused = db.query(Review::query("r")).after(&pulls).page().await;
        assert!(matches!(refused, Err(Error::Cursor(_))), "{refused:?}");
        assert_eq!(db.query(Pull::query("r")).after(&pulls).page().await.unwrap().items, [pull(2), pull(3)]);
        let whole = db.query(Repo::partition("r")).limit(2).page().await.unwrap().next.unwrap();
        let refused = db.query(Repo::partition("r").of::<Both>()).after(&whole).page().await;
        assert!(matches!(refused, Err(Error::Cursor(_))), "{refused:?}");
        let scan = db.scan::<Issue>().limit(1).page().await.unwrap().next.unwrap();
        let refused = db.scan::<Pull>().limit(1).after(&scan).page().await;
        assert!(matches!(refused, Err(Error::Cursor(_))), "{refused:?}");
        assert_eq!(db.scan::<Issue>().after(&scan).page().await.unwrap().items.len(), 3);
    }
}
