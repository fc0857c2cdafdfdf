//! Which shards of a stream are read next, which are done with, and which are gone too early.

use std::collections::BTreeMap;

use aws_sdk_dynamodbstreams::types::Shard;
use serde::{Deserialize, Serialize};

use crate::error::StreamGap;

/// The position in a stream, to be stored and given to the next [`Tail`](super::Tail).
///
/// ```
/// use dynamo_core::stream::Checkpoint;
///
/// let checkpoint: Checkpoint = Checkpoint::default();
/// assert_eq!(checkpoint, Checkpoint::default());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The last sequence number processed in each shard, empty before the first; `None` for a shard that is processed to its
    /// end. A shard that the stream does not list any more is left out.
    shards: BTreeMap<String, Option<String>>,
}

impl Checkpoint {
    /// Returns the last sequence number that was processed in a shard.
    pub(super) fn sequence(&self, shard: &str) -> Option<&str> {
        self.shards.get(shard)?.as_deref().filter(|sequence| !sequence.is_empty())
    }

    pub(super) fn reach(&mut self, shard: &str, sequence: String) {
        self.shards.insert(shard.to_owned(), Some(sequence));
    }

    pub(super) fn finish(&mut self, shard: &str) {
        self.shards.insert(shard.to_owned(), None);
    }

    /// Continues with the oldest record that remains.
    pub(super) fn restart(&mut self, shard: &str) {
        self.shards.insert(shard.to_owned(), Some(String::new()));
    }

    fn is_known(&self, shard: &str) -> bool {
        self.shards.contains_key(shard)
    }

    fn is_done(&self, shard: &str) -> bool {
        matches!(self.shards.get(shard), Some(None))
    }

    /// Compares the position with the shards that the stream lists. Returns those that can be read, whose parents are done,
    /// and what was lost; forgets shards that are gone.
    pub(super) fn follow(&mut self, table: &str, listed: &[Shard]) -> (Vec<String>, Vec<StreamGap>) {
        let ids = |shard: &Shard| shard.shard_id.clone();
        let is_listed = |id: &str| listed.iter().any(|shard| shard.shard_id.as_deref() == Some(id));
        let began = !self.shards.is_empty();
        let mut gaps = Vec::new();
        for (id, position) in &self.shards {
            if let (Some(sequence), false) = (position, is_listed(id)) {
                gaps.push(StreamGap::new(table, id, Some(sequence.as_str()).filter(|sequence| !sequence.is_empty())));
            }
        }
        let orphan = |shard: &Shard| {
            let parent =
                shard.parent_shard_id.as_deref().filter(|parent| !is_listed(parent) && !self.is_known(parent))?;
            let id = shard.shard_id.as_deref()?;
            (began && !self.is_known(id)).then(|| parent.to_owned())
        };
        // A shard came and went between two visits.
        let mut missed: Vec<String> = listed.iter().filter_map(orphan).collect();
        missed.sort();
        missed.dedup();
        gaps.extend(missed.iter().map(|parent| StreamGap::new(table, parent, None)));
        let waits = |shard: &&Shard| {
            let parent = shard.parent_shard_id.as_deref();
            parent.is_some_and(|parent| is_listed(parent) && !self.is_done(parent))
        };
        let ready: Vec<String> = listed.iter().filter(|shard| !waits(shard)).filter_map(ids).collect();
        let ready: Vec<String> = ready.into_iter().filter(|id| !self.is_done(id)).collect();
        self.shards.retain(|id, _| is_listed(id));
        for id in &ready {
            // So that its children are known to be its heirs when it is gone.
            self.shards.entry(id.clone()).or_insert_with(|| Some(String::new()));
        }
        (ready, gaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(id: &str, parent: Option<&str>) -> Shard {
        Shard::builder().shard_id(id).set_parent_shard_id(parent.map(str::to_owned)).build()
    }

    fn lost(gaps: &[StreamGap]) -> Vec<(&str, Option<&str>)> {
        gaps.iter().map(|gap| (gap.shard(), gap.after())).collect()
    }

    #[test]
    fn children_follow_their_parents_and_what_is_gone_is_forgotten() {
        let mut at = Checkpoint::default();
        let all = [shard("a", None), shard("b", Some("a")), shard("c", Some("b"))];
        assert_eq!(at.follow("t", &all), (vec!["a".to_owned()], vec![]));
        at.reach("a", "1".into());
        at.finish("a");
        assert_eq!(at.follow("t", &all), (vec!["b".to_owned()], vec![]));
        at.finish("b");
        // A day later.
        assert_eq!(at.follow("t", &all[2..]), (vec!["c".to_owned()], vec![]));
        assert_eq!(at.shards.keys().collect::<Vec<_>>(), ["c"]);
        at.finish("c");
        assert_eq!(at.follow("t", &[]), (vec![], vec![]));
        assert_eq!(at, Checkpoint::default());
    }

    #[test]
    fn what_is_gone_too_early_is_a_gap_once() {
        let mut at = Checkpoint::default();
        at.follow("t", &[shard("a", None)]);
        at.reach("a", "1".into());
        let later = [shard("d", Some("c"))];
        let (ready, gaps) = at.follow("t", &later);
        assert_eq!((ready, lost(&gaps)), (vec!["d".to_owned()], vec![("a", Some("1")), ("c", None)]));
        assert_eq!(at.follow("t", &later), (vec!["d".to_owned()], vec![]));
    }

    #[test]
    fn a_first_visit_misses_nothing() {
        let mut at = Checkpoint::default();
        assert_eq!(at.follow("t", &[shard("d", Some("c"))]), (vec!["d".to_owned()], vec![]));
    }
}
