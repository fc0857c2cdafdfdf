//! The manifests of what is published.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const PUBLISHED: [&str; 3] = ["dynamo-core", "dynamo-derive", "dynamo-tools"];

fn metadata() -> Value {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    // Downloads what other members of the workspace need; packages for other platforms are left out.
    let rustc = String::from_utf8(Command::new("rustc").arg("-vV").output().unwrap().stdout).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host, "--manifest-path"])
        .arg(manifest)
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    serde_json::from_slice(&cargo.stdout).unwrap()
}

fn packages(metadata: &Value) -> BTreeMap<&str, &Value> {
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(|package| (package["id"].as_str().unwrap(), package)).collect()
}

fn version(package: &Value) -> Vec<u32> {
    let text = package["rust_version"].as_str().unwrap_or("0");
    let mut version: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
    version.resize(3, 0);
    version
}

/// The ids of all that a package needs to be built, itself not among them.
fn needed<'a>(metadata: &'a Value, of: &'a str) -> BTreeSet<&'a str> {
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let nodes: BTreeMap<&str, &Value> = nodes.iter().map(|node| (node["id"].as_str().unwrap(), node)).collect();
    let (mut seen, mut open) = (BTreeSet::new(), vec![of]);
    while let Some(id) = open.pop() {
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            let is_needed = kinds.iter().any(|kind| kind["kind"] != "dev");
            let id = dependency["pkg"].as_str().unwrap();
            if is_needed && seen.insert(id) {
                open.push(id);
            }
        }
    }
    seen
}

/// `rust-version` is the lowest that the SDK can be built with, and not the newest. That the project's own code keeps to it is
/// checked by clippy (`incompatible_msrv`).
#[test]
fn the_compiler_may_be_as_old_as_the_dependencies_allow() {
    let metadata = metadata();
    let packages = packages(&metadata);
    let core = packages.values().find(|package| package["name"] == "dynamo-core").unwrap();
    let foreign = needed(&metadata, core["id"].as_str().unwrap()).into_iter().map(|id| packages[id]);
    let lowest = foreign.filter(|package| !package["source"].is_null()).map(version).max().unwrap();
    assert_eq!(version(core), lowest);
}

#[test]
fn published_crates_say_what_they_are() {
    let metadata = metadata();
    let packages = packages(&metadata);
    for name in PUBLISHED {
        let package = packages.values().find(|package| package["name"] == name).unwrap();
        for field in ["description", "license", "readme", "documentation", "rust_version"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        for (field, most) in [("keywords", 5), ("categories", 5)] {
            let given = package[field].as_array().unwrap().len();
            assert!((1..=most).contains(&given), "{name} has {given} {field}");
        }
    }
    let workspace = metadata["workspace_members"].as_array().unwrap().iter().map(|id| packages[id.as_str().unwrap()]);
    for package in workspace {
        let name = package["name"].as_str().unwrap();
        let is_kept = package["publish"].as_array().is_some_and(Vec::is_empty);
        assert_eq!(!is_kept, PUBLISHED.contains(&name), "{name}");
    }
}

/// A registry shows a README without the files beside it: its links are absolute, and those into a package lead to what is in it.
#[test]
fn readmes_of_published_crates_can_be_read_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    for name in PUBLISHED {
        let readme = std::fs::read_to_string(root.join(name).join("README.md")).unwrap();
        let prose: String = readme.split("\n```").step_by(2).collect();
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            seen += 1;
            assert!(link.starts_with("https://"), "{name}: {link}");
            if let Some(path) = link.strip_prefix(&format!("https://docs.rs/crate/{name}/latest/source/")) {
                assert!(root.join(name).join(path).exists() && !path.starts_with("golden"), "{name}: {link}");
            }
        }
    }
    assert!(seen > 5, "only {seen} links were seen");
}
