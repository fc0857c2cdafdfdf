//! Every mistake has its own message, and a twin that compiles.

use std::fs;
use std::path::{Path, PathBuf};

/// `topic/mistake` of every case below `folder`.
fn cases(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found: Vec<String> = fs::read_dir(&root)
        .unwrap()
        .flat_map(|topic| fs::read_dir(topic.unwrap().path()).unwrap())
        .map(|case| case.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path: PathBuf| path.strip_prefix(&root).unwrap().with_extension("").to_str().unwrap().replace('\\', "/"))
        .collect();
    found.sort();
    found
}

#[test]
fn every_mistake_is_refused_in_its_own_words() {
    let tests = trybuild::TestCases::new();
    tests.compile_fail("ui/*/*.rs");
}

#[test]
fn every_case_has_a_twin_one_edit_away() {
    let (ui, pass) = (cases("ui"), cases("pass"));
    assert_eq!(ui, pass);
    let twins = include_str!("twins.rs");
    for case in ui {
        assert!(twins.contains(&format!("../pass/{case}.rs")), "{case} is not compiled by twins.rs");
        let read = |folder: &str| {
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{folder}/{case}.rs"))).unwrap()
        };
        let (wrong, right) = (read("ui"), read("pass"));
        assert_ne!(wrong, right, "{case}");
        let differing = |a: &str, b: &str| a.lines().filter(|line| !b.lines().any(|other| other == *line)).count();
        assert!(differing(&wrong, &right).max(differing(&right, &wrong)) <= 3, "{case} is more than one edit away");
    }
}

/// Messages speak of what the user wrote: no name that only the derive knows, no number that stands for a fact.
#[test]
fn no_message_shows_what_is_internal() {
    for case in cases("ui") {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("ui/{case}.stderr"));
        let message = fs::read_to_string(path).unwrap();
        for internal in ["__", "Via<", "Facts<", "{constant#", "usize::MAX"] {
            assert!(!message.contains(internal), "{case} shows `{internal}`:\n{message}");
        }
    }
}

/// The README shows the example that it tells to run, and counts the cases that there are.
#[test]
fn the_readme_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let (readme, example) = (read("README.md"), read("examples/quickstart/src/main.rs"));
    let code = example.split_once('\n').unwrap().1;
    assert!(readme.contains(&format!("```rust\n{code}```")), "the quickstart is another");
    assert!(example.lines().count() <= 60 && readme.lines().count() < 200, "somebody has a minute for it");
    assert!(readme.contains(&format!("out of the {} in", cases("ui").len())), "there are {} cases", cases("ui").len());
}

/// What the README shows of the compiler's messages is what it says: the fact, the place and the help of a case.
#[test]
fn the_readme_shows_messages_that_there_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("../README.md")).unwrap();
    let message = |case| fs::read_to_string(root.join(format!("ui/{case}.stderr"))).unwrap();
    let messages: Vec<_> = cases("ui").into_iter().map(message).collect();
    let shown: Vec<_> = readme.split("```text\n").filter(|block| block.starts_with("error")).collect();
    assert_eq!(shown.len(), 3, "three of them are enough");
    for block in shown {
        let lines = block.split("```").next().unwrap().lines().map(|line| line.trim_end_matches(" ..").trim());
        let lines: Vec<_> = lines.filter(|line| !line.is_empty() && *line != "|").collect();
        assert!(
            messages.iter().any(|message| lines.iter().all(|line| message.contains(line))),
            "no case of `tests/ui` says\n{block}"
        );
    }
}
