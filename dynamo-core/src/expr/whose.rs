//! Conditions on whose an item is.

use super::{Compare, Node, Path};
use crate::codec::AttributeValue;
use crate::entity::{constant_value, deciding_tag};
use crate::schema::EntitySchema;

/// Returns the attributes that every item of the entity has, with their values, where its keys alone do not tell.
fn marks(schema: &EntitySchema) -> impl Iterator<Item = (&'static str, AttributeValue)> {
    let tag = deciding_tag(schema).map(|name| (name, AttributeValue::S(schema.tag.to_owned())));
    tag.into_iter().chain(schema.constants.iter().map(|constant| (constant.name.text, constant_value(constant))))
}

fn compare(name: &'static str, compare: Compare, value: AttributeValue) -> Node {
    Node::Compare(Box::new(Node::Path(Path::new(name))), compare, Box::new(Node::Value(Ok(Some(value)))))
}

/// Returns the condition that an existing item is the entity's; `None` if its keys tell.
pub(crate) fn own(schema: &EntitySchema) -> Option<Node> {
    let nodes = marks(schema).map(|(name, value)| compare(name, Compare::Eq, value));
    nodes.reduce(|all, node| Node::both(Some(all), node))
}

/// Returns the condition that there is no item of the entity: none at all, or another's.
pub(crate) fn no_own(schema: &EntitySchema) -> Node {
    let absent = |name| Node::Call("attribute_not_exists", vec![Node::Path(Path::new(name))]);
    marks(schema).fold(absent(schema.layout.pk.name.text), |any, (name, value)| {
        let other = Node::Or(Box::new(absent(name)), Box::new(compare(name, Compare::Ne, value)));
        Node::Or(Box::new(any), Box::new(other))
    })
}
