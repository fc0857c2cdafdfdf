//! A table, its indexes and its entities as `const` data.
//!
//! The derives write these values; every rule that needs more than one struct is a `const fn` over them
//! (see [`check`]), and everything that is generated from a design at run time reads them too.
//!
//! ```
//! use dynamo_core::prelude::*;
//!
//! #[derive(Table)]
//! #[table(name = "app", pk = "PK", sk = "SK")]
//! #[index(by_owner, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
//! pub enum App {
//!     Note(Note),
//! }
//!
//! #[derive(Entity)]
//! #[entity(table = App, pk = "NOTE#<id>", sk = "META", by_owner = ("OWNER#<owner>", "NOTE#<id>"))]
//! pub struct Note {
//!     id: String,
//!     owner: String,
//! }
//!
//! assert_eq!(App::LAYOUT.indexes[0].name, "GSI1");
//! assert_eq!(App::SCHEMA.entities[0].pk.text(), "NOTE#<id>");
//! ```

mod attributes;
#[doc(hidden)]
pub mod check;
mod companion_use;
mod constant;
#[doc(hidden)]
pub mod construct;
mod escape;
mod format;
mod identify;
mod layout;
mod membership;
mod message;
mod overlap;
pub(crate) mod patterns;
mod projection;
pub(crate) mod reserved;
mod settings;
mod slot;
mod template;
pub(crate) mod text;
mod token;

pub(crate) use attributes::{
    deleted_attribute, is_of_a_field, key_is_sensitive, keys_are_sensitive, other_meaning, spec_is_sensitive,
};
pub(crate) use check::is_in_key as is_in_primary_key;
#[doc(hidden)]
pub use companion_use::is_written_alone;
pub use companion_use::{CompanionUse, PointerSource};
pub use constant::{Constant, ConstantValue};
pub(crate) use escape::escape;
pub use format::{Bucket, Case, Format, KeyKind};
pub(crate) use identify::{KeyTexts, identify, keys_fit};
pub use layout::TableLayout;
pub(crate) use layout::is_of_the_table;
pub use membership::{IndexKeys, IndexUse, Membership, Test};
pub use patterns::AccessPattern;
pub(crate) use patterns::common_prefix;
#[doc(hidden)]
pub use projection::class as index_class;
pub(crate) use projection::holds_attribute;
pub use settings::{Billing, Load, Place, TableSettings};
#[doc(hidden)]
pub use slot::{ALONE, GivenIndex, In, Indexes, Slot, indexes};
pub(crate) use slot::{is_in_an_index, keys, sides, test};
pub use template::{KeyPart, KeySpec, Part, Template};
#[doc(hidden)]
pub use template::{Lead, in_order};
pub(crate) use template::{captures, fits};
pub(crate) use token::{is_token_key, token_key};

/// The name of an attribute, with the bytes that open it in DynamoDB's JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The name as DynamoDB knows it.
    pub text: &'static str,
    pub(crate) json: &'static str,
}

impl Name {
    /// Written by the derives: `json` is `text` as a JSON string followed by a colon.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(text: &'static str, json: &'static str) -> Self {
        Self { text, json }
    }
}

/// The type of a key attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyType {
    /// String
    S,
    /// Number
    N,
    /// Binary
    B,
}

/// The DynamoDB type that an attribute is stored as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeType {
    /// String
    S,
    /// Number
    N,
    /// Binary
    B,
    /// Boolean
    Bool,
    /// Null
    Null,
    /// Map
    M,
    /// List
    L,
    /// A set of strings, numbers or binaries
    Set,
    /// Known only at run time: enums with data, and types that go through serde
    Any,
}

impl AttributeType {
    /// Returns the type's name in DynamoDB's documentation, such as `String`.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::schema::AttributeType;
    /// assert_eq!(AttributeType::S.name(), "String");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::S => "String",
            Self::N => "Number",
            Self::B => "Binary",
            Self::Bool => "Boolean",
            Self::Null => "Null",
            Self::M => "Map",
            Self::L => "List",
            Self::Set => "Set",
            Self::Any => "value",
        }
    }
}

/// A key attribute of a table or of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    /// The attribute's name.
    pub name: Name,
    /// The attribute's type.
    pub key_type: KeyType,
}

/// The form in which a field that is `None` is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoneAs {
    /// The attribute is left out.
    Omit,
    /// The attribute is written as `NULL`. Key attributes are left out all the same: DynamoDB takes no `NULL` there.
    Null,
}

/// The attributes that an index holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexProjection {
    /// All of them.
    All,
    /// The keys of the table and of the index.
    KeysOnly,
    /// The keys, and these.
    Include(&'static [&'static str]),
}

/// A secondary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexSchema {
    /// What entities call it: `gsi1` in `#[entity(gsi1 = ..)]`.
    pub ident: &'static str,
    /// What DynamoDB calls it.
    pub name: &'static str,
    /// The partition attributes: one, or up to four.
    pub pk: &'static [KeyAttribute],
    /// The sort attributes: none, one, or up to four.
    pub sk: &'static [KeyAttribute],
    /// A local secondary index, which shares the table's partition key.
    pub local: bool,
    /// Every entity gives its keys or says `none`.
    pub mandatory: bool,
    /// What the index holds.
    pub projection: IndexProjection,
    /// How its capacity is paid for, where that is not as the table's.
    pub billing: Option<Billing>,
}

/// A table with its entities.
#[derive(Debug, Clone, Copy)]
pub struct TableSchema {
    /// Names, keys and indexes.
    pub layout: &'static TableLayout,
    /// The table that this one extends.
    pub base: Option<&'static TableSchema>,
    /// The entities listed in the enum itself, without those of `base`.
    pub entities: &'static [&'static EntitySchema],
    /// Whether any of these entities has companions.
    #[doc(hidden)]
    pub companions: bool,
}

impl TableSchema {
    /// Created by the derive.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        layout: &'static TableLayout,
        base: Option<&'static TableSchema>,
        entities: &'static [&'static EntitySchema],
    ) -> Self {
        let (mut companions, mut others) = (false, entities);
        while let [entity, after @ ..] = others {
            companions |= !matches!(entity.companion_uses, []);
            others = after;
        }
        Self { layout, base, entities, companions }
    }

    /// Returns all entities: those of the table that this one extends, then its own.
    ///
    /// ```
    /// # use doc_tables::note::*;
    /// let names: Vec<_> = App::SCHEMA.all_entities().map(|entity| entity.name).collect();
    /// assert_eq!(names, ["Note"]);
    /// ```
    #[must_use]
    pub fn all_entities(&self) -> Box<dyn Iterator<Item = &'static EntitySchema>> {
        let own = self.entities.iter().copied();
        match self.base {
            Some(base) => Box::new(base.all_entities().chain(own)),
            None => Box::new(own),
        }
    }
}

/// The part that a field has in an entity besides holding a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing more.
    Plain,
    /// When the item was created.
    CreatedAt,
    /// When the item was last written.
    UpdatedAt,
    /// The optimistic lock.
    Version,
    /// When the item expires.
    Ttl,
    /// When the item was deleted, while it can be restored.
    DeletedAt,
}

/// A field of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
pub struct FieldSchema {
    /// The field's name in the struct.
    pub field: &'static str,
    /// The attribute it is stored as; `None` when it stands in the key alone, or is not stored.
    pub attribute: Option<&'static str>,
    /// Other names that it is read from.
    pub aliases: &'static [&'static str],
    /// How it is stored.
    pub ty: AttributeType,
    /// Whether it may be absent.
    pub optional: bool,
    /// What it does besides holding a value.
    pub role: Role,
    /// Never printed.
    pub sensitive: bool,
    /// Given at creation, and never changed.
    pub immutable: bool,
    /// Left out of the item for some of its values (`skip_serializing_if`).
    pub skippable: bool,
}

/// An entity.
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
#[derive(Debug, Clone, Copy)]
pub struct EntitySchema {
    /// The struct with its module path.
    pub id: &'static str,
    /// The struct's name.
    pub name: &'static str,
    /// The value of the table's type attribute on its items.
    pub tag: &'static str,
    /// The layout of the table that it names.
    pub layout: &'static TableLayout,
    /// Where it is declared.
    pub place: Place,
    /// The fields, in the order of the struct.
    pub fields: &'static [FieldSchema],
    /// The partition key.
    pub pk: KeySpec,
    /// The sort key.
    pub sk: Option<KeySpec>,
    /// The indexes that it mentions.
    pub indexes: &'static [IndexUse],
    /// The keys that it gives to indexes.
    #[doc(hidden)]
    pub slots: &'static [Slot],
    /// The access patterns that have names.
    pub patterns: &'static [AccessPattern],
    /// Over how many partitions `<shard>` spreads its items; 0 if it does not.
    pub shards: u32,
    /// How many of those partitions queries read: more of them while the number falls.
    pub shards_read: u32,
    /// The version of its form: 0 where none is declared.
    pub version: u32,
    /// Whether its items have companions: pointers, locks or counters.
    pub companions: bool,
    /// The entities of those companions.
    pub companion_uses: &'static [CompanionUse],
    /// Whether its items are locks of records in other tables.
    pub lock: bool,
    /// The fields that count records of other tables.
    pub counters: &'static [&'static str],
    /// What it is derived from, if it is a pointer.
    pub pointer: Option<PointerSource>,
    /// Whether its items never change once they exist.
    pub write_once: bool,
    /// Whether an update reads the item first: an index key is made from `updated_at` and other fields, so every update moves it.
    pub updates_read: bool,
    /// The attributes that each of its items has, with these values.
    pub constants: &'static [Constant],
    /// The field that keeps the attributes which no other field has.
    pub rest: Option<&'static str>,
    /// The entities, by their ids, whose items a query of this one may catch: reads leave them out by their type.
    pub overlaps: &'static [&'static str],
    /// The entities, by their ids, that may have a primary key of this one: at most one of them exists.
    pub shares_key: &'static [&'static str],
    /// What is expected of its items.
    pub load: Load,
    /// The rules of the linter that it is exempt from, each with the reason.
    pub allow: &'static [(&'static str, &'static str)],
    /// The bits of the attributes of its fields; all bits if a field is more than an attribute.
    #[doc(hidden)]
    pub names: u128,
    #[doc(hidden)]
    pub complete: bool,
}

impl EntitySchema {
    /// What stands in for an entity whose attributes were refused: no check runs against it.
    #[doc(hidden)]
    pub const FALLBACK: Self = Self {
        id: "",
        name: "",
        tag: "",
        layout: &TableLayout::FALLBACK,
        place: Place::UNKNOWN,
        fields: &[],
        pk: KeySpec::NONE,
        sk: None,
        indexes: &[],
        slots: &[],
        patterns: &[],
        shards: 0,
        shards_read: 0,
        version: 0,
        companions: false,
        companion_uses: &[],
        lock: false,
        counters: &[],
        pointer: None,
        write_once: false,
        updates_read: false,
        constants: &[],
        rest: None,
        overlaps: &[],
        shares_key: &[],
        load: Load::UNKNOWN,
        allow: &[],
        names: u128::MAX,
        complete: false,
    };

    /// Whether an item without its type tag is not the entity's, since its keys do not tell.
    pub(crate) const fn needs_tag(&self) -> bool {
        !self.overlaps.is_empty() || !self.shares_key.is_empty()
    }
}
