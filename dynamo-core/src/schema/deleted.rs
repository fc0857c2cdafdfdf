//! Which entities can be deleted softly.

use super::{EntitySchema, Role};

/// The attribute that says when an item was deleted; `None` if items of the entity cannot be deleted softly.
pub(crate) const fn deleted_attribute(schema: &EntitySchema) -> Option<&'static str> {
    let mut fields = schema.fields;
    while let [field, after @ ..] = fields {
        if matches!(field.role, Role::DeletedAt) {
            return field.attribute;
        }
        fields = after;
    }
    None
}

impl EntitySchema {
    /// Whether items may be softly deleted, and of an old schema version that has another form of saying so.
    pub(crate) const fn may_hide_old(&self) -> bool {
        self.version > 1 && deleted_attribute(self).is_some()
    }
}
