//! Sends one request of a query.

use super::telling::projection;
use crate::codec::Item;
use crate::db::Db;
use crate::entity::Upgraded;
use crate::error::{Error, RequestInfo};
use crate::expr::{Compare, Node, Path, Placeholders, check_condition};
use crate::query::{KeyCondition, Start};
use crate::schema::{EntitySchema, IndexSchema, Projection, TableLayout, holds_attribute};
use crate::wire::{Answer, AnsweredPage, ItemKeys, ItemSink, Meter, Operation, RawItem, Request, RequestJson};

/// A filter on the items that are read.
#[derive(Clone)]
pub(crate) struct Filter {
    pub(crate) node: Node,
    pub(crate) schema: &'static EntitySchema,
}

impl Filter {
    pub(super) fn render(&self, placeholders: &mut Placeholders) -> Result<String, Error> {
        self.node.render(self.schema, placeholders)
    }

    /// Renders the filter with its names and values, to compare it with others.
    pub(super) fn fingerprint(&self) -> Result<String, Error> {
        let mut placeholders = Placeholders::default();
        let text = self.render(&mut placeholders)?;
        Ok(format!("{text} {}", placeholders.canonical()))
    }

    /// Returns an error if the filter names a field that a global index does not hold: DynamoDB would take it as absent
    /// from every item. A local index fetches it from the table.
    pub(super) fn refuse_not_held(
        &self,
        layout: &TableLayout,
        index: Option<&'static IndexSchema>,
    ) -> Result<(), Error> {
        let Some(index) = index.filter(|index| !index.local) else { return Ok(()) };
        let mut roots = Vec::new();
        self.node.roots(&mut roots);
        let is_field = |root: &str| self.schema.fields.iter().any(|field| field.attribute == Some(root));
        match roots.iter().find(|root| is_field(root) && !holds_attribute(layout, index.ident, root)) {
            Some(root) => Err(Error::refused(
                format_args!(
                    "a filter of `{}` names `{root}`, which index `{}` does not hold",
                    self.schema.name, index.ident
                ),
                "add it to the index's `projection`, or leave it out",
            )),
            None => Ok(()),
        }
    }

    /// Returns an error if the filter names a key of the table or index that is read, which DynamoDB rejects.
    fn refuse_keys(&self, condition: &KeyCondition) -> Result<(), Error> {
        let keys = match condition.index {
            Some(index) => [index.pk, index.sk],
            None => [std::slice::from_ref(&condition.layout.pk), condition.layout.sk.as_slice()],
        };
        let mut roots = Vec::new();
        self.node.roots(&mut roots);
        let is_key = |root: &str| keys.iter().copied().flatten().any(|key| key.name.text == root);
        match roots.iter().find(|root| is_key(root)) {
            Some(root) => Err(Error::refused(
                format_args!("a filter of `{}` names `{root}`, which is a key of what is read", condition.schema.name),
                "narrow the query by it instead",
            )),
            None => Ok(()),
        }
    }
}

/// Returns a filter that also lets items of old schema versions pass, to which it is applied once they are upgraded.
pub(super) fn or_old(upgraded: &Upgraded, filter: Node) -> Node {
    let (name, version) = upgraded.version();
    let path = || Node::Path(Path::new(name));
    let version = Node::Value(Ok(Some(version)));
    let older = Node::Compare(Box::new(path()), Compare::Lt, Box::new(version));
    let first = Node::Call("attribute_not_exists", vec![path()]);
    Node::Or(Box::new(filter), Box::new(Node::Or(Box::new(older), Box::new(first))))
}

/// Refuses a filter on items of old schema versions that an index does not hold as a whole.
pub(super) fn refuse_narrow_index(schema: &EntitySchema, index: Option<&'static IndexSchema>) -> Result<(), Error> {
    match index.filter(|index| !matches!(index.projection, Projection::All)) {
        Some(index) => Err(Error::refused(
            format_args!(
                "items of `{}` may have old schema versions, and index `{}` does not hold them whole to filter them",
                schema.name, index.ident
            ),
            "filter what the query returns, or query the table",
        )),
        None => Ok(()),
    }
}

/// The settings that all requests of a query share.
pub(super) struct Fetch {
    pub(super) db: Db,
    pub(super) table: String,
    pub(super) filter: Option<Filter>,
    pub(super) attributes: Option<Vec<&'static str>>,
    pub(super) descending: bool,
    pub(super) consistent: bool,
    pub(super) requests: Option<usize>,
}

impl Fetch {
    pub(super) fn request(
        &self,
        condition: &KeyCondition,
        start: &Start,
        limit: Option<usize>,
        track: Option<&ItemKeys>,
        meter: &Meter,
    ) -> Result<Request, Error> {
        let mut placeholders = Placeholders::default();
        let keys = condition.render(&mut placeholders);
        let filter = match &self.filter {
            Some(filter) => {
                filter.refuse_keys(condition)?;
                filter.refuse_not_held(condition.layout, condition.index)?;
                let filter = filter.render(&mut placeholders)?;
                check_condition(&self.asked(condition), "filter", &filter)?;
                Some(filter)
            }
            None => None,
        };
        let attributes = self.attributes.as_ref().map(|attributes| {
            // The keys are needed to continue after an item.
            let keys = track.map(ItemKeys::names).unwrap_or_default();
            projection(attributes.iter().chain(keys), &mut placeholders)
        });
        let mut json = RequestJson::with_capacity(512);
        json.text("TableName", Some(&self.table));
        json.text("IndexName", condition.index.map(|index| index.name));
        json.text("KeyConditionExpression", Some(&keys));
        json.text("FilterExpression", filter.as_deref());
        json.text("ProjectionExpression", attributes.as_deref());
        json.placeholders(placeholders.names(), placeholders.values());
        if self.descending {
            json.backward();
        }
        json.flag("ConsistentRead", self.consistent);
        json.number("Limit", limit.map(|limit| limit.max(1)));
        json.item("ExclusiveStartKey", start.key());
        Ok(Request::new(Operation::Query, &self.table, json.end(meter)))
    }

    /// Describes the request, for errors.
    pub(super) fn asked(&self, condition: &KeyCondition) -> RequestInfo {
        let partition = condition.equal.first().map_or("", |value| value.as_str());
        let request = RequestInfo::new("query", &self.table).entity(condition.schema);
        request.index(condition.index.map(|index| index.name)).partition(partition, condition.sensitive)
    }

    /// Reads items in one request; with `track`, also the key of each.
    pub(super) async fn once(
        &self,
        condition: &KeyCondition,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<AnsweredPage, Error> {
        if condition.is_empty() || *start == Start::End {
            return Ok(AnsweredPage::default());
        }
        let keys = track.then(|| ItemKeys::new(condition.layout, condition.index));
        let request = self.request(condition, start, limit, keys.as_ref(), meter)?;
        let asked = || self.asked(condition);
        match self.db.connection().page(request, &asked, sink, keys.as_ref(), meter).await {
            Err(error) if self.falls_back(condition, &error) => {
                self.once_scanned(condition, start, limit, keys.as_ref(), sink, meter).await
            }
            answer => answer,
        }
    }

    /// Reads items in one request for a merge, which decodes them later.
    pub(super) async fn once_raw(
        &self,
        condition: &KeyCondition,
        start: &Start,
        limit: Option<usize>,
        meter: &Meter,
    ) -> Result<(Answer, Vec<RawItem>, Option<Item>), Error> {
        if condition.is_empty() || *start == Start::End {
            return Ok((Answer::from(Vec::new()), Vec::new(), None));
        }
        let keys = ItemKeys::new(condition.layout, condition.index);
        let request = self.request(condition, start, limit, Some(&keys), meter)?;
        let asked = || self.asked(condition);
        match self.db.connection().page_undecoded(request, &asked, &keys, meter).await {
            Err(error) if self.falls_back(condition, &error) => {
                self.raw_scanned(condition, start, limit, &keys, meter).await
            }
            answer => answer.map(|(body, items, page)| (body, items, page.last)),
        }
    }
}
