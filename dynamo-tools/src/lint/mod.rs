//! Finds declarations that compile and work, and will cost more or scale less than they have to.
//!
//! Needed by programs that check designs themselves, such as a test; the command line has `lint`.

mod cost;
mod items;
mod partitions;
mod report;
mod sarif;
mod together;

use dynamo_core::schema::{EntitySchema, TableSchema};
use serde::Serialize;

pub(crate) use report::text;
pub(crate) use sarif::sarif;

/// A rule of the linter.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its id, by which it is allowed: `allow("hot-partition" = "reason")`.
    pub id: &'static str,
    /// What it finds.
    pub title: &'static str,
    /// The fact about DynamoDB that it rests on.
    pub fact: &'static str,
    /// What to do.
    pub fix: &'static str,
    /// Its page.
    pub page: &'static str,
    check: fn(&TableSchema, &mut Findings<'_>),
}

/// Something that a rule found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// The table's enum.
    pub table: &'static str,
    /// The entity, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<&'static str>,
    /// The struct or enum with its module path.
    pub id: &'static str,
    /// The file that declares it, relative to its workspace.
    pub file: &'static str,
    /// The line of the derive; 0 where it is not known.
    pub line: u32,
    /// The index, field or pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Why it is found here.
    pub reason: String,
    /// The fact about DynamoDB.
    pub fact: &'static str,
    /// What to do.
    pub fix: &'static str,
    /// Why it stays, where the design says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<&'static str>,
}

/// Collects what one rule finds in one table.
pub(crate) struct Findings<'a> {
    rule: &'a Rule,
    table: &'a TableSchema,
    found: Vec<Finding>,
}

impl Findings<'_> {
    /// Something about the table, which the table can allow.
    pub(crate) fn table(&mut self, part: Option<&str>, reason: String) {
        self.push(None, part, reason);
    }

    /// Something about an entity, which the entity or its table can allow.
    pub(crate) fn entity(&mut self, entity: &EntitySchema, part: Option<&str>, reason: String) {
        self.push(Some(entity), part, reason);
    }

    fn push(&mut self, entity: Option<&EntitySchema>, part: Option<&str>, reason: String) {
        let layout = self.table.layout;
        let rule = self.rule;
        let of = |allow: &'static [(&'static str, &'static str)]| {
            allow.iter().find(|(id, _)| *id == rule.id).map(|(_, reason)| *reason)
        };
        let allowed = entity.and_then(|entity| of(entity.allow)).or_else(|| of(layout.settings.allow));
        self.found.push(Finding {
            rule: rule.id,
            table: layout.table,
            entity: entity.map(|entity| entity.name),
            id: entity.map_or(layout.id, |entity| entity.id),
            file: entity.map_or(layout.place.file, |entity| entity.place.file),
            line: entity.map_or(layout.place.line, |entity| entity.place.line),
            part: part.map(str::to_owned),
            reason,
            fact: rule.fact,
            fix: rule.fix,
            allowed,
        });
    }
}

/// Returns all rules.
///
/// ```
/// let rule = dynamo_tools::lint::rules().iter().find(|rule| rule.id == "constant-partition").unwrap();
/// assert_eq!(rule.title, "A partition key without a field");
/// ```
#[must_use]
pub fn rules() -> &'static [Rule] {
    RULES
}

macro_rules! rules {
    ($($id:literal: $check:path, $title:literal, $fact:literal, $fix:literal;)*) => {
        const RULES: &[Rule] = &[$(Rule {
            id: $id,
            title: $title,
            fact: $fact,
            fix: $fix,
            page: include_str!(concat!("../../docs/lint/", $id, ".md")),
            check: $check,
        }),*];
    };
}

rules! {
    "constant-partition": partitions::constant,
        "A partition key without a field",
        "A partition serves 1,000 write units and 3,000 read units a second, and all items with one partition key share them",
        "put a field of many values into the partition key, or spread it with `sharded(n)`";
    "low-cardinality-partition": partitions::low_cardinality,
        "A partition key made of enums alone",
        "A partition serves 1,000 write units and 3,000 read units a second; a global index that is throttled also rejects writes of its table",
        "add a field of many values, or spread the key with `sharded(n)`";
    "mutable-index-key": partitions::mutable_key,
        "An index key that changes",
        "A change of an index key is two writes of the index: the old entry is deleted and a new one is put",
        "leave fields that change often out of index keys, or mark those that never change `immutable`";
    "read-before-update": partitions::read_before_update,
        "An index key that every update moves, and has to read",
        "An update writes what it is given, and DynamoDB makes no key from attributes that it does not name",
        "give `updated_at` a key of its own, beside fields of the primary key alone";
    "local-index": partitions::local,
        "A local secondary index",
        "With a local index, all items of one partition key and their entries may have 10 GB together, and the index lasts as long as the table",
        "use a global index, unless reads have to be consistent and partitions stay small";
    "authorisation-boundary": partitions::authorisation,
        "A partition key without the tenant",
        "`dynamodb:LeadingKeys` in a policy compares partition keys, and nothing else of an item",
        "begin the partition key with the field that separates tenants";
    "unused-index": cost::unused_index,
        "An index that no access pattern reads",
        "An index is paid for with every write of its items and with its storage, whether it is read or not",
        "declare the access pattern that reads it, or remove the index";
    "all-projection": cost::all_projection,
        "An index that copies items which nobody reads there",
        "A projection of ALL writes and stores each item a second time; entries that nobody reads cost as much as those that are read",
        "give the entity `index = none`, or the index `projection = \"KEYS_ONLY\"` or a list";
    "filtered-read": cost::filtered,
        "A read that filters items away",
        "DynamoDB charges for what a query reads, before filters",
        "give the entity a sort key prefix of its own";
    "mergeable-indexes": cost::mergeable,
        "Two indexes that could be one",
        "A table has 20 global indexes by default; entities that are never in the same one can share it with templates of their own",
        "let the entities of both use one index";
    "expiring-read": items::expiring,
        "A read of items that may have expired",
        "DynamoDB deletes expired items within a few days, and returns them until then",
        "add `unexpired` to the access pattern";
    "ttl-in-milliseconds": items::milliseconds,
        "An expiry time that looks like milliseconds",
        "TTL is a Number of seconds since 1970; a number of milliseconds lies tens of thousands of years ahead, and never expires",
        "store seconds, and name the field so";
    "unbounded-collection": items::unbounded,
        "A collection inside of an item that can grow without end",
        "An item has at most 400 KB, and every change of it is charged by its whole size",
        "make the elements items of their own under the same partition key, or bound their number";
    "large-item": items::large,
        "Items near the limit",
        "An item has at most 400 KB, names of attributes included, and so has each of its index entries",
        "keep large values in S3, or in items of their own";
    "transaction-size": items::transaction,
        "A write that can outgrow a transaction",
        "A transaction has at most 100 actions and 4 MB",
        "bound the collection; above the limit, dynamo-core writes in several transactions with a pending record";
    "copied-field": together::copied,
        "A copy of a field that nothing keeps in step",
        "DynamoDB has no joins and no references: a copy stays as it was written",
        "make the entity a `pointer_of(..)` the record, reconcile it from the stream, or mark the original `immutable`";
    "overloading-without-gain": together::overloading,
        "Entities in one table that nothing brings together",
        "TTL, streams, backups and capacity are set for a table as a whole; a shared table pays off where one request reads several entities",
        "give them tables of their own, with natural keys and multi-attribute index keys";
    "stale-allow": together::stale_allow,
        "An exemption from a rule that finds nothing there",
        "(about the declaration, not about DynamoDB)",
        "remove it from `allow(..)`, or correct the id";
}

/// Checks a table by every rule.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK")]
/// pub enum App {
///     Note(Note),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "NOTES", sk = "NOTE#<id>")]
/// pub struct Note {
///     id: String,
/// }
///
/// let found = dynamo_tools::lint::check(App::SCHEMA);
/// assert_eq!(found[0].rule, "constant-partition");
/// ```
#[must_use]
pub fn check(table: &TableSchema) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    for rule in RULES {
        let mut findings = Findings { rule, table, found: Vec::new() };
        (rule.check)(table, &mut findings);
        all.extend(findings.found);
    }
    all
}
