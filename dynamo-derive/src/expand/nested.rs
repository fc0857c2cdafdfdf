//! `#[derive(Attribute)]`: nested structs and enums.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Data, DeriveInput, Fields, Generics, parse_quote};

use super::codec::{Reads, write};
use super::docs;
use super::enums::Enum;
use super::fields::handle_type;
use super::key_field::UnitEnum;
use super::{fallback, wrap};
use crate::attr::field::FieldAttr;
use crate::attr::nested::ContainerAttr;
use crate::attr::refuse_on_tuple;
use crate::attr::serde::{DefaultValue, SerdeContainer, Tagging};
use crate::errors::Errors;
use crate::model::{Field, Storage};
use crate::rename::Rule;
use crate::{check, krate};

/// The parts of an `Attribute`.
pub(super) struct Codec {
    pub(super) ty: TokenStream,
    pub(super) encode: TokenStream,
    pub(super) decode: TokenStream,
    /// What is not as the trait has it.
    pub(super) more: TokenStream,
    /// The fields that expressions can name.
    pub(super) fields: Vec<Field>,
}

pub(crate) fn attribute(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let inside = expand(input, &mut errors);
    let krate = krate::path();
    if errors.is_empty() {
        return wrap(&krate, &inside);
    }
    let fallback = wrap(&krate, &fallback::attribute(input));
    quote!(#errors #fallback)
}

fn expand(input: &DeriveInput, errors: &mut Errors) -> TokenStream {
    if let Some(unit) = UnitEnum::parse(input, "attribute", errors) {
        return unit.attribute(input);
    }
    let attr = ContainerAttr::parse(&input.attrs, "attribute", errors);
    let serde = SerdeContainer::parse(&input.attrs, errors);
    let rule = attr.rename_all.as_ref().map(|text| &text.0).or(serde.rename_all.as_ref());
    let rule = rule.map_or(Rule::None, |text| Rule::parse(text, errors));
    let codec = match &input.data {
        Data::Struct(data) => {
            serde.refuse_tags(errors);
            attr.refuse_tags(errors);
            refuse_on_tuple(&data.fields, errors);
            structure(&data.fields, rule, &serde, errors)
        }
        Data::Enum(_) => {
            let tagging = tagging(&attr, &serde);
            Enum::parse(input, rule, tagging, errors).map(|model| model.codec())
        }
        Data::Union(_) => None,
    };
    let Some(Codec { ty, encode, decode, more, fields }) = codec else {
        errors.at(&input.ident, format!("`{}` has nothing to store", input.ident), "give it a field or a variant");
        return quote!();
    };
    let ident = &input.ident;
    let generics = bounded(&input.generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let handles = input.generics.params.is_empty().then(|| handles(ident, &fields));
    quote! {
        #handles
        #[automatically_derived]
        impl #impl_generics __p::Attribute for #ident #ty_generics #where_clause {
            type Kind = #ty;
            #more
            fn encode<__E: __p::Encoder>(&self, __encoder: __E) -> __p::Result<__E::Ok, __p::CodecError> {
                #encode
            }
            fn decode<'__de, __D: __p::Decoder<'__de>>(__decoder: __D) -> __p::Result<Self, __p::CodecError> {
                #decode
            }
        }
    }
}

/// Every type parameter is an `Attribute`.
fn bounded(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(parse_quote!(__p::Attribute));
    }
    generics
}

pub(super) fn named(fields: &Fields, rule: Rule, default: Option<&DefaultValue>, errors: &mut Errors) -> Vec<Field> {
    let fields: Vec<_> = fields
        .iter()
        .map(|field| {
            let attr = FieldAttr::nested(field, errors);
            Field::new(field, &attr, rule, default, errors)
        })
        .collect();
    check::attribute_names(&fields, errors);
    fields
}

fn structure(fields: &Fields, rule: Rule, serde: &SerdeContainer, errors: &mut Errors) -> Option<Codec> {
    Some(match fields {
        Fields::Named(_) if serde.transparent.is_some() => {
            let [field] = <[_; 1]>::try_from(named(fields, rule, None, errors)).ok()?;
            if field.storage != Storage::Plain {
                errors.at(&field.ident, "a transparent struct is stored as its field's type says", "remove the option");
            }
            let ident = &field.ident;
            wrapper(&field.ty, &quote!(#ident), &quote!(|__value| Self { #ident: __value }))
        }
        Fields::Named(_) => {
            let fields = named(fields, rule, serde.default.as_ref(), errors);
            let len = fields.len();
            let writes = fields.iter().map(|field| write(field, &quote!(&self), &quote!(&mut __map)));
            let read = read_map(&fields, &quote!(Self));
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
                fields,
            }
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            wrapper(&fields.unnamed[0].ty, &quote!(0), &quote!(Self))
        }
        Fields::Unnamed(fields) => {
            let len = fields.unnamed.len();
            let at = (0..len).map(syn::Index::from);
            let elements = (0..len).map(|_| quote!(__p::enums::element(&mut __list)?));
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
                    __p::Ok(__value)
                },
                more: quote!(),
                fields: Vec::new(),
            }
        }
        Fields::Unit => Codec {
            ty: quote!(__p::kind::Null),
            encode: quote!(__p::Encoder::null(__encoder)),
            decode: quote!(<() as __p::Attribute>::decode(__decoder).map(|()| Self)),
            more: quote!(),
            fields: Vec::new(),
        },
    })
}

/// The handles of the fields, within whatever entity they are in.
fn handles(ident: &syn::Ident, fields: &[Field]) -> TokenStream {
    let stored: Vec<_> = fields.iter().filter(|field| field.attribute().is_some()).collect();
    if stored.is_empty() {
        return quote!();
    }
    let handles = stored.iter().map(|field| {
        let (vis, name, ty, doc) = (&field.vis, &field.ident, handle_type(field), docs::handle(field));
        quote_spanned!(field.span=> #[doc = #doc] #vis #name: __p::Field<__E, #ty>)
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
        ty: quote!(<#ty as __p::Attribute>::Kind),
        encode: quote!(<#ty as __p::Attribute>::encode(&self.#field, __encoder)),
        decode: quote!(<#ty as __p::Attribute>::decode(__decoder).map(#make)),
        more: quote! {
            const OPTIONAL: bool = <#ty as __p::Attribute>::OPTIONAL;
            fn is_absent(&self) -> bool {
                <#ty as __p::Attribute>::is_absent(&self.#field)
            }
            fn absent() -> __p::Option<Self> {
                <#ty as __p::Attribute>::absent().map(#make)
            }
        },
        fields: Vec::new(),
    }
}

/// Reads `__map` into a struct, or a struct variant.
pub(super) fn read_map(fields: &[Field], target: &TokenStream) -> TokenStream {
    let reads = Reads::new(fields);
    let (slots, arms, finish) = (reads.slots(), reads.arms(), reads.finish());
    quote! {
        #slots
        while let __p::Some((__name, __value)) = __p::MapDecoder::next(&mut __map)? {
            match __p::AsRef::<str>::as_ref(&__name) {
                #arms
                _ => __p::Decoder::skip(__value)?,
            }
        }
        __p::Ok(#target { #finish })
    }
}

fn tagging(attr: &ContainerAttr, serde: &SerdeContainer) -> Tagging {
    let tag = attr.tag.as_ref().map(|text| &text.0).or(serde.tag.as_ref());
    let content = attr.content.as_ref().map(|text| &text.0).or(serde.content.as_ref());
    match (tag, content) {
        _ if attr.untagged.is_present() || serde.untagged => Tagging::Untagged,
        (Some(tag), Some(content)) => Tagging::Adjacent(tag.clone(), content.clone()),
        (Some(tag), None) => Tagging::Internal(tag.clone()),
        (None, _) => Tagging::External,
    }
}
