//! HCL as `terraform fmt` writes it.

use std::fmt::Write;

/// A block of HCL: attributes, then blocks within it.
#[derive(Default)]
pub(super) struct Block {
    /// `resource "aws_dynamodb_table" "app"`
    pub(super) head: String,
    attributes: Vec<(String, String)>,
    blocks: Vec<Self>,
}

impl Block {
    pub(super) fn new(head: impl Into<String>) -> Self {
        Self { head: head.into(), ..Self::default() }
    }

    /// An attribute whose value is an expression.
    pub(super) fn raw(mut self, name: &str, value: impl Into<String>) -> Self {
        self.attributes.push((name.to_owned(), value.into()));
        self
    }

    /// An attribute whose value is a text.
    pub(super) fn text(self, name: &str, value: &str) -> Self {
        self.raw(name, quoted(value))
    }

    pub(super) fn block(mut self, block: Self) -> Self {
        self.blocks.push(block);
        self
    }

    pub(super) fn write(&self, out: &mut String, indent: usize) {
        let pad = "  ".repeat(indent);
        if self.attributes.is_empty() && self.blocks.is_empty() {
            _ = writeln!(out, "{pad}{} {{}}", self.head);
            return;
        }
        _ = writeln!(out, "{pad}{} {{", self.head);
        // Signs stand below each other in lines that follow each other.
        let is_long = |value: &str| value.contains('\n');
        for run in self.attributes.chunk_by(|(_, a), (_, b)| !is_long(a) && !is_long(b)) {
            let width = run.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            for (name, value) in run {
                let value = value.replace('\n', &format!("\n{pad}  "));
                _ = writeln!(out, "{pad}  {name:width$} = {value}");
            }
        }
        for (at, block) in self.blocks.iter().enumerate() {
            if at > 0 || !self.attributes.is_empty() {
                out.push('\n');
            }
            block.write(out, indent + 1);
        }
        _ = writeln!(out, "{pad}}}");
    }
}

/// A text, in which nothing is interpolated.
pub(super) fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace("${", "$${").replace("%{", "%%{");
    format!("\"{text}\"")
}

/// A map, as `terraform fmt` aligns it.
pub(super) fn map<'a>(pairs: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    let pairs: Vec<_> = pairs.map(|(key, value)| (quoted(key), quoted(value))).collect();
    let width = pairs.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let lines: Vec<_> = pairs.iter().map(|(key, value)| format!("  {key:width$} = {value}")).collect();
    format!("{{\n{}\n}}", lines.join("\n"))
}
