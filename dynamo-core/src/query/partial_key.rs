//! Keys of which a query knows the leading fields.

use super::bounds::{Narrowed, equal};
use super::key_condition::{KeyCondition, KeyRange};
use super::key_range::FieldPosition;
use super::partition::Bounds;
use crate::error::Error;
use crate::key::{KeyError, KeyProblem};
use crate::key::{KeyText, KeyValue, SHARD_PART, render_parts, render_spec};
use crate::schema::{
    EntitySchema, IndexSchema, IndexUse, KeyAttribute, KeyPart, KeySpec, Part, TableSchema, keys, sides,
    spec_is_sensitive,
};

/// A key whose leading fields are known.
#[derive(Clone)]
pub(crate) struct PartialKey {
    schema: &'static EntitySchema,
    pub(super) index: Option<(&'static IndexUse, &'static IndexSchema)>,
    /// The known fields with their texts.
    known: Vec<(&'static str, String)>,
    /// The field after the known ones, with its range or prefix.
    last: Option<(&'static str, Narrowed)>,
    error: Option<Error>,
    /// The partition key as a whole, and whether it may contain the value of a sensitive field.
    partition: Option<(String, bool)>,
}

/// Key attributes with their specs.
pub(super) type Keys = Vec<(KeyAttribute, KeySpec)>;

impl PartialKey {
    /// Creates a key of the table.
    pub(super) fn of_table(schema: &'static EntitySchema) -> Self {
        Self { schema, index: None, known: Vec::new(), last: None, error: None, partition: None }
    }

    /// Creates a key of the table in a partition whose key is known as a whole.
    pub(super) fn of_partition(schema: &'static EntitySchema, pk: &str, sensitive: bool) -> Self {
        let error = pk.is_empty().then(|| {
            let fact = format_args!("a partition of `{}` is queried by an empty key", schema.layout.table);
            Error::refused(fact, "give the text of its partition key")
        });
        Self { partition: Some((pk.to_owned(), sensitive)), error, ..Self::of_table(schema) }
    }

    /// Creates a key of the index that entities refer to as `index`, or of the table if that is empty.
    pub(super) fn of_source(schema: &'static EntitySchema, index: &'static str, otherwise: bool) -> Self {
        let is_asked = |index_use: &&IndexUse| index_use.index == index && index_use.is_otherwise() == otherwise;
        let index_use = schema.indexes.iter().find(is_asked);
        Self { index: index_use.zip(schema.layout.index(index)), ..Self::of_table(schema) }
    }

    /// The same with the fields of its partition key.
    pub(super) fn by(
        schema: &'static EntitySchema,
        index: &'static str,
        otherwise: bool,
        fields: &[(&'static str, Option<KeyText<'_>>)],
    ) -> Self {
        let mut key = Self::of_source(schema, index, otherwise);
        for (field, value) in fields {
            key.push(field, equal(value.as_ref()));
        }
        key
    }

    /// Narrows the key by a field.
    pub(super) fn push(&mut self, field: &'static str, narrowed: Result<Narrowed, &'static str>) {
        match narrowed {
            Ok(Narrowed::Equal(text)) => self.known.push((field, text)),
            Ok(narrowed) => self.last = Some((field, narrowed)),
            Err(problem) => {
                let error = KeyError::new(self.schema.name, Some(field), KeyProblem::Value(problem));
                self.error.get_or_insert(error.into());
            }
        }
    }

    pub(super) fn read_index(&self) -> Option<&'static IndexSchema> {
        self.index.map(|(_, index)| index)
    }

    /// Returns whether the result may contain items of other entities, because the sort keys do not tell them apart.
    pub(super) fn has_others(&self, table: &TableSchema) -> bool {
        let (_, sort) = self.specs();
        if sort.first().is_some_and(|(_, spec)| matches!(spec.parts().first(), Some(Part::Literal(_)))) {
            return false;
        }
        let is_there = |other: &EntitySchema| match self.index {
            Some((index_use, _)) => {
                let gives = |use_of: &&IndexUse| use_of.index == index_use.index && keys(&use_of.membership).is_some();
                other.indexes.iter().find(gives).is_some()
            }
            None => true,
        };
        let mut entities = table.all_entities();
        entities.any(|other| other.id != self.schema.id && is_there(other))
    }

    /// Returns the key condition, or one for each shard.
    pub(super) fn conditions(&mut self, whole_partition: bool) -> Result<Vec<KeyCondition>, Error> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let (partition, _) = self.specs();
        let is_shard = |part: &Part| matches!(part, Part::Field(part) if *part == SHARD_PART);
        if self.schema.shards == 0 || !partition.iter().any(|(_, spec)| spec.parts().iter().any(is_shard)) {
            return Ok(vec![self.condition(whole_partition)?]);
        }
        let shards = (0..self.schema.shards_read).map(|shard| {
            self.known.retain(|(field, _)| *field != SHARD_PART.field);
            self.known.push((SHARD_PART.field, shard.to_string()));
            self.condition(whole_partition)
        });
        shards.collect()
    }

    /// Returns the specs of the partition key and of the sort key, with their attributes.
    pub(super) fn specs(&self) -> (Keys, Keys) {
        let (layout, schema) = (self.schema.layout, self.schema);
        let Some((index_use, index)) = self.index else {
            let sort = layout.sk.zip(schema.sk);
            return (vec![(layout.pk, schema.pk)], sort.into_iter().collect());
        };
        let (partition, sort) = keys(&index_use.membership).map_or((&[][..], &[][..]), |keys| sides(index, keys));
        let pairs = |attributes: &[KeyAttribute], specs: &[KeySpec]| -> Keys {
            attributes.iter().copied().zip(specs.iter().copied()).collect()
        };
        let own = if index.local { vec![(layout.pk, schema.pk)] } else { pairs(index.pk, partition) };
        (own, pairs(index.sk, sort))
    }

    /// Rejects a query of a local index of which the entity declares only the sort key: the partition is unknown then.
    fn refuse_half_of_a_local_index<'t>(&self, text_of: &dyn Fn(&KeyPart) -> Option<&'t str>) -> Result<(), Error> {
        let Some((_, index)) = self.index.filter(|(_, index)| index.local) else { return Ok(()) };
        let pk = self.schema.pk;
        let is_known = |part: &Part| !matches!(part, Part::Field(part) if text_of(part).is_none());
        if pk.parts().iter().all(is_known) {
            return Ok(());
        }
        Err(Error::refused(
            format_args!("index `{}` is local, and `{}` gives its sort key alone", index.ident, self.schema.name),
            format_args!(
                "give both keys, for queries to take the partition: `{} = (\"{}\", ..)`",
                index.ident,
                pk.text()
            ),
        ))
    }

    /// Returns the text of a field in the sort key, if it is known. A timestamp that chooses a partition by its date leaves
    /// the sort key open: it is known there only if it is given again.
    fn sort_text(&self, part: &KeyPart, partition: &[Part]) -> Option<&str> {
        let mut given = self.known.iter().filter(|(field, _)| *field == part.field).map(|(_, text)| text.as_str());
        let of_field = |other: &&Part| matches!(other, Part::Field(other) if other.field == part.field);
        let mut chosen_by = partition.iter().filter(of_field).peekable();
        let is_open = chosen_by.peek().is_some()
            && !chosen_by.any(|other| matches!(other, Part::Field(other) if other.format.tells(part.format)));
        if is_open { given.nth(1) } else { given.next() }
    }

    fn condition(&self, whole_partition: bool) -> Result<KeyCondition, Error> {
        let schema = self.schema;
        let (partition, sort) = self.specs();
        let in_partition: Vec<Part> = partition.iter().flat_map(|(_, spec)| spec.parts().into_owned()).collect();
        let text_of =
            |part: &KeyPart| self.known.iter().find(|(field, _)| *field == part.field).map(|(_, text)| text.as_str());
        let sort_text_of = |part: &KeyPart| self.sort_text(part, &in_partition);
        self.refuse_half_of_a_local_index(&text_of)?;
        let mut condition = KeyCondition {
            layout: schema.layout,
            schema,
            index: self.index.map(|(_, index)| index),
            equal: Vec::new(),
            range: None,
            bounds: Bounds::default(),
            sensitive: false,
        };
        if let Some((pk, sensitive)) = &self.partition {
            condition.equal.push(KeyValue::new(&schema.layout.pk, pk.clone()));
            condition.sensitive = *sensitive;
            return Ok(condition);
        }
        for (attribute, spec) in partition {
            condition.equal.push(KeyValue::new(&attribute, render_spec(schema, &spec, false, &text_of)?));
            condition.sensitive |= spec_is_sensitive(schema, &spec);
        }
        if whole_partition {
            return Ok(condition);
        }
        for (attribute, spec) in sort {
            let parts = spec.parts();
            let unknown =
                parts.iter().position(|part| matches!(part, Part::Field(part) if sort_text_of(part).is_none()));
            let Some(at) = unknown else {
                condition.equal.push(KeyValue::new(&attribute, render_spec(schema, &spec, true, &sort_text_of)?));
                continue;
            };
            let before = render_parts(schema, &parts[..at], true, &sort_text_of)?;
            condition.range = match (&parts[at], &self.last) {
                (Part::Field(part), Some((field, narrowed))) if part.field == *field => {
                    let after = match parts.get(at + 1) {
                        Some(Part::Literal(literal)) => literal,
                        _ => "",
                    };
                    let position = FieldPosition { attribute, part: *part, before: &before, after };
                    let format = |text: &str| render_parts(schema, &[Part::Field(*part)], true, &|_| Some(text));
                    position.range(narrowed, &format, schema)?.map(|range| (attribute, range))
                }
                _ if before.is_empty() => None,
                _ => Some((attribute, KeyRange::Prefix(before))),
            };
            break;
        }
        Ok(condition)
    }
}
