//! The guide and the other documents: what they show is what the code is, and what they link to exists.
//!
//! `cargo test -p dynamo-guide` runs the blocks themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::cases;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the files of a folder that end so.
fn named(folder: &str, end: &str) -> BTreeSet<String> {
    let files = fs::read_dir(root().join(folder)).unwrap();
    let names = files.map(|file| file.unwrap().file_name().to_str().unwrap().to_owned());
    names.filter_map(|name| name.strip_suffix(end).map(str::to_owned)).collect()
}

/// The fenced blocks of a page with this word after the fence, hidden lines left out.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let parts = page.split("\n```").skip(1).step_by(2);
    let blocks = parts.filter_map(|part| part.strip_prefix(fence).and_then(|block| block.strip_prefix('\n')));
    let shown = |block: &str| {
        block.lines().filter(|line| *line != "#" && !line.starts_with("# ")).collect::<Vec<_>>().join("\n")
    };
    blocks.map(shown).collect()
}

/// A chapter shows its declarations once, and uses those of its module afterwards: they are the same.
#[test]
fn chapters_declare_what_their_modules_do() {
    let (mut seen, lib) = (0, read("docs/guide/lib.rs"));
    for module in named("docs/guide/code", ".rs") {
        let code = read(format!("docs/guide/code/{module}.rs"));
        let chapter = root().join(format!("docs/guide/src/{}.md", module.replace('_', "-")));
        // The shop is shared, and shown by no chapter of its name.
        if !chapter.exists() {
            assert!(lib.contains(&format!("include!(\"code/{module}.rs\")")), "{module} is used by nobody");
            continue;
        }
        let blocks = blocks(&fs::read_to_string(chapter).unwrap(), "rust");
        let declared =
            blocks.iter().find(|block| block.contains("#[derive(Table")).expect("a chapter declares a table");
        for part in declared.split("\n\n").filter(|part| !part.starts_with("use ")) {
            assert!(code.contains(part.trim()), "docs/guide/code/{module}.rs does not have\n{part}");
            seen += 1;
        }
    }
    assert!(seen > 35, "only {seen} declarations were compared");
}

/// What the page of all features shows is in modules that are compiled, so that no hidden line is needed on it.
#[test]
fn features_are_shown_as_they_compile() {
    let flat = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let modules = named("docs/guide/code", ".rs");
    let code: Vec<String> = modules.iter().map(|name| flat(&read(format!("docs/guide/code/{name}.rs")))).collect();
    let blocks = blocks(&read("docs/features.md"), "rust");
    assert!(blocks.len() >= 8, "only {} blocks were seen", blocks.len());
    for part in blocks.iter().flat_map(|block| block.split("\n\n")) {
        assert!(code.iter().any(|code| code.contains(&flat(part))), "docs/guide/code does not have\n{part}");
    }
}

#[test]
fn every_chapter_is_listed_and_run() {
    let (summary, lib) = (read("docs/guide/src/SUMMARY.md"), read("docs/guide/lib.rs"));
    for chapter in named("docs/guide/src", ".md") {
        if chapter == "SUMMARY" {
            continue;
        }
        assert!(summary.contains(&format!("({chapter}.md)")), "{chapter} is not in the summary");
        assert!(lib.contains(&format!("\"src/{chapter}.md\"")), "the blocks of {chapter} are not run");
    }
}

/// What documents show of the compiler's messages is what it says.
#[test]
fn messages_that_are_shown_exist() {
    let cases = cases();
    let mut seen = 0;
    for chapter in named("docs/guide/src", ".md") {
        for block in blocks(&read(format!("docs/guide/src/{chapter}.md")), "text") {
            if !block.starts_with("error") {
                continue;
            }
            seen += 1;
            let lines: Vec<_> = block.lines().map(|line| line.trim_end_matches(" ..").trim()).collect();
            let exists = cases.iter().any(|case| lines.iter().all(|line| case.message.contains(line)));
            assert!(exists, "{chapter}: no case of `tests/ui` says\n{block}");
        }
    }
    assert!(seen >= 3, "only {seen} messages were seen");
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !["target", "node_modules", ".git"].contains(&name) {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The targets of the links of a document, those within blocks of code left out.
fn links(text: &str) -> Vec<String> {
    let prose: String = text.split("\n```").step_by(2).collect();
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    inline.map(|target| target.split(['#', ' ']).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn links_lead_to_files_that_exist() {
    let (mut all, mut seen, mut broken) = (Vec::new(), 0, Vec::new());
    documents(&root(), &mut all);
    for path in all {
        for target in links(&fs::read_to_string(&path).unwrap()) {
            if target.is_empty() || target.contains("://") {
                continue;
            }
            seen += 1;
            if !path.parent().unwrap().join(&target).exists() {
                broken.push(format!("{}: {target}", path.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(seen > 150, "only {seen} links were seen");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Markdown takes `<name>` for a tag of HTML and shows nothing: what stands in angle brackets is code.
#[test]
fn prose_has_no_tags() {
    let (mut all, mut found) = (Vec::new(), Vec::new());
    documents(&root(), &mut all);
    // What is exported has line breaks in the cells of its tables.
    for path in all.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "golden")) {
        for tag in tags(&fs::read_to_string(path).unwrap()) {
            found.push(format!("{}: <{tag}>", path.strip_prefix(root()).unwrap().display()));
        }
    }
    assert!(found.is_empty(), "write these as code:\n{}", found.join("\n"));
}

/// What stands in angle brackets outside of code.
fn tags(text: &str) -> Vec<String> {
    let prose: String = text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    let prose: String = prose.split('`').step_by(2).collect();
    let open = prose.split('<').skip(1).filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
    open.filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag.to_owned())).collect()
}

#[test]
fn the_test_sees_links() {
    assert_eq!(tags("`<a>` is code, <b> is none\n```text\n<c>\n```\n1 < 2, and <d>"), ["b", "d"]);
    assert_eq!(links("[a](b.md#c) and ![d](e.png)\n```text\n[f](g.md)\n```\n"), ["b.md", "e.png"]);
}
