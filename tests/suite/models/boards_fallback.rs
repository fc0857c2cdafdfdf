//! Boards in development: names of tables, and reads where an index is missing.

use dynamo_core::prelude::*;
use dynamo_core::{Error, Names};
use models::boards::*;

use super::boards_patterns::{board, settings, user};
use super::{database, second};
use crate::ops::spans::Warnings;

/// A table as an older program made it: without its indexes.
async fn create_bare(db: &Db, table: &str) {
    use aws_sdk_dynamodb::types::{AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType};
    let key = |name, kind| KeySchemaElement::builder().attribute_name(name).key_type(kind).build().unwrap();
    let text = |name| {
        let definition = AttributeDefinition::builder().attribute_name(name);
        definition.attribute_type(ScalarAttributeType::S).build().unwrap()
    };
    let create = db.client().create_table().table_name(table).billing_mode(BillingMode::PayPerRequest);
    let create = create.key_schema(key("PK", KeyType::Hash)).key_schema(key("SK", KeyType::Range));
    create.attribute_definitions(text("PK")).attribute_definitions(text("SK")).send().await.unwrap();
}

#[tokio::test]
async fn a_missing_index_is_scanned_for_if_that_is_allowed() {
    let (warnings, _guard) = Warnings::watch();
    let db = database().await;
    for table in [db.table_name::<BoardMemberships>().unwrap(), db.table_name::<BoardServiceSettingsTable>().unwrap()] {
        create_bare(&db, &table).await;
    }
    let member = |board: &str, user: &str| {
        let (board_id, user_id) = (board.into(), user.into());
        BoardMembership { board_id, user_id, role: BoardRole::Member, joined_at: second(1) }
    };
    for board in ["b1", "b2", "b3"] {
        db.batch_write().put(&member(board, "u1")).put(&member(board, "u10")).await.unwrap();
        for (service, kind) in [("s1", "trades"), ("s2", "trades2"), ("s3", "trades"), ("s4", "ask")] {
            db.put(&settings(board, &format!("{board}-{service}"), kind)).await.unwrap();
        }
    }
    let refused = db.query(BoardMembership::of_user(&"u1".into())).page().await;
    assert!(
        matches!(&refused, Err(error @ Error::MissingTable(_)) if error.to_string().contains("userId-index")),
        "{refused:?}"
    );
    assert!(matches!(db.query(BoardMembership::of_user(&"u1".into())).count().await, Err(Error::MissingTable(_))));
    assert_eq!(*warnings.0.lock().unwrap(), [] as [String; 0]);

    let db = db.scan_without_index();
    let found = db.query(BoardMembership::of_user(&"u1".into())).page().await.unwrap();
    assert_eq!(found.items, ["b1", "b2", "b3"].map(|board| member(board, "u1")));
    let said = warnings.0.lock().unwrap().clone();
    assert!(said.len() == 1 && said[0].contains("userId-index"), "{said:?}");
    assert_eq!(db.query(BoardMembership::of_user(&"u1".into())).count().await.unwrap(), 3);
    // In the order of the index, page by page, filtered, and from several partitions.
    let kinds = |page: Page<BoardServiceSettings>| page.items.into_iter().map(|s| s.service_id.0).collect::<Vec<_>>();
    let first = db.query(BoardServiceSettings::of_board(&"b1".into())).descending().limit(3).page().await.unwrap();
    let next = first.next.clone().unwrap();
    assert_eq!(kinds(first), ["b1-s2", "b1-s3", "b1-s1"]);
    let rest =
        db.query(BoardServiceSettings::of_board(&"b1".into())).descending().limit(3).after(&next).page().await.unwrap();
    assert_eq!((rest.next.is_none(), kinds(rest)), (true, vec!["b1-s4".to_owned()]));
    let fields = BoardServiceSettings::fields();
    let filter = fields.is_default.eq(true) | fields.service_id.eq(ServiceId::from("b1-s3"));
    let trades =
        db.query(BoardServiceSettings::of_type(&"b1".into(), &"trades".into())).filter(filter).page().await.unwrap();
    assert_eq!(kinds(trades), ["b1-s3"]);
    let both = db
        .query_merged(["b1", "b2"].map(|board| BoardServiceSettings::of_type(&board.into(), &"trades".into())))
        .page()
        .await
        .unwrap();
    assert_eq!(kinds(both), ["b1-s1", "b1-s3", "b2-s1", "b2-s3"]);
    db.delete_table::<BoardMemberships>().await.unwrap();
    db.delete_table::<BoardServiceSettingsTable>().await.unwrap();
    // A table that is missing stays missing.
    assert!(matches!(db.query(BoardMembership::of_user(&"u1".into())).page().await, Err(Error::MissingTable(_))));
}

/// What the primary key can answer as well is asked of it where the table has no index.
#[tokio::test]
async fn primary_keys_serve_where_an_index_is_missing() {
    let with = database().await;
    create_tables(&with).await.unwrap();
    let without = database().await;
    let tables = [
        without.table_name::<UserProfiles>().unwrap(),
        without.table_name::<Boards>().unwrap(),
        without.table_name::<BoardServiceSettingsTable>().unwrap(),
    ];
    for table in &tables {
        create_bare(&without, table).await;
    }
    for db in [&with, &without] {
        db.create(&user("ann")).await.unwrap();
        db.create(&board("b1", "ann")).await.unwrap();
        for (service, kind) in [("s1", "trades2"), ("s2", "trades"), ("s3", "approveJoin")] {
            db.create(&settings("b1", service, kind)).await.unwrap();
        }
        db.create(&settings("b2", "s4", "trades")).await.unwrap();
        assert_eq!(user_by_name(db, "name of ann").await.unwrap(), Some(user("ann")));
        assert_eq!(user_by_name(db, "ann").await.unwrap(), None);
        assert_eq!(board_by_name(db, "board b1").await.unwrap(), Some(board("b1", "ann")));
        assert_eq!(service_by_id(db, &"s4".into()).await.unwrap(), Some(settings("b2", "s4", "trades")));
        assert_eq!(service_by_id(db, &"s5".into()).await.unwrap(), None);
        let ids = |found: Vec<BoardServiceSettings>| found.into_iter().map(|s| s.service_id.0).collect::<Vec<_>>();
        assert_eq!(ids(services_of_board(db, &"b1".into()).await.unwrap()), ["s3", "s2", "s1"]);
        assert_eq!(ids(services_of_type(db, &"b1".into(), &"trades".into()).await.unwrap()), ["s2"]);
    }
    let refused = without.query(UserProfile::by_name("name of ann")).first().await;
    assert!(matches!(refused, Err(Error::MissingTable(_))), "{refused:?}");
    // A table that is not there at all is an error still.
    let nowhere = database().await;
    assert!(matches!(user_by_name(&nowhere, "ann").await, Err(Error::MissingTable(_))));
    delete_tables(&with).await.unwrap();
    for table in &tables {
        without.client().delete_table().table_name(table).send().await.unwrap();
    }
}

#[test]
fn the_tables_are_called_as_configured() {
    let configured = TableNames {
        boards: Some("prod-boards".into()),
        available_services: Some("prod-services".into()),
        ..TableNames::default()
    };
    let variable = Names::variable::<AvailableServices>();
    assert_eq!(variable, "DYNAMODB_TABLE_AVAILABLESERVICES");
    let variables = [
        ("BOARDS_TABLE", "old-boards"),
        ("USER_PROFILES_TABLE", "old-users"),
        (&variable, "override"),
        ("BOARD_MEMBERSHIPS_TABLE", ""),
        ("OTHER_TABLE", "x"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let names = configured.with_variables(variables).to_names();
    assert_eq!(names.name::<Boards>().unwrap(), "prod-boards");
    assert_eq!(names.name::<UserProfiles>().unwrap(), "old-users");
    assert_eq!(names.name::<AvailableServices>().unwrap(), "override");
    assert_eq!(names.name::<BoardMemberships>().unwrap(), "BoardMemberships");
}
