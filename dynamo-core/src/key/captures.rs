//! Keys read back.

use super::{KeyError, KeyField, KeyProblem};
use crate::error::Error;
use crate::schema::{EntitySchema, KeyPart, captures};

/// The texts of the fields in a key, for the derive to read.
pub struct KeyCaptures {
    entity: &'static str,
    found: Vec<(KeyPart, String)>,
}

impl KeyCaptures {
    /// Takes a primary key of this entity apart.
    pub(crate) fn of(schema: &'static EntitySchema, pk: &str, sk: Option<&str>) -> Result<Self, Error> {
        let separator = schema.layout.separator;
        let mut found = Vec::new();
        for (key, spec, text) in [("partition", Some(&schema.pk), Some(pk)), ("sort", schema.sk.as_ref(), sk)] {
            let Some(spec) = spec else { continue };
            let captured = text.and_then(|text| captures(spec, text, separator));
            let problem = || KeyProblem::Mismatch { key, template: spec.text() };
            found.extend(captured.ok_or_else(|| KeyError::new(schema.name, None, problem()))?);
        }
        Ok(Self { entity: schema.name, found })
    }

    /// The text to put in the place of `part`: a folded one only where it is folded again, a day only for its month.
    pub(crate) fn text(&self, wanted: &KeyPart) -> Option<&str> {
        let fits = |part: &KeyPart| part.format.tells(wanted.format);
        let mut found = self.found.iter();
        found.find(|(part, _)| part.field == wanted.field && fits(part)).map(|(_, text)| text.as_str())
    }

    /// Whether the key can be one of an item whose field has this text.
    pub(crate) fn agrees(&self, field: &str, text: Option<&str>) -> bool {
        let mut of_field = self.found.iter().filter(|(part, _)| part.field == field);
        of_field.all(|(part, known)| text.is_some_and(|text| part.format.reduce(text) == *known))
    }

    /// The text of a field, unless every key has a part of it alone: folded, or the day of a timestamp.
    pub(crate) fn exact(&self, field: &str) -> Option<&str> {
        let mut of_field = self.found.iter().filter(|(part, _)| part.field == field);
        of_field.find(|(part, _)| part.format.is_exact()).map(|(_, text)| text.as_str())
    }

    /// Whether the field stands in the key.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.found.iter().any(|(part, _)| part.field == field)
    }

    /// The value of the `n`th field that can be read back, each counted once and `<shard>` not at all.
    pub(crate) fn nth<T: KeyField>(&self, n: usize) -> Result<T, Error> {
        let mut names: Vec<&'static str> = Vec::with_capacity(self.found.len());
        for (part, _) in &self.found {
            if !part.is_shard() && !names.contains(&part.field) && self.exact(part.field).is_some() {
                names.push(part.field);
            }
        }
        match names.get(n) {
            Some(field) => self.get(field),
            None => Err(KeyError::new(self.entity, None, KeyProblem::Absent).into()),
        }
    }

    /// The value of a field; if it stands in the key twice, both must agree.
    fn get<T: KeyField>(&self, field: &'static str) -> Result<T, Error> {
        let refuse = |problem| KeyError::new(self.entity, Some(field), problem);
        let of_field = || self.found.iter().filter(|(part, _)| part.field == field);
        let text = self.exact(field).ok_or_else(|| refuse(KeyProblem::Absent))?;
        if !of_field().all(|(part, other)| part.format.reduce(text) == *other) {
            return Err(refuse(KeyProblem::Differs).into());
        }
        let parsed = T::parse_text(text);
        Ok(parsed.ok_or_else(|| refuse(KeyProblem::Value("has a text in the key that is not one of its values")))?)
    }
}
