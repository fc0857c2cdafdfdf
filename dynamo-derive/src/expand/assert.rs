//! Rules that only types, or the table, can decide: told on the tokens that they are about.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned;

use super::own;
use crate::attr::entity::OPTIONS;
use crate::attr::table::ProjectionAttr;
use crate::errors::nearest;
use crate::model::{Entity, IndexKeys, Table};

/// Where an entity can be wrong: see `Findings` in core, which counts the places in the same way.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let table = &entity.table;
    // What may have been meant by an index that the table does not have.
    let options: Vec<_> = entity.indexes.iter().map(|index| option(&index.ident.to_string())).collect();
    let options = options.iter().any(Option::is_some).then(|| {
        let options = options.iter().map(|option| option.map_or_else(|| quote!(__None), |name| quote!(__Some(#name))));
        quote!(#(#options),*)
    });
    let found = quote!(__p::check::entity(<#table as __p::Table>::SCHEMA, &__STATIC, &[#options]));
    let (tell, ways_out) = (tell(&found, &places(entity)), ways_out(entity));
    quote!(#tell #ways_out)
}

/// The option of `#[entity(..)]` that is most like a name. People hardly mistype the first letter, and looking at all options takes
/// the compiler longer than all the rest of a check.
fn option(name: &str) -> Option<&'static str> {
    let first = name.as_bytes().first();
    let alike = OPTIONS.into_iter().filter(|option| option.as_bytes().first() == first);
    nearest(name, alike)
}

/// `overlaps(..)` and `shares_key(..)`, each told at the entity that it names.
fn ways_out(entity: &Entity) -> TokenStream {
    let table = &entity.table;
    let overlaps = entity.overlaps.iter().map(|other| ("overlaps", other));
    let all = overlaps.chain(entity.shares_key.iter().map(|other| ("shares_key", other)));
    let checks = all.map(|(name, other)| {
        let check = format_ident!("{name}", span = other.span());
        quote_spanned! {other.span()=>
            const _: () = __p::check::#check(
                <#table as __p::Table>::SCHEMA, &__STATIC, <#other as __p::Entity>::SCHEMA,
            );
        }
    });
    checks.collect()
}

fn places(entity: &Entity) -> Vec<(usize, Span)> {
    // What was refused has its own message.
    let pk = entity.pk.as_ref().map(|key| key.tokens.span());
    let sk_span = entity.sk.as_ref().map_or(entity.span, |key| key.tokens.span());
    let sk = (!entity.sk_refused).then_some(sk_span);
    let whole = [pk, sk, Some(entity.span), Some(entity.span), Some(entity.ident.span())];
    let indexes = entity.indexes.iter().flat_map(|index| {
        let keys = !matches!(index.keys, IndexKeys::None | IndexKeys::Refused);
        [Some(index.ident.span()), keys.then(|| index.tokens.span())]
    });
    let fields = entity.fields.iter().map(|field| field.attribute().map(|_| field.ident.span()));
    let constants = entity.constants.iter().map(|constant| Some(constant.name.span()));
    let all = whole.into_iter().chain(indexes).chain(fields).chain(constants).enumerate();
    all.filter_map(|(place, span)| Some((place, span?))).collect()
}

/// Where the entities of a table can be wrong.
pub(crate) fn table(table: &Table) -> TokenStream {
    let entities = table.entities.iter().map(|variant| variant.ty.span());
    let projected = table.indexes.iter().flat_map(|index| match &index.options.projection {
        Some(ProjectionAttr::Include(names)) => names.iter().map(LitStr::span).collect(),
        _ => Vec::new(),
    });
    // The other table's indexes are known to the compiler alone.
    let added = table.indexes.iter().filter(|_| table.attr.extends.is_some()).map(|index| index.ident.span());
    let places: Vec<_> = entities.chain(added).chain(projected).enumerate().collect();
    let ident = &table.ident;
    tell(&quote!(__p::check::members(<#ident as __p::Table>::SCHEMA)), &places)
}

/// A constant that finds what is wrong, and tells it at its place.
fn tell(found: &TokenStream, places: &[(usize, Span)]) -> TokenStream {
    let arms = places.iter().map(|(place, span)| {
        // All of a call has the span, or rustc reports it at the derive.
        let (place, found) = (Literal::usize_unsuffixed(*place), own("__found", *span));
        quote_spanned!(*span=> #place => __tell(#found),)
    });
    quote! {
        const _: () = {
            let __found = &#found;
            match __found.place {
                #(#arms)*
                _ => {}
            }
        };
    }
}
