//! Fields that never change: what a write over an existing item requires of it.

use crate::codec::{AttributeValue, Item, canonical};
use crate::error::Error;
use crate::expr::{Compare, Node, Path};
use crate::schema::{AttributeType, EntitySchema, FieldSchema, is_in_primary_key};

/// The values of immutable fields, which an existing item must have too.
///
/// An item that lacks such a field takes the value that is given, since it may be older than the field. Where `None`, an
/// empty set, or what `skip_serializing_if` leaves out is a value of the field, lacking it is that value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fixed(Vec<Required>);

/// An immutable field and its value.
#[derive(Debug, Clone)]
struct Required {
    field: &'static FieldSchema,
    value: Option<AttributeValue>,
    /// Whether an item that lacks the field has another value.
    held: bool,
}

impl Required {
    fn new(field: &'static FieldSchema, value: Option<AttributeValue>) -> Self {
        Self { field, value, held: is_a_value(field) }
    }
}

/// Returns the immutable fields, with their attributes. A primary key never changes anyway.
fn fields(schema: &'static EntitySchema) -> impl Iterator<Item = (&'static FieldSchema, &'static str)> {
    let fields = schema.fields.iter().filter(|field| field.immutable && !is_in_primary_key(schema, field.field));
    fields.filter_map(|field| Some((field, field.attribute?)))
}

/// Returns whether the entity has immutable fields.
pub(crate) fn has_fixed(schema: &'static EntitySchema) -> bool {
    fields(schema).next().is_some()
}

/// Returns an error if an update changes an immutable field, or a part of one. `fixed` are those that it requires.
pub(crate) fn refuse_changes<'a>(
    schema: &'static EntitySchema,
    mut roots: impl Iterator<Item = &'a str>,
    fixed: &Fixed,
) -> Result<(), Error> {
    let is_required = |field: &FieldSchema| fixed.0.iter().any(|required| required.field.field == field.field);
    let changed = roots.find_map(|root| fields(schema).find(|(field, name)| *name == root && !is_required(field)));
    match changed {
        Some((field, _)) => Err(Error::refused(
            format_args!("`{}` of `{}` is `immutable`, and an update changes it", field.field, schema.name),
            "it is given when the item is created: leave it out",
        )),
        None => Ok(()),
    }
}

impl Fixed {
    /// Takes the values that a whole item has.
    pub(crate) fn of(schema: &'static EntitySchema, item: &Item) -> Self {
        let value = |name: &str| item.get(name).filter(|value| !is_null(value)).cloned();
        Self(fields(schema).map(|(field, name)| Required::new(field, value(name))).collect())
    }

    /// Adds the value of the field that is stored as `attribute`.
    pub(crate) fn require(&mut self, schema: &'static EntitySchema, attribute: &str, value: Option<AttributeValue>) {
        let field = fields(schema).find(|(_, name)| *name == attribute);
        self.0.extend(field.map(|(field, _)| Required::new(field, value)));
    }

    /// Requires that an existing item has the fields that are stored as `attributes`: it cannot take their values.
    pub(crate) fn hold(&mut self, attributes: &[&str]) {
        for required in &mut self.0 {
            required.held |= required.field.attribute.is_some_and(|name| attributes.contains(&name));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the condition that an existing item has these values.
    pub(crate) fn node(&self) -> Option<Node> {
        let nodes = self.0.iter().map(|Required { field, value, held }| {
            let absent = names(field).map(is_absent).reduce(|all, one| Node::And(Box::new(all), Box::new(one)));
            let same = value.as_ref().and_then(|value| {
                let same = names(field).map(|name| equals(name, value));
                same.reduce(|any, one| Node::Or(Box::new(any), Box::new(one)))
            });
            match (absent, same) {
                (Some(absent), Some(same)) if !held => Some(Node::Or(Box::new(absent), Box::new(same))),
                (_, Some(same)) => Some(same),
                (absent, None) => absent,
            }
        });
        nodes.flatten().reduce(|all, node| Node::both(Some(all), node))
    }

    /// Returns the first field for which the item has another value.
    pub(crate) fn differs(&self, item: &Item) -> Option<&'static str> {
        let differs = |Required { field, value, held }: &&Required| {
            let mut found = names(field).filter_map(|name| item.get(name)).filter(|found| !is_null(found)).peekable();
            match (found.peek(), value) {
                (None, Some(_)) => *held,
                (None, None) => false,
                (Some(_), None) => true,
                (Some(_), Some(value)) => !found.any(|found| canonical(found) == canonical(value)),
            }
        };
        self.0.iter().find(differs).map(|required| required.field.field)
    }
}

/// Returns whether an item without the field has a value for it: `None`, an empty set, or one that is left out.
fn is_a_value(field: &FieldSchema) -> bool {
    field.optional || field.ty == AttributeType::Set || field.skippable
}

/// Returns the names that a field is read from.
fn names(field: &'static FieldSchema) -> impl Iterator<Item = &'static str> {
    field.attribute.into_iter().chain(field.aliases.iter().copied())
}

fn is_null(value: &AttributeValue) -> bool {
    matches!(value, AttributeValue::Null(_))
}

fn equals(name: &'static str, value: &AttributeValue) -> Node {
    let value = Node::Value(Ok(Some(value.clone())));
    Node::Compare(Box::new(Node::Path(Path::new(name))), Compare::Eq, Box::new(value))
}

fn is_absent(name: &'static str) -> Node {
    let absent = Node::Call("attribute_not_exists", vec![Node::Path(Path::new(name))]);
    Node::Or(Box::new(absent), Box::new(equals(name, &AttributeValue::Null(true))))
}
