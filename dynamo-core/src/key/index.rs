//! Keys of an item in an index.

use super::{KeyValue, Texts, is_in_index, render};
use crate::error::Error;
use crate::schema::{EntitySchema, spec_is_sensitive};

/// The keys that one item has in one index.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
/// # pub enum App { Note(Note) }
/// #[derive(Entity)]
/// #[entity(table = App, pk = "NOTE#<id>", sk = "META", gsi1 = ("OWNER#<owner>", "NOTE#<id>"))]
/// pub struct Note {
///     id: String,
///     owner: String,
/// }
///
/// let note = Note { id: "n1".into(), owner: "ann".into() };
/// let key = note.gsi1_key()?;
/// assert_eq!(key.index(), "GSI1");
/// assert_eq!(key.pk(), "OWNER#ann");
/// assert_eq!(key.sk(), Some("NOTE#n1"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexKey {
    index: &'static str,
    partition: Vec<KeyValue>,
    sort: Vec<KeyValue>,
}

impl IndexKey {
    /// The keys of an item in the `at`th index of its schema, if it is in it.
    pub(crate) fn of(schema: &'static EntitySchema, at: usize, texts: &Texts<'_>) -> Result<Option<Self>, Error> {
        if !is_in_index(schema, at, texts) {
            return Ok(None);
        }
        let layout = schema.layout;
        let index = layout.index(schema.indexes[at].index);
        let text = |at| render(schema, at, texts).map_err(|error| Error::encode(schema, error));
        let mut key = Self { index: index.map_or("", |index| index.name), partition: Vec::new(), sort: Vec::new() };
        // A local index has the table's partition key, given or not.
        let local = index.is_some_and(|index| index.local);
        if local {
            let hidden = spec_is_sensitive(schema, &schema.pk);
            key.partition.push(KeyValue::new(&layout.pk, text(0)?).hidden(hidden));
        }
        for (i, slot) in schema.slots.iter().enumerate().filter(|(_, slot)| slot.index == at) {
            let value = KeyValue::new(&slot.attribute, text(i + 2)?).hidden(spec_is_sensitive(schema, slot.spec));
            if slot.sort {
                key.sort.push(value);
            } else if !local {
                key.partition.push(value);
            }
        }
        Ok(Some(key))
    }

    /// DynamoDB's name of the index.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(book().by_author_key()?.index(), "GSI1");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn index(&self) -> &'static str {
        self.index
    }

    /// Returns the value of the first partition attribute.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(book().by_author_key()?.pk(), "AUTHOR#Le Guin");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn pk(&self) -> &str {
        self.partition.first().map_or("", KeyValue::as_str)
    }

    /// Returns the value of the first sort attribute, if the index has a sort key.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(book().by_author_key()?.sk(), Some("BOOK#b1"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn sk(&self) -> Option<&str> {
        self.sort.first().map(KeyValue::as_str)
    }

    /// Returns all attributes: those of the partition key, then those of the sort key.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(book().by_author_key()?.values().count(), 2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn values(&self) -> impl Iterator<Item = &KeyValue> {
        self.partition.iter().chain(&self.sort)
    }
}
