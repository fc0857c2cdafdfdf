//! Decodes DynamoDB's answers in one pass.

use std::collections::HashMap;
use std::ops::Range;

use super::Answer;
use super::sink::ItemSink;
use crate::codec::{AttributeValue, CodecError, Item, JsonReader, attributes_from_json, item_from_json, write_item};
use crate::entity::Unreadable;
use crate::schema::{IndexSchema, TableLayout};

type Result<T> = std::result::Result<T, Unreadable>;

/// Hands each entry of an object to `each`, which must read its value.
pub(super) fn object<'de>(
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
pub(super) fn array<'de>(
    reader: &mut JsonReader<'de>,
    mut each: impl FnMut(&mut JsonReader<'de>) -> Result<()>,
) -> Result<()> {
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

/// Hands each field of a whole answer to `each`, which must read its value.
pub(super) fn fields<'de>(body: &'de [u8], each: impl FnMut(&str, &mut JsonReader<'de>) -> Result<()>) -> Result<()> {
    let mut reader = JsonReader::new(body)?;
    object(&mut reader, each)?;
    Ok(reader.end()?)
}

/// Reads the units of a `ConsumedCapacity`, or the sum of those of a list.
pub(super) fn units(reader: &mut JsonReader<'_>) -> Result<f64> {
    let mut sum = 0.0;
    if reader.peek() == Some(b'[') {
        array(reader, |reader| {
            sum += units(reader)?;
            Ok(())
        })?;
        return Ok(sum);
    }
    object(reader, |name, reader| {
        match name {
            "CapacityUnits" => sum = reader.number()?,
            _ => reader.skip_json()?,
        }
        Ok(())
    })?;
    Ok(sum)
}

/// Reads the answer to `GetItem`; returns the consumed units.
pub(super) fn single(body: &[u8], sink: &mut dyn ItemSink) -> Result<f64> {
    let mut consumed = 0.0;
    fields(body, |name, reader| {
        match name {
            "Item" if reader.take_null() => {}
            "Item" => {
                sink.read(reader)?;
            }
            "ConsumedCapacity" => consumed = units(reader)?,
            _ => reader.skip_json()?,
        }
        Ok(())
    })?;
    Ok(consumed)
}

/// The answer to `Query` or `Scan`, without the items that a sink received.
#[derive(Default)]
pub(crate) struct AnsweredPage {
    /// The keys of the items, if they were asked for.
    pub(crate) keys: Vec<Item>,
    /// How many items there were, those included that the sink left out.
    pub(crate) seen: usize,
    /// Where the next page begins.
    pub(crate) last: Option<Item>,
    pub(crate) units: f64,
}

impl AnsweredPage {
    pub(super) fn read(body: &[u8], sink: &mut dyn ItemSink, keys: Option<&ItemKeys>) -> Result<Self> {
        let mut page = Self::default();
        fields(body, |name, reader| {
            match name {
                "Items" => array(reader, |reader| page.item(reader, sink, keys))?,
                _ => page.rest(name, reader)?,
            }
            Ok(())
        })?;
        Ok(page)
    }

    fn item(&mut self, reader: &mut JsonReader<'_>, sink: &mut dyn ItemSink, keys: Option<&ItemKeys>) -> Result<()> {
        let start = reader.position();
        self.seen += 1;
        if sink.read(reader)?
            && let Some(keys) = keys
        {
            self.keys.push(keys.of_json(reader.since(start))?);
        }
        Ok(())
    }

    /// Reads everything but the items.
    fn rest(&mut self, name: &str, reader: &mut JsonReader<'_>) -> Result<()> {
        match name {
            "LastEvaluatedKey" if reader.take_null() => {}
            "LastEvaluatedKey" => self.last = Some(item_from_json(reader.raw()?)?),
            "ConsumedCapacity" => self.units = units(reader)?,
            _ => reader.skip_json()?,
        }
        Ok(())
    }

    /// Adds an item that a scan in place of an index has read.
    pub(crate) fn take(&mut self, item: &Item, sink: &mut dyn ItemSink, keys: Option<&ItemKeys>) -> Result<()> {
        let json = crate::codec::item_to_json(item);
        self.seen += 1;
        if sink.read(&mut JsonReader::new(&json)?)? {
            self.keys.extend(keys.map(|keys| keys.of_item(item)));
        }
        Ok(())
    }
}

/// An item of an answer that is not decoded yet.
#[derive(Debug, Clone)]
pub(crate) struct RawItem {
    pub(crate) at: Range<usize>,
    /// The attributes of its keys.
    pub(crate) key: Item,
}

/// Finds the items of an answer to `Query`, for a merge that decodes them later.
pub(super) fn raw_items(body: &[u8], keys: &ItemKeys) -> Result<(Vec<RawItem>, AnsweredPage)> {
    let (mut items, mut page) = (Vec::new(), AnsweredPage::default());
    fields(body, |name, reader| {
        match name {
            "Items" => array(reader, |reader| {
                let json = reader.raw()?;
                let end = reader.position();
                items.push(RawItem { at: end - json.len()..end, key: keys.of_json(json)? });
                Ok(())
            })?,
            _ => page.rest(name, reader)?,
        }
        Ok(())
    })?;
    Ok((items, page))
}

/// Encodes items that a scan in place of an index has read, with the position of each.
pub(crate) fn as_raw(items: &[Item], keys: &ItemKeys) -> (Answer, Vec<RawItem>) {
    let (mut body, mut raw) = (Vec::new(), Vec::with_capacity(items.len()));
    for item in items {
        let start = body.len();
        write_item(&mut body, item);
        raw.push(RawItem { at: start..body.len(), key: keys.of_item(item) });
    }
    (Answer::from(body), raw)
}

/// The names of key attributes, and how often the item with a key is to be read.
pub(crate) type Repeats<'a> = (&'a ItemKeys, &'a (dyn Fn(&Item) -> usize + Send + Sync));

/// The answer to `BatchGetItem`, without the items that a sink received.
#[derive(Default)]
pub(crate) struct BatchAnswer {
    /// The key of each item.
    pub(crate) keys: Vec<Item>,
    /// The unprocessed keys, by table.
    pub(crate) unprocessed: HashMap<String, Vec<Item>>,
    pub(super) units: f64,
}

impl BatchAnswer {
    pub(super) fn read(body: &[u8], sink: &mut dyn ItemSink, (keys, times): Repeats<'_>) -> Result<Self> {
        let mut batch = Self::default();
        fields(body, |name, reader| {
            match name {
                "Responses" => object(reader, |_, reader| {
                    array(reader, |reader| {
                        let start = reader.mark();
                        if sink.read(reader)? {
                            let key = keys.of_json(reader.since(start.pos))?;
                            for _ in 1..times(&key) {
                                reader.rewind(start);
                                sink.read(reader)?;
                                batch.keys.push(key.clone());
                            }
                            batch.keys.push(key);
                        }
                        Ok(())
                    })
                })?,
                "UnprocessedKeys" => object(reader, |table, reader| {
                    let unprocessed = batch.unprocessed.entry(table.to_owned()).or_default();
                    object(reader, |name, reader| match name {
                        "Keys" => array(reader, |reader| {
                            unprocessed.push(item_from_json(reader.raw()?)?);
                            Ok(())
                        }),
                        _ => Ok(reader.skip_json()?),
                    })
                })?,
                "ConsumedCapacity" => batch.units = units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        Ok(batch)
    }
}

/// The answer to `TransactGetItems`: the JSON of each item, in the order in which they were asked for.
pub(super) struct Transacted {
    pub(super) items: Vec<Option<Vec<u8>>>,
    pub(super) units: f64,
}

impl Transacted {
    pub(super) fn read(body: &[u8]) -> Result<Self> {
        let mut answer = Self { items: Vec::new(), units: 0.0 };
        fields(body, |name, reader| {
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
                "ConsumedCapacity" => answer.units = units(reader)?,
                _ => reader.skip_json()?,
            }
            Ok(())
        })?;
        Ok(answer)
    }
}

/// The names of an item's key attributes: those of the table, and those of the index that is read.
#[derive(Debug, Clone)]
pub(crate) struct ItemKeys(Vec<&'static str>);

impl ItemKeys {
    pub(crate) fn new(layout: &'static TableLayout, index: Option<&'static IndexSchema>) -> Self {
        let of_table = [Some(&layout.pk), layout.sk.as_ref()].into_iter().flatten();
        let of_index = index.into_iter().flat_map(|index| index.pk.iter().chain(index.sk));
        let mut names: Vec<_> = of_table.chain(of_index).map(|attribute| attribute.name.text).collect();
        names.dedup();
        Self(names)
    }

    pub(crate) fn names(&self) -> &[&'static str] {
        &self.0
    }

    pub(crate) fn of_item(&self, item: &Item) -> Item {
        let entries = self.0.iter().filter_map(|name| item.get_key_value(*name));
        entries.map(|(name, value): (&String, &AttributeValue)| (name.clone(), value.clone())).collect()
    }

    fn of_json(&self, json: &[u8]) -> std::result::Result<Item, CodecError> {
        attributes_from_json(json, &|name| self.0.contains(&name))
    }
}
