//! What is wrong with a design: found once, and told at the tokens that it is about.
//!
//! A constant costs the compiler more than most rules do, and ends at its first mistake. So all rules run in one constant,
//! which notes what is wrong and where, and tells it at the tokens of the first mistake.

use super::super::message::Message;
use super::apart::Seen;
use super::{aliases, constants, extension, fields, index, key, presence, table};
use crate::schema::{EntitySchema, IndexProjection, Membership, TableSchema};

/// The mistakes in a design.
pub struct Findings {
    /// The place of the first mistake; beyond all places if there is none.
    pub place: usize,
    /// The first mistake, and after it the others.
    message: Message,
}

/// Places of an entity that it always has; those of its indexes, two each, of its fields and of its constants follow.
const PARTITION_KEY: usize = 0;
const SORT_KEY: usize = 1;
const MANDATORY: usize = 2;
const OTHERS: usize = 3;
const LISTED: usize = 4;
const FIRST: usize = 5;

impl Findings {
    const NONE: Self = Self { place: usize::MAX, message: Message::EMPTY };

    const fn add(&mut self, place: usize, message: &Message) {
        if self.place == usize::MAX {
            self.place = place;
            self.message = *message;
        } else {
            self.message = self.message.and("\nalso: {}", &[message.text()]);
        }
    }
}

/// The rules about an entity, in the order in which mistakes are told. `options` has, for each of its indexes, an option of
/// `#[entity(..)]` that may have been meant.
#[must_use]
pub const fn entity(table: &TableSchema, entity: &EntitySchema, options: &[Option<&str>]) -> Findings {
    let mut found = Findings::NONE;
    let layout = entity.layout;
    // One that was refused has its own message.
    if !(layout.complete && entity.complete) {
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
    let (mut place, mut at, mut given) = (FIRST, 0, 0_u128);
    while at < indexes {
        let position = entity.indexes[at].at;
        if position >= known {
            if index::is_unknown(layout, entity, at, options, out) {
                found.add(place, out);
            }
        } else if position < 128 && !matches!(entity.indexes[at].membership, Membership::None) {
            given |= 1 << position;
        }
        if index::index(layout, entity, at, out) {
            found.add(place + 1, out);
        }
        (place, at) = (place + 2, at + 1);
    }
    // An entity that is in all indexes leaves none out, and is in none by accident.
    if known >= 128 || given != (1 << known) - 1 {
        if index::mandatory(layout, entity, out) {
            found.add(MANDATORY, out);
        }
        if presence::not_in_others(layout, entity, out) {
            found.add(OTHERS, out);
        }
    }
    // Most entities have no field that the table knows of.
    let mut fields = if layout.names & entity.names == 0 { &[] } else { entity.fields };
    place += entity.fields.len() - fields.len();
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
    if !table.layout.complete {
        return found;
    }
    let mut message = Message::EMPTY;
    let out = &mut message;
    let mut seen = Seen::new(table);
    let mut i = 0;
    while i < table.entities.len() {
        if table.entities[i].complete {
            let meets = seen.meets(table.layout, table.entities[i]);
            if table::is_foreign(table, i, out) || meets && table::member(table, i, out) {
                found.add(i, out);
            }
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
        if let IndexProjection::Include(names) = table.layout.indexes[i].projection {
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

/// Ends the compilation at the caller's tokens.
#[track_caller]
pub const fn tell(found: &Findings) -> ! {
    found.message.refuse()
}
