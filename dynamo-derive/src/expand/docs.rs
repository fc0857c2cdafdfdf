//! Every doc string that the derives write.

use crate::model::{Entity, Index, Key};

fn quoted(key: &Key) -> String {
    format!("`{}`", key.text)
}

fn primary(entity: &Entity) -> String {
    let keys = [&entity.pk, &entity.sk];
    keys.into_iter().flatten().map(quoted).collect::<Vec<_>>().join(" / ")
}

pub(crate) fn key(entity: &Entity) -> String {
    format!(
        "The primary key of a `{}`.\n\nKey: {}.\n\nA value that cannot stand in a key is refused here, before anything \
         is sent.",
        entity.ident,
        primary(entity),
    )
}

pub(crate) fn parse_key(entity: &Entity) -> String {
    let fields: Vec<_> = entity.key_fields().iter().map(|at| format!("`{}`", entity.fields[*at].name)).collect();
    let fields = if fields.is_empty() { "nothing".to_owned() } else { fields.join(", ") };
    format!("Reads {fields} back from the primary key of a `{}`.\n\nKey: {}.", entity.ident, primary(entity))
}

pub(crate) fn index_key(entity: &Entity, index: &Index) -> String {
    let keys: Vec<_> = index.keys().into_iter().map(quoted).collect();
    let sparse = if index.sparse() { "; `None` while a field of it is `None`" } else { "" };
    format!("The keys of this `{}` in index `{}`{sparse}.\n\nKey: {}.", entity.ident, index.ident, keys.join(" / "))
}
