//! Where a live table differs from its declaration.

use serde::Serialize;

use crate::spec::{IndexSpec, TableSpec, key_text};

/// A difference between a table and its declaration.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// What differs: `index GSI1`, `TTL`.
    pub what: String,
    /// How it is declared.
    pub declared: String,
    /// How it is.
    pub live: String,
    /// Whether DynamoDB has a way to change it.
    pub can_change: bool,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { what, declared, live, can_change } = self;
        write!(f, "{what} is declared as {declared} and is {live}")?;
        if *can_change { Ok(()) } else { f.write_str(", which DynamoDB cannot change") }
    }
}

/// Returns where a live table (`None` if it does not exist) differs from its declaration.
///
/// ```
/// use dynamo_core::prelude::*;
/// use dynamo_tools::{TableSpec, live};
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
/// let declared = TableSpec::declared(App::LAYOUT);
/// let found = live::differences(&declared, Some(&TableSpec { ttl: None, ..declared.clone() }));
/// assert_eq!(found[0].to_string(), "TTL is declared as `expires` and is off");
/// ```
#[must_use]
pub fn differences(declared: &TableSpec, live: Option<&TableSpec>) -> Vec<Difference> {
    let Some(live) = live else {
        return vec![Difference {
            what: format!("table {}", declared.name),
            declared: format!("a table with key {}", key_text(&declared.key)),
            live: "not there".to_owned(),
            can_change: true,
        }];
    };
    let mut found = Vec::new();
    let mut compare = |what: String, declared: String, live: String, can_change: bool| {
        if declared != live {
            found.push(Difference { what, declared, live, can_change });
        }
    };
    let key = |spec: &TableSpec| typed_key(spec, &spec.key);
    compare("the key".to_owned(), key(declared), key(live), false);
    for index in &declared.indexes {
        let is = live.index(&index.name).map_or_else(|| "not there".to_owned(), |is| index_text(live, is));
        // Local indexes are made with their table, and last as long as it does.
        let can_change = !index.local && live.index(&index.name).is_none_or(|is| !is.local);
        compare(format!("index {}", index.name), index_text(declared, index), is, can_change);
    }
    for index in live.indexes.iter().filter(|index| declared.index(&index.name).is_none()) {
        compare(format!("index {}", index.name), "no index".to_owned(), index_text(live, index), !index.local);
    }
    compare("billing".to_owned(), declared.billing.to_string(), live.billing.to_string(), true);
    for index in declared.indexes_of(false) {
        if let Some(is) = live.index(&index.name).filter(|is| !is.local) {
            compare(
                format!("billing of index {}", index.name),
                index.billing.to_string(),
                is.billing.to_string(),
                true,
            );
        }
    }
    let name = |name: &Option<String>| name.as_ref().map_or_else(|| "off".to_owned(), |name| format!("`{name}`"));
    compare("TTL".to_owned(), name(&declared.ttl), name(&live.ttl), true);
    compare("the stream".to_owned(), name(&declared.stream), name(&live.stream), true);
    let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
    if let (Some(declared), Some(live)) = (declared.point_in_time_recovery, live.point_in_time_recovery) {
        compare("point-in-time recovery".to_owned(), switch(declared), switch(live), true);
    }
    let protection = |spec: &TableSpec| switch(spec.deletion_protection);
    compare("deletion protection".to_owned(), protection(declared), protection(live), true);
    if let (Some(declared), Some(live)) = (&declared.tags, &live.tags) {
        let text = |tag: Option<&String>| tag.map_or_else(|| "not there".to_owned(), |value| format!("`{value}`"));
        let mut keys: Vec<_> = declared.keys().chain(live.keys()).collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            compare(format!("tag `{key}`"), text(declared.get(key)), text(live.get(key)), true);
        }
    }
    found
}

fn typed_key(spec: &TableSpec, key: &[crate::spec::KeyPart]) -> String {
    let part = |part: &crate::spec::KeyPart| {
        let ty = spec.attributes.get(&part.attribute).map_or("?", String::as_str);
        format!("{} {} ({ty})", part.role(), part.attribute)
    };
    key.iter().map(part).collect::<Vec<_>>().join(", ")
}

pub(super) fn index_text(spec: &TableSpec, index: &IndexSpec) -> String {
    let holds = if index.include.is_empty() { String::new() } else { format!(" {}", index.include.join(", ")) };
    let kind = if index.local { "local" } else { "global" };
    format!("{kind}, {}, {}{holds}", typed_key(spec, &index.key), index.projection)
}
