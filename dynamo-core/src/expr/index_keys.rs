//! Derivation of the index keys that an update changes.

use super::Changes;
use super::update::KeyChange;
use crate::codec::CodecError;
use crate::entity::EntityCode;
use crate::error::{Error, InvalidKind};
use crate::key::{BELOW_MILLISECOND, KeyCaptures, SHARD_PART, render_spec, shard};
use crate::schema::{
    EntitySchema, Format, IndexKeys, IndexUse, KeyAttribute, KeyKind, KeyPart, KeySpec, Membership, Part, Test,
    is_of_the_table, keys, sides, test,
};

/// The values of fields after an update, as far as they are known without reading the item.
struct KnownTexts<'a> {
    /// The changed fields, with their texts in keys.
    changed: Vec<(&'static str, Option<&'a str>)>,
    /// Those among them that never change, and are given for the keys that they share with others.
    fixed: Vec<&'static str>,
    /// The outcomes of tests that the changes decide.
    tests: &'a [(usize, bool)],
    /// The outcomes of tests that the primary key decides.
    key_tests: Vec<(usize, bool)>,
    /// The fields of the primary key.
    key: KeyCaptures,
    /// The shard of the item in indexes; empty if the entity is not sharded.
    shard: String,
}

impl KnownTexts<'_> {
    /// Returns whether the field gets a value. The value of an immutable one is new to an item that is older than it.
    fn changes(&self, field: &str) -> bool {
        self.changed.iter().any(|(name, _)| *name == field)
    }

    /// Returns whether the field has a value, or `None` if that is unknown.
    fn presence(&self, part: &KeyPart) -> Option<bool> {
        match self.changed.iter().find(|(name, _)| *name == part.field) {
            Some((_, text)) => Some(text.is_some()),
            None => (!part.optional || self.key.has(part.field)).then_some(true),
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

    /// Returns whether a test of `when(..)` holds, or `None` if that is unknown.
    fn test(&self, test: &Test) -> Option<bool> {
        let decided = self.changed_test(test);
        decided.or_else(|| self.key_tests.iter().find(|(at, _)| *at == test.at).map(|(_, holds)| *holds))
    }

    /// Returns what a test of `when(..)` finds after the changes, or `None` if they do not decide it.
    fn changed_test(&self, test: &Test) -> Option<bool> {
        let decided = self.tests.iter().rev().find(|(at, _)| *at == test.at).map(|(_, holds)| *holds);
        decided.or_else(|| self.changed.contains(&(test.field, None)).then_some(false))
    }

    /// Returns whether the item's place in the index may change.
    fn touches(&self, index_use: &IndexUse) -> bool {
        test(&index_use.membership).is_some_and(|(test, _)| self.changed_test(test).is_some())
            || fields(index_use).into_iter().any(|part| self.changes(part.field))
    }

    /// Returns whether the changes may bring the item into a sparse index, or take it out.
    fn enters_or_leaves(&self, index_use: &IndexUse) -> bool {
        fields(index_use).iter().any(|part| part.optional && self.changes(part.field))
    }

    /// Returns the immutable fields of an index that get a value. An item that is older than they are has none of its keys.
    fn fills(&self, index_use: &IndexUse) -> Vec<&'static str> {
        let fields = fields(index_use).into_iter().map(|part| part.field);
        fields.filter(|field| self.changes(field) && self.fixed.contains(field)).collect()
    }

    /// Returns whether a key that an item has may change: by more than what its immutable fields are given again.
    fn moves(&self, key: &IndexAttribute) -> bool {
        let membership = &key.index_use.membership;
        let decides = test(membership).is_some_and(|(test, _)| self.changed_test(test).is_some());
        let parts = match membership {
            Membership::Always(_) => parts(&key.spec),
            _ => fields(key.index_use),
        };
        decides || parts.into_iter().any(|part| self.changes(part.field) && !self.fixed.contains(&part.field))
    }

    /// Returns whether the item is in the index, or `None` if that is unknown.
    fn membership(&self, index_use: &IndexUse) -> Option<bool> {
        match &index_use.membership {
            Membership::None => Some(false),
            Membership::Always(_) => Some(true),
            Membership::When(test, _) => self.test(test),
            Membership::Unless(test, _) => self.test(test).map(|holds| !holds),
            Membership::Sparse(_) => {
                let all: Vec<_> = fields(index_use).iter().map(|part| self.presence(part)).collect();
                let unknown = all.contains(&None);
                if all.contains(&Some(false)) { Some(false) } else { (!unknown).then_some(true) }
            }
        }
    }
}

/// Adds every index key that changes when `changes` are applied to the item with this primary key.
pub(crate) fn with_index_keys(
    code: &EntityCode,
    changes: &Changes,
    pk: &str,
    sk: Option<&str>,
) -> Result<Changes, Error> {
    let schema = code.schema;
    let mut complete = changes.clone();
    if changes.keys.is_empty() && changes.tests.is_empty() {
        return Ok(complete);
    }
    let field_of = |attribute: &str| {
        let mut fields = schema.fields.iter();
        fields.find(|field| field.attribute == Some(attribute)).map(|field| field.field)
    };
    for change in &changes.keys {
        refuse_finer(schema, field_of(&change.attribute), change)?;
    }
    let changed = changes.keys.iter();
    let changed = changed.filter_map(|change| Some((field_of(&change.attribute)?, change.text.as_deref()))).collect();
    let shard = match schema.shards {
        0 => String::new(),
        shards => shard(&[pk, sk.unwrap_or_default()], shards).to_string(),
    };
    let fixed = schema.fields.iter().filter(|field| field.immutable).map(|field| field.field).collect();
    let key = KeyCaptures::of(schema, pk, sk)?;
    let key_tests = code.key_tests.map_or(Vec::new(), |tests| tests(&key));
    let known = KnownTexts { changed, fixed, tests: &changes.tests, key_tests, key, shard };
    if let Some((field, _)) = known.changed.iter().find(|(field, text)| !known.key.agrees(field, *text)) {
        return Err(Error::invalid(
            InvalidKind::Argument,
            format_args!(
                "an update of `{}` gives `{field}` a value that is not the one in its primary key",
                schema.name
            ),
            "a key never changes: give the value that the item has",
        ));
    }
    let touched = schema.indexes.iter().filter(|index_use| known.touches(index_use));
    let mut done: Vec<&str> = Vec::new();
    for attribute in touched.flat_map(|index_use| attributes(schema, index_use)).map(|key| key.attribute) {
        if done.contains(&attribute) || is_of_the_table(schema.layout, attribute) {
            continue;
        }
        done.push(attribute);
        // Several indexes may share the attribute, which exists while the item is in one of them.
        let keys = schema.indexes.iter().flat_map(|index_use| attributes(schema, index_use));
        let keys: Vec<_> = keys.filter(|key| key.attribute == attribute).collect();
        match new_text(schema, &known, &keys)? {
            Becomes::Same => {}
            Becomes::Text(text) => complete.index_key(attribute, Some(text)),
            Becomes::Absent => complete.index_key(attribute, None),
            Becomes::Unknown => {
                if keys.iter().any(|key| known.moves(key)) {
                    return Err(unknown(schema, attribute));
                }
                // An item that has the immutable fields has the key already.
                let fills: Vec<_> = keys.iter().flat_map(|key| known.fills(key.index_use)).collect();
                let fields = schema.fields.iter().filter(|field| fills.contains(&field.field));
                complete.held.extend(fields.filter_map(|field| field.attribute));
            }
        }
    }
    Ok(complete)
}

/// Rejects an instant that is finer than a key which has the whole of it, as a write of the whole item does.
fn refuse_finer(schema: &'static EntitySchema, field: Option<&str>, change: &KeyChange) -> Result<(), Error> {
    let len = change.text.as_ref().map_or(0, String::len);
    let is_finer = |part: &KeyPart| matches!((part.format, part.kind), (Format::Plain, KeyKind::Fixed { width, .. }) if len > width);
    let mut parts = schema.indexes.iter().flat_map(fields).filter(|part| Some(part.field) == field);
    match parts.find(is_finer) {
        Some(_) => Err(Error::encode(schema, CodecError::in_key(BELOW_MILLISECOND).within(&change.attribute))),
        None => Ok(()),
    }
}

/// What becomes of an attribute that index keys are written to.
enum Becomes {
    /// It stays as it is.
    Same,
    Text(String),
    Absent,
    /// It is also made from fields that the update does not set.
    Unknown,
}

fn new_text(schema: &'static EntitySchema, known: &KnownTexts<'_>, keys: &[IndexAttribute]) -> Result<Becomes, Error> {
    let render = |key: &IndexAttribute| render_spec(schema, &key.spec, key.sort, &|part| known.text(part));
    if let Some(key) = keys.iter().find(|key| matches!(key.spec, KeySpec::Field(_))) {
        // The attribute is the field's own: its value is checked, and whether the index has it, DynamoDB decides.
        if parts(&key.spec).iter().any(|part| known.changes(part.field) && known.text(part).is_some()) {
            render(key)?;
        }
        return Ok(Becomes::Same);
    }
    let mut slots = schema.slots.iter();
    if let Some(key) = keys.first()
        && slots.any(|slot| slot.always && slot.attribute.name.text == key.attribute)
    {
        let parts = parts(&key.spec);
        return if parts.iter().all(|part| known.text(part).is_some()) {
            // An item that is older than the other index may not have it yet.
            render(key).map(Becomes::Text)
        } else if parts.iter().any(|part| known.changes(part.field)) {
            Ok(Becomes::Unknown)
        } else {
            Ok(Becomes::Same)
        };
    }
    let is_always = |key: &&IndexAttribute| matches!(key.index_use.membership, Membership::Always(_));
    if let Some(key) = keys.iter().find(is_always)
        && !parts(&key.spec).iter().any(|part| known.changes(part.field))
        && known.fills(key.index_use).is_empty()
    {
        return Ok(Becomes::Same);
    }
    if let [key] = keys
        && matches!(key.index_use.membership, Membership::Sparse(_))
        && !parts(&key.spec).iter().any(|part| known.changes(part.field))
        && !known.enters_or_leaves(key.index_use)
        && known.fills(key.index_use).is_empty()
    {
        return Ok(Becomes::Same);
    }
    let memberships: Vec<_> = keys.iter().map(|key| known.membership(key.index_use)).collect();
    match memberships.iter().position(|is_in| *is_in == Some(true)).map(|at| &keys[at]) {
        Some(key) if parts(&key.spec).iter().any(|part| known.text(part).is_none()) => Ok(Becomes::Unknown),
        Some(key) => render(key).map(Becomes::Text),
        None if memberships.contains(&None) => match keys {
            // Other keys of the index are fields by themselves: while one of them is absent, DynamoDB leaves the item out.
            [key] if is_told(key, known) => render(key).map(Becomes::Text),
            _ => Ok(Becomes::Unknown),
        },
        None => Ok(Becomes::Absent),
    }
}

/// Returns whether the primary key alone tells the text of a key, in a sparse index whose other keys are like that or fields by
/// themselves.
fn is_told(key: &IndexAttribute, known: &KnownTexts<'_>) -> bool {
    let is_told =
        |spec: &KeySpec| parts(spec).iter().all(|part| known.text(part).is_some() && !known.changes(part.field));
    let mut others = specs(key.index_use).into_iter().filter(|spec| !matches!(spec, KeySpec::Field(_)));
    matches!(key.index_use.membership, Membership::Sparse(_)) && others.all(is_told)
}

/// An attribute of an index, as an entity gives it.
struct IndexAttribute {
    attribute: &'static str,
    index_use: &'static IndexUse,
    spec: KeySpec,
    sort: bool,
}

fn attributes(schema: &'static EntitySchema, index_use: &'static IndexUse) -> Vec<IndexAttribute> {
    let index = schema.layout.index(index_use.index);
    let (Some(index), Some(keys)) = (index, keys(&index_use.membership)) else { return Vec::new() };
    let (partition, sort) = sides(index, keys);
    let of = |attributes: &[KeyAttribute], specs: &[KeySpec], sort| {
        let pairs = attributes.iter().zip(specs);
        pairs
            .map(|(attribute, spec)| IndexAttribute { attribute: attribute.name.text, index_use, spec: *spec, sort })
            .collect()
    };
    let (mut all, sort): (Vec<_>, Vec<_>) = (of(index.pk, partition, false), of(index.sk, sort, true));
    all.extend(sort);
    all
}

fn specs(index_use: &IndexUse) -> Vec<&'static KeySpec> {
    let specs = match keys(&index_use.membership) {
        None => [&[][..], &[]],
        Some(IndexKeys::One(specs)) => [*specs, &[]],
        Some(IndexKeys::Two(partition, sort)) => [*partition, *sort],
    };
    specs.into_iter().flatten().collect()
}

fn fields(index_use: &IndexUse) -> Vec<KeyPart> {
    specs(index_use).into_iter().flat_map(parts).collect()
}

/// Returns the fields in a key.
fn parts(spec: &KeySpec) -> Vec<KeyPart> {
    let fields = spec.parts().into_owned().into_iter();
    fields.filter_map(|part| if let Part::Field(part) = part { Some(part) } else { None }).collect()
}

#[cold]
fn unknown(schema: &EntitySchema, attribute: &str) -> Error {
    Error::invalid(
        InvalidKind::NeedsItem,
        format_args!(
            "an update of `{}` changes the index key `{attribute}`, which is also made from fields that it does not set",
            schema.name
        ),
        "set all of them in one update, or `replace` the item",
    )
}
