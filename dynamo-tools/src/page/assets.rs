//! The page's own files: markup, style, and plain modules that are put together in one script.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::Document;
use crate::error::ToolError;

const SHELL: &str = include_str!("../../page/index.html");
const STYLE: &str = include_str!("../../page/page.css");

/// The modules by their names, each behind those that it imports.
const MODULES: [(&str, &str); 12] = [
    ("./dom.js", include_str!("../../page/dom.js")),
    ("./model.js", include_str!("../../page/model.js")),
    ("./values.js", include_str!("../../page/values.js")),
    ("./layout.js", include_str!("../../page/layout.js")),
    ("./patterns.js", include_str!("../../page/patterns.js")),
    ("./entities.js", include_str!("../../page/entities.js")),
    ("./diagram.js", include_str!("../../page/diagram.js")),
    ("./findings.js", include_str!("../../page/findings.js")),
    ("./search.js", include_str!("../../page/search.js")),
    ("./edit.js", include_str!("../../page/edit.js")),
    ("./studio.js", include_str!("../../page/studio.js")),
    ("./main.js", include_str!("../../page/main.js")),
];

/// The script: all modules in one, since a page from a file can import nothing. Each is a function of its own, with its imports
/// at the top and its exports at the end.
pub(crate) fn script() -> String {
    let mut script = "const modules = {};\n".to_owned();
    for (name, module) in MODULES {
        let mut exports = Vec::new();
        _ = writeln!(script, "modules[\"{name}\"] = (() => {{");
        for line in module.lines() {
            let import = line.strip_prefix("import ").and_then(|line| line.strip_suffix(';')?.split_once(" from "));
            if let Some((names, from)) = import {
                _ = writeln!(script, "const {names} = modules[{from}];");
                continue;
            }
            let exported = line.strip_prefix("export ");
            exports.extend(exported.and_then(declared));
            _ = writeln!(script, "{}", exported.unwrap_or(line));
        }
        _ = writeln!(script, "return {{ {} }};\n}})();", exports.join(", "));
    }
    script
}

/// The name that a line declares: `async function name(..) {`, `const name = ..`.
fn declared(line: &str) -> Option<&str> {
    let words = ["async ", "function ", "const "];
    let name = words.iter().fold(line, |line, word| line.strip_prefix(word).unwrap_or(line));
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// The style.
#[cfg(feature = "studio")]
pub(crate) fn style() -> &'static str {
    STYLE
}

/// The page as one file, with its document in it.
pub(crate) fn html(document: &Document) -> Result<String, ToolError> {
    let script = script();
    // A value that holds `</script>` must not end the element.
    let json = serde_json::to_string(document)?.replace('<', "\\u003c");
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(STYLE)
    );
    let head = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<style>{STYLE}</style>");
    let body = format!(
        "<script type=\"application/json\" id=\"document\">{json}</script>\n<script type=\"module\">{script}</script>"
    );
    Ok(SHELL.replacen("<!-- head -->", &head, 1).replacen("<!-- body -->", &body, 1))
}

/// The page as the studio serves it: its style, its script and its document are requests of their own.
#[cfg(feature = "studio")]
pub(crate) fn served(token: &str) -> String {
    let head = format!("<link rel=\"stylesheet\" href=\"/page.css?token={token}\">");
    let body = format!("<script type=\"module\" src=\"/page.js?token={token}\"></script>");
    SHELL.replacen("<!-- head -->", &head, 1).replacen("<!-- body -->", &body, 1)
}

/// A source of a content security policy: exactly this text.
fn hash(text: &str) -> String {
    format!("sha256-{}", base64_simd::STANDARD.encode_to_string(Sha256::digest(text.as_bytes())))
}
