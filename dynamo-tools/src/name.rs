//! Names of tables with placeholders, in the languages of the exports.

/// A piece of a table's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Placeholder(&'a str),
}

/// The pieces of a name such as `app-{stage}`.
pub(crate) fn pieces(name: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some((text, inside)) = rest.split_once('{') {
        let (placeholder, after) = inside.split_once('}').unwrap_or((inside, ""));
        pieces.extend((!text.is_empty()).then_some(Piece::Text(text)));
        pieces.push(Piece::Placeholder(placeholder));
        rest = after;
    }
    pieces.extend((!rest.is_empty()).then_some(Piece::Text(rest)));
    pieces
}

/// The placeholders of these names, each once.
pub(crate) fn placeholders<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for piece in names.into_iter().flat_map(pieces) {
        if let Piece::Placeholder(name) = piece
            && !found.contains(&name)
        {
            found.push(name);
        }
    }
    found
}

/// The name with each placeholder as `write` has it.
pub(crate) fn filled(name: &str, write: impl Fn(&str) -> String) -> String {
    let text = |piece| match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Placeholder(placeholder) => write(placeholder),
    };
    pieces(name).into_iter().map(text).collect()
}

/// The words of a name in lower case: `GgCore` and `gg-core` are `gg`, `core`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() {
            begins = true;
            continue;
        }
        if begins || was_lower && c.is_ascii_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(c.to_ascii_lowercase());
        }
        begins = false;
        was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    words
}

/// `GgCore`
pub(crate) fn pascal(name: &str) -> String {
    let upper = |word: String| word[..1].to_uppercase() + &word[1..];
    words(name).into_iter().map(upper).collect()
}

/// `ggCore`
pub(crate) fn camel(name: &str) -> String {
    let pascal = pascal(name);
    let at = pascal.len().min(1);
    pascal[..at].to_lowercase() + &pascal[at..]
}

/// `gg_core`
pub(crate) fn snake(name: &str) -> String {
    words(name).join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(pieces("a-{stage}-b"), [Piece::Text("a-"), Piece::Placeholder("stage"), Piece::Text("-b")]);
        assert_eq!(placeholders(["{stage}-a", "b", "{region}-{stage}"]), ["stage", "region"]);
        assert_eq!(filled("a-{stage}", |name| format!("${{{name}}}")), "a-${stage}");
    }

    #[test]
    fn words_have_cases() {
        assert_eq!(
            (pascal("gg_core"), camel("GgCore"), snake("GgCore")),
            ("GgCore".into(), "ggCore".into(), "gg_core".into())
        );
        assert_eq!(
            (snake("discord-clone"), pascal(""), camel("")),
            ("discord_clone".into(), String::new(), String::new())
        );
    }
}
