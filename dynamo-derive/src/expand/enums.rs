//! `#[derive(Attribute)]` on enums with data: tagged as serde tags them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::codec::write_value;
use super::nested::{Codec, read_map};
use crate::attr::serde::Tagging;
use crate::model::{Enum, EnumVariant as Variant, Field, Shape};

impl Enum {
    pub(super) fn codec(&self) -> Codec {
        let arms = self.variants.iter().map(|variant| variant.encode(&self.tagging));
        let ty = match &self.tagging {
            Tagging::Internal(_) | Tagging::Adjacent(..) => quote!(__p::kind::M),
            Tagging::External | Tagging::Untagged => quote!(__p::kind::Any),
        };
        Codec {
            ty,
            encode: quote! {
                let __none = __p::Encoder::none(&__encoder);
                match self { #(#arms)* }
            },
            decode: self.decode(),
            more: quote!(),
        }
    }

    fn decode(&self) -> TokenStream {
        let texts: Vec<_> = self.variants.iter().map(|variant| &variant.text).collect();
        let arms = |content: fn(&Variant) -> TokenStream| -> TokenStream {
            let arm = |variant: &Variant| {
                let (text, aliases, content) = (&variant.text, &variant.aliases, content(variant));
                quote!(#text #(| #aliases)* => { #content })
            };
            let arms = self.variants.iter().map(arm);
            quote! {
                match __p::AsRef::<str>::as_ref(&__variant) {
                    #(#arms)*
                    __other => __Err(__p::enums::unknown_variant(__other, &[#(#texts),*])),
                }
            }
        };
        match &self.tagging {
            Tagging::External => {
                let arms = arms(|variant| variant.decode(&quote!(__p::enums::content(__content)?)));
                quote! {
                    let (__variant, __content) = __p::enums::externally_tagged(__decoder)?;
                    #arms
                }
            }
            Tagging::Adjacent(tag, content) => {
                let arms = arms(|variant| variant.decode(&quote!(__p::enums::content(__content)?)));
                quote! {
                    let (__variant, __content) = __p::enums::adjacently_tagged(__decoder, #tag, #content)?;
                    #arms
                }
            }
            Tagging::Internal(tag) => {
                let arms = arms(|variant| variant.decode(&quote!(__p::ItemDecoder::new(__content))));
                quote! {
                    let (__variant, __content) = __p::enums::internally_tagged(__decoder, #tag)?;
                    #arms
                }
            }
            Tagging::Untagged => {
                let tries = self.variants.iter().map(|variant| {
                    let decode = match variant.shape {
                        Shape::Unit => {
                            let ident = &variant.ident;
                            quote!(<() as __Attribute>::decode(__p::ItemDecoder::new(__content)).map(|()| Self::#ident))
                        }
                        _ => variant.decode(&quote!(__p::ItemDecoder::new(__content))),
                    };
                    quote! {
                        let __content = ::core::clone::Clone::clone(&__any);
                        let __tried: __Result<Self, __p::CodecError> = (|| { #decode })();
                        if let __Ok(__found) = __tried {
                            return __Ok(__found);
                        }
                    }
                });
                quote! {
                    let __any = __p::Decoder::any(__decoder)?;
                    #(#tries)*
                    __Err(__p::enums::no_variant())
                }
            }
        }
    }
}

impl Variant {
    /// The names that the fields are bound to.
    fn bindings(&self) -> Vec<syn::Ident> {
        match &self.shape {
            Shape::Unit => Vec::new(),
            Shape::Newtype(_) => vec![format_ident!("__v0")],
            Shape::Tuple(len) => (0..*len).map(|at| format_ident!("__v{at}")).collect(),
            Shape::Struct(fields) => (0..fields.len()).map(|at| format_ident!("__v{at}")).collect(),
        }
    }

    fn pattern(&self) -> TokenStream {
        let (ident, bindings) = (&self.ident, self.bindings());
        match &self.shape {
            Shape::Unit => quote!(Self::#ident),
            Shape::Newtype(_) | Shape::Tuple(_) => quote!(Self::#ident(#(#bindings),*)),
            Shape::Struct(fields) => {
                let names = fields.iter().map(|field| &field.ident);
                quote!(Self::#ident { #(#names: #bindings),* })
            }
        }
    }

    /// Writes the fields of a struct variant into `map`.
    fn writes(&self, map: &TokenStream) -> TokenStream {
        let Shape::Struct(fields) = &self.shape else { return quote!() };
        let bindings = self.bindings();
        let write = |(field, binding): (&Field, &syn::Ident)| {
            field.attribute().map(|attribute| write_value(field, attribute, &quote!(#binding), map))
        };
        fields.iter().zip(&bindings).filter_map(write).collect()
    }

    /// The content as a value of its own, by reference; `None` for a unit.
    fn content(&self) -> Option<TokenStream> {
        let bindings = self.bindings();
        match &self.shape {
            Shape::Unit => None,
            Shape::Newtype(_) => Some(quote!(__v0)),
            Shape::Tuple(_) => Some(quote! {
                &__p::enums::list_content(__none, |__list| {
                    #(__p::ListEncoder::push(__list, #bindings)?;)*
                    __Ok(())
                })?
            }),
            Shape::Struct(_) => {
                let writes = self.writes(&quote!(__map));
                Some(quote!(&__p::enums::map_content(__none, |__map| { #writes })?))
            }
        }
    }

    fn encode(&self, tagging: &Tagging) -> TokenStream {
        let (pattern, text, content) = (self.pattern(), &self.text, self.content());
        let body = match tagging {
            Tagging::External => match content {
                None => quote!(__p::Encoder::string(__encoder, #text)),
                Some(content) => quote! {
                    let mut __out = __p::Encoder::map(__encoder, 1)?;
                    __p::MapEncoder::entry(&mut __out, #text, #content)?;
                    __p::MapEncoder::end(__out)
                },
            },
            Tagging::Adjacent(tag, key) => {
                let content = content.map(|content| quote!(__p::MapEncoder::entry(&mut __out, #key, #content)?;));
                quote! {
                    let mut __out = __p::Encoder::map(__encoder, 2)?;
                    __p::MapEncoder::entry(&mut __out, #tag, &<__p::String as __p::From<&str>>::from(#text))?;
                    #content
                    __p::MapEncoder::end(__out)
                }
            }
            Tagging::Internal(tag) => {
                let fields = match &self.shape {
                    Shape::Newtype(_) => quote! {
                        for (__name, __value) in &__p::enums::inner_entries(__none, __v0)? {
                            __p::MapEncoder::entry(&mut __out, __name, __value)?;
                        }
                    },
                    _ => self.writes(&quote!(&mut __out)),
                };
                quote! {
                    let mut __out = __p::Encoder::map(__encoder, 4)?;
                    __p::MapEncoder::entry(&mut __out, #tag, &<__p::String as __p::From<&str>>::from(#text))?;
                    #fields
                    __p::MapEncoder::end(__out)
                }
            }
            Tagging::Untagged => match content {
                None => quote!(__p::Encoder::null(__encoder)),
                Some(content) => quote!(__Attribute::encode(#content, __encoder)),
            },
        };
        quote!(#pattern => { #body })
    }

    /// The variant from `content`, which is a decoder.
    fn decode(&self, content: &TokenStream) -> TokenStream {
        let ident = &self.ident;
        match &self.shape {
            Shape::Unit => quote!(__Ok(Self::#ident)),
            Shape::Newtype(ty) => quote!(<#ty as __Attribute>::decode(#content).map(Self::#ident)),
            Shape::Tuple(len) => {
                let elements = (0..*len).map(|_| quote!(__p::enums::element(&mut __list)?));
                quote! {
                    let mut __list = __p::Decoder::list(#content)?;
                    let __value = Self::#ident(#(#elements),*);
                    __p::enums::list_end(&mut __list)?;
                    __Ok(__value)
                }
            }
            Shape::Struct(fields) => {
                let read = read_map(fields, &quote!(Self::#ident));
                quote! {
                    let mut __map = __p::Decoder::map(#content)?;
                    #read
                }
            }
        }
    }
}
