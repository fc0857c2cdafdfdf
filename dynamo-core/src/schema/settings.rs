//! What a table is billed by, and what else is set on it besides its keys and indexes.

/// The settings of a table that no item depends on.
///
/// ```
/// use dynamo_core::prelude::*;
/// use dynamo_core::schema::Billing;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", provisioned(reads = 5, writes = 2), point_in_time_recovery, tags("team" = "notes"))]
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
/// let settings = App::LAYOUT.settings;
/// assert_eq!(settings.billing, Billing::Provisioned { reads: 5, writes: 2 });
/// assert!(settings.point_in_time_recovery && !settings.deletion_protection);
/// assert_eq!(settings.tags, [("team", "notes")]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSettings {
    /// How capacity is paid for.
    pub billing: Billing,
    /// Whether the table can be restored to any second of the last 35 days.
    pub point_in_time_recovery: bool,
    /// Whether DynamoDB rejects a request to delete the table.
    pub deletion_protection: bool,
    /// The field that separates those who may read each other's items, such as `tenant_id`.
    pub boundary: Option<&'static str>,
    /// Tags, by which costs are told apart.
    pub tags: &'static [(&'static str, &'static str)],
    /// The rules of the linter that the table is exempt from, each with the reason.
    pub allow: &'static [(&'static str, &'static str)],
}

/// How the capacity of a table is paid for; its global indexes have the same, unless they say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Billing {
    /// By request, with the most units a second that DynamoDB serves, if that is limited.
    OnDemand {
        /// Read units a second.
        max_reads: Option<u64>,
        /// Write units a second.
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

impl TableSettings {
    /// The settings of a table of which nothing is said: on demand, without limits, and nothing turned on.
    pub const DEFAULT: Self = Self {
        billing: Billing::OnDemand { max_reads: None, max_writes: None },
        point_in_time_recovery: false,
        deletion_protection: false,
        boundary: None,
        tags: &[],
        allow: &[],
    };
}

/// Where something is declared, as `file!()` and `line!()` say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The file, relative to the workspace that it was compiled in.
    pub file: &'static str,
    /// The line of the derive, from 1.
    pub line: u32,
}

impl Place {
    /// Nothing is known of it.
    pub const UNKNOWN: Self = Self { file: "", line: 0 };
}

/// The expected number, size and rate of an entity's items, from which costs are worked out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// The size of an item in bytes.
    pub size: Option<u32>,
    /// How many items there are.
    pub items: Option<u64>,
    /// How many items are created in a second.
    pub creates: Option<f64>,
    /// How many updates of one item there are in a second, of fields that no key and no companion has.
    pub updates: Option<f64>,
    /// How many updates there are in a second of these fields.
    pub updates_of: &'static [(&'static str, f64)],
    /// How many items are deleted in a second.
    pub deletes: Option<f64>,
}

impl Load {
    /// Nothing is expected.
    pub const UNKNOWN: Self =
        Self { size: None, items: None, creates: None, updates: None, updates_of: &[], deletes: None };

    /// Returns whether it says how often items are written. What it leaves out does not happen then.
    #[must_use]
    pub const fn has_writes(&self) -> bool {
        self.creates.is_some() || self.updates.is_some() || !self.updates_of.is_empty() || self.deletes.is_some()
    }
}
