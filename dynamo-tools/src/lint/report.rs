//! Findings for people.

use std::fmt::Write;

use super::Finding;

/// A finding in four lines.
pub(crate) fn text(finding: &Finding) -> String {
    let Finding { rule, table, entity, part, reason, fact, fix, allowed, .. } = finding;
    let place: Vec<_> = [Some(*table), *entity, part.as_deref()].into_iter().flatten().collect();
    let mut out = format!("{}: {reason} [{rule}]\n", place.join("."));
    if let Some(why) = allowed {
        _ = writeln!(out, "  allowed: {why}");
        return out;
    }
    _ = writeln!(out, "  fact: {fact}\n  fix: {fix}");
    out
}
