//! Items that could not be written or read.

use std::fmt;

use crate::codec::{CodecError, Problem};
use crate::schema::{EntitySchema, Part, key_is_sensitive};

/// Removes the values of sensitive fields from an error.
fn redact(schema: &EntitySchema, error: CodecError) -> CodecError {
    let sensitive =
        |attribute: &&str| schema.fields.iter().any(|field| field.sensitive && field.attribute == Some(*attribute));
    match (error.attribute().filter(sensitive), error.problem()) {
        (Some(attribute), Problem::MissingField) => CodecError::missing_field(attribute),
        (Some(attribute), Problem::Missing) => CodecError::missing().within(attribute),
        (Some(attribute), _) => CodecError::value("the value is not one that the field can hold").within(attribute),
        (None, _) => error,
    }
}

/// Removes the advice to give a field a default if keys are made from it: the item would move.
fn without_default(schema: &EntitySchema, error: CodecError) -> CodecError {
    let Some(attribute) = error.attribute().filter(|_| matches!(error.problem(), Problem::MissingField)) else {
        return error;
    };
    let field = schema.fields.iter().find(|field| field.attribute == Some(attribute)).map(|field| field.field);
    let specs = [Some(&schema.pk), schema.sk.as_ref()].into_iter().flatten();
    let mut specs = specs.chain(schema.slots.iter().map(|slot| slot.spec));
    let makes_keys = specs
        .any(|spec| spec.parts().iter().any(|part| matches!(part, Part::Field(part) if Some(part.field) == field)));
    if makes_keys { CodecError::missing().within(attribute) } else { error }
}

/// A value that DynamoDB cannot store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{entity}` cannot be written: {source}")]
pub struct EncodeError {
    entity: &'static str,
    source: CodecError,
}

impl EncodeError {
    #[cold]
    pub(super) fn new(schema: &EntitySchema, source: CodecError) -> Self {
        Self { entity: schema.name, source: redact(schema, source) }
    }

    /// Returns the name of the entity.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Reading(Reading) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "SENSOR#<sensor>", sk = "READING")]
    /// # pub struct Reading { sensor: String, values: Vec<f64> }
    /// let reading = Reading { sensor: "s1".into(), values: vec![20.5, f64::NAN] };
    /// let Err(Error::Encode(error)) = reading.to_item() else { unreachable!() };
    /// assert_eq!(error.entity(), "Reading");
    /// ```
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the path of the attribute, down to the element: `reactions[2].emoji`.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Reading(Reading) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "SENSOR#<sensor>", sk = "READING")]
    /// # pub struct Reading { sensor: String, values: Vec<f64> }
    /// let reading = Reading { sensor: "s1".into(), values: vec![20.5, f64::NAN] };
    /// let Err(Error::Encode(error)) = reading.to_item() else { unreachable!() };
    /// assert_eq!(error.path(), "values[1]");
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        self.source.path()
    }
}

/// An item that does not match its entity.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity, Debug)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String, size: u8 }
/// let json = br#"{"PK":{"S":"NOTE#n1"},"SK":{"S":"META"},"id":{"S":"n1"},"size":{"N":"300"}}"#;
/// let Err(Error::Decode(error)) = Note::read_json(json) else { panic!("300 is no `u8`") };
/// assert_eq!((error.entity(), error.key(), error.path().as_str()), ("Note", Some("NOTE#n1 / META"), "size"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError {
    entity: &'static str,
    key: Option<String>,
    source: CodecError,
}

impl DecodeError {
    #[cold]
    pub(crate) fn new(schema: &EntitySchema, key: Option<String>, source: CodecError) -> Self {
        let key = key.filter(|_| !key_is_sensitive(schema));
        let source = without_default(schema, redact(schema, source));
        Self { entity: schema.name, key, source }
    }

    /// Returns the error if the JSON around the item is malformed rather than the item, as in a truncated answer.
    pub(crate) fn broken_json(&self) -> Option<&CodecError> {
        matches!(self.source.problem(), Problem::Syntax { .. }).then_some(&self.source)
    }

    /// Returns the name of the entity that was to be read.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let mut item = book().to_item()?;
    /// item.remove("pages");
    /// let Err(Error::Decode(error)) = Book::from_item(item) else { unreachable!() };
    /// assert_eq!(error.entity(), "Book");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the item's key, if it has one that contains nothing sensitive.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let mut item = book().to_item()?;
    /// item.remove("pages");
    /// let Err(Error::Decode(error)) = Book::from_item(item) else { unreachable!() };
    /// assert_eq!(error.key(), Some("SHELF#fiction / BOOK#b1"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the path of the attribute, down to the element: `reactions[2].emoji`.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let mut item = book().to_item()?;
    /// item.remove("pages");
    /// let Err(Error::Decode(error)) = Book::from_item(item) else { unreachable!() };
    /// assert_eq!(error.path(), "pages");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        self.source.path()
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ", self.entity)?;
        if let Some(key) = &self.key {
            write!(f, "{key} ")?;
        }
        write!(f, "cannot be read: {}", self.source)
    }
}

impl std::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// An item that is none of the table's entities.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity, Debug)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String, size: u8 }
/// let json = br#"{"PK":{"S":"GHOST#1"},"SK":{"S":"META"}}"#;
/// let Err(Error::UnknownItem(error)) = App::read_json(json) else { panic!("no entity has such a key") };
/// assert_eq!((error.table(), error.tag()), ("App", None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownItem {
    pub(crate) table: &'static str,
    pub(crate) tag: Option<String>,
    /// The key; `[redacted]` where some entity of the table has a sensitive field in its key.
    pub(crate) key: Option<String>,
    /// The entity whose tag or keys it has, without its constants.
    pub(crate) like: Option<&'static str>,
    /// The entity whose keys it has, and the type attribute that it lacks.
    pub(crate) untagged: Option<(&'static str, &'static str)>,
}

impl UnknownItem {
    /// Returns the name of the table's enum.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let mut item = book().to_item()?;
    /// item.insert("type".into(), dynamo_core::aws_sdk_dynamodb::types::AttributeValue::S("Map".into()));
    /// let Err(Error::UnknownItem(error)) = Library::from_item(item) else { unreachable!() };
    /// assert_eq!(error.table(), "Library");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn table(&self) -> &'static str {
        self.table
    }

    /// Returns the item's type tag, if it has one.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let mut item = book().to_item()?;
    /// item.insert("type".into(), dynamo_core::aws_sdk_dynamodb::types::AttributeValue::S("Map".into()));
    /// let Err(Error::UnknownItem(error)) = Library::from_item(item) else { unreachable!() };
    /// assert_eq!(error.tag(), Some("Map"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }
}

impl fmt::Display for UnknownItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {} ", self.key.as_deref().unwrap_or("without a key"))?;
        if let Some(like) = self.like {
            return write!(f, "of `{}` is like a `{like}`, and does not have its constants", self.table);
        }
        if let Some((entity, name)) = self.untagged {
            let table = self.table;
            return write!(
                f,
                "of `{table}` has keys of `{entity}`, and lacks the type attribute `{name}` that tells them apart"
            );
        }
        match &self.tag {
            Some(tag) => write!(f, "has the type tag \"{tag}\", which no entity of `{}` has", self.table),
            None => write!(f, "fits the keys of no entity of `{}`", self.table),
        }
    }
}

impl std::error::Error for UnknownItem {}
