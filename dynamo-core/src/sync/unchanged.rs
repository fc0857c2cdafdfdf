//! That an item is still what it was when it was read.

use super::PENDING;
use crate::Item;
use crate::codec::AttributeValue;
use crate::expr::{Compare, Node, Path};
use crate::schema::{EntitySchema, TableLayout};

/// The condition: everything that the entity's fields say. A version alone would not do: an item that was deleted and
/// created again has the same one.
pub(crate) fn unchanged(layout: &'static TableLayout, schema: &'static EntitySchema, item: Option<&Item>) -> Node {
    let call = |function, name| Node::Call(function, vec![Node::Path(Path::new(name))]);
    let Some(item) = item else { return call("attribute_not_exists", layout.pk.name.text) };
    let fields = schema.fields.iter();
    let attributes = fields.flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
    let exists = call("attribute_exists", layout.pk.name.text);
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
