//! The attributes that a read asks for, where it does not ask for whole items.

use super::QueryRequest;
use crate::entity::Among;
use crate::error::Error;
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{IndexSchema, Projection, deleted_attribute, holds_attribute};

/// Returns the attributes that tell which of the entities an item is of, and whether it is softly deleted, as far as the
/// table or index holds them.
pub(super) fn telling(asked: &Among, index: Option<&IndexSchema>) -> Vec<&'static str> {
    let Some(layout) = asked.layout() else { return Vec::new() };
    let mut names: Vec<_> = [Some(layout.pk), layout.sk].into_iter().flatten().map(|key| key.name.text).collect();
    names.extend(layout.type_attribute.map(|name| name.text));
    asked.each(|schema| names.extend(deleted_attribute(schema)));
    names.retain(|name| index.is_none_or(|index| holds_attribute(layout, index.ident, name)));
    names
}

/// Whether items of old schema versions can be upgraded when they are read.
pub(crate) enum Upgrades {
    Possible,
    /// The index lacks attributes that an upgrade may need.
    Impossible,
}

impl QueryRequest {
    /// Restricts the query to some fields of the entity.
    pub(crate) fn project(&mut self, fields: &[&str]) -> Upgrades {
        let schema = self.selection.schema;
        let conditions = self.selection.conditions.as_ref();
        let index = conditions.ok().and_then(|conditions| conditions.first()?.index);
        let is_whole = index.is_none_or(|index| matches!(index.projection, Projection::All));
        if schema.version > 1 && is_whole {
            return Upgrades::Possible;
        }
        // Older items may have a field under another name.
        let fields = fields.iter().filter_map(|name| schema.fields.iter().find(|field| field.field == *name));
        let named = fields.flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
        let mut attributes = telling(&self.selection.asked, index);
        attributes.extend(named);
        if schema.version <= 1 {
            self.selection.settings.attributes = Some(attributes);
            return Upgrades::Possible;
        }
        if let Some(index) = index.filter(|index| !holds_attribute(schema.layout, index.ident, SCHEMA_VERSION)) {
            let fact = format_args!(
                "items of `{}` may have old schema versions, and index `{}` does not hold `{SCHEMA_VERSION}` to tell",
                schema.name, index.ident
            );
            self.selection.conditions = Err(Error::refused(fact, "add it to the projection of the index"));
        }
        attributes.push(SCHEMA_VERSION);
        self.selection.settings.attributes = Some(attributes);
        Upgrades::Impossible
    }
}
