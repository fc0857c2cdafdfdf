//! Queries that are narrowed from the left.

use std::marker::PhantomData;

use super::bounds::Narrowed;
use super::plan::{Place, Plan};
use crate::error::Error;
use crate::key::{KeyArg, KeyError, KeyField, KeyProblem, KeySource, KeyValue, SHARD_PART, render_parts, render_spec};
use crate::schema::{EntitySchema, IndexSchema, IndexUse, KeyAttribute, KeyPart, KeySpec, Part, keys, sides};
use crate::{Entity, Table};

/// A query that the generated methods narrow: what every state of it holds.
#[doc(hidden)]
pub struct Narrow<E, V> {
    pub(super) index: Option<(&'static IndexUse, &'static IndexSchema)>,
    /// The texts of the fields that are given.
    known: Vec<(&'static str, String)>,
    /// What the last field is narrowed by.
    last: Option<(&'static str, Narrowed)>,
    error: Option<Error>,
    types: PhantomData<fn() -> (E, V)>,
}

impl<E: Entity, V> Narrow<E, V> {
    /// A query of the table.
    #[must_use]
    pub fn table() -> Self {
        Self { index: None, known: Vec::new(), last: None, error: None, types: PhantomData }
    }

    /// A query of the index that entities call `index`.
    #[must_use]
    pub fn index(index: &'static str) -> Self {
        let index_use = E::SCHEMA.indexes.iter().find(|index_use| index_use.index == index);
        let index = index_use.zip(<E::Table as Table>::LAYOUT.index(index));
        Self { index, ..Self::table() }
    }

    /// A field of the partition key.
    #[must_use]
    pub fn given<S: KeySource>(mut self, field: &'static str, value: &KeyArg<S>) -> Self {
        let mut text = String::new();
        match <S::Key as KeyField>::write_text(value, &mut text) {
            Ok(()) => self.known.push((field, text)),
            Err(problem) => self.refuse(field, problem),
        }
        self
    }

    /// A field of the sort key.
    #[must_use]
    pub fn narrowed(mut self, field: &'static str, narrowed: Result<Narrowed, &'static str>) -> Self {
        match narrowed {
            Ok(Narrowed::Equal(text)) => self.known.push((field, text)),
            Ok(narrowed) => self.last = Some((field, narrowed)),
            Err(problem) => self.refuse(field, problem),
        }
        self
    }

    /// Whether items of other entities may be in what is read: their sort keys do not tell them apart.
    pub(super) fn has_others(&self) -> bool {
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
        let mut entities = <E::Table as Table>::SCHEMA.all_entities();
        entities.any(|other| other.id != E::SCHEMA.id && is_there(other))
    }

    #[cold]
    fn refuse(&mut self, field: &'static str, problem: &'static str) {
        let error = KeyError::new(E::SCHEMA.name, Some(field), KeyProblem::Value(problem));
        self.error.get_or_insert(error.into());
    }

    /// One plan, or one for each shard.
    pub(super) fn plans(&mut self, whole_partition: bool) -> Result<Vec<Plan>, Error> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let (partition, _) = self.specs();
        let is_shard = |part: &Part| matches!(part, Part::Field(part) if *part == SHARD_PART);
        if E::SCHEMA.shards == 0 || !partition.iter().any(|(_, spec)| spec.parts().iter().any(is_shard)) {
            return Ok(vec![self.plan(whole_partition)?]);
        }
        let shards = (0..E::SCHEMA.shards).map(|shard| {
            self.known.retain(|(field, _)| *field != SHARD_PART.field);
            self.known.push((SHARD_PART.field, shard.to_string()));
            self.plan(whole_partition)
        });
        shards.collect()
    }

    /// The keys of the partition and of the sort key, with their attributes.
    fn specs(&self) -> (Keys, Keys) {
        let (layout, schema) = (<E::Table as Table>::LAYOUT, E::SCHEMA);
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

    /// What an entity gives of a local index may be its sort key alone, and then the query does not ask for the partition.
    fn refuse_half_of_a_local_index<'t>(&self, text_of: &dyn Fn(&KeyPart) -> Option<&'t str>) -> Result<(), Error> {
        let Some((_, index)) = self.index.filter(|(_, index)| index.local) else { return Ok(()) };
        let pk = E::SCHEMA.pk;
        let is_known = |part: &Part| !matches!(part, Part::Field(part) if text_of(part).is_none());
        if pk.parts().iter().all(is_known) {
            return Ok(());
        }
        Err(Error::refused(
            format_args!("index `{}` is local, and `{}` gives its sort key alone", index.ident, E::SCHEMA.name),
            format_args!(
                "give both keys, for queries to take the partition: `{} = (\"{}\", ..)`",
                index.ident,
                pk.text()
            ),
        ))
    }

    fn plan(&self, whole_partition: bool) -> Result<Plan, Error> {
        let (layout, schema) = (<E::Table as Table>::LAYOUT, E::SCHEMA);
        let (partition, sort) = self.specs();
        let text_of =
            |part: &KeyPart| self.known.iter().find(|(field, _)| *field == part.field).map(|(_, text)| text.as_str());
        self.refuse_half_of_a_local_index(&text_of)?;
        let mut plan = Plan {
            layout,
            schema,
            index: self.index.map(|(_, index)| index),
            equal: Vec::new(),
            range: None,
            sensitive: false,
        };
        for (attribute, spec) in partition {
            plan.equal.push(KeyValue::new(&attribute, render_spec::<E>(&spec, false, &text_of)?));
            plan.sensitive |= shows_sensitive(schema, &spec);
        }
        if whole_partition {
            return Ok(plan);
        }
        for (attribute, spec) in sort {
            let parts = spec.parts();
            let unknown = parts.iter().position(|part| matches!(part, Part::Field(part) if text_of(part).is_none()));
            let Some(at) = unknown else {
                plan.equal.push(KeyValue::new(&attribute, render_spec::<E>(&spec, true, &text_of)?));
                continue;
            };
            let before = render_parts::<E>(&parts[..at], true, &text_of)?;
            plan.range = match (&parts[at], &self.last) {
                (Part::Field(part), Some((field, narrowed))) if part.field == *field => {
                    let after = match parts.get(at + 1) {
                        Some(Part::Literal(literal)) => literal,
                        _ => "",
                    };
                    let place = Place { attribute, part: *part, before: &before, after };
                    let format = |text: &str| render_parts::<E>(&[Part::Field(*part)], true, &|_| Some(text));
                    place.range(narrowed, format, schema)?.map(|range| (attribute, range))
                }
                _ if before.is_empty() => None,
                _ => Some((attribute, super::plan::KeyRange::Prefix(before))),
            };
            break;
        }
        Ok(plan)
    }
}

/// Whether a key shows the value of a sensitive field.
fn shows_sensitive(schema: &EntitySchema, spec: &KeySpec) -> bool {
    let is_sensitive = |name: &str| schema.fields.iter().any(|field| field.sensitive && field.field == name);
    spec.parts().iter().any(|part| matches!(part, Part::Field(part) if is_sensitive(part.field)))
}

/// Keys with their attributes.
type Keys = Vec<(KeyAttribute, KeySpec)>;

/// A state of a query that is being narrowed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "not a query",
    note = "help: every entity has query functions: `Goal::query(&user_id)`, `Goal::query_gsi1(&user_id)`"
)]
pub trait QueryState: Sized {
    /// The entity.
    type Entity: Entity;
    /// What is read.
    type Via;
    #[doc(hidden)]
    fn from_narrow(narrow: Narrow<Self::Entity, Self::Via>) -> Self;
    #[doc(hidden)]
    fn into_narrow(self) -> Narrow<Self::Entity, Self::Via>;
}
