//! `"USER#<user_id>"` as literals and fields.

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Literal(String),
    Field { name: String, format: Format },
}

/// How a field's value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Plain,
    Padded(usize),
    Escaped,
    Lower,
}

/// What is wrong with a template: the fact and the help.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) fact: String,
    pub(crate) help: String,
}

pub(crate) fn parse(text: &str) -> Result<Vec<Piece>, Mistake> {
    if text.is_empty() {
        return Err(mistake(
            "key template is empty",
            "write a literal or a field, for example `\"META\"` or `\"USER#<id>\"`",
        ));
    }
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (literal, after) = match rest.find('<') {
            Some(at) => (&rest[..at], Some(&rest[at + 1..])),
            None => (rest, None),
        };
        if literal.contains('>') {
            return Err(mistake(
                format!("key template \"{text}\" has a `>` that closes nothing"),
                "write fields as `<field>`, or remove the `>`",
            ));
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal.to_owned()));
        }
        let Some(after) = after else { break };
        let end = after.find(['<', '>']).filter(|at| after[*at..].starts_with('>'));
        let Some(end) = end else {
            return Err(mistake(
                format!("key template \"{text}\" has a `<` that is not closed"),
                "write fields as `<field>`",
            ));
        };
        pieces.push(field(text, &after[..end])?);
        rest = &after[end + 1..];
    }
    Ok(pieces)
}

fn field(text: &str, inside: &str) -> Result<Piece, Mistake> {
    let (name, format) = inside.split_once(':').map_or((inside, None), |(name, format)| (name, Some(format)));
    if name.is_empty() {
        return Err(mistake(format!("key template \"{text}\" has a `<>` without a field"), "name a field: `<field>`"));
    }
    let format = match format {
        None => Format::Plain,
        Some("escaped") => Format::Escaped,
        Some("lower") => Format::Lower,
        Some(digits) => match digits.strip_prefix('0').and_then(|width| width.parse().ok()) {
            Some(width @ 1..=39) => Format::Padded(width),
            _ => {
                return Err(mistake(
                    format!("key template \"{text}\" has the format `{digits}`, which there is not"),
                    "there are `013` (so many digits, with leading zeros), `escaped` and `lower`",
                ));
            }
        },
    };
    Ok(Piece::Field { name: name.to_owned(), format })
}

fn mistake(fact: impl Into<String>, help: impl Into<String>) -> Mistake {
    Mistake { fact: fact.into(), help: help.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(name: &str) -> Piece {
        Piece::Field { name: name.into(), format: Format::Plain }
    }

    fn literal(text: &str) -> Piece {
        Piece::Literal(text.into())
    }

    #[test]
    fn literals_and_fields_alternate() {
        assert_eq!(parse("USER#<user_id>").unwrap(), [literal("USER#"), plain("user_id")]);
        assert_eq!(parse("META").unwrap(), [literal("META")]);
        assert_eq!(parse("<a>#<b>#END").unwrap(), [plain("a"), literal("#"), plain("b"), literal("#END")]);
    }

    #[test]
    fn formats() {
        let field = |format| Piece::Field { name: "f".into(), format };
        assert_eq!(parse("<f:013>").unwrap(), [field(Format::Padded(13))]);
        assert_eq!(parse("<f:escaped>").unwrap(), [field(Format::Escaped)]);
        assert_eq!(parse("<f:lower>").unwrap(), [field(Format::Lower)]);
    }

    #[test]
    fn mistakes_are_told_apart() {
        for (text, part) in [
            ("", "is empty"),
            ("USER#<id", "not closed"),
            ("USER#<id<x>", "not closed"),
            ("USER#<>", "without a field"),
            ("UNIQUE#USER>", "closes nothing"),
            ("<f:13>", "which there is not"),
            ("<f:00>", "which there is not"),
            ("<f:>", "which there is not"),
            ("<f:upper>", "which there is not"),
        ] {
            let fact = parse(text).unwrap_err().fact;
            assert!(fact.contains(part), "{text}: {fact}");
        }
    }
}
