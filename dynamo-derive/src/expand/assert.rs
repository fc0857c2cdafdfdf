//! Rules that only types, or the table, can decide: told on the tokens that they are about.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::attr::entity::OPTIONS;
use crate::errors::nearest;
use crate::expand::TableModel;
use crate::model::{Entity, IndexKeys};

/// How many mistakes core finds at once: one constant tells each of them.
const TOLD: usize = 3;

/// Where an entity can be wrong: see `Findings` in core, which counts the places in the same way.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let table = &entity.table;
    let pk = entity.pk.as_ref().map(|key| key.tokens.span());
    let sk_span = entity.sk.as_ref().map_or(entity.span, |key| key.tokens.span());
    let sk = (!entity.sk_refused).then_some(sk_span);
    let whole = [(0, pk), (1, sk), (2, Some(entity.span)), (3, Some(entity.span)), (4, Some(entity.ident.span()))];
    let first = whole.len();
    let fields = first + 2 * entity.indexes.len();
    let indexes = entity.indexes.iter().enumerate().filter(|(_, index)| {
        // What was refused has its own message.
        !matches!(index.keys, IndexKeys::None | IndexKeys::Refused)
    });
    let indexes = indexes.map(|(at, index)| (first + 2 * at + 1, Some(index.tokens.span())));
    let stored = entity.fields.iter().enumerate().filter(|(_, field)| field.attribute().is_some());
    let stored = stored.map(|(at, field)| (fields + at, Some(field.ident.span())));
    let places: Vec<_> = whole
        .into_iter()
        .chain(indexes)
        .chain(stored)
        .filter_map(|(place, span)| span.map(|span| (place, span)))
        .collect();
    let constants = (0..TOLD).map(|nth| {
        let places =
            places.iter().map(|(place, span)| quote_spanned!(*span=> __p::check::tell(__FOUND, #nth, #place, <#table as __p::Table>::SCHEMA, __SCHEMA);));
        let known = entity.indexes.iter().enumerate().map(|(at, index)| {
            let place = first + 2 * at;
            let option = match nearest(&index.ident.to_string(), OPTIONS) {
                Some(option) => quote!(__p::Some(#option)),
                None => quote!(__p::None),
            };
            quote_spanned!(index.ident.span()=> __p::check::tell_index(__FOUND, #nth, #place, <#table as __p::Table>::SCHEMA, __SCHEMA, #option);)
        });
        constant(nth, &quote!(#(#places)* #(#known)*))
    });
    quote! {
        const __FOUND: __p::check::Findings = __p::check::entity(<#table as __p::Table>::SCHEMA, __SCHEMA);
        #(#constants)*
    }
}

/// Where the entities of a table can be wrong.
pub(crate) fn table(table: &TableModel) -> TokenStream {
    let constants = (0..TOLD).map(|nth| {
        let places = table
            .entities
            .iter()
            .enumerate()
            .map(|(place, variant)| quote_spanned!(variant.ty.span()=> __p::check::tell_member(__FOUND, #nth, #place, __SCHEMA);));
        constant(nth, &quote!(#(#places)*))
    });
    quote! {
        const __FOUND: __p::check::Findings = __p::check::members(__SCHEMA);
        #(#constants)*
    }
}

/// Passed over as a whole where there is nothing to tell.
fn constant(nth: usize, places: &TokenStream) -> TokenStream {
    quote! {
        const _: () = if __FOUND.len > #nth {
            #places
        };
    }
}
