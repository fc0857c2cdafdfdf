//! Rules about the arms of `when(..)`.

use super::super::message::Message;
use super::super::overlap::is_bare;
use super::super::slot::{keys, sides};
use super::catching::{catches, share_partitions};
use super::companions::find;
use crate::schema::{AttributeType, EntitySchema, IndexSchema, TableLayout, Test};

/// Rules 27 and 4 for `when`: what is tested, and what becomes of the other items.
pub(super) const fn tested(
    entity: &EntitySchema,
    index: &IndexSchema,
    test: &Test,
    at: usize,
    out: &mut Message,
) -> bool {
    let has_other_arm = at + 1 < entity.indexes.len() && entity.indexes[at + 1].is_otherwise();
    if index.mandatory && !has_other_arm {
        return out.say(
            "index `{}` is mandatory, and items for which the test of `{}` fails would be missing from it\n\
             help: give their keys as a third argument of `when(..)`",
            &[index.ident, test.field],
        );
    }
    let Some(field) = find(entity, test.field) else { return false };
    if field.optional && matches!(field.ty, AttributeType::Bool) && test.value.is_none() {
        return out.say(
            "`{}` is an `Option<bool>`, so `when` could ask whether it is there, or whether it is true\n\
             help: make it a `bool`",
            &[test.field],
        );
    }
    false
}

/// A query for one arm must not return the items of the other.
pub(super) const fn arms_apart(layout: &TableLayout, entity: &EntitySchema, at: usize, out: &mut Message) -> bool {
    let (first, second) = (&entity.indexes[at - 1], &entity.indexes[at]);
    let (Some(index), Some(a), Some(b)) = (layout.used(first), keys(&first.membership), keys(&second.membership))
    else {
        return false;
    };
    let ((a_pk, a_sk), (b_pk, b_sk)) = (sides(index, a), sides(index, b));
    if !share_partitions(a_pk, b_pk, layout.separator) {
        return false;
    }
    let are_apart = match (a_sk, b_sk) {
        // No prefix tells plain attributes apart.
        ([a, ..], [b, ..]) if !is_bare(a) && !is_bare(b) => {
            !catches(a, b, layout.separator) && !catches(b, a, layout.separator)
        }
        _ => false,
    };
    if are_apart {
        return false;
    }
    out.say(
        "a query for one arm of index `{}` of `{}` would catch items of the other\n\
         help: begin their partition keys, or their sort keys, with literals of their own",
        &[index.ident, entity.name],
    )
}
