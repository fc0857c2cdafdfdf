//! A table as DynamoDB keeps it: keys, indexes and settings, declared or live, in one form.

use std::collections::BTreeMap;

use dynamo_core::schema::{Billing, IndexProjection, IndexSchema, KeyAttribute, KeyType, TableLayout};
use serde::{Deserialize, Serialize};

/// A table without its items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableSpec {
    /// DynamoDB's name; may hold placeholders such as `{stage}`.
    pub name: String,
    /// The primary key: partition key first.
    pub key: Vec<KeyPart>,
    /// The types of all key attributes, by name.
    pub attributes: BTreeMap<String, String>,
    /// The secondary indexes, by name.
    pub indexes: Vec<IndexSpec>,
    /// The billing of a table or an index.
    pub billing: BillingSpec,
    /// The attribute by which items expire.
    pub ttl: Option<String>,
    /// What the stream holds; `None` without one.
    pub stream: Option<String>,
    /// Whether the table can be restored to any second; `None` where an engine does not say.
    pub point_in_time_recovery: Option<bool>,
    /// Whether the table is protected from deletion.
    pub deletion_protection: bool,
    /// Tags; `None` where an engine does not say.
    pub tags: Option<BTreeMap<String, String>>,
}

/// An attribute in a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyPart {
    /// The attribute's name.
    pub attribute: String,
    /// Whether it is part of the sort key, rather than of the partition key.
    pub sort: bool,
}

impl KeyPart {
    /// DynamoDB's word for its place.
    pub(crate) fn role(&self) -> &'static str {
        if self.sort { "RANGE" } else { "HASH" }
    }
}

/// A secondary index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IndexSpec {
    /// DynamoDB's name.
    pub name: String,
    /// Whether it is local.
    pub local: bool,
    /// Its key: partition attributes first.
    pub key: Vec<KeyPart>,
    /// `ALL`, `KEYS_ONLY` or `INCLUDE`.
    pub projection: String,
    /// The attributes of `INCLUDE`.
    pub include: Vec<String>,
    /// How its capacity is paid for; a local index shares that of its table.
    pub billing: BillingSpec,
}

/// How capacity is paid for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BillingSpec {
    /// By request.
    OnDemand {
        /// The most read units a second.
        max_reads: Option<u64>,
        /// The most write units a second.
        max_writes: Option<u64>,
    },
    /// By the hour.
    Provisioned {
        /// Read units a second.
        reads: u64,
        /// Write units a second.
        writes: u64,
    },
}

impl From<Billing> for BillingSpec {
    fn from(billing: Billing) -> Self {
        match billing {
            Billing::OnDemand { max_reads, max_writes } => Self::OnDemand { max_reads, max_writes },
            Billing::Provisioned { reads, writes } => Self::Provisioned { reads, writes },
        }
    }
}

impl BillingSpec {
    /// DynamoDB's word for the mode.
    pub(crate) fn mode(&self) -> &'static str {
        match self {
            Self::OnDemand { .. } => "PAY_PER_REQUEST",
            Self::Provisioned { .. } => "PROVISIONED",
        }
    }
}

impl std::fmt::Display for BillingSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OnDemand { max_reads: None, max_writes: None } => f.write_str("on demand"),
            Self::OnDemand { max_reads, max_writes } => {
                let most = |units: &Option<u64>| units.map_or_else(|| "any number of".to_owned(), |n| n.to_string());
                write!(f, "on demand, at most {} reads and {} writes a second", most(max_reads), most(max_writes))
            }
            Self::Provisioned { reads, writes } => write!(f, "{reads} reads and {writes} writes a second"),
        }
    }
}

impl TableSpec {
    /// Returns the table as it is declared.
    ///
    /// ```
    /// use dynamo_core::prelude::*;
    /// use dynamo_tools::TableSpec;
    ///
    /// #[derive(Table)]
    /// #[table(name = "app", pk = "PK", ttl = "expires")]
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
    /// let spec = TableSpec::declared(App::LAYOUT);
    /// assert_eq!((spec.name.as_str(), spec.ttl.as_deref()), ("app", Some("expires")));
    /// ```
    #[must_use]
    pub fn declared(layout: &TableLayout) -> Self {
        let settings = layout.settings;
        let keys = [Some(layout.pk), layout.sk].into_iter().flatten();
        let of_indexes = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk)).copied();
        let name = |attribute: KeyAttribute| attribute.name.text.to_owned();
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        Self {
            name: layout.name.to_owned(),
            key: key(std::slice::from_ref(&layout.pk), layout.sk.as_slice()),
            attributes: keys.chain(of_indexes).map(|key| (name(key), type_name(key.key_type).to_owned())).collect(),
            indexes: layout
                .indexes
                .iter()
                .map(|index| IndexSpec::declared(index, index.billing.unwrap_or(settings.billing).into()))
                .collect(),
            billing: settings.billing.into(),
            ttl: layout.ttl.map(str::to_owned),
            stream: layout.stream.then(|| "NEW_AND_OLD_IMAGES".to_owned()),
            point_in_time_recovery: Some(settings.point_in_time_recovery),
            deletion_protection: settings.deletion_protection,
            tags: Some(settings.tags.iter().map(owned).collect()),
        }
    }

    /// The global indexes, or the local ones.
    pub(crate) fn indexes_of(&self, local: bool) -> impl Iterator<Item = &IndexSpec> {
        self.indexes.iter().filter(move |index| index.local == local)
    }

    /// Drops the types of attributes that are in no key: DynamoDB keeps none of them.
    pub(crate) fn retain_attributes(&mut self) {
        let keys: Vec<_> = self.key.iter().chain(self.indexes.iter().flat_map(|index| &index.key)).cloned().collect();
        self.attributes.retain(|name, _| keys.iter().any(|part| part.attribute == *name));
    }

    /// The index of this name.
    pub(crate) fn index(&self, name: &str) -> Option<&IndexSpec> {
        self.indexes.iter().find(|index| index.name == name)
    }
}

impl IndexSpec {
    fn declared(index: &IndexSchema, billing: BillingSpec) -> Self {
        let (projection, include) = match index.projection {
            IndexProjection::All => ("ALL", &[][..]),
            IndexProjection::KeysOnly => ("KEYS_ONLY", &[][..]),
            IndexProjection::Include(names) => ("INCLUDE", names),
        };
        let mut include: Vec<String> = include.iter().map(|name| (*name).to_owned()).collect();
        include.sort();
        Self {
            name: index.name.to_owned(),
            local: index.local,
            key: key(index.pk, index.sk),
            projection: projection.to_owned(),
            include,
            billing,
        }
    }

    /// What an index of another key or projection has to be made anew for.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        (self.local, &self.key, &self.projection, &self.include)
            == (other.local, &other.key, &other.projection, &other.include)
    }
}

fn key(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Vec<KeyPart> {
    let part = |sort: bool| move |key: &KeyAttribute| KeyPart { attribute: key.name.text.to_owned(), sort };
    partition.iter().map(part(false)).chain(sort.iter().map(part(true))).collect()
}

pub(crate) fn type_name(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::S => "S",
        KeyType::N => "N",
        KeyType::B => "B",
    }
}

/// A key in words: `PK, SK`.
pub(crate) fn key_text(key: &[KeyPart]) -> String {
    key.iter().map(|part| part.attribute.as_str()).collect::<Vec<_>>().join(", ")
}
