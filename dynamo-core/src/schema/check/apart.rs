//! Which entities of a table can have anything to do with each other.
//!
//! Comparing all pairs would cost the compiler more than everything else in a large table. Most keys begin with a literal and
//! a separator, and two that begin with different ones never meet: those are told apart by a set of digests, at a cost that
//! grows with the number of entities. Only what is left is compared in pairs.

use super::super::slot::{keys, sides};
use crate::schema::{EntitySchema, IndexKeys, KeySpec, TableLayout, TableSchema};

/// Bits of the set, in words.
const WORDS: usize = 1024;

/// Digests of the entities that were looked at.
pub(super) struct Seen {
    words: [u64; WORDS],
    /// One of them may meet any other.
    any: bool,
}

impl Seen {
    /// The entities of the tables that a table extends, which were compared with each other there.
    pub(super) const fn new(table: &TableSchema) -> Self {
        let mut seen = Self { words: [0; WORDS], any: false };
        let mut base = table.base;
        while let Some(schema) = base {
            let mut i = 0;
            while i < schema.entities.len() {
                seen.meets(table.layout, schema.entities[i]);
                i += 1;
            }
            base = schema.base;
        }
        seen
    }

    /// Adds an entity. False only if it surely meets none of those before it.
    pub(super) const fn meets(&mut self, layout: &TableLayout, entity: &EntitySchema) -> bool {
        let mut meets = self.any;
        if layout.type_attribute.is_some() {
            meets |= self.add(text(entity.tag), 0, usize::MAX);
        }
        let (pk, sk) = (begin(&entity.pk, layout.separator), entity.sk.as_ref());
        let own = match sk {
            Some(sk) => begin(sk, layout.separator),
            None => Some(0),
        };
        meets |= self.add_key(pk, own, usize::MAX - 1);
        let mut i = 0;
        while i < entity.indexes.len() {
            let index_use = &entity.indexes[i];
            if let (Some(index), Some(keys)) = (layout.used(index_use), keys(&index_use.membership)) {
                let (partition, sort) = match (keys, index.local) {
                    (IndexKeys::One(_), false) => (None, None),
                    (_, true) => (Some(&entity.pk), sides(index, keys).1.first()),
                    (IndexKeys::Two(partition, sort), false) => (partition.first(), sort.first()),
                };
                // Without a sort key, or with a plain attribute as one, there is no prefix that could catch others.
                if let (Some(partition), Some(sort @ KeySpec::Template(_))) = (partition, sort) {
                    let (partition, sort) = (begin(partition, layout.separator), begin(sort, layout.separator));
                    meets |= self.add_key(partition, sort, index_use.at);
                }
            }
            i += 1;
        }
        meets
    }

    const fn add_key(&mut self, partition: Option<u64>, sort: Option<u64>, of: usize) -> bool {
        match (partition, sort) {
            (Some(partition), Some(sort)) => self.add(partition, sort, of),
            _ => {
                self.any = true;
                true
            }
        }
    }

    /// Whether it was there before.
    const fn add(&mut self, first: u64, second: u64, of: usize) -> bool {
        let all = first ^ second.rotate_left(29) ^ of as u64;
        // Texts often differ in their last byte alone, which multiplying moves out of the word.
        let mixed = (all ^ all >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (word, bit) = ((mixed >> 48) as usize % WORDS, 1 << (mixed >> 58));
        let before = self.words[word] & bit != 0;
        self.words[word] |= bit;
        before
    }
}

/// The first segment of all keys of a template, or its first eight bytes; `None` when a field is in there.
const fn begin(spec: &KeySpec, separator: u8) -> Option<u64> {
    let KeySpec::Template(template) = spec else { return None };
    let lead = template.lead;
    // The lowest byte that is the separator has its high bit set (Mycroft's test).
    let ones = u64::from_le_bytes([1; 8]);
    let other = lead.bits ^ (ones * separator as u64);
    let found = other.wrapping_sub(ones) & !other & ones << 7;
    let at = found.trailing_zeros() / 8;
    if at < lead.len {
        return Some(lead.bits & ((1 << (8 * at)) - 1));
    }
    if lead.len == 8 || template.parts.len() == 1 && lead.len > 0 { Some(lead.bits) } else { None }
}

/// The last eight bytes, where tags differ most.
const fn text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    if let Some(last) = bytes.last_chunk::<8>() {
        return u64::from_le_bytes(*last);
    }
    let mut bits = 0;
    let mut i = 0;
    while i < bytes.len() {
        bits = bits << 8 | bytes[i] as u64;
        i += 1;
    }
    bits
}
