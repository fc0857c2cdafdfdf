//! The pages about the design documents: what their rows name is in the sources, and every correction is one of theirs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const PAGES: [&str; 5] = ["000", "001", "002", "003", "004"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cells of the rows of all tables, without heads.
fn rows(page: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| point |");
    page.lines().filter(is_row).map(cells).collect()
}

/// What stands in backticks.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn collect(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, into);
        } else if path.ends_with("documents.rs") {
            // What this file says is not there is in it.
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            into.push_str(&path.file_name().unwrap().to_string_lossy());
            into.push('\n');
            into.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// The words of all sources, and names of files.
fn words() -> BTreeSet<String> {
    let mut text = String::new();
    for folder in ["models/src", "examples", "dynamo-core/src", "dynamo-derive/src", "tests/suite/models"] {
        collect(&root().join(folder), &mut text);
    }
    for page in PAGES.iter().map(|page| read(&format!("docs/documents/{page}.md"))) {
        assert!(!text.contains(&page), "a page must not be its own proof");
    }
    text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
}

/// Whether something that a row names is there: a file, a case that the compiler rejects, or words of the sources.
fn is_there(name: &str, words: &BTreeSet<String>) -> bool {
    let is_case = root().join(format!("tests/ui/{name}.rs")).exists()
        || root().join(format!("tests/ui/models/{name}.rs")).exists();
    let is_file = root().join(name).exists();
    let mut parts = name.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|part| !part.is_empty());
    is_case || is_file || (!name.contains('/') && parts.all(|part| words.contains(part)))
}

#[test]
fn every_row_names_what_there_is() {
    let words = words();
    let corrections = read("docs/corrections.md");
    let listed = |label: &str| corrections.lines().any(|line| line.starts_with(&format!("| {label} |")));
    let (mut wrong, mut used, mut seen) = (Vec::new(), BTreeSet::new(), 0);
    for page in PAGES {
        for row in rows(&read(&format!("docs/documents/{page}.md"))) {
            seen += 1;
            let [_, place, state] = row.as_slice() else {
                wrong.push(format!("{page}: {row:?} has not three cells"));
                continue;
            };
            let missing = code(place).filter(|name| !is_there(name, &words));
            wrong.extend(missing.map(|name| format!("{page}: `{name}` is nowhere in the sources")));
            match state.split_once(": ") {
                None if state == "complete" || state == "advice" => {}
                Some(("corrected" | "differs", label)) if listed(label) => drop(used.insert(label.to_owned())),
                _ => wrong.push(format!("{page}: `{state}` is not listed in docs/corrections.md")),
            }
            if place.is_empty() && state == "complete" {
                wrong.push(format!("{page}: {row:?} says nothing of where it is"));
            }
        }
    }
    assert!(seen > 200, "only {seen} rows were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // And the other way round: what was corrected is a point of a document.
    let labels = (1..=15).map(|n| n.to_string()).chain(('A'..='Z').map(String::from).filter(|label| listed(label)));
    let unused: Vec<_> = labels.filter(|label| !used.contains(label)).collect();
    assert!(unused.is_empty(), "no row of a document leads to {unused:?}");
}

#[test]
fn the_test_sees_what_is_missing() {
    let words = words();
    assert!(is_there("User::by_id", &words) && is_there("pointer/unknown_field", &words));
    assert!(!is_there("User::by_shoe_size", &words) && !is_there("pointer/no_such_case", &words));
    assert_eq!(rows("| point | in the sources | |\n|---|---|---|\n| a | `b` | complete |"), [["a", "`b`", "complete"]]);
}
