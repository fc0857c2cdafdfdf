//! How much of each partition a merge reads ahead.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a merge of many partitions may hold: as much as [`FEW`] whole answers of DynamoDB, which are up to a megabyte each.
const BYTES: u64 = 8 << 20;

/// So many partitions are read without a limit of their own.
const FEW: u64 = 8;

/// What an item is taken to weigh before any was seen.
const GUESS: u64 = 1 << 10;

/// The share of each partition in what a merge holds.
pub(super) struct Share {
    partitions: u64,
    /// The bytes of all answers, and how many items were evaluated for them: a filter leaves some out.
    bytes: AtomicU64,
    evaluated: AtomicU64,
}

impl Share {
    pub(super) fn new(partitions: usize) -> Self {
        let partitions = u64::try_from(partitions).unwrap_or(u64::MAX);
        Self { partitions, bytes: AtomicU64::new(0), evaluated: AtomicU64::new(0) }
    }

    /// Returns how many items to ask a partition for.
    pub(super) fn limit(&self, wanted: Option<usize>) -> Option<usize> {
        if self.partitions <= FEW {
            return wanted;
        }
        let weight = match self.evaluated.load(Ordering::Relaxed) {
            0 => GUESS,
            evaluated => self.bytes.load(Ordering::Relaxed).div_ceil(evaluated).max(1),
        };
        let fits = usize::try_from((BYTES / self.partitions / weight).max(1)).unwrap_or(usize::MAX);
        Some(wanted.unwrap_or(fits).min(fits))
    }

    /// Notes an answer: how many items were asked for, how many came, whether there are more, and what they weigh.
    pub(super) fn note(&self, asked: Option<usize>, came: usize, more: bool, bytes: usize) {
        let evaluated = if more { asked.unwrap_or(came).max(came) } else { came };
        let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        self.evaluated.fetch_add(number(evaluated), Ordering::Relaxed);
        self.bytes.fetch_add(if evaluated == 0 { 0 } else { number(bytes) }, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_partitions_are_read_as_they_are_asked_for() {
        let share = Share::new(8);
        share.note(None, 10, true, 1 << 20);
        assert_eq!((share.limit(None), share.limit(Some(9))), (None, Some(9)));
    }

    #[test]
    fn many_partitions_share_what_is_held() {
        let share = Share::new(64);
        assert_eq!((share.limit(None), share.limit(Some(9))), (Some(128), Some(9)));
        // Large items.
        share.note(Some(128), 10, false, 1 << 20);
        assert_eq!((share.limit(None), share.limit(Some(9))), (Some(1), Some(1)));
        // A filter that leaves out nearly all.
        let share = Share::new(64);
        share.note(Some(128), 0, true, 64);
        assert_eq!(share.limit(None), Some(128 << 10));
    }
}
