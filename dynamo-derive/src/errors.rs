//! Errors are collected and shown together. First line the fact, second line what to do.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::Error;

#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    /// A mistake at the user's tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, fact: impl AsRef<str>, help: impl AsRef<str>) {
        self.push(Error::new_spanned(tokens, message(fact.as_ref(), help.as_ref())));
    }

    /// A mistake at a span.
    pub(crate) fn at_span(&mut self, span: Span, fact: impl AsRef<str>, help: impl AsRef<str>) {
        self.push(Error::new(span, message(fact.as_ref(), help.as_ref())));
    }

    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub(crate) fn push_darling(&mut self, error: darling::Error) {
        for error in error {
            let span = error.span();
            let text = error.to_string();
            // darling adds the name of the option, which stands at the span anyway.
            let text = text.rsplit_once(" at ").filter(|_| text.contains("\nhelp: ")).map_or(&*text, |(text, _)| text);
            self.push(Error::new(span, lower_first(text)));
        }
    }

    /// The value, or its error kept.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// How many there are: what a later rule would only say again, it leaves out.
    pub(crate) fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |all| all.into_iter().count())
    }
}

impl ToTokens for Errors {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if let Some(error) = &self.0 {
            tokens.extend(error.to_compile_error());
        }
    }
}

fn message(fact: &str, help: &str) -> String {
    if help.is_empty() { fact.to_owned() } else { format!("{fact}\nhelp: {help}") }
}

/// darling begins its messages with a capital letter.
fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// The candidate that was probably meant.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// `` `a`, `b` ``
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// What to do about an unknown name: the nearest, or all there are.
pub(crate) fn suggestion(name: &str, candidates: &[&str]) -> String {
    match nearest(name, candidates.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("there are {}", list(candidates.iter().copied())),
    }
}
