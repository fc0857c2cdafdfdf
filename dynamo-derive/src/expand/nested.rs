//! `#[derive(Attribute)]`: nested structs and enums.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Generics, parse_quote};

use super::codec::{Reads, write};
use super::docs;
use super::fields::handle_type;
use crate::model::{Field, Nested};

/// The parts of an `Attribute`.
pub(super) struct Codec {
    pub(super) ty: TokenStream,
    pub(super) encode: TokenStream,
    pub(super) decode: TokenStream,
    /// What is not as the trait has it.
    pub(super) more: TokenStream,
}

pub(crate) fn expand(input: &DeriveInput, model: &Nested) -> TokenStream {
    if let Nested::UnitEnum(variants) = model {
        return variants.attribute(input);
    }
    let Codec { ty, encode, decode, more } = codec(model);
    let ident = &input.ident;
    let generics = bounded(&input.generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let handles = match model {
        Nested::Struct(fields) if input.generics.params.is_empty() => handles(ident, fields),
        _ => quote!(),
    };
    quote! {
        #handles
        #[automatically_derived]
        impl #impl_generics __Attribute for #ident #ty_generics #where_clause {
            type Kind = #ty;
            #more
            fn encode<__E: __p::Encoder>(&self, __encoder: __E) -> __Result<__E::Ok, __p::CodecError> {
                #encode
            }
            fn decode<'__de, __D: __p::Decoder<'__de>>(__decoder: __D) -> __Result<Self, __p::CodecError> {
                #decode
            }
        }
    }
}

/// Every type parameter is an `Attribute`.
fn bounded(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(parse_quote!(__Attribute));
    }
    generics
}

fn codec(model: &Nested) -> Codec {
    match model {
        Nested::Enum(variants) => variants.codec(),
        Nested::Struct(fields) => {
            let len = fields.len();
            let writes = fields.iter().map(|field| write(field, &quote!(&self), &quote!(&mut __map)));
            let read = read_map(fields, &quote!(Self));
            Codec {
                ty: quote!(__p::kind::M),
                encode: quote! {
                    let mut __map = __p::Encoder::map(__encoder, #len)?;
                    #(#writes)*
                    __p::MapEncoder::end(__map)
                },
                decode: quote! {
                    let mut __map = __p::Decoder::map(__decoder)?;
                    #read
                },
                more: quote!(),
            }
        }
        Nested::Transparent(field) => {
            let ident = &field.ident;
            wrapper(&field.ty, &quote!(#ident), &quote!(|__value| Self { #ident: __value }))
        }
        Nested::Newtype(ty) => wrapper(ty, &quote!(0), &quote!(Self)),
        Nested::Tuple(len) => {
            let at = (0..*len).map(syn::Index::from);
            let elements = (0..*len).map(|_| quote!(__p::enums::element(&mut __list)?));
            Codec {
                ty: quote!(__p::kind::L),
                encode: quote! {
                    let mut __list = __p::Encoder::list(__encoder, #len)?;
                    #(__p::ListEncoder::push(&mut __list, &self.#at)?;)*
                    __p::ListEncoder::end(__list)
                },
                decode: quote! {
                    let mut __list = __p::Decoder::list(__decoder)?;
                    let __value = Self(#(#elements),*);
                    __p::enums::list_end(&mut __list)?;
                    __Ok(__value)
                },
                more: quote!(),
            }
        }
        // The others were taken care of, or refused.
        Nested::Unit | Nested::UnitEnum(_) | Nested::Nothing => Codec {
            ty: quote!(__p::kind::Null),
            encode: quote!(__p::Encoder::null(__encoder)),
            decode: quote!(<() as __Attribute>::decode(__decoder).map(|()| Self)),
            more: quote!(),
        },
    }
}

/// The handles of the fields, within whatever entity they are in.
fn handles(ident: &syn::Ident, fields: &[Field]) -> TokenStream {
    let stored: Vec<_> = fields.iter().filter(|field| field.attribute().is_some()).collect();
    if stored.is_empty() {
        return quote!();
    }
    let handles = stored.iter().map(|field| {
        let (vis, name, ty, doc) = (&field.vis, &field.ident, handle_type(field), docs::handle(field));
        quote_spanned!(field.span=> #[doc = #doc] #vis #name: __p::Field<__E, #ty, __p::Free, __p::Within>)
    });
    let values = stored.iter().map(|field| {
        let (name, attribute) = (&field.ident, field.attribute());
        quote!(#name: __base.field(#attribute))
    });
    quote! {
        pub struct __Fields<__E> {
            #(#handles,)*
        }
        #[automatically_derived]
        impl __p::Nested for #ident {
            type Fields<__E> = __Fields<__E>;
            fn fields<__E>(__base: &__p::NestedBase) -> __Fields<__E> {
                __Fields { #(#values,)* }
            }
        }
    }
}

/// A struct that is what it holds, absence included.
fn wrapper(ty: &syn::Type, field: &TokenStream, make: &TokenStream) -> Codec {
    Codec {
        ty: quote!(<#ty as __Attribute>::Kind),
        encode: quote!(<#ty as __Attribute>::encode(&self.#field, __encoder)),
        decode: quote!(<#ty as __Attribute>::decode(__decoder).map(#make)),
        more: quote! {
            const OPTIONAL: bool = <#ty as __Attribute>::OPTIONAL;
            fn is_absent(&self) -> bool {
                <#ty as __Attribute>::is_absent(&self.#field)
            }
            fn absent() -> __Option<Self> {
                <#ty as __Attribute>::absent().map(#make)
            }
        },
    }
}

/// Reads `__map` into a struct, or a struct variant.
pub(super) fn read_map(fields: &[Field], target: &TokenStream) -> TokenStream {
    let reads = Reads::new(fields);
    let (slots, arms, finish, values) = (reads.slots(), reads.arms(), reads.finish(), reads.values());
    quote! {
        #slots
        while let __Some((__name, __value)) = __p::MapDecoder::next(&mut __map)? {
            let __read = match __p::AsRef::<str>::as_ref(&__name) {
                #arms
                _ => __p::Decoder::skip(__value),
            };
            if let __Err(__error) = __read {
                return __Err(__error);
            }
        }
        #finish
        __Ok(#target { #values })
    }
}
