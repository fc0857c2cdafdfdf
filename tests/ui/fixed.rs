//! Turns a compile-fail case into its passing twin.
//!
//! The last lines of a case are directives that say how to fix it:
//!
//! ```text
//! // fixed, line 12: #[entity(table = App, pk = "USER#<id>", sk = "GOAL#<goal_id>")]
//! // fixed, after line 14: goal_id: String,
//! // fixed, without line 15
//! ```
//!
//! They stand at the end so that no line number of the expected message moves. Line numbers are those of the case, from 1. A new line
//! is indented like the line that it replaces or follows.

/// The most directives of one case: a twin is one edit away from the mistake.
const MOST: usize = 3;

enum Edit<'a> {
    Replace(&'a str),
    InsertAfter(&'a str),
    Remove,
}

/// Applies the directives of `case` and leaves them out.
pub(crate) fn fixed(case: &str) -> Result<String, String> {
    let (directives, lines): (Vec<&str>, Vec<&str>) = case.lines().partition(|line| line.starts_with("// fixed, "));
    if directives.is_empty() || directives.len() > MOST {
        return Err(format!("needs one to {MOST} lines such as `// fixed, line 12: ..`, and has {}", directives.len()));
    }
    if !case.lines().rev().take(directives.len()).all(|line| line.starts_with("// fixed, ")) {
        return Err("its `// fixed, ..` lines are not the last ones".into());
    }
    let edits = directives.iter().map(|line| parse(line)).collect::<Result<Vec<_>, _>>()?;
    if let Some((line, _)) = edits.iter().find(|(line, _)| !(1..=lines.len()).contains(line)) {
        return Err(format!("has no line {line} to fix"));
    }
    let mut twin = String::new();
    for (at, old) in lines.iter().enumerate() {
        let indent = &old[..old.len() - old.trim_start().len()];
        let mut kept = Some((*old).to_owned());
        let mut inserted = Vec::new();
        for (_, edit) in edits.iter().filter(|(line, _)| *line == at + 1) {
            match edit {
                Edit::Replace(text) if text.trim() == old.trim() => {
                    return Err(format!("line {} is fixed by itself", at + 1));
                }
                Edit::Replace(text) => kept = Some(format!("{indent}{text}")),
                Edit::InsertAfter(text) => inserted.push(format!("{indent}{text}")),
                Edit::Remove => kept = None,
            }
        }
        for line in kept.into_iter().chain(inserted) {
            twin.push_str(&line);
            twin.push('\n');
        }
    }
    Ok(twin)
}

fn parse(directive: &str) -> Result<(usize, Edit<'_>), String> {
    let unknown = || {
        format!(
            "`{directive}` is not `// fixed, line N: ..`, `// fixed, after line N: ..` or `// fixed, without line N`"
        )
    };
    let edit = directive.strip_prefix("// fixed, ").ok_or_else(unknown)?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| unknown());
    if let Some(line) = edit.strip_prefix("without line ") {
        return Ok((number(line)?, Edit::Remove));
    }
    let (place, text) = edit.split_once(": ").ok_or_else(unknown)?;
    if let Some(line) = place.strip_prefix("after line ") {
        Ok((number(line)?, Edit::InsertAfter(text)))
    } else {
        Ok((number(place.strip_prefix("line ").ok_or_else(unknown)?)?, Edit::Replace(text)))
    }
}
