//! `lint`.

use clap::builder::styling::AnsiColor;
use dynamo_core::schema::TableSchema;
use serde_json::json;

use super::args::LintArgs;
use super::text::Output;
use crate::error::ToolError;
use crate::lint::{Finding, Rule, check, rules, sarif, text};

/// Returns whether anything was found that is not allowed.
pub(super) fn lint(tables: &[&'static TableSchema], args: &LintArgs, out: &mut Output<'_>) -> Result<bool, ToolError> {
    if let Some(id) = &args.explain {
        let rule = rules().iter().find(|rule| rule.id == id).ok_or_else(|| {
            let ids: Vec<_> = rules().iter().map(|rule| rule.id).collect();
            ToolError::usage(format!("there is no rule `{id}`"), format!("there are {}", ids.join(", ")))
        })?;
        if out.json {
            let Rule { id, title, fact, fix, page, .. } = rule;
            out.json(&json!({"rule": id, "title": title, "fact": fact, "fix": fix, "page": page}))?;
            return Ok(false);
        }
        out.line(rule.page.trim_end())?;
        out.line(format_args!("\nfact: {}\nfix: {}", rule.fact, rule.fix))?;
        return Ok(false);
    }
    let found: Vec<Finding> = tables.iter().flat_map(|table| check(table)).collect();
    let open = found.iter().filter(|finding| finding.allowed.is_none()).count();
    if args.sarif {
        out.json(&sarif(&found))?;
    } else if out.json {
        out.json(&json!({"findings": found}))?;
    } else {
        for finding in found.iter().filter(|finding| finding.allowed.is_none() || args.allowed) {
            let colour = if finding.allowed.is_some() { AnsiColor::Green } else { AnsiColor::Yellow };
            out.coloured(if finding.allowed.is_some() { "allowed " } else { "warning " }, colour)?;
            out.line(text(finding).trim_end())?;
        }
        out.line(format_args!("{open} findings, {} allowed with a reason", found.len() - open))?;
    }
    Ok(open > 0)
}
