//! Rule 9: attributes that two indexes, or an index and the table, share.

use super::super::message::Message;
use super::super::slot::provides;
use super::super::text;
use crate::schema::{EntitySchema, KeyAttribute, KeySpec, TableLayout};

/// Rule 9: an item has one value for an attribute that two indexes share.
pub(super) const fn shared(
    layout: &TableLayout,
    entity: &EntitySchema,
    at: usize,
    attributes: &[KeyAttribute],
    specs: &[KeySpec],
    out: &mut Message,
) -> bool {
    let mut i = 0;
    while i < specs.len() {
        check!(agrees_with_table(layout, entity, &attributes[i], &specs[i], out));
        let mut earlier = 0;
        while earlier < at {
            let other = &entity.indexes[earlier];
            // An item is in one arm of an index alone.
            if other.at != entity.indexes[at].at
                && let Some(spec) = provides(layout, other, attributes[i].name.text)
                && !text::eq(spec.text(), specs[i].text())
            {
                return out.say(
                    "attribute `{}` is given twice: \"{}\" for index `{}` and \"{}\" for `{}`\n\
                     help: an item has one value for it: use one template in both, or one index",
                    &[attributes[i].name.text, spec.text(), other.index, specs[i].text(), entity.indexes[at].index],
                );
            }
            earlier += 1;
        }
        i += 1;
    }
    false
}

/// Rule 9, for an index on an attribute that the table itself writes.
const fn agrees_with_table(
    layout: &TableLayout,
    entity: &EntitySchema,
    attribute: &KeyAttribute,
    spec: &KeySpec,
    out: &mut Message,
) -> bool {
    let name = attribute.name.text;
    let (other, what) = match (&layout.sk, &entity.sk, &layout.type_attribute) {
        _ if text::eq(layout.pk.name.text, name) => (entity.pk.text(), "the table's `pk`"),
        (Some(sk), Some(spec), _) if text::eq(sk.name.text, name) => (spec.text(), "the table's `sk`"),
        (_, _, Some(tag)) if text::eq(tag.text, name) => (entity.tag, "the type tag"),
        _ => return false,
    };
    if !text::eq(other, spec.text()) {
        return out.say(
            "attribute `{}` is given twice: \"{}\" as {} and \"{}\" for an index\n\
             help: an item has one value for it: use the same text in both",
            &[name, other, what, spec.text()],
        );
    }
    false
}
