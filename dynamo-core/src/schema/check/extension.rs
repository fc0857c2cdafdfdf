//! Rules about an index that a table adds to the one that it extends, whose entities know nothing of it.

use super::super::message::Message;
use super::super::text;
use super::key::{is_key_type, key_type_name, type_name};
use super::presence::all_present;
use crate::schema::{
    EntitySchema, IndexProjection, IndexSchema, KeyAttribute, KeyType, NoneAs, TableLayout, TableSchema,
};

/// DynamoDB's limits of local indexes, and of attributes in all projections of a table.
const LOCAL: usize = 5;
const PROJECTED: usize = 100;

/// The `at`th index of the layout, which the table itself declares.
pub(super) const fn added(table: &TableSchema, at: usize, out: &mut Message) -> bool {
    let Some(base) = table.base else { return false };
    if !base.layout.complete {
        return false;
    }
    let index = &table.layout.indexes[at];
    check!(is_another(base.layout, index, out));
    check!(types_agree(base.layout, index, index.pk, out));
    check!(types_agree(base.layout, index, index.sk, out));
    check!(fits_the_limits(table.layout, at, out));
    let mut schema = Some(base);
    while let Some(base) = schema {
        let mut i = 0;
        while i < base.entities.len() {
            check!(leaves_out(table.layout, base.layout, base.entities[i], index, out));
            i += 1;
        }
        schema = base.base;
    }
    false
}

/// Neither entities nor DynamoDB know another index by its names.
const fn is_another(base: &TableLayout, index: &IndexSchema, out: &mut Message) -> bool {
    let mut i = 0;
    while i < base.indexes.len() {
        let other = &base.indexes[i];
        if text::eq(other.ident, index.ident) {
            return out.say(
                "index `{}` is declared by table `{}`, which this one extends\n\
                 help: remove it here: entities may be in it as it is; or give the new one another name",
                &[index.ident, base.table],
            );
        }
        if text::eq(other.name, index.name) {
            return out.say(
                "indexes `{}` of table `{}` and `{}` are both named \"{}\"\n\
                 help: give the new one another `name`",
                &[other.ident, base.table, index.ident, index.name],
            );
        }
        i += 1;
    }
    false
}

/// An attribute has one type, in whichever keys it stands.
const fn types_agree(base: &TableLayout, index: &IndexSchema, keys: &[KeyAttribute], out: &mut Message) -> bool {
    if index.local && base.sk.is_none() {
        return out.say(
            "index `{}` is local, and table `{}` has no sort key\n\
             help: DynamoDB has local indexes only on tables with a sort key: remove `local`",
            &[index.ident, base.table],
        );
    }
    let mut part = 0;
    while part < keys.len() {
        let name = keys[part].name.text;
        let mut other = match &base.sk {
            Some(sk) if text::eq(sk.name.text, name) => Some(sk.key_type),
            _ if text::eq(base.pk.name.text, name) => Some(base.pk.key_type),
            _ => None,
        };
        if let Some(tag) = &base.type_attribute
            && text::eq(tag.text, name)
        {
            other = Some(KeyType::S);
        }
        if let Some(ttl) = base.ttl
            && text::eq(ttl, name)
        {
            other = Some(KeyType::N);
        }
        let mut i = 0;
        while i < base.indexes.len() {
            if let Some(key) = base.indexes[i].key(name) {
                other = Some(key.key_type);
            }
            i += 1;
        }
        if let Some(other) = other
            && !same(other, keys[part].key_type)
        {
            return out.say(
                "attribute `{}` is a {} in table `{}`, and a {} key of index `{}`\n\
                 help: an attribute that is a key has one type: name another one",
                &[name, key_type_name(other), base.table, key_type_name(keys[part].key_type), index.ident],
            );
        }
        part += 1;
    }
    false
}

const fn same(a: KeyType, b: KeyType) -> bool {
    matches!((a, b), (KeyType::S, KeyType::S) | (KeyType::N, KeyType::N) | (KeyType::B, KeyType::B))
}

/// Rule 26, over the indexes of both tables.
const fn fits_the_limits(layout: &TableLayout, at: usize, out: &mut Message) -> bool {
    let local = layout.indexes[at].local;
    let (mut count, mut projected, mut i) = (0, 0, 0);
    while i <= at {
        count += (layout.indexes[i].local == local) as usize;
        if let IndexProjection::Include(names) = layout.indexes[i].projection {
            projected += names.len();
        }
        i += 1;
    }
    let limit = if local { LOCAL } else { layout.global_indexes };
    // Told once, at the first that is too many.
    if count == limit + 1 {
        let message = Message::of("table `{}` has more ", &[layout.table]);
        let message = message.and("{}", &[if local { "local" } else { "global" }]);
        return out.found(message.and(
            " secondary indexes than DynamoDB takes, with those of the table that it extends\nhelp: {}",
            &[if local {
                "it takes 5: use a global one"
            } else {
                "let entities share one, or say what your quota is: `#[table(global_indexes = 30)]`"
            }],
        ));
    }
    let own = match layout.indexes[at].projection {
        IndexProjection::Include(names) => names.len(),
        _ => 0,
    };
    if projected > PROJECTED && projected - own <= PROJECTED {
        return out.say(
            "projections of table `{}` list more than 100 attributes, with those of the table that it extends\n\
             help: write `projection = \"ALL\"`",
            &[layout.table],
        );
    }
    false
}

/// Rule 15, for an entity that cannot give the index: its items have not all of its keys, and what they have is of its type.
const fn leaves_out(
    layout: &TableLayout,
    base: &TableLayout,
    entity: &EntitySchema,
    index: &IndexSchema,
    out: &mut Message,
) -> bool {
    if !entity.complete {
        return false;
    }
    if all_present(layout, entity, index.pk) && all_present(layout, entity, index.sk) {
        return out.say(
            "`{}` of table `{}` would slip into index `{}`: its items have all of that index's keys\n\
             help: name attributes that it does not have",
            &[entity.name, base.table, index.ident],
        );
    }
    let mut i = 0;
    while i < entity.fields.len() {
        let field = &entity.fields[i];
        if let Some(attribute) = field.attribute
            && let Some(key) = index.key(attribute)
            && (!is_key_type(field.ty, key.key_type) || field.optional && matches!(layout.none, NoneAs::Null))
        {
            return out.say("field `{}` of `{}` is stored as `{}` as a {}{}, where index `{}` has a {} key: DynamoDB refuses such an \
                                item\n\
                                help: name another attribute for the index", &[field.field, entity.name, attribute, type_name(field.ty), if field.optional { " or NULL" } else { "" }, index.ident, key_type_name(key.key_type)]);
        }
        i += 1;
    }
    false
}
