//! The steps of a plan.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::spec::{BillingSpec, IndexSpec, TableSpec, key_text};

/// One change that DynamoDB makes at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Creates the table as declared.
    CreateTable(Box<TableSpec>),
    /// Changes the billing of the table and of its global indexes.
    SetBilling {
        /// Of the table.
        table: BillingSpec,
        /// Of each global index, by name.
        indexes: BTreeMap<String, BillingSpec>,
    },
    /// Deletes a global index.
    DeleteIndex {
        /// Its name.
        name: String,
    },
    /// Creates a global index.
    CreateIndex {
        /// The index.
        index: IndexSpec,
        /// The types of its key attributes.
        attributes: BTreeMap<String, String>,
    },
    /// Writes the keys of new indexes to items that lack them.
    Backfill,
    /// Turns the stream on, or off.
    SetStream {
        /// What it holds; `None` for off.
        view: Option<String>,
    },
    /// Turns expiry off.
    DisableTtl {
        /// By which items expired.
        attribute: String,
    },
    /// Turns expiry on.
    EnableTtl {
        /// By which items expire.
        attribute: String,
    },
    /// Turns point-in-time recovery on, or off.
    SetRecovery(bool),
    /// Turns deletion protection on, or off.
    SetProtection(bool),
    /// Sets tags.
    Tag(BTreeMap<String, String>),
    /// Removes tags.
    Untag(Vec<String>),
}

impl Step {
    /// Returns whether it takes away something that cannot be had back as it was: an index, records of a stream, restore
    /// points, or the protection from deletion.
    ///
    /// ```
    /// use dynamo_tools::live::Step;
    ///
    /// assert!(Step::DeleteIndex { name: "GSI1".to_owned() }.is_destructive());
    /// assert!(!Step::SetProtection(true).is_destructive());
    /// ```
    #[must_use]
    pub fn is_destructive(&self) -> bool {
        matches!(
            self,
            Self::DeleteIndex { .. }
                | Self::SetStream { view: None }
                | Self::DisableTtl { .. }
                | Self::SetRecovery(false)
                | Self::SetProtection(false)
                | Self::Untag(_)
        )
    }

    /// The table after the step.
    pub(super) fn after(&self, before: Option<&TableSpec>) -> Option<TableSpec> {
        if let Self::CreateTable(spec) = self {
            return Some((**spec).clone());
        }
        let mut spec = before?.clone();
        match self {
            Self::CreateTable(_) | Self::Backfill => {}
            Self::SetBilling { table, indexes } => {
                spec.billing = table.clone();
                for index in &mut spec.indexes {
                    if let Some(billing) = indexes.get(&index.name) {
                        index.billing = billing.clone();
                    } else if index.local {
                        index.billing = table.clone();
                    }
                }
            }
            Self::DeleteIndex { name } => {
                spec.indexes.retain(|index| index.name != *name);
                spec.retain_attributes();
            }
            Self::CreateIndex { index, attributes } => {
                spec.indexes.push(index.clone());
                spec.attributes.extend(attributes.clone());
                spec.indexes.sort_by(|a, b| a.name.cmp(&b.name));
            }
            Self::SetStream { view } => spec.stream.clone_from(view),
            Self::DisableTtl { .. } => spec.ttl = None,
            Self::EnableTtl { attribute } => spec.ttl = Some(attribute.clone()),
            Self::SetRecovery(on) => spec.point_in_time_recovery = Some(*on),
            Self::SetProtection(on) => spec.deletion_protection = *on,
            Self::Tag(tags) => spec.tags.get_or_insert_default().extend(tags.clone()),
            Self::Untag(keys) => spec.tags.get_or_insert_default().retain(|key, _| !keys.contains(key)),
        }
        Some(spec)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CreateTable(spec) => write!(f, "create table {} with key {}", spec.name, key_text(&spec.key)),
            Self::SetBilling { table, indexes } => {
                write!(f, "bill {table}")?;
                let mut own = indexes.iter().filter(|(_, billing)| *billing != table);
                own.try_for_each(|(name, billing)| write!(f, ", index {name} {billing}"))
            }
            Self::DeleteIndex { name } => write!(f, "delete index {name}"),
            Self::CreateIndex { index, .. } => {
                write!(f, "create index {} with key {}, holding {}", index.name, key_text(&index.key), index.projection)
            }
            Self::Backfill => f.write_str("write the keys of new indexes to the items that lack them"),
            Self::SetStream { view: Some(view) } => write!(f, "turn on the stream of {view}"),
            Self::SetStream { view: None } => f.write_str("turn off the stream"),
            Self::DisableTtl { attribute } => write!(f, "stop expiring items by `{attribute}`"),
            Self::EnableTtl { attribute } => write!(f, "expire items by `{attribute}`"),
            Self::SetRecovery(on) => write!(f, "turn {} point-in-time recovery", if *on { "on" } else { "off" }),
            Self::SetProtection(on) => write!(f, "turn {} deletion protection", if *on { "on" } else { "off" }),
            Self::Tag(tags) => {
                let tags: Vec<_> = tags.iter().map(|(key, value)| format!("`{key}` = `{value}`")).collect();
                write!(f, "tag the table {}", tags.join(", "))
            }
            Self::Untag(keys) => write!(f, "remove the tags {}", keys.join(", ")),
        }
    }
}
