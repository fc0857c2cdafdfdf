//! Which attribute a key of an entity is written to.

use super::{
    EntitySchema, IndexKeys, IndexSchema, IndexUse, KeyAttribute, KeySpec, Membership, Part, TableLayout, Test, text,
};

/// One key of an index, as an entity gives it.
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
    /// How it is made.
    pub spec: &'static KeySpec,
}

/// The keys of all indexes, in the order in which the entity gives them. The derive knows how many there are.
#[must_use]
pub const fn slots<const N: usize>(layout: &TableLayout, indexes: &'static [IndexUse]) -> [Slot; N] {
    let none = Slot {
        attribute: layout.pk,
        index: 0,
        sort: false,
        write: false,
        unless: 0,
        bare: false,
        spec: &KeySpec::NONE,
    };
    let mut slots = [none; N];
    let mut n = 0;
    let mut at = 0;
    while at < indexes.len() {
        let index = layout.used(&indexes[at]);
        if let Some(keys) = keys(&indexes[at].membership) {
            // A missing index or part is refused by `check`, with its own message.
            let local = matches!(index, Some(IndexSchema { local: true, .. }));
            let (first, second, first_sorts) = match keys {
                IndexKeys::One(keys) => (*keys, &[] as &[KeySpec], local),
                IndexKeys::Two(partition, sort) => (*partition, *sort, false),
            };
            let (firsts, all) = (first.len(), first.len() + second.len());
            let mut i = 0;
            while i < all {
                let in_first = i < firsts;
                let sort = if in_first { first_sorts } else { true };
                let (spec, part) = if in_first { (&first[i], i) } else { (&second[i - firsts], i - firsts) };
                slots[n].spec = spec;
                slots[n].index = at;
                slots[n].sort = sort;
                if let Some(index) = index {
                    let attributes = if sort { index.sk } else { index.pk };
                    if part < attributes.len() {
                        slots[n].attribute = attributes[part];
                        slots[n].bare = matches!(spec, KeySpec::Field(_));
                        slots[n].write = !slots[n].bare;
                        if layout.shares {
                            let name = attributes[part].name.text;
                            let (always, sparse) = provided_before(layout, indexes, at, name);
                            slots[n].write = slots[n].write && !always && !is_of_the_table(layout, name);
                            slots[n].unless = sparse;
                        }
                    }
                }
                n += 1;
                i += 1;
            }
        }
        at += 1;
    }
    slots
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

/// Whether the table itself writes the attribute: a key, or the type tag.
pub(crate) const fn is_of_the_table(layout: &TableLayout, name: &str) -> bool {
    if text::eq(layout.pk.name.text, name) {
        return true;
    }
    match (&layout.sk, &layout.type_attribute) {
        (Some(sk), _) if text::eq(sk.name.text, name) => true,
        (_, Some(tag)) => text::eq(tag.text, name),
        _ => false,
    }
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
    let mut tests = schema.indexes.iter().filter_map(|index| test(&index.membership));
    if tests.any(|(test, _)| test.field == field) {
        return true;
    }
    let all = schema.indexes.iter().filter_map(|index| keys(&index.membership)).flat_map(|keys| match keys {
        IndexKeys::One(specs) => [*specs, &[]],
        IndexKeys::Two(partition, sort) => [*partition, *sort],
    });
    let parts = all.flatten().flat_map(|spec| spec.parts().into_owned());
    parts.into_iter().any(|part| matches!(part, Part::Field(part) if part.field == field))
}
