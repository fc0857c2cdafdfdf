//! DynamoDB's answers, read in one pass.

use std::collections::HashMap;

use super::reader::{Found, ItemKeys, Reader};
use crate::codec::{CodecError, JsonReader, item_from_json};
use crate::{Error, Item};

/// An answer that could not be read: an item is not what it should be, or the answer is no JSON.
pub(crate) enum Unreadable {
    Item(Error),
    Json(CodecError),
}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Self {
        match &error {
            Error::Decode(decode) => match decode.broken_json() {
                Some(json) => Self::Json(json.clone()),
                None => Self::Item(error),
            },
            _ => Self::Item(error),
        }
    }
}

impl From<CodecError> for Unreadable {
    fn from(error: CodecError) -> Self {
        Self::Json(error)
    }
}

type Result<T> = std::result::Result<T, Unreadable>;

/// Hands each entry of an object to `each`, which must read its value.
fn object<'de>(
    reader: &mut JsonReader<'de>,
    mut each: impl FnMut(&str, &mut JsonReader<'de>) -> Result<()>,
) -> Result<()> {
    reader.require(b'{', "an object")?;
    let mut first = true;
    while let Some(name) = reader.name(first)? {
        first = false;
        each(&name, reader)?;
    }
    Ok(())
}

/// Hands each element of an array to `each`.
fn array<'de>(reader: &mut JsonReader<'de>, mut each: impl FnMut(&mut JsonReader<'de>) -> Result<()>) -> Result<()> {
    reader.require(b'[', "an array")?;
    if reader.take(b']') {
        return Ok(());
    }
    loop {
        each(reader)?;
        if reader.take(b']') {
            return Ok(());
        }
        reader.require(b',', "a comma or the end")?;
    }
}

/// The units of one `ConsumedCapacity`.
fn units(reader: &mut JsonReader<'_>) -> Result<f64> {
    let mut units = 0.0;
    object(reader, |name, reader| {
        match name {
            "CapacityUnits" => units = reader.number()?,
            _ => reader.skip_json()?,
        }
        Ok(())
    })?;
    Ok(units)
}

/// The units of a list of them.
fn all_units(reader: &mut JsonReader<'_>) -> Result<f64> {
    let mut sum = 0.0;
    array(reader, |reader| {
        sum += units(reader)?;
        Ok(())
    })?;
    Ok(sum)
}

/// The answer to `GetItem`.
pub(crate) struct Single<R> {
    pub(crate) item: Option<R>,
    pub(crate) units: f64,
}

impl<R> Single<R> {
    pub(crate) fn read(body: &[u8], read: Reader<R>) -> Result<Self> {
        let mut answer = Self { item: None, units: 0.0 };
        let mut reader = JsonReader::new(body)?;
        object(&mut reader, |name, reader| {
            match name {
                "Item" if reader.take_null() => {}
                "Item" => {
                    if let Found::Known(item) = (read.wire)(reader)? {
                        answer.item = Some(item);
                    }
                }
                "ConsumedCapacity" => answer.units = units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        reader.end()?;
        Ok(answer)
    }
}

/// The answer to `Query` and `Scan`.
pub(crate) struct Items<R> {
    pub(crate) items: Vec<R>,
    /// Where each of them stands, if that was asked for.
    pub(crate) keys: Vec<Item>,
    /// Items of types that were not asked for.
    pub(crate) raw: Vec<Item>,
    /// How many of `items` came before each of them.
    pub(crate) raw_at: Vec<usize>,
    pub(crate) last: Option<Item>,
    pub(crate) units: f64,
}

impl<R> Items<R> {
    pub(crate) fn empty() -> Self {
        Self { items: Vec::new(), keys: Vec::new(), raw: Vec::new(), raw_at: Vec::new(), last: None, units: 0.0 }
    }

    pub(crate) fn read(body: &[u8], read: Reader<R>, keys: Option<&ItemKeys>) -> Result<Self> {
        let mut answer = Self::empty();
        let mut reader = JsonReader::new(body)?;
        object(&mut reader, |name, reader| {
            match name {
                "Items" => array(reader, |reader| answer.item(reader, read, keys))?,
                "LastEvaluatedKey" if reader.take_null() => {}
                "LastEvaluatedKey" => answer.last = Some(item_from_json(reader.raw()?)?),
                "ConsumedCapacity" => answer.units = units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        reader.end()?;
        Ok(answer)
    }

    fn item(&mut self, reader: &mut JsonReader<'_>, read: Reader<R>, keys: Option<&ItemKeys>) -> Result<()> {
        let start = reader.position();
        match (read.wire)(reader)? {
            Found::Known(item) => {
                self.items.push(item);
                if let Some(keys) = keys {
                    self.keys.push(keys.of_json(reader.since(start))?);
                }
            }
            Found::Raw(item) => self.keep(item),
        }
        Ok(())
    }

    fn keep(&mut self, raw: Item) {
        self.raw_at.push(self.items.len());
        self.raw.push(raw);
    }

    pub(crate) fn take(
        &mut self,
        item: Item,
        read: Reader<R>,
        keys: Option<&ItemKeys>,
    ) -> std::result::Result<(), Error> {
        let key = keys.map(|keys| keys.of_item(&item));
        match (read.sdk)(item)? {
            Found::Known(item) => {
                self.items.push(item);
                self.keys.extend(key);
            }
            Found::Raw(item) => self.keep(item),
        }
        Ok(())
    }
}

/// The answer to `BatchGetItem` and `BatchWriteItem`, as far as items are concerned.
pub(crate) struct Batch<R> {
    pub(crate) items: Vec<R>,
    /// The JSON of what was not done, by table.
    pub(crate) undone: HashMap<String, Vec<Item>>,
    pub(crate) units: f64,
}

impl<R> Batch<R> {
    pub(crate) fn read_gets(body: &[u8], read: Reader<R>) -> Result<Self> {
        let mut answer = Self { items: Vec::new(), undone: HashMap::new(), units: 0.0 };
        let mut reader = JsonReader::new(body)?;
        object(&mut reader, |name, reader| {
            match name {
                "Responses" => object(reader, |_, reader| {
                    array(reader, |reader| {
                        if let Found::Known(item) = (read.wire)(reader)? {
                            answer.items.push(item);
                        }
                        Ok(())
                    })
                })?,
                "UnprocessedKeys" => object(reader, |table, reader| {
                    let undone = answer.undone.entry(table.to_owned()).or_default();
                    object(reader, |name, reader| match name {
                        "Keys" => array(reader, |reader| {
                            undone.push(item_from_json(reader.raw()?)?);
                            Ok(())
                        }),
                        _ => Ok(reader.skip_json()?),
                    })
                })?,
                "ConsumedCapacity" => answer.units = all_units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        reader.end()?;
        Ok(answer)
    }
}

/// The answer to `TransactGetItems`: the JSON of each item, in the order in which they were asked for.
pub(crate) struct Transacted {
    pub(crate) items: Vec<Option<Vec<u8>>>,
    pub(crate) units: f64,
}

impl Transacted {
    pub(crate) fn read(body: &[u8]) -> Result<Self> {
        let mut answer = Self { items: Vec::new(), units: 0.0 };
        let mut reader = JsonReader::new(body)?;
        object(&mut reader, |name, reader| {
            match name {
                "Responses" => array(reader, |reader| {
                    let mut item = None;
                    object(reader, |name, reader| {
                        match name {
                            "Item" => item = Some(reader.raw()?).filter(|item| !matches!(*item, b"null" | b"{}")),
                            _ => reader.skip_json()?,
                        }
                        Ok(())
                    })?;
                    answer.items.push(item.map(<[u8]>::to_vec));
                    Ok(())
                })?,
                "ConsumedCapacity" => answer.units = all_units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        reader.end()?;
        Ok(answer)
    }
}
