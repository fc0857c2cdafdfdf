//! `#[derive(KeyField)]`: newtypes and unit enums.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Type};

use crate::model::{KeyField, UnitEnum};

pub(crate) fn expand(input: &DeriveInput, model: &KeyField) -> TokenStream {
    match model {
        KeyField::Newtype(ty) => newtype(input, ty),
        KeyField::Enum(variants) => unit_enum(input, variants),
        KeyField::Neither => quote!(),
    }
}

fn newtype(input: &DeriveInput, ty: &Type) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __Attribute for #ident #ty_generics #where_clause {
            type Kind = <#ty as __Attribute>::Kind;
            #[inline]
            fn encode<__E: __p::Encoder>(&self, __encoder: __E) -> __Result<__E::Ok, __p::CodecError> {
                <#ty as __Attribute>::encode(&self.0, __encoder)
            }
            #[inline]
            fn decode<'__de, __D: __p::Decoder<'__de>>(__decoder: __D) -> __Result<Self, __p::CodecError> {
                <#ty as __Attribute>::decode(__decoder).map(Self)
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
            fn write_text<__B: __p::KeyBuffer>(__value: &Self, __out: &mut __B) -> __Result<(), &'static str> {
                <#ty as __p::KeyField>::write_text(<#ty as __p::KeyField>::borrowed(&__value.0), __out)
            }
            #[inline(always)]
            fn text_of(__value: &Self) -> __p::KeyText<'_> {
                <#ty as __p::KeyField>::text_of(<#ty as __p::KeyField>::borrowed(&__value.0))
            }
            fn parse_text(__text: &str) -> __Option<Self> {
                <#ty as __p::KeyField>::parse_text(__text).map(Self)
            }
        }
    }
}

fn unit_enum(input: &DeriveInput, variants: &UnitEnum) -> TokenStream {
    let ident = &input.ident;
    let (idents, texts) = (&variants.idents, &variants.texts);
    let attribute = variants.attribute(input);
    let kind = match variants.other {
        Some(_) => quote!(Open),
        None => quote!(Closed),
    };
    let (other_text, other_value) = (variants.other_text(&quote!(#ident)), variants.other_value());
    let unknown = other_value.map_or_else(|| quote!(_ => __None), |value| quote!(__text => __Some(#value)));
    quote! {
        #attribute
        fn __text(__value: &#ident) -> &str {
            match __value {
                #(#ident::#idents => #texts,)*
                #other_text
            }
        }
        #[automatically_derived]
        impl __p::KeyField for #ident {
            type Borrowed = Self;
            const KIND: __p::KeyKind = __p::KeyKind::#kind(&[#(#texts),*]);
            #[inline(always)]
            fn borrowed(&self) -> &Self {
                self
            }
            fn text_len(__value: &Self) -> usize {
                __text(__value).len()
            }
            fn write_text<__B: __p::KeyBuffer>(__value: &Self, __out: &mut __B) -> __Result<(), &'static str> {
                __p::KeyBuffer::push_str(__out, __text(__value));
                __Ok(())
            }
            fn text_of(__value: &Self) -> __p::KeyText<'_> {
                __p::KeyText::text(__text(__value))
            }
            fn parse_text(__text: &str) -> __Option<Self> {
                match __text {
                    #(#texts => __Some(Self::#idents),)*
                    #unknown,
                }
            }
        }
    }
}

impl UnitEnum {
    /// The arm that gives the text which the enum does not know.
    fn other_text(&self, of: &TokenStream) -> Option<TokenStream> {
        let (other, ty) = self.other.as_ref()?;
        Some(quote!(#of::#other(__text) => <#ty as __p::AsRef<str>>::as_ref(__text),))
    }

    /// The variant that holds `__text`.
    fn other_value(&self) -> Option<TokenStream> {
        let (other, ty) = self.other.as_ref()?;
        Some(quote!(Self::#other(<#ty as __p::From<&str>>::from(__text))))
    }

    /// A String.
    pub(super) fn attribute(&self, input: &DeriveInput) -> TokenStream {
        let ident = &input.ident;
        let Self { idents, texts, aliases, .. } = self;
        let other_text = self.other_text(&quote!(Self));
        let unknown = self.other_value().map_or_else(
            || {
                let name = ident.to_string();
                quote!(__Err(__p::enums::unknown_text(#name, __text, &[#(#texts),*])))
            },
            |value| quote!(__Ok(#value)),
        );
        quote! {
            #[automatically_derived]
            impl __Attribute for #ident {
                type Kind = __p::kind::S;
                fn encode<__E: __p::Encoder>(&self, __encoder: __E) -> __Result<__E::Ok, __p::CodecError> {
                    __p::Encoder::string(__encoder, match self {
                        #(Self::#idents => #texts,)*
                        #other_text
                    })
                }
                fn decode<'__de, __D: __p::Decoder<'__de>>(__decoder: __D) -> __Result<Self, __p::CodecError> {
                    let __text = __p::Decoder::string(__decoder)?;
                    match __p::AsRef::<str>::as_ref(&__text) {
                        #(#texts #(| #aliases)* => __Ok(Self::#idents),)*
                        __text => #unknown,
                    }
                }
            }
        }
    }
}
