//! Which attributes of an item hold sensitive values.

use std::collections::BTreeSet;

use dynamo_core::schema::EntitySchema;

use crate::keys::{fields, places};

/// The attributes of sensitive fields, and of keys that are made from them.
pub(crate) fn hidden(entity: &EntitySchema) -> BTreeSet<&'static str> {
    let sensitive = |field: &str| entity.fields.iter().any(|known| known.field == field && known.sensitive);
    let mut hidden: BTreeSet<&str> = BTreeSet::new();
    for field in entity.fields.iter().filter(|field| field.sensitive) {
        hidden.extend(field.attribute);
        hidden.extend(field.aliases);
    }
    for (_, sides) in places(entity) {
        for (attribute, spec) in sides.all() {
            if fields(spec).iter().any(|part| sensitive(part.field)) {
                hidden.insert(attribute.name.text);
            }
        }
    }
    hidden
}
