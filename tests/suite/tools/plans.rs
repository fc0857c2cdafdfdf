//! `plan` and `apply` from each kind of difference, with data in the table, killed in the middle and run again.

use dynamo_core::prelude::*;
use dynamo_core::{Names, Table};
use dynamo_tools::live::{self, Event, Plan, PlanOptions, Step};
use dynamo_tools::{TableSpec, Tool};
use futures_util::future::join_all;

use super::raw;

/// Tables with one entity, each another version of one design.
macro_rules! versions {
    ($($module:ident: [$($table:tt)*] [$($index:meta),*] [$($entity:tt)*];)*) => {$(
        mod $module {
            use dynamo_core::prelude::*;

            #[allow(clippy::duplicated_attributes)]
            #[derive(Table)]
            #[table(name = "versions", pk = "PK", sk = "SK", $($table)*)]
            $(#[$index])*
            pub(super) enum Versions {
                Note(Note),
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(table = Versions, pk = "NOTE#<id>", sk = "META", $($entity)*)]
            pub(super) struct Note {
                pub(super) id: String,
                pub(super) owner: String,
                pub(super) rank: u32,
                pub(super) text: String,
                pub(super) expires: Option<u64>,
            }
        }
    )*};
}

versions! {
    plain: [] [] [];
    indexed: [] [index(a, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK")] [a = ("OWNER#<owner>", "NOTE#<id>")];
    narrow: [] [index(a, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK", projection = "KEYS_ONLY")]
        [a = ("OWNER#<owner>", "NOTE#<id>")];
    rekeyed: [] [index(a, name = "ByOwner", pk = "GSI1PK", sk = "rank", sk_type = "N")] [a = ("OWNER#<owner>", rank)];
    several: [ttl = "expires", stream]
        [index(a, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK")]
        [a = ("OWNER#<owner>", "NOTE#<id>")];
    more: []
        [index(a, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK"), index(b, name = "ByText", pk = "GSI2PK")]
        [a = ("OWNER#<owner>", "NOTE#<id>"), b = "TEXT#<text>"];
    renamed: [] [index(b, name = "ByOwner2", pk = "GSI2PK", sk = "GSI2SK")] [b = ("OWNER#<owner>", "NOTE#<id>")];
    expiring: [ttl = "expires"] [] [];
    ending: [ttl = "ends"] [] [];
    streaming: [stream] [] [];
    provisioned: [provisioned(reads = 4, writes = 2)] [index(a, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK")]
        [a = ("OWNER#<owner>", "NOTE#<id>")];
    tuned: [provisioned(reads = 4, writes = 2)]
        [index(a, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK", provisioned(reads = 9, writes = 3))]
        [a = ("OWNER#<owner>", "NOTE#<id>")];
    limited: [on_demand(max_reads = 400, max_writes = 200)] [] [];
    guarded: [deletion_protection, point_in_time_recovery, tags("team" = "notes")] [] [];
    local: [] [index(l, name = "ByRank", sk = "rank", sk_type = "N", local = true)] [l = rank];
}

mod other_key {
    use dynamo_core::prelude::*;

    #[derive(Table)]
    #[table(name = "versions", pk = "PK")]
    pub(super) enum Versions {
        Note(Note),
    }

    #[derive(Entity)]
    #[entity(table = Versions, pk = "NOTE#<id>")]
    pub(super) struct Note {
        pub(super) id: String,
    }
}

/// A table that `Old` made, with items in it.
async fn made<Old: Table + 'static>(items: usize) -> (Db, String) {
    let name = raw::unique("versions");
    let db = raw::db().await.with_names(Names::new().rename::<plain::Versions>(&name));
    db.create_table::<Old>().await.unwrap();
    for at in 0..items {
        let note = plain::Note {
            id: format!("n{at:03}"),
            owner: format!("o{}", at % 3),
            rank: u32::try_from(at).unwrap(),
            text: format!("text {at}"),
            expires: None,
        };
        db.create(&note).await.unwrap();
    }
    (db, name)
}

async fn planned<New: Table + 'static>(db: &Db, name: &str, destructive: bool) -> Plan {
    let declared = TableSpec { name: name.to_owned(), ..TableSpec::declared(New::LAYOUT) };
    let is = live::read(db.client(), name).await.unwrap();
    live::plan(New::LAYOUT, &declared, is.as_ref(), PlanOptions { destructive }).unwrap()
}

async fn differs<New: Table + 'static>(db: &Db, name: &str) -> Vec<String> {
    let declared = TableSpec { name: name.to_owned(), ..TableSpec::declared(New::LAYOUT) };
    let is = live::read(db.client(), name).await.unwrap();
    live::differences(&declared, is.as_ref()).iter().map(ToString::to_string).collect()
}

async fn items(db: &Db, name: &str) -> usize {
    db.client().scan().table_name(name).send().await.unwrap().items().len()
}

/// Brings a table from one version to another: at once, then killed at every event of the way and continued.
async fn migrates<Old: Table + Send + 'static, New: Table + Send + 'static>(wanted: &[&str]) {
    let (db, name) = made::<Old>(5).await;
    let plan = planned::<New>(&db, &name, true).await;
    let steps: Vec<_> = plan.steps.iter().map(ToString::to_string).collect();
    for (step, begins) in steps.iter().zip(wanted) {
        assert!(step.starts_with(begins), "{steps:?} {wanted:?}");
    }
    assert_eq!(steps.len(), wanted.len(), "{steps:?}");
    let mut events = 0;
    live::apply(&db, &Tool::of::<New>(), &plan, &mut |_| events += 1).await.unwrap();
    assert_eq!(differs::<New>(&db, &name).await, Vec::<String>::new());
    assert_eq!(items(&db, &name).await, 5);
    assert!(planned::<New>(&db, &name, true).await.is_empty());
    raw::remove(&db, &name).await;
    // At once: an engine that takes a second for an index takes it for all of them together.
    join_all((0..steps.len() * 3).map(killed::<Old, New>)).await;
}

/// Kills the way from one version to another at one of its events, and goes on.
async fn killed<Old: Table + Send + 'static, New: Table + Send + 'static>(kill: usize) {
    let (db, name) = made::<Old>(5).await;
    let plan = planned::<New>(&db, &name, true).await;
    let saved = plan.to_json().unwrap();
    let running = tokio::spawn({
        let (db, plan) = (db.clone(), plan.clone());
        async move {
            let mut seen = 0;
            live::apply(&db, &Tool::of::<New>(), &plan, &mut |event| {
                if !matches!(event, Event::Waiting { .. }) {
                    assert!(seen < kill, "killed");
                    seen += 1;
                }
            })
            .await
        }
    });
    assert!(running.await.is_err(), "it should have been killed at event {kill}");
    // The saved plan goes on where it stopped, and so does a new one.
    let plan =
        if kill.is_multiple_of(2) { Plan::from_json(&saved).unwrap() } else { planned::<New>(&db, &name, true).await };
    live::apply(&db, &Tool::of::<New>(), &plan, &mut |_| {}).await.unwrap();
    assert_eq!(differs::<New>(&db, &name).await, Vec::<String>::new(), "killed at {kill}");
    assert_eq!(items(&db, &name).await, 5);
    raw::remove(&db, &name).await;
}

#[tokio::test]
async fn a_missing_index_is_made_and_filled() {
    migrates::<plain::Versions, indexed::Versions>(&["create index ByOwner", "write the keys"]).await;
    let (db, name) = made::<plain::Versions>(9).await;
    let plan = planned::<indexed::Versions>(&db, &name, false).await;
    live::apply(&db, &Tool::of::<indexed::Versions>(), &plan, &mut |_| {}).await.unwrap();
    assert_eq!(db.query(indexed::Note::query_a("o1")).count().await.unwrap(), 3);
    raw::remove(&db, &name).await;
}

#[tokio::test]
async fn two_missing_indexes_are_made_one_after_the_other() {
    migrates::<plain::Versions, more::Versions>(&["create index ByOwner", "create index ByText", "write the keys"])
        .await;
}

#[tokio::test]
async fn another_projection_is_another_index() {
    migrates::<indexed::Versions, narrow::Versions>(&["delete index ByOwner", "create index ByOwner", "write"]).await;
}

#[tokio::test]
async fn another_key_is_another_index() {
    migrates::<indexed::Versions, rekeyed::Versions>(&["delete index ByOwner", "create index ByOwner", "write"]).await;
}

#[tokio::test]
async fn a_renamed_index_is_there_before_the_old_one_goes() {
    migrates::<indexed::Versions, renamed::Versions>(&[
        "create index ByOwner2",
        "write the keys",
        "delete index ByOwner",
    ])
    .await;
}

#[tokio::test]
async fn ttl_is_turned_on_and_renamed() {
    migrates::<plain::Versions, expiring::Versions>(&["expire items by `expires`"]).await;
    migrates::<expiring::Versions, ending::Versions>(&["stop expiring items by `expires`", "expire items by `ends`"])
        .await;
    migrates::<expiring::Versions, plain::Versions>(&["stop expiring"]).await;
}

#[tokio::test]
async fn streams_are_turned_on_and_off() {
    migrates::<plain::Versions, streaming::Versions>(&["turn on the stream"]).await;
    migrates::<streaming::Versions, plain::Versions>(&["turn off the stream"]).await;
}

#[tokio::test]
async fn billing_changes_both_ways() {
    migrates::<indexed::Versions, provisioned::Versions>(&["bill 4 reads and 2 writes"]).await;
    migrates::<provisioned::Versions, indexed::Versions>(&["bill on demand"]).await;
    migrates::<plain::Versions, provisioned::Versions>(&["bill 4 reads", "create index ByOwner", "write the keys"])
        .await;
}

#[tokio::test]
async fn several_differences_are_one_plan() {
    migrates::<plain::Versions, several::Versions>(&[
        "create index ByOwner",
        "write the keys",
        "turn on the stream",
        "expire items",
    ])
    .await;
}

#[tokio::test]
async fn a_table_that_is_not_there_is_made() {
    let name = raw::unique("versions");
    let db = raw::db().await.with_names(Names::new().rename::<plain::Versions>(&name));
    let plan = planned::<several::Versions>(&db, &name, false).await;
    assert!(matches!(plan.steps.as_slice(), [Step::CreateTable(_)]));
    live::apply(&db, &Tool::of::<several::Versions>(), &plan, &mut |_| {}).await.unwrap();
    assert_eq!(differs::<several::Versions>(&db, &name).await, Vec::<String>::new());
    // Applied again, it has nothing to do.
    live::apply(&db, &Tool::of::<several::Versions>(), &plan, &mut |event| {
        assert!(!matches!(event, Event::Begun { .. }));
    })
    .await
    .unwrap();
    // A plan for another declaration of the table is refused.
    let error = live::apply(&db, &Tool::of::<plain::Versions>(), &plan, &mut |_| {}).await.unwrap_err();
    assert!(error.to_string().contains("declaration has changed"), "{error}");
    raw::remove(&db, &name).await;
}

#[tokio::test]
async fn settings_follow_where_the_engine_has_them() {
    let (db, name) = made::<plain::Versions>(2).await;
    let plan = planned::<guarded::Versions>(&db, &name, false).await;
    assert!(plan.steps.contains(&Step::SetProtection(true)), "{:?}", plan.steps);
    live::apply(&db, &Tool::of::<guarded::Versions>(), &plan, &mut |_| {}).await.unwrap();
    assert_eq!(differs::<guarded::Versions>(&db, &name).await, Vec::<String>::new());
    // And back, when that is asked for.
    let careful = planned::<plain::Versions>(&db, &name, false).await;
    assert!(careful.is_empty() && !careful.left.is_empty());
    let plan = planned::<plain::Versions>(&db, &name, true).await;
    live::apply(&db, &Tool::of::<plain::Versions>(), &plan, &mut |_| {}).await.unwrap();
    assert_eq!(differs::<plain::Versions>(&db, &name).await, Vec::<String>::new());
    raw::remove(&db, &name).await;
}

#[tokio::test]
async fn nothing_is_taken_away_unasked() {
    let (db, name) = made::<several::Versions>(3).await;
    let plan = planned::<plain::Versions>(&db, &name, false).await;
    assert!(plan.is_empty(), "{:?}", plan.steps);
    assert_eq!(plan.left.len(), 3, "{:?}", plan.left);
    // A changed index stays as it is, since it would have to be deleted first.
    let plan = planned::<narrow::Versions>(&db, &name, false).await;
    assert!(plan.is_empty(), "{:?}", plan.steps);
    raw::remove(&db, &name).await;
}

#[tokio::test]
async fn a_table_that_has_changed_refuses_the_plan() {
    let (db, name) = made::<plain::Versions>(1).await;
    let plan = planned::<indexed::Versions>(&db, &name, false).await;
    let other = planned::<streaming::Versions>(&db, &name, false).await;
    live::apply(&db, &Tool::of::<streaming::Versions>(), &other, &mut |_| {}).await.unwrap();
    let error = live::apply(&db, &Tool::of::<indexed::Versions>(), &plan, &mut |_| panic!("nothing may be done")).await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("has changed since the plan was made: the stream was off"), "{error}");
    raw::remove(&db, &name).await;
    let error = live::apply(&db, &Tool::of::<indexed::Versions>(), &plan, &mut |_| {}).await.unwrap_err().to_string();
    assert!(error.contains("does not exist"), "{error}");
}

#[tokio::test]
async fn what_cannot_change_is_refused() {
    let (db, name) = made::<plain::Versions>(1).await;
    let is = live::read(db.client(), &name).await.unwrap();
    for (layout, fact) in [
        (other_key::Versions::LAYOUT, "the key is declared as HASH PK (S)"),
        (local::Versions::LAYOUT, "index ByRank is declared as local"),
    ] {
        let declared = TableSpec { name: name.clone(), ..TableSpec::declared(layout) };
        let error =
            live::plan(layout, &declared, is.as_ref(), PlanOptions { destructive: true }).unwrap_err().to_string();
        assert!(error.contains(fact) && error.contains("help: create a table of another name"), "{error}");
    }
    raw::remove(&db, &name).await;
}

/// The capacity of an index of its own, which some engines do not keep.
#[test]
fn an_index_has_capacity_of_its_own() {
    let declared = TableSpec::declared(tuned::Versions::LAYOUT);
    let is = TableSpec::declared(provisioned::Versions::LAYOUT);
    let found: Vec<_> = live::differences(&declared, Some(&is)).iter().map(ToString::to_string).collect();
    let index =
        "billing of index ByOwner is declared as 9 reads and 3 writes a second and is 4 reads and 2 writes a second";
    assert_eq!(found, [index]);
    let plan = live::plan(tuned::Versions::LAYOUT, &declared, Some(&is), PlanOptions::default()).unwrap();
    let steps: Vec<_> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["bill 4 reads and 2 writes a second, index ByOwner 9 reads and 3 writes a second"]);
}

/// The maxima of a table on demand, which some engines do not keep.
#[test]
fn limits_are_a_change_of_billing() {
    let declared = TableSpec::declared(limited::Versions::LAYOUT);
    let is = TableSpec::declared(plain::Versions::LAYOUT);
    let plan = live::plan(limited::Versions::LAYOUT, &declared, Some(&is), PlanOptions::default()).unwrap();
    let steps: Vec<_> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["bill on demand, at most 400 reads and 200 writes a second"]);
}
