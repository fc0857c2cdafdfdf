//! Companions of items whose entities only their schemas name.

use crate::codec::Item;
use crate::companion::{Companion, CompanionForm, derive, owner_of};
use crate::entity::{CompanionRole, EntityCode, Table, TableCode};
use crate::error::Error;
use crate::schema::EntitySchema;

/// How a companion comes from its record.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Derivation {
    /// The record's entity.
    pub record: &'static EntitySchema,
    /// The companion's entity.
    pub companion: &'static EntitySchema,
    /// `pointer`, `lock` or `counter`.
    pub role: &'static str,
    /// The fields of the record that it is derived from; `None` if it may be all of them.
    pub from: Option<&'static [&'static str]>,
}

/// Returns how the companions of a table come from their records.
///
/// ```
/// # use doc_tables::readers::*;
/// use dynamo_core::inspect::derivations;
///
/// let known = derivations::<Readers>();
/// let of = |role: &str| known.iter().find(|known| known.role == role).map(|known| (known.record.name, known.companion.name));
/// assert_eq!(of("lock"), Some(("Reader", "EmailLock")));
/// assert_eq!(of("pointer"), Some(("Reader", "Visitor")));
/// ```
#[must_use]
pub fn derivations<T: Table>() -> Vec<Derivation> {
    let mut all = Vec::new();
    for code in T::CODE.all() {
        for kind in code.companions.map_or(&[][..], |companions| companions.kinds) {
            let (role, from) = match kind.role {
                CompanionRole::Pointer { .. } => ("pointer", kind.fed_by()),
                CompanionRole::Lock => ("lock", None),
                CompanionRole::Counter { key, .. } => ("counter", Some(key)),
            };
            all.push(Derivation { record: code.schema, companion: kind.schema, role, from });
        }
    }
    all
}

/// A companion of an item, as it should be.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CompanionItem {
    /// Its entity.
    pub schema: &'static EntitySchema,
    /// `pointer`, `lock` or `counter`.
    pub role: &'static str,
    /// Its primary key.
    pub key: Item,
    /// The whole item; `None` for a counter, which other records share.
    pub item: Option<Item>,
}

impl CompanionItem {
    pub(super) fn new(companion: Companion) -> Self {
        let role = match companion.kind {
            CompanionForm::Pointer => "pointer",
            CompanionForm::Lock { .. } => "lock",
            CompanionForm::Counter(_) => "counter",
        };
        let key = companion.key();
        let item = (role != "counter").then_some(companion.item);
        Self { schema: companion.schema, role, key, item }
    }
}

/// Derives the companions of an item of the entity with this [id](EntitySchema::id).
///
/// ```
/// # use doc_tables::readers::*;
/// use dynamo_core::inspect::companions_of;
///
/// let companions = companions_of::<Readers>(Reader::SCHEMA.id, &ann().to_item()?)?;
/// assert_eq!(companions.len(), 2);
/// assert!(companions.iter().any(|companion| companion.schema.name == "EmailLock" && companion.role == "lock"));
/// # Ok::<(), Error>(())
/// ```
pub fn companions_of<T: Table>(entity: &str, item: &Item) -> Result<Vec<CompanionItem>, Error> {
    let Some(code) = find(T::CODE, entity) else { return Ok(Vec::new()) };
    Ok(derive(code, item)?.into_iter().map(CompanionItem::new).collect())
}

/// Returns the keys of the records that an item is a companion of, as far as it names them.
///
/// ```
/// # use doc_tables::readers::*;
/// use dynamo_core::inspect::records_of;
///
/// let lock = EmailLock { email: "ann@example.com".into(), reader_id: "ann".into() };
/// let records = records_of::<Readers>(EmailLock::SCHEMA.id, &lock.to_item()?);
/// assert_eq!((records[0].0.name, &records[0].1), ("Reader", &Reader::key("ann")?.to_item()));
/// # Ok::<(), Error>(())
/// ```
#[must_use]
pub fn records_of<T: Table>(entity: &str, item: &Item) -> Vec<(&'static EntitySchema, Item)> {
    let mut records = Vec::new();
    for owner in T::CODE.all() {
        for kind in owner.companions.map_or(&[][..], |companions| companions.kinds) {
            if kind.schema.id == entity {
                records.extend(owner_of(owner.schema, kind, item).map(|key| (owner.schema, key)));
            }
        }
    }
    records
}

pub(super) fn find(code: &'static TableCode, entity: &str) -> Option<&'static EntityCode> {
    code.all().into_iter().find(|code| code.schema.id == entity)
}
