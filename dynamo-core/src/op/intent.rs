//! What a write is to do, before it is known what is there.

use aws_sdk_dynamodb::types::TransactWriteItem;

use super::write::Guard;
use crate::error::Request;
use crate::expr::Node;
use crate::key::{Key, KeyValue};
use crate::schema::{EntitySchema, TableLayout};
use crate::sync::{Id, Mark, Rules, id_of, id_text};
use crate::{Db, Entity, Error, Item, Table};

/// A write that can be a part of a transaction.
#[doc(hidden)]
#[allow(private_interfaces)] // Named by the signatures of hidden methods alone.
pub trait Intent: Send + Sync {
    /// What it is about; none if that could not be written, which `action` says.
    fn target(&self) -> Option<&Target>;

    /// The entity and its table.
    fn schema(&self) -> (&'static EntitySchema, &'static TableLayout);

    /// What goes with the item; nothing for a write that changes none of it.
    fn rules(&self) -> Option<&'static Rules>;

    /// Whether what is there must be read first.
    fn needs_old(&self) -> bool;

    /// Whether doing it twice is the same as doing it once.
    fn is_repeatable(&self) -> bool;

    /// Whether a mark that an earlier write left would stay, were it not looked for.
    fn leaves_mark(&self) -> bool;

    /// Whether there is nothing to do when there is no item.
    fn is_moot_without_item(&self) -> bool;

    /// The item as it will be; none if there will be none, or if it cannot be told yet.
    fn after(&self, old: Option<&Item>) -> Result<Option<Item>, Error>;

    /// The write, under one more condition, and with a mark for what is left to do.
    fn action(&self, old: Option<&Item>, only_if: Option<Node>, mark: Option<&Mark>) -> Result<Action, Error>;

    /// The item in the form of today, if it is in an older one that the write cannot be applied to.
    fn modernised(&self, _: &Item) -> Result<Option<Item>, Error> {
        Ok(None)
    }
}

/// The item that a write is about.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) layout: &'static TableLayout,
    pub(crate) id: Id,
    pub(crate) request: Request,
}

impl Target {
    pub(crate) fn new<E: Entity>(key: &Key<E>, request: Request) -> Self {
        let layout = <E::Table as Table>::LAYOUT;
        Self { layout, id: (layout.id, key.pk().to_owned(), key.sk().map(str::to_owned)), request }
    }

    /// A record that was read, or the key of one.
    pub(crate) fn of_item(
        db: &Db,
        verb: &'static str,
        schema: &'static EntitySchema,
        layout: &'static TableLayout,
        item: &Item,
    ) -> Result<Self, Error> {
        let id = id_of(layout, item);
        let request = Request::new(verb, &db.name_of(layout)?).entity(schema).key(id_text(&id));
        Ok(Self { layout, id, request })
    }

    /// The key as the SDK takes it.
    pub(crate) fn key(&self) -> Item {
        let pk = Some((&self.layout.pk, &self.id.1));
        let sk = self.layout.sk.as_ref().zip(self.id.2.as_ref());
        let values = [pk, sk].into_iter().flatten().map(|(attribute, text)| KeyValue::new(attribute, text.clone()));
        values.map(|value| (value.attribute().to_owned(), value.to_attribute_value())).collect()
    }
}

/// One write of a transaction, as DynamoDB takes it.
#[derive(Clone)]
pub(crate) struct Action {
    pub(crate) item: TransactWriteItem,
    pub(crate) request: Request,
    /// DynamoDB takes one action for an item.
    pub(crate) id: (String, String, Option<String>),
    pub(crate) guard: Guard,
}

impl Action {
    pub(crate) fn new(item: TransactWriteItem, target: &Target, guard: Guard) -> Self {
        let id = (target.request.table.clone(), target.id.1.clone(), target.id.2.clone());
        Self { item, request: target.request.clone(), id, guard }
    }
}
