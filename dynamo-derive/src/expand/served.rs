//! Rule 38: what a key can serve, asked of types where the tokens do not tell.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::queries::via;
use crate::access::{Pattern, Target};
use crate::attr::access::By;
use crate::model::{Entity, Field};
use crate::template::Format;

/// Rule 38 as a bound of what narrows a field of the sort key: nothing where every range is served.
pub(super) fn order(entity: &Entity, target: &Target<'_>, at: usize) -> TokenStream {
    let field = &entity.fields[at];
    let (ty, (format, after)) = (&field.ty, target.place(at));
    let bound = match format {
        Format::Bucket(_) => quote_spanned!(field.span=> __p::NarrowsBucket),
        Format::Folded(_) | Format::FoldedEscaped(_) => quote_spanned!(field.span=> __p::NarrowsFolded),
        Format::Unordered => quote_spanned!(field.span=> __p::NarrowsUnordered),
        Format::Plain | Format::Padded(_) | Format::Escaped if is_surely_in_order(field, &after) => return quote!(),
        Format::Plain | Format::Padded(_) | Format::Escaped => {
            let (escaped, separator) = escaped(entity, format);
            let order = quote_spanned! {field.span=>
                { __p::in_order(<#ty as __p::KeySource>::FACTS.0, #escaped, #after, #separator) }
            };
            return quote_spanned!(field.span=> + __p::InOrder<#ty, __p::KeyOrder<#order>>);
        }
    };
    quote_spanned!(field.span=> + #bound<#ty>)
}

/// Whether a field is escaped, and the table's separator if that matters.
fn escaped(entity: &Entity, format: Format) -> (bool, TokenStream) {
    let ident = &entity.ident;
    match format {
        Format::Escaped => (true, quote!(<<#ident as __p::Entity>::Table as __p::Table>::LAYOUT.separator)),
        _ => (false, quote!(0)),
    }
}

/// Whether rule 38 has nothing to say about a field, by the name of its type alone: a constant less for the compiler.
fn is_surely_in_order(field: &Field, after: &str) -> bool {
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
    let (field, (format, after)) = (&entity.fields[*at], target.place(*at));
    if is_surely_in_order(field, &after) {
        return quote!();
    }
    let (pattern_name, name, ty) = (pattern.name.to_string(), &field.name, &field.ty);
    let (escaped, separator) = escaped(entity, format);
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
