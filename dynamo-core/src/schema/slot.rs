//! Which attribute a key of an entity is written to.

use std::slice::from_ref;

use super::layout::is_of_the_table;
use super::template::are_made_from;
use super::{
    EntitySchema, IndexKeys, IndexSchema, IndexUse, KeyAttribute, KeySpec, Lead, Membership, Part, TableLayout, Test,
    text,
};

/// One key of an index, as an entity gives it.
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// The attribute.
    pub attribute: KeyAttribute,
    /// The position of the index in [`EntitySchema::indexes`].
    pub index: usize,
    /// Whether it is part of a sort key.
    pub sort: bool,
    /// False when the attribute is there already: by the table's own keys or tag, by an index that shares it and has every
    /// item, or because it is a field of its own.
    pub write: bool,
    /// The sparse and conditional indexes before this one that share the attribute, one bit each: it is written already while
    /// the item is in one of them.
    pub unless: u32,
    /// Whether it is a field of its own.
    pub bare: bool,
    /// Whether every item has it, though not every item is in the index: several sparse indexes share the attribute, and each has a key
    /// that is a field by itself, whose absence leaves the item out.
    pub always: bool,
    /// How it is made.
    pub spec: &'static KeySpec,
}

impl Slot {
    const NONE: Self = Self {
        attribute: TableLayout::FALLBACK.pk,
        index: 0,
        sort: false,
        write: false,
        unless: 0,
        bare: false,
        always: false,
        spec: &KeySpec::NONE,
    };
}

/// The indexes that an entity mentions, and the keys that it gives to them, in the same order.
#[derive(Debug)]
pub struct Indexes<const USES: usize, const SLOTS: usize> {
    /// The indexes.
    pub uses: [IndexUse; USES],
    /// The keys.
    pub slots: [Slot; SLOTS],
}

impl Indexes<0, 0> {
    /// Of an entity that mentions none.
    pub const NONE: Self = Self { uses: [], slots: [] };
}

/// When an item is in an index, as the derive gives it.
#[derive(Debug, Clone, Copy)]
pub enum In {
    /// Never.
    Never,
    /// Always.
    Always,
    /// While no field of its keys is `None`.
    Sparse,
    /// While the test holds.
    When(Test),
    /// While the test does not hold.
    Unless(Test),
}

/// An index as the derive gives it: its name, when an item is in it, and how many partition and sort keys it has.
pub type GivenIndex = (&'static str, In, usize, usize);

/// In place of the number of sort keys: the index is given by one key, whichever that is.
pub const ALONE: usize = usize::MAX;

/// The indexes of an entity. Their keys are the last ones of `keys`, one index after the other.
///
/// The compiler's evaluator spends most of its time on calls, so there are few.
#[must_use]
pub const fn indexes<const USES: usize, const SLOTS: usize>(
    layout: &TableLayout,
    keys: &'static [KeySpec],
    given: [GivenIndex; USES],
) -> Indexes<USES, SLOTS> {
    let mut uses = [IndexUse::NONE; USES];
    let mut slots = [Slot::NONE; SLOTS];
    let mut rest = keys;
    while rest.len() > SLOTS
        && let [_, after @ ..] = rest
    {
        rest = after;
    }
    let none: &[KeyAttribute] = &[];
    let (mut slot, mut at) = (0, 0);
    while at < USES {
        let (name, when, partition, sort) = given[at];
        let (first, second, after): (&[KeySpec], &[KeySpec], _) = match (partition, sort, rest) {
            (1, 1, [first, second, after @ ..]) => (from_ref(first), from_ref(second), after),
            (_, ALONE, _) => {
                let (first, after) = rest.split_at(partition);
                (first, &[], after)
            }
            _ => {
                let (first, after) = rest.split_at(partition);
                let (second, after) = after.split_at(sort);
                (first, second, after)
            }
        };
        let keys = if sort == ALONE { IndexKeys::One(first) } else { IndexKeys::Two(first, second) };
        let membership = match when {
            In::Never => Membership::None,
            In::Always => Membership::Always(keys),
            In::Sparse => Membership::Sparse(keys),
            In::When(test) => Membership::When(test, keys),
            In::Unless(test) => Membership::Unless(test, keys),
        };
        let position = layout.position(name);
        uses[at] = IndexUse { index: name, at: position, membership, lead: lead(&keys) };
        // A missing index or part is refused by `check`, with its own message.
        let (mut is_sort, mut attributes, after_partition) = if position < layout.indexes.len() {
            let index = &layout.indexes[position];
            // The one key of a local index is its sort key.
            if index.local && sort == ALONE { (true, index.sk, none) } else { (false, index.pk, index.sk) }
        } else {
            (false, none, none)
        };
        let mut side = first;
        loop {
            let [spec, others @ ..] = side else {
                if is_sort || second.is_empty() {
                    break;
                }
                (side, attributes, is_sort) = (second, after_partition, true);
                continue;
            };
            if let [attribute, other_attributes @ ..] = attributes {
                let bare = matches!(spec, KeySpec::Field(_));
                let (write, unless) = if layout.shares {
                    let (always, sparse) = provided_before(layout, &uses, at, attribute.name.text);
                    (!(bare || always || is_of_the_table(layout, attribute.name.text)), sparse)
                } else {
                    (!bare, 0)
                };
                slots[slot] =
                    Slot { attribute: *attribute, index: at, sort: is_sort, write, unless, bare, always: false, spec };
                attributes = other_attributes;
            } else {
                slots[slot] = Slot { index: at, sort: is_sort, spec, ..Slot::NONE };
            }
            (side, slot) = (others, slot + 1);
        }
        (rest, at) = (after, at + 1);
    }
    if layout.shares {
        slot = 0;
        while slot < SLOTS {
            let name = slots[slot].attribute.name.text;
            if slots[slot].write && is_told(layout, &uses, name) {
                slots[slot].always = slots[slot].unless == 0;
                slots[slot].write = slots[slot].always;
            }
            slot += 1;
        }
    }
    Indexes { uses, slots }
}

/// Whether several sparse indexes share an attribute whose value is known of every item, and each has a key that is an optional field
/// by itself.
const fn is_told(layout: &TableLayout, indexes: &[IndexUse], name: &str) -> bool {
    let (mut sharing, mut at) = (0, 0);
    while at < indexes.len() {
        if let Some(spec) = provides(layout, &indexes[at], name) {
            match &indexes[at].membership {
                Membership::Sparse(keys) if !is_optional(&spec) && has_bare_optional(keys) => sharing += 1,
                _ => return false,
            }
        }
        at += 1;
    }
    sharing > 1
}

/// Whether a key is a field by itself, or made from a field that may be absent.
const fn is_optional(spec: &KeySpec) -> bool {
    let mut at = 0;
    while at < spec.len() {
        if let Part::Field(part) = spec.part(at)
            && part.optional
        {
            return true;
        }
        at += 1;
    }
    matches!(spec, KeySpec::Field(_))
}

const fn has_bare_optional(keys: &IndexKeys) -> bool {
    let none: &[KeySpec] = &[];
    let (mut specs, mut others) = match keys {
        IndexKeys::One(specs) => (*specs, none),
        IndexKeys::Two(partition, sort) => (*partition, *sort),
    };
    loop {
        match specs {
            [KeySpec::Field(part), ..] if part.optional => return true,
            [_, after @ ..] => specs = after,
            [] if others.is_empty() => return false,
            [] => (specs, others) = (others, none),
        }
    }
}

/// Of the partition key, where that is known without the table: the one key of a local index is its sort key.
pub(crate) const fn lead(keys: &IndexKeys) -> Lead {
    match keys {
        IndexKeys::Two([KeySpec::Template(template), ..], _) => template.lead,
        _ => Lead::UNKNOWN,
    }
}

/// Whether an earlier index gives the attribute to every item, and which sparse ones give it to some.
const fn provided_before(layout: &TableLayout, indexes: &[IndexUse], at: usize, name: &str) -> (bool, u32) {
    let (mut always, mut sparse) = (false, 0);
    let mut earlier = 0;
    while earlier < at {
        if provides(layout, &indexes[earlier], name).is_some() {
            match indexes[earlier].membership {
                Membership::Always(_) => always = true,
                _ => sparse |= 1 << earlier,
            }
        }
        earlier += 1;
    }
    (always, sparse)
}

/// Partition and sort keys of `keys` in `index`.
pub(crate) const fn sides(index: &IndexSchema, keys: &IndexKeys) -> (&'static [KeySpec], &'static [KeySpec]) {
    match keys {
        IndexKeys::One(sort) if index.local => (&[], sort),
        IndexKeys::One(partition) => (partition, &[]),
        IndexKeys::Two(partition, sort) => (partition, sort),
    }
}

/// The keys of a membership.
pub(crate) const fn keys(membership: &Membership) -> Option<&IndexKeys> {
    match membership {
        Membership::None => None,
        Membership::Always(keys)
        | Membership::Sparse(keys)
        | Membership::When(_, keys)
        | Membership::Unless(_, keys) => Some(keys),
    }
}

/// The test of a membership that has one, and whether it must hold.
pub(crate) const fn test(membership: &Membership) -> Option<(&Test, bool)> {
    match membership {
        Membership::When(test, _) => Some((test, true)),
        Membership::Unless(test, _) => Some((test, false)),
        _ => None,
    }
}

/// How `index_use` makes the attribute `name`, if it does.
pub(crate) const fn provides(layout: &TableLayout, index_use: &IndexUse, name: &str) -> Option<KeySpec> {
    match (layout.used(index_use), keys(&index_use.membership)) {
        (Some(index), Some(keys)) => {
            let (partition, sort) = sides(index, keys);
            match provided(index.pk, partition, name) {
                Some(spec) => Some(spec),
                None => provided(index.sk, sort, name),
            }
        }
        _ => None,
    }
}

const fn provided(attributes: &[KeyAttribute], specs: &[KeySpec], name: &str) -> Option<KeySpec> {
    let (mut attributes, mut specs) = (attributes, specs);
    while let ([attribute, other_attributes @ ..], [spec, other_specs @ ..]) = (attributes, specs) {
        if text::eq(attribute.name.text, name) {
            return Some(*spec);
        }
        (attributes, specs) = (other_attributes, other_specs);
    }
    None
}

/// Whether an index key is made from a field, or depends on it.
pub(crate) fn is_in_an_index(schema: &EntitySchema, field: &str) -> bool {
    schema.indexes.iter().any(|index| {
        let is_tested = test(&index.membership).is_some_and(|(test, _)| test.field == field);
        is_tested || keys(&index.membership).is_some_and(|keys| keys.all().iter().any(|key| are_made_from(key, field)))
    })
}
