//! Fields that writes keep: times and versions.

use memchr::memmem;

use crate::codec::AttributeValue;
use crate::expr::{Changes, Compare, Node, Path};
use crate::schema::{AttributeType, EntitySchema, FieldSchema, Role};
use crate::{Db, Entity, Error, Item, Timestamp};

/// The present as an attribute: a Number counts seconds.
pub(crate) fn now_as(now: Timestamp, ty: AttributeType) -> AttributeValue {
    match ty {
        AttributeType::N => AttributeValue::N(now.as_millis().div_euclid(1000).to_string()),
        _ => AttributeValue::S(now.to_string()),
    }
}

fn fields(schema: &EntitySchema, roles: &[Role]) -> impl Iterator<Item = (&'static FieldSchema, &'static str)> {
    let fields = schema.fields.iter().filter(|field| roles.contains(&field.role));
    fields.filter_map(|field| Some((field, field.attribute?)))
}

/// The attribute of the version.
pub(crate) fn version(schema: &EntitySchema) -> Option<&'static str> {
    fields(schema, &[Role::Version]).next().map(|(_, attribute)| attribute)
}

/// The field that says when an item was deleted.
pub(crate) fn deleted_at(schema: &EntitySchema) -> Option<(&'static FieldSchema, &'static str)> {
    fields(schema, &[Role::DeletedAt]).next()
}

const TIMES: [Role; 2] = [Role::CreatedAt, Role::UpdatedAt];

/// Whether writes fill in a time.
pub(crate) fn has_times(schema: &EntitySchema) -> bool {
    fields(schema, &TIMES).next().is_some()
}

/// Whether an item in JSON may have a time that was left open.
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

/// Times that were left open become the present; with `touch`, the time of the last write does in any case.
pub(crate) fn fill<E: Entity>(db: &Db, mut item: Item, touch: bool) -> Result<Item, Error> {
    let now = db.now();
    let mut changed = false;
    for (field, attribute) in fields(E::SCHEMA, &TIMES) {
        if is_open(item.get(attribute)) || touch && field.role == Role::UpdatedAt {
            item.insert(attribute.to_owned(), now_as(now, field.ty));
            changed = true;
        }
    }
    // Keys may be made from them.
    if changed { E::from_item(item)?.to_item() } else { Ok(item) }
}

/// A whole item that is written anew: the next version, and the time of the last write.
pub(crate) fn touch(schema: &EntitySchema, now: Timestamp, item: &mut Item) {
    advance(schema, item);
    for (field, attribute) in fields(schema, &[Role::UpdatedAt]) {
        let in_index = crate::schema::is_in_an_index(schema, field.field);
        if !in_index {
            item.insert(attribute.to_owned(), now_as(now, field.ty));
        }
    }
}

/// The next version, and the condition that the one before is there.
pub(crate) fn advance(schema: &EntitySchema, item: &mut Item) -> Option<Expected> {
    let attribute = version(schema)?;
    let given = item.get(attribute).and_then(|value| value.as_n().ok()).cloned().unwrap_or_else(|| "0".to_owned());
    let next = given.parse::<u64>().unwrap_or_default().saturating_add(1);
    item.insert(attribute.to_owned(), AttributeValue::N(next.to_string()));
    Some(Expected { attribute, given })
}

/// A version that must be there.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    attribute: &'static str,
    given: String,
}

impl Expected {
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

/// An update changes the version with the rest, and with `now` the time of the last write.
pub(crate) fn touched<E: Entity>(changes: &Changes, now: Option<Timestamp>) -> Changes {
    let mut touched = changes.clone();
    if let Some(version) = version(E::SCHEMA) {
        touched.add_value(version, AttributeValue::N("1".to_owned()));
    }
    let Some(now) = now else { return touched };
    for (field, attribute) in fields(E::SCHEMA, &[Role::UpdatedAt]) {
        if !changes.roots().any(|root| root == attribute) {
            touched.set_kept(attribute, now_as(now, field.ty));
        }
    }
    touched
}
