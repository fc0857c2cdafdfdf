//! An item that goes with another one.

use std::collections::HashMap;

use aws_smithy_types::Blob;

use super::counter::Counting;
use crate::codec::{AttributeValue, SCHEMA_VERSION, texts_of_item};
use crate::key::{Key, KeyCaptures, KeyField, KeySource, SHARD_PART, render_spec, shard};
use crate::schema::{AttributeType, EntitySchema, KeySpec, Part, TableLayout};
use crate::{Entity, Error, Item, Table};

/// Which item: the table's layout, and the key.
pub(crate) type Id = (&'static str, String, Option<String>);

/// An item that goes with another one.
#[derive(Debug, Clone)]
pub(crate) struct Companion {
    pub(crate) kind: Kind,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) layout: &'static TableLayout,
    pub(crate) key: Item,
    pub(crate) id: Id,
    /// The whole item; of a counter, what it has beside the number.
    pub(crate) item: Item,
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Pointer,
    /// Held while the item has these fields.
    Lock {
        fields: &'static str,
        /// What of it tells whose it is.
        owner: Vec<(&'static str, AttributeValue)>,
    },
    Counter(Counting),
}

impl Companion {
    pub(super) fn new<E: Entity>(kind: Kind, key: &Key<E>, item: Item) -> Self {
        let layout = <E::Table as Table>::LAYOUT;
        let id = (layout.id, key.pk().to_owned(), key.sk().map(str::to_owned));
        Self { kind, schema: E::SCHEMA, layout, key: key.to_item(), id, item }
    }

    /// The key, for errors.
    pub(crate) fn key_text(&self) -> String {
        id_text(&self.id)
    }
}

/// A key, for people.
pub(crate) fn id_text(id: &Id) -> String {
    match &id.2 {
        Some(sk) => format!("{} / {sk}", id.1),
        None => id.1.clone(),
    }
}

/// The key attributes of an item.
pub(crate) fn key_of(layout: &TableLayout, item: &Item) -> Item {
    let names = [Some(layout.pk.name.text), layout.sk.map(|sk| sk.name.text)];
    let present = names.into_iter().flatten().filter_map(|name| Some((name.to_owned(), item.get(name)?.clone())));
    present.collect()
}

/// Which item it is.
pub(crate) fn id_of(layout: &'static TableLayout, item: &Item) -> Id {
    let texts = texts_of_item(layout, item);
    (layout.id, texts.pk.unwrap_or_default().into_owned(), texts.sk.map(std::borrow::Cow::into_owned))
}

/// Collects what goes with an item: filled by generated code.
#[doc(hidden)]
#[derive(Debug)]
pub struct Companions<'a> {
    owner: &'a Item,
    list: Vec<Companion>,
}

impl<'a> Companions<'a> {
    pub(super) fn new(owner: &'a Item) -> Self {
        Self { owner, list: Vec::new() }
    }

    pub(super) fn push(&mut self, companion: Companion) {
        self.list.push(companion);
    }

    /// A pointer.
    pub fn pointer<P: Entity>(&mut self, pointer: &P) -> Result<(), Error> {
        let companion = Companion::new(Kind::Pointer, &pointer.key()?, pointer.to_item()?);
        self.push(companion);
        Ok(())
    }

    /// The text that a field has in a key, unless it is absent.
    pub fn text<E: Entity, T: KeySource>(value: &T, field: &'static str) -> Result<Option<String>, Error> {
        value.own_text().map_err(|error| Error::encode(E::SCHEMA, crate::expr::in_key(error).within(field)))
    }

    /// Each item once; one that would have two contents is refused.
    pub(super) fn finish<E: Entity>(self) -> Result<Vec<Companion>, Error> {
        let mut seen: HashMap<Id, usize> = HashMap::with_capacity(self.list.len());
        let mut list: Vec<Companion> = Vec::with_capacity(self.list.len());
        for companion in self.list {
            // Several things may be counted in one item.
            if matches!(companion.kind, Kind::Counter(_)) {
                list.push(companion);
                continue;
            }
            match seen.get(&companion.id) {
                Some(at) if list[*at].item == companion.item => {}
                Some(_) => {
                    let fact = format_args!(
                        "one `{}` would have two `{}` with one key and different contents",
                        E::SCHEMA.name,
                        companion.schema.name
                    );
                    return Err(Error::refused(
                        fact,
                        "the elements of its collection must differ in what the key is made of",
                    ));
                }
                None => {
                    seen.insert(companion.id.clone(), list.len());
                    list.push(companion);
                }
            }
        }
        Ok(list)
    }

    /// The value of a field of the owner; one that is in its key alone, as this type.
    pub(super) fn value<O: Entity>(&self, field: &str, ty: AttributeType) -> Option<AttributeValue> {
        let schema = O::SCHEMA.fields.iter().find(|known| known.field == field)?;
        match schema.attribute {
            Some(attribute) => self.owner.get(attribute).cloned(),
            None => text_in_key::<O>(self.owner, field).map(|text| field_value(ty, &text)),
        }
    }
}

/// What a field has for a text in the primary key of an item; a folded one does not tell.
fn text_in_key<E: Entity>(item: &Item, field: &str) -> Option<String> {
    let texts = texts_of_item(<E::Table as Table>::LAYOUT, item);
    let captures = KeyCaptures::split::<E>(texts.pk.as_deref()?, texts.sk.as_deref()).ok()?;
    captures.exact(field).map(str::to_owned)
}

/// A key from the texts of its fields.
pub(super) fn key_from_texts<E: Entity>(text_of: &dyn Fn(&str) -> Option<String>) -> Result<Key<E>, Error> {
    let render = |spec: &KeySpec, sort: bool, shard: Option<String>| {
        let fields = spec.parts().into_owned();
        let texts: HashMap<&str, String> = fields
            .iter()
            .filter_map(|part| match part {
                Part::Field(part) if *part == SHARD_PART && shard.is_some() => Some((part.field, shard.clone()?)),
                Part::Field(part) => Some((part.field, text_of(part.field)?)),
                Part::Literal(_) => None,
            })
            .collect();
        render_spec::<E>(spec, sort, &|part| texts.get(part.field).map(String::as_str))
    };
    let sk = E::SCHEMA.sk.as_ref().map(|spec| render(spec, true, None)).transpose()?;
    let shards = E::SCHEMA.shards;
    let shard = (shards > 0).then(|| shard(&[sk.as_deref().unwrap_or_default()], shards).to_string());
    Ok(Key::from_texts(render(&E::SCHEMA.pk, false, shard)?, sk))
}

/// An item that is put together here is of the form of today.
pub(super) fn of_today<E: Entity>(item: &mut Item) {
    if E::SCHEMA.version > 0 {
        item.insert(SCHEMA_VERSION.to_owned(), AttributeValue::N(E::SCHEMA.version.to_string()));
    }
}

/// Whether a field stands in the primary key.
pub(super) fn is_in_key(schema: &EntitySchema, field: &str) -> bool {
    let specs = [Some(&schema.pk), schema.sk.as_ref()].into_iter().flatten();
    let mut parts = specs.flat_map(|spec| spec.parts().into_owned());
    parts.any(|part| matches!(part, Part::Field(part) if part.field == field))
}

/// The value of a key attribute.
pub(super) fn field_value(ty: AttributeType, text: &str) -> AttributeValue {
    match ty {
        AttributeType::N => AttributeValue::N(text.to_owned()),
        AttributeType::B => AttributeValue::B(Blob::parse_text(text).unwrap_or_else(|| Blob::new(text.as_bytes()))),
        _ => AttributeValue::S(text.to_owned()),
    }
}

/// Which entities go with the items of another one.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Held(Vec<HeldKind>);

/// One of them.
#[derive(Clone, Copy)]
pub(crate) struct HeldKind {
    pub(crate) schema: &'static EntitySchema,
    pub(crate) layout: &'static TableLayout,
    pub(crate) counter: bool,
    /// The key of the item that such an item goes with.
    pub(crate) owner: fn(&Item) -> Option<Item>,
}

impl std::fmt::Debug for HeldKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.schema.name)
    }
}

impl Held {
    pub(crate) fn kinds(&self) -> &[HeldKind] {
        &self.0
    }

    /// Pointers.
    pub(super) fn pointer<O: Entity, P: super::PointerOf<O>>(&mut self) {
        self.push::<P>(false, owner_of_pointer::<O, P>);
    }

    /// Locks.
    pub fn lock<O: Entity, L: Entity>(&mut self) {
        self.push::<L>(false, owner_by_name::<O, L>);
    }

    /// Counters, which go with many items.
    pub fn counter<C: Entity>(&mut self) {
        self.push::<C>(true, |_| None);
    }

    fn push<E: Entity>(&mut self, counter: bool, owner: fn(&Item) -> Option<Item>) {
        self.0.push(HeldKind { schema: E::SCHEMA, layout: <E::Table as Table>::LAYOUT, counter, owner });
    }
}

fn owner_of_pointer<O: Entity, P: super::PointerOf<O>>(item: &Item) -> Option<Item> {
    owner::<O, P>(item, &|field| P::OWNER.iter().find(|(of_owner, _)| *of_owner == field).map(|(_, own)| *own))
}

fn owner_by_name<O: Entity, L: Entity>(item: &Item) -> Option<Item> {
    owner::<O, L>(item, &|field| L::SCHEMA.fields.iter().find(|own| own.field == field).map(|own| own.field))
}

/// The owner's key, from the fields that an item has of it.
fn owner<O: Entity, P: Entity>(item: &Item, name_of: &dyn Fn(&str) -> Option<&'static str>) -> Option<Item> {
    let text_of = |field: &str| {
        let own = name_of(field)?;
        // The text in a key is that of a key; an attribute may have another.
        text_in_key::<P>(item, own).or_else(|| {
            let attribute = P::SCHEMA.fields.iter().find(|known| known.field == own)?.attribute?;
            match item.get(attribute)? {
                AttributeValue::S(text) | AttributeValue::N(text) => Some(text.clone()),
                _ => None,
            }
        })
    };
    key_from_texts::<O>(&text_of).ok().map(|key| key.to_item())
}
