//! The pages of the compiler's errors.

use std::collections::BTreeSet;

/// A rule that the compiler checks, and its page: why DynamoDB makes it a mistake, the wrong code and the right code.
///
/// ```
/// let errors = dynamo_tools::compile_errors();
/// let error = errors.iter().find(|error| error.code == "E-10").expect("the rule about numbers in sort keys");
/// assert_eq!(error.title(), "A number in a sort key without a fixed width");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompileError {
    /// Its code, such as `E-10`.
    pub code: &'static str,
    /// Its page, as Markdown.
    pub page: &'static str,
}

impl CompileError {
    /// Returns the heading of the page.
    ///
    /// ```
    /// assert!(dynamo_tools::compile_errors().iter().all(|error| !error.title().is_empty()));
    /// ```
    #[must_use]
    pub fn title(&self) -> &'static str {
        let heading = self.page.lines().next().unwrap_or_default();
        heading.split_once(": ").map_or(heading, |(_, title)| title)
    }

    /// Returns the messages of the rule, each as the first line of what the compiler says, with templates marked as code.
    ///
    /// ```
    /// let errors = dynamo_tools::compile_errors();
    /// assert!(errors.iter().flat_map(|error| error.messages()).count() > 250);
    /// ```
    pub fn messages(&self) -> impl Iterator<Item = &'static str> + use<> {
        let list = self.page.split_once("\n## Messages\n").map_or("", |(_, list)| list);
        list.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`: ").map(|(_, message)| message))
    }
}

macro_rules! pages {
    ($($code:literal)*) => {
        &[$(CompileError { code: $code, page: include_str!(concat!("../docs/errors/", $code, ".md")) }),*]
    };
}

/// Returns the rules that the compiler checks, in the order of their codes.
///
/// ```
/// let errors = dynamo_tools::compile_errors();
/// assert_eq!(errors[0].code, "E-01");
/// ```
#[must_use]
pub fn compile_errors() -> &'static [CompileError] {
    pages! {
        "E-01" "E-02" "E-03" "E-04" "E-05" "E-06" "E-07" "E-08" "E-09" "E-10"
        "E-11" "E-12" "E-13" "E-14" "E-15" "E-16" "E-17" "E-18" "E-19" "E-20"
        "E-21" "E-22" "E-23" "E-24" "E-25" "E-26" "E-27" "E-28" "E-29" "E-30"
        "E-31" "E-32" "E-33" "E-34" "E-35" "E-36" "E-37" "E-38" "E-39" "E-40"
        "E-41" "E-42" "E-43" "E-44" "E-45" "E-46" "E-47" "E-48" "E-49" "E-50"
    }
}

/// Finds the rules that a message is of. Names in it may be the user's own.
///
/// ```
/// let found = dynamo_tools::find_compile_errors("number `price` in a sort key has no fixed width");
/// assert_eq!(found.iter().map(|error| error.code).collect::<Vec<_>>(), ["E-10"]);
/// ```
#[must_use]
pub fn find_compile_errors(text: &str) -> Vec<&'static CompileError> {
    let asked = words(text);
    if asked.is_empty() {
        return Vec::new();
    }
    let score = |error: &CompileError| error.messages().map(|message| alike(&asked, &words(message))).max();
    let scored: Vec<_> = compile_errors().iter().filter_map(|error| Some((score(error)?, error))).collect();
    let best = scored.iter().map(|(score, _)| *score).max().unwrap_or_default();
    scored.into_iter().filter(|(score, _)| *score == best && best >= ENOUGH).map(|(_, error)| error).collect()
}

/// How many words of a hundred a text must have in common with a message.
const ENOUGH: usize = 70;

/// The words of a text, without what is quoted: names and values are the user's own.
fn words(text: &str) -> BTreeSet<String> {
    let unquoted: Vec<&str> = text.split('`').step_by(2).flat_map(|part| part.split('"').step_by(2)).collect();
    let words = unquoted.iter().flat_map(|part| part.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// How many of a hundred words that are asked for the message has.
fn alike(asked: &BTreeSet<String>, message: &BTreeSet<String>) -> usize {
    asked.intersection(message).count() * 100 / asked.len().max(1)
}
