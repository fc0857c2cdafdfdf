//! Placeholders for the names and values of an expression.

use crate::codec::{AttributeValue, canonical};

/// The placeholders of one request. Equal names share a placeholder, and so do equal values.
#[derive(Debug, Default, Clone)]
pub(crate) struct Placeholders {
    names: Vec<String>,
    values: Vec<AttributeValue>,
}

impl Placeholders {
    pub(crate) fn name(&mut self, name: &str) -> String {
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        format!("#n{at}")
    }

    pub(crate) fn value(&mut self, value: &AttributeValue) -> String {
        let at = self.values.iter().position(|known| known == value).unwrap_or_else(|| {
            self.values.push(value.clone());
            self.values.len() - 1
        });
        format!(":v{at}")
    }

    /// Renders all names and values as a text that does not depend on the order of a set or a map.
    pub(crate) fn canonical(&self) -> String {
        let values: Vec<_> = self.values.iter().map(canonical).collect();
        format!("{:?} {values:?}", self.names)
    }

    /// Returns the name of each placeholder: `#n0`, `#n1` and so on.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the value of each placeholder: `:v0`, `:v1` and so on.
    pub(crate) fn values(&self) -> &[AttributeValue] {
        &self.values
    }
}
