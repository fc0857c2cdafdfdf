//! The functions of an entity as data, for the engine, which is compiled once for all entities.

use super::Entity;
use super::item::entity_from_own_json;
use super::version::Upgrade;
use crate::codec::{Item, item_from_json, item_to_json};
use crate::error::Error;
use crate::key::KeyTests;
use crate::schema::{EntitySchema, Role};

/// A kind of companion that an entity declares.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct CompanionKind {
    /// The companion's entity.
    pub schema: &'static EntitySchema,
    /// The role of the companion.
    pub role: CompanionRole,
}

/// The role of a companion.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum CompanionRole {
    /// A pointer: a copy of the record.
    Pointer {
        /// The fields of the record's key, each with the pointer's field of the same value.
        owner: &'static [(&'static str, &'static str)],
    },
    /// A lock of a unique value, derived from the fields of the record that have the names of the lock's fields.
    Lock,
    /// A counter of records.
    Counter {
        /// The counter's field that holds the number.
        number: &'static str,
        /// The fields of the record that the counter's key is derived from.
        key: &'static [&'static str],
    },
}

impl CompanionKind {
    /// Returns whether a companion of this kind is derived from `field` of the record.
    pub(crate) fn is_fed_by(&self, field: &str) -> bool {
        match self.role {
            CompanionRole::Pointer { .. } => self.fed_by().is_none_or(|fields| fields.contains(&field)),
            CompanionRole::Lock => self.schema.fields.iter().any(|own| own.field == field),
            CompanionRole::Counter { key, .. } => key.contains(&field),
        }
    }

    /// Returns the fields of the record that a pointer is derived from; `None` if it may be all of them.
    pub(crate) fn fed_by(&self) -> Option<&'static [&'static str]> {
        self.schema.pointer.and_then(|pointer| pointer.fed_by)
    }

    pub(crate) fn is_counter(&self) -> bool {
        matches!(self.role, CompanionRole::Counter { .. })
    }
}

/// The names of fields with their texts in keys; `None` for a field that is absent.
pub(crate) type FieldTexts<'a> = &'a [(&'static str, Option<String>)];

/// Receives the companions of a record.
#[doc(hidden)]
pub trait CompanionSink {
    /// Receives a pointer as DynamoDB's JSON.
    fn pointer(&mut self, schema: &'static EntitySchema, json: &[u8]) -> Result<(), Error>;
    /// Receives a lock of `fields`, with the texts of its key.
    fn lock(&mut self, code: &'static EntityCode, fields: &'static str, texts: FieldTexts<'_>) -> Result<(), Error>;
    /// Receives a counter whose number is `field`, with the texts of its key.
    fn counter(&mut self, code: &'static EntityCode, field: &'static str, texts: FieldTexts<'_>) -> Result<(), Error>;
}

/// The functions of one entity.
///
/// Separate from [`EntitySchema`], which is only data: wherever a constant with function pointers is read, every
/// function that it names is compiled.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct EntityCode {
    pub(crate) schema: &'static EntitySchema,
    /// Decodes an item of the current schema version and encodes it again, which derives its keys from its fields.
    pub(crate) rewrite: Option<Rewrite>,
    /// Upgrades an item to the current schema version.
    pub(crate) upgrade: Option<Upgrade>,
    pub(crate) companions: Option<CompanionCode>,
    /// Evaluates the tests of `when(..)` that the primary key decides.
    pub(crate) key_tests: Option<KeyTests>,
}

impl std::fmt::Debug for EntityCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EntityCode({})", self.schema.name)
    }
}

type Rewrite = fn(&[u8]) -> Result<Vec<u8>, Error>;

/// The functions that derive the companions of an entity.
#[derive(Clone, Copy)]
pub(crate) struct CompanionCode {
    pub(crate) kinds: &'static [CompanionKind],
    /// Derives the companions of an item, given as DynamoDB's JSON.
    pub(crate) derive: fn(&[u8], &mut dyn CompanionSink) -> Result<(), Error>,
}

impl EntityCode {
    /// Returns the functions that writes of an entity call.
    #[must_use]
    pub const fn of<E: Entity>() -> Self {
        let code = Self::complete::<E>();
        Self { rewrite: if is_rewritten(E::SCHEMA) { code.rewrite } else { None }, ..code }
    }

    /// Returns all functions of an entity.
    #[must_use]
    pub const fn complete<E: Entity>() -> Self {
        let companions = CompanionCode { kinds: E::COMPANIONS, derive: derive::<E> };
        Self {
            schema: E::SCHEMA,
            rewrite: Some(rewrite::<E>),
            upgrade: if E::SCHEMA.version > 0 { Some(E::upgrade) } else { None },
            companions: if E::SCHEMA.companions { Some(companions) } else { None },
            key_tests: E::KEY_TESTS,
        }
    }
}

impl EntityCode {
    /// Returns the item as the entity writes it, with its keys derived anew; as it is, if there is no function for that.
    pub(crate) fn rewritten(&self, item: Item) -> Result<Item, Error> {
        match self.rewrite {
            Some(rewrite) => item_from_json(&rewrite(&item_to_json(&item))?).map_err(Error::unreadable),
            None => Ok(item),
        }
    }

    /// Returns whether companions are derived from a field: a lock also expires with its record.
    pub(crate) fn feeds_companions(&self, field: &str) -> bool {
        let kinds = self.companions.map_or(&[][..], |companions| companions.kinds);
        let attribute = self.schema.fields.iter().find(|known| known.field == field).and_then(|known| known.attribute);
        let expires = attribute.is_some() && attribute == self.schema.layout.ttl;
        kinds.iter().any(|kind| kind.is_fed_by(field) || expires && matches!(kind.role, CompanionRole::Lock))
    }
}

/// Returns whether a write may have to derive the keys of an item again: from managed timestamps, or after an upgrade.
const fn is_rewritten(schema: &EntitySchema) -> bool {
    let mut i = 0;
    while i < schema.fields.len() {
        if matches!(schema.fields[i].role, Role::CreatedAt | Role::UpdatedAt) {
            return true;
        }
        i += 1;
    }
    schema.version > 0
}

fn rewrite<E: Entity>(json: &[u8]) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(json.len());
    entity_from_own_json::<E>(json)?.write_json(&mut out)?;
    Ok(out)
}

fn derive<E: Entity>(json: &[u8], out: &mut dyn CompanionSink) -> Result<(), Error> {
    E::read_json(json)?.companions(out)
}

/// The functions of the entities of a table, in the order of its schema.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct TableCode {
    /// The functions of the table that this one extends.
    pub base: Option<&'static TableCode>,
    /// The functions of the entities that the enum itself lists.
    pub entities: &'static [EntityCode],
}

impl TableCode {
    /// Returns the functions of all entities, those of the table that this one extends first.
    pub(crate) fn all(&self) -> Vec<&EntityCode> {
        let mut all = self.base.map(Self::all).unwrap_or_default();
        all.extend(self.entities);
        all
    }
}
