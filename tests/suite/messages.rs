//! What the compiler says of mistakes, and what the README shows of it.

use std::fs;
use std::path::Path;

use crate::cases::cases;

/// Messages speak of what the user wrote: no name that only the derive knows, no number that stands for a fact.
#[test]
fn no_message_shows_what_is_internal() {
    for case in cases() {
        for internal in ["__", "Via<", "Facts<", "{constant#", "usize::MAX"] {
            assert!(!case.message.contains(internal), "{} shows `{internal}`:\n{}", case.name, case.message);
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
    let cases = cases().len();
    assert!(readme.contains(&format!("out of the {cases} in")), "there are {cases} cases");
}

/// What the README shows of the compiler's messages is what it says: the fact, the place and the help of a case.
#[test]
fn the_readme_shows_messages_that_there_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("../README.md")).unwrap();
    let cases = cases();
    let shown: Vec<_> = readme.split("```text\n").filter(|block| block.starts_with("error")).collect();
    assert_eq!(shown.len(), 3, "three of them are enough");
    for block in shown {
        let lines = block.split("```").next().unwrap().lines().map(|line| line.trim_end_matches(" ..").trim());
        let lines: Vec<_> = lines.filter(|line| !line.is_empty() && *line != "|").collect();
        assert!(
            cases.iter().any(|case| lines.iter().all(|line| case.message.contains(line))),
            "no case of `tests/ui` says\n{block}"
        );
    }
}
