//! What is wrong with a design: found once, and told at the tokens that it is about.
//!
//! A constant costs the compiler more than most rules do, and ends at its first mistake. So all rules run in one constant
//! that only notes where something is wrong, and a few others, each with every place in it, tell the first, the second and
//! the third mistake at their tokens.

use super::super::message::Message;
use super::apart::Seen;
use super::{fields, index, key, table};
use crate::schema::{EntitySchema, TableSchema};

/// How many mistakes of one type are told at once.
const TOLD: usize = 3;

/// The places where something is wrong: numbers alone, since the compiler validates all that a constant refers to.
#[derive(Debug, Clone, Copy)]
pub struct Findings {
    places: [usize; TOLD],
    /// How many of them there are.
    pub len: usize,
}

/// Places of an entity that it always has; those of its indexes, two each, and of its fields follow.
const PARTITION_KEY: usize = 0;
const SORT_KEY: usize = 1;
const MANDATORY: usize = 2;
const OTHERS: usize = 3;
const LISTED: usize = 4;
const FIRST: usize = 5;

impl Findings {
    const NONE: Self = Self { places: [0; TOLD], len: 0 };

    const fn add(&mut self, place: usize) {
        if self.len < TOLD {
            self.places[self.len] = place;
            self.len += 1;
        }
    }
}

/// Whether something is wrong at a place of an entity. `option` is an option of `#[entity(..)]` that may have been meant by
/// an unknown index.
const fn is_wrong(
    table: &TableSchema,
    entity: &EntitySchema,
    place: usize,
    option: Option<&str>,
    out: &mut Message,
) -> bool {
    let layout = entity.layout;
    let indexes = 2 * entity.indexes.len();
    match place {
        // A key that was refused has its own message.
        PARTITION_KEY => !entity.pk.text().is_empty() && key::partition_key(layout, entity, out),
        SORT_KEY => key::sort_key(layout, entity, out),
        MANDATORY => index::mandatory(layout, entity, out),
        OTHERS => fields::not_in_others(layout, entity, out),
        LISTED => table::lists(table, entity, out),
        _ if place >= FIRST + indexes => fields::field(layout, entity, place - FIRST - indexes, out),
        _ if (place - FIRST).is_multiple_of(2) => {
            index::index_is_known(layout, entity, (place - FIRST) / 2, option, out)
        }
        _ => index::index(layout, entity, (place - FIRST) / 2, out),
    }
}

/// The rules about an entity. The places are those of [`tell`], in the order in which they are told.
#[must_use]
pub const fn entity(table: &TableSchema, entity: &EntitySchema) -> Findings {
    let mut found = Findings::NONE;
    if !entity.layout.complete {
        return found;
    }
    let out = &mut Message::new("");
    let indexes = entity.indexes.len();
    let mut n = 0;
    while n < FIRST + 2 * indexes + entity.fields.len() {
        // Keys, indexes, what the entity as a whole must fulfil, fields.
        let place = if n < 2 {
            n
        } else if n < 2 + 2 * indexes {
            n - 2 + FIRST
        } else if n < 4 + 2 * indexes {
            n - 2 * indexes
        } else if n < 4 + 2 * indexes + entity.fields.len() {
            n + 1
        } else {
            LISTED
        };
        let passed_over = place >= FIRST + 2 * indexes
            && !fields::matters(entity.layout, &entity.fields[place - FIRST - 2 * indexes]);
        if !passed_over && is_wrong(table, entity, place, None, out) {
            found.add(place);
        }
        n += 1;
    }
    found
}

/// The rules between the entities of a table. A place is an entity's position.
#[must_use]
pub const fn members(table: &TableSchema) -> Findings {
    let mut found = Findings::NONE;
    let out = &mut Message::new("");
    let mut seen = Seen::new(table);
    let mut i = 0;
    while i < table.entities.len() {
        let meets = seen.meets(table.layout, table.entities[i]);
        if table::is_foreign(table, i, out) || meets && table::member(table, i, out) {
            found.add(i);
        }
        i += 1;
    }
    found
}

/// Ends the compilation at the caller's tokens if the `nth` mistake is at this place.
#[track_caller]
pub const fn tell(found: Findings, nth: usize, place: usize, table: &TableSchema, entity: &EntitySchema) {
    tell_index(found, nth, place, table, entity, None);
}

/// The same at the name of an index. `option` is an option of `#[entity(..)]` that may have been meant.
#[track_caller]
pub const fn tell_index(
    found: Findings,
    nth: usize,
    place: usize,
    table: &TableSchema,
    entity: &EntitySchema,
    option: Option<&str>,
) {
    let mut message = Message::new("");
    if nth < found.len && found.places[nth] == place && is_wrong(table, entity, place, option, &mut message) {
        message.refuse()
    }
}

/// The same for an entity of a table.
#[track_caller]
pub const fn tell_member(found: Findings, nth: usize, place: usize, table: &TableSchema) {
    let mut message = Message::new("");
    if nth < found.len && found.places[nth] == place && table::member(table, place, &mut message) {
        message.refuse()
    }
}
