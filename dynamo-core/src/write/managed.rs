//! Managed fields: timestamps and versions that a write sets.

use memchr::memmem;

use crate::codec::{AttributeValue, item_to_json, own_item};
use crate::entity::EntityCode;
use crate::error::Error;
use crate::expr::{Changes, Compare, Node, Path};
use crate::key::Timestamp;
use crate::schema::{EntitySchema, FieldSchema, Item, Role, is_in_an_index};

fn fields(schema: &EntitySchema, roles: &[Role]) -> impl Iterator<Item = (&'static FieldSchema, &'static str)> {
    let fields = schema.fields.iter().filter(|field| roles.contains(&field.role));
    fields.filter_map(|field| Some((field, field.attribute?)))
}

/// The attribute of the version.
pub(crate) fn version(schema: &EntitySchema) -> Option<&'static str> {
    fields(schema, &[Role::Version]).next().map(|(_, attribute)| attribute)
}

/// The field that says when an item was deleted softly.
pub(crate) fn deleted_at(schema: &EntitySchema) -> Option<(&'static FieldSchema, &'static str)> {
    fields(schema, &[Role::DeletedAt]).next()
}

const TIMES: [Role; 2] = [Role::CreatedAt, Role::UpdatedAt];

/// Whether writes fill in a time.
pub(crate) fn has_times(schema: &EntitySchema) -> bool {
    fields(schema, &TIMES).next().is_some()
}

/// Whether an item in JSON may have a time that the caller left open.
pub(crate) fn may_be_open(schema: &EntitySchema, json: &[u8]) -> bool {
    fields(schema, &TIMES).any(|(_, attribute)| {
        let name = format!("\"{attribute}\":");
        let open = [format!("{{\"S\":\"{}\"", Timestamp::default()), "{\"N\":\"0\"".to_owned(), "{\"NULL\"".to_owned()];
        let mut values = memmem::find_iter(json, name.as_bytes()).map(|at| &json[at + name.len()..]).peekable();
        // A nested one of the same name may come first: looking closer does no harm.
        values.peek().is_none() || values.any(|value| open.iter().any(|open| value.starts_with(open.as_bytes())))
    })
}

fn is_open(value: Option<&AttributeValue>) -> bool {
    match value {
        None | Some(AttributeValue::Null(_)) => true,
        Some(AttributeValue::S(text)) => *text == Timestamp::default().to_string(),
        Some(AttributeValue::N(digits)) => digits == "0",
        Some(_) => false,
    }
}

/// Sets times that the caller left open to the present; with `touch`, the time of the last write in any case.
pub(crate) fn fill(code: &EntityCode, now: Timestamp, mut item: Item, touch: bool) -> Result<Item, Error> {
    let mut changed = false;
    for (field, attribute) in fields(code.schema, &TIMES) {
        if is_open(item.get(attribute)) || touch && field.role == Role::UpdatedAt {
            item.insert(attribute.to_owned(), now.as_attribute(field.ty));
            changed = true;
        }
    }
    match code.rewrite {
        // Keys may be made from them.
        Some(rewrite) if changed => own_item(&rewrite(&item_to_json(&item))?),
        _ => Ok(item),
    }
}

/// Touches a whole item that is written again: the next version, and the time of the last write.
pub(crate) fn touch(schema: &EntitySchema, now: Timestamp, item: &mut Item) {
    advance(schema, item);
    for (field, attribute) in fields(schema, &[Role::UpdatedAt]) {
        if !is_in_an_index(schema, field.field) {
            item.insert(attribute.to_owned(), now.as_attribute(field.ty));
        }
    }
}

/// Sets the next version; gives back the version that must be there.
pub(crate) fn advance(schema: &EntitySchema, item: &mut Item) -> Option<ExpectedVersion> {
    let attribute = version(schema)?;
    let given = item.get(attribute).and_then(|value| value.as_n().ok()).cloned().unwrap_or_else(|| "0".to_owned());
    let next = given.parse::<u64>().unwrap_or_default().saturating_add(1);
    item.insert(attribute.to_owned(), AttributeValue::N(next.to_string()));
    Some(ExpectedVersion { attribute, given })
}

/// A version that must be there.
#[derive(Debug, Clone)]
pub(crate) struct ExpectedVersion {
    attribute: &'static str,
    given: String,
}

impl ExpectedVersion {
    pub(crate) fn node(&self) -> Node {
        let path = || Node::Path(Path::new(self.attribute));
        let value = Node::Value(Ok(Some(AttributeValue::N(self.given.clone()))));
        let same = Node::Compare(Box::new(path()), Compare::Eq, Box::new(value));
        if self.given != "0" {
            return same;
        }
        // An item from before there were versions.
        Node::Or(Box::new(same), Box::new(Node::Call("attribute_not_exists", vec![path()])))
    }

    /// Whether the item has another one.
    pub(crate) fn differs(&self, item: &Item) -> bool {
        match item.get(self.attribute) {
            Some(AttributeValue::N(digits)) => *digits != self.given,
            Some(_) => true,
            None => self.given != "0",
        }
    }
}

/// The changes of an update with the next version, and with `now` the time of the last write.
pub(crate) fn touched(schema: &EntitySchema, changes: &Changes, now: Option<Timestamp>) -> Changes {
    let mut touched = changes.clone();
    if let Some(version) = version(schema) {
        touched.add_value(version, AttributeValue::N("1".to_owned()));
    }
    let Some(now) = now else { return touched };
    for (field, attribute) in fields(schema, &[Role::UpdatedAt]) {
        if !changes.roots().any(|root| root == attribute) {
            touched.set_managed(attribute, now.as_attribute(field.ty));
        }
    }
    touched
}
