//! The pages of compile errors: every message is on one, and what a page shows is what the compiler takes and says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use dynamo_tools::{CompileError, Program, compile_errors, find_compile_errors};
use models::inviter::Inviter;

use crate::cases::{Case, cases};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The facts of a case, as the compiler says them, with templates as code: Markdown would take `<user>` for a tag of HTML.
fn facts(case: &str) -> Vec<String> {
    let said = read(&format!("tests/ui/{case}.stderr"));
    let errors = said.lines().filter(|line| line.starts_with("error")).filter_map(|line| line.split_once(": "));
    let quoted = |(at, part): (usize, &str)| match (at % 2 == 1, part.contains('<')) {
        (true, true) => format!("`\"{part}\"`"),
        (true, false) => format!("\"{part}\""),
        (false, _) => part.to_owned(),
    };
    let facts = errors.map(|(_, fact)| fact.trim_start_matches("evaluation panicked: "));
    facts.map(|fact| fact.split('"').enumerate().map(quoted).collect()).collect()
}

/// `topic/mistake` and message of every line of a page's list.
fn listed(page: &str) -> Vec<(&str, &str)> {
    let list = page.split_once("\n## Messages\n").unwrap().1;
    list.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`: ")).collect()
}

/// With `UPDATE_SNAPSHOTS=1`, the messages of a page are written anew.
fn update(error: &CompileError) {
    let mut cases: Vec<&str> = Vec::new();
    for (case, _) in listed(error.page) {
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    let lines = cases.iter().flat_map(|case| facts(case).into_iter().map(move |fact| format!("- `{case}`: {fact}\n")));
    let head = error.page.split_once("\n## Messages\n").unwrap().0;
    let page = format!("{head}\n## Messages\n\n{}", lines.collect::<String>());
    fs::write(root().join(format!("dynamo-tools/docs/errors/{}.md", error.code)), page).unwrap();
}

#[test]
fn every_message_is_on_one_page() {
    let mut pages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for error in compile_errors() {
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            update(error);
        }
        for (case, message) in listed(error.page) {
            assert!(facts(case).iter().any(|fact| fact == message), "{} says of {case}: {message}", error.code);
            pages.entry(case).or_default().insert(error.code);
        }
        assert_eq!(listed(error.page).len(), error.messages().count());
    }
    for Case { name, .. } in cases() {
        let on = pages.get(name.as_str()).map_or(0, BTreeSet::len);
        // Some cases are about types of `models` alone, of which rustc speaks in its own words.
        let is_of_models = name.starts_with("models/") && on == 0;
        assert!(on == 1 || is_of_models, "{name} is on {on} pages of dynamo-tools/docs/errors: list it on one");
    }
}

/// The message, the wrong code and the right code of a page are those of the first case in its list.
#[test]
fn pages_show_what_the_compiler_takes_and_says() {
    let cases = cases();
    for error in compile_errors() {
        let first = listed(error.page)[0].0;
        let case = cases.iter().find(|case| case.name == first).unwrap();
        let blocks: Vec<&str> = error.page.split("\n```").skip(1).step_by(2).collect();
        let [said, wrong, right] = blocks.as_slice() else { panic!("{} has {} blocks", error.code, blocks.len()) };
        for (block, program, which) in [(wrong, &case.wrong, "the case"), (right, &case.right, "the twin of")] {
            let (_, text) = block.split_once('\n').unwrap();
            for part in text.split("\n\n") {
                assert!(program.contains(part.trim_end()), "{}: {which} {first} does not have\n{part}", error.code);
            }
        }
        for line in said.lines().skip(1) {
            assert!(case.message.contains(line.trim_end()), "{}: {first} does not say\n{line}", error.code);
        }
    }
}

/// The list in the program, the files, and the table of the guide are the same.
#[test]
fn no_page_is_forgotten() {
    let files: BTreeSet<String> = fs::read_dir(root().join("dynamo-tools/docs/errors"))
        .unwrap()
        .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(files, compile_errors().iter().map(|error| error.code.to_owned()).collect());
    let (table, summary) = (read("docs/guide/src/errors.md"), read("docs/guide/src/SUMMARY.md"));
    for error in compile_errors() {
        let (code, title) = (error.code, error.title());
        assert!(error.page.starts_with(&format!("# {code}: ")), "{code}");
        assert!(table.contains(&format!("| [{code}](errors/{code}.md) | {title} |")), "{code}");
        assert!(summary.contains(&format!("[{code}: {title}](errors/{code}.md)")), "{code}");
    }
}

#[test]
fn a_page_is_found_by_its_messages() {
    let mut elsewhere = Vec::new();
    for error in compile_errors() {
        for message in error.messages() {
            if !find_compile_errors(message).contains(&error) {
                elsewhere.push(message);
            }
        }
    }
    // Messages that are names alone have no words to be found by.
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
    assert!(find_compile_errors("a fish without a bicycle").is_empty());
    assert!(find_compile_errors("`at` \"x\"").is_empty());
}

#[tokio::test]
async fn explain_prints_pages() {
    let program = Program::new::<(Inviter,)>();
    let run = async |line: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = program.execute(std::iter::once("app").chain(line.iter().copied()), &mut out, &mut err).await;
        (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    };
    for asked in ["E-10", "e10", "has no fixed width", "number `price` in a sort key has no fixed width, so 10 would"] {
        let (code, out, err) = run(&["explain", asked]).await;
        assert_eq!((code, err.as_str()), (0, ""), "{asked}");
        assert!(out.starts_with("# E-10: ") && out.contains("<at:020>"), "{asked}: {out}");
    }
    let (_, json, _) = run(&["--json", "explain", "E-01"]).await;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["code"], "E-01");
    let (code, out, _) = run(&["explain", "is not a field of"]).await;
    assert!(code == 0 && out.contains("E-01") && out.contains("E-42"), "{out}");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let nothing = Program::new::<()>();
    assert_eq!(nothing.execute(["dynamo", "explain", "E-10"], &mut out, &mut err).await, 0);
    assert_eq!(nothing.execute(["dynamo", "tables"], &mut out, &mut err).await, 2);
    assert!(String::from_utf8(err).unwrap().contains("this program knows no tables"));
    for (asked, said) in [("E-99", "there is no error `E-99`"), ("no such words here", "no error of the compiler")] {
        let (code, _, err) = run(&["explain", asked]).await;
        assert!(code == 2 && err.contains(said) && err.contains("help: "), "{err}");
    }
}
