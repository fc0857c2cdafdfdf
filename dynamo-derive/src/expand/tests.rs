//! Expansions of one small and one full entity, as they are. `UPDATE_SNAPSHOTS=1 cargo test -p dynamo-derive` writes them.

use std::fs;
use std::path::Path;

fn snapshot(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let input = fs::read_to_string(folder.join(format!("{name}.in.rs"))).unwrap();
    let tokens = super::entity(&syn::parse_str(&input).unwrap());
    let expanded = prettyplease::unparse(&syn::parse2(tokens).unwrap());
    let path = folder.join(format!("{name}.out.rs"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &expanded).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(expected, expanded, "the expansion of {name} changed: see this file's first line");
}

#[test]
fn small_entity() {
    snapshot("small");
}

#[test]
fn full_entity() {
    snapshot("full");
}
