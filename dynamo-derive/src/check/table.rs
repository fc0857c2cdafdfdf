//! Rules about a table that the tokens can decide.

use std::collections::HashMap;

use quote::ToTokens;
use syn::LitStr;

use crate::attr::Text;
use crate::attr::table::{ProjectionAttr, TableIndex, Texts};
use crate::errors::Errors;
use crate::model::{Collection, Table};

pub(crate) fn table(table: &Table, errors: &mut Errors) {
    if table.attr.extends.is_some() || table.base.is_some() {
        check_extension(table, errors);
    } else if !table.attr.refused {
        check_keys(table, errors);
    }
    check_entities(table, errors);
    check_words(table, errors);
    check_name(table, errors);
    super::settings::table(table, errors);
    for index in table.indexes.iter().filter(|index| !index.refused) {
        check_index(table, index, errors);
    }
    super::names::table(table, errors);
    check_index_names(table, errors);
    check_index_count(table, errors);
    check_types_agree(table, errors);
}

/// The layout of a table that extends another is the other's, to which it may add indexes.
fn check_extension(table: &Table, errors: &mut Errors) {
    let attr = &table.attr;
    match (&attr.extends, &table.base) {
        (Some(_), None) => errors.at(
            &table.ident,
            format!("`{}` extends a table, and no variant holds it", table.ident),
            "add `#[base] Core(TheTable)` to the enum",
        ),
        (None, Some(base)) => errors.at(
            &base.ident,
            format!("`{}` is marked `#[base]`, and the table extends no other", base.ident),
            format!("add `extends = {}` to `#[table(..)]`", base.ty.to_token_stream()),
        ),
        (Some(extends), Some(base)) if !same_type(&extends.0, &base.ty) => {
            errors.at(
                &base.ty,
                format!("the `#[base]` is not `{}`, which the table extends", extends.0.to_token_stream()),
                "name one table in both places",
            );
        }
        _ => {}
    }
    let given = [
        &attr.name,
        &attr.pk,
        &attr.sk,
        &attr.pk_type,
        &attr.sk_type,
        &attr.type_attribute,
        &attr.ttl,
        &attr.separator,
        &attr.none,
    ];
    for text in given.into_iter().flatten() {
        errors.at(&text.0, "a table that extends another takes over its layout", "remove this option");
    }
    if attr.stream.is_present() {
        errors.at(&table.ident, "a table that extends another takes over its layout", "remove `stream`");
    }
    for option in super::settings::given(attr) {
        errors.at(&table.ident, "a table that extends another takes over its settings", format!("remove `{option}`"));
    }
}

/// Whether both paths end in one name: one of them may be longer.
fn same_type(path: &syn::Path, ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(ty) => {
            path.segments.last().map(|segment| &segment.ident) == ty.path.segments.last().map(|segment| &segment.ident)
        }
        _ => false,
    }
}

/// Rule 2, for the table.
fn check_keys(table: &Table, errors: &mut Errors) {
    for (name, given) in [("name", &table.attr.name), ("pk", &table.attr.pk)] {
        if given.is_none() {
            errors.at(
                &table.ident,
                format!("table `{}` has no `{name}`", table.ident),
                format!("add `{name} = \"..\"` to `#[table(..)]`"),
            );
        }
    }
    let attr = &table.attr;
    for text in [&attr.name, &attr.pk, &attr.sk, &attr.type_attribute, &attr.ttl].into_iter().flatten() {
        not_empty(&text.0, errors);
    }
    if let (Some(pk), Some(sk)) = (&attr.pk, &attr.sk)
        && pk.0.value() == sk.0.value()
    {
        errors.at(&sk.0, format!("`{}` is partition key and sort key", sk.0.value()), "name two attributes");
    }
    let mut own: Vec<String> = [&attr.pk, &attr.sk].into_iter().flatten().map(|text| text.0.value()).collect();
    for text in [&attr.type_attribute, &attr.ttl].into_iter().flatten() {
        let value = text.0.value();
        if own.contains(&value) {
            errors.at(
                &text.0,
                format!("`{value}` has another meaning in this table already"),
                "name another attribute",
            );
        }
        own.push(value);
    }
    if let (None, Some(ty)) = (&attr.sk, &attr.sk_type) {
        errors.at(&ty.0, "there is no sort key to have a type", "add `sk = \"..\"`");
    }
}

/// A collection has something to read.
pub(crate) fn collection(collection: &Collection, errors: &mut Errors) {
    let ident = &collection.ident;
    if collection.entities.is_empty() && errors.is_empty() {
        errors.at(ident, format!("`{ident}` lists no entities"), "write `Note(Note)` for each of them");
    }
}

fn check_entities(table: &Table, errors: &mut Errors) {
    if table.entities.is_empty() && table.base.is_none() && errors.is_empty() {
        errors.at(&table.ident, format!("table `{}` lists no entity", table.ident), "add `Name(Name)` for each");
    }
    let mut seen: HashMap<String, &syn::Ident> = HashMap::new();
    for variant in &table.entities {
        if let Some(other) = seen.insert(variant.ty.to_token_stream().to_string(), &variant.ident) {
            errors.at(&variant.ty, format!("`{other}` and `{}` hold one entity", variant.ident), "list it once");
        }
    }
}

/// Options whose value is one of a few words.
fn check_words(table: &Table, errors: &mut Errors) {
    let attr = &table.attr;
    let mut one_of = |text: Option<&LitStr>, words: &[&str]| {
        if let Some(text) = text
            && !words.contains(&text.value().as_str())
        {
            let words = words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ");
            errors.at(
                text,
                format!("`\"{}\"` is not a value of this option", text.value()),
                format!("there are {words}"),
            );
        }
    };
    let text = |text: &'_ Option<Text>| text.as_ref().map(|text| text.0.clone());
    one_of(text(&attr.pk_type).as_ref(), &["S", "N", "B"]);
    one_of(text(&attr.sk_type).as_ref(), &["S", "N", "B"]);
    one_of(text(&attr.none).as_ref(), &["omit", "null"]);
    for index in &table.indexes {
        for types in [&index.options.pk_type, &index.options.sk_type].into_iter().flatten() {
            for ty in &types.0 {
                one_of(Some(ty), &["S", "N", "B"]);
            }
        }
        if let Some(ProjectionAttr::Word(word)) = &index.options.projection {
            one_of(Some(word), &["ALL", "KEYS_ONLY"]);
        }
    }
    if let Some(separator) = &attr.separator {
        let value = separator.0.value();
        if value.len() != 1
            || !value.bytes().all(|byte| byte.is_ascii_punctuation())
            || matches!(value.as_str(), "%" | "<" | ">")
        {
            errors.at(
                &separator.0,
                format!("`\"{value}\"` cannot separate the segments of a key"),
                "use one ASCII punctuation mark other than `%`, `<` and `>`",
            );
        }
    }
}

/// Placeholders in the table's name: `app-{stage}`.
fn check_name(table: &Table, errors: &mut Errors) {
    let Some(name) = &table.attr.name else { return };
    let value = name.0.value();
    let mut rest = value.as_str();
    while let Some(open) = rest.find(['{', '}']) {
        let closed = rest[open..].starts_with('{').then(|| rest[open + 1..].find(['{', '}'])).flatten();
        match closed {
            Some(len) if len > 0 && rest[open + 1 + len..].starts_with('}') => rest = &rest[open + len + 2..],
            _ => {
                errors.at(
                    &name.0,
                    format!("table name \"{value}\" has a brace that is not part of a placeholder"),
                    "write placeholders as `{stage}`",
                );
                return;
            }
        }
    }
}

fn check_index(table: &Table, index: &TableIndex, errors: &mut Errors) {
    const RESERVED: [&str; 8] = ["table", "pk", "sk", "rename_all", "type", "none", "sparse", "parse"];
    let options = &index.options;
    let ident = index.ident.to_string();
    if RESERVED.contains(&ident.as_str()) {
        errors.at(
            &index.ident,
            format!("`{ident}` has another meaning in `#[entity(..)]`"),
            "give the index another name",
        );
    }
    match &options.name {
        None => {
            errors.at(
                &index.ident,
                format!("index `{ident}` has no `name`"),
                "add `name = \"..\"`, as DynamoDB has it",
            );
        }
        Some(name) => not_empty(&name.0, errors),
    }
    if options.local {
        check_local(table, index, errors);
    } else if options.pk.is_none() {
        errors.at(&index.ident, format!("index `{ident}` has no `pk`"), "add `pk = \"..\"`");
    }
    for (names, types) in [(&options.pk, &options.pk_type), (&options.sk, &options.sk_type)] {
        check_parts(index, names.as_ref(), types.as_ref(), errors);
    }
    let mut seen = Vec::new();
    for name in [&options.pk, &options.sk].into_iter().flatten().flat_map(|names| &names.0) {
        not_empty(name, errors);
        if seen.contains(&name.value()) {
            errors.at(name, format!("`{}` is in index `{ident}` twice", name.value()), "name each attribute once");
        }
        seen.push(name.value());
    }
}

fn check_local(table: &Table, index: &TableIndex, errors: &mut Errors) {
    let options = &index.options;
    if options.sk.is_none() {
        errors.at(&index.ident, format!("local index `{}` has no `sk`", index.ident), "add `sk = \"..\"`");
    }
    // Of a table that this one extends, only the compiler knows.
    if table.attr.extends.is_some() {
        for name in options.pk.iter().flat_map(|names| &names.0) {
            errors.at(name, "a local index has the table's partition key", "remove `pk`");
        }
        return;
    }
    if table.attr.sk.is_none() {
        errors.at(
            &index.ident,
            format!("`{}` is local, and the table has no sort key", index.ident),
            "DynamoDB has local indexes only on tables with a sort key: remove `local`",
        );
    }
    for name in options.pk.iter().flat_map(|names| &names.0) {
        if table.attr.pk.as_ref().is_none_or(|pk| pk.0.value() != name.value()) {
            errors.at(name, "a local index has the table's partition key", "remove `pk`");
        }
    }
}

fn check_parts(index: &TableIndex, names: Option<&Texts>, types: Option<&Texts>, errors: &mut Errors) {
    let names = names.map_or(&[][..], |names| &names.0);
    if let Some(fifth) = names.get(4) {
        errors.at(
            fifth,
            format!("index `{}` has more than four attributes in one key", index.ident),
            "DynamoDB takes four",
        );
    }
    if let (true, Some(second)) = (index.options.local, names.get(1)) {
        errors.at(second, "a local index has one sort attribute", "remove the others");
    }
    if let Some(types) = types
        && types.0.len() != names.len()
    {
        errors.at(
            types.0.first().unwrap_or(&LitStr::new("", index.ident.span())),
            format!("{} types are given for {} attributes", types.0.len(), names.len()),
            "give one type for each attribute, in the same order",
        );
    }
}

fn check_index_names(table: &Table, errors: &mut Errors) {
    let mut idents = Vec::new();
    let mut names = Vec::new();
    for index in &table.indexes {
        if idents.contains(&&index.ident) {
            errors.at(&index.ident, format!("index `{}` is declared twice", index.ident), "remove one of them");
        }
        idents.push(&index.ident);
        if let Some(name) = &index.options.name {
            let value = name.0.value();
            if names.contains(&value) {
                errors.at(&name.0, format!("two indexes are named \"{value}\""), "give one of them another name");
            }
            names.push(value);
        }
    }
}

/// Rule 26: DynamoDB's limits.
fn check_index_count(table: &Table, errors: &mut Errors) {
    let quota = table.attr.global_indexes.as_ref();
    let global = quota.map_or(Some(20), |quota| quota.base10_parse::<usize>().ok()).unwrap_or_default();
    if let (0, Some(quota)) = (global, quota) {
        errors.at(quota, "`global_indexes` is not a number of indexes", "write `global_indexes = 30`");
        return;
    }
    for (local, kind, limit) in [(false, "global", global), (true, "local", 5)] {
        let of_kind: Vec<_> = table.indexes.iter().filter(|index| index.options.local == local).collect();
        if let Some(first_over) = of_kind.get(limit) {
            errors.at(
                &first_over.ident,
                format!("table `{}` has {} {kind} secondary indexes", table.ident, of_kind.len()),
                if local {
                    format!("DynamoDB takes {limit}: let entities share one, with templates of their own")
                } else {
                    format!(
                        "DynamoDB takes {limit}: let entities share one, with templates of their own, or say what your quota is: \
                         `#[table(global_indexes = {})]`",
                        of_kind.len()
                    )
                },
            );
        }
    }
}

/// An attribute has one type, in whichever keys it stands.
fn check_types_agree(table: &Table, errors: &mut Errors) {
    let mut types: HashMap<String, String> = HashMap::new();
    let mut agree = |name: &LitStr, ty: Option<&LitStr>, errors: &mut Errors| {
        let ty = ty.map_or_else(|| "S".to_owned(), LitStr::value);
        if let Some(other) = types.insert(name.value(), ty.clone())
            && other != ty
        {
            errors.at(
                name,
                format!("attribute `{}` is declared as {other} and as {ty}", name.value()),
                "an attribute that is a key has one type in the whole table",
            );
        }
    };
    let attr = &table.attr;
    for (name, ty) in [(&attr.pk, &attr.pk_type), (&attr.sk, &attr.sk_type)] {
        if let Some(name) = name {
            agree(&name.0, ty.as_ref().map(|ty| &ty.0), errors);
        }
    }
    for index in &table.indexes {
        let options = &index.options;
        // The partition key of a local index is the table's, whose type stands there.
        let sides = [(&options.pk, &options.pk_type, options.local), (&options.sk, &options.sk_type, false)];
        for (names, tys, inherited) in sides {
            for (i, name) in names.iter().flat_map(|names| &names.0).enumerate().filter(|_| !inherited) {
                agree(name, tys.as_ref().and_then(|tys| tys.0.get(i)), errors);
            }
        }
    }
}

fn not_empty(text: &LitStr, errors: &mut Errors) {
    if text.value().is_empty() {
        errors.at(text, "a name is empty", "DynamoDB's names have at least one character");
    }
}
