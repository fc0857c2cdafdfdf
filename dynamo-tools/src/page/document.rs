//! The one document that the page reads, in a file and in the studio.

use std::collections::BTreeMap;

use dynamo_core::inspect::Derivation;
use dynamo_core::schema::{EntitySchema, KeySpec, TableSchema};
use serde::Serialize;
use serde_json::Value;

use super::answers::answers;
use super::samples;
use crate::cost::{EntityCost, PatternCost, Prices, Sizes, table_cost};
use crate::describe::TableDescription;
use crate::error::ToolError;
use crate::keys::{Keys, places};
use crate::lint::{Finding, check};
use crate::spec::TableSpec;

/// All that the page shows.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    /// The prices that dollars are made of.
    prices: Prices,
    /// What a studio may do; absent in a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<Live>,
    tables: Vec<PageTable>,
}

/// What a studio may do.
#[cfg_attr(not(feature = "studio"), allow(dead_code))] // A file has none.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Live {
    /// Whether items can be changed.
    pub(crate) write: bool,
    /// Where the database is, for people.
    pub(crate) place: String,
}

/// A table of the page.
#[derive(Debug, Serialize)]
struct PageTable {
    #[serde(flatten)]
    description: TableDescription,
    /// Where each entity's items are, in the order of the entities.
    places: Vec<Vec<Place>>,
    /// The access patterns with their costs and the items that answer them, in the order of the entities.
    reads: Vec<Read>,
    /// What writes cost, in the order of the entities.
    writes: Vec<EntityCost>,
    /// How companions come from their records.
    roles: Vec<Role>,
    findings: Vec<Finding>,
    /// Whether the items are made up.
    made_up: bool,
    items: Vec<Given>,
}

/// The keys of an entity in the table or in an index.
#[derive(Debug, Serialize)]
struct Place {
    /// What entities call the index; absent for the table.
    index: Option<&'static str>,
    partition: Vec<(&'static str, String)>,
    sort: Vec<(&'static str, String)>,
}

#[derive(Debug, Serialize)]
struct Read {
    #[serde(flatten)]
    cost: PatternCost,
    entity: &'static str,
    name: &'static str,
    /// What entities call the index.
    index: Option<&'static str>,
    /// The entities that it reads.
    of: Vec<&'static str>,
    get: bool,
    descending: bool,
    limit: Option<usize>,
    arguments: Vec<Argument>,
    /// The positions of the items that answer an example of it.
    answers: Vec<usize>,
}

/// What a form asks for.
#[derive(Debug, Serialize)]
struct Argument {
    field: &'static str,
    operator: &'static str,
    /// `text`, `number`, `fixed` or `choice`.
    kind: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    choices: &'static [&'static str],
    /// The width of a text that has a fixed one.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<usize>,
}

/// How a companion comes from its record.
#[derive(Debug, Serialize)]
struct Role {
    record: &'static str,
    companion: &'static str,
    /// `pointer`, `lock` or `counter`.
    role: &'static str,
    /// The fields of the record that it is derived from; absent if it may be all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Vec<&'static str>>,
}

/// An item that the page shows.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Given {
    pub(crate) entity: &'static str,
    pub(crate) item: BTreeMap<String, Value>,
}

impl Document {
    pub(crate) fn new(live: Option<Live>) -> Result<Self, ToolError> {
        Ok(Self { prices: Prices::included()?, live, tables: Vec::new() })
    }

    /// Adds a table: with these items, or with made up ones. `derivations` tell pointers from locks.
    pub(crate) fn table(
        mut self,
        schema: &'static TableSchema,
        spec: TableSpec,
        derivations: &[Derivation],
        items: Option<Vec<Given>>,
    ) -> Self {
        let made_up = items.is_none();
        let items = items.unwrap_or_else(|| samples::items(schema));
        let costs = table_cost(schema, &Sizes::default(), &self.prices);
        let patterns =
            schema.all_entities().flat_map(|entity| entity.patterns.iter().map(move |known| (entity, known)));
        let reads = patterns.zip(costs.patterns).map(|((entity, pattern), cost)| Read {
            cost,
            entity: entity.name,
            name: pattern.name,
            index: pattern.index,
            of: samples::read(schema, entity, pattern).iter().map(|entity| entity.name).collect(),
            get: pattern.get,
            descending: pattern.descending,
            limit: pattern.limit,
            arguments: pattern.fields.iter().map(|(field, by)| Argument::new(entity, field, by)).collect(),
            answers: answers(schema, entity, pattern, &items),
        });
        let reads: Vec<_> = reads.collect();
        let findings: Vec<_> = check(schema);
        self.tables.push(PageTable {
            description: TableDescription::new(schema, spec),
            places: schema.all_entities().map(Place::all).collect(),
            reads,
            writes: costs.entities,
            roles: Role::all(schema, derivations),
            findings,
            made_up,
            items,
        });
        self
    }
}

impl Place {
    fn all(entity: &'static EntitySchema) -> Vec<Self> {
        let texts = |keys: &Keys| keys.iter().map(|(attribute, spec)| (attribute.name.text, template(spec))).collect();
        let place = |(index, sides): (Option<&'static dynamo_core::schema::IndexSchema>, crate::keys::Sides)| Self {
            index: index.map(|index| index.ident),
            partition: texts(&sides.partition),
            sort: texts(&sides.sort),
        };
        places(entity).into_iter().map(place).collect()
    }
}

/// The template, where a bare field is one of itself alone.
fn template(spec: &KeySpec) -> String {
    match spec {
        KeySpec::Template(template) => template.text.to_owned(),
        KeySpec::Field(part) => format!("<{}>", part.field),
    }
}

impl Argument {
    fn new(entity: &EntitySchema, field: &'static str, operator: &'static str) -> Self {
        use dynamo_core::schema::KeyKind;
        let parts = places(entity)
            .into_iter()
            .flat_map(|(_, sides)| sides.all().flat_map(|(_, spec)| crate::keys::fields(spec)).collect::<Vec<_>>());
        let kind = parts.into_iter().find(|part| part.field == field).map(|part| part.kind);
        let (kind, choices, width) = match kind {
            Some(KeyKind::Unsigned | KeyKind::Signed | KeyKind::Float) => ("number", &[][..], None),
            Some(KeyKind::Closed(texts)) => ("choice", texts, None),
            Some(KeyKind::Fixed { width, .. }) => ("fixed", &[][..], Some(width)),
            _ => ("text", &[][..], None),
        };
        Self { field, operator, kind, choices, width }
    }
}

impl Role {
    /// Those between entities of the table: a companion may be in another one.
    fn all(schema: &TableSchema, derivations: &[Derivation]) -> Vec<Self> {
        let is_here = |wanted: &EntitySchema| schema.all_entities().any(|entity| entity.id == wanted.id);
        let known = derivations.iter().filter(|known| is_here(known.record) && is_here(known.companion));
        let role = |known: &Derivation| Self {
            record: known.record.name,
            companion: known.companion.name,
            role: known.role,
            from: known.from.map(<[_]>::to_vec),
        };
        known.map(role).collect()
    }
}
