//! Answers whose items are read as attribute values.

use std::collections::HashMap;

use super::answer::{array, fields, object, units};
use crate::codec::{Item, JsonReader, item_from_json};
use crate::entity::Unreadable;

type Result<T> = std::result::Result<T, Unreadable>;

/// Items by table.
pub(crate) type ByTable = HashMap<String, Vec<Item>>;

/// The answer to any request but `TransactGetItems`, with items as attribute values.
#[derive(Default)]
pub(crate) struct ItemsAnswer {
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

impl ItemsAnswer {
    pub(super) fn read(body: &[u8]) -> Result<Self> {
        let mut answer = Self::default();
        fields(body, |name, reader| {
            match name {
                _ if reader.take_null() => {}
                "Item" | "Attributes" => answer.item = Some(item(reader)?),
                "Items" => answer.items = items(reader)?,
                "LastEvaluatedKey" => answer.last = Some(item(reader)?),
                "Responses" => by_table(reader, &mut answer.responses, items)?,
                "UnprocessedKeys" => {
                    by_table(reader, &mut answer.unprocessed, |reader| in_object(reader, "Keys", items))?;
                }
                "UnprocessedItems" => by_table(reader, &mut answer.unprocessed, writes)?,
                "ConsumedCapacity" => answer.units = units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        Ok(answer)
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
