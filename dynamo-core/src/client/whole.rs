//! Answers whose items are read as attribute values.

use std::collections::HashMap;

use super::answer::{all_units, array, object, units};
use crate::codec::{JsonReader, item_from_json};
use crate::entity::Unreadable;
use crate::schema::Item;

type Result<T> = std::result::Result<T, Unreadable>;

/// Items by table.
pub(crate) type ByTable = HashMap<String, Vec<Item>>;

/// What the answers to all requests but `Query` and `TransactGetItems` hold.
#[derive(Default)]
pub(crate) struct Whole {
    /// The item that was read, or the attributes that a write returns.
    pub(crate) item: Option<Item>,
    pub(crate) items: Vec<Item>,
    /// Where the next page begins.
    pub(crate) last: Option<Item>,
    /// The items of a batch.
    pub(crate) responses: ByTable,
    /// The items and keys that a batch left out.
    pub(crate) unprocessed: ByTable,
    pub(crate) units: f64,
}

impl Whole {
    pub(super) fn read(body: &[u8]) -> Result<Self> {
        let (mut whole, mut reader) = (Self::default(), JsonReader::new(body)?);
        object(&mut reader, |name, reader| {
            match name {
                _ if reader.take_null() => {}
                "Item" | "Attributes" => whole.item = Some(item(reader)?),
                "Items" => whole.items = items(reader)?,
                "LastEvaluatedKey" => whole.last = Some(item(reader)?),
                "Responses" => by_table(reader, &mut whole.responses, items)?,
                "UnprocessedKeys" => {
                    by_table(reader, &mut whole.unprocessed, |reader| in_object(reader, "Keys", items))?;
                }
                "UnprocessedItems" => by_table(reader, &mut whole.unprocessed, writes)?,
                "ConsumedCapacity" if reader.peek() == Some(b'[') => whole.units = all_units(reader)?,
                "ConsumedCapacity" => whole.units = units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        reader.end()?;
        Ok(whole)
    }
}

fn item(reader: &mut JsonReader<'_>) -> Result<Item> {
    Ok(item_from_json(reader.raw()?)?)
}

fn items(reader: &mut JsonReader<'_>) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    array(reader, |reader| {
        items.push(item(reader)?);
        Ok(())
    })?;
    Ok(items)
}

fn by_table(
    reader: &mut JsonReader<'_>,
    tables: &mut ByTable,
    mut read: impl FnMut(&mut JsonReader<'_>) -> Result<Vec<Item>>,
) -> Result<()> {
    object(reader, |table, reader| {
        tables.insert(table.to_owned(), read(reader)?);
        Ok(())
    })
}

/// Reads one field of an object.
fn in_object<T: Default>(
    reader: &mut JsonReader<'_>,
    wanted: &str,
    read: impl Fn(&mut JsonReader<'_>) -> Result<T>,
) -> Result<T> {
    let mut found = T::default();
    object(reader, |name, reader| {
        if name == wanted {
            found = read(reader)?;
        } else {
            reader.skip_json()?;
        }
        Ok(())
    })?;
    Ok(found)
}

/// Reads the writes that a batch left out: the item of a put, the key of a delete.
fn writes(reader: &mut JsonReader<'_>) -> Result<Vec<Item>> {
    let mut found = Vec::new();
    array(reader, |reader| {
        object(reader, |name, reader| {
            match name {
                "PutRequest" => found.push(in_object(reader, "Item", item)?),
                "DeleteRequest" => found.push(in_object(reader, "Key", item)?),
                _ => reader.skip_json()?,
            }
            Ok(())
        })
    })?;
    Ok(found)
}
