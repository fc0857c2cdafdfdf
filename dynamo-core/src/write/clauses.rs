//! What a write requires of the existing item, clause by clause, and what it means when one does not hold.

use std::borrow::Cow;

use crate::codec::{AttributeValue, Item};
use crate::entity::{Age, EntityCode, current, expected_tag, is_own, refuse_foreign, version_of};
use crate::error::{Error, InvalidKind};
use crate::expr::{Compare, Node, no_own, own};
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{EntitySchema, deleted_attribute};

/// What a clause requires of an existing item. In this order they are asked what a failed condition means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Clause {
    /// It is the entity's, where others may have its key. To the entity, another's is absent.
    Own,
    /// It has the entity's tag or none, where the key is the entity's alone.
    Tag,
    /// It is not softly deleted.
    Alive,
    /// Its schema version is not later than the program's, so that a whole item may be written over it.
    NotLater,
    /// It has the version, or the number that counts other items, that the caller has read.
    Version,
    /// It has the value of this immutable field.
    Immutable(&'static str),
    /// It satisfies the caller's condition.
    Given,
    /// It is of the current schema version: an older one is upgraded before clauses look into it.
    Upgraded,
    /// It is as the framework has found it.
    Unchanged,
}

/// Whether there must be an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Presence {
    #[default]
    Any,
    Required,
    /// An upsert: the item is created if there is none.
    Created,
    Forbidden,
    /// There is no item of the entity, whatever others have its key.
    NoneOfEntity,
}

impl Presence {
    fn allows_item(self) -> bool {
        !matches!(self, Self::Forbidden | Self::NoneOfEntity)
    }
}

/// The clauses of a write, all of which must hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clauses {
    pub(crate) presence: Presence,
    /// The entity; `None` for an item of the framework, or one of which only the key is known.
    code: Option<&'static EntityCode>,
    /// Those about the item, in the order of their kinds.
    list: Vec<(Clause, Node)>,
}

impl Clauses {
    /// Creates the clauses that every write of an item of the entity has.
    pub(crate) fn new(code: &'static EntityCode, presence: Presence) -> Self {
        Self { presence, code: Some(code), list: of_entity(code.schema).collect() }
    }

    /// Creates one clause that is about what the framework has found.
    pub(crate) fn unchanged(node: Option<Node>) -> Self {
        Self { list: node.map(|node| (Clause::Unchanged, node)).into_iter().collect(), ..Self::default() }
    }

    pub(crate) fn add(&mut self, clause: Clause, node: Node) {
        let at = self.list.partition_point(|(known, _)| *known <= clause);
        self.list.insert(at, (clause, node));
    }

    /// Requires that the item is not softly deleted.
    pub(crate) fn require_alive(&mut self, schema: &EntitySchema) {
        if let Some(attribute) = deleted_attribute(schema) {
            let null = Node::compare(attribute, Compare::Eq, AttributeValue::Null(true));
            self.add(Clause::Alive, Node::absent(attribute).or(null));
        }
    }

    /// Requires that a whole item may be written over the existing one.
    pub(crate) fn require_not_later(&mut self, schema: &EntitySchema) {
        if schema.version > 0 {
            self.add(Clause::NotLater, Node::absent(SCHEMA_VERSION).or(version_is(schema, Compare::Le)));
        }
    }

    /// Requires an item of the current schema version.
    pub(crate) fn require_upgraded(&mut self, schema: &EntitySchema) {
        if schema.version > 1 && !self.has(Clause::Upgraded) {
            self.add(Clause::Upgraded, version_is(schema, Compare::Ge));
        }
    }

    /// Adds a condition of the caller; repeated calls are combined with AND. It is about items of the current schema
    /// version: an older one is upgraded first.
    pub(crate) fn give(&mut self, condition: Node, schema: &EntitySchema) {
        match self.list.iter_mut().find(|(clause, _)| *clause == Clause::Given) {
            Some((_, given)) => *given = given.clone().and(condition),
            None => self.add(Clause::Given, condition),
        }
        self.require_upgraded(schema);
    }

    pub(crate) fn has(&self, clause: Clause) -> bool {
        self.list.iter().any(|(known, _)| *known == clause)
    }

    /// Returns the first immutable field of which an item has another value.
    pub(crate) fn other_immutable(&self, item: &Item) -> Option<&'static str> {
        self.list.iter().find_map(|(clause, node)| match clause {
            Clause::Immutable(field) if !node.holds(item) => Some(*field),
            _ => None,
        })
    }

    /// Returns whether the clauses look into the item, which must then be of the current schema version.
    pub(crate) fn look_inside(&self) -> bool {
        let inside = |clause| !matches!(clause, Clause::Own | Clause::Tag | Clause::NotLater | Clause::Upgraded);
        self.list.iter().any(|(clause, _)| *clause == Clause::Given || self.presence.allows_item() && inside(*clause))
    }

    /// Returns whether the caller asked for anything.
    pub(crate) fn is_asked(&self) -> bool {
        self.presence != Presence::Any || self.has(Clause::Given)
    }

    /// Returns whether the write must not be applied without its condition. A batch has none: it writes over an item of any
    /// schema version, with any tag.
    pub(crate) fn is_conditional(&self) -> bool {
        let matters = |clause| !matches!(clause, Clause::Tag | Clause::NotLater);
        self.presence != Presence::Any || self.list.iter().any(|(clause, _)| matters(*clause))
    }

    /// Returns the clauses with one more, if there is one.
    pub(crate) fn only_if(&self, node: Option<Node>) -> Self {
        let mut clauses = self.clone();
        if let Some(node) = node {
            clauses.add(Clause::Unchanged, node);
        }
        clauses
    }

    /// Returns the conditions of the write, all of which must hold.
    pub(crate) fn conditions(&self) -> Vec<Cow<'_, Node>> {
        let pk = || self.code.map(|code| code.schema.layout.pk.name.text);
        let presence = match (self.presence, self.code) {
            (Presence::Any, _) | (_, None) => None,
            (Presence::Required | Presence::Created, Some(_)) => pk().map(Node::exists),
            (Presence::Forbidden, Some(_)) => pk().map(Node::absent),
            (Presence::NoneOfEntity, Some(code)) => Some(no_own(code.schema)),
        };
        let nothing = Item::new();
        let clauses = self.list.iter().filter_map(|(clause, node)| match (clause, pk()) {
            (Clause::Given | Clause::Unchanged, _) => Some(Cow::Borrowed(node)),
            _ if !self.presence.allows_item() => None,
            // Only an item that exists has to satisfy it.
            (_, Some(pk)) if self.presence == Presence::Any && !node.holds(&nothing) => {
                Some(Cow::Owned(Node::absent(pk).or(node.clone())))
            }
            _ => Some(Cow::Borrowed(node)),
        });
        presence.map(Cow::Owned).into_iter().chain(clauses).collect()
    }

    /// Returns the condition of an upsert: there is no item, or it satisfies the clauses and has the attributes `needed`.
    pub(crate) fn or_created(&self, schema: &EntitySchema, needed: &[String]) -> Option<Node> {
        let clauses = self.list.iter().map(|(_, node)| node.clone());
        let needed = needed.iter().map(|name| Node::exists(name.clone()));
        Node::all(clauses.chain(needed)).map(|present| Node::absent(schema.layout.pk.name.text).or(present))
    }

    /// Describes the caller's condition, for errors.
    pub(crate) fn describe(&self, schema: &EntitySchema) -> Option<String> {
        let given = self.list.iter().find(|(clause, _)| *clause == Clause::Given);
        given.map(|(_, node)| node.describe(schema))
    }

    /// Returns whether an item with the write's key is another entity's, and so absent to the entity; an error if it has
    /// another's tag where it should not.
    pub(crate) fn is_foreign(&self, item: &Item) -> Result<bool, Error> {
        let Some(code) = self.code else { return Ok(false) };
        refuse_foreign(code.schema, item).map(|()| !is_own(code.schema, item))
    }

    /// Returns the first clause that the item does not satisfy.
    fn unmet(&self, item: &Item) -> Option<Clause> {
        // An older form may say under another name that it is deleted.
        let upgraded = self.code.and_then(|code| current(code, item).ok().flatten());
        let holds = |clause: Clause, node: &Node| match &upgraded {
            Some(upgraded) if clause == Clause::Alive => node.holds(item) && node.holds(upgraded),
            _ => node.holds(item),
        };
        let is_asked = |clause| self.presence.allows_item() || matches!(clause, Clause::Own | Clause::Alive);
        let mut asked = self.list.iter().filter(|(clause, _)| is_asked(*clause));
        asked.find(|(clause, node)| !holds(*clause, node)).map(|(clause, _)| *clause)
    }

    /// Turns a failed condition into what it means, by the first clause that the existing item does not satisfy.
    pub(crate) fn explain(&self, error: Error) -> Error {
        let Error::ConditionFailed(mut failure) = error else { return error };
        let Some(item) = &failure.item else {
            return match self.presence {
                Presence::Required | Presence::Created => Error::NotFound(failure),
                _ => Error::ConditionFailed(failure),
            };
        };
        match self.unmet(item) {
            Some(Clause::Own) => match self.presence {
                Presence::Required => Error::NotFound(failure),
                Presence::Any if self.has(Clause::Given) => Error::ConditionFailed(failure),
                _ => Error::Exists(failure),
            },
            Some(Clause::Tag) => self.refused(item).unwrap_or(Error::ConditionFailed(failure)),
            Some(Clause::Alive) => Error::Deleted(failure),
            _ if !self.presence.allows_item() => Error::Exists(failure),
            Some(Clause::NotLater) => self.refused(item).unwrap_or(Error::ConditionFailed(failure)),
            Some(Clause::Version) => Error::VersionConflict(failure),
            Some(Clause::Immutable(field)) => {
                failure.immutable = Some(field);
                Error::ConditionFailed(failure)
            }
            Some(Clause::Given | Clause::Upgraded | Clause::Unchanged) | None => Error::ConditionFailed(failure),
        }
    }

    /// Returns the error for an item that is not written over, whatever the caller asked for.
    fn refused(&self, item: &Item) -> Option<Error> {
        let schema = self.code?.schema;
        if let Err(error) = refuse_foreign(schema, item) {
            return Some(error);
        }
        (Age::of(schema, item) == Age::Later).then(|| {
            let (name, found, known) = (schema.name, version_of(item), schema.version);
            Error::invalid(
                InvalidKind::Unchangeable,
                format_args!("the existing `{name}` has schema version {found}, and this program knows {known}"),
                "`update` it, which leaves what a later program wrote: writing the whole item would take that back",
            )
        })
    }
}

/// Returns what tells an item at a key of the entity from those of others.
pub(super) fn of_entity(schema: &EntitySchema) -> impl Iterator<Item = (Clause, Node)> {
    let tag = expected_tag(schema).map(|tag| {
        let same = Node::compare(tag, Compare::Eq, AttributeValue::S(schema.tag.to_owned()));
        (Clause::Tag, Node::absent(tag).or(same))
    });
    own(schema).map(|own| (Clause::Own, own)).into_iter().chain(tag)
}

fn version_is(schema: &EntitySchema, with: Compare) -> Node {
    Node::compare(SCHEMA_VERSION, with, AttributeValue::N(schema.version.to_string()))
}
