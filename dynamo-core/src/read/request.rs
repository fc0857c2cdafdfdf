//! The requests of a query or scan.

use std::collections::HashMap;

use super::attributes::projection;
use super::expiry::unexpired;
use crate::codec::Item;
use crate::db::Db;
use crate::entity::Upgraded;
use crate::error::{Error, InvalidKind, RequestInfo};
use crate::expr::{Compare, Node, Path, Placeholders, check_condition};
use crate::key::KeyValue;
use crate::query::{Cursor, Fingerprint, KeyCondition, QuerySpec, ReadPart, Start};
use crate::schema::{EntitySchema, IndexProjection, IndexSchema, TableLayout, holds_attribute};
use crate::wire::{Answer, AnsweredPage, ItemKeys, ItemSink, Meter, RawItem, Request, RequestJson};

/// A query or scan whose requests can be written: its table has a name, and its filter is whole.
pub(super) struct Prepared {
    pub(super) db: Db,
    pub(super) table: String,
    pub(super) spec: QuerySpec,
    /// What is read, in a fixed order, so that a cursor fits.
    pub(super) parts: Vec<ReadPart>,
    /// All conditions on the items.
    pub(super) filter: Option<Filter>,
}

impl Prepared {
    pub(super) fn new(db: &Db, mut spec: QuerySpec) -> Result<Self, Error> {
        let parts = in_order(std::mem::replace(&mut spec.parts, Ok(Vec::new()))?, spec.descending)?;
        let filter = match (spec.filter.clone(), &spec.upgraded) {
            (Some(filter), Some(upgraded)) => {
                refuse_narrow_index(spec.schema, spec.index)?;
                Some(or_old(upgraded, filter))
            }
            (filter, _) => filter,
        };
        // A strict read has to see the items that it refuses.
        let tagged = spec.tagged.clone().filter(|_| !spec.strict);
        let unexpired = if spec.unexpired { unexpired(db, spec.layout) } else { None };
        let filters = [filter, tagged, unexpired].into_iter().flatten();
        let filter = filters.fold(None, |all, one| Some(Node::both(all, one)));
        let filter = filter.map(|node| Filter { node, schema: spec.schema });
        Ok(Self { db: db.clone(), table: db.name_of(spec.layout)?.into_owned(), spec, parts, filter })
    }

    /// Returns where to begin in each part.
    pub(super) fn starts(&self) -> Result<Vec<Start>, Error> {
        match &self.spec.cursor {
            Some(cursor) => Ok(cursor.starts(self.fingerprint()?, self.parts.len())?),
            None => Ok(vec![Start::Beginning; self.parts.len()]),
        }
    }

    /// Returns the cursor that continues there, if there is more to read.
    pub(super) fn cursor(&self, starts: &[Start]) -> Result<Option<Cursor>, Error> {
        if starts.iter().all(|start| *start == Start::End) {
            return Ok(None);
        }
        Cursor::new(self.fingerprint()?, starts).map(Some)
    }

    /// Returns what distinguishes this query or scan from others, whatever its cursor.
    fn fingerprint(&self) -> Result<u64, Error> {
        let spec = &self.spec;
        let mut print = Fingerprint::new(spec.name(), &self.table);
        print.asked(&spec.asked);
        print.text(spec.index.map_or("", |index| index.name));
        print.text(if spec.descending { "descending" } else { "ascending" });
        if let Some(node) = spec.filter.clone() {
            print.text(&Filter { node, schema: spec.schema }.fingerprint()?);
        }
        print.text(&format!("{} {}", spec.unexpired, spec.deleted));
        for part in &self.parts {
            part.fingerprint(&mut print);
        }
        Ok(print.finish())
    }

    pub(super) fn request(
        &self,
        part: &ReadPart,
        start: &Start,
        limit: Option<usize>,
        track: Option<&ItemKeys>,
        meter: &Meter,
    ) -> Result<Request, Error> {
        let (spec, mut placeholders) = (&self.spec, Placeholders::default());
        let keys = part.condition().map(|condition| condition.render(&mut placeholders));
        let filter = match &self.filter {
            Some(filter) => {
                if let Some(condition) = part.condition() {
                    filter.refuse_keys(condition)?;
                }
                filter.refuse_not_held(spec.layout, spec.index)?;
                let filter = filter.render(&mut placeholders)?;
                check_condition(&self.asked(part.condition()), "filter", &filter)?;
                Some(filter)
            }
            None => None,
        };
        let attributes = spec.attributes.as_ref().map(|attributes| {
            // The keys are needed to continue after an item.
            let keys = track.map(ItemKeys::names).unwrap_or_default();
            projection(attributes.iter().chain(keys), &mut placeholders)
        });
        let segment = part.segment();
        let mut json = RequestJson::with_capacity(512);
        json.text("TableName", Some(&self.table));
        json.text("IndexName", spec.index.map(|index| index.name));
        json.text("KeyConditionExpression", keys.as_deref());
        json.text("FilterExpression", filter.as_deref());
        json.text("ProjectionExpression", attributes.as_deref());
        json.placeholders(placeholders.names(), placeholders.values());
        if spec.descending {
            json.backward();
        }
        json.flag("ConsistentRead", spec.consistent);
        json.number("Limit", limit.map(|limit| limit.max(1)));
        json.number("Segment", segment.map(|(segment, _)| segment));
        json.number("TotalSegments", segment.map(|(_, segments)| segments));
        json.item("ExclusiveStartKey", start.key());
        Ok(Request::new(spec.operation, &self.table, json.end(meter)))
    }

    /// Describes the request, for errors.
    pub(super) fn asked(&self, condition: Option<&KeyCondition>) -> RequestInfo {
        let request = RequestInfo::new(self.spec.name(), &self.table);
        let index = self.spec.index.map(|index| index.name);
        match condition {
            Some(condition) => {
                let partition = condition.equal.first().map_or("", |value| value.as_str());
                request.entity(condition.schema).index(index).partition(partition, condition.sensitive)
            }
            None => request.index(index),
        }
    }

    /// Returns the key attributes of the table, and of the index if one is read.
    pub(super) fn keys(&self) -> ItemKeys {
        ItemKeys::new(self.spec.layout, self.spec.index)
    }

    /// Reads items in one request; with `track`, also the key of each.
    pub(super) async fn once(
        &self,
        part: &ReadPart,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<AnsweredPage, Error> {
        if part.is_empty() || *start == Start::End {
            return Ok(AnsweredPage::default());
        }
        let keys = track.then(|| self.keys());
        let request = self.request(part, start, limit, keys.as_ref(), meter)?;
        let asked = || self.asked(part.condition());
        match self.db.connection().page(request, &asked, sink, keys.as_ref(), meter).await {
            Err(error) => match self.fallback(part, error) {
                Ok(condition) => self.once_scanned(condition, start, limit, keys.as_ref(), sink, meter).await,
                Err(error) => Err(error),
            },
            answer => answer,
        }
    }

    /// Reads items in one request for a merge, which decodes them later.
    pub(super) async fn once_raw(
        &self,
        part: &ReadPart,
        start: &Start,
        limit: Option<usize>,
        meter: &Meter,
    ) -> Result<(Answer, Vec<RawItem>, Option<Item>), Error> {
        if part.is_empty() || *start == Start::End {
            return Ok((Answer::from(Vec::new()), Vec::new(), None));
        }
        let keys = self.keys();
        let request = self.request(part, start, limit, Some(&keys), meter)?;
        let asked = || self.asked(part.condition());
        match self.db.connection().page_undecoded(request, &asked, &keys, meter).await {
            Ok((body, items, page)) => Ok((body, items, page.last)),
            Err(error) => {
                let condition = self.fallback(part, error)?;
                self.raw_scanned(condition, start, limit, &keys, meter).await
            }
        }
    }
}

/// Returns the parts in a fixed order, each partition with its range in the order of reading.
fn in_order(parts: Vec<ReadPart>, descending: bool) -> Result<Vec<ReadPart>, Error> {
    let (mut conditions, mut ordered) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            ReadPart::Partition(condition) => conditions.push(condition.bounded(descending)?),
            part @ ReadPart::Segment(_) => ordered.push(part),
        }
    }
    conditions.sort_by(|a, b| a.order().cmp(b.order()));
    ordered.extend(distinct(conditions)?.into_iter().map(ReadPart::Partition));
    Ok(ordered)
}

/// Leaves out a query that was given twice. Other queries with items in common are refused: each item would be read twice.
fn distinct(conditions: Vec<KeyCondition>) -> Result<Vec<KeyCondition>, Error> {
    if conditions.len() < 2 {
        return Ok(conditions);
    }
    let mut kept: Vec<KeyCondition> = Vec::with_capacity(conditions.len());
    let mut partitions: HashMap<Vec<KeyValue>, Vec<usize>> = HashMap::new();
    for condition in conditions {
        let known = partitions.entry(condition.partition().to_vec()).or_default();
        let mut others = known.iter().map(|at| &kept[*at]);
        if others.clone().any(|other| other.equal == condition.equal && other.range == condition.range) {
            continue;
        }
        if others.any(|other| other.overlaps(&condition)) {
            return Err(Error::invalid(
                InvalidKind::Conflicting,
                format_args!("two of the merged queries of `{}` read the same items", condition.schema.name),
                "give each partition once, or ranges that have no key in common",
            ));
        }
        known.push(kept.len());
        kept.push(condition);
    }
    Ok(kept)
}

/// A filter on the items that are read.
pub(super) struct Filter {
    node: Node,
    schema: &'static EntitySchema,
}

impl Filter {
    pub(super) fn render(&self, placeholders: &mut Placeholders) -> Result<String, Error> {
        self.node.render(self.schema, placeholders)
    }

    /// Renders the filter with its names and values, to compare it with others.
    fn fingerprint(&self) -> Result<String, Error> {
        let mut placeholders = Placeholders::default();
        let text = self.render(&mut placeholders)?;
        Ok(format!("{text} {}", placeholders.canonical()))
    }

    /// Returns an error if the filter names a field that a global index does not hold: DynamoDB would take it as absent
    /// from every item. A local index fetches it from the table.
    fn refuse_not_held(&self, layout: &TableLayout, index: Option<&'static IndexSchema>) -> Result<(), Error> {
        let Some(index) = index.filter(|index| !index.local) else { return Ok(()) };
        let mut roots = Vec::new();
        self.node.roots(&mut roots);
        let is_field = |root: &str| self.schema.fields.iter().any(|field| field.attribute == Some(root));
        match roots.iter().find(|root| is_field(root) && !holds_attribute(layout, index.ident, root)) {
            Some(root) => Err(Error::invalid(
                InvalidKind::Undeclared,
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
            Some(root) => Err(Error::invalid(
                InvalidKind::Argument,
                format_args!("a filter of `{}` names `{root}`, which is a key of what is read", condition.schema.name),
                "narrow the query by it instead",
            )),
            None => Ok(()),
        }
    }
}

/// Returns a filter that also lets items of old schema versions pass, to which it is applied once they are upgraded.
fn or_old(upgraded: &Upgraded, filter: Node) -> Node {
    let (name, version) = upgraded.version();
    let path = || Node::Path(Path::new(name));
    let version = Node::Value(Ok(Some(version)));
    let older = Node::Compare(Box::new(path()), Compare::Lt, Box::new(version));
    let first = Node::Call("attribute_not_exists", vec![path()]);
    Node::Or(Box::new(filter), Box::new(Node::Or(Box::new(older), Box::new(first))))
}

/// Refuses a filter on items of old schema versions that an index does not hold as a whole.
fn refuse_narrow_index(schema: &EntitySchema, index: Option<&'static IndexSchema>) -> Result<(), Error> {
    match index.filter(|index| !matches!(index.projection, IndexProjection::All)) {
        Some(index) => Err(Error::invalid(
            InvalidKind::Undeclared,
            format_args!(
                "items of `{}` may have old schema versions, and index `{}` does not hold them whole to filter them",
                schema.name, index.ident
            ),
            "filter what the query returns, or query the table",
        )),
        None => Ok(()),
    }
}
