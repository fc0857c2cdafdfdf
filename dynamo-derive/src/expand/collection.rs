//! `#[derive(Collection)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::indexes::index_name;
use crate::model::Collection;

pub(crate) fn expand(collection: &Collection) -> TokenStream {
    let ident = &collection.ident;
    let (names, types): (Vec<_>, Vec<_>) =
        collection.entities.iter().map(|variant| (&variant.ident, &variant.ty)).unzip();
    let first = types.first();
    let positions = 0..types.len();
    let schemas = types.iter().map(|ty| quote_spanned!(ty.span()=> <#ty as __p::Entity>::SCHEMA));
    let asserts = types.iter().enumerate().map(
        |(at, ty)| quote_spanned!(ty.span()=> const _: () = __p::check::collected(__LAYOUT, __ENTITIES, __INDEX, #at);),
    );
    let (index_name, generics, facts, known) = match &collection.index {
        Some(index) => {
            let name = index.unraw().to_string();
            let name_of_index = index_name(index);
            (
                quote!(__Some(#name)),
                quote!(<const __C: u8>),
                quote!(__p::Facts<__C, #name_of_index>),
                quote_spanned!(index.span()=> const _: () = __p::check::collection_index(__LAYOUT, #name);),
            )
        }
        None => (quote!(__None), quote!(), quote!(<__PrimaryKey as __p::Source>::Facts), quote!()),
    };
    quote! {
        const __LAYOUT: &__p::TableLayout = <<#first as __p::Entity>::Table as __p::Table>::LAYOUT;
        const __INDEX: __Option<&'static str> = #index_name;
        #known
        const __ENTITIES: &[&__p::EntitySchema] = &[#(#schemas),*];
        #[automatically_derived]
        impl __p::Collection for #ident {
            type Table = <#first as __p::Entity>::Table;
            const ENTITIES: &'static [&'static __p::EntitySchema] = __ENTITIES;
            const IDS: &'static [&'static str] = &[#(<#types as __p::Entity>::ID),*];
            const INDEX: __Option<&'static str> = __INDEX;
            fn read_entity<__S: __p::EntitySource>(__at: usize, __source: __S) -> __Result<Self, __p::Error> {
                match __at {
                    #(#positions => __p::EntitySource::read::<#types>(__source).map(Self::#names),)*
                    _ => __p::refused(),
                }
            }
        }
        #(
            #[automatically_derived]
            impl #generics __p::CollectedIn<#types, #facts> for #ident {}
            #[automatically_derived]
            impl __p::From<#types> for #ident {
                fn from(__value: #types) -> Self {
                    Self::#names(__value)
                }
            }
        )*
        #(#asserts)*
    }
}
