//! More designs for rules that see several kinds of one mistake, each with a twin.

use dynamo_core::Table;
use dynamo_core::schema::TableSchema;
use dynamo_tools::lint::check;

/// The reasons for which a rule finds something in a table, allowed or not.
fn reasons(table: &TableSchema, rule: &str) -> Vec<String> {
    check(table).into_iter().filter(|finding| finding.rule == rule).map(|finding| finding.reason).collect()
}

/// A table of users, and of posts by them.
macro_rules! posts {
    ($($module:ident: $post:ident $fields:tt)*) => {$(
        mod $module {
            #![allow(dead_code)]
            use dynamo_core::prelude::*;

            #[derive(Table)]
            #[table(name = "app", pk = "PK", sk = "SK")]
            pub(super) enum App {
                User(User),
                $post($post),
            }

            #[derive(Entity)]
            #[entity(table = App, pk = "USER#<user_id>", sk = "META")]
            pub(super) struct User {
                user_id: String,
                name: String,
            }

            #[derive(Entity)]
            #[entity(table = App, pk = "GROUP#<group>", sk = "POST#<id>")]
            pub(super) struct $post $fields
        }
    )*};
}

posts! {
    by_role: Post { group: String, id: String, author_id: String, author_name: String }
    of_a_file: Post { group: String, id: String, file_name: String }
    of_another_type: Post { group: String, id: String, author_id: String, author_name: u32 }
}

#[test]
fn a_copy_is_known_by_whom_it_is_called_after() {
    let found = reasons(by_role::App::SCHEMA, "copied-field");
    assert_eq!(found, ["`author_name` of `Post` is a copy of `name` of `User`, which can change"]);
    assert_eq!(reasons(of_a_file::App::SCHEMA, "copied-field"), Vec::<String>::new());
    assert_eq!(reasons(of_another_type::App::SCHEMA, "copied-field"), Vec::<String>::new());
}

/// A table that says what separates those who may read each other's items.
macro_rules! clubs {
    ($($module:ident: $partition:tt)*) => {$(
        mod $module {
            #![allow(dead_code)]
            use dynamo_core::prelude::*;

            #[derive(Table)]
            #[table(name = "app", pk = "PK", sk = "SK", boundary = "club")]
            #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
            pub(super) enum App {
                Member(Member),
            }

            #[derive(Entity)]
            #[entity(table = App, pk = "CLUB#<club>", sk = "MEMBER#<id>", gsi1 = ($partition, "MEMBER#<id>"))]
            pub(super) struct Member {
                club: String,
                id: String,
            }
        }
    )*};
}

clubs! {
    open: "MEMBER#<id>"
    closed: "CLUB#<club>#MEMBERS"
}

#[test]
fn a_declared_boundary_is_in_the_partition_keys_of_indexes_too() {
    let found = reasons(open::App::SCHEMA, "authorisation-boundary");
    assert_eq!(found, ["the partition key \"MEMBER#<id>\" in index GSI1 is without `club`, which items have"]);
    assert_eq!(reasons(closed::App::SCHEMA, "authorisation-boundary"), Vec::<String>::new());
}

/// Events with an entry for each of their groups.
macro_rules! events {
    ($($module:ident: $size:tt)*) => {$(
        mod $module {
            #![allow(dead_code)]
            use dynamo_core::prelude::*;

            #[derive(Table)]
            #[table(name = "app", pk = "PK", sk = "SK")]
            pub(super) enum App {
                Event(Event),
                Entry(Entry),
            }

            #[derive(Entity)]
            #[entity(table = App, pk = "EVENT#<id>", sk = "META", pointers(Entry))]
            pub(super) struct Event {
                id: String,
                title: String,
                groups: Vec<String>,
                tags: Vec<String>,
            }

            #[derive(Entity)]
            #[entity(
                table = App,
                pk = "GROUP#<group>",
                sk = "EVENT#<id>",
                pointer_of(Event, each(group in groups)),
                load(size = $size),
            )]
            pub(super) struct Entry {
                group: String,
                id: String,
                title: String,
            }
        }
    )*};
}

events! {
    large: 60_000
    small: 600
}

#[test]
fn a_transaction_can_have_too_many_actions_or_too_many_bytes() {
    let actions = "writes of `Event` write a `Entry` for each of `groups`, of which there may be more than 100";
    assert_eq!(reasons(small::App::SCHEMA, "transaction-size"), [actions]);
    let bytes = "a write of `Event` with 99 companions has 6 MB";
    assert_eq!(reasons(large::App::SCHEMA, "transaction-size"), [actions, bytes]);
}

#[test]
fn a_finding_says_where_its_design_is_declared() {
    let found = check(small::App::SCHEMA);
    assert!(!found.is_empty());
    for finding in found {
        assert_eq!(finding.file.replace('\\', "/"), "tests/suite/tools/lint_cases.rs");
        assert!(finding.line > 1, "{finding:?}");
    }
}
