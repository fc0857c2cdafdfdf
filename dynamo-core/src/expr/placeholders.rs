//! Placeholders for the names and values of an expression.

use std::collections::HashMap;

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

    /// Returns the names for the SDK, or `None` if there are none: DynamoDB rejects empty maps.
    pub(crate) fn names(&self) -> Option<HashMap<String, String>> {
        let names = self.names.iter().enumerate().map(|(at, name)| (format!("#n{at}"), name.clone()));
        (!self.names.is_empty()).then(|| names.collect())
    }

    pub(crate) fn values(self) -> Option<HashMap<String, AttributeValue>> {
        if self.values.is_empty() {
            return None;
        }
        Some(self.values.into_iter().enumerate().map(|(at, value)| (format!(":v{at}"), value)).collect())
    }
}
