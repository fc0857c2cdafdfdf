//! All that the declarations say, in a form that other programs read: pages, studios, checks of a team's own.

use dynamo_core::schema::{
    AccessPattern, AttributeType, ConstantValue, EntitySchema, FieldSchema, IndexUse, Membership, Role, TableSchema,
};
use serde::Serialize;
use serde_json::Value;

use crate::keys::{Keys, Sides};
use crate::patterns::{AccessRow, access_patterns};
use crate::spec::TableSpec;

/// A table with its entities and access patterns.
#[derive(Debug, Clone, Serialize)]
pub struct TableDescription {
    /// The enum's name.
    pub table: &'static str,
    /// The enum with its module path.
    pub id: &'static str,
    /// The enum of the table that this one extends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extends: Option<&'static str>,
    /// What splits keys into segments.
    pub separator: char,
    /// Where an item's type tag is kept.
    pub type_attribute: Option<&'static str>,
    /// Keys, indexes and settings, as DynamoDB keeps them.
    pub layout: TableSpec,
    /// What entities call the indexes, in the order of the layout.
    pub index_idents: Vec<&'static str>,
    /// The entities, those of the table that this one extends first.
    pub entities: Vec<EntityDescription>,
    /// The rules of the linter that the table is exempt from, with the reasons.
    pub allow: &'static [(&'static str, &'static str)],
}

/// An entity.
#[derive(Debug, Clone, Serialize)]
pub struct EntityDescription {
    /// The struct's name.
    pub entity: &'static str,
    /// The struct with its module path.
    pub id: &'static str,
    /// The type tag of its items.
    pub tag: &'static str,
    /// The primary key.
    pub key: KeysDescription,
    /// The indexes that it mentions.
    pub indexes: Vec<IndexDescription>,
    /// The fields, in the order of the struct.
    pub fields: Vec<FieldDescription>,
    /// Attributes that every item has.
    pub constants: Vec<(&'static str, Value)>,
    /// The entities that are written with it.
    pub companions: Vec<CompanionDescription>,
    /// The entities whose items its queries may catch.
    pub overlaps: Vec<&'static str>,
    /// The entities that may have one of its keys.
    pub shares_key: Vec<&'static str>,
    /// Over how many partitions its items are spread; 0 if they are not.
    pub shards: u32,
    /// The schema version; 0 where none is declared.
    pub version: u32,
    /// Whether its items never change.
    pub write_once: bool,
    /// Bytes of an item.
    pub size: Option<u32>,
    /// How many items there are.
    pub items: Option<u64>,
    /// Creates a second.
    pub creates: Option<f64>,
    /// Updates a second, of fields that no key and no companion has.
    pub updates: Option<f64>,
    /// Updates a second, of these fields.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub updates_of: &'static [(&'static str, f64)],
    /// Deletes a second.
    pub deletes: Option<f64>,
    /// The access patterns that have names.
    pub patterns: Vec<PatternDescription>,
    /// The rules of the linter that it is exempt from, with the reasons.
    pub allow: &'static [(&'static str, &'static str)],
}

/// The templates of a key, by attribute.
#[derive(Debug, Clone, Serialize)]
pub struct KeysDescription {
    /// Of the partition key.
    pub partition: Vec<(&'static str, &'static str)>,
    /// Of the sort key.
    pub sort: Vec<(&'static str, &'static str)>,
}

/// An index as an entity uses it.
#[derive(Debug, Clone, Serialize)]
pub struct IndexDescription {
    /// What entities call it.
    pub index: &'static str,
    /// `always`, `sparse`, `when`, `unless` or `none`.
    pub membership: &'static str,
    /// The field that `when` tests, and the value that it wants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<(&'static str, Option<&'static str>)>,
    /// Its keys, unless it is not in the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<KeysDescription>,
}

/// A field.
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
#[derive(Debug, Clone, Serialize)]
pub struct FieldDescription {
    /// The field's name in the struct.
    pub field: &'static str,
    /// The attribute that it is stored as.
    pub attribute: Option<&'static str>,
    /// Other names that it is read from.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// How it is stored.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// Whether it may be absent.
    pub optional: bool,
    /// `created_at`, `updated_at`, `version`, `ttl` or `deleted_at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'static str>,
    /// Whether it is never printed.
    pub sensitive: bool,
    /// Whether it is given at creation and never changed.
    pub immutable: bool,
}

/// An entity that is written with another.
#[derive(Debug, Clone, Serialize)]
pub struct CompanionDescription {
    /// The companion.
    pub entity: &'static str,
    /// The number that counts, for a counter.
    pub counts: Option<&'static str>,
}

/// An access pattern.
#[derive(Debug, Clone, Serialize)]
pub struct PatternDescription {
    /// `Goal::of_user`
    pub pattern: String,
    /// What it is for.
    pub about: String,
    /// The arguments, each with its operator.
    pub arguments: &'static [(&'static str, &'static str)],
    /// The name of the index that serves it, or `table`.
    pub served_by: &'static str,
    /// The key condition, in the templates' own words.
    pub condition: String,
    /// `get`, `first`, `descending`, ..
    pub options: String,
    /// How often it is asked for in a second.
    pub rate: Option<f64>,
    /// How many items it reads.
    pub items: Option<u32>,
}

impl TableDescription {
    /// Describes a table.
    ///
    /// ```
    /// use dynamo_core::prelude::*;
    /// use dynamo_tools::{TableDescription, TableSpec};
    ///
    /// #[derive(Table)]
    /// #[table(name = "app", pk = "PK")]
    /// pub enum App {
    ///     Note(Note),
    /// }
    ///
    /// #[derive(Entity)]
    /// #[entity(table = App, pk = "NOTE#<id>")]
    /// pub struct Note {
    ///     id: String,
    /// }
    ///
    /// let table = TableDescription::new(App::SCHEMA, TableSpec::declared(App::LAYOUT));
    /// assert_eq!(table.entities[0].key.partition, [("PK", "NOTE#<id>")]);
    /// ```
    #[must_use]
    pub fn new(schema: &TableSchema, layout: TableSpec) -> Self {
        let declared = schema.layout;
        let mut rows = access_patterns(schema).into_iter();
        let entities = schema.all_entities().map(|entity| {
            let rows: Vec<_> = rows.by_ref().take(entity.patterns.len()).collect();
            EntityDescription::new(schema, entity, rows)
        });
        Self {
            table: declared.table,
            id: declared.id,
            extends: schema.base.map(|base| base.layout.table),
            separator: char::from(declared.separator),
            type_attribute: declared.type_attribute.map(|name| name.text),
            layout,
            index_idents: declared.indexes.iter().map(|index| index.ident).collect(),
            entities: entities.collect(),
            allow: declared.settings.allow,
        }
    }
}

impl EntityDescription {
    fn new(schema: &TableSchema, entity: &EntitySchema, rows: Vec<AccessRow>) -> Self {
        let name =
            |id: &&'static str| schema.all_entities().find(|other| other.id == *id).map_or(*id, |other| other.name);
        let constant = |value| match value {
            ConstantValue::S(text) => Value::from(text),
            ConstantValue::N(digits) => serde_json::from_str(digits).unwrap_or(Value::Null),
            ConstantValue::Bool(value) => Value::from(value),
        };
        let patterns = entity.patterns.iter().zip(rows);
        Self {
            entity: entity.name,
            id: entity.id,
            tag: entity.tag,
            key: KeysDescription::new(&Sides::of_table(entity)),
            indexes: entity.indexes.iter().map(|used| IndexDescription::new(entity, used)).collect(),
            fields: entity.fields.iter().map(FieldDescription::new).collect(),
            constants: entity.constants.iter().map(|is| (is.name.text, constant(is.value))).collect(),
            companions: entity
                .companion_uses
                .iter()
                .map(|used| CompanionDescription { entity: name(&used.entity), counts: used.counts })
                .collect(),
            overlaps: entity.overlaps.iter().map(name).collect(),
            shares_key: entity.shares_key.iter().map(name).collect(),
            shards: entity.shards,
            version: entity.version,
            write_once: entity.write_once,
            size: entity.load.size,
            items: entity.load.items,
            creates: entity.load.creates,
            updates: entity.load.updates,
            updates_of: entity.load.updates_of,
            deletes: entity.load.deletes,
            patterns: patterns.map(|(pattern, row)| PatternDescription::new(entity, pattern, row)).collect(),
            allow: entity.allow,
        }
    }
}

impl KeysDescription {
    fn new(sides: &Sides) -> Self {
        let texts = |keys: &Keys| keys.iter().map(|(attribute, spec)| (attribute.name.text, spec.text())).collect();
        Self { partition: texts(&sides.partition), sort: texts(&sides.sort) }
    }
}

impl IndexDescription {
    fn new(entity: &EntitySchema, used: &IndexUse) -> Self {
        let index = entity.layout.index(used.index);
        let (membership, test) = match &used.membership {
            Membership::None => ("none", None),
            Membership::Always(_) => ("always", None),
            Membership::Sparse(_) => ("sparse", None),
            Membership::When(test, _) => ("when", Some((test.field, test.value))),
            Membership::Unless(test, _) => ("unless", Some((test.field, test.value))),
        };
        let key =
            index.and_then(|index| Sides::of_index(entity, index, used)).map(|sides| KeysDescription::new(&sides));
        Self { index: used.index, membership, test, key }
    }
}

impl FieldDescription {
    fn new(field: &FieldSchema) -> Self {
        let role = match field.role {
            Role::Plain => None,
            Role::CreatedAt => Some("created_at"),
            Role::UpdatedAt => Some("updated_at"),
            Role::Version => Some("version"),
            Role::Ttl => Some("ttl"),
            Role::DeletedAt => Some("deleted_at"),
        };
        let ty = if field.ty == AttributeType::Any { "Any" } else { field.ty.name() };
        Self {
            field: field.field,
            attribute: field.attribute,
            aliases: field.aliases,
            ty,
            optional: field.optional,
            role,
            sensitive: field.sensitive,
            immutable: field.immutable,
        }
    }
}

impl PatternDescription {
    fn new(entity: &EntitySchema, pattern: &AccessPattern, row: AccessRow) -> Self {
        Self {
            pattern: format!("{}::{}", entity.name, pattern.name),
            about: row.pattern,
            arguments: pattern.fields,
            served_by: row.served_by,
            condition: row.condition,
            options: row.options,
            rate: pattern.rate,
            items: pattern.items,
        }
    }
}
