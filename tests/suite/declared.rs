//! The forms in which tables and entities are declared, and what they give.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ulid::Ulid;

#[derive(KeyField, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct UserId(pub String);

#[derive(KeyField, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct GoalId(pub Ulid);

#[derive(Attribute, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GoalStatus {
    Active,
    Done,
}

#[derive(Table, Debug, PartialEq)]
#[table(name = "gg_core", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl", stream)]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[index(gsi3, name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
pub(crate) enum GgCore {
    User(User),
    Goal(Goal),
    Task(Task),
}

#[derive(Entity, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = GgCore,
    pk = "USER#<user_id>",
    sk = "PROFILE#<user_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#User#<created_at>"),
    gsi2 = ("NICK#<nickname>", "PROFILE#<user_id>"),
    gsi3 = ("EMAIL#<email:lower>", "PROFILE#<user_id>"),
)]
pub(crate) struct User {
    #[serde(rename = "id")]
    pub user_id: UserId,
    pub nickname: String,
    pub email: String,
    pub created_at: Timestamp,
}

#[derive(Entity, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = GgCore,
    pk = "USER#<user_id>",
    sk = "GOAL#<goal_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#Goal#<created_at>"),
)]
pub(crate) struct Goal {
    #[serde(rename = "id")]
    pub goal_id: GoalId,
    pub user_id: UserId,
    pub title: String,
    pub description: Option<String>,
    pub tags: Vec<String>,
    pub status: GoalStatus,
    #[entity(created_at)]
    pub created_at: Timestamp,
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "GOAL#<goal_id>",
    sk = "TASK#<task_id>",
    gsi1 = sparse("USER#<user_id>", "ENTITY#Task#<due_at>#<task_id>"),
    gsi2 = none,
    rename_all = "camelCase",
)]
pub(crate) struct Task {
    pub goal_id: GoalId,
    pub task_id: String,
    pub user_id: UserId,
    pub due_at: Option<Timestamp>,
    #[entity(ttl)]
    pub ttl: Option<u64>,
    #[entity(set)]
    pub labels: BTreeSet<String>,
}

fn goal() -> Goal {
    let at = "2025-12-27T00:00:00.000Z".parse().unwrap();
    Goal {
        goal_id: GoalId(Ulid::from_string("01JGSTTT00000000000000000A").unwrap()),
        user_id: UserId("u1".into()),
        title: "Run".into(),
        description: None,
        tags: vec!["sport".into()],
        status: GoalStatus::Active,
        created_at: at,
        updated_at: at,
    }
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

#[test]
fn an_item_is_what_the_document_shows() {
    let item = goal().to_item().unwrap();
    let expected: Item = [
        ("PK", s("USER#u1")),
        ("SK", s("GOAL#01JGSTTT00000000000000000A")),
        ("GSI1PK", s("USER#u1")),
        ("GSI1SK", s("ENTITY#Goal#2025-12-27T00:00:00.000Z")),
        ("type", s("Goal")),
        ("id", s("01JGSTTT00000000000000000A")),
        ("userId", s("u1")),
        ("title", s("Run")),
        ("tags", AttributeValue::L(vec![s("sport")])),
        ("status", s("active")),
        ("createdAt", s("2025-12-27T00:00:00.000Z")),
        ("updatedAt", s("2025-12-27T00:00:00.000Z")),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    assert_eq!(item, expected);
    assert_eq!(Goal::from_item(item).unwrap(), goal());
}

#[test]
fn both_forms_come_back() {
    let mut json = Vec::new();
    goal().write_json(&mut json).unwrap();
    assert_eq!(Goal::read_json(&json).unwrap(), goal());
    assert_eq!(GgCore::read_json(&json).unwrap(), GgCore::Goal(goal()));
    assert_eq!(GgCore::from_item(goal().to_item().unwrap()).unwrap(), GgCore::Goal(goal()));
}

#[test]
fn keys() {
    let goal = goal();
    assert_eq!(goal.key().unwrap(), Goal::key(&goal.user_id, &goal.goal_id).unwrap());
    assert_eq!(goal.key().unwrap().fields().unwrap(), (goal.user_id.clone(), goal.goal_id));
    assert_eq!(goal.gsi1_key().unwrap().sk(), Some("ENTITY#Goal#2025-12-27T00:00:00.000Z"));
    let user = User::parse_key("USER#u1", "PROFILE#u1").unwrap();
    assert_eq!(user, (UserId("u1".into()),));
    assert!(User::parse_key("USER#u1", "PROFILE#u2").is_err());
}

/// What the derive works out for a template is what core would: see `Template::new`.
#[test]
fn templates_are_as_core_would_make_them() {
    use dynamo_core::schema::{IndexKeys, KeySpec, Membership, TableSchema, Template};
    let tables: [&TableSchema; 4] = [
        GgCore::SCHEMA,
        models::goals_guild::GgCore::SCHEMA,
        models::discord::Discord::SCHEMA,
        models::inviter::Inviter::SCHEMA,
    ];
    let mut seen = 0;
    for entity in tables.into_iter().flat_map(TableSchema::all_entities) {
        let mut specs: Vec<&KeySpec> = vec![&entity.pk];
        specs.extend(&entity.sk);
        for index in entity.indexes {
            match &index.membership {
                Membership::None => {}
                Membership::Always(keys)
                | Membership::Sparse(keys)
                | Membership::When(_, keys)
                | Membership::Unless(_, keys) => match keys {
                    IndexKeys::One(keys) => specs.extend(*keys),
                    IndexKeys::Two(partition, sort) => specs.extend(partition.iter().chain(*sort)),
                },
            }
        }
        for spec in specs {
            if let KeySpec::Template(template) = spec {
                assert_eq!(template, &Template::new(template.text, template.parts), "{}", entity.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen} templates");
}
