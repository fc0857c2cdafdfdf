//! Items in an older form: brought into that of today when they are written, or all of them by `db.backfill()`.

use std::marker::PhantomData;

use super::audit::Makers;
use super::mend::mend;
use super::send::alone;
use super::soft_delete::OWN_TTL;
use super::transact::incomplete;
use super::walk::{Progress, Walk};
use super::{About, Meter, Operation, awaitable};
use crate::codec::{AttributeValue, SCHEMA_VERSION, upgraded, version_of};
use crate::expr::{Compare, Node, Path, Placeholders, same_item};
use crate::op::intent::{Action, Target};
use crate::op::write::Guard;
use crate::schema::{EntitySchema, TableLayout, is_of_the_table};
use crate::sync::{Mark, PENDING, is_deleted, key_of};
use crate::table::EntitySink;
use crate::{Cursor, Db, Entity, Error, Item, Table};

impl Db {
    /// Goes through a whole table and brings every item into the form that its entity has today: items of an older
    /// `schema_version` are upgraded, and keys of indexes that came later are added.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let done = db.backfill::<App>().rate(200).progress(|so_far| println!("{}", so_far.mended)).await?;
    /// println!("{} of {} items were old", done.mended, done.checked);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Items may be written meanwhile, by programs of both forms: an item is written only while it is what was read.
    /// Attributes that no field has stay. What goes with a record is brought in step after it.
    pub fn backfill<T: Table>(&self) -> Backfill<T> {
        Backfill { walk: Walk::new(self, T::LAYOUT), table: PhantomData }
    }
}

/// Brings all items of a table into the form of today: see [`Db::backfill`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Backfill<T> {
    walk: Walk,
    table: PhantomData<fn() -> T>,
}

impl<T: Table> Backfill<T> {
    /// At most so many items a second.
    pub fn rate(mut self, items: u32) -> Self {
        self.walk.rate = Some(items);
        self
    }

    /// Is told after each page how far it is.
    pub fn progress(mut self, tell: impl FnMut(&Progress) + Send + 'static) -> Self {
        self.walk.tell = Some(Box::new(tell));
        self
    }

    /// Goes on where another one was: see [`Progress::next`].
    pub fn after(mut self, cursor: &Cursor) -> Self {
        self.walk.after = Some(cursor.clone());
        self
    }
}

impl<T: Table + 'static> Operation for Backfill<T> {
    type Output = Progress;

    fn about(&self) -> About {
        About { operation: "backfill", table: T::LAYOUT.table, entity: "", index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Progress, Error> {
        let makers = Makers::of::<T>();
        let db = self.walk.db.clone();
        let (mut steps, fingerprint) = self.walk.begin("backfill")?;
        while let Some(items) = steps.next(&meter).await? {
            let (mut found, mut written) = (0, 0);
            for item in items {
                let Some(schema) = makers.entity(&item) else { continue };
                // One that cannot be read is none that can be written: `verify` tells of it.
                let Ok(today) = of_today::<T>(&item) else {
                    found += 1;
                    continue;
                };
                if !same_item(&today, &item) {
                    found += 1;
                    written += u64::from(renew(&db, schema, T::LAYOUT, &item, today, &meter).await?);
                }
            }
            steps.done(fingerprint, found, written).await?;
        }
        Ok(steps.progress)
    }
}

awaitable!([T: Table + 'static] Backfill<T>);

/// The item as it would be written today.
fn of_today<T: Table>(item: &Item) -> Result<Item, Error> {
    T::from_item(item.clone())?.write_entity(Renewed(item))
}

/// An item that was read, as its entity writes it today.
struct Renewed<'a>(&'a Item);

impl EntitySink for Renewed<'_> {
    type Out = Item;

    fn write<E: Entity>(self, entity: &E) -> Result<Item, Error> {
        renewed(self.0, entity)
    }
}

/// The item of an entity in the form of today, if it is in an older one.
pub(super) fn modernised<E: Entity>(item: &Item) -> Result<Option<Item>, Error> {
    if version_of(item) >= E::SCHEMA.version {
        return Ok(None);
    }
    renewed(item, &E::from_item(item.clone())?).map(Some)
}

/// Attributes that no field has stay, keys of indexes that it is not in go.
fn renewed<E: Entity>(item: &Item, entity: &E) -> Result<Item, Error> {
    let (layout, schema) = (<E::Table as Table>::LAYOUT, E::SCHEMA);
    let deleted = is_deleted(schema, item);
    let mut new = upgraded::<E>(item.clone())?;
    // A value has one name: that of today.
    for alias in schema.fields.iter().flat_map(|field| field.aliases) {
        new.remove(*alias);
    }
    let mut today = entity.to_item()?;
    let keys = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk)).map(|key| key.name.text);
    for key in keys.filter(|key| !is_of_the_table(layout, key)) {
        // What is deleted is in no index.
        if deleted && !item.contains_key(key) {
            today.remove(key);
        }
        if !today.contains_key(key) && !schema.fields.iter().any(|field| field.attribute == Some(key)) {
            new.remove(key);
        }
    }
    new.extend(today);
    Ok(new)
}

/// That an item is of a version; one that says none is of the first.
pub(super) fn version_is(version: u32) -> Node {
    let path = || Node::Path(Path::new(SCHEMA_VERSION));
    let value = Node::Value(Ok(Some(AttributeValue::N(version.to_string()))));
    let same = Node::Compare(Box::new(path()), Compare::Ge, Box::new(value));
    if version > 1 {
        same
    } else {
        Node::Or(Box::new(same), Box::new(Node::Call("attribute_not_exists", vec![path()])))
    }
}

/// Writes an item in the form of today over what was read, and brings in step what goes with it; false if the item has
/// changed meanwhile.
pub(super) async fn renew(
    db: &Db,
    schema: &'static EntitySchema,
    layout: &'static TableLayout,
    old: &Item,
    mut new: Item,
    meter: &Meter,
) -> Result<bool, Error> {
    // A mark is for whoever finds it to finish first.
    if Mark::of(old).is_some() && schema.rules.is_some() {
        return Ok(false);
    }
    let Some(rules) = schema.rules else { return rewrite(db, schema, layout, old, new, meter).await };
    // What went with the older form is not known: the mark says that all of it is to be written.
    new.insert(PENDING.to_owned(), Mark::new(false, Vec::new()).to_value());
    let written = rewrite(db, schema, layout, old, new, meter).await?;
    if written {
        mend(db, rules, &key_of(layout, old), &[], true, meter).await?;
    }
    Ok(written)
}

/// Writes an item over what was read, while that is still there; false if it is not.
async fn rewrite(
    db: &Db,
    schema: &'static EntitySchema,
    layout: &'static TableLayout,
    old: &Item,
    new: Item,
    meter: &Meter,
) -> Result<bool, Error> {
    // A mark is finished by whoever finds it, not here.
    let target = Target::of_item(db, "backfill", schema, layout, old)?;
    let (mut names, mut placeholders) = (Vec::new(), Placeholders::default());
    let mut attributes: Vec<_> = old.iter().collect();
    attributes.sort_by_key(|(name, _)| name.as_str());
    for (name, value) in attributes {
        names.push(format!("{} = {}", placeholders.name(name), placeholders.value(value)));
    }
    // What came meanwhile must not go.
    let fields =
        schema.fields.iter().flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
    for name in fields.chain(layout.ttl).chain([PENDING, OWN_TTL]).filter(|name| !old.contains_key(*name)) {
        names.push(format!("attribute_not_exists({})", placeholders.name(name)));
    }
    let put = aws_sdk_dynamodb::types::Put::builder()
        .table_name(&target.request.table)
        .set_item(Some(new))
        .condition_expression(names.join(" AND "))
        .set_expression_attribute_names(placeholders.names())
        .set_expression_attribute_values(placeholders.values())
        .build()
        .map_err(incomplete)?;
    let item = aws_sdk_dynamodb::types::TransactWriteItem::builder().put(put).build();
    match alone(db, &Action::new(item, &target, Guard::default()), false, meter).await {
        Ok(()) => Ok(true),
        Err(Error::Condition(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
