//! The derives of `dynamo-core`, which re-exports them: use them through its prelude.

mod access;
mod attr;
mod check;
mod errors;
mod expand;
mod krate;
mod model;
mod rename;
mod template;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// A table, as an enum of its entities.
///
/// ```text
/// #[derive(Table)]
/// #[table(name = "app-{stage}", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl", stream)]
/// #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
/// pub enum App {
///     User(User),
///     Goal(Goal),
/// }
/// ```
///
/// `#[table(..)]`
///
/// | option | meaning |
/// |---|---|
/// | `name = ".."` | DynamoDB's name; may hold placeholders such as `{stage}` |
/// | `pk = ".."`, `sk = ".."` | the key attributes; a table may have no sort key |
/// | `pk_type`, `sk_type = "S" \| "N" \| "B"` | their types; `"S"` unless given |
/// | `type_attribute = ".."` | where an item's type tag is kept; without one, keys tell entities apart |
/// | `ttl = ".."` | the attribute by which items expire |
/// | `stream` | the table has a stream of new and old images |
/// | `separator = ".."` | what splits keys into segments; `"#"` unless given |
/// | `none = "omit" \| "null"` | what becomes of `None`; `"omit"` unless given |
/// | `global_indexes = 30` | the quota of global secondary indexes, where AWS has raised it above 20 |
/// | `provisioned(reads = 5, writes = 2)` | capacity that is paid by the hour, of the table and of each global index |
/// | `on_demand(max_reads = 4000, max_writes = 1000)` | the most units a second of a table that is billed per request, which is the default |
/// | `point_in_time_recovery` | the table can be restored to any second of the last 35 days |
/// | `deletion_protection` | DynamoDB rejects a request to delete the table |
/// | `boundary = "tenant_id"` | the field that separates those who may read each other's items: the linter of `dynamo-tools` wants it in every partition key |
/// | `tags("team" = "chat")` | tags, by which costs are told apart |
/// | `allow("rule" = "reason")` | what the linter of `dynamo-tools` does not report, and why |
/// | `extends = Table` | takes over the layout and the entities of another table, whose variant is marked `#[base]` |
///
/// A table that extends another may declare indexes of its own with `#[index(..)]`, after those that the other has. The
/// entities of the other table are not in them, and are not asked about a `mandatory` one; a key that would slip their items
/// into one is refused.
///
/// `#[index(ident, ..)]`
///
/// | option | meaning |
/// |---|---|
/// | `name = ".."` | DynamoDB's name |
/// | `pk`, `sk = ".." \| ["..", ".."]` | the key attributes; up to four each |
/// | `pk_type`, `sk_type = ".." \| ["..", ".."]` | their types; `"S"` unless given |
/// | `mandatory` | every entity gives this index or declines it with `= none` |
/// | `local = true` | a local secondary index: it shares the table's partition key |
/// | `projection = "ALL" \| "KEYS_ONLY" \| ["..", ".."]` | what the index holds; `"ALL"` unless given |
/// | `provisioned(..)`, `on_demand(..)` | capacity of its own, in the mode of the table; as the table's unless given |
///
/// The enum gets `partition(pk)`: all items of the partition with that key, as the enum, for `db.query(..)`; `from`, `beyond`,
/// `to` and `before` restrict it to a range of sort keys.
///
/// Where two indexes have an option in common, such as `local = true` or a shared `pk`, `clippy::duplicated_attributes`
/// takes one for a repetition of the other: allow it on the enum.
#[proc_macro_derive(Table, attributes(table, index, base))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    expand::table(&parse_macro_input!(input as DeriveInput)).into()
}

/// An entity: a struct with its keys on it.
///
/// ```text
/// #[derive(Entity)]
/// #[entity(table = App, pk = "USER#<user_id>", sk = "GOAL#<goal_id>", gsi1 = ("USER#<user_id>", "GOAL#<created_at>"))]
/// pub struct Goal { .. }
/// ```
///
/// `#[entity(..)]` on the struct
///
/// | option | meaning |
/// |---|---|
/// | `table = Table` | the table that lists it |
/// | `pk = ".."`, `sk = ".."` | the templates of the primary key, or a field without quotes whose own attribute is the key |
/// | `index = (".., "..")` | the keys in an index of the table; one key where the index has no sort key, or is local |
/// | `index = sparse(..)` | the same, left out while a field is `None` |
/// | `index = when(unread, (..))` | in it while a `bool` is true, an `Option` is `Some`, or, with `when(status = Open, (..))`, a field has that value; a third argument gives the keys otherwise: see below |
/// | `index = none` | deliberately not in it |
/// | `index = ([a, b], [c])` | the parts of a multi-attribute key |
/// | `rename_all = ".."` | the names of the attributes; else serde's `rename_all` |
/// | `type = ".."` | the type tag; the struct's name unless given |
/// | `sharded(10)` | `<shard>` in a partition key spreads items over so many partitions; the number in a primary key never changes: see below |
/// | `sharded(3, reads = 10)` | the same over three, while queries of the index still read the ten that it had: see below |
/// | `pointers(A, B)` | the pointers that are made from its items, and written with them |
/// | `pointer_of(A, ..)` | it is such a pointer: see below |
/// | `unique(email as Lock)`, `unique((a, b) as Lock)` | only one item may have this value: `Lock` is an entity whose key is made from it, and which has fields of this one by their names |
/// | `counted(count in Counter(user_id = followee_id))` | items are counted in `count` of `Counter`, whose key has these fields; `shard = sharded(10)` spreads a counter |
/// | `lock` | its items are locks of records in other tables, and written with them alone; within its own table, `unique` says so already |
/// | `overlaps(A, B)` | queries of it may catch items of these: reads filter by the type attribute, which costs what they read |
/// | `shares_key(A)` | it and `A` may have one key, and at most one of them exists: every write is conditional on the item's type |
/// | `schema_version = 2, upgrade = path` | the schema version, stored in `schemaVersion`; a function `fn(u32, Item) -> Result<Item, _>` that upgrades an item of an older version (1, if it says none) to the current one |
/// | `write_once` | its items are created, read and deleted, and never change: `put`, `replace`, `update` and `soft_delete` do not compile |
/// | `constants("kind" = 7, "v" = "1", "active" = true)` | attributes that every item has: see below |
/// | `load(size = 400, items = 1_000_000)` | bytes of an item, and number of items, from which `dynamo-tools` works out costs |
/// | `load(creates = 20, updates = 5, deletes = 1)` | how often in a second items are created, updated and deleted: see below |
/// | `allow("rule" = "reason")` | what the linter of `dynamo-tools` does not report, and why |
/// | `fields = Name`, `query = Name` | the names of the generated types, where `GoalFields` or `GoalQuery` is taken |
///
/// Constants are written with every whole item, and no field has them. An item without them, or with other values, is none of
/// the entity's, although its tag or its keys are: reads leave it out, `.strict()` refuses it, and a write that needs an item
/// (`update`, `replace`, `existing()`) does not find it. `create` and `put` over it fail with `Error::Exists`, and `delete` does
/// nothing. What is stored counts, whatever its schema version; an index of the entity holds its constants.
///
/// In `load(..)`, `updates = 5` is for updates of fields that no key and no companion has; `updates(title = 0.5, status = 2)`, instead
/// or in addition, is for updates of fields that cost more, since index entries, pointers or locks change with them. Once one of
/// `creates`, `updates` and `deletes` is given, what is not given does not happen.
///
/// `pointer_of(Canonical, each(x in xs), when = condition)` makes one pointer for each element of a collection, or of an
/// `Option`, of the canonical record; without `each`, one. `each((k, v) in map)` takes a map apart. With `when`, a function of
/// the record, there are pointers only while it gives true. A pointer's field has the value of the field, or of the element,
/// with the same name and type, unless it says `from` or `with`.
///
/// With `gsi1 = when(fork_of, ("REPO#<fork_of>", "FORK#<owner>"), ("REPO#<repo_id>", "#REPO#<name>"))`, `query_gsi1` is for the
/// first arm, `query_gsi1_else` for the second, and `partition_gsi1` for whatever is there; an access pattern with
/// `index = gsi1_else` reads the second. Updates follow the test: what decides together is set together, as a tuple
/// in the order of declaration: `.set((repo.fork_of, repo.owner, repo.name), (..))`.
///
/// A shard is computed from the item's key, so another number gives another partition. In an index, that is a matter of moving
/// items: `sharded(20)` in place of `sharded(10)` reads the old shards too, `sharded(3, reads = 10)` writes three and reads ten, and
/// `Db::backfill` moves the items; `reads` goes after that. In a primary key the number is part of the design: with another one,
/// `get`, `update` and `delete` look in the wrong partition, queries miss what lies in the shards beyond it, and `backfill` is an
/// error. To spread such an entity anew, declare a second one with the new key that is a `pointer_of(..)` the first.
///
/// `overlaps` and `shares_key` are ways out of two rules, for tables that are there already: both need a type attribute in the
/// table and in the indexes of the entity, and an item without it is not the entity's. Where queries overlap, a limit counts
/// the entity's own items, and a page ends after ten requests, maybe short, with its cursor; `.first()` and `.all()` go on. To
/// either, an item that is not the entity's is absent: `create` and `put` over it fail with `Error::Exists`, `get` is `None`,
/// `update` is `Error::NotFound`, and `delete` does nothing.
///
/// `#[entity(..)]` on a field
///
/// | option | meaning |
/// |---|---|
/// | `rename = ".."` | the attribute's name; else serde's `rename` |
/// | `set` | a DynamoDB set rather than a list |
/// | `bytes` | a Binary rather than a list of numbers |
/// | `serde` | a type that only has serde, through `serde_dynamo` |
/// | `key_only` | stands in the primary key and is stored nowhere else |
/// | `ttl` | the epoch second at which the item expires |
/// | `created_at`, `updated_at` | filled in from the clock of the handle when left open (`None`, or the epoch, the default of every type of time); an update sets `updated_at`, and reads the item first where an index key is made from it and other fields. A Number is in seconds |
/// | `version` | the optimistic lock: a write over an item wants its version, and gives it the next |
/// | `deleted_at` | when the item was deleted, while it can be restored; an `Option` |
/// | `from = path` | of a pointer: the field of the canonical record, or of the element, that it is a copy of |
/// | `with = function` | of a pointer: what makes it from the canonical record |
/// | `sensitive` | never printed; the derive writes the struct's `Debug` then |
/// | `immutable` | given at creation: an update of it does not compile, and `put` and `replace` fail over an item that has another value |
/// | `counter` | a number that counts records of other tables, and changes with them alone; within its own table, `counted` says so already |
/// | `rest` | of type `Item`: keeps the attributes that no other field has, through reads and whole-item writes |
///
/// An `immutable` field of an existing item is compared with what is written, under its aliases too, and in its current form:
/// an item of an older schema version is upgraded first. An item that lacks the attribute takes the value, since it may be
/// older than the field, unless `None`, an empty set or what `skip_serializing_if` leaves out is a value of it. Where an index
/// key is made from the field and from others that change, it is set with those as a tuple
/// (`.set((deed.owner, deed.status), (..))`), which requires that the item has it. An older item takes it with all keys that are made from it;
/// where one also needs fields that are not set, the update fails.
///
/// What is kept in `rest` are never keys of the table or of its indexes, the type tag, constants, or attributes that the
/// library writes itself: they are not read into it, and given there they are an error before anything is sent. Nor is the
/// expiry of a softly deleted item. Indexes that a table adds which extends this one are not known to the entity: an
/// attribute that is kept puts the item into such an index if it is its key. There is no handle of it in `fields()`, and no projection has it; an index that holds less than whole items does not give the entity.
/// serde needs `#[serde(skip)]` on the field. Where the derive writes `Debug`, the names of what is kept show, and no values.
///
/// A field with `#[serde(alias = "..")]` may be stored under that name by older programs: reads and projections look there,
/// conditions and filters take the field under every name, and an update that sets or removes it removes the older names.
/// What DynamoDB would compute from the current name alone (`add`, `append`, `set_if_absent`, a change of a part) is refused
/// before it is sent. `version`, `ttl` and `deleted_at` have one name; an index whose projection lacks an alias does not
/// hold the field.
///
/// # What is generated
///
/// Each entity's own documentation lists what there is for it, with its keys. In general:
///
/// | item | what it is |
/// |---|---|
/// | `Goal::key(..)` | the primary key of these fields, for `get`, `update` and `delete`; a value that cannot stand in a key is an error |
/// | `Goal::parse_key(pk, sk)` | the fields of a primary key |
/// | `Goal::query(..)` | the items of a partition, as a `GoalQuery`; a method for each field of the sort key narrows it, from the left |
/// | `Goal::query_gsi1(..)` | the same in an index; `query_gsi1_else` for the second arm of `when(..)` |
/// | `Goal::partition(..)`, `Goal::partition_gsi1(..)` | all items of a partition, of whatever entity, as the table's enum |
/// | `Goal::fields()` | a handle of each attribute, as `GoalFields`, for conditions, filters and updates; fields that an index key is made from together are set as a tuple |
/// | `Goal::gsi1()` | the index, for `db.scan_index(..)`; an index that is named like one of these functions has none |
/// | `goal.gsi1_key()` | the keys of an item in the index; an `Option` where it may not be in it |
/// | a function for each `#[access(..)]` | its query, or its key with `get` |
/// | `goal_query::Gsi1`, `goal_fields::a_and_b` | types without values, which stand in signatures and messages |
///
/// The trait `Entity` adds `goal.key()`, `to_item`, `from_item` and the schema.
///
/// # serde's attributes
///
/// A struct has one set of names: what serde's attributes say of the data is carried out, or refused by the compiler.
///
/// | where | carried out | without effect on data | refused |
/// |---|---|---|---|
/// | struct | `rename_all`, `default` | `crate`, `bound`, `expecting` | `tag`, `content`, `transparent`, `default = ".."`, `deny_unknown_fields`, `from`, `into`, `try_from`, `remote`, .. |
/// | field | `rename`, `alias`, `default`, `default = ".."`, `skip`, `skip_serializing_if` | `bound` | `flatten`, `with`, `serialize_with`, `deserialize_with`, `skip_serializing`, `skip_deserializing`, one name for each direction, .. |
/// | enum (`Attribute`, `KeyField`) | `rename_all`, `tag`, `content`, `untagged` | `crate`, `bound`, `expecting` | the rest |
/// | variant | `rename`, `rename_all`, `alias` | | the rest |
///
/// # Access patterns
///
/// `#[access(name(field, field), ..)]` on the struct names an access pattern: a function that takes these fields and gives a
/// query. All fields of a partition key come first, then fields of the sort key from the left; the last one may have an
/// operator: `field >`, `field >=`, `field <`, `field <=`, `field ..` (a range) or `field begins_with`.
///
/// | option | meaning |
/// |---|---|
/// | `index = ident` | the index that serves it; otherwise the table, or the first index that can |
/// | `descending` | in descending order of the sort keys |
/// | `unexpired` | leaves out items that have expired and that DynamoDB has not deleted yet |
/// | `rate = 200`, `items = 20` | how often it is asked for in a second, and how many items it reads, from which `dynamo-tools` works out costs |
/// | `limit = 20` | at most so many items |
/// | `first` | the first item alone is wanted, which costs and exports tell: the query ends in `.first()` |
/// | `get` | one item by its whole primary key: the function gives the key, for `db.get(..)` |
/// | `of = Collection` | the partition's items of several entities |
/// | `about = ".."` | what it is for, in the function's documentation and in the table of access patterns |
///
/// # Key templates
///
/// A template is literals and fields: `<field>`, or `<field:format>`, such as `<number:013>`, `<at:date>`, `<at:month>`, `<at:hour>`,
/// `<name:lower>`, `<name:upper:escaped>` or `<n:unordered>`.
///
/// | format | what it does |
/// |---|---|
/// | `013` | an unsigned number with leading zeros, so that the order of texts is that of numbers |
/// | `unordered` | a number as it is, signed ones too, where order does not matter: a range over it does not compile |
/// | `escaped` | free text that may hold the separator, in the order of its values |
/// | `lower`, `upper` | free text folded to one case; with `escaped`, folded first: `<name:upper:escaped>` |
/// | `month`, `date`, `hour` | the month (`2026-11`), day (`2026-11-16`) or hour (`2026-11-16T09`) of a timestamp, in UTC |
///
/// Functions take whole values and fold them, or find their day: `gsi1 = ("DAY#<at:date>", "<at>#<id>")` gives
/// `Event::query_gsi1(&at)`, which reads the day that `at` lies in, and `.at(from..to)` narrows it. Fields that stand in the
/// primary key folded or by their day alone are not read back from it: `parse_key` leaves them out, `key_only` does not
/// compile for them, nor does a range over them. An update of the field changes every index key that is made from it.
///
/// `escaped` writes every character up to the one after the separator as three: with `#`, a blank is `$ca`, `#` is `$cd` and
/// `$` is `$ce`. The lower the separator, the fewer characters that concerns: with `~` it is all of ASCII.
#[proc_macro_derive(Entity, attributes(access, entity, serde))]
pub fn derive_entity(input: TokenStream) -> TokenStream {
    expand::entity(&parse_macro_input!(input as DeriveInput)).into()
}

/// A newtype or a unit enum that may stand in a key, and be an attribute.
///
/// ```text
/// #[derive(KeyField)]
/// pub struct UserId(pub String);
///
/// #[derive(KeyField)]
/// #[key_field(rename_all = "lowercase")]
/// pub enum Role { Owner, Member }
/// ```
///
/// `#[key_field(rename_all = "..")]` on an enum and `#[key_field(rename = "..")]` on a variant, or else serde's, give the
/// texts. The derive writes `Attribute` too: do not derive both.
///
/// One variant may keep the texts that the enum does not know, written back as they were read:
/// `#[entity(other)] Other(String)`. In a key, such an enum has no order: a range over it does not compile.
#[proc_macro_derive(KeyField, attributes(entity, key_field, serde))]
pub fn derive_key_field(input: TokenStream) -> TokenStream {
    expand::key_field(&parse_macro_input!(input as DeriveInput)).into()
}

/// A nested struct or enum.
///
/// Structs are Maps; newtypes are what they hold; other tuple structs are Lists; unit enums are Strings; enums with data
/// are tagged as serde tags them. An enum of Strings may keep the texts that it does not know in one variant,
/// `#[entity(other)] Other(String)`, which is written back as it was read. `#[attribute(..)]` takes `rename_all`, `tag`, `content` and `untagged` on the type,
/// `rename` on a variant, and on a field what `#[entity(..)]` takes: `rename`, `set`, `bytes`, `serde`. Without them,
/// serde's attributes count.
#[proc_macro_derive(Attribute, attributes(attribute, entity, serde))]
pub fn derive_attribute(input: TokenStream) -> TokenStream {
    expand::attribute(&parse_macro_input!(input as DeriveInput)).into()
}

/// An enum of entities that share their partitions, to read them together.
///
/// ```text
/// #[derive(Collection)]
/// pub enum Written {
///     Note(Note),
///     Draft(Draft),
/// }
///
/// let written = db.query(User::partition("ann").of::<Written>()).all().await?;
/// ```
///
/// With `#[collection(index = gsi1)]`, they share the partitions of an index: `User::partition_gsi1("ann").of::<Written>()`.
/// What the sort keys of all of them begin with is a condition of the query, so that others are not read.
#[proc_macro_derive(Collection, attributes(collection))]
pub fn derive_collection(input: TokenStream) -> TokenStream {
    expand::collection(&parse_macro_input!(input as DeriveInput)).into()
}

/// Some fields of an entity, to read these alone.
///
/// ```text
/// #[derive(Projection)]
/// #[projection(of = Note)]
/// pub struct NoteTitle {
///     id: String,
///     title: String,
/// }
///
/// let titles = db.query(Note::query("ann")).project::<NoteTitle>().all().await?;
/// ```
///
/// `#[projection(..)]`
///
/// | option | meaning |
/// |---|---|
/// | `of = Entity` | the entity, which has these fields with these types |
/// | `index = ident` | an index that does not hold whole items, and holds these fields |
///
/// `#[projection(sensitive)]` on a field that is sensitive in the entity: it is never printed, and the derive writes the struct's
/// `Debug`.
#[proc_macro_derive(Projection, attributes(projection))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    expand::projection(&parse_macro_input!(input as DeriveInput)).into()
}
