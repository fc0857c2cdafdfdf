//! Items as their entity writes them now.

use super::code::EntityCode;
use super::deleted::is_deleted;
use super::version::{Age, upgraded};
use crate::codec::{AttributeValue, Item};
use crate::error::Error;
use crate::schema::is_of_the_table;
use crate::schema::reserved::SCHEMA_VERSION;

/// Returns the item upgraded to the current schema version, if it is in an older one.
pub(crate) fn current(code: &EntityCode, item: &Item) -> Result<Option<Item>, Error> {
    match Age::of(code.schema, item) {
        Age::Older => rewritten(code, item).map(Some),
        Age::Current | Age::Later => Ok(None),
    }
}

/// Returns the item as its entity writes it now. Keeps unknown attributes and removes the keys of indexes that the item
/// left. An item of a later version stays as it is.
pub(crate) fn rewritten(code: &EntityCode, item: &Item) -> Result<Item, Error> {
    let (schema, layout) = (code.schema, code.schema.layout);
    if Age::of(schema, item) == Age::Later {
        return Ok(item.clone());
    }
    let mut new = match code.upgrade {
        Some(upgrade) => {
            let mut new = upgraded(schema, upgrade, item.clone())?;
            new.insert(SCHEMA_VERSION.to_owned(), AttributeValue::N(schema.version.to_string()));
            new
        }
        None => item.clone(),
    };
    // An upgrade may leave them out: they are not its own.
    new.extend(
        schema.constants.iter().map(|constant| (constant.name.text.to_owned(), constant.value.to_attribute_value())),
    );
    if code.rewrite.is_none() {
        return Ok(new);
    }
    let mut today = code.rewritten(new.clone())?;
    // A field has one attribute: the current one.
    for alias in schema.fields.iter().flat_map(|field| field.aliases) {
        new.remove(*alias);
    }
    let deleted = is_deleted(schema, &new);
    let keys = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk)).map(|key| key.name.text);
    for key in keys.filter(|key| !is_of_the_table(layout, key)) {
        // A softly deleted item is in no index.
        if deleted && !item.contains_key(key) {
            today.remove(key);
        }
        if !today.contains_key(key) && !schema.fields.iter().any(|field| field.attribute == Some(key)) {
            new.remove(key);
        }
    }
    new.extend(today);
    Ok(new)
}
