//! Findings for people.

use std::fmt::Write;

use super::Finding;

/// A finding in a few lines.
pub(crate) fn text(finding: &Finding) -> String {
    let Finding { rule, table, entity, part, reason, fact, fix, allowed, file, line, .. } = finding;
    let place: Vec<_> = [Some(*table), *entity, part.as_deref()].into_iter().flatten().collect();
    let mut out = format!("{}: {reason} [{rule}]\n", place.join("."));
    if *line > 0 {
        _ = writeln!(out, "  at {file}:{line}");
    }
    if let Some(why) = allowed {
        _ = writeln!(out, "  allowed: {why}");
        return out;
    }
    _ = writeln!(out, "  fact: {fact}\n  fix: {fix}");
    out
}
