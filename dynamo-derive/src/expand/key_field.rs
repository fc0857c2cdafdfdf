//! `#[derive(KeyField)]`: newtypes and unit enums.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields};

use super::{fallback, wrap};
use crate::attr::nested::{ContainerAttr, VariantAttr};
use crate::attr::refuse_on_tuple;
use crate::attr::serde::{SerdeContainer, SerdeVariant};
use crate::errors::Errors;
use crate::krate;
use crate::rename::Rule;

pub(crate) fn key_field(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let inside = match &input.data {
        Data::Struct(data) => newtype(input, &data.fields, &mut errors),
        Data::Enum(_) => unit_enum(input, &mut errors),
        Data::Union(_) => None,
    };
    if inside.is_none() && errors.is_empty() {
        errors.at(
            &input.ident,
            format!("`{}` is neither a newtype nor an enum without data", input.ident),
            "a key field is one value: `struct Id(String)`, or `enum Status { Open, Done }`",
        );
    }
    if let (Some(inside), true) = (&inside, errors.is_empty()) {
        return wrap(&krate::path(), inside);
    }
    let fallback = wrap(&krate::path(), &fallback::key_field(input));
    quote!(#errors #fallback)
}

fn newtype(input: &DeriveInput, all: &Fields, errors: &mut Errors) -> Option<TokenStream> {
    let Fields::Unnamed(fields) = all else { return None };
    if fields.unnamed.len() != 1 {
        return None;
    }
    ContainerAttr::parse(&input.attrs, "key_field", errors);
    // A newtype is what it holds, with `transparent` or without.
    SerdeContainer::parse(&input.attrs, errors).refuse_tags(errors);
    refuse_on_tuple(all, errors);
    let (ident, ty) = (&input.ident, &fields.unnamed[0].ty);
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics __p::Attribute for #ident #ty_generics #where_clause {
            type Kind = <#ty as __p::Attribute>::Kind;
            #[inline]
            fn encode<__E: __p::Encoder>(&self, __encoder: __E) -> __p::Result<__E::Ok, __p::CodecError> {
                <#ty as __p::Attribute>::encode(&self.0, __encoder)
            }
            #[inline]
            fn decode<'__de, __D: __p::Decoder<'__de>>(__decoder: __D) -> __p::Result<Self, __p::CodecError> {
                <#ty as __p::Attribute>::decode(__decoder).map(Self)
            }
        }
        #[automatically_derived]
        impl #impl_generics __p::KeyField for #ident #ty_generics #where_clause {
            type Borrowed = Self;
            const KIND: __p::KeyKind = <#ty as __p::KeyField>::KIND;
            #[inline(always)]
            fn borrowed(&self) -> &Self {
                self
            }
            #[inline(always)]
            fn text_len(__value: &Self) -> usize {
                <#ty as __p::KeyField>::text_len(<#ty as __p::KeyField>::borrowed(&__value.0))
            }
            #[inline(always)]
            fn write_text<__B: __p::KeyBuffer>(__value: &Self, __out: &mut __B) -> __p::Result<(), &'static str> {
                <#ty as __p::KeyField>::write_text(<#ty as __p::KeyField>::borrowed(&__value.0), __out)
            }
            #[inline(always)]
            fn text_of(__value: &Self) -> __p::KeyText<'_> {
                <#ty as __p::KeyField>::text_of(<#ty as __p::KeyField>::borrowed(&__value.0))
            }
            fn parse_text(__text: &str) -> __p::Option<Self> {
                <#ty as __p::KeyField>::parse_text(__text).map(Self)
            }
        }
    })
}

fn unit_enum(input: &DeriveInput, errors: &mut Errors) -> Option<TokenStream> {
    let variants = UnitEnum::parse(input, "key_field", errors)?;
    let ident = &input.ident;
    let (idents, texts) = (&variants.idents, &variants.texts);
    let attribute = variants.attribute(input);
    Some(quote! {
        #attribute
        fn __text(__value: &#ident) -> &'static str {
            match __value {
                #(#ident::#idents => #texts,)*
            }
        }
        #[automatically_derived]
        impl __p::KeyField for #ident {
            type Borrowed = Self;
            const KIND: __p::KeyKind = __p::KeyKind::Closed(&[#(#texts),*]);
            #[inline(always)]
            fn borrowed(&self) -> &Self {
                self
            }
            fn text_len(__value: &Self) -> usize {
                __text(__value).len()
            }
            fn write_text<__B: __p::KeyBuffer>(__value: &Self, __out: &mut __B) -> __p::Result<(), &'static str> {
                __p::KeyBuffer::push_str(__out, __text(__value));
                __p::Ok(())
            }
            fn text_of(__value: &Self) -> __p::KeyText<'_> {
                __p::KeyText::text(__text(__value))
            }
            fn parse_text(__text: &str) -> __p::Option<Self> {
                match __text {
                    #(#texts => __p::Some(Self::#idents),)*
                    _ => __p::None,
                }
            }
        }
    })
}

/// An enum without data, and the texts of its variants.
pub(super) struct UnitEnum {
    pub(super) idents: Vec<syn::Ident>,
    pub(super) texts: Vec<String>,
    aliases: Vec<Vec<syn::LitStr>>,
}

impl UnitEnum {
    /// `None` when a variant has data, or there is none.
    pub(super) fn parse(input: &DeriveInput, attribute: &str, errors: &mut Errors) -> Option<Self> {
        let Data::Enum(data) = &input.data else { return None };
        if data.variants.is_empty() || !data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit)) {
            return None;
        }
        let attr = ContainerAttr::parse(&input.attrs, attribute, errors);
        let serde = SerdeContainer::parse(&input.attrs, errors);
        let rule = attr.rename_all.as_ref().map(|text| &text.0).or(serde.rename_all.as_ref());
        let rule = rule.map_or(Rule::None, |text| Rule::parse(text, errors));
        serde.refuse_tags(errors);
        attr.refuse_tags(errors);
        if serde.untagged {
            errors.at(&input.ident, "serde's `untagged` makes every variant a Null", "remove it");
        }
        let mut out = Self { idents: Vec::new(), texts: Vec::new(), aliases: Vec::new() };
        for variant in &data.variants {
            let attr = VariantAttr::parse(&variant.attrs, attribute, errors);
            let serde = SerdeVariant::parse(&variant.attrs, errors);
            let text = variant_text(&variant.ident, &attr, &serde, rule);
            if let Some(at) = out.texts.iter().position(|other| *other == text) {
                errors.at(
                    &variant.ident,
                    format!("`{}` and `{}` are both written as \"{text}\"", out.idents[at], variant.ident),
                    "rename one of them",
                );
            }
            out.idents.push(variant.ident.clone());
            out.texts.push(text);
            out.aliases.push(serde.aliases);
        }
        Some(out)
    }

    /// A String.
    pub(super) fn attribute(&self, input: &DeriveInput) -> TokenStream {
        let ident = &input.ident;
        let Self { idents, texts, aliases } = self;
        quote! {
            #[automatically_derived]
            impl __p::Attribute for #ident {
                type Kind = __p::kind::S;
                fn encode<__E: __p::Encoder>(&self, __encoder: __E) -> __p::Result<__E::Ok, __p::CodecError> {
                    __p::Encoder::string(__encoder, match self {
                        #(Self::#idents => #texts,)*
                    })
                }
                fn decode<'__de, __D: __p::Decoder<'__de>>(__decoder: __D) -> __p::Result<Self, __p::CodecError> {
                    let __text = __p::Decoder::string(__decoder)?;
                    match __p::AsRef::<str>::as_ref(&__text) {
                        #(#texts #(| #aliases)* => __p::Ok(Self::#idents),)*
                        __text => __p::Err(__p::enums::unknown_variant(__text, &[#(#texts),*])),
                    }
                }
            }
        }
    }
}

/// The name of a variant in the data.
pub(super) fn variant_text(ident: &syn::Ident, attr: &VariantAttr, serde: &SerdeVariant, rule: Rule) -> String {
    use syn::ext::IdentExt;
    let rename = attr.rename.as_ref().map(|text| &text.0).or(serde.rename.as_ref());
    rename.map_or_else(|| rule.variant(&ident.unraw().to_string()), syn::LitStr::value)
}
