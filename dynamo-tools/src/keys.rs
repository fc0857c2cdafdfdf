//! The keys of entities: what they are made from, where, and what they look like.

use dynamo_core::schema::{
    EntitySchema, Format, IndexKeys, IndexSchema, IndexUse, KeyAttribute, KeyKind, KeyPart, KeySpec, Membership, Part,
    TableLayout,
};

/// Key attributes with what an entity has in them.
pub(crate) type Keys = Vec<(KeyAttribute, KeySpec)>;

/// The partition key and the sort key of an entity, in the table or in an index.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sides {
    pub(crate) partition: Keys,
    pub(crate) sort: Keys,
}

impl Sides {
    pub(crate) fn of_table(entity: &EntitySchema) -> Self {
        let layout = entity.layout;
        Self { partition: vec![(layout.pk, entity.pk)], sort: layout.sk.zip(entity.sk).into_iter().collect() }
    }

    /// `None` where the entity is not in the index.
    pub(crate) fn of_index(entity: &EntitySchema, index: &IndexSchema, used: &IndexUse) -> Option<Self> {
        let pairs = |attributes: &[KeyAttribute], specs: &[KeySpec]| -> Keys {
            attributes.iter().copied().zip(specs.iter().copied()).collect()
        };
        let (partition, sort) = match (membership_keys(&used.membership)?, index.local) {
            // The one key of a local index is its sort key.
            (IndexKeys::One(sort), true) => (&[][..], *sort),
            (IndexKeys::One(partition), false) => (*partition, &[][..]),
            (IndexKeys::Two(partition, sort), _) => (*partition, *sort),
        };
        let partition = if index.local { Self::of_table(entity).partition } else { pairs(index.pk, partition) };
        Some(Self { partition, sort: pairs(index.sk, sort) })
    }

    /// Of a pattern's target: the table, or an arm of an index.
    pub(crate) fn of_target(entity: &EntitySchema, index: Option<&str>, otherwise: bool) -> Option<Self> {
        let Some(ident) = index else { return Some(Self::of_table(entity)) };
        let schema = entity.layout.index(ident)?;
        let is_it = |used: &&IndexUse| used.index == ident && used.is_otherwise() == otherwise;
        Self::of_index(entity, schema, entity.indexes.iter().find(is_it)?)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &(KeyAttribute, KeySpec)> {
        self.partition.iter().chain(&self.sort)
    }

    /// The fields of the partition key.
    pub(crate) fn partition_fields(&self) -> Vec<KeyPart> {
        self.partition.iter().flat_map(|(_, spec)| fields(spec)).collect()
    }
}

pub(crate) fn membership_keys(membership: &Membership) -> Option<&IndexKeys> {
    match membership {
        Membership::None => None,
        Membership::Always(keys)
        | Membership::Sparse(keys)
        | Membership::When(_, keys)
        | Membership::Unless(_, keys) => Some(keys),
    }
}

/// The fields that a key is made from.
pub(crate) fn fields(spec: &KeySpec) -> Vec<KeyPart> {
    let field = |part: &Part| match part {
        Part::Field(part) => Some(*part),
        Part::Literal(_) => None,
    };
    spec.parts().iter().filter_map(field).collect()
}

/// All keys that an entity gives: those of the table, then those of its indexes, each with its place in words.
pub(crate) fn places(entity: &EntitySchema) -> Vec<(Option<&'static IndexSchema>, Sides)> {
    let of_indexes = entity.indexes.iter().filter_map(|used| {
        let index = entity.layout.index(used.index)?;
        Some((Some(index), Sides::of_index(entity, index, used)?))
    });
    std::iter::once((None, Sides::of_table(entity))).chain(of_indexes).collect()
}

/// The entities of a table that are in an index.
pub(crate) fn is_in(entity: &EntitySchema, index: &IndexSchema) -> bool {
    entity.indexes.iter().any(|used| used.index == index.ident && membership_keys(&used.membership).is_some())
}

/// A regular expression that every key of the spec matches, in the dialect of JSON Schema.
pub(crate) fn pattern(layout: &TableLayout, spec: &KeySpec) -> String {
    let separator = char::from(layout.separator).to_string();
    let mut pattern = "^".to_owned();
    for part in spec.parts().iter() {
        match part {
            Part::Literal(text) => pattern.push_str(&escaped(text)),
            Part::Field(part) => {
                let values = match (part.format, part.kind) {
                    (Format::Bare, _) => ".+".to_owned(),
                    (Format::Padded(width), _) => format!("[0-9]{{{width}}}"),
                    (Format::Bucket(bucket), _) => format!("[0-9T-]{{{}}}", bucket.width()),
                    (Format::Plain | Format::Unordered, KeyKind::Unsigned) => "[0-9]+".to_owned(),
                    (Format::Plain, KeyKind::Closed(texts)) => {
                        format!("({})", texts.iter().map(|text| escaped(text)).collect::<Vec<_>>().join("|"))
                    }
                    (Format::Plain, KeyKind::Fixed { width, .. }) => format!("[^{}]{{{width}}}", in_class(&separator)),
                    _ => format!("[^{}]+", in_class(&separator)),
                };
                pattern.push_str(&values);
            }
        }
    }
    pattern + "$"
}

fn escaped(text: &str) -> String {
    let special = |c: char| "\\^$.|?*+()[]{}/".contains(c);
    text.chars().map(|c| if special(c) { format!("\\{c}") } else { c.to_string() }).collect()
}

fn in_class(separator: &str) -> String {
    if "\\^]-[".contains(separator) { format!("\\{separator}") } else { separator.to_owned() }
}
