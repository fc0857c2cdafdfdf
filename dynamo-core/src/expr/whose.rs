//! Conditions on whose an item is.

use super::{Compare, Node};
use crate::codec::AttributeValue;
use crate::entity::deciding_tag;
use crate::schema::EntitySchema;

/// Returns the attributes that every item of the entity has, with their values, where its keys alone do not tell.
fn marks(schema: &EntitySchema) -> impl Iterator<Item = (&'static str, AttributeValue)> {
    let tag = deciding_tag(schema).map(|name| (name, AttributeValue::S(schema.tag.to_owned())));
    tag.into_iter()
        .chain(schema.constants.iter().map(|constant| (constant.name.text, constant.value.to_attribute_value())))
}

/// Returns the condition that an existing item is the entity's; `None` if its keys tell.
pub(crate) fn own(schema: &EntitySchema) -> Option<Node> {
    Node::all(marks(schema).map(|(name, value)| Node::compare(name, Compare::Eq, value)))
}

/// Returns the condition that there is no item of the entity: none at all, or another's.
pub(crate) fn no_own(schema: &EntitySchema) -> Node {
    marks(schema).fold(Node::absent(schema.layout.pk.name.text), |any, (name, value)| {
        any.or(Node::absent(name)).or(Node::compare(name, Compare::Ne, value))
    })
}
