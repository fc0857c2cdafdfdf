//! Rules 28 and 31 for a table: names that DynamoDB takes, and that the library does not keep for itself.

use std::collections::HashSet;

use syn::LitStr;

use crate::attr::table::{ProjectionAttr, TableIndex};
use crate::errors::Errors;
use crate::model::Table;

/// Attributes that the library writes to items itself: see `schema/reserved.rs` in core, and its test.
pub(crate) const RESERVED: [&str; 7] =
    ["_pending", "_ttl", "_expired", "_revision", "_token", "_until", "schemaVersion"];

/// The most attributes that DynamoDB takes in the projection of one index, and in those of a table.
const PROJECTED: (usize, usize) = (20, 100);

pub(crate) fn table(table: &Table, errors: &mut Errors) {
    if let Some(name) = &table.attr.name {
        check_dynamo_name(&name.0, "table", errors);
    }
    let attr = &table.attr;
    for text in [&attr.pk, &attr.sk, &attr.type_attribute, &attr.ttl].into_iter().flatten() {
        check_attribute(&text.0, errors);
    }
    for index in table.indexes.iter().filter(|index| !index.refused) {
        if let Some(name) = &index.options.name {
            check_dynamo_name(&name.0, "index", errors);
        }
        let keys = [&index.options.pk, &index.options.sk].into_iter().flatten();
        keys.flat_map(|names| &names.0).for_each(|name| check_attribute(name, errors));
        check_projection(index, errors);
    }
    check_projections(table, errors);
    check_tag_and_ttl_as_keys(table, errors);
}

/// Rule 28: 3 to 255 of DynamoDB's characters. What stands for a placeholder is known only at run time.
fn check_dynamo_name(name: &LitStr, what: &str, errors: &mut Errors) {
    let value = name.value();
    // An empty name, or a stray brace, has its own message.
    let Some(literal) = without_placeholders(&value) else { return };
    if value.is_empty() {
        return;
    }
    let is_taken = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some(other) = literal.chars().find(|c| !is_taken(*c)) {
        errors.at(
            name,
            format!("{what} name \"{value}\" has {other:?}, which DynamoDB does not take in a name"),
            "use letters, digits, `_`, `-` and `.`",
        );
    } else if literal.len() == value.len() && value.len() < 3 || literal.len() > 255 {
        errors.at(name, format!("{what} name \"{value}\" is {} bytes long", literal.len()), "DynamoDB takes 3 to 255");
    }
}

/// The name without `{placeholders}`; nothing if a brace is not part of one.
fn without_placeholders(name: &str) -> Option<String> {
    let mut literal = String::new();
    let mut rest = name;
    while let Some(open) = rest.find('{') {
        literal.push_str(&rest[..open]);
        rest = &rest[open + rest[open..].find('}')? + 1..];
    }
    literal.push_str(rest);
    (!literal.contains('}')).then_some(literal)
}

/// Rules 28 and 31: a key attribute has at most 255 bytes, and is not one that the library writes itself.
fn check_attribute(name: &LitStr, errors: &mut Errors) {
    let value = name.value();
    if value.len() > 255 {
        let fact = format!("an attribute name has {} bytes", value.len());
        errors.at(name, fact, "DynamoDB takes 255 for attributes that are keys, or projected");
    }
    if RESERVED.contains(&value.as_str()) {
        errors.at(
            name,
            format!("`{value}` is an attribute that the library writes to items itself"),
            "name another attribute",
        );
    }
}

/// What DynamoDB takes as the projection of an index.
fn check_projection(index: &TableIndex, errors: &mut Errors) {
    let Some(ProjectionAttr::Include(names)) = &index.options.projection else { return };
    let mut seen = HashSet::new();
    for name in names {
        let value = name.value();
        if value.is_empty() || value.len() > 255 {
            let fact = format!("an attribute name has {} bytes", value.len());
            errors.at(name, fact, "DynamoDB takes 1 to 255 for attributes that are projected");
        }
        if !seen.insert(value.clone()) {
            let fact = format!("projection of index `{}` lists `{value}` twice", index.ident);
            errors.at(name, fact, "remove one of them");
        }
    }
    if let Some(first_over) = names.get(PROJECTED.0) {
        errors.at(
            first_over,
            format!("projection of index `{}` lists {} attributes", index.ident, names.len()),
            format!("DynamoDB takes {}: write `projection = \"ALL\"`", PROJECTED.0),
        );
    }
}

fn check_projections(table: &Table, errors: &mut Errors) {
    let included = table.indexes.iter().filter_map(|index| match &index.options.projection {
        Some(ProjectionAttr::Include(names)) => Some(names),
        _ => None,
    });
    let all: Vec<_> = included.flatten().collect();
    if let Some(first_over) = all.get(PROJECTED.1) {
        errors.at(
            first_over,
            format!("projections of table `{}` list {} attributes", table.ident, all.len()),
            format!("DynamoDB takes {} in all indexes of a table: write `projection = \"ALL\"`", PROJECTED.1),
        );
    }
}

/// The type tag is a String and the expiry a Number, in keys as well.
fn check_tag_and_ttl_as_keys(table: &Table, errors: &mut Errors) {
    let attr = &table.attr;
    for (text, what, wanted) in [(&attr.type_attribute, "the type tag", "S"), (&attr.ttl, "the TTL attribute", "N")] {
        let Some(text) = text else { continue };
        for index in table.indexes.iter().filter(|index| !index.refused) {
            let options = &index.options;
            let sides = [(&options.pk, &options.pk_type), (&options.sk, &options.sk_type)];
            for (names, types) in sides {
                for (i, name) in names.iter().flat_map(|names| &names.0).enumerate() {
                    let ty = types.as_ref().and_then(|types| types.0.get(i)).map_or("S".to_owned(), LitStr::value);
                    if name.value() == text.0.value() && ty != wanted {
                        errors.at(
                            name,
                            format!("`{}` is a key of type {ty} here, and {what} of the table", name.value()),
                            format!("it is always of type {wanted}: declare it so, or name another attribute"),
                        );
                    }
                }
            }
        }
    }
}
