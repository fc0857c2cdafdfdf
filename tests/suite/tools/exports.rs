//! Exports of all tables of the models, compared with files that `.ci/run` validates with the formats' own tools.

use std::fs;
use std::path::{Path, PathBuf};

use dynamo_core::prelude::*;
use dynamo_core::schema::{Billing, TableSchema};
use dynamo_tools::{Exported, Format, TableSpec, live};
use models::{boards, discord, goals_guild, inviter};
use serde_json::Value;

use super::raw;
use super::showcase::{Label, Parcel, Showcase, State};

const FORMATS: [Format; 11] = [
    Format::Json,
    Format::CreateTable,
    Format::Cloudformation,
    Format::GlobalTable,
    Format::Terraform,
    Format::Cdk,
    Format::Workbench,
    Format::Onetable,
    Format::JsonSchema,
    Format::Markdown,
    Format::Mermaid,
];

pub(super) fn schemas() -> Vec<&'static TableSchema> {
    vec![
        goals_guild::GgCore::SCHEMA,
        discord::Discord::SCHEMA,
        inviter::Inviter::SCHEMA,
        boards::UserProfiles::SCHEMA,
        boards::Boards::SCHEMA,
        boards::BoardMemberships::SCHEMA,
        boards::BoardJoinRequests::SCHEMA,
        boards::AvailableServices::SCHEMA,
        boards::BoardServiceSettingsTable::SCHEMA,
        boards::BoardServicePermissions::SCHEMA,
        Showcase::SCHEMA,
    ]
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../dynamo-tools/golden")
}

/// The name without placeholders, as the request for one table needs it.
fn named(schema: &'static TableSchema) -> Exported {
    let mut table = Exported::new(schema);
    table.spec.name = table.spec.name.replace("{stage}", "dev");
    table
}

fn compare(file: &str, text: &str) {
    let path = golden().join(file);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(golden()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == text, "{file} differs: UPDATE_SNAPSHOTS=1 cargo test --test suite tools::exports");
}

#[test]
fn exports_are_as_the_golden_files() {
    let mut files = Vec::new();
    for format in FORMATS {
        for schema in schemas() {
            let table = if format == Format::CreateTable { named(schema) } else { Exported::new(schema) };
            let file = format!("{}.{}", schema.layout.table, format.extension());
            compare(&file, &format.export(std::slice::from_ref(&table)).unwrap());
            files.push(file);
        }
        let all: Vec<_> = schemas().into_iter().map(Exported::new).collect();
        if let Ok(text) = format.export(&all) {
            compare(&format!("all.{}", format.extension()), &text);
            files.push(format!("all.{}", format.extension()));
        }
    }
    // Nothing is left over from what is no longer exported.
    for file in fs::read_dir(golden()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(files.contains(&name), "{name} is not exported");
    }
}

#[test]
fn what_takes_one_table_says_so() {
    let all: Vec<_> = schemas().into_iter().map(Exported::new).collect();
    for format in [Format::CreateTable, Format::Onetable, Format::JsonSchema] {
        assert!(format.export(&all).unwrap_err().to_string().contains("takes one table"), "{format:?}");
    }
    let unnamed = Exported::new(discord::Discord::SCHEMA);
    let error = Format::CreateTable.export(&[unnamed]).unwrap_err().to_string();
    assert!(error.contains("--fill stage=.."), "{error}");
}

/// What `cfn-lint` does not notice, and DynamoDB rejects.
#[test]
fn a_hash_key_comes_before_a_range_key_and_attributes_are_those_of_keys() {
    fn walk(value: &Value, keys: &mut Vec<Vec<String>>) {
        match value {
            Value::Object(map) => {
                if let Some(Value::Array(elements)) = map.get("KeySchema") {
                    keys.push(elements.iter().map(|key| key["KeyType"].as_str().unwrap().to_owned()).collect());
                }
                map.values().for_each(|value| walk(value, keys));
            }
            Value::Array(values) => values.iter().for_each(|value| walk(value, keys)),
            _ => {}
        }
    }
    for format in [Format::CreateTable, Format::Cloudformation, Format::GlobalTable] {
        for schema in schemas() {
            let text = format.export(&[named(schema)]).unwrap();
            let mut keys = Vec::new();
            walk(&serde_json::from_str(&text).unwrap(), &mut keys);
            assert_eq!(keys.len(), 1 + schema.layout.indexes.len(), "{}", schema.layout.table);
            for key in keys {
                assert!(key[0] == "HASH" && key.is_sorted(), "{}: {key:?}", schema.layout.table);
            }
            let spec = TableSpec::declared(schema.layout);
            let in_keys = |name: &String| {
                spec.key
                    .iter()
                    .chain(spec.indexes.iter().flat_map(|index| &index.key))
                    .any(|key| key.attribute == *name)
            };
            assert!(spec.attributes.keys().all(in_keys));
            let included: usize = spec.indexes.iter().map(|index| index.include.len()).sum();
            assert!(included <= 100);
        }
    }
}

/// Both engines make the tables that the requests ask for, as declared.
#[tokio::test]
async fn the_engine_accepts_the_requests() {
    let db = raw::db().await;
    for schema in schemas() {
        let mut table = named(schema);
        let name = raw::unique(schema.layout.table);
        table.spec.name.clone_from(&name);
        let request = Format::CreateTable.export(std::slice::from_ref(&table)).unwrap();
        raw::send(&db, "CreateTable", &request).await;
        let is = live::read(db.client(), &name).await.unwrap().unwrap();
        let mut declared = table.spec.clone();
        // Not part of the request.
        (declared.ttl, declared.point_in_time_recovery) = (None, None);
        let found = live::differences(&declared, Some(&is));
        assert!(found.is_empty(), "{name}: {found:?}");
        raw::remove(&db, &name).await;
    }
}

/// `create_table` honours every option.
#[tokio::test]
async fn create_table_sets_what_is_declared() {
    let name = raw::unique("showcase");
    let db = raw::db().await.with_names(dynamo_core::Names::new().rename::<Showcase>(&name));
    db.create_table::<Showcase>().await.unwrap();
    db.create_table::<Showcase>().await.unwrap();
    let is = live::read(db.client(), &name).await.unwrap().unwrap();
    let found =
        live::differences(&TableSpec { name: name.clone(), ..TableSpec::declared(Showcase::LAYOUT) }, Some(&is));
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(Showcase::LAYOUT.settings.billing, Billing::Provisioned { reads: 7, writes: 3 });
    let parcel = Parcel {
        tenant: "t".into(),
        region: "eu".into(),
        number: 7,
        title: "Big Box".into(),
        weight: 12,
        state: State::Lost,
        sent_at: "2026-11-17T10:00:00Z".parse().unwrap(),
        note: None,
        expires: None,
    };
    db.create(&parcel).await.unwrap();
    let label = Label { tenant: "t".into(), id: "l".into(), words: vec!["fragile".into()], image: None };
    db.create(&label).await.unwrap();
    assert_eq!(db.query(Parcel::of_tenant("t")).all().await.unwrap(), [parcel]);
    assert!(db.delete_table::<Showcase>().await.is_err(), "protected from deletion");
    raw::remove(&db, &name).await;
}
