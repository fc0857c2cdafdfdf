//! Fields that never change: what a write over an existing item requires of it.
//!
//! An item that lacks such a field takes the value that is given, since it may be older than the field. Where `None`, an
//! empty set, or what `skip_serializing_if` leaves out is a value of the field, lacking it is that value.

use super::clauses::{Clause, Clauses};
use crate::codec::{AttributeValue, Item};
use crate::error::{Error, InvalidKind};
use crate::expr::{Changes, Compare, Node};
use crate::schema::{AttributeType, EntitySchema, FieldSchema, is_in_primary_key};

/// Returns the immutable fields, with their attributes. A primary key never changes anyway.
fn fields(schema: &'static EntitySchema) -> impl Iterator<Item = (&'static FieldSchema, &'static str)> {
    let fields = schema.fields.iter().filter(|field| field.immutable && !is_in_primary_key(schema, field.field));
    fields.filter_map(|field| Some((field, field.attribute?)))
}

/// Returns whether the entity has immutable fields.
pub(super) fn has_fixed(schema: &'static EntitySchema) -> bool {
    fields(schema).next().is_some()
}

/// Requires the values that a whole item has.
pub(super) fn require_all(clauses: &mut Clauses, schema: &'static EntitySchema, item: &Item) {
    for (field, name) in fields(schema) {
        require(clauses, field, item.get(name).filter(|value| !value.is_null()));
    }
}

/// Requires the value of the field that is stored as `attribute`.
pub(super) fn require_one(
    clauses: &mut Clauses,
    schema: &'static EntitySchema,
    attribute: &str,
    value: Option<&AttributeValue>,
) {
    if let Some((field, _)) = fields(schema).find(|(_, name)| *name == attribute) {
        require(clauses, field, value);
    }
}

fn require(clauses: &mut Clauses, field: &'static FieldSchema, value: Option<&AttributeValue>) {
    let same = value.and_then(|value| names(field).map(|name| equals(name, value)).reduce(Node::or));
    let node = match (lacks(field), same) {
        (Some(lacks), Some(same)) if !is_a_value(field) => Some(lacks.or(same)),
        (lacks, same) => same.or(lacks),
    };
    if let Some(node) = node {
        clauses.add(Clause::Immutable(field.field), node);
    }
}

/// Returns the clauses of an update with one more for each immutable field that the item must have already: it cannot take the
/// value that is given for it.
pub(super) fn hold_given(clauses: &Clauses, schema: &'static EntitySchema, changes: &Changes) -> Clauses {
    let mut all = clauses.clone();
    let held =
        |name: &str| changes.held.contains(&name) && changes.given_value(name).is_some_and(|value| !value.is_null());
    for (field, _) in fields(schema).filter(|(_, name)| held(name)) {
        if let Some(lacks) = lacks(field).filter(|_| clauses.has(Clause::Immutable(field.field))) {
            all.add(Clause::Immutable(field.field), Node::Not(Box::new(lacks)));
        }
    }
    all
}

/// Returns an error if an update changes an immutable field, or a part of one, of which it requires no value.
pub(super) fn refuse_changes<'a>(
    schema: &'static EntitySchema,
    mut roots: impl Iterator<Item = &'a str>,
    clauses: &Clauses,
) -> Result<(), Error> {
    let is_required = |field: &FieldSchema| clauses.has(Clause::Immutable(field.field));
    let changed = roots.find_map(|root| fields(schema).find(|(field, name)| *name == root && !is_required(field)));
    match changed {
        Some((field, _)) => Err(Error::invalid(
            InvalidKind::Unchangeable,
            format_args!("`{}` of `{}` is `immutable`, and an update changes it", field.field, schema.name),
            "it is given when the item is created: leave it out",
        )),
        None => Ok(()),
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

/// Returns the condition that an item lacks the field.
fn lacks(field: &'static FieldSchema) -> Option<Node> {
    Node::all(names(field).map(|name| Node::absent(name).or(equals(name, &AttributeValue::Null(true)))))
}

fn equals(name: &'static str, value: &AttributeValue) -> Node {
    Node::compare(name, Compare::Eq, value.clone())
}
