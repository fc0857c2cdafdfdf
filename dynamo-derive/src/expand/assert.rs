//! Rules that only types, or the table, can decide: told on the tokens that they are about.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned;

use crate::attr::entity::OPTIONS;
use crate::attr::table::ProjectionAttr;
use crate::errors::nearest;
use crate::model::{Entity, IndexKeys, Table};

/// Where an entity can be wrong: see `Findings` in core, which counts the places in the same way.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let table = &entity.table;
    let options = entity.indexes.iter().map(|index| match nearest(&index.ident.to_string(), OPTIONS) {
        Some(option) => quote!(__p::Some(#option)),
        None => quote!(__p::None),
    });
    let found = quote!(__p::check::entity(<#table as __p::Table>::SCHEMA, __SCHEMA, &[#(#options),*]));
    let (tell, ways_out) = (tell(&found, &places(entity)), ways_out(entity));
    quote!(#tell #ways_out)
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
                <#table as __p::Table>::SCHEMA, __SCHEMA, <#other as __p::Entity>::SCHEMA,
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
    tell(&quote!(__p::check::members(__SCHEMA)), &places)
}

/// One constant finds what is wrong, and three tell the first three mistakes.
fn tell(found: &TokenStream, places: &[(usize, Span)]) -> TokenStream {
    let constants = [("first", "First"), ("second", "Second"), ("third", "Third")].map(|(nth, alias)| {
        let arms = places.iter().map(|(place, span)| {
            // All of a call has the span, or rustc reports it at the derive.
            let tell = format_ident!("__{alias}", span = *span);
            quote_spanned!(*span=> #place => #tell(__FOUND),)
        });
        let nth = format_ident!("{nth}");
        quote! {
            const _: () = match __FOUND.#nth {
                #(#arms)*
                _ => {}
            };
        }
    });
    quote! {
        // There are many of these calls: the less of them, the less the compiler has to read.
        // (Not in lower case: see `own_names`.)
        use __p::check::{tell_first as __First, tell_second as __Second, tell_third as __Third};
        const __FOUND: __p::check::Findings = #found;
        #(#constants)*
    }
}
