//! Names, keys and indexes of a table.

use super::{IndexSchema, IndexUse, KeyAttribute, KeyType, Name, NoneAs, Place, TableSettings, reserved, text};

/// A table without its entities: names, keys and indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLayout {
    /// The enum with its module path: two tables are one when this is equal.
    pub id: &'static str,
    /// The enum's name.
    pub table: &'static str,
    /// Where it is declared.
    pub place: Place,
    /// DynamoDB's name; may hold placeholders such as `{stage}`.
    pub name: &'static str,
    /// What splits a key into segments.
    pub separator: u8,
    /// The partition key.
    pub pk: KeyAttribute,
    /// The sort key.
    pub sk: Option<KeyAttribute>,
    /// The attribute that holds an item's type tag.
    pub type_attribute: Option<Name>,
    /// The attribute that holds the epoch second at which an item expires.
    pub ttl: Option<&'static str>,
    /// Whether the table has a stream of new and old images.
    pub stream: bool,
    /// What becomes of a field that is `None`.
    pub none: NoneAs,
    /// The secondary indexes.
    pub indexes: &'static [IndexSchema],
    /// How many global secondary indexes the quota allows: DynamoDB's 20, unless `global_indexes` says otherwise.
    pub global_indexes: usize,
    /// Billing, backups, tags: what no item depends on.
    pub settings: TableSettings,
    /// The bits of all names that mean something to the table, so that checks pass over most fields at one look.
    #[doc(hidden)]
    pub names: u128,
    /// Whether an attribute is a key of two indexes, or of an index and of the table.
    #[doc(hidden)]
    pub shares: bool,
    #[doc(hidden)]
    pub complete: bool,
}

impl TableLayout {
    /// What stands in for a table whose own attributes were refused: no check runs against it.
    #[doc(hidden)]
    pub const FALLBACK: Self = Self {
        id: "",
        table: "",
        place: Place::UNKNOWN,
        name: "",
        separator: b'#',
        pk: KeyAttribute { name: Name::new("", "\"\":"), key_type: KeyType::S },
        sk: None,
        type_attribute: None,
        ttl: None,
        stream: false,
        none: NoneAs::Omit,
        indexes: &[],
        global_indexes: 20,
        settings: TableSettings::DEFAULT,
        names: 0,
        shares: false,
        complete: false,
    };

    /// Fills in what checks would otherwise work out for every entity. Written by the derive.
    #[doc(hidden)]
    #[must_use]
    pub const fn noted(mut self) -> Self {
        self.names = reserved::BITS;
        self.note(self.pk.name.text);
        if let Some(sk) = self.sk {
            self.note(sk.name.text);
        }
        if let Some(tag) = self.type_attribute {
            self.note(tag.text);
        }
        let mut i = 0;
        while i < self.indexes.len() {
            let index = &self.indexes[i];
            let mut part = 0;
            while part < index.pk.len() + index.sk.len() {
                let key = if part < index.pk.len() { index.pk[part] } else { index.sk[part - index.pk.len()] };
                self.shares |= is_of_the_table(&self, key.name.text) || self.is_key_before(i, key.name.text);
                self.note(key.name.text);
                part += 1;
            }
            i += 1;
        }
        if let Some(ttl) = self.ttl {
            self.note(ttl);
        }
        self
    }

    /// Whether an attribute is a key of one of the first indexes.
    const fn is_key_before(&self, at: usize, name: &str) -> bool {
        let mut i = 0;
        while i < at {
            if self.indexes[i].key(name).is_some() {
                return true;
            }
            i += 1;
        }
        false
    }

    const fn note(&mut self, name: &str) {
        self.names |= text::bit(name);
    }

    /// The index that an entity mentions, if there is such a one.
    pub(crate) const fn used(&self, index: &IndexUse) -> Option<&'static IndexSchema> {
        if index.at < self.indexes.len() { Some(&self.indexes[index.at]) } else { None }
    }

    /// Returns the index that entities call `ident`.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// assert!(App::LAYOUT.index("gsi1").is_some());
    /// assert!(App::LAYOUT.index("gsi2").is_none());
    /// ```
    #[must_use]
    pub const fn index(&self, ident: &str) -> Option<&'static IndexSchema> {
        let at = self.position(ident);
        if at < self.indexes.len() { Some(&self.indexes[at]) } else { None }
    }

    /// The position of that index, beyond all others if there is none.
    pub(crate) const fn position(&self, ident: &str) -> usize {
        let (mut i, mut indexes) = (0, self.indexes);
        while let [index, after @ ..] = indexes {
            if text::eq(index.ident, ident) {
                return i;
            }
            (i, indexes) = (i + 1, after);
        }
        usize::MAX
    }
}

/// Whether the table itself writes the attribute: a key, or the type tag.
pub(crate) const fn is_of_the_table(layout: &TableLayout, name: &str) -> bool {
    if text::eq(layout.pk.name.text, name) {
        return true;
    }
    match (&layout.sk, &layout.type_attribute) {
        (Some(sk), _) if text::eq(sk.name.text, name) => true,
        (_, Some(tag)) => text::eq(tag.text, name),
        _ => false,
    }
}

/// What an attribute is to the table besides its TTL: `None` if it is no key and not the type tag.
pub(crate) const fn meaning_of(layout: &TableLayout, name: &str) -> Option<&'static str> {
    if let Some(tag) = &layout.type_attribute
        && text::eq(tag.text, name)
    {
        Some("the type tag")
    } else if is_of_the_table(layout, name) {
        Some("a key of the table")
    } else if layout.is_key_before(layout.indexes.len(), name) {
        Some("a key of an index")
    } else {
        None
    }
}

impl IndexSchema {
    /// The key attribute of this name.
    pub(crate) const fn key(&self, name: &str) -> Option<KeyAttribute> {
        let mut keys = self.pk;
        let mut others = self.sk;
        loop {
            if let [key, after @ ..] = keys {
                if text::eq(key.name.text, name) {
                    return Some(*key);
                }
                keys = after;
            } else if others.is_empty() {
                return None;
            } else {
                (keys, others) = (others, &[]);
            }
        }
    }
}
