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
    Unordered,
    Escaped,
    Folded(Case),
    FoldedEscaped(Case),
    Bucket(Bucket),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
}

/// The coarser first: an hour tells its date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bucket {
    Month,
    Date,
    Hour,
}

impl Format {
    /// Whether the value can be read back from the key.
    pub(crate) fn is_exact(self) -> bool {
        !matches!(self, Self::Folded(_) | Self::FoldedEscaped(_) | Self::Bucket(_))
    }

    /// Whether a key that is written so tells how the value is written in the other format.
    pub(crate) fn tells(self, other: Self) -> bool {
        match (self, other) {
            (Self::Bucket(own), Self::Bucket(other)) => own >= other,
            (Self::Folded(own) | Self::FoldedEscaped(own), Self::Folded(other) | Self::FoldedEscaped(other)) => {
                own == other
            }
            _ => self.is_exact(),
        }
    }

    /// How a key has a part of a value alone, in prose and in templates.
    pub(crate) fn part(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Folded(Case::Lower) | Self::FoldedEscaped(Case::Lower) => Some(("in lower case", "lower")),
            Self::Folded(Case::Upper) | Self::FoldedEscaped(Case::Upper) => Some(("in upper case", "upper")),
            Self::Bucket(Bucket::Month) => Some(("by its month", "month")),
            Self::Bucket(Bucket::Date) => Some(("by its date", "date")),
            Self::Bucket(Bucket::Hour) => Some(("by its hour", "hour")),
            Self::Plain | Self::Padded(_) | Self::Unordered | Self::Escaped => None,
        }
    }

    /// How a key has a value in whose order it is not.
    pub(crate) fn disorder(self) -> Option<&'static str> {
        match self {
            Self::Unordered => Some("unordered"),
            _ => self.part().map(|(form, _)| form),
        }
    }
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

/// Guesses what a template with a mistake was to be: a bracket that is missing is where a name begins or ends.
pub(crate) fn meant(text: &str) -> Vec<Piece> {
    let is_name = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '>']) {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let (literal, inside);
        if rest[at..].starts_with('<') {
            let end = after.find(|c| !is_name(c) && c != ':').unwrap_or(after.len());
            (literal, inside, rest) = (before, &after[..end], &after[end..]);
            rest = rest.strip_prefix('>').unwrap_or(rest);
        } else {
            (literal, inside) = before.split_at(before.trim_end_matches(is_name).len());
            rest = after;
        }
        pieces.push(Piece::Literal(literal.to_owned()));
        let name = inside.split(':').next().unwrap_or_default().to_owned();
        pieces.push(field(text, inside).unwrap_or(Piece::Field { name, format: Format::Plain }));
    }
    pieces.push(Piece::Literal(rest.to_owned()));
    pieces.retain(|piece| !matches!(piece, Piece::Literal(text) | Piece::Field { name: text, .. } if text.is_empty()));
    pieces
}

fn field(text: &str, inside: &str) -> Result<Piece, Mistake> {
    let mut words = inside.split(':');
    let name = words.next().unwrap_or_default();
    if name.is_empty() {
        return Err(mistake(format!("key template \"{text}\" has a `<>` without a field"), "name a field: `<field>`"));
    }
    let words: Vec<&str> = words.collect();
    let formats: Vec<Format> = words.iter().map(|word| format(text, word)).collect::<Result<_, _>>()?;
    let format = match formats.as_slice() {
        [] => Format::Plain,
        [format] => *format,
        [Format::Escaped, Format::Folded(case)] | [Format::Folded(case), Format::Escaped] => {
            Format::FoldedEscaped(*case)
        }
        _ => {
            let together: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
            return Err(mistake(
                format!("key template \"{text}\" has the formats {} for one field", together.join(" and ")),
                "`escaped` goes with `lower` or with `upper`; every other format stands alone",
            ));
        }
    };
    Ok(Piece::Field { name: name.to_owned(), format })
}

fn format(text: &str, word: &str) -> Result<Format, Mistake> {
    Ok(match word {
        "unordered" => Format::Unordered,
        "escaped" => Format::Escaped,
        "lower" => Format::Folded(Case::Lower),
        "upper" => Format::Folded(Case::Upper),
        "month" => Format::Bucket(Bucket::Month),
        "date" => Format::Bucket(Bucket::Date),
        "hour" => Format::Bucket(Bucket::Hour),
        digits => match digits.strip_prefix('0').and_then(|width| width.parse().ok()) {
            Some(width @ 1..=39) => Format::Padded(width),
            _ => {
                return Err(mistake(
                    format!("key template \"{text}\" has the format `{digits}`, which there is not"),
                    "there are `013` (so many digits, with leading zeros), `unordered`, `escaped`, `lower`, `upper`, `date`, \
                     `month` and `hour`",
                ));
            }
        },
    })
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
        assert_eq!(parse("<f:lower>").unwrap(), [field(Format::Folded(Case::Lower))]);
        assert_eq!(parse("<f:upper:escaped>").unwrap(), [field(Format::FoldedEscaped(Case::Upper))]);
        assert_eq!(parse("<f:escaped:upper>").unwrap(), [field(Format::FoldedEscaped(Case::Upper))]);
        assert_eq!(parse("<f:date>").unwrap(), [field(Format::Bucket(Bucket::Date))]);
        assert_eq!(parse("<f:unordered>").unwrap(), [field(Format::Unordered)]);
    }

    #[test]
    fn mistakes_are_taken_for_what_was_meant() {
        assert_eq!(meant("USER#<id"), [literal("USER#"), plain("id")]);
        assert_eq!(meant("USER#id>"), [literal("USER#"), plain("id")]);
        assert_eq!(meant("USER#<id#AT#<at>"), [literal("USER#"), plain("id"), literal("#AT#"), plain("at")]);
        assert_eq!(meant("<a<b>#END"), [plain("a"), plain("b"), literal("#END")]);
        assert_eq!(meant("<>#<at:capital>"), [literal("#"), plain("at")]);
        assert_eq!(meant("ü>"), [literal("ü")]);
        assert_eq!(meant(""), []);
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
            ("<f:capital>", "which there is not"),
            ("<f:lower:capital>", "which there is not"),
            ("<f:lower:upper>", "for one field"),
            ("<f:lower:lower>", "for one field"),
            ("<f:date:escaped>", "for one field"),
            ("<f:013:upper>", "for one field"),
            ("<f:013:unordered>", "for one field"),
            ("<f:lower:escaped:upper>", "for one field"),
        ] {
            let fact = parse(text).unwrap_err().fact;
            assert!(fact.contains(part), "{text}: {fact}");
        }
    }
}
