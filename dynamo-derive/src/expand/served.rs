//! Rule 38: what a key can serve, asked of types where the tokens do not tell.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::states::source;
use crate::access::{Pattern, Target};
use crate::attr::access::By;
use crate::model::{Entity, Field};
use crate::template::Format;

/// Whether keys are in the order of a field's values.
pub(super) enum Order {
    Ordered,
    Bucketed,
    Folded,
    Unpadded,
    /// The field's type decides, by a constant.
    OfType(TokenStream),
}

/// Rule 38: the order of a field's keys in a sort key.
pub(super) fn order(entity: &Entity, target: &Target<'_>, at: usize) -> Order {
    let field = &entity.fields[at];
    let (ty, (format, after)) = (&field.ty, target.place(at));
    match format {
        Format::Bucket(_) => Order::Bucketed,
        Format::Folded(_) | Format::FoldedEscaped(_) => Order::Folded,
        Format::Unordered => Order::Unpadded,
        Format::Plain | Format::Padded(_) | Format::Escaped if is_surely_in_order(field, &after) => Order::Ordered,
        Format::Plain | Format::Padded(_) | Format::Escaped => {
            let (escaped, separator) = escaped(entity, format);
            Order::OfType(quote_spanned! {field.span=>
                { __p::in_order(<#ty as __KeySource>::FACTS.0, #escaped, #after, #separator) }
            })
        }
    }
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
            #pattern_name, #name, (<#ty as __KeySource>::FACTS.0, #escaped), #after, #separator,
        );
    }
}

/// `<'query>` and `where goal_query::Gsi1: __p::KnowsPartition<'query>`, where the one key of an index may be the sort key of a local one.
pub(super) fn knows_partition(entity: &Entity, target: &Target<'_>) -> (TokenStream, TokenStream) {
    let given = target.partition_fields();
    let is_told = entity.pk.as_ref().is_none_or(|pk| pk.fields().iter().all(|at| given.contains(at)));
    match target.index {
        Some(_) if target.sort.is_empty() && !is_told => {
            let source = source(entity, target.index);
            (quote!(<'query>), quote!(where #source: __p::KnowsPartition<'query>))
        }
        _ => (quote!(), quote!()),
    }
}
