use std::collections::BTreeSet;

use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_time, name = "ByTime", pk = "TimePK", sk = "TimeSK", mandatory)]
pub enum App {
    Event(Event),
    EventPointer(EventPointer),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "EVENT#<event_id>",
    sk = "META",
    by_time = none,
    pointers(EventPointer),
)]
pub struct Event {
    pub event_id: String,
    pub title: String,
    pub starts_at: u64,
    #[entity(from = title)]
    pub groups: BTreeSet<String>,
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "GROUP#<group>",
    sk = "EVENT#<event_id>",
    by_time = ("GROUP#<group>", "<starts_at:013>"),
    pointer_of(Event, each(group in groups)),
)]
pub struct EventPointer {
    pub group: String,
    pub event_id: String,
    pub starts_at: u64,
    pub title: String,
}

fn main() {}

// fixed, without line 25
