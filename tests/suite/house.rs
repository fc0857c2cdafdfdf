//! The modules of `dynamo-core`: which may use which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module may depend only on modules listed above it.
const MODULES: [&str; 17] = [
    "schema",
    "codec",
    "error",
    "key",
    "entity",
    "wire",
    "expr",
    "query",
    "companion",
    "db",
    "read",
    "write",
    "op",
    "maintain",
    "stream",
    "integrations",
    "inspect",
];

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

/// What the root re-exports, with the module that it comes from.
fn re_exports(lib: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for statement in code(lib).split(';') {
        let Some((_, path)) = statement.split_once("pub use ") else { continue };
        let mut names = words(path);
        let Some(module) = names.next() else { continue };
        found.extend(names.map(|name| (name.to_owned(), module.to_owned())));
    }
    found
}

/// The names after each occurrence of a path, whose groups are taken apart: `b` and `C` after `a::` in `a::{b::D, C}`.
fn after<'t>(path: &str, code: &'t str) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(path) {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + path.len()..];
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = group.split('}').next().unwrap_or_default();
                found.extend(group.split(',').filter_map(|path| words(path).next()));
            }
            None if rest.starts_with(|c: char| c.is_alphabetic() || c == '_') => found.extend(words(rest).next()),
            None => {}
        }
    }
    found
}

#[test]
fn modules_depend_only_on_modules_above_them() {
    let root = source();
    let re_exported = re_exports(&fs::read_to_string(root.join("lib.rs")).unwrap());
    let position = |module: &str| MODULES.iter().position(|known| *known == module);
    let mut all = Vec::new();
    files(&root, &mut all);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in all {
        let inside = path.strip_prefix(&root).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap();
        // The root itself, the prelude and what generated code names belong to no module.
        if inside.components().count() == 1 {
            continue;
        }
        let own = position(module).unwrap_or_else(|| panic!("{module} is not in the list: see ARCHITECTURE.md"));
        let code = code(&fs::read_to_string(&path).unwrap());
        for name in after("crate::", &code) {
            let target = re_exported.get(name).map_or(name, String::as_str);
            seen += 1;
            match position(target) {
                Some(at) if at <= own => {}
                Some(_) => wrong.push(format!("{} uses {target}, which is below {module}", inside.display())),
                None => wrong.push(format!("{} uses crate::{name}, which is in no module", inside.display())),
            }
        }
    }
    assert!(seen > 500, "only {seen} paths were seen: the test reads the wrong files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files of a module, each with its code. What is in a folder counts as one file.
fn files_of(module: &Path) -> BTreeMap<String, String> {
    let mut all = Vec::new();
    files(module, &mut all);
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for path in all {
        let inside = path.strip_prefix(module).unwrap();
        let name = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        found.entry(name).or_default().push_str(&code(&fs::read_to_string(&path).unwrap()));
    }
    found
}

/// What `mod.rs` re-exports of its files, with the file that defines it.
fn owners<'t>(of_module: &'t str, files: impl Iterator<Item = &'t String>) -> BTreeMap<&'t str, &'t str> {
    let mut found = BTreeMap::new();
    for file in files {
        found.extend(after(&format!("{file}::"), of_module).into_iter().map(|name| (name, file.as_str())));
    }
    found
}

/// Returns the files that depend on themselves through others.
fn in_circles(module: &Path) -> Vec<String> {
    let name = module.file_name().unwrap().to_str().unwrap();
    let mut files = files_of(module);
    let of_module = files.remove("mod").unwrap_or_default();
    let owners = owners(&of_module, files.keys());
    let own = format!("crate::{name}::");
    let uses: BTreeMap<&str, BTreeSet<&str>> = files
        .iter()
        .map(|(file, code)| {
            let named = after("super::", code).into_iter().chain(after(&own, code));
            let targets = named.map(|name| owners.get(name).copied().unwrap_or(name));
            (file.as_str(), targets.filter(|target| target != file && files.contains_key(*target)).collect())
        })
        .collect();
    let reaches_itself = |file: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![file]);
        while let Some(at) = open.pop() {
            for next in &uses[at] {
                if *next == file {
                    return true;
                }
                if seen.insert(*next) {
                    open.push(next);
                }
            }
        }
        false
    };
    files.keys().filter(|file| reaches_itself(file)).cloned().collect()
}

#[test]
fn files_do_not_depend_on_each_other_in_circles() {
    for module in MODULES {
        let circle = in_circles(&source().join(module));
        let files = circle.join(", ");
        assert!(circle.is_empty(), "these files of `{module}` depend on each other in a circle: {files}");
    }
}

#[test]
fn the_test_sees_what_it_forbids() {
    assert_eq!(after("crate::", "use crate::op::Put;\nlet x = crate::Db::new();"), ["op", "Db"]);
    assert_eq!(after("crate::", "use crate::{Db, op::Put};"), ["Db", "op"]);
    assert_eq!(re_exports("pub use db::{Db, Names};").get("Db").map(String::as_str), Some("db"));
    assert_eq!(after("super::", "use super::a::{B, C};\nlet x = super::d::E;"), ["a", "d"]);
    assert_eq!(after("super::", "use super::{F, g::H};\nuse super::*;\nmod tests;"), ["F", "g"]);
    let of_module = "pub(crate) use a::{B, C};\npub use self::{data::D, e::F};";
    let files = ["a", "data", "e"].map(str::to_owned);
    let owners = owners(of_module, files.iter());
    assert_eq!([owners["C"], owners["D"], owners["F"]], ["a", "data", "e"]);
    let text = "pub struct A<T>(T);\npub(crate) enum B {\n    Struct,\n}\nimpl A {\n    type C = B;\n}\npub type D = B;\ntype E = B;\ntraits!();";
    assert_eq!(types(text), ["A", "B", "D"]);
}

/// `private` is what generated code names: tools ask `inspect`.
#[test]
fn tools_use_public_names_alone() {
    let mut all = Vec::new();
    files(&source().join("../../dynamo-tools/src"), &mut all);
    assert!(all.len() > 50, "the test reads the wrong files");
    for path in all {
        let code = code(&fs::read_to_string(&path).unwrap());
        assert!(!code.contains("dynamo_core::private"), "{} names `private`", path.display());
        assert!(!after("dynamo_core::", &code).contains(&"private"), "{} names `private`", path.display());
    }
}

/// No two types of the core have one name, so that a name in a signature or a message says which one it is.
#[test]
fn every_type_has_a_name_of_its_own() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in all {
        for name in types(&fs::read_to_string(&path).unwrap()) {
            found.entry(name.to_owned()).or_default().push(path.display().to_string());
        }
    }
    assert!(found.len() > 300, "only {} types were seen", found.len());
    let twice: Vec<_> = found.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// The types and traits that a file declares; not what a trait or a function has inside, nor abbreviations that only the file knows.
fn types(text: &str) -> Vec<&str> {
    let declared = |line: &str| {
        let rest = line.strip_prefix("pub").map_or(line, |rest| rest.trim_start_matches(|c| c != ' ').trim_start());
        !line.starts_with("type ")
            && ["struct ", "enum ", "trait ", "type ", "union "].iter().any(|keyword| rest.starts_with(keyword))
    };
    let lines = text.lines().filter(|line| declared(line));
    lines.filter_map(|line| words(line).find(|word| word.starts_with(char::is_uppercase))).collect()
}

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

/// `ARCHITECTURE.md` names files that exist, and no walk enters one twice.
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
        let most = if walk.starts_with("`db.put(") { 20 } else { usize::MAX };
        assert!(entered.len() <= most, "a put enters {} files", entered.len());
    }
}

/// The states that `ARCHITECTURE.md` draws are those of the code.
#[test]
fn the_drawing_of_a_write_has_the_states_of_the_code() {
    let text = fs::read_to_string(source().join("../../ARCHITECTURE.md")).unwrap();
    let drawing = text.split_once("stateDiagram-v2\n").unwrap().1.split("```").next().unwrap();
    let transitions = drawing.lines().filter_map(|line| line.split(':').next()?.trim().split_once(" --> "));
    let mut drawn: BTreeSet<&str> = transitions.flat_map(|(from, to)| [from, to]).collect();
    drawn.remove("[*]");
    let code = |file: &str| code(&fs::read_to_string(source().join("write").join(file)).unwrap());
    let known = code("record.rs");
    let variants = known.split_once("enum Known {").unwrap().1.split("\n}").next().unwrap();
    let mut states: BTreeSet<&str> = variants.lines().filter_map(|line| words(line).next()).collect();
    assert!(code("plan.rs").contains("struct Plan {") && code("pending.rs").contains("struct Remaining {"));
    states.extend(["Plan", "Remaining"]);
    assert_eq!(drawn, states);
    // What the transitions name are functions.
    for function in ["settle", "drop_ahead", "complete", "observe"] {
        let is_there =
            ["settle.rs", "record.rs", "pending.rs"].iter().any(|file| code(file).contains(&format!("fn {function}(")));
        assert!(drawing.contains(function) && is_there, "{function}");
    }
}
