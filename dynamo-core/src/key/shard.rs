//! Partitions that are spread over several: `<shard>` in a template.

use std::hash::Hasher;

use super::{KeyBuffer, KeyWriter};
use crate::schema::{Format, KeyKind, KeyPart};

/// What the schema says of `<shard>`.
pub(crate) const SHARD_PART: KeyPart =
    KeyPart { field: "shard", at: usize::MAX, format: Format::Plain, kind: KeyKind::Unsigned, optional: false };

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
    /// Writes a shard.
    pub(super) fn shard(&mut self, shard: u64) {
        self.literal(itoa::Buffer::new().format(shard));
    }
}
