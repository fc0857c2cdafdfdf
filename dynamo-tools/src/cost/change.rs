//! What it costs to change one item, with its index entries.

use dynamo_core::schema::{EntitySchema, IndexProjection, IndexSchema, IndexUse, Membership, Role};

use super::size::Sizes;
use crate::keys::{Sides, fields as fields_of, membership_keys};

/// How a write changes an item.
#[derive(Debug, Clone, Copy)]
pub(super) enum Change<'a> {
    /// It is created.
    Put,
    /// It is deleted.
    Delete,
    /// These of its fields get another value of the same size.
    Fields(&'a [&'static str]),
}

/// What the entries of an item in all indexes cost.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entries {
    /// How many are written: one that gets another key is deleted and put.
    pub(super) count: u64,
    pub(super) units: f64,
}

#[allow(clippy::cast_precision_loss)] // Sizes of items.
pub(super) fn units(bytes: u64) -> f64 {
    bytes.div_ceil(1024).max(1) as f64
}

/// The indexes that an item of an entity is in, each with its uses: two of an index that has other keys for other items.
pub(super) fn indexes(entity: &EntitySchema) -> Vec<(&'static IndexSchema, Vec<&'static IndexUse>)> {
    let mut indexes: Vec<(&'static IndexSchema, Vec<&'static IndexUse>)> = Vec::new();
    for used in entity.indexes.iter().filter(|used| membership_keys(&used.membership).is_some()) {
        let Some(index) = entity.layout.index(used.index) else { continue };
        match indexes.iter_mut().find(|(known, _)| known.ident == index.ident) {
            Some((_, uses)) => uses.push(used),
            None => indexes.push((index, vec![used])),
        }
    }
    indexes
}

/// The entries that change with an item. Those of indexes that hold whole items have `more` bytes after the change.
pub(super) fn entries(sizes: &Sizes, entity: &EntitySchema, change: Change<'_>, more: u64) -> Entries {
    let mut all = Entries::default();
    for (index, uses) in indexes(entity) {
        let before = sizes.entry(entity, index);
        let after = before + if index.projection == IndexProjection::All { more } else { 0 };
        let (count, units) = match change {
            Change::Put | Change::Delete => (1, units(after)),
            Change::Fields(fields) if moves(entity, index, &uses, fields) => (2, units(before) + units(after)),
            Change::Fields(fields) if enters(&uses, fields) || holds(entity, index, fields) => (1, units(after)),
            Change::Fields(_) => (0, 0.0),
        };
        all.count += count;
        all.units += units;
    }
    all
}

/// Whether an entry gets another key: it is deleted, and another one is put.
fn moves(entity: &EntitySchema, index: &IndexSchema, uses: &[&IndexUse], fields: &[&str]) -> bool {
    let in_keys = fields.iter().any(|field| is_in_keys(entity, index, uses, field));
    // From one arm of a condition to the other.
    in_keys || uses.len() > 1 && enters(uses, fields)
}

fn is_in_keys(entity: &EntitySchema, index: &IndexSchema, uses: &[&IndexUse], field: &str) -> bool {
    let mut sides = uses.iter().filter_map(|used| Sides::of_index(entity, index, used));
    sides.any(|sides| sides.all().flat_map(|(_, spec)| fields_of(spec)).any(|part| part.field == field))
}

/// Whether the item comes into the index by its condition, or leaves it.
fn enters(uses: &[&IndexUse], fields: &[&str]) -> bool {
    uses.iter().any(|used| {
        matches!(used.membership, Membership::When(test, _) | Membership::Unless(test, _) if fields.contains(&test.field))
    })
}

/// Whether an entry has one of the fields.
fn holds(entity: &EntitySchema, index: &IndexSchema, fields: &[&str]) -> bool {
    match index.projection {
        IndexProjection::All => true,
        IndexProjection::KeysOnly => false,
        IndexProjection::Include(names) => entity
            .fields
            .iter()
            .filter(|field| fields.contains(&field.field))
            .any(|field| field.attribute.is_some_and(|attribute| names.contains(&attribute))),
    }
}

/// The field, and those that every update of an item sets.
pub(super) fn with_managed(entity: &EntitySchema, field: &'static str) -> Vec<&'static str> {
    let managed = entity.fields.iter().filter(|known| matches!(known.role, Role::UpdatedAt | Role::Version));
    std::iter::once(field).chain(managed.map(|known| known.field).filter(|known| *known != field)).collect()
}

/// The number of a counter, and what counting sets beside it: nothing that stands in a key of an index.
pub(super) fn counted(counter: &EntitySchema, number: &'static str) -> Vec<&'static str> {
    let mut fields = with_managed(counter, number);
    let indexes = indexes(counter);
    fields.retain(|field| {
        *field == number || !indexes.iter().any(|(index, uses)| is_in_keys(counter, index, uses, field))
    });
    fields
}
