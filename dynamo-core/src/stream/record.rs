//! Records as DynamoDB delivers them, not read as items of a table yet.

use super::Change;
use crate::codec::Item;
use crate::entity::Table;
use crate::error::Error;
use crate::key::Timestamp;

/// A record of a stream as DynamoDB delivered it: the attributes of the item before and after the change.
///
/// A program keeps it where it cannot read it as a [`Change`], to read it once it can.
///
/// ```
/// # use doc_tables::library::*;
/// use dynamo_core::stream::Record;
/// let record = Record::new(None, Some(book().to_item()?));
/// let change = record.read::<Library>()?;
/// assert!(change.old.is_none() && change.new.is_some());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Record {
    /// The item before the change, if it existed.
    pub old: Option<Item>,
    /// The item after the change, if it exists.
    pub new: Option<Item>,
    /// The sequence number of the record in its shard, if known.
    pub sequence: Option<String>,
    /// When the item was written, to the second, if known.
    pub at: Option<Timestamp>,
    /// Whether DynamoDB deleted the item because it had expired.
    pub expired: bool,
}

impl Record {
    /// Creates a record from the item before and after. An item without attributes counts as absent.
    ///
    /// ```
    /// use dynamo_core::stream::Record;
    /// let record = Record::new(Some(dynamo_core::Item::new()), None);
    /// assert!(record.old.is_none() && record.sequence.is_none());
    /// ```
    #[must_use]
    pub fn new(old: Option<Item>, new: Option<Item>) -> Self {
        let present = |image: Option<Item>| image.filter(|image| !image.is_empty());
        Self { old: present(old), new: present(new), ..Self::default() }
    }

    /// Reads the record as a change of a table. Returns an error if an item is none of the table's entities, or cannot be read.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::stream::Record;
    /// assert!(Record::new(None, Some(book().to_item()?)).read::<Library>().is_ok());
    /// assert!(Record::default().read::<Library>().is_err());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn read<T: Table>(&self) -> Result<Change<T>, Error> {
        let change = Change::from_images(self.old.clone(), self.new.clone())?;
        Ok(Change { sequence: self.sequence.clone(), at: self.at, expired: self.expired, ..change })
    }
}

/// Omits the attributes, since only an entity knows which of its fields are sensitive.
impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record")
            .field("sequence", &self.sequence)
            .field("at", &self.at)
            .field("expired", &self.expired)
            .finish_non_exhaustive()
    }
}
