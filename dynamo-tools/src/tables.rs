//! The tables of a program, as data and a few functions.

use std::pin::Pin;

use dynamo_core::inspect::{self, Derivation};
use dynamo_core::maintain::{Progress, Report};
use dynamo_core::schema::{EntitySchema, TableSchema};
use dynamo_core::{Cursor, Db, Error, Item, Table};

/// A future that a table's function returns.
pub(crate) type Running<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// What is called with the progress of a walk.
pub(crate) type Tell = Box<dyn Fn(&Progress) + Send + Sync>;

/// What a walk through a table is told, and how far it has come.
#[derive(Default)]
pub(crate) struct WalkOptions {
    pub(crate) rate: Option<u32>,
    /// Where an interrupted walk stopped.
    pub(crate) after: Option<Cursor>,
    pub(crate) progress: Option<Tell>,
}

/// A table of a program: its schema, and what only its types can do.
#[derive(Clone, Copy)]
pub struct Tool {
    /// The schema.
    pub schema: &'static TableSchema,
    /// Tells how companions come from their records.
    pub(crate) derivations: fn() -> Vec<Derivation>,
    pub(crate) name: fn(&Db) -> Result<String, Error>,
    pub(crate) create: fn(Db) -> Running<()>,
    pub(crate) verify: fn(Db, bool, WalkOptions) -> Running<Report>,
    pub(crate) backfill: fn(Db, WalkOptions) -> Running<Progress>,
    /// Reads an item, and returns the name of its entity: an error if it is none of the table's.
    pub(crate) check: fn(Item) -> Result<&'static str, Error>,
    /// Reads an item and writes it again, which derives its keys from its fields.
    #[cfg(feature = "studio")]
    pub(crate) rewrite: fn(Item) -> Result<Item, Error>,
    /// Prepares the change of an item of the entity with this id, or its deletion.
    #[cfg(feature = "studio")]
    pub(crate) edit: fn(&Db, &str, Item, Option<Item>) -> Result<inspect::Edit, Error>,
    /// Derives the companions of an item of the entity with this id.
    #[cfg(feature = "studio")]
    pub(crate) companions: fn(&str, &Item) -> Result<Vec<inspect::CompanionItem>, Error>,
    /// Returns the keys of the records that an item is a companion of.
    #[cfg(feature = "studio")]
    pub(crate) records: fn(&str, &Item) -> Vec<(&'static EntitySchema, Item)>,
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tool({})", self.schema.layout.table)
    }
}

impl Tool {
    /// Returns a table with its functions.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// assert_eq!(dynamo_tools::Tool::of::<App>().schema.layout.name, "app");
    /// ```
    #[must_use]
    pub fn of<T: Table + Send + 'static>() -> Self {
        Self {
            schema: T::SCHEMA,
            derivations: inspect::derivations::<T>,
            name: |db| db.table_name::<T>(),
            create: |db| Box::pin(async move { db.create_table::<T>().await }),
            verify: |db, repairs, options| {
                Box::pin(async move {
                    let mut walk = if repairs { db.repair::<T>() } else { db.verify::<T>() };
                    if let Some(rate) = options.rate {
                        walk = walk.rate(rate);
                    }
                    if let Some(cursor) = &options.after {
                        walk = walk.after(cursor);
                    }
                    if let Some(progress) = options.progress {
                        walk = walk.progress(move |so_far| progress(so_far));
                    }
                    walk.await
                })
            },
            backfill: |db, options| {
                Box::pin(async move {
                    let mut walk = db.backfill::<T>();
                    if let Some(rate) = options.rate {
                        walk = walk.rate(rate);
                    }
                    if let Some(cursor) = &options.after {
                        walk = walk.after(cursor);
                    }
                    if let Some(progress) = options.progress {
                        walk = walk.progress(move |so_far| progress(so_far));
                    }
                    walk.await
                })
            },
            check: |item| inspect::entity_of::<T>(item).map(|entity| entity.name),
            #[cfg(feature = "studio")]
            rewrite: |item| T::from_item(item)?.to_item(),
            #[cfg(feature = "studio")]
            edit: inspect::Edit::new::<T>,
            #[cfg(feature = "studio")]
            companions: inspect::companions_of::<T>,
            #[cfg(feature = "studio")]
            records: inspect::records_of::<T>,
        }
    }
}

/// The tables of a program: a tuple of types that derive `Table`.
pub trait Tables {
    /// Returns the tables, in the order of the tuple.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::Tables;
    ///
    /// assert_eq!(<(App,)>::tools().len(), 1);
    /// ```
    fn tools() -> Vec<Tool>;
}

/// No tables, for what needs none: the pages of compile errors and of the linter's rules.
impl Tables for () {
    fn tools() -> Vec<Tool> {
        Vec::new()
    }
}

macro_rules! tuples {
    ($($table:ident)*) => {
        tuples!(@ [] $($table)*);
    };
    (@ [$($done:ident)*]) => {};
    (@ [$($done:ident)*] $next:ident $($rest:ident)*) => {
        impl<$($done: Table + Send + 'static,)* $next: Table + Send + 'static> Tables for ($($done,)* $next,) {
            fn tools() -> Vec<Tool> {
                vec![$(Tool::of::<$done>(),)* Tool::of::<$next>()]
            }
        }
        tuples!(@ [$($done)* $next] $($rest)*);
    };
}

tuples!(A B C D E F G H I J K L M N O P Q R S T U V W X);
