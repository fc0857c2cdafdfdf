//! The condition of a write, and the meaning of its failure.

use super::fixed::Fixed;
use super::managed::ExpectedVersion;
use super::upgrade::version_is;
use crate::codec::{AttributeValue, canonical, compare_numbers};
use crate::entity::{constant_value, has_constants};
use crate::error::{Error, Failure};
use crate::expr::{Compare, Node, Path, Placeholders};
use crate::schema::{EntitySchema, Item, deleted_attribute};

#[derive(Debug, Clone, Default)]
pub(crate) struct Guard {
    /// Whether an item must, or must not, exist.
    pub(crate) exists: Option<bool>,
    /// The caller's condition.
    given: Option<Node>,
    /// The framework's own condition.
    system: Option<Node>,
    /// The version that the item must have, if it exists.
    pub(crate) version: Option<ExpectedVersion>,
    /// The attribute that an item lacks unless it is softly deleted.
    deleted: Option<&'static str>,
    /// The numbers that the item must have, if it exists: those that count other items.
    pub(crate) numbers: Vec<(&'static str, AttributeValue)>,
    /// The values of immutable fields that the item must have, if it exists.
    pub(crate) fixed: Fixed,
    /// The type attribute and the tag that the item must have, if it exists: its key may be another entity's.
    tag: Option<(&'static str, &'static str)>,
    /// Whether the item is created if it does not exist.
    creates: bool,
}

/// Returns the condition that an item has the constants of its entity.
fn constants(schema: &EntitySchema) -> Option<Node> {
    let nodes = schema.constants.iter().map(|constant| {
        let value = Node::Value(Ok(Some(constant_value(constant))));
        Node::Compare(Box::new(Node::Path(Path::new(constant.name.text))), Compare::Eq, Box::new(value))
    });
    nodes.reduce(|all, node| Node::both(Some(all), node))
}

impl Guard {
    pub(crate) fn exists(exists: bool) -> Self {
        Self { exists: Some(exists), ..Self::default() }
    }

    /// Creates the guard of an update: the item exists, in the current schema version, and is not deleted.
    pub(crate) fn of_update(schema: &'static EntitySchema) -> Self {
        let system = (schema.version > 0).then(|| version_is(schema.version));
        Self { exists: Some(true), system, ..Self::default() }.alive(schema)
    }

    /// Creates the guard of an upsert over an existing item.
    pub(crate) fn of_upsert(schema: &'static EntitySchema) -> Self {
        Self { creates: true, ..Self::of_update(schema) }
    }

    /// Requires that the item is not softly deleted.
    pub(crate) fn alive(self, schema: &'static EntitySchema) -> Self {
        Self { deleted: deleted_attribute(schema), ..self }
    }

    /// Adds a condition of the caller; repeated calls are combined with AND. It is about items of the current schema
    /// version: an older one is upgraded first.
    /// Requires the entity's own type where others may have its key.
    pub(crate) fn typed(mut self, schema: &'static EntitySchema) -> Self {
        let name = schema.layout.type_attribute.filter(|_| !schema.shares_key.is_empty());
        self.tag = name.map(|name| (name.text, schema.tag));
        self
    }

    /// Returns whether an item with the write's key is another entity's.
    pub(crate) fn is_foreign(&self, item: &Item) -> bool {
        let is_own =
            |(name, tag): (&str, &str)| matches!(item.get(name), Some(AttributeValue::S(found)) if found == tag);
        self.tag.is_some_and(|tag| !is_own(tag))
    }

    /// Returns the condition that the key is another entity's, or nobody's.
    pub(crate) fn not_own(
        &self,
        schema: &EntitySchema,
        placeholders: &mut Placeholders,
    ) -> Result<Option<String>, Error> {
        let Some((name, tag)) = self.tag else { return Ok(None) };
        let other = Node::Compare(Box::new(Node::Path(Path::new(name))), Compare::Ne, Box::new(text(tag)));
        let untagged = Node::Call("attribute_not_exists", vec![Node::Path(Path::new(name))]);
        Node::Or(Box::new(other), Box::new(untagged)).render(schema, placeholders).map(Some)
    }

    pub(crate) fn and(&mut self, condition: Node, schema: &'static EntitySchema) {
        self.given = Some(Node::both(self.given.take(), condition));
        self.require_current(schema);
    }

    /// Requires an item of the current schema version if the guard looks into it: another is upgraded first, since the
    /// stored form may have what the guard looks for under another name.
    pub(crate) fn require_current(&mut self, schema: &'static EntitySchema) {
        if self.looks_inside() {
            self.require_version(schema);
        }
    }

    /// Requires an item of the current schema version, if there is one.
    pub(crate) fn require_version(&mut self, schema: &'static EntitySchema) {
        if self.system.is_none() && schema.version > 1 {
            let pk = Node::Path(Path::new(schema.layout.pk.name.text));
            let absent = Node::Call("attribute_not_exists", vec![pk]);
            self.system = Some(Node::Or(Box::new(version_is(schema.version)), Box::new(absent)));
        }
    }

    /// Returns whether the guard depends on more than the existence of the item.
    pub(crate) fn looks_inside(&self) -> bool {
        let inside =
            self.version.is_some() || self.deleted.is_some() || !self.numbers.is_empty() || !self.fixed.is_empty();
        self.given.is_some() || inside && self.exists != Some(false)
    }

    /// Returns whether the caller asked for anything.
    pub(crate) fn is_asked(&self) -> bool {
        self.exists.is_some() || self.given.is_some()
    }

    /// Returns the guard with one more condition of the framework.
    pub(crate) fn only_if(&self, node: Option<Node>) -> Self {
        let system = match node {
            Some(node) => Some(Node::both(self.system.clone(), node)),
            None => self.system.clone(),
        };
        Self { system, ..self.clone() }
    }

    pub(crate) fn is_conditional(&self) -> bool {
        self.exists.is_some()
            || self.given.is_some()
            || self.system.is_some()
            || self.version.is_some()
            || self.deleted.is_some()
            || !self.numbers.is_empty()
            || !self.fixed.is_empty()
            || self.tag.is_some()
    }

    pub(crate) fn render(
        &self,
        schema: &EntitySchema,
        placeholders: &mut Placeholders,
    ) -> Result<Option<String>, Error> {
        let pk = Path::new(schema.layout.pk.name.text);
        let exists = self.exists.map(|exists| {
            let function = if exists { "attribute_exists" } else { "attribute_not_exists" };
            Node::Call(function, vec![Node::Path(pk.clone())])
        });
        let absent = || Node::Call("attribute_not_exists", vec![Node::Path(pk.clone())]);
        let version = self.version.as_ref().map(|version| match self.exists {
            Some(_) => version.node(),
            None => Node::Or(Box::new(absent()), Box::new(version.node())),
        });
        // An item that must not exist is not deleted either.
        let alive = self.deleted.filter(|_| self.exists != Some(false)).map(alive);
        let numbers = self.numbers.iter().filter(|_| self.exists != Some(false)).map(|(name, number)| {
            let path = || Node::Path(Path::new(name));
            let same = Node::Compare(Box::new(path()), Compare::Eq, Box::new(Node::Value(Ok(Some(number.clone())))));
            // A number that is absent is zero.
            let unset = Node::Call("attribute_not_exists", vec![path()]);
            if is_zero(number) {
                Node::Or(Box::new(same), Box::new(unset))
            } else {
                Node::Or(Box::new(same), Box::new(absent()))
            }
        });
        let own = self.tag.filter(|_| self.exists != Some(false)).map(|(name, tag)| {
            let own = Node::Compare(Box::new(Node::Path(Path::new(name))), Compare::Eq, Box::new(text(tag)));
            if self.exists.is_some() { own } else { Node::Or(Box::new(absent()), Box::new(own)) }
        });
        let fixed = self.fixed.node().filter(|_| self.exists != Some(false)).map(|fixed| match self.exists {
            Some(_) => fixed,
            None => Node::Or(Box::new(absent()), Box::new(fixed)),
        });
        // An item that must exist must be the entity's.
        let constants = constants(schema).filter(|_| self.exists == Some(true));
        let own = [exists, own, constants, version, self.given.clone(), self.system.clone(), alive, fixed];
        let all = own.into_iter().flatten().chain(numbers);
        let all = all.reduce(|all, node| Node::both(Some(all), node));
        all.map(|node| node.render(schema, placeholders)).transpose()
    }

    /// Describes the caller's condition, for errors.
    pub(crate) fn describe(&self, schema: &EntitySchema) -> Option<String> {
        self.given.as_ref().map(|node| node.describe(schema))
    }

    fn is_deleted(&self, item: Option<&Item>) -> bool {
        let value = self.deleted.zip(item).and_then(|(attribute, item)| item.get(attribute));
        value.is_some_and(|value| !matches!(value, AttributeValue::Null(_)))
    }

    fn is_version_conflict(&self, item: Option<&Item>) -> bool {
        let differs = |(name, number): &(&str, AttributeValue), item: &Item| match item.get(*name) {
            Some(found) => canonical(found) != canonical(number),
            None => !is_zero(number),
        };
        let counted = item.is_some_and(|item| self.numbers.iter().any(|number| differs(number, item)));
        counted || matches!((&self.version, item), (Some(version), Some(item)) if version.differs(item))
    }

    /// Returns the error for an item of the entity that does not exist; another's may be in the way of its creation.
    fn missing(&self, failure: Box<Failure>) -> Error {
        if self.creates && failure.item.is_some() { Error::Exists(failure) } else { Error::NotFound(failure) }
    }

    /// Turns a failed condition into what it means: the item exists, does not exist, is deleted, or has another version.
    pub(crate) fn explain(&self, error: Error) -> Error {
        let is_foreign = |failure: &Failure| failure.item.as_ref().is_some_and(|item| self.is_foreign(item));
        match (error, self.exists) {
            (Error::ConditionFailed(failure), Some(true)) if is_foreign(&failure) => self.missing(failure),
            (Error::ConditionFailed(failure), None) if is_foreign(&failure) && self.given.is_none() => {
                Error::Exists(failure)
            }
            (error @ Error::ConditionFailed(_), None) if error.failure().is_some_and(is_foreign) => error,
            (Error::ConditionFailed(failure), _) if self.is_deleted(failure.item.as_ref()) => Error::Deleted(failure),
            (Error::ConditionFailed(failure), Some(false)) if failure.item.is_some() => Error::Exists(failure),
            (Error::ConditionFailed(failure), Some(true)) if !is_of_the_entity(&failure) => self.missing(failure),
            (Error::ConditionFailed(failure), _) if self.is_version_conflict(failure.item.as_ref()) => {
                Error::VersionConflict(failure)
            }
            (Error::ConditionFailed(mut failure), _) => {
                failure.immutable = failure.item.as_ref().and_then(|item| self.fixed.differs(item));
                Error::ConditionFailed(failure)
            }
            (error, _) => error,
        }
    }
}

/// Returns whether there is an item of the entity: one without its constants is another's.
fn is_of_the_entity(failure: &Failure) -> bool {
    let lacks = |item: &Item| failure.request.entity.is_some_and(|schema| !has_constants(schema, item));
    failure.item.as_ref().is_some_and(|item| !lacks(item))
}

/// Returns the condition that an item is not softly deleted.
fn alive(attribute: &'static str) -> Node {
    let path = || Node::Path(Path::new(attribute));
    let absent = Node::Call("attribute_not_exists", vec![path()]);
    let null = Node::Value(Ok(Some(AttributeValue::Null(true))));
    Node::Or(Box::new(absent), Box::new(Node::Compare(Box::new(path()), Compare::Eq, Box::new(null))))
}

fn text(text: &str) -> Node {
    Node::Value(Ok(Some(AttributeValue::S(text.to_owned()))))
}

fn is_zero(number: &AttributeValue) -> bool {
    number.as_n().is_ok_and(|digits| compare_numbers(digits, "0").is_eq())
}
