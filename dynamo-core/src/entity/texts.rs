//! The keys and the type tag of an item, which identify its entity.

use std::borrow::Cow;

use crate::codec::{AttributeValue, CodecError, Item, each_attribute};
use crate::error::{REDACTED, UnknownItem};
use crate::schema::{EntitySchema, KeyTexts, TableLayout, TableSchema, is_of_the_table, keys_are_sensitive, keys_fit};

/// Returns the keys and the tag of an item.
pub(crate) fn texts_of_item(layout: &TableLayout, item: &Item) -> KeyTexts<'static> {
    let mut texts = KeyTexts::default();
    let names = [Some(layout.pk.name), layout.sk.map(|sk| sk.name), layout.type_attribute];
    for name in names.into_iter().flatten() {
        if let Some(value) = item.get(name.text) {
            texts.note(layout, name.text, value);
        }
    }
    texts
}

/// Returns whether an item is the token of a transaction.
pub(crate) fn is_token(layout: &TableLayout, item: &Item) -> bool {
    texts_of_item(layout, item).is_token(layout)
}

/// Returns the keys and the tag of an item in JSON, as far as it can be read.
pub(crate) fn texts_of_json(layout: &TableLayout, json: &[u8]) -> KeyTexts<'static> {
    let mut texts = KeyTexts::default();
    // What is malformed behind them does not matter.
    let _ = each_attribute(
        json,
        |name| is_of_the_table(layout, name),
        |name, value| {
            texts.note(layout, &name, &value);
            true
        },
    );
    texts
}

/// Returns the partition key and the sort key of an item in JSON.
pub(crate) fn key_of_json(layout: &TableLayout, json: &[u8]) -> Result<(String, Option<String>), CodecError> {
    let mut texts = KeyTexts::default();
    let is_key = |name: &str| name == layout.pk.name.text || layout.sk.is_some_and(|sk| sk.name.text == name);
    each_attribute(json, is_key, |name, value| {
        texts.note(layout, &name, &value);
        texts.pk.is_none() || layout.sk.is_some() && texts.sk.is_none()
    })?;
    let pk = texts.pk.ok_or_else(|| CodecError::missing().within(layout.pk.name.text))?;
    Ok((pk.into_owned(), texts.sk.map(Cow::into_owned)))
}

impl KeyTexts<'_> {
    pub(super) fn note(&mut self, layout: &TableLayout, name: &str, value: &AttributeValue) {
        let text = || match value {
            AttributeValue::S(text) | AttributeValue::N(text) => Some(Cow::Owned(text.clone())),
            AttributeValue::B(blob) => Some(Cow::Owned(base64_simd::STANDARD.encode_to_string(blob))),
            _ => None,
        };
        if name == layout.pk.name.text {
            self.pk = text();
        } else if layout.sk.is_some_and(|sk| sk.name.text == name) {
            self.sk = text();
        } else if layout.type_attribute.is_some_and(|tag| tag.text == name) {
            self.tag = text();
        }
    }

    /// Formats the key: `USER#1 / GOAL#2`.
    pub(crate) fn display(&self) -> Option<String> {
        match (&self.pk, &self.sk) {
            (Some(pk), Some(sk)) => Some(format!("{pk} / {sk}")),
            (Some(one), None) | (None, Some(one)) => Some(one.clone().into_owned()),
            (None, None) => None,
        }
    }

    /// Returns the error for an item that no entity of the table matches; `like` is one that its tag or its keys are of.
    #[cold]
    pub(crate) fn unknown(
        &self,
        layout: &TableLayout,
        table: Option<&TableSchema>,
        like: Option<&'static EntitySchema>,
    ) -> UnknownItem {
        // A key of which the entity is not known shows only if no entity has anything to hide there.
        let hidden = table.is_none_or(keys_are_sensitive);
        let key = self.display().map(|key| if hidden { REDACTED.to_owned() } else { key });
        let like = like.filter(|schema| !schema.constants.is_empty()).map(|schema| schema.name);
        // Keys do not tell the items of some entities apart.
        let fits = |schema: &&EntitySchema| schema.needs_tag() && keys_fit(schema, layout.separator, self);
        let name = layout.type_attribute.filter(|_| self.tag.is_none());
        let untagged = name.zip(table.and_then(|table| table.all_entities().find(fits)));
        let untagged = untagged.map(|(name, schema)| (schema.name, name.text));
        UnknownItem { table: layout.table, tag: self.tag.as_deref().map(str::to_owned), key, like, untagged }
    }
}
