//! `db.backfill()`

use std::marker::PhantomData;

use super::catalog::Catalog;
use super::walk::{Progress, Walk, walking};
use crate::codec::{Item, same_item};
use crate::companion::id_of;
use crate::db::Db;
use crate::entity::{Table, TableCode, rewritten};
use crate::error::{Error, InvalidKind, REDACTED};
use crate::op::{opaque, operation};
use crate::schema::{EntitySchema, Part, key_is_sensitive};
use crate::wire::{About, Meter, Running, run};
use crate::write::store_upgraded;

impl Db {
    /// Upgrades every item of a table: brings items of an older `schema_version` to the current one, and adds the keys
    /// of indexes that were declared later.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let done = db.backfill::<Library>().rate(200).progress(|so_far| println!("{}", so_far.written)).await?;
    /// assert_eq!((done.checked, done.written), (3, 0)); // none was old
    /// # Ok(()) });
    /// ```
    ///
    /// Programs of both versions may write meanwhile: an item is upgraded only if it has not changed since it was read.
    /// Preserves unknown attributes, and reconciles the companions of each upgraded record: those that are derived from
    /// the stored values, and no longer from the upgraded ones, are deleted.
    ///
    /// # Changing a design that has data
    ///
    /// Old and new programs run side by side while a change is rolled out. Each change has a path on which neither loses
    /// what the other writes:
    ///
    /// | change | path |
    /// |---|---|
    /// | a renamed attribute | first a program that reads both names (`#[serde(alias = "city")] town`), then one that writes the new one (`#[serde(alias = "town")] city`), then `backfill`, then without the alias |
    /// | a new index | create it, deploy the program that gives its keys, then `backfill`; queries of it are complete after that |
    /// | more shards of an index (`sharded(20)` in place of `sharded(10)`) | deploy it: its queries read the old shards too, and `backfill` moves the items. A program with `sharded(10)` does not read the new ones through the index; where it has to, deploy `sharded(10, reads = 20)` first |
    /// | fewer shards of an index (`sharded(3)` in place of `sharded(10)`) | deploy `sharded(3, reads = 10)`: it writes three shards and reads all ten, and a program with `sharded(10)` reads what it writes. Then `backfill` moves the items, and `reads` can go |
    /// | another key, or another number of shards in the primary key | an item cannot change its primary key: declare the new key as an entity that is a `pointer_of(..)` the old one. Every write carries both, [`repair`](Self::repair) writes those of older items, and reads move over. Then the canonical record does |
    /// | another form of the values | `schema_version` and `upgrade`, then `backfill` |
    ///
    /// A backfill while old programs still write is repeated after the last of them has stopped.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidOperation`] if an item would have another primary key, before anything of it is sent: `sharded(n)` of the primary key
    /// has another number than the item was written with, or a field of the key was changed by another program.
    pub fn backfill<T: Table>(&self) -> Backfill<T> {
        Backfill { walk: Walk::new(self, T::LAYOUT), code: T::CODE, table: PhantomData }
    }
}

/// Upgrades all items of a table: see [`Db::backfill`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Backfill<T> {
    walk: Walk,
    code: &'static TableCode,
    table: PhantomData<fn() -> T>,
}

walking!(Backfill);

impl<T: Table> Backfill<T> {
    fn run(self, metered: bool) -> Running<Progress> {
        let Self { walk, code, .. } = self;
        let about = About { table: walk.layout.table, ..About::new("backfill") };
        run(about, metered, move |meter| async move { backfill(walk, code, &meter).await })
    }
}

async fn backfill(walk: Walk, code: &'static TableCode, meter: &Meter) -> Result<Progress, Error> {
    let catalog = Catalog::new(walk.layout, code);
    let db = walk.db.clone();
    let (mut steps, fingerprint) = walk.begin("backfill")?;
    while let Some(items) = steps.next(meter).await? {
        let (mut found, mut written) = (0, 0);
        for item in items {
            let Some(code) = catalog.entity(&item) else { continue };
            // An item that cannot be read cannot be rewritten either.
            let Ok(current) = rewritten(code, &item) else {
                found += 1;
                continue;
            };
            if !same_item(&current, &item) {
                found += 1;
                refuse_another_key(code.schema, &item, &current)?;
                written += u64::from(store_upgraded(&db, code, &item, current, meter).await?);
            }
        }
        steps.done(fingerprint, found, written).await?;
    }
    Ok(steps.progress)
}

/// DynamoDB keeps an item under the key that it has, and would reject the write without saying whose it was.
fn refuse_another_key(schema: &'static EntitySchema, item: &Item, current: &Item) -> Result<(), Error> {
    let [(_, pk, sk), (_, new_pk, new_sk)] = [item, current].map(|item| id_of(schema.layout, item));
    if (&pk, &sk) == (&new_pk, &new_sk) {
        return Ok(());
    }
    let is_sensitive = key_is_sensitive(schema);
    let show = |pk: String, sk: Option<String>| match sk {
        _ if is_sensitive => REDACTED.to_owned(),
        Some(sk) => format!("{pk:?} / {sk:?}"),
        None => format!("{pk:?}"),
    };
    let help = if schema.pk.parts().iter().any(|part| matches!(part, Part::Field(part) if part.is_shard())) {
        "give `sharded(..)` the number that the items were written with; for another one, declare a second entity with the new key \
         that is a `pointer_of(..)` this one"
    } else {
        "a primary key never changes: create the item under its new key and delete this one, or correct its fields"
    };
    Err(Error::invalid(
        InvalidKind::Unchangeable,
        format_args!(
            "a backfill cannot move a `{}` from its primary key {} to {}",
            schema.name,
            show(pk, sk),
            show(new_pk, new_sk)
        ),
        help,
    ))
}

operation!([T: Table] Backfill<T> => Progress, "db.backfill::<Library>()", "library", Ok);

opaque! {
    [T] Backfill<T>: "Backfill";
}
