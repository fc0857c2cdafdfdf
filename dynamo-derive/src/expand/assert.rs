//! Rules that only types, or the table, can decide: constants, spanned on the tokens that they are about.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::attr::entity::OPTIONS;
use crate::errors::nearest;
use crate::model::{Entity, IndexKeys};

pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let pk = entity
        .pk
        .as_ref()
        .map(|key| quote_spanned!(key.tokens.span()=> const _: () = __p::check::partition_key(__LAYOUT, __SCHEMA);));
    let sk_span = entity.sk.as_ref().map_or(entity.span, |key| key.tokens.span());
    let sk =
        (!entity.sk_refused).then(|| quote_spanned!(sk_span=> const _: () = __p::check::sort_key(__LAYOUT, __SCHEMA);));
    let indexes = entity.indexes.iter().enumerate().map(|(at, index)| {
        let name = index.ident.to_string();
        let option = match nearest(&name, OPTIONS) {
            Some(option) => quote!(__p::Some(#option)),
            None => quote!(__p::None),
        };
        let known =
            quote_spanned!(index.ident.span()=> __p::check::index_is_known(__LAYOUT, __SCHEMA, #name, #option););
        let keys = (!matches!(index.keys, IndexKeys::None | IndexKeys::Refused))
            .then(|| quote_spanned!(index.tokens.span()=> __p::check::index(__LAYOUT, __SCHEMA, #at);));
        quote!(const _: () = { #known #keys };)
    });
    let mandatory = quote_spanned! {entity.span=>
        const _: () = __p::check::mandatory(__LAYOUT, __SCHEMA);
        const _: () = __p::check::not_in_others(__LAYOUT, __SCHEMA);
    };
    let fields = entity.fields.iter().enumerate().filter(|(_, field)| field.attribute().is_some()).map(
        |(at, field)| quote_spanned!(field.ident.span()=> const _: () = __p::check::field(__LAYOUT, __SCHEMA, #at);),
    );
    let table = &entity.table;
    let listed = quote_spanned! {ident.span()=>
        const _: () = __p::check::lists(<#table as __p::Table>::SCHEMA, __SCHEMA);
    };
    quote!(#pk #sk #(#indexes)* #mandatory #(#fields)* #listed)
}
