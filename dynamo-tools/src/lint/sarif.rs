//! Findings as SARIF 2.1.0, which code hosts show.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Finding, RULES, Rule};

/// A file of the workspace, relative to where its sources are; one of another crate, by its own address.
fn artifact(file: &str) -> Value {
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            byte if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) => uri.push(char::from(byte)),
            byte => _ = write!(uri, "%{byte:02X}"),
        }
    }
    if std::path::Path::new(file).is_absolute() {
        return json!({"uri": format!("file://{}{uri}", if uri.starts_with('/') { "" } else { "/" })});
    }
    json!({"uri": uri, "uriBaseId": "%SRCROOT%"})
}

pub(crate) fn sarif(findings: &[Finding]) -> Value {
    let rule = |rule: &Rule| {
        json!({
            "id": rule.id,
            "shortDescription": {"text": rule.title},
            "fullDescription": {"text": rule.fact},
            "help": {"text": rule.fix, "markdown": rule.page},
        })
    };
    let result = |finding: &Finding| {
        let place: Vec<_> = [Some(finding.id), finding.part.as_deref()].into_iter().flatten().collect();
        let mut location = json!({"logicalLocations": [{"fullyQualifiedName": place.join("::"), "kind": "type"}]});
        if finding.line > 0 {
            location["physicalLocation"] =
                json!({"artifactLocation": artifact(finding.file), "region": {"startLine": finding.line}});
        }
        let mut result = json!({
            "ruleId": finding.rule,
            "level": "warning",
            "message": {"text": format!("{}\n{}\nfix: {}", finding.reason, finding.fact, finding.fix)},
            "locations": [location],
        });
        if let Some(reason) = finding.allowed {
            result["suppressions"] = json!([{"kind": "inSource", "justification": reason}]);
        }
        result
    };
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "dynamo-tools",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
            }},
            "results": findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}
