//! Every doc string that the derives write.

use super::fields::groups;
use super::patterns::operator;
use super::queries::suffix;
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
        "Queries all items in the partition with this key, as `{table}`. `from`, `beyond`, `to` and `before` restrict it to a \
         range of sort keys.",
    )
}

pub(crate) fn fields(entity: &Entity) -> String {
    format!("The attributes of a `{}`, for conditions, filters and updates.", entity.ident)
}

pub(crate) fn handle(field: &Field) -> String {
    format!("Attribute `{}`.", field.attribute().unwrap_or_default())
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

pub(crate) fn narrow(entity: &Entity, targets: &[&Target<'_>], at: usize) -> String {
    let places = targets.iter().map(|target| {
        let (function, keys) = (function(entity, "query", target.index), keys(target));
        format!("\n- After `{function}`: {keys}")
    });
    let name = &entity.fields[at].name;
    format!("Reads only items with this `{name}`, or with a `{name}` in this range.\n{}", places.collect::<String>())
}

/// `Goal::query_gsi1`
fn function(entity: &Entity, name: &str, index: Option<usize>) -> String {
    format!("{}::{name}{}", entity.ident, suffix(entity, index))
}

/// `Goal::query_gsi1(user_id)`
fn call(entity: &Entity, name: &str, index: Option<usize>, fields: &[usize]) -> String {
    let names: Vec<_> = fields.iter().map(|at| entity.fields[*at].name.as_str()).collect();
    format!("{}({})", function(entity, name, index), names.join(", "))
}

pub(crate) fn query_type(entity: &Entity) -> String {
    format!(
        "A query of [`{0}`] items that can be narrowed, field by field, in the order of the sort key: what `{0}::query` and its \
         like return, for `db.query(..)`.\n\nA field is narrowed by a value, after which the next one can be, or by a range, \
         `gt(..)` or `begins_with(..)`, after which none can.",
        entity.ident,
    )
}

pub(crate) fn query_module(entity: &Entity) -> String {
    format!(
        "What queries of a `{}` read, and which field narrows them next: these types stand in signatures and messages, and \
         have no values.",
        entity.ident,
    )
}

pub(crate) fn source(entity: &Entity, target: &Target<'_>) -> String {
    let text = place(entity, target.index);
    format!("{}: {}.", capital(text.trim_end_matches(',')), keys(target))
}

pub(crate) fn field_marker(field: &Field) -> String {
    format!("Field `{}`, which narrows queries.", field.name)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

pub(crate) fn fields_type(entity: &Entity) -> String {
    format!(
        "The attributes of a [`{0}`], for conditions, filters and updates: what `{0}::fields` returns.",
        entity.ident
    )
}

pub(crate) fn fields_module(entity: &Entity) -> String {
    format!(
        "What updates of a `{}` ask of its fields: these types stand in signatures and messages, and have no values.",
        entity.ident,
    )
}

pub(crate) fn group(entity: &Entity, group: &[usize]) -> String {
    let fields: Vec<_> = group.iter().map(|at| format!("`{}`", entity.fields[*at].name)).collect();
    format!("{} of a `{}` change together: index keys are made from them.", fields.join(" and "), entity.ident)
}

pub(crate) fn tests_marker(field: &Field) -> String {
    format!("Whether items are in an index depends on `{}`.", field.name)
}

/// The list of all that is generated for an entity, on the block of its functions.
pub(crate) fn generated(entity: &Entity) -> String {
    let mut rows = Vec::new();
    let mut row = |what: String, about: String| rows.push(format!("| `{what}` | {about} |"));
    let of_key: Vec<_> = entity.key_fields();
    row(call(entity, "key", None, &of_key), format!("the primary key: {}", primary(entity)));
    row(format!("{}::parse_key(..)", entity.ident), "the fields of a primary key".to_owned());
    let targets = Target::all(entity);
    for target in &targets {
        let query = call(entity, "query", target.index, &target.partition_fields());
        let narrowed = target.sort_fields().into_iter().map(|at| format!("[.{}(..)]", entity.fields[at].name));
        let query = query + &narrowed.collect::<String>();
        let place = place(entity, target.index);
        row(query, format!("queries {}: {}", place.trim_end_matches(','), keys(target)));
    }
    for target in targets.iter().filter(|target| !target.index.is_some_and(|at| entity.indexes[at].is_otherwise())) {
        let partition = call(entity, "partition", target.index, &target.partition_fields());
        let keys: Vec<_> = target.partition.iter().map(|key| quoted(key)).collect();
        row(partition, format!("queries all items of a partition, whatever their type: {}", keys.join(" / ")));
    }
    for pattern in &entity.patterns {
        let fields: Vec<_> = pattern.fields.iter().map(|(at, _)| *at).collect();
        let about = self::pattern(entity, pattern);
        let about = about.split("\n\n").next().unwrap_or_default().trim_end_matches('.').to_owned();
        let names: Vec<_> = fields.iter().map(|at| entity.fields[*at].name.as_str()).collect();
        row(format!("{}::{}({})", entity.ident, pattern.name, names.join(", ")), format!("access pattern: {about}"));
    }
    row(format!("{}::fields()", entity.ident), "its attributes, for conditions and updates".to_owned());
    for group in groups(entity).iter().filter(|group| group.len() > 1) {
        let names: Vec<_> = group.iter().map(|at| entity.fields[*at].name.as_str()).collect();
        let of = |before: &str| names.iter().map(|name| format!("{before}{name}")).collect::<Vec<_>>().join(", ");
        let set = format!(".set(({}), ({}))", of("fields."), of(""));
        row(set, "fields that an index key is made from change together in an update".to_owned());
    }
    for (at, index) in entity.indexes.iter().enumerate().filter(|(_, index)| !index.is_otherwise()) {
        if let Some(target) = targets.iter().find(|target| target.index == Some(at)) {
            if !crate::check::access::is_function(&index.ident.to_string()) {
                row(format!("{}::{}()", entity.ident, index.ident), "the index, for `db.scan_index(..)`".to_owned());
            }
            row(format!("self.{}_key()", index.ident), format!("its keys there: {}", keys(target)));
        }
    }
    format!("# Generated\n\n| by `derive(Entity)` | what it is |\n|---|---|\n{}", rows.join("\n"))
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
    if pattern.descending {
        options += ", in descending order";
    }
    if pattern.unexpired {
        options += ", without what has expired";
    }
    if pattern.first {
        options += ", to read the first of them";
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
