//! What the writes have in common.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::error::ConditionalCheckFailedException;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::backfill::version_is;
use super::kept::{Expected, deleted_at};
use crate::codec::AttributeValue;
use crate::error::{Answered, Request, classify};
use crate::expr::{Compare, Condition, Node, Path, Placeholders};
use crate::schema::EntitySchema;
use crate::wire::OnlyIfNotDone;
use crate::{Entity, Error, Item, Table};

/// What must hold for a write.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guard {
    /// Whether there must, or must not, be an item already.
    pub(crate) exists: Option<bool>,
    given: Option<Node>,
    /// What must hold for the library's own sake.
    system: Option<Node>,
    /// The version that must be there, if there is an item.
    pub(crate) version: Option<Expected>,
}

impl Guard {
    pub(crate) fn exists(exists: bool) -> Self {
        Self { exists: Some(exists), ..Self::default() }
    }

    /// Of an update: there must be an item, in the form of today, that is not deleted.
    pub(crate) fn of_update(schema: &'static EntitySchema) -> Self {
        let absent = |attribute| Node::Call("attribute_not_exists", vec![Node::Path(Path::new(attribute))]);
        let alive = deleted_at(schema).map(|(_, attribute)| {
            let null = Node::Value(Ok(Some(AttributeValue::Null(true))));
            let path = Box::new(Node::Path(Path::new(attribute)));
            Node::Or(Box::new(absent(attribute)), Box::new(Node::Compare(path, Compare::Eq, Box::new(null))))
        });
        let of_today = (schema.version > 0).then(|| version_is(schema.version));
        let system = [alive, of_today].into_iter().flatten().reduce(|all, node| Node::both(Some(all), node));
        Self { exists: Some(true), system, ..Self::default() }
    }

    /// Given twice, both must hold.
    pub(crate) fn and<E>(&mut self, condition: Condition<E>) {
        self.given = Some(Node::both(self.given.take(), condition.node));
    }

    /// The same with one more condition, which is none that was given.
    pub(crate) fn only_if(&self, node: Option<Node>) -> Self {
        let system = match node {
            Some(node) => Some(Node::both(self.system.clone(), node)),
            None => self.system.clone(),
        };
        Self { system, ..self.clone() }
    }

    pub(crate) fn is_conditional(&self) -> bool {
        self.exists.is_some() || self.given.is_some() || self.system.is_some() || self.version.is_some()
    }

    pub(crate) fn render<E: Entity>(&self, placeholders: &mut Placeholders) -> Result<Option<String>, Error> {
        let pk = Path::new(<E::Table as Table>::LAYOUT.pk.name.text);
        let exists = self.exists.map(|exists| {
            let function = if exists { "attribute_exists" } else { "attribute_not_exists" };
            Node::Call(function, vec![Node::Path(pk.clone())])
        });
        let absent = || Node::Call("attribute_not_exists", vec![Node::Path(pk.clone())]);
        let version = self.version.as_ref().map(|version| match self.exists {
            Some(_) => version.node(),
            None => Node::Or(Box::new(absent()), Box::new(version.node())),
        });
        let all = [exists, version, self.given.clone(), self.system.clone()].into_iter().flatten();
        let all = all.reduce(|all, node| Node::both(Some(all), node));
        all.map(|node| node.render::<E>(placeholders)).transpose()
    }

    /// The condition that was given, for people.
    pub(crate) fn describe<E: Entity>(&self) -> Option<String> {
        self.given.as_ref().map(Node::describe::<E>)
    }

    fn is_stale(&self, item: Option<&Item>) -> bool {
        matches!((&self.version, item), (Some(version), Some(item)) if version.differs(item))
    }

    /// A failed condition says what it means: the item is there, is not there, or is another than was asked for.
    pub(crate) fn failed(&self, error: Error) -> Error {
        match (error, self.exists) {
            (Error::Condition(failure), Some(false)) if failure.item.is_some() => Error::Exists(failure),
            (Error::Condition(failure), Some(true)) if failure.item.is_none() => Error::NotFound(failure),
            (Error::Condition(failure), _) if self.is_stale(failure.item.as_ref()) => Error::Stale(failure),
            (error, _) => error,
        }
    }
}

/// For requests that are not sent again when they may have been carried out.
pub(crate) fn not_again() -> aws_sdk_dynamodb::config::Builder {
    aws_sdk_dynamodb::Config::builder().retry_classifier(OnlyIfNotDone)
}

/// Errors that may carry the item of a failed condition.
pub(crate) trait ConditionError {
    fn failed_condition(&self) -> Option<&ConditionalCheckFailedException>;
}

macro_rules! condition_error {
    ($($error:ident),*) => {$(
        impl ConditionError for $error {
            fn failed_condition(&self) -> Option<&ConditionalCheckFailedException> {
                match self {
                    Self::ConditionalCheckFailedException(error) => Some(error),
                    _ => None,
                }
            }
        }
    )*};
}

condition_error!(PutItemError, UpdateItemError, DeleteItemError);

/// The error of a write, with the item that stood in its way.
pub(crate) fn failed<E>(request: Request, error: &SdkError<E, HttpResponse>, guard: &Guard, answered: Answered) -> Error
where
    E: ConditionError + aws_sdk_dynamodb::error::ProvideErrorMetadata + std::error::Error + 'static,
{
    let item: Option<Item> = error
        .as_service_error()
        .and_then(ConditionError::failed_condition)
        .and_then(|error| error.item.clone())
        .filter(|item| !item.is_empty());
    guard.failed(classify(request, error, item, answered))
}
