//! Every rule of the linter, with a design that it finds and a twin that it does not.

use std::collections::BTreeSet;

use dynamo_core::Table;
use dynamo_tools::lint::{check, rules};

use super::exports::schemas;

/// Two designs that differ in what a rule is about.
macro_rules! designs {
    ($($module:ident $rule:literal { $($items:tt)* } twin { $($twin:tt)* })*) => {
        $(mod $module {
            pub(super) mod found {
                #![allow(dead_code, clippy::duplicated_attributes)]
                use dynamo_core::prelude::*;
                $($items)*
            }
            pub(super) mod twin {
                #![allow(dead_code, clippy::duplicated_attributes)]
                use dynamo_core::prelude::*;
                $($twin)*
            }
        })*

        #[test]
        fn each_rule_finds_its_design_and_not_the_twin() {
            let mut tried = BTreeSet::new();
            $(
                let rules_of = |table: &dynamo_core::schema::TableSchema| -> BTreeSet<&'static str> {
                    check(table).iter().filter(|finding| finding.allowed.is_none()).map(|finding| finding.rule).collect()
                };
                assert!(rules_of($module::found::T::SCHEMA).contains($rule), "{} is not found", $rule);
                assert!(!rules_of($module::twin::T::SCHEMA).contains($rule), "{} is found in the twin", $rule);
                tried.insert($rule);
            )*
            let all: BTreeSet<_> = rules().iter().map(|rule| rule.id).collect();
            assert_eq!(tried, all);
        }
    };
}

designs! {
    constant "constant-partition" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "NOTES", sk = "NOTE#<id>")]
        pub(crate) struct Note { id: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { Note(Note), Settings(Settings) }
        #[derive(Entity)]
        #[entity(table = T, pk = "NOTES#<owner>", sk = "NOTE#<id>")]
        pub(crate) struct Note { owner: String, id: String }
        // One item altogether.
        #[derive(Entity)]
        #[entity(table = T, pk = "SETTINGS", sk = "SETTINGS")]
        pub(crate) struct Settings { text: String }
    }
    low "low-cardinality-partition" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { Task(Task) }
        #[derive(Entity)]
        #[entity(table = T, pk = "TASK#<id>", sk = "META", gsi1 = ("STATUS#<status>", "<id>"))]
        #[access(by_status(status), index = gsi1)]
        pub(crate) struct Task { id: String, #[entity(immutable)] status: Status }
        #[derive(KeyField, Clone, Copy)]
        pub(crate) enum Status { Open, Done }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { Task(Task) }
        #[derive(Entity)]
        #[entity(table = T, pk = "TASK#<id>", sk = "META", gsi1 = ("STATUS#<status>#<shard>", "<id>"), sharded(10))]
        #[access(by_status(status), index = gsi1)]
        pub(crate) struct Task { id: String, #[entity(immutable)] status: Status }
        #[derive(KeyField, Clone, Copy)]
        pub(crate) enum Status { Open, Done }
    }
    moved "read-before-update" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { Task(Task) }
        #[derive(Entity)]
        #[entity(table = T, pk = "TASK#<id>", sk = "META", gsi1 = ("OWNER#<owner>", "STATUS#<status>#<updated_at>"))]
        pub(crate) struct Task { id: String, owner: String, status: String, #[entity(updated_at)] updated_at: Timestamp }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { Task(Task) }
        #[derive(Entity)]
        #[entity(table = T, pk = "TASK#<id>", sk = "META", gsi1 = ("OWNER#<owner>#STATUS#<status>", "<updated_at>"))]
        pub(crate) struct Task { id: String, owner: String, status: String, #[entity(updated_at)] updated_at: Timestamp }
    }
    mutable "mutable-index-key" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { User(User) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = ("TEAM#<team>", "<id>"))]
        #[access(of_team(team), index = gsi1)]
        pub(crate) struct User { id: String, team: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { User(User) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = ("TEAM#<team>", "<id>"))]
        #[access(of_team(team), index = gsi1)]
        pub(crate) struct User { id: String, #[entity(immutable)] team: String }
    }
    local "local-index" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(by_rank, name = "ByRank", sk = "rank", sk_type = "N", local = true)]
        pub(crate) enum T { Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "OWNER#<owner>", sk = "NOTE#<id>", by_rank = ("OWNER#<owner>", rank))]
        #[access(ranked(owner), index = by_rank)]
        pub(crate) struct Note { owner: String, id: String, rank: u32 }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(by_rank, name = "ByRank", pk = "owner", sk = "rank", sk_type = "N")]
        pub(crate) enum T { Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "OWNER#<owner>", sk = "NOTE#<id>", by_rank = (owner, rank))]
        #[access(ranked(owner), index = by_rank)]
        pub(crate) struct Note { owner: String, id: String, rank: u32 }
    }
    tenant "authorisation-boundary" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { User(User), Doc(Doc) }
        #[derive(Entity)]
        #[entity(table = T, pk = "TENANT#<tenant_id>", sk = "USER#<id>")]
        pub(crate) struct User { tenant_id: String, id: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "DOC#<id>", sk = "META")]
        pub(crate) struct Doc { tenant_id: String, id: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { User(User), Doc(Doc) }
        #[derive(Entity)]
        #[entity(table = T, pk = "TENANT#<tenant_id>", sk = "USER#<id>")]
        pub(crate) struct User { tenant_id: String, id: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "TENANT#<tenant_id>", sk = "DOC#<id>")]
        pub(crate) struct Doc { tenant_id: String, id: String }
    }
    unused "unused-index" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { User(User) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = ("TEAM#<team>", "<id>"))]
        pub(crate) struct User { id: String, team: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { User(User) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = ("TEAM#<team>", "<id>"))]
        #[access(of_team(team), index = gsi1)]
        pub(crate) struct User { id: String, team: String }
    }
    projection "all-projection" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { User(User), Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = ("TEAM#<team>", "USER#<id>"))]
        #[access(of_team(team), index = gsi1)]
        pub(crate) struct User { id: String, team: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "NOTE#<id>", sk = "META", gsi1 = ("TEAM#<team>", "NOTE#<id>"))]
        pub(crate) struct Note { id: String, team: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        pub(crate) enum T { User(User), Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = ("TEAM#<team>", "USER#<id>"))]
        #[access(of_team(team), index = gsi1)]
        pub(crate) struct User { id: String, team: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "NOTE#<id>", sk = "META", gsi1 = none)]
        pub(crate) struct Note { id: String, team: String }
    }
    filtered "filtered-read" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
        pub(crate) enum T { Order(Order), Line(Line) }
        #[derive(Entity)]
        #[entity(table = T, pk = "CUSTOMER#<customer>", sk = "ORDER#<id>", overlaps(Line))]
        pub(crate) struct Order { customer: String, id: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "CUSTOMER#<customer>", sk = "ORDER#<id>#LINE#<n:03>", overlaps(Order))]
        pub(crate) struct Line { customer: String, id: String, n: u32 }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
        pub(crate) enum T { Order(Order), Line(Line) }
        #[derive(Entity)]
        #[entity(table = T, pk = "CUSTOMER#<customer>", sk = "ORDER#<id>")]
        pub(crate) struct Order { customer: String, id: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "CUSTOMER#<customer>", sk = "LINE#<id>#<n:03>")]
        pub(crate) struct Line { customer: String, id: String, n: u32 }
    }
    mergeable "mergeable-indexes" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        #[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
        pub(crate) enum T { User(User), Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = ("TEAM#<team>", "USER#<id>"))]
        pub(crate) struct User { id: String, team: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "NOTE#<id>", sk = "META", gsi2 = ("OWNER#<owner>", "NOTE#<id>"))]
        pub(crate) struct Note { id: String, owner: String }
    } twin {
        // Natural keys are no templates, and stay apart.
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        #[index(gsi1, name = "GSI1", pk = "team", sk = "GSI1SK")]
        #[index(gsi2, name = "GSI2", pk = "owner", sk = "GSI2SK")]
        pub(crate) enum T { User(User), Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<id>", sk = "META", gsi1 = (team, "USER#<id>"))]
        pub(crate) struct User { id: String, team: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "NOTE#<id>", sk = "META", gsi2 = (owner, "NOTE#<id>"))]
        pub(crate) struct Note { id: String, owner: String }
    }
    expiring "expiring-read" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
        pub(crate) enum T { Invite(Invite) }
        #[derive(Entity)]
        #[entity(table = T, pk = "BOARD#<board>", sk = "INVITE#<id>")]
        #[access(of_board(board))]
        pub(crate) struct Invite { board: String, id: String, #[entity(ttl)] expires: u64 }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
        pub(crate) enum T { Invite(Invite) }
        #[derive(Entity)]
        #[entity(table = T, pk = "BOARD#<board>", sk = "INVITE#<id>")]
        #[access(of_board(board), unexpired)]
        pub(crate) struct Invite { board: String, id: String, #[entity(ttl)] expires: u64 }
    }
    milliseconds "ttl-in-milliseconds" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", ttl = "expires")]
        pub(crate) enum T { Invite(Invite) }
        #[derive(Entity)]
        #[entity(table = T, pk = "INVITE#<id>")]
        pub(crate) struct Invite { id: String, #[entity(ttl, rename = "expires")] expires_ms: u64 }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", ttl = "expires")]
        pub(crate) enum T { Invite(Invite) }
        #[derive(Entity)]
        #[entity(table = T, pk = "INVITE#<id>")]
        pub(crate) struct Invite { id: String, #[entity(ttl, rename = "expires")] expires_at: u64 }
    }
    unbounded "unbounded-collection" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK")]
        pub(crate) enum T { Group(Group) }
        #[derive(Entity)]
        #[entity(table = T, pk = "GROUP#<id>")]
        pub(crate) struct Group { id: String, members: Vec<String> }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK")]
        pub(crate) enum T { Group(Group) }
        #[derive(Entity)]
        #[entity(table = T, pk = "GROUP#<id>")]
        pub(crate) struct Group { id: String, #[entity(immutable)] members: Vec<String> }
    }
    large "large-item" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK")]
        pub(crate) enum T { Doc(Doc) }
        #[derive(Entity)]
        #[entity(table = T, pk = "DOC#<id>", load(size = 350_000))]
        pub(crate) struct Doc { id: String, text: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK")]
        pub(crate) enum T { Doc(Doc) }
        #[derive(Entity)]
        #[entity(table = T, pk = "DOC#<id>", load(size = 3_500))]
        pub(crate) struct Doc { id: String, text: String }
    }
    transaction "transaction-size" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { Event(Event), Entry(Entry) }
        #[derive(Entity)]
        #[entity(table = T, pk = "EVENT#<id>", sk = "META", pointers(Entry))]
        pub(crate) struct Event { id: String, title: String, groups: Vec<String> }
        #[derive(Entity)]
        #[entity(table = T, pk = "GROUP#<group>", sk = "EVENT#<id>", pointer_of(Event, each(group in groups)))]
        pub(crate) struct Entry { group: String, id: String, title: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { Event(Event), Entry(Entry) }
        #[derive(Entity)]
        #[entity(table = T, pk = "EVENT#<id>", sk = "META", pointers(Entry))]
        pub(crate) struct Event { id: String, title: String, group: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "GROUP#<group>", sk = "EVENT#<id>", pointer_of(Event))]
        pub(crate) struct Entry { group: String, id: String, title: String }
    }
    copied "copied-field" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { User(User), Member(Member) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<user_id>", sk = "META")]
        pub(crate) struct User { user_id: String, name: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "GROUP#<group>", sk = "MEMBER#<user_id>")]
        pub(crate) struct Member { group: String, user_id: String, user_name: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK")]
        pub(crate) enum T { User(User), Member(Member) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<user_id>", sk = "META")]
        pub(crate) struct User { user_id: String, #[entity(immutable)] name: String }
        #[derive(Entity)]
        #[entity(table = T, pk = "GROUP#<group>", sk = "MEMBER#<user_id>")]
        pub(crate) struct Member { group: String, user_id: String, user_name: String }
    }
    overloading "overloading-without-gain" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", ttl = "expires")]
        pub(crate) enum T { Session(Session), Invoice(Invoice) }
        #[derive(Entity)]
        #[entity(table = T, pk = "SESSION#<id>")]
        pub(crate) struct Session { id: String, #[entity(ttl)] expires: u64 }
        #[derive(Entity)]
        #[entity(table = T, pk = "INVOICE#<id>")]
        pub(crate) struct Invoice { id: String, total: u64 }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
        pub(crate) enum T { Session(Session), Invoice(Invoice) }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<user>", sk = "SESSION#<id>")]
        pub(crate) struct Session { user: String, id: String, #[entity(ttl)] expires: u64 }
        #[derive(Entity)]
        #[entity(table = T, pk = "USER#<user>", sk = "INVOICE#<id>")]
        pub(crate) struct Invoice { user: String, id: String, total: u64 }
    }
    stale "stale-allow" {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", allow("local-index" = "there was one"))]
        pub(crate) enum T { Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "NOTE#<id>")]
        pub(crate) struct Note { id: String }
    } twin {
        #[derive(Table)]
        #[table(name = "app", pk = "PK", sk = "SK", allow("local-index" = "reads have to be consistent"))]
        #[index(by_rank, name = "ByRank", sk = "rank", sk_type = "N", local = true)]
        pub(crate) enum T { Note(Note) }
        #[derive(Entity)]
        #[entity(table = T, pk = "OWNER#<owner>", sk = "NOTE#<id>", by_rank = ("OWNER#<owner>", rank))]
        #[access(ranked(owner), index = by_rank)]
        pub(crate) struct Note { owner: String, id: String, rank: u32 }
    }
}

#[test]
fn an_allowed_finding_keeps_its_reason() {
    let found = check(stale::twin::T::SCHEMA);
    let allowed: Vec<_> = found.iter().filter_map(|finding| finding.allowed).collect();
    assert_eq!(allowed, ["reads have to be consistent"]);
}

#[test]
fn every_rule_has_a_page_that_names_it() {
    for rule in rules() {
        assert!(rule.page.starts_with(&format!("# {}\n", rule.id)) && rule.page.lines().count() > 10, "{}", rule.id);
        assert!(rule.page.contains(&format!("allow(\"{}\" =", rule.id)), "{}", rule.id);
    }
}

/// Our own models pass, or carry a written reason.
#[test]
fn the_models_pass() {
    let tables = schemas().into_iter().filter(|table| table.layout.table != "Showcase");
    let open = tables.flat_map(check).filter(|finding| finding.allowed.is_none());
    let open: Vec<_> =
        open.map(|found| format!("{} {:?}: {} [{}]", found.table, found.entity, found.reason, found.rule)).collect();
    assert!(open.is_empty(), "{}", open.join("\n"));
}
