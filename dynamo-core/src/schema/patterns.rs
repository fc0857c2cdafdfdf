//! Access patterns that have names.

use super::{EntitySchema, IndexUse, KeySpec, Part, TableLayout, keys, sides};

/// A named access pattern: `#[access(..)]`.
#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
#[derive(Debug, Clone, Copy)]
pub struct AccessPattern {
    /// The name of its function.
    pub name: &'static str,
    /// The index that serves it, by what entities call it; `None` for the table.
    pub index: Option<&'static str>,
    /// Whether it reads the keys of the second arm of `when(..)`.
    pub otherwise: bool,
    /// The fields that it takes, each with `=`, `>`, `>=`, `<`, `<=`, `in` or `begins_with`.
    pub fields: &'static [(&'static str, &'static str)],
    /// One item by its primary key.
    pub get: bool,
    /// The entities that are read, by their [ids](EntitySchema::id), where those are several.
    pub of: Option<&'static [&'static str]>,
    /// Whether the first item alone is wanted.
    pub first: bool,
    /// In descending order of the sort keys.
    pub descending: bool,
    /// Without items that have expired.
    pub unexpired: bool,
    /// At most so many items.
    pub limit: Option<usize>,
    /// How often it is asked for in a second.
    pub rate: Option<f64>,
    /// How many items it reads.
    pub items: Option<u32>,
    /// What it is for; empty if nothing is said.
    pub about: &'static str,
}

impl AccessPattern {
    /// A pattern of which nothing is said.
    #[doc(hidden)]
    pub const FALLBACK: Self = Self {
        name: "",
        index: None,
        otherwise: false,
        fields: &[],
        get: false,
        of: None,
        first: false,
        descending: false,
        unexpired: false,
        limit: None,
        rate: None,
        items: None,
        about: "",
    };
}

/// Returns what the sort keys of all these entities begin with, in the table or in an index of it.
///
/// ```
/// # use doc_tables::library::*;
/// use dynamo_core::inspect::common_prefix;
/// assert_eq!(common_prefix(Library::LAYOUT, &[Book::SCHEMA], None).as_deref(), Some("BOOK#"));
/// ```
#[must_use]
pub fn common_prefix(layout: &TableLayout, entities: &[&'static EntitySchema], index: Option<&str>) -> Option<String> {
    let separator = char::from(layout.separator);
    let sorts = |schema: &&'static EntitySchema| -> Vec<Option<KeySpec>> {
        let Some(ident) = index else { return vec![schema.sk] };
        let uses = schema.indexes.iter().filter(|index_use| index_use.index == ident);
        let sort = |index_use: &IndexUse| sides(layout.index(ident)?, keys(&index_use.membership)?).1.first().copied();
        uses.map(sort).collect()
    };
    let lead = |sort: Option<KeySpec>| match sort?.parts().first() {
        Some(Part::Literal(literal)) => Some((*literal).to_owned()),
        _ => None,
    };
    let mut leads = entities.iter().flat_map(sorts).map(lead);
    let first = leads.next()??;
    let common = leads.try_fold(first, |common, lead| {
        let lead = lead?;
        let same = common.chars().zip(lead.chars()).take_while(|(a, b)| a == b).count();
        Some(common.chars().take(same).collect::<String>())
    })?;
    let end = common.rfind(separator)? + separator.len_utf8();
    Some(common[..end].to_owned())
}
