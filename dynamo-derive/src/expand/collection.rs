//! `#[derive(Collection)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, Token};

use super::table::Variant;
use super::wrap;
use crate::errors::{Errors, suggestion};
use crate::krate;

/// `#[collection(index = ident)]`
struct Options {
    index: Ident,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.call(Ident::parse_any)?;
        if name != "index" {
            let help = suggestion(&name.to_string(), &["index"]);
            let message = format!("`{name}` is not an option of `#[collection(..)]`\nhelp: {help}");
            return Err(syn::Error::new(name.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(Self { index: input.parse()? })
    }
}

pub(crate) fn collection(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let variants = variants(input, &mut errors);
    let attr = input.attrs.iter().find(|attr| attr.path().is_ident("collection"));
    let index = attr.and_then(|attr| errors.keep(attr.parse_args::<Options>())).map(|options| options.index);
    if variants.is_empty() && errors.is_empty() {
        errors.at(&input.ident, format!("`{}` lists no entities", input.ident), "write `Note(Note)` for each of them");
    }
    if !errors.is_empty() {
        return quote!(#errors);
    }
    wrap(&krate::path(), &expand(input, &variants, index.as_ref()))
}

fn variants(input: &DeriveInput, errors: &mut Errors) -> Vec<Variant> {
    let Data::Enum(data) = &input.data else {
        errors.at(&input.ident, format!("`{}` is not an enum", input.ident), "a collection is an enum of entities");
        return Vec::new();
    };
    let variants = data.variants.iter().filter_map(|variant| match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            Some(Variant { ident: variant.ident.clone(), ty: fields.unnamed[0].ty.clone() })
        }
        _ => {
            errors.at(
                variant,
                format!("`{}` does not hold one entity", variant.ident),
                format!("write `{0}({0})`", variant.ident),
            );
            None
        }
    });
    variants.collect()
}

fn expand(input: &DeriveInput, variants: &[Variant], index: Option<&Ident>) -> TokenStream {
    let ident = &input.ident;
    let (names, types): (Vec<_>, Vec<_>) = variants.iter().map(|variant| (&variant.ident, &variant.ty)).unzip();
    let first = types.first();
    let positions = 0..types.len();
    let schemas = types.iter().map(|ty| quote_spanned!(ty.span()=> <#ty as __p::Entity>::SCHEMA));
    let asserts = types.iter().enumerate().map(
        |(at, ty)| quote_spanned!(ty.span()=> const _: () = __p::check::collected(__LAYOUT, __ENTITIES, __INDEX, #at);),
    );
    let (index_name, generics, via, position) = match index {
        Some(index) => {
            let name = index.unraw().to_string();
            let known = quote_spanned!(index.span()=> __p::check::collection_index(__LAYOUT, #name));
            (
                quote!(__p::Some(#name)),
                quote!(<const __K: u8, const __F: bool>),
                quote!(__p::Via<__K, __F, __AT>),
                // Named, so that an index that is not there is told of once.
                quote!(const __AT: usize = #known;),
            )
        }
        None => (quote!(__p::None), quote!(), quote!(__p::ViaTable), quote!()),
    };
    quote! {
        const __LAYOUT: &__p::TableLayout = <<#first as __p::Entity>::Table as __p::Table>::LAYOUT;
        const __INDEX: __p::Option<&'static str> = #index_name;
        #position
        const __ENTITIES: &[&__p::EntitySchema] = &[#(#schemas),*];
        #[automatically_derived]
        impl __p::Collection for #ident {
            type Table = <#first as __p::Entity>::Table;
            const ENTITIES: &'static [&'static __p::EntitySchema] = __ENTITIES;
            const INDEX: __p::Option<&'static str> = __INDEX;
            fn read_entity<__S: __p::EntitySource>(__at: usize, __source: __S) -> __p::Result<Self, __p::Error> {
                match __at {
                    #(#positions => __p::EntitySource::read::<#types>(__source).map(Self::#names),)*
                    _ => __p::refused(),
                }
            }
        }
        #(
            #[automatically_derived]
            impl #generics __p::InPartitionsOf<#types, #via> for #ident {}
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
