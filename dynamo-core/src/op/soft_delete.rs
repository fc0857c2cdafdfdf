//! `db.soft_delete(..)` and `db.restore(..)`

use std::marker::PhantomData;
use std::time::Duration;

use aws_sdk_dynamodb::types::{Put as SdkPut, ReturnValuesOnConditionCheckFailure, TransactWriteItem};

use super::backfill::modernised;
use super::carry::carry_one;
use super::expiry::second;
use super::intent::{Action, Intent, Target};
use super::kept::{deleted_at, now_as, touch};
use super::transact::incomplete;
use super::write::Guard;
use super::{About, Meter, Operation, awaitable};
use crate::codec::AttributeValue;
use crate::error::Request;
use crate::expr::{Node, Placeholders};
use crate::key::IntoKey;
use crate::schema::{EntitySchema, Slot, TableLayout, is_of_the_table};
use crate::sync::{Mark, PENDING, Rules, is_deleted};
use crate::{Db, Entity, Error, Item, Table, Timestamp};

/// Where the expiry is kept that an item had of its own.
pub(super) const OWN_TTL: &str = "_ttl";

impl Db {
    /// Takes an item out of all indexes and lists, and lets it expire after a while: until then it can be
    /// [restored](Self::restore).
    ///
    /// ```no_run
    /// # use std::time::Duration;
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
    /// # pub enum App { Note(Note) }
    /// #[derive(Entity)]
    /// #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// pub struct Note {
    ///     id: String,
    ///     #[entity(deleted_at)]
    ///     deleted_at: Option<Timestamp>,
    /// }
    ///
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// db.soft_delete(Note::key("n1"), Duration::from_secs(30 * 24 * 3600)).await?;
    /// assert!(db.get(Note::key("n1")).await?.unwrap().deleted_at.is_some());
    /// db.restore(Note::key("n1")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Index keys and pointers go, counters count one less; locks stay, so that nobody takes its place. An update does not
    /// find the item. Its entity has a field with the role `deleted_at`, and its table a `ttl`.
    pub fn soft_delete<K: IntoKey>(&self, key: K, keep: Duration) -> SoftDelete<K::Entity> {
        SoftDelete::new(self, key, Some(keep))
    }

    /// Brings back an item that was [deleted](Self::soft_delete), with its index keys and pointers.
    pub fn restore<K: IntoKey>(&self, key: K) -> SoftDelete<K::Entity> {
        SoftDelete::new(self, key, None)
    }
}

/// Deletes an item so that it can be restored, or restores it: see [`Db::soft_delete`] and [`Db::restore`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct SoftDelete<E> {
    db: Db,
    target: Result<Target, Error>,
    /// How long it is kept; nothing for one that comes back.
    keep: Option<Duration>,
    now: Timestamp,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> SoftDelete<E> {
    fn new<K: IntoKey<Entity = E>>(db: &Db, key: K, keep: Option<Duration>) -> Self {
        let verb = if keep.is_some() { "soft_delete" } else { "restore" };
        let target = key.into_key().and_then(|key| {
            let layout = <E::Table as Table>::LAYOUT;
            let request = Request::new(verb, &db.name_of(layout)?).entity(E::SCHEMA).key(&key);
            attributes::<E>()?;
            Ok(Target::new(&key, request))
        });
        Self { db: db.clone(), target, keep, now: db.now(), entity: PhantomData }
    }

    /// The item without a place in any index, and with an end.
    fn deleted(&self, mut item: Item, keep: Duration) -> Result<Item, Error> {
        let (deleted_at, ty, ttl) = attributes::<E>()?;
        let layout = <E::Table as Table>::LAYOUT;
        let goes = |slot: &Slot| !slot.bare && !is_of_the_table(layout, slot.attribute.name.text);
        for slot in E::SLOTS {
            // Without one of its keys, it is not in the index.
            if !E::SLOTS.iter().any(|other| other.index == slot.index && goes(other)) {
                let index = E::SCHEMA.indexes[slot.index].index;
                return Err(Error::refused(
                    format_args!(
                        "`{}` is in index `{index}` by its fields alone, which a soft delete would lose",
                        E::SCHEMA.name
                    ),
                    "give the index a key of its own, from a template",
                ));
            }
        }
        for slot in E::SLOTS.iter().filter(|slot| goes(slot)) {
            item.remove(slot.attribute.name.text);
        }
        if !is_deleted(E::SCHEMA, &item)
            && let Some(own) = item.remove(ttl)
        {
            item.insert(OWN_TTL.to_owned(), own);
        }
        let keep = i64::try_from(keep.as_secs()).unwrap_or(i64::MAX);
        item.insert(ttl.to_owned(), AttributeValue::N(second(self.now).saturating_add(keep).to_string()));
        item.insert(deleted_at.to_owned(), now_as(self.now, ty));
        touch(E::SCHEMA, self.now, &mut item);
        Ok(item)
    }

    /// The item as it was.
    fn restored(&self, mut item: Item) -> Result<Item, Error> {
        let (deleted_at, _, ttl) = attributes::<E>()?;
        if !is_deleted(E::SCHEMA, &item) {
            return Ok(item);
        }
        item.remove(deleted_at);
        item.remove(ttl);
        if let Some(own) = item.remove(OWN_TTL) {
            item.insert(ttl.to_owned(), own);
        }
        let keys = E::from_item(item.clone())?.to_item()?;
        for alias in E::SCHEMA.fields.iter().flat_map(|field| field.aliases) {
            item.remove(*alias);
        }
        item.extend(keys);
        touch(E::SCHEMA, self.now, &mut item);
        Ok(item)
    }
}

/// The attributes that it needs.
fn attributes<E: Entity>() -> Result<(&'static str, crate::schema::AttributeType, &'static str), Error> {
    let ttl = <E::Table as Table>::LAYOUT.ttl;
    match (deleted_at(E::SCHEMA), ttl) {
        (Some((field, attribute)), Some(ttl)) => Ok((attribute, field.ty, ttl)),
        (None, _) => Err(Error::refused(
            format_args!("`{}` has no field that says when it was deleted", E::SCHEMA.name),
            "add `#[entity(deleted_at)] deleted_at: Option<Timestamp>`",
        )),
        (_, None) => Err(Error::refused(
            format_args!("items of `{}` do not expire", <E::Table as Table>::LAYOUT.table),
            "add `ttl = \"..\"` to `#[table(..)]`",
        )),
    }
}

impl<E: Entity + Send> Operation for SoftDelete<E> {
    type Output = ();

    fn about(&self) -> About {
        let operation = if self.keep.is_some() { "soft_delete" } else { "restore" };
        About { operation, table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<(), Error> {
        self.target.as_ref().map_err(Clone::clone)?;
        let db = self.db.clone();
        carry_one(&db, Box::new(self), &meter).await.map(drop)
    }
}

awaitable!([E: Entity + Send] SoftDelete<E>);

#[allow(private_interfaces)] // Named by the signatures of hidden methods alone.
impl<E: Entity> Intent for SoftDelete<E> {
    fn target(&self) -> Option<&Target> {
        self.target.as_ref().ok()
    }

    fn schema(&self) -> (&'static EntitySchema, &'static TableLayout) {
        (E::SCHEMA, <E::Table as Table>::LAYOUT)
    }

    fn rules(&self) -> Option<&'static Rules> {
        E::SCHEMA.rules
    }

    fn needs_old(&self) -> bool {
        true
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn leaves_mark(&self) -> bool {
        false
    }

    fn modernised(&self, item: &Item) -> Result<Option<Item>, Error> {
        modernised::<E>(item)
    }

    fn is_moot_without_item(&self) -> bool {
        false
    }

    fn after(&self, old: Option<&Item>) -> Result<Option<Item>, Error> {
        let Some(old) = old.cloned() else { return Ok(None) };
        match self.keep {
            Some(keep) => self.deleted(old, keep),
            None => self.restored(old),
        }
        .map(Some)
    }

    fn action(&self, old: Option<&Item>, only_if: Option<Node>, mark: Option<&Mark>) -> Result<Action, Error> {
        let target = self.target.as_ref().map_err(Clone::clone)?;
        let guard = Guard::exists(true);
        let mut placeholders = Placeholders::default();
        let condition = guard.only_if(only_if).render::<E>(&mut placeholders)?;
        let mut item = self.after(old)?.unwrap_or_else(|| target.key());
        if let Some(mark) = mark {
            item.insert(PENDING.to_owned(), mark.to_value());
        }
        let put = SdkPut::builder()
            .table_name(&target.request.table)
            .set_item(Some(item))
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(incomplete)?;
        Ok(Action::new(TransactWriteItem::builder().put(put).build(), target, guard))
    }
}
