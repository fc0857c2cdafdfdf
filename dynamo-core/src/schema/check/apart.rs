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
        // Operators alone, since the evaluator spends most of its time on calls.
        let all = (first as u128) << 35 ^ (second as u128) << 64 ^ (second as u128) ^ (of as u64 as u128);
        let all = (all ^ all >> 61) & PRIME;
        // Texts often differ in their last byte alone: multiplying moves it to the others.
        let mixed = all * 0x9E37_79B9_7F4A_7C15 % PRIME;
        let (word, bit) = ((mixed >> 45) as usize % WORDS, 1 << (mixed >> 55 & 63));
        let before = self.words[word] & bit != 0;
        self.words[word] |= bit;
        before
    }
}

/// A Mersenne prime.
const PRIME: u128 = (1 << 61) - 1;

/// A word of eight bytes that are 1.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The first segment of all keys of a template, or its first eight bytes; `None` when a field is in there.
const fn begin(spec: &KeySpec, separator: u8) -> Option<u64> {
    let KeySpec::Template(template) = spec else { return None };
    let lead = template.lead;
    // The lowest byte that is the separator has its high bit set (Mycroft's test), and all bits below it are set afterwards.
    let other = lead.bits ^ (ONES * separator as u64);
    #[allow(clippy::cast_possible_truncation)] // It is to wrap around.
    let less = ((1 << 64 | other as u128) - ONES as u128) as u64;
    let found = less & !other & ONES << 7;
    if found != 0 {
        let below = (found ^ (found - 1)) >> 8;
        // Beyond the end of a shorter lead, all bytes are 0, which is no separator.
        return Some(lead.bits & below);
    }
    let is_whole = lead.len == 8 || lead.len > 0 && matches!(template.parts, [_]);
    if is_whole { Some(lead.bits) } else { None }
}

/// The bytes at both ends, where tags differ most.
const fn text(text: &str) -> u64 {
    match text.as_bytes() {
        [a, b, c, d, .., e, f, g, h] => {
            (*a as u64) << 56
                | (*b as u64) << 48
                | (*c as u64) << 40
                | (*d as u64) << 32
                | (*e as u64) << 24
                | (*f as u64) << 16
                | (*g as u64) << 8
                | *h as u64
        }
        [.., a, b, c, d] => (*a as u64) << 24 | (*b as u64) << 16 | (*c as u64) << 8 | *d as u64,
        [a, b, c] => (*a as u64) << 16 | (*b as u64) << 8 | *c as u64,
        [a, b] => (*a as u64) << 8 | *b as u64,
        [a] => *a as u64,
        [] => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::message::Message;
    use super::super::super::slot::lead;
    use super::super::table::apart;
    use super::*;
    use crate::schema::{Format, IndexProjection, IndexSchema, IndexUse, KeyKind, KeyPart, Membership, Part, Template};

    fn template(text: &'static str, parts: &'static [Part]) -> KeySpec {
        KeySpec::Template(Template::new(text, parts))
    }

    /// Whatever the pairwise rules refuse, the digests must not have passed over.
    #[test]
    fn nothing_that_meets_is_passed_over() {
        let field =
            Part::Field(KeyPart { field: "f", at: 0, format: Format::Plain, kind: KeyKind::Text, optional: false });
        let mut specs = vec![KeySpec::Field(KeyPart {
            field: "f",
            at: 0,
            format: Format::Bare,
            kind: KeyKind::Text,
            optional: false,
        })];
        for literal in ["USER", "USER#", "USERS#", "U", "PROFILE", "PROFILE#", "METADATA", "METADATA#", "LONGLITERAL#"]
        {
            let whole: &'static [Part] = vec![Part::Literal(literal)].leak();
            let with_field: &'static [Part] = vec![Part::Literal(literal), field].leak();
            specs.extend([template(literal, whole), template(literal, with_field)]);
        }
        specs.push(template("<f>", vec![field].leak()));
        let key = TableLayout::FALLBACK.pk;
        let index = IndexSchema {
            ident: "gsi1",
            name: "GSI1",
            pk: vec![key].leak(),
            sk: vec![key].leak(),
            local: false,
            mandatory: false,
            projection: IndexProjection::All,
            billing: None,
        };
        let layout =
            TableLayout { sk: Some(key), indexes: vec![index].leak(), complete: true, ..TableLayout::FALLBACK };
        let layout: &'static TableLayout = Box::leak(Box::new(layout));
        let keys: Vec<_> = specs.iter().flat_map(|pk| specs.iter().map(move |sk| (*pk, *sk))).collect();
        // In the table with these keys, or in the index with them and in the table with keys of its own.
        let entity = |(pk, sk): (KeySpec, KeySpec), own: Option<&'static str>| {
            let fallback = EntitySchema { layout, complete: true, ..EntitySchema::FALLBACK };
            let Some(own) = own else { return EntitySchema { pk, sk: Some(sk), ..fallback } };
            let keys = IndexKeys::Two(vec![pk].leak(), vec![sk].leak());
            let index_use = IndexUse { index: "gsi1", at: 0, membership: Membership::Always(keys), lead: lead(&keys) };
            let own = template(own, vec![Part::Literal(own)].leak());
            EntitySchema { pk: own, sk: Some(own), indexes: vec![index_use].leak(), ..fallback }
        };
        for indexed in [false, true] {
            for a in &keys {
                for b in &keys {
                    let (a, b) = (entity(*a, indexed.then_some("A#")), entity(*b, indexed.then_some("B#")));
                    let table = TableSchema::new(layout, None, &[]);
                    let mut seen = Seen::new(&table);
                    seen.meets(layout, &a);
                    let refused = apart(layout, &a, &b, &mut Message::of("", &[]));
                    assert!(seen.meets(layout, &b) || !refused, "{:?} {:?} and {:?} {:?}", a.pk, a.sk, b.pk, b.sk);
                }
            }
        }
    }
}
