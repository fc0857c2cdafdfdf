//! Items collected as values.

use crate::entity::{Among, ReadItem};
use crate::query::Page;
use crate::read::{NewSink, PageAnswer};
use crate::wire::{Collector, Rules, collected};

/// Returns the collectors of pages, one for each.
pub(super) fn sinks<R: Send + 'static>(read: ReadItem<R>, asked: Among, rules: Rules) -> NewSink {
    Box::new(move || Collector::boxed(read, asked, rules.clone()))
}

/// Takes the items of a page from its collector.
pub(super) fn page<R: 'static>(mut answer: PageAnswer) -> Page<R> {
    let (raw, unreadable) = answer.sink.take_aside().into_parts();
    Page { items: collected(answer.sink), next: answer.next, raw, unreadable }
}
