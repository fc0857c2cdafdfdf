//! The condition of a write, and the meaning of its failure.

use super::fixed::Fixed;
use super::managed::ExpectedVersion;
use super::upgrade::{current, version_is};
use crate::codec::{AttributeValue, Item, canonical, compare_numbers};
use crate::entity::{EntityCode, is_own, owns_keys};
use crate::error::{Error, Failure};
use crate::expr::{Compare, Node, Path, Placeholders, no_own, own};
use crate::schema::{EntitySchema, deleted_attribute};

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
    /// The entity that the item must be of, if it exists, where its key does not tell.
    owner: Option<&'static EntitySchema>,
    /// Whether an item of another entity counts as absent.
    passes_others: bool,
    /// Whether the item is created if it does not exist.
    creates: bool,
    /// The functions of the entity, which can upgrade an item of an older schema version.
    code: Option<&'static EntityCode>,
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

    /// Requires an item of the entity where others may have its key.
    pub(crate) fn owned_by(self, code: &'static EntityCode) -> Self {
        Self { owner: Some(code.schema).filter(|schema| !owns_keys(schema)), code: Some(code), ..self }
    }

    /// Requires that no item of the entity exists, whatever others have its key.
    pub(crate) fn require_absence(&mut self) {
        (self.exists, self.passes_others) = (Some(false), true);
    }

    /// Returns whether an item with the write's key is another entity's.
    pub(crate) fn is_foreign(&self, item: &Item) -> bool {
        self.owner.is_some_and(|schema| !is_own(schema, item))
    }

    /// Adds a condition of the caller; repeated calls are combined with AND. It is about items of the current schema
    /// version: an older one is upgraded first.
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
            || self.owner.is_some()
    }

    /// Returns the condition of the write.
    pub(super) fn node(&self, schema: &EntitySchema) -> Option<Node> {
        let call = |function| Node::Call(function, vec![Node::Path(Path::new(schema.layout.pk.name.text))]);
        let absent = || call("attribute_not_exists");
        let exists = self.exists.map(|exists| match exists {
            true => call("attribute_exists"),
            false if self.passes_others => no_own(schema),
            false => absent(),
        });
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
        let owner = self.owner.filter(|_| self.exists != Some(false)).and_then(own).map(|own| match self.exists {
            Some(_) => own,
            None => Node::Or(Box::new(absent()), Box::new(own)),
        });
        let fixed = self.fixed.node().filter(|_| self.exists != Some(false)).map(|fixed| match self.exists {
            Some(_) => fixed,
            None => Node::Or(Box::new(absent()), Box::new(fixed)),
        });
        let all = [exists, owner, version, self.given.clone(), self.system.clone(), alive, fixed];
        let all = all.into_iter().flatten().chain(numbers);
        all.reduce(|all, node| Node::both(Some(all), node))
    }

    pub(crate) fn render(
        &self,
        schema: &EntitySchema,
        placeholders: &mut Placeholders,
    ) -> Result<Option<String>, Error> {
        self.node(schema).map(|node| node.render(schema, placeholders)).transpose()
    }

    /// Describes the caller's condition, for errors.
    pub(crate) fn describe(&self, schema: &EntitySchema) -> Option<String> {
        self.given.as_ref().map(|node| node.describe(schema))
    }

    /// Returns whether an item of the entity is softly deleted; an older form may say so under another name.
    fn is_deleted(&self, item: Option<&Item>) -> bool {
        let Some((attribute, item)) = self.deleted.zip(item).filter(|(_, item)| !self.is_foreign(item)) else {
            return false;
        };
        let says = |item: &Item| item.get(attribute).is_some_and(|value| !matches!(value, AttributeValue::Null(_)));
        let upgraded = || self.code.and_then(|code| current(code, item).ok().flatten());
        says(item) || upgraded().is_some_and(|item| says(&item))
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
            (Error::ConditionFailed(failure), Some(true)) if failure.item.is_none() => self.missing(failure),
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

/// Returns the condition that an item is not softly deleted.
fn alive(attribute: &'static str) -> Node {
    let path = || Node::Path(Path::new(attribute));
    let absent = Node::Call("attribute_not_exists", vec![path()]);
    let null = Node::Value(Ok(Some(AttributeValue::Null(true))));
    Node::Or(Box::new(absent), Box::new(Node::Compare(Box::new(path()), Compare::Eq, Box::new(null))))
}

fn is_zero(number: &AttributeValue) -> bool {
    number.as_n().is_ok_and(|digits| compare_numbers(digits, "0").is_eq())
}
