//! Partitions that are spread over several: `<shard>` in a template.

use std::hash::Hasher;

use super::{KeyBuffer, KeyWriter, render};
use crate::Entity;
use crate::schema::{Format, KeyKind, KeyPart};

/// What the schema says of `<shard>`.
pub(crate) const SHARD_PART: KeyPart =
    KeyPart { field: "shard", format: Format::Plain, kind: KeyKind::Unsigned, optional: false };

/// The shard of an item, which stays the same as long as the number of shards does.
pub(crate) fn shard(texts: &[&str], shards: u32) -> u64 {
    let mut hasher = fnv::FnvHasher::default();
    for text in texts {
        hasher.write(text.as_bytes());
        // No text holds this byte.
        hasher.write_u8(0xFF);
    }
    // The low bits of this hash are the least mixed.
    let hash = hasher.finish();
    (hash ^ hash >> 32) % u64::from(shards.max(1))
}

impl<B: KeyBuffer> KeyWriter<'_, B> {
    /// Writes the shard that these texts belong to.
    pub fn shard(&mut self, texts: &[&str], shards: u32) {
        self.literal(itoa::Buffer::new().format(shard(texts, shards)));
    }

    /// Writes the shard of an item: in its primary key by the sort key, in an index by the primary key.
    pub fn own_shard<E: Entity>(&mut self, entity: &E, at: usize, shards: u32) {
        // A key that cannot be written is refused where it is one.
        let text = |at, sort| render(entity, at, sort).unwrap_or_default();
        let sk = if E::SCHEMA.sk.is_some() { text(1, true) } else { String::new() };
        if at == 0 {
            self.shard(&[&sk], shards);
        } else {
            self.shard(&[&text(0, false), &sk], shards);
        }
    }
}
