//! The value of one key attribute.

use std::fmt;

use aws_smithy_types::Blob;

use super::KeyField;
use crate::codec::AttributeValue;
use crate::error::REDACTED;
use crate::schema::{KeyAttribute, KeyType};

/// The value of one key attribute.
///
/// ```
/// # use doc_tables::note::*;
/// let key = Note::key("n1")?;
/// let values: Vec<_> = key.values().map(|value| (value.attribute(), value.as_str().to_owned())).collect();
/// assert_eq!(values, [("PK", "NOTE#n1".to_owned()), ("SK", "META".to_owned())]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct KeyValue {
    attribute: &'static str,
    key_type: KeyType,
    text: String,
    /// Whether it contains the value of a sensitive field.
    hidden: bool,
}

/// Omits a text that contains the value of a sensitive field.
impl fmt::Debug for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.hidden { REDACTED } else { &self.text };
        f.debug_struct("KeyValue").field("attribute", &self.attribute).field("text", &text).finish_non_exhaustive()
    }
}

impl KeyValue {
    pub(crate) fn new(attribute: &KeyAttribute, text: String) -> Self {
        Self { attribute: attribute.name.text, key_type: attribute.key_type, text, hidden: false }
    }

    /// Says whether it contains the value of a sensitive field.
    pub(crate) fn hidden(self, hidden: bool) -> Self {
        Self { hidden, ..self }
    }

    /// Returns the name of the attribute.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let key = Book::key("fiction", "b1")?;
    /// assert_eq!(key.values().next().map(|value| value.attribute()), Some("PK"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn attribute(&self) -> &'static str {
        self.attribute
    }

    /// Returns the text of a String, the digits of a Number, or the base64 of a Binary.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let key = Book::key("fiction", "b1")?;
    /// assert_eq!(key.values().next().unwrap().as_str(), "SHELF#fiction");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Converts to the SDK's type.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let key = Book::key("fiction", "b1")?;
    /// let value = key.values().next().unwrap().to_attribute_value();
    /// assert_eq!(value.as_s().unwrap(), "SHELF#fiction");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn to_attribute_value(&self) -> AttributeValue {
        match self.key_type {
            KeyType::S => AttributeValue::S(self.text.clone()),
            KeyType::N => AttributeValue::N(self.text.clone()),
            // Written as base64 by `KeyField` for binary types.
            KeyType::B => {
                AttributeValue::B(Blob::parse_text(&self.text).unwrap_or_else(|| Blob::new(self.text.as_bytes())))
            }
        }
    }
}
