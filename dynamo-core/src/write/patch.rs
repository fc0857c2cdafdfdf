//! Changes of an item that was read: only what differs is written, so that attributes of other writers stay.

use super::Returns;
use super::request::{WriteKind, WriteRequest};
use super::send::{new_token, send_one};
use super::{Target, Write};
use crate::codec::{AttributeValue, Item};
use crate::companion::is_wide;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Node, Path, Placeholders, own};
use crate::schema::EntitySchema;
use crate::schema::reserved::REVISION;
use crate::wire::{ATTEMPTS, Meter, pause};

/// The attributes in which two forms of an item differ, with their new values.
pub(super) struct Patch(Vec<(String, Option<AttributeValue>)>);

impl Patch {
    pub(super) fn new(old: &Item, new: &Item) -> Self {
        let set = new.iter().filter(|(name, value)| old.get(*name) != Some(*value));
        let set = set.map(|(name, value)| (name.clone(), Some(value.clone())));
        let removed = old.keys().filter(|name| !new.contains_key(*name)).map(|name| (name.clone(), None));
        let mut changes: Vec<_> = set.chain(removed).filter(|(name, _)| name != REVISION).collect();
        changes.sort_by(|a, b| a.0.cmp(&b.0));
        Self(changes)
    }

    /// Renders the update expression; it is never empty, since the revision goes with every change.
    pub(super) fn render(&self, placeholders: &mut Placeholders) -> String {
        let (mut sets, mut removes) = (Vec::new(), vec![placeholders.name(REVISION)]);
        for (name, value) in &self.0 {
            match value {
                Some(value) => sets.push(format!("{} = {}", placeholders.name(name), placeholders.value(value))),
                None => removes.push(placeholders.name(name)),
            }
        }
        let removes = format!("REMOVE {}", removes.join(", "));
        if sets.is_empty() { removes } else { format!("SET {} {removes}", sets.join(", ")) }
    }

    /// Renders the condition that the changed attributes are as they were read, except fields, which are watched anyway.
    pub(super) fn condition(
        &self,
        schema: &EntitySchema,
        old: &Item,
        placeholders: &mut Placeholders,
    ) -> Option<String> {
        let is_field = |name: &str| schema.fields.iter().any(|field| field.attribute == Some(name));
        let names = self.0.iter().map(|(name, _)| name).filter(|name| !is_field(name));
        let terms: Vec<_> = names.map(|name| same(name, old.get(name), placeholders)).collect();
        (!terms.is_empty()).then(|| terms.join(" AND "))
    }
}

/// Renders the condition that an attribute has this value, or is absent.
pub(super) fn same(name: &str, value: Option<&AttributeValue>, placeholders: &mut Placeholders) -> String {
    let name = placeholders.name(name);
    match value {
        Some(value) => format!("{name} = {}", placeholders.value(value)),
        None => format!("attribute_not_exists({name})"),
    }
}

/// Reads an item and gives it a new revision, which every later write of the item removes, so that one comparison shows
/// whether it has changed. For items with more attributes than a condition may compare.
pub(super) async fn read_with_revision(db: &Db, target: &Target, meter: &Meter) -> Result<Option<Item>, Error> {
    let mut placeholders = Placeholders::default();
    let exists = Node::Call("attribute_exists", vec![Node::Path(Path::new(target.schema.layout.pk.name.text))]);
    // Another's item stays as it is.
    let condition = own(target.schema).map_or_else(|| exists.clone(), |own| Node::both(Some(exists.clone()), own));
    let condition = condition.render(target.schema, &mut placeholders)?;
    let revision = placeholders.value(&AttributeValue::S(new_token()));
    let expression = format!("SET {} = {revision}", placeholders.name(REVISION));
    let update = WriteRequest::new(WriteKind::Update { key: target.key(), expression }, target);
    let update = update.with(Some(condition), placeholders);
    let mut attempt = 0;
    loop {
        match send_one(db, &update, Returns::New, false, meter).await {
            Err(Error::ConditionFailed(_)) => return Ok(None),
            Err(Error::Conflict(_)) if attempt + 1 < ATTEMPTS => {
                meter.retried();
                pause(attempt).await;
                attempt += 1;
            }
            other => return other,
        }
    }
}

impl Write {
    /// Returns whether the write watches the whole item that it read: because it returns it, or writes it again.
    pub(super) fn watches_whole(&self) -> bool {
        self.returns != Returns::Nothing || self.rewrites()
    }

    /// Returns whether the item must have a revision before the write.
    pub(super) fn needs_revision(&self) -> bool {
        is_wide(self.code, self.watches_whole())
    }

    /// Returns whether the item may have a revision, which an update must remove.
    pub(super) fn may_have_revision(&self) -> bool {
        is_wide(self.code, true)
    }
}
