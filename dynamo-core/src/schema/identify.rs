//! Which entity of a table an item is.

use std::borrow::Cow;

use super::{EntitySchema, TableLayout, fits, is_token_key};

/// The attributes that tell what an item is.
#[derive(Debug, Default, Clone)]
pub(crate) struct KeyTexts<'a> {
    pub(crate) pk: Option<Cow<'a, str>>,
    pub(crate) sk: Option<Cow<'a, str>>,
    pub(crate) tag: Option<Cow<'a, str>>,
}

impl KeyTexts<'_> {
    /// Whether the item is the token of a transaction, which the framework keeps in every table, and which is no entity's.
    pub(crate) fn is_token(&self, layout: &TableLayout) -> bool {
        self.pk.as_deref().is_some_and(|pk| is_token_key(layout, pk))
    }
}

/// The position among `entities` of what the item is: by its tag, or else by its keys, which no two entities of a table
/// can share.
pub(crate) fn identify(
    layout: &TableLayout,
    mut entities: impl Iterator<Item = &'static EntitySchema>,
    item: &KeyTexts<'_>,
) -> Option<usize> {
    if item.is_token(layout) {
        return None;
    }
    let tagged = layout.type_attribute.and(item.tag.as_deref());
    entities.position(|entity| match tagged {
        Some(tag) => entity.tag == tag,
        None => !entity.needs_tag() && keys_fit(entity, layout.separator, item),
    })
}

/// Whether the keys of an item are those of an entity.
pub(crate) fn keys_fit(entity: &EntitySchema, separator: u8, item: &KeyTexts<'_>) -> bool {
    let fits = |spec, text: &Option<Cow<'_, str>>| text.as_deref().is_some_and(|text| fits(spec, text, separator));
    fits(&entity.pk, &item.pk)
        && match &entity.sk {
            Some(sk) => fits(sk, &item.sk),
            None => item.sk.is_none(),
        }
}
