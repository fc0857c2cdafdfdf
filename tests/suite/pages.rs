//! A page is not everything: every example that reads many items says what it does about the rest.
//!
//! Whoever copies `db.query(..).await?` out of the documentation and takes its items for all of them loses what comes after the
//! first megabyte. So each example uses `.all()`, `.stream()`, `.one()` or the like, or shows `next`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The calls that return pages when they are awaited.
const READS: [&str; 6] = [".query(", ".query_each(", ".query_part(", ".scan::<", ".scan_all::<", ".scan_index("];

/// What reads everything, or one item, or says that it does not.
const WHOLE: [&str; 7] = [".all()", ".stream()", ".pages()", ".one()", ".count()", ".segments(", ".into_sdk()"];

/// How many lines after a page its `next` may be shown in.
const NEAR: usize = 12;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // The guide links to the pages of errors, which show mistakes on purpose.
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|known| known == extension) {
            found.push(path);
        }
    }
}

/// The examples of a file, each with the line that it begins in: fenced blocks of Markdown and of doc comments, and programs.
fn examples(path: &Path, text: &str) -> Vec<(usize, String)> {
    let is_program = path.components().any(|part| part.as_os_str() == "examples");
    if is_program {
        return vec![(1, text.to_owned())];
    }
    let is_rust = path.extension().is_some_and(|extension| extension == "rs");
    let (mut blocks, mut block) = (Vec::new(), None::<(usize, String)>);
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let line = match (is_rust, line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))) {
            (true, None) => continue,
            (true, Some(doc)) => doc.trim_start(),
            (false, _) => line,
        };
        if line.starts_with("```") {
            match block.take() {
                // What the compiler says of a mistake is no example.
                Some((_, text)) if text.starts_with("error") => {}
                Some(done) => blocks.push(done),
                None => block = Some((number + 2, String::new())),
            }
        } else if let Some((_, block)) = &mut block {
            block.push_str(line.strip_prefix("# ").unwrap_or(line));
            block.push('\n');
        }
    }
    blocks
}

/// The chain of calls from `start` to its end: up to a `;`, to what closes or separates what it stands in, or to the block of the
/// `for`, `if` or `match` that it is the head of.
fn chain(code: &str, start: usize) -> &str {
    let mut depth = 0_i32;
    for (at, c) in code[start..].char_indices() {
        match c {
            ';' | ',' | '{' if depth == 0 => return &code[start..start + at],
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return &code[start..start + at];
        }
    }
    &code[start..]
}

/// The access patterns that return one item.
fn of_one(texts: &[(PathBuf, String)]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (_, text) in texts {
        for pattern in text.split("#[access(").skip(1) {
            let pattern = pattern.split(")]").next().unwrap_or_default();
            let Some((name, rest)) = pattern.split_once('(') else { continue };
            let options = rest.split_once(')').map_or("", |(_, options)| options);
            if options.split(',').any(|option| option.trim() == "one") {
                names.insert(format!("::{}(", name.trim()));
            }
        }
    }
    names
}

/// The pages of an example that are taken for everything, each as line and text.
fn mistaken(code: &str, of_one: &BTreeSet<String>) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (start, _) in READS.iter().flat_map(|read| code.match_indices(read)) {
        let chain = chain(code, start);
        let is_awaited = chain.contains(".await");
        let is_whole =
            WHOLE.iter().any(|whole| chain.contains(whole)) || of_one.iter().any(|name| chain.contains(name));
        let after = &code[start + chain.len()..];
        let near = after.lines().take(NEAR).any(|line| line.contains("next"));
        let line_before = code[..start].lines().last().unwrap_or_default();
        let is_comment = line_before.trim_start().starts_with("//");
        if is_awaited && !is_whole && !near && !chain.contains("next") && !is_comment {
            let line = code[..start].matches('\n').count();
            found.push((line, chain.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }
    found.sort();
    found
}

#[test]
fn every_example_says_what_it_does_about_the_rest() {
    let root = root();
    let mut paths = vec![root.join("README.md")];
    files(&root.join("docs"), "md", &mut paths);
    for folder in ["dynamo-core/src", "dynamo-derive/src", "examples", "models/src"] {
        files(&root.join(folder), "rs", &mut paths);
    }
    let texts: Vec<_> = paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    let of_one = of_one(&texts);
    let (mut seen, mut wrong) = (0, Vec::new());
    for (path, text) in &texts {
        for (first, code) in examples(path, text) {
            seen += READS.iter().map(|read| code.matches(read).count()).sum::<usize>();
            for (line, chain) in mistaken(&code, &of_one) {
                let path = path.strip_prefix(&root).unwrap();
                wrong.push(format!("{}:{}: {chain}", path.display(), first + line));
            }
        }
    }
    assert!(seen > 40, "only {seen} reads were seen: the test reads the wrong files");
    let help = "use `.all()`, `.stream()` or `.one()`, or show `next`";
    assert!(wrong.is_empty(), "pages that are taken for everything ({help}):\n{}", wrong.join("\n"));
}

#[test]
fn the_test_sees_what_it_forbids() {
    let of_one =
        of_one(&[(PathBuf::new(), "#[access(by_mail(mail), index = gsi1, one)]\n#[access(all_of(id))]".into())]);
    let is_mistaken = |code: &str| !mistaken(code, &of_one).is_empty();
    assert!(is_mistaken("let notes = db.query(Note::query(\"ann\")).await?;\nprint(notes.items);"));
    assert!(is_mistaken("for note in db.query(Note::query(\"ann\")).limit(3).await? {\n}"));
    // What is read whole after or within the block says nothing of its head.
    assert!(is_mistaken("for note in db.query(Note::query(\"ann\")).await? {\n}\nlet n = db.query(q).count().await?;"));
    assert!(is_mistaken("for note in db.query(Note::query(\"ann\")).await? {\n    db.query(q).all().await?;\n}"));
    assert!(!is_mistaken("for note in db.query(Note::query(\"ann\")).all().await? {\n}"));
    assert!(is_mistaken("let notes = db.query(Note::all_of(\"ann\")).await?.items;"));
    assert!(is_mistaken("let all = db\n    .scan::<Note>()\n    .await?;"));
    assert!(!is_mistaken("let notes = db.query(Note::query(\"ann\")).all().await?;"));
    assert!(!is_mistaken("let user = db.query(User::by_mail(\"a@x\")).await?;"));
    assert!(!is_mistaken("let page = db.query(Note::query(\"ann\")).await?;\nlet more = page.next;"));
    let path = Path::new("src/a.rs");
    assert_eq!(examples(path, "/// ```\n/// a();\n/// # b();\n/// ```\nfn c() {}"), [(2, "a();\nb();\n".to_owned())]);
}
