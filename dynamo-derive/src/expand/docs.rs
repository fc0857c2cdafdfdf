//! Every doc string that the derives write.

use super::queries::operator;
use crate::access::{Pattern, Target};
use crate::attr::access::By;
use crate::model::{Entity, Field, Index, Key, Test};

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
    let fields: Vec<_> = entity.parsed_fields().iter().map(|at| format!("`{}`", entity.fields[*at].name)).collect();
    let fields = if fields.is_empty() { "nothing".to_owned() } else { fields.join(", ") };
    format!("Reads {fields} back from the primary key of a `{}`.\n\nKey: {}.", entity.ident, primary(entity))
}

pub(crate) fn index_key(entity: &Entity, index: &Index) -> String {
    let keys: Vec<_> = index.keys().into_iter().map(quoted).collect();
    let sparse = match &index.test {
        _ if index.sparse() => "; `None` while a field of it is `None`".to_owned(),
        Some(test) if !entity.indexes.iter().any(|other| other.ident == index.ident && other.is_otherwise()) => {
            format!("; `None` unless {}", test_text(entity, test))
        }
        _ => String::new(),
    };
    format!("The keys of this `{}` in index `{}`{sparse}.\n\nKey: {}.", entity.ident, index.ident, keys.join(" / "))
}

pub(crate) fn index(entity: &Entity, index: &Index) -> String {
    format!("Index `{}` with the `{}` items in it, for `db.scan_index(..)`.", index.ident, entity.ident)
}

pub(crate) fn table_partition(table: &str) -> String {
    format!(
        "Queries all items in the partition with this key, as `{table}`. `from`, `after`, `to` and `before` restrict it to a \
         range of sort keys.",
    )
}

pub(crate) fn fields(entity: &Entity) -> String {
    format!("The attributes of a `{}`, for conditions, filters and updates.", entity.ident)
}

pub(crate) fn handle(field: &Field) -> String {
    format!("Attribute `{}`.", field.attribute().unwrap_or_default())
}

pub(crate) fn setter(entity: &Entity, group: &[usize]) -> String {
    let fields: Vec<_> = group.iter().map(|at| format!("`{}`", entity.fields[*at].name)).collect();
    format!(
        "New values of {} of a `{}`, from which an index key is made, for `apply` of an update: the key changes with them.",
        fields.join(" and "),
        entity.ident,
    )
}

fn keys(target: &Target<'_>) -> String {
    target.partition.iter().chain(&target.sort).map(|key| quoted(key)).collect::<Vec<_>>().join(" / ")
}

fn place(entity: &Entity, index: Option<usize>) -> String {
    let Some(at) = index else { return "the table".to_owned() };
    let index = &entity.indexes[at];
    match &index.test {
        Some(test) if test.otherwise => format!("index `{}`, except while {},", index.ident, test_text(entity, test)),
        Some(test) => format!("index `{}`, while {},", index.ident, test_text(entity, test)),
        None => format!("index `{}`", index.ident),
    }
}

/// What `when(..)` asks, in words.
fn test_text(entity: &Entity, test: &Test) -> String {
    let field = &entity.fields[test.field].name;
    match &test.value {
        Some(value) => format!("`{field}` is `{value}`"),
        None => format!("`{field}` is true or given"),
    }
}

fn names(entity: &Entity, fields: &[usize]) -> String {
    let names: Vec<_> = fields.iter().map(|at| format!("`{}`", entity.fields[*at].name)).collect();
    if names.is_empty() { "one partition".to_owned() } else { format!("this {}", names.join(" and ")) }
}

pub(crate) fn query(entity: &Entity, target: &Target<'_>) -> String {
    format!(
        "Queries {} for `{}` items of {}.\n\nKey: {}.",
        place(entity, target.index),
        entity.ident,
        names(entity, &target.partition_fields()),
        keys(target),
    )
}

pub(crate) fn partition(entity: &Entity, target: &Target<'_>) -> String {
    format!(
        "Queries {} for all items of {}, whatever their type.\n\nPartition key: {}.",
        target.index.map_or_else(|| "the table".to_owned(), |at| format!("index `{}`", entity.indexes[at].ident)),
        names(entity, &target.partition_fields()),
        target.partition.iter().map(|key| quoted(key)).collect::<Vec<_>>().join(" / "),
    )
}

pub(crate) fn narrow(entity: &Entity, target: &Target<'_>, at: usize) -> String {
    format!("Only items with this `{}`, or with one in this range.\n\nKey: {}.", entity.fields[at].name, keys(target))
}

pub(crate) fn pattern(entity: &Entity, pattern: &Pattern) -> String {
    let about = pattern.about.as_ref().map(|about| format!("{about}.\n\n")).unwrap_or_default();
    if pattern.get {
        return format!("{about}The primary key of a `{}`, for `get`.\n\nKey: {}.", entity.ident, primary(entity));
    }
    let conditions = pattern.fields.iter().map(|(at, by)| match by {
        By::Equal => format!("`{}`", entity.fields[*at].name),
        by => format!("`{} {}`", entity.fields[*at].name, operator(*by)),
    });
    let mut options = String::new();
    if pattern.newest_first {
        options += ", newest first";
    }
    if pattern.unexpired {
        options += ", without what has expired";
    }
    if pattern.one {
        options += ", one item";
    }
    let items = match &pattern.of {
        Some(of) => of.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default(),
        None => entity.ident.to_string(),
    };
    format!(
        "{about}Queries {} for `{items}` items by {}{options}.",
        place(entity, pattern.index),
        conditions.collect::<Vec<_>>().join(", "),
    )
}
