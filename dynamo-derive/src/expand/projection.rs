//! `#[derive(Projection)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, Path, Token};

use super::wrap;
use crate::errors::{Errors, suggestion};
use crate::krate;

/// `#[projection(of = Entity, index = ident)]`
struct Options {
    of: Option<Path>,
    indexes: Vec<Ident>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Self { of: None, indexes: Vec::new() };
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            match name.to_string().as_str() {
                "of" => options.of = Some(input.parse()?),
                "index" => options.indexes.push(input.parse()?),
                other => {
                    let message = format!(
                        "`{other}` is not an option of `#[projection(..)]`\nhelp: {}",
                        suggestion(other, &["of", "index"])
                    );
                    return Err(syn::Error::new(name.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

pub(crate) fn projection(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let attr = input.attrs.iter().find(|attr| attr.path().is_ident("projection"));
    let options = attr.and_then(|attr| errors.keep(attr.parse_args::<Options>()));
    let of = options.as_ref().and_then(|options| options.of.clone());
    if of.is_none() && errors.is_empty() {
        errors.at(
            &input.ident,
            format!("`{}` does not say what it is a part of", input.ident),
            "add `#[projection(of = Entity)]`",
        );
    }
    let fields = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => data.fields.iter().collect::<Vec<_>>(),
        _ => {
            errors.at(
                &input.ident,
                format!("`{}` is not a struct with named fields", input.ident),
                "give it some of the entity's fields",
            );
            Vec::new()
        }
    };
    match (of, errors.is_empty()) {
        (Some(of), true) => {
            let indexes = options.map(|options| options.indexes).unwrap_or_default();
            wrap(&krate::path(), &expand(&input.ident, &of, &indexes, &fields))
        }
        _ => quote!(#errors),
    }
}

fn expand(ident: &Ident, of: &Path, indexes: &[Ident], fields: &[&syn::Field]) -> TokenStream {
    // Only called for named fields.
    let idents: Vec<_> = fields.iter().filter_map(|field| field.ident.as_ref()).collect();
    let names: Vec<_> = idents.iter().map(|ident| ident.unraw().to_string()).collect();
    let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    let slots: Vec<_> = (0..fields.len()).map(|at| format_ident!("__f{at}")).collect();
    let attributes: Vec<_> = (0..fields.len()).map(|at| format_ident!("__A{at}")).collect();
    let consts = idents.iter().zip(&names).zip(&attributes).map(|((ident, name), attribute)| {
        quote_spanned! {ident.span()=>
            const #attribute: &str = __p::check::projected(<#of as __p::Entity>::SCHEMA, #name);
        }
    });
    // The handle of the entity tells the field's type, and how it is stored: another type is a mismatch here.
    let handles: Vec<_> = idents.iter().map(|ident| quote_spanned!(ident.span()=> || <#of>::fields().#ident)).collect();
    let reads = idents.iter().enumerate().map(|(at, _)| {
        let (ty, handle, slot, attribute) = (types[at], &handles[at], &slots[at], &attributes[at]);
        quote_spanned!(ty.span()=> #attribute => __p::read_projected(#handle, &mut #slot, __value, #attribute)?,)
    });
    let finishes = idents.iter().enumerate().map(|(at, ident)| {
        let (handle, slot, attribute) = (&handles[at], &slots[at], &attributes[at]);
        quote!(#ident: __p::finish_projected(#handle, #slot, #attribute)?,)
    });
    let held = indexes.iter().map(|index| {
        let name = index.to_string();
        quote_spanned! {index.span()=>
            #[automatically_derived]
            impl __p::HeldBy<{
                __p::check::held(<#of as __p::Entity>::SCHEMA, __LAYOUT, #name, &[#(#attributes),*])
            }> for #ident {}
        }
    });
    quote! {
        const __LAYOUT: &__p::TableLayout = <<#of as __p::Entity>::Table as __p::Table>::LAYOUT;
        #(#consts)*
        #[automatically_derived]
        impl __p::Projection for #ident {
            type Entity = #of;
            const FIELDS: &'static [&'static str] = &[#(#names),*];
            fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
                __map: &mut __M,
            ) -> __p::Result<Self, __p::CodecError> {
                #(let mut #slots: __p::Option<#types> = __p::None;)*
                while let __p::Some((__name, __value)) = __p::MapDecoder::next(__map)? {
                    match __p::AsRef::<str>::as_ref(&__name) {
                        #(#reads)*
                        _ => __p::Decoder::skip(__value)?,
                    }
                }
                __p::Ok(Self {
                    #(#finishes)*
                })
            }
        }
        #[automatically_derived]
        impl<const __KIND: u8, const __AT: usize> __p::ReadFrom<__p::Via<__KIND, true, __AT>> for #ident {}
        #[automatically_derived]
        impl<const __KIND: u8, const __AT: usize> __p::ReadFrom<__p::Via<__KIND, false, __AT>> for #ident
        where
            Self: __p::HeldBy<__AT>,
        {
        }
        #(#held)*
    }
}
