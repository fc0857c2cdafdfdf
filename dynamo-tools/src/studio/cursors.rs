//! Where pages go on. A key may hold what nobody is to see, so it stays here, and the page gets its number.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use dynamo_core::Item;

/// How many are kept.
const KEPT: usize = 10_000;

#[derive(Default)]
pub(super) struct Cursors(Mutex<(u64, VecDeque<(u64, Item)>)>);

impl Cursors {
    pub(super) fn keep(&self, key: Item) -> u64 {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.0 += 1;
        let number = kept.0;
        kept.1.push_back((number, key));
        if kept.1.len() > KEPT {
            kept.1.pop_front();
        }
        number
    }

    pub(super) fn find(&self, number: u64) -> Option<Item> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.1.iter().find(|(known, _)| *known == number).map(|(_, key)| key.clone())
    }
}
