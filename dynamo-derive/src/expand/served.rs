//! Rule 38: what a key can serve, asked of types where the tokens do not tell.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::queries::via;
use crate::access::{Pattern, Target};
use crate::attr::access::By;
use crate::model::{Entity, Field, Part};
use crate::template::Format;

/// What follows a field in the sort key that it narrows.
pub(super) fn literal_after(target: &Target<'_>, at: usize) -> String {
    let is_field = |part: &Part| matches!(part, Part::Field(field, _) if *field == at);
    let key = target.sort.iter().find(|key| key.parts.iter().any(is_field));
    let mut parts = key.into_iter().flat_map(|key| &key.parts).skip_while(|part| !is_field(part)).skip(1);
    match parts.next() {
        Some(Part::Literal(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Whether a field is escaped in the sort key that it narrows, and the table's separator if that matters.
pub(super) fn escaped(entity: &Entity, target: &Target<'_>, at: usize) -> (bool, TokenStream) {
    let is_escaped = |part: &Part| matches!(part, Part::Field(field, Format::Escaped) if *field == at);
    let escaped = target.sort.iter().any(|key| key.parts.iter().any(is_escaped));
    let ident = &entity.ident;
    let separator =
        if escaped { quote!(<<#ident as __p::Entity>::Table as __p::Table>::LAYOUT.separator) } else { quote!(0) };
    (escaped, separator)
}

/// Whether rule 38 has nothing to say about a field, by the name of its type alone: a constant less for the compiler.
pub(super) fn is_surely_in_order(field: &Field, after: &str) -> bool {
    let syn::Type::Path(path) = &field.ty else { return false };
    let Some(ident) = path.path.get_ident() else { return false };
    ["u8", "u16", "u32", "u64", "u128", "i64", "Timestamp", "Ulid", "Uuid"].iter().any(|name| ident == name)
        || after.is_empty() && ident == "String"
}

/// Rule 38 for patterns: a range that keys are in order for.
pub(super) fn ranges(entity: &Entity, pattern: &Pattern) -> TokenStream {
    let target = Target::all(entity).into_iter().find(|target| target.index == pattern.index);
    let last = pattern.fields.last().filter(|(_, by)| !matches!(by, By::Equal | By::BeginsWith));
    let (Some(target), Some((at, _))) = (target, last) else { return quote!() };
    let (field, after) = (&entity.fields[*at], literal_after(&target, *at));
    if is_surely_in_order(field, &after) {
        return quote!();
    }
    let (pattern_name, name, ty) = (pattern.name.to_string(), &field.name, &field.ty);
    let (escaped, separator) = escaped(entity, &target, *at);
    quote_spanned! {pattern.span=>
        const _: () = __p::check::ranged(
            #pattern_name, #name, (<#ty as __p::KeySource>::FACTS.0, #escaped), #after, #separator,
        );
    }
}

/// `<'__q>` and `where __Via_gsi1: __p::KnowsPartition<'__q>`, where the one key of an index may be the sort key of a local one.
pub(super) fn knows_partition(entity: &Entity, target: &Target<'_>) -> (TokenStream, TokenStream) {
    let given = target.partition_fields();
    let is_told = entity.pk.as_ref().is_none_or(|pk| pk.fields().iter().all(|at| given.contains(at)));
    match target.index {
        Some(_) if target.sort.is_empty() && !is_told => {
            let via = via(entity, target.index);
            (quote!(<'__q>), quote!(where #via: __p::KnowsPartition<'__q>))
        }
        _ => (quote!(), quote!()),
    }
}
