//! The rooms of `dynamo-core`: arrows point down, and no file is too long.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// From the top: a room uses only itself and the rooms before it.
const ROOMS: [&str; 16] = [
    "schema",
    "error",
    "codec",
    "key",
    "entity",
    "expr",
    "query",
    "companion",
    "wire",
    "db",
    "read",
    "write",
    "op",
    "maintain",
    "stream",
    "integrations",
];

const LONGEST: usize = 400;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../dynamo-core/src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file, without comments.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// What the root re-exports, with the room that it comes from.
fn re_exports(lib: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for statement in code(lib).split(';') {
        let Some((_, path)) = statement.split_once("pub use ") else { continue };
        let mut names = words(path);
        let Some(room) = names.next() else { continue };
        found.extend(names.map(|name| (name.to_owned(), room.to_owned())));
    }
    found
}

/// What follows `crate::` wherever it stands, groups taken apart.
fn used(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            // `use crate::{a::b, C}`: the word before each path's first separator.
            Some(group) => {
                let group = group.split('}').next().unwrap_or_default();
                found.extend(group.split(',').filter_map(|path| words(path).next()).map(str::to_owned));
            }
            None => found.extend(words(after).next().map(str::to_owned)),
        }
    }
    found
}

#[test]
fn rooms_use_only_rooms_above_them() {
    let root = source();
    let re_exported = re_exports(&fs::read_to_string(root.join("lib.rs")).unwrap());
    let position = |room: &str| ROOMS.iter().position(|known| *known == room);
    let mut all = Vec::new();
    files(&root, &mut all);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in all {
        let inside = path.strip_prefix(&root).unwrap();
        let room = inside.iter().next().unwrap().to_str().unwrap();
        // The root itself, the prelude and what generated code names stand outside of the house.
        if inside.components().count() == 1 {
            continue;
        }
        let own = position(room).unwrap_or_else(|| panic!("{room} is not a room: see ARCHITECTURE.md"));
        for name in used(&code(&fs::read_to_string(&path).unwrap())) {
            let target = re_exported.get(&name).map_or(name.as_str(), String::as_str);
            seen += 1;
            match position(target) {
                Some(at) if at <= own => {}
                Some(_) => wrong.push(format!("{} uses {target}, which is below {room}", inside.display())),
                None => wrong.push(format!("{} uses crate::{name}, which is in no room", inside.display())),
            }
        }
    }
    assert!(seen > 500, "only {seen} paths were seen: the test reads the wrong files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_is_too_long() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    files(&source().join("../../dynamo-derive/src"), &mut all);
    let long = all.iter().filter_map(|path| {
        let lines = fs::read_to_string(path).unwrap().lines().count();
        (lines > LONGEST).then(|| format!("{}: {lines} lines", path.display()))
    });
    let long: Vec<_> = long.collect();
    assert!(long.is_empty(), "split: {}", long.join(", "));
}

#[test]
fn the_test_sees_what_it_forbids() {
    assert_eq!(used("use crate::op::Put;\nlet x = crate::Db::new();"), ["op", "Db"]);
    assert_eq!(used("use crate::{Db, op::Put};"), ["Db", "op"]);
    assert_eq!(re_exports("pub use db::{Db, Names};").get("Db").map(String::as_str), Some("db"));
}

/// `ARCHITECTURE.md` names files that exist, and no walk enters one twice.
/// The derive refuses the names that core reserves: it cannot see them, so it has them a second time.
#[test]
fn the_derive_knows_all_reserved_names() {
    let names = |text: &str| -> Vec<String> {
        let quoted = text.split('"').skip(1).step_by(2);
        quoted.map(str::to_owned).collect()
    };
    let reserved = fs::read_to_string(source().join("schema/reserved.rs")).unwrap();
    let constants: String = reserved.lines().filter(|line| line.contains(": &str = ")).collect();
    let derive = fs::read_to_string(source().join("../../dynamo-derive/src/check/names.rs")).unwrap();
    let list = derive.split("const RESERVED").nth(1).and_then(|rest| rest.split("];").next()).unwrap();
    let (mut own, mut of_derive) = (names(&constants), names(list));
    own.sort();
    of_derive.sort();
    assert!(own.len() >= 3);
    assert_eq!(own, of_derive);
}

#[test]
fn walks_lead_through_files_that_exist() {
    let text = fs::read_to_string(source().join("../../ARCHITECTURE.md")).unwrap();
    let walks = text.split_once("## Three walks").unwrap().1;
    for walk in walks.split("\n**").skip(1) {
        let base = if walk.starts_with("`#[derive") { "../../dynamo-derive/src" } else { "." };
        let mut folder = PathBuf::new();
        let mut entered = Vec::new();
        for path in walk.split('`').skip(1).step_by(2).map(Path::new) {
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            // A file without a folder is beside the one before it.
            let path = if path.components().count() > 1 || source().join(base).join(path).exists() {
                path.to_path_buf()
            } else {
                folder.join(path)
            };
            folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
            assert!(source().join(base).join(&path).exists(), "{} does not exist", path.display());
            assert!(!entered.contains(&path), "{} is entered twice", path.display());
            entered.push(path);
        }
        assert!(entered.len() > 5, "a walk names its files");
    }
}
