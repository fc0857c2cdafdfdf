//! What is wrong with a design: found once, and told at the tokens that it is about.
//!
//! A constant costs the compiler more than most rules do, and ends at its first mistake. So all rules run in one constant
//! that only notes what is wrong and where, and three others, each with every place in it, tell the first, the second and
//! the third mistake at their tokens.

use super::super::message::Message;
use super::apart::Seen;
use super::{aliases, constants, extension, fields, index, key, presence, table};
use crate::schema::{EntitySchema, Projection, TableSchema};

/// The first mistakes and their places: no references, since the compiler validates all that a constant refers to.
#[derive(Clone, Copy)]
pub struct Findings {
    /// The place of the first mistake; beyond all places if there is none.
    pub first: usize,
    /// The place of the second mistake.
    pub second: usize,
    /// The place of the third mistake.
    pub third: usize,
    messages: [Message; 3],
}

/// Places of an entity that it always has; those of its indexes, two each, of its fields and of its constants follow.
const PARTITION_KEY: usize = 0;
const SORT_KEY: usize = 1;
const MANDATORY: usize = 2;
const OTHERS: usize = 3;
const LISTED: usize = 4;
const FIRST: usize = 5;

impl Findings {
    const NONE: Self = Self { first: usize::MAX, second: usize::MAX, third: usize::MAX, messages: [Message::EMPTY; 3] };

    const fn add(&mut self, place: usize, message: &Message) {
        let nth = if self.first == usize::MAX {
            self.first = place;
            0
        } else if self.second == usize::MAX {
            self.second = place;
            1
        } else if self.third == usize::MAX {
            self.third = place;
            2
        } else {
            return;
        };
        self.messages[nth] = *message;
    }
}

/// The rules about an entity, in the order in which mistakes are told. `options` has, for each of its indexes, an option of
/// `#[entity(..)]` that may have been meant.
#[must_use]
pub const fn entity(table: &TableSchema, entity: &EntitySchema, options: &[Option<&str>]) -> Findings {
    let mut found = Findings::NONE;
    let layout = entity.layout;
    if !layout.complete {
        return found;
    }
    let mut message = Message::EMPTY;
    let out = &mut message;
    // A key that was refused has its own message.
    if !entity.pk.text().is_empty() && key::partition_key(layout, entity, out) {
        found.add(PARTITION_KEY, out);
    }
    if key::sort_key(layout, entity, out) {
        found.add(SORT_KEY, out);
    }
    let (known, indexes) = (layout.indexes.len(), entity.indexes.len());
    let (mut place, mut at) = (FIRST, 0);
    while at < indexes {
        if entity.indexes[at].at >= known && index::is_unknown(layout, entity, at, options, out) {
            found.add(place, out);
        }
        if index::index(layout, entity, at, out) {
            found.add(place + 1, out);
        }
        (place, at) = (place + 2, at + 1);
    }
    if index::mandatory(layout, entity, out) {
        found.add(MANDATORY, out);
    }
    if presence::not_in_others(layout, entity, out) {
        found.add(OTHERS, out);
    }
    let mut fields = entity.fields;
    at = 0;
    while let [field, after @ ..] = fields {
        if fields::matters(layout, field)
            && (fields::field(layout, entity, at, out) || aliases::of_a_number(table, entity, at, out))
        {
            found.add(place, out);
        }
        (fields, place, at) = (after, place + 1, at + 1);
    }
    at = 0;
    while at < entity.constants.len() {
        if constants::constant(layout, entity, at, out) {
            found.add(place, out);
        }
        (place, at) = (place + 1, at + 1);
    }
    if table::lists(table, entity, out) {
        found.add(LISTED, out);
    }
    found
}

/// The rules between the entities of a table. A place is an entity's position; after those come the indexes that a table adds
/// to the one that it extends, and the attributes that the projections of its own indexes list, in order.
#[must_use]
pub const fn members(table: &TableSchema) -> Findings {
    let mut found = Findings::NONE;
    let mut message = Message::EMPTY;
    let out = &mut message;
    let mut seen = Seen::new(table);
    let mut i = 0;
    while i < table.entities.len() {
        let meets = seen.meets(table.layout, table.entities[i]);
        if table::is_foreign(table, i, out) || meets && table::member(table, i, out) {
            found.add(i, out);
        }
        i += 1;
    }
    let mut place = table.entities.len();
    // The indexes of a table that this one extends are checked there.
    let inherited = match table.base {
        Some(base) => base.layout.indexes.len(),
        None => 0,
    };
    i = inherited;
    while i < table.layout.indexes.len() && table.base.is_some() {
        if extension::added(table, i, out) {
            found.add(place, out);
        }
        place += 1;
        i += 1;
    }
    i = inherited;
    while i < table.layout.indexes.len() {
        if let Projection::Include(names) = table.layout.indexes[i].projection {
            let mut name = 0;
            while name < names.len() {
                if table::projects(table, i, names[name], out) {
                    found.add(place, out);
                }
                place += 1;
                name += 1;
            }
        }
        i += 1;
    }
    found
}

/// Ends the compilation at the caller's tokens with the first mistake.
#[track_caller]
pub const fn tell_first(found: Findings) {
    found.messages[0].refuse()
}

/// The same with the second one.
#[track_caller]
pub const fn tell_second(found: Findings) {
    found.messages[1].refuse()
}

/// The same with the third one.
#[track_caller]
pub const fn tell_third(found: Findings) {
    found.messages[2].refuse()
}
