//! Findings as SARIF 2.1.0, which code hosts show.

use serde_json::{Value, json};

use super::{Finding, RULES, Rule};

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
        let mut result = json!({
            "ruleId": finding.rule,
            "level": "warning",
            "message": {"text": format!("{}\n{}\nfix: {}", finding.reason, finding.fact, finding.fix)},
            "locations": [{"logicalLocations": [{"fullyQualifiedName": place.join("::"), "kind": "type"}]}],
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
