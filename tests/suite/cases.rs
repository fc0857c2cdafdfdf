//! The compile-fail cases of `tests/ui`, as texts to compare pages with.

use std::fs;
use std::path::Path;

#[path = "../ui/fixed.rs"]
mod fixed;

pub(crate) struct Case {
    /// `topic/mistake`.
    pub name: String,
    pub wrong: String,
    /// The passing twin.
    pub right: String,
    /// What the compiler says.
    pub message: String,
}

/// All cases, by name.
pub(crate) fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut cases = Vec::new();
    for topic in fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for path in fs::read_dir(&topic).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let name = path.strip_prefix(&root).unwrap().with_extension("").to_str().unwrap().replace('\\', "/");
            let wrong = fs::read_to_string(&path).unwrap();
            let right = fixed::fixed(&wrong).unwrap_or_else(|error| panic!("{name} {error}"));
            let message = fs::read_to_string(path.with_extension("stderr")).unwrap();
            cases.push(Case { name, wrong, right, message });
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}
