//! `explain`: an access pattern, or an error of the compiler.

use serde_json::json;

use super::args::ExplainArgs;
use super::cost;
use super::text::Output;
use crate::compile_error::{CompileError, compile_errors, find_compile_errors};
use crate::error::ToolError;
use crate::tables::Tool;

pub(super) fn explain(tools: &[Tool], args: &ExplainArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let asked = args.pattern.trim();
    if let Some(code) = code(asked) {
        let error = compile_errors().iter().find(|error| error.code == code).ok_or_else(|| {
            let codes: Vec<_> = compile_errors().iter().map(|error| error.code).collect();
            ToolError::usage(format!("there is no error `{code}`"), format!("there are {}", codes.join(", ")))
        })?;
        return page(error, out);
    }
    // A pattern is one word, and a message is a sentence.
    if !asked.contains(char::is_whitespace) {
        return cost::explain(tools, args, out);
    }
    match find_compile_errors(asked).as_slice() {
        [] => Err(ToolError::usage(
            "no error of the compiler has these words",
            "give the first line of the message, a code such as `E-10`, or the name of an access pattern",
        )),
        [error] => page(error, out),
        several if out.json => {
            let errors: Vec<_> =
                several.iter().map(|error| json!({"code": error.code, "title": error.title()})).collect();
            Ok(out.json(&json!({"errors": errors}))?)
        }
        several => {
            let rows: Vec<_> =
                several.iter().map(|error| vec![error.code.to_owned(), error.title().to_owned()]).collect();
            Ok(out.rows(&["code", "title"], &rows)?)
        }
    }
}

/// The code that a text is, in one spelling: `E-10`, `e10` and `E-010` are one.
fn code(text: &str) -> Option<String> {
    let number = text.strip_prefix(['E', 'e'])?.trim_start_matches('-');
    let is_number = !number.is_empty() && number.len() < 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse::<u16>().ok()).flatten().map(|number| format!("E-{number:02}"))
}

fn page(error: &CompileError, out: &mut Output<'_>) -> Result<(), ToolError> {
    if out.json {
        return Ok(out.json(&json!({"code": error.code, "title": error.title(), "page": error.page}))?);
    }
    Ok(out.line(error.page.trim_end())?)
}
