//! What the documentation of `models` says of access patterns is what the schema says, and each of them is tested.

use std::fs;
use std::path::{Path, PathBuf};

use dynamo_core::prelude::*;
use dynamo_core::schema::TableSchema;
use dynamo_tools::AccessRow;
use models::{boards, discord, goals_guild, inviter};

fn schemas() -> [(&'static str, Vec<&'static TableSchema>); 4] {
    [
        ("goals_guild", vec![goals_guild::GgCore::SCHEMA]),
        (
            "boards",
            vec![
                boards::UserProfiles::SCHEMA,
                boards::Boards::SCHEMA,
                boards::BoardMemberships::SCHEMA,
                boards::BoardJoinRequests::SCHEMA,
                boards::AvailableServices::SCHEMA,
                boards::BoardServiceSettingsTable::SCHEMA,
                boards::BoardServicePermissions::SCHEMA,
            ],
        ),
        ("discord", vec![discord::Discord::SCHEMA]),
        ("inviter", vec![inviter::Inviter::SCHEMA]),
    ]
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rows(schemas: &[&TableSchema]) -> Vec<AccessRow> {
    schemas.iter().flat_map(|schema| dynamo_tools::access_patterns(schema)).collect()
}

/// `UPDATE_SNAPSHOTS=1` writes them.
#[test]
fn the_documented_patterns_are_those_of_the_schema() {
    for (module, schemas) in schemas() {
        let path = root().join(format!("models/src/{module}/patterns.md"));
        let table = format!("# Access patterns\n\n{}", AccessRow::markdown(&rows(&schemas)));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&path, &table).unwrap();
        }
        let documented = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(documented, table, "UPDATE_SNAPSHOTS=1 cargo test --test suite the_documented_patterns");
        let source = fs::read_to_string(root().join(format!("models/src/{module}/mod.rs"))).unwrap();
        assert!(source.contains("#![doc = include_str!(\"patterns.md\")]"), "{module} does not show its patterns");
    }
}

/// The tests of one application.
fn tests(module: &str) -> String {
    let name = if module == "goals_guild" { "goals" } else { module };
    let of_module = |file: &str| match module {
        "goals_guild" => {
            ["goals_", "mutations", "feed", "golden_goals", "golden_social"].iter().any(|own| file.starts_with(own))
        }
        "discord" => file.starts_with(name) || file.starts_with("golden_discord"),
        _ => file.starts_with(name) || file == "golden.rs",
    };
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/models")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let own = files.filter(|path| of_module(path.file_name().unwrap().to_str().unwrap()));
    own.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The load run of one application.
fn load(module: &str) -> String {
    let file = if module == "goals_guild" { "goals" } else { module };
    fs::read_to_string(root().join(format!("examples/load/{file}.rs"))).unwrap()
}

/// Whether a text has a word that is not the end of a longer one.
fn has(text: &str, word: &str) -> bool {
    let is_part = |before: Option<char>| before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| !is_part(text[..at].chars().next_back()))
}

#[test]
fn every_pattern_and_every_entity_has_a_test() {
    let (mut patterns, mut entities) = (0, 0);
    for (module, schemas) in schemas() {
        let tests = tests(module);
        let load = load(module);
        for row in rows(&schemas) {
            let function = row.function.split_once('(').unwrap().0;
            let tested = has(&tests, &format!("{function}(")) || has(&tests, &format!("{function})"));
            assert!(tested, "{module}: {function} is not tested");
            assert!(has(&load, &format!("{function}\"")), "{module}: {function} is not in the load run");
            patterns += 1;
        }
        for entity in schemas.iter().flat_map(|schema| schema.all_entities()) {
            assert!(has(&tests, &format!("{} {{", entity.name)), "{module}: no golden item of {}", entity.name);
            entities += 1;
        }
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let counted = format!("{entities} entities and {patterns} access patterns");
    assert!(readme.contains(&counted), "the README does not say {counted}");
}

/// Keys, expressions and names of attributes are the derives' to write.
#[test]
fn nothing_is_written_by_hand_in_models_and_examples() {
    let mut sources = Vec::new();
    for folder in ["models/src", "examples"] {
        collect(&root().join(folder), &mut sources);
    }
    assert!(sources.len() > 30);
    let expressions = ["_expression", "attribute_exists", "begins_with(", "AttributeValue::", "format!(\"USER#"];
    for (path, source) in sources {
        // What the derives read, and what the documentation says, is where keys are declared.
        let code: String =
            source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        let code = without_attributes(&code);
        for expression in expressions {
            assert!(!code.contains(expression), "{}: {expression}", path.display());
        }
        for text in code.split('"').skip(1).step_by(2) {
            assert!(!text.contains('#'), "{}: a key written by hand: {text:?}", path.display());
        }
        for (module, schemas) in schemas() {
            let names = schemas.iter().flat_map(|schema| {
                let layout = schema.layout;
                let keys = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk));
                keys.chain([&layout.pk]).chain(&layout.sk).map(|key| key.name.text)
            });
            let fields = schemas.iter().flat_map(|schema| schema.all_entities()).flat_map(|entity| entity.fields);
            let fields = fields.filter_map(|field| field.attribute);
            for name in names.chain(fields) {
                let found = code.contains(&format!("\"{name}\""));
                assert!(!found, "{module}: {}: {name}", path.display());
            }
        }
    }
}

fn collect(folder: &Path, into: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Tests of the service and of the functions speak JSON, as their clients do.
        if path.is_dir() && !path.ends_with("tests") {
            collect(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            into.push((path, source));
        }
    }
}

/// The code without `#[..]`, which may stretch over lines.
fn without_attributes(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::new();
    while let Some(at) = rest.find("#[").or_else(|| rest.find("#![")) {
        kept.push_str(&rest[..at]);
        let mut depth = 0;
        let end = rest[at..].char_indices().find_map(|(i, c)| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            (c == ']' && depth == 0).then_some(at + i + 1)
        });
        rest = end.map_or("", |end| &rest[end..]);
    }
    kept + rest
}
