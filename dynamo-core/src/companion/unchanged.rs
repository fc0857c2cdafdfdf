//! The condition that an item has not changed since it was read.

use crate::codec::AttributeValue;
use crate::expr::{Compare, Node, Path};
use crate::schema::reserved::PENDING;
use crate::schema::{EntitySchema, Item};

/// Returns the condition that all attributes of the entity's fields are unchanged. Comparing the version would not
/// suffice, since an item that was deleted and created again may have the same version.
pub(crate) fn unchanged(schema: &'static EntitySchema, item: Option<&Item>) -> Node {
    let call = |function, name| Node::Call(function, vec![Node::Path(Path::new(name))]);
    let Some(item) = item else { return call("attribute_not_exists", schema.layout.pk.name.text) };
    let fields = schema.fields.iter();
    let attributes = fields.flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
    let exists = call("attribute_exists", schema.layout.pk.name.text);
    attributes.chain([PENDING]).fold(exists, |all, name| {
        let same = match item.get(name) {
            Some(value) => equals(name, value),
            None => call("attribute_not_exists", name),
        };
        Node::both(Some(all), same)
    })
}

fn equals(name: &'static str, value: &AttributeValue) -> Node {
    let value = Node::Value(Ok(Some(value.clone())));
    Node::Compare(Box::new(Node::Path(Path::new(name))), Compare::Eq, Box::new(value))
}
