//! serde's renaming rules, letter for letter: a struct has one set of names.

use syn::LitStr;

use crate::errors::{Errors, suggestion};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Rule {
    #[default]
    None,
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const RULES: [(&str, Rule); 8] = [
    ("lowercase", Rule::Lower),
    ("UPPERCASE", Rule::Upper),
    ("PascalCase", Rule::Pascal),
    ("camelCase", Rule::Camel),
    ("snake_case", Rule::Snake),
    ("SCREAMING_SNAKE_CASE", Rule::ScreamingSnake),
    ("kebab-case", Rule::Kebab),
    ("SCREAMING-KEBAB-CASE", Rule::ScreamingKebab),
];

impl Rule {
    pub(crate) fn parse(text: &LitStr, errors: &mut Errors) -> Self {
        let value = text.value();
        if let Some((_, rule)) = RULES.iter().find(|(name, _)| *name == value) {
            return *rule;
        }
        let names = RULES.map(|(name, _)| name);
        errors.at(text, format!("`{value}` is not a renaming rule"), suggestion(&value, &names));
        Self::None
    }

    /// Fields are written in `snake_case`.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::None | Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => {
                let mut out = String::new();
                let mut capital = true;
                for c in name.chars() {
                    if c == '_' {
                        capital = true;
                    } else {
                        out.push(if std::mem::take(&mut capital) { c.to_ascii_uppercase() } else { c });
                    }
                }
                out
            }
            Self::Camel => lower_first(&Self::Pascal.field(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// Variants are written in `PascalCase`.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::None | Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => lower_first(name),
            Self::Snake => {
                let mut out = String::new();
                for (i, c) in name.char_indices() {
                    if i > 0 && c.is_uppercase() {
                        out.push('_');
                    }
                    out.push(c.to_ascii_lowercase());
                }
                out
            }
            Self::ScreamingSnake => Self::Snake.variant(name).to_ascii_uppercase(),
            Self::Kebab => Self::Snake.variant(name).replace('_', "-"),
            Self::ScreamingKebab => Self::ScreamingSnake.variant(name).replace('_', "-"),
        }
    }
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_ascii_lowercase().to_string() + chars.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Rule;

    macro_rules! same_as_serde {
        ($($text:literal => $rule:expr),*) => {$({
            #[derive(serde::Serialize)]
            #[serde(rename_all = $text)]
            #[allow(non_snake_case)]
            struct Fields { user_id: u8, a: u8, x_2y: u8, __under: u8, URL_path: u8 }
            let value = serde_json::to_value(Fields { user_id: 0, a: 0, x_2y: 0, __under: 0, URL_path: 0 }).unwrap();
            let mut ours: Vec<_> =
                ["user_id", "a", "x_2y", "__under", "URL_path"].map(|name| $rule.field(name)).to_vec();
            ours.sort();
            ours.dedup();
            let theirs: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
            assert_eq!(ours, theirs, $text);

            #[derive(serde::Serialize)]
            #[serde(rename_all = $text)]
            #[allow(non_camel_case_types)]
            enum Variants { InProgress, A, HTTPError, lower }
            let all = [Variants::InProgress, Variants::A, Variants::HTTPError, Variants::lower];
            let theirs = all.map(|variant| serde_json::to_value(variant).unwrap().as_str().unwrap().to_owned());
            assert_eq!(["InProgress", "A", "HTTPError", "lower"].map(|name| $rule.variant(name)), theirs, $text);
        })*};
    }

    #[allow(clippy::items_after_statements)] // Each rule has its own two types.
    #[test]
    fn every_rule_agrees_with_serde() {
        same_as_serde!(
            "lowercase" => Rule::Lower, "UPPERCASE" => Rule::Upper, "PascalCase" => Rule::Pascal,
            "camelCase" => Rule::Camel, "snake_case" => Rule::Snake, "SCREAMING_SNAKE_CASE" => Rule::ScreamingSnake,
            "kebab-case" => Rule::Kebab, "SCREAMING-KEBAB-CASE" => Rule::ScreamingKebab
        );
    }
}
