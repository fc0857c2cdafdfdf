//! The attributes that a read asks for, where it does not ask for whole items.

use crate::entity::Among;
use crate::error::{Error, InvalidKind};
use crate::expr::Placeholders;
use crate::query::QuerySpec;
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{EntitySchema, IndexProjection, IndexSchema, deleted_attribute, holds_attribute};

/// Returns the attributes that tell which of the entities an item is of, and whether it is softly deleted, as far as the
/// table or index holds them.
fn telling(asked: &Among, index: Option<&IndexSchema>) -> Vec<&'static str> {
    let Some(layout) = asked.layout() else { return Vec::new() };
    let mut names: Vec<_> = [Some(layout.pk), layout.sk].into_iter().flatten().map(|key| key.name.text).collect();
    names.extend(layout.type_attribute.map(|name| name.text));
    asked.each(|schema| {
        names.extend(deleted_attribute(schema));
        names.extend(schema.constants.iter().map(|constant| constant.name.text));
    });
    names.retain(|name| index.is_none_or(|index| holds_attribute(layout, index.ident, name)));
    names
}

/// Returns whether only an upgrade tells of some items whether they are softly deleted.
fn may_hide_old(asked: &Among) -> bool {
    let mut may = false;
    asked.each(|schema| may |= schema.may_hide_old());
    may
}

/// Whether items of old schema versions can be upgraded when they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Upgrades {
    Possible,
    /// The index lacks attributes that an upgrade may need.
    Impossible,
}

/// The attributes of some fields, and of what tells whose item they are of.
pub(crate) struct ReadFields {
    /// `None` for whole items, which an upgrade needs.
    pub(crate) attributes: Option<Vec<&'static str>>,
    pub(crate) upgrades: Upgrades,
    /// Why the index cannot be read for them.
    pub(crate) error: Option<Error>,
}

impl ReadFields {
    /// Returns what to read for some fields of an entity, given by their names.
    pub(crate) fn of(schema: &'static EntitySchema, index: Option<&IndexSchema>, fields: &[&str]) -> Self {
        let is_whole = index.is_none_or(|index| matches!(index.projection, IndexProjection::All));
        if schema.version > 1 && is_whole {
            return Self { attributes: None, upgrades: Upgrades::Possible, error: None };
        }
        // Older items may have a field under another name.
        let fields = fields.iter().filter_map(|name| schema.fields.iter().find(|field| field.field == *name));
        let named = fields.flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
        let mut attributes = telling(&Among::One(schema), index);
        attributes.extend(named);
        if schema.version <= 1 {
            return Self { attributes: Some(attributes), upgrades: Upgrades::Possible, error: None };
        }
        let index = index.filter(|index| !holds_attribute(schema.layout, index.ident, SCHEMA_VERSION));
        let error = index.map(|index| {
            let fact = format_args!(
                "items of `{}` may have old schema versions, and index `{}` does not hold `{SCHEMA_VERSION}` to tell",
                schema.name, index.ident
            );
            Error::invalid(InvalidKind::Undeclared, fact, "add it to the projection of the index")
        });
        attributes.push(SCHEMA_VERSION);
        Self { attributes: Some(attributes), upgrades: Upgrades::Impossible, error }
    }
}

impl QuerySpec {
    /// Restricts it to some fields of the entity.
    pub(crate) fn project(&mut self, fields: &[&str]) -> Upgrades {
        let ReadFields { attributes, upgrades, error } = ReadFields::of(self.schema, self.index, fields);
        self.attributes = attributes;
        if let Some(error) = error {
            self.parts = Err(error);
        }
        upgrades
    }

    /// Restricts it to what tells items apart, which suffices to count them. Returns false if an item has to be read whole to tell
    /// whether it is softly deleted.
    pub(super) fn count_keys(&mut self) -> bool {
        let is_upgraded = self.filter.is_some() && self.upgraded.is_some();
        // What is softly deleted is in no index.
        let is_read = self.index.is_none() && !self.deleted && may_hide_old(&self.asked);
        self.attributes = (!is_upgraded && !is_read).then(|| telling(&self.asked, self.index));
        !is_read
    }
}

/// Renders the names of attributes as a projection expression.
pub(super) fn projection<'a>(names: impl Iterator<Item = &'a &'static str>, placeholders: &mut Placeholders) -> String {
    let mut names: Vec<_> = names.map(|name| placeholders.name(name)).collect();
    names.sort();
    names.dedup();
    names.join(", ")
}
