//! Derivation of the index keys that an update changes.

use super::Changes;
use crate::error::Error;
use crate::key::{KeyCaptures, SHARD_PART, render_spec, shard};
use crate::schema::{
    EntitySchema, IndexKeys, IndexUse, KeyPart, KeySpec, Membership, Part, is_of_the_table, keys, sides,
};

/// A change of a field from which an index key is derived.
#[derive(Debug, Clone)]
pub(crate) struct KeyChange {
    /// The field's attribute.
    pub(crate) attribute: &'static str,
    /// The new text of the field in keys; `None` if the field is removed.
    pub(crate) text: Option<String>,
}

/// The values of fields after an update, as far as they are known without reading the item.
struct Known<'a> {
    /// The changed fields, with their texts in keys.
    changed: Vec<(&'static str, Option<&'a str>)>,
    /// The fields of the primary key.
    key: KeyCaptures,
    /// The shard of the item in indexes; empty if the entity is not sharded.
    shard: String,
}

impl Known<'_> {
    fn changes(&self, field: &str) -> bool {
        self.changed.iter().any(|(name, _)| *name == field)
    }

    /// Returns whether the field has a value, or `None` if that is unknown.
    fn presence(&self, field: &str) -> Option<bool> {
        match self.changed.iter().find(|(name, _)| *name == field) {
            Some((_, text)) => Some(text.is_some()),
            None => (field == SHARD_PART.field && !self.shard.is_empty() || self.key.has(field)).then_some(true),
        }
    }

    fn text(&self, part: &KeyPart) -> Option<&str> {
        if *part == SHARD_PART && !self.shard.is_empty() {
            return Some(&self.shard);
        }
        match self.changed.iter().find(|(name, _)| *name == part.field) {
            Some((_, text)) => *text,
            None => self.key.text(part),
        }
    }

    /// Returns whether the item is in the index, or `None` if that is unknown.
    fn membership(&self, index_use: &IndexUse) -> Option<bool> {
        match index_use.membership {
            Membership::None => Some(false),
            Membership::Always(_) => Some(true),
            Membership::Sparse(_) => {
                let all: Vec<_> = fields(index_use).into_iter().map(|field| self.presence(field)).collect();
                let unknown = all.contains(&None);
                if all.contains(&Some(false)) { Some(false) } else { (!unknown).then_some(true) }
            }
        }
    }
}

/// Adds every index key that changes when `changes` are applied to the item with this primary key.
pub(crate) fn with_index_keys(
    schema: &'static EntitySchema,
    changes: &Changes,
    pk: &str,
    sk: Option<&str>,
) -> Result<Changes, Error> {
    let mut complete = changes.clone();
    if changes.keys.is_empty() {
        return Ok(complete);
    }
    let field_of = |attribute: &str| {
        let mut fields = schema.fields.iter();
        fields.find(|field| field.attribute == Some(attribute)).map(|field| field.field)
    };
    let changed = changes.keys.iter();
    let changed = changed.filter_map(|change| Some((field_of(change.attribute)?, change.text.as_deref()))).collect();
    let shard = match schema.shards {
        0 => String::new(),
        shards => shard(&[pk, sk.unwrap_or_default()], shards).to_string(),
    };
    let known = Known { changed, key: KeyCaptures::of(schema, pk, sk)?, shard };
    if let Some((field, _)) = known.changed.iter().find(|(field, text)| !known.key.agrees(field, *text)) {
        return Err(Error::refused(
            format_args!(
                "an update of `{}` gives `{field}` a value that is not the one in its primary key",
                schema.name
            ),
            "a key never changes: give the value that the item has",
        ));
    }
    let touched =
        schema.indexes.iter().filter(|index_use| fields(index_use).into_iter().any(|field| known.changes(field)));
    let mut done: Vec<&str> = Vec::new();
    for (attribute, spec, sort) in touched.flat_map(|index_use| attributes(schema, index_use)) {
        let givers: Vec<_> = schema.indexes.iter().filter(|other| gives(schema, other, attribute)).collect();
        let always = givers.iter().any(|giver| matches!(giver.membership, Membership::Always(_)));
        let stays = always && !parts(&spec).iter().any(|part| known.changes(part.field));
        if done.contains(&attribute) || is_of_the_table(schema.layout, attribute) || stays {
            continue;
        }
        done.push(attribute);
        // Several indexes may share the attribute, which exists while the item is in one of them.
        let memberships: Vec<_> = givers.iter().map(|giver| known.membership(giver)).collect();
        if memberships.contains(&Some(true)) {
            if parts(&spec).iter().any(|part| known.text(part).is_none()) {
                return Err(unknown(schema, attribute));
            }
            let text = render_spec(schema, &spec, sort, &|part| known.text(part))?;
            if let KeySpec::Template(_) = spec {
                complete.index_key(attribute, Some(text));
            }
        } else if memberships.contains(&None) {
            return Err(unknown(schema, attribute));
        } else if let KeySpec::Template(_) = spec {
            complete.index_key(attribute, None);
        }
    }
    Ok(complete)
}

/// Returns the key attributes of an index with their specs, and whether each belongs to the sort key.
fn attributes(schema: &EntitySchema, index_use: &IndexUse) -> Vec<(&'static str, KeySpec, bool)> {
    let index = schema.layout.index(index_use.index);
    let (Some(index), Some(keys)) = (index, keys(&index_use.membership)) else { return Vec::new() };
    let (partition, sort) = sides(index, keys);
    let partition = index.pk.iter().zip(partition).map(|(attribute, spec)| (attribute.name.text, *spec, false));
    let sort = index.sk.iter().zip(sort).map(|(attribute, spec)| (attribute.name.text, *spec, true));
    partition.chain(sort).collect()
}

fn gives(schema: &EntitySchema, index_use: &IndexUse, attribute: &str) -> bool {
    attributes(schema, index_use).iter().any(|(name, ..)| *name == attribute)
}

fn fields(index_use: &IndexUse) -> Vec<&'static str> {
    let Some(keys) = keys(&index_use.membership) else { return Vec::new() };
    let specs = match keys {
        IndexKeys::One(specs) => [*specs, &[]],
        IndexKeys::Two(partition, sort) => [*partition, *sort],
    };
    specs.into_iter().flatten().flat_map(parts).map(|part| part.field).collect()
}

/// Returns the fields in a key.
fn parts(spec: &KeySpec) -> Vec<KeyPart> {
    let fields = spec.parts().into_owned().into_iter();
    fields.filter_map(|part| if let Part::Field(part) = part { Some(part) } else { None }).collect()
}

#[cold]
fn unknown(schema: &EntitySchema, attribute: &str) -> Error {
    Error::refused(
        format_args!(
            "an update of `{}` changes the index key `{attribute}`, which is also made from fields that it does not set",
            schema.name
        ),
        "set all of them in one update, or `replace` the item",
    )
}
