//! The guide, as documentation: every block of a chapter is compiled and run by `cargo test -p dynamo-guide`.
//!
//! A chapter shows its declarations once. The blocks after that use them from the chapter's module, in a hidden line; a test
//! compares what the chapter shows with the module.
#![allow(clippy::duplicated_attributes)] // Two indexes of a table may share an option.
#![allow(clippy::doc_markdown)] // A book names products as their owners do.
#![allow(rustdoc::broken_intra_doc_links)] // Links lead to files; a test follows them.

use dynamo_core::prelude::*;

/// Runs an example on an engine of its own, in which the table exists.
///
/// ```
/// use dynamo_guide::shop::{Customer, Shop};
///
/// dynamo_guide::run::<Shop>(async |db| {
///     assert_eq!(db.get(Customer::key("ada@example.com")).await?, None);
///     Ok(())
/// });
/// ```
///
/// # Panics
///
/// If the example fails: it is a test.
pub fn run<T: Table>(example: impl AsyncFnOnce(Db) -> Result<(), Error>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
    let result = runtime.block_on(async {
        let db = Db::embedded().await?;
        db.create_table::<T>().await?;
        example(db).await
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Declares a module for each chapter: the module's documentation is the chapter, and its items are what the chapter declares.
macro_rules! chapters {
    ($($name:ident $file:literal $(with $code:literal)?),* $(,)?) => {
        $(
            #[doc = include_str!($file)]
            #[allow(missing_docs)] // The chapter describes them.
            pub mod $name {
                $(include!($code);)?
            }
        )*
    };
}

chapters! {
    introduction "src/introduction.md",
    first_table "src/first-table.md",
    access_patterns "src/access-patterns.md" with "code/access_patterns.rs",
    keys "src/keys.md" with "code/keys.rs",
    queries "src/queries.md" with "code/queries.rs",
    updates "src/updates.md" with "code/updates.rs",
    transactions "src/transactions.md" with "code/transactions.rs",
    pointers "src/pointers.md" with "code/pointers.rs",
    uniqueness "src/uniqueness.md" with "code/uniqueness.rs",
    counters "src/counters.md" with "code/counters.rs",
    time "src/time.md" with "code/time.rs",
    streams "src/streams.md" with "code/streams.rs",
    sharding "src/sharding.md" with "code/sharding.rs",
    changing "src/changing.md",
    existing "src/existing.md" with "code/existing.rs",
    testing "src/testing.md",
    connecting "src/connecting.md",
    operating "src/operating.md",
    security "src/security.md" with "code/security.rs",
    coming_from "src/coming-from.md",
    errors "src/errors.md",
    faq "src/faq.md",
}

/// The README, whose blocks are run too.
#[doc = include_str!("../../README.md")]
pub mod readme {}

/// The README of the published crate.
#[doc = include_str!("../../dynamo-core/README.md")]
pub mod readme_of_core {}

/// The shop that several chapters use.
#[allow(missing_docs)] // The chapters describe it.
pub mod shop {
    include!("code/shop.rs");
}

/// The page of all features, whose blocks are in this module; a test compares them.
#[allow(missing_docs)] // The page describes it.
pub mod features {
    include!("code/features.rs");
}
