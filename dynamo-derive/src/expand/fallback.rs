//! What stands next to errors: enough that one mistake gives one message.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Parts, assert, schema};
use crate::model::Entity;

/// The checks that still make sense, the functions that still can be written, and an `Entity` that no check looks at.
pub(crate) fn entity(entity: &Entity) -> Parts {
    let ident = &entity.ident;
    let table = entity.table.as_ref().map_or_else(|| quote!(__p::NoTable), |table| quote!(#table));
    let checkable = entity.table.is_some() && !entity.fields.is_empty();
    let usable = checkable && entity.pk.is_some() && !entity.sk_refused;
    let checks = checkable.then(|| {
        let consts = schema::consts(entity);
        let asserts = assert::entity(entity);
        quote!(#consts #asserts)
    });
    let key_types = entity.parsed_fields().into_iter().map(|at| {
        let ty = &entity.fields[at].ty;
        quote!(<#ty as __KeySource>::Key)
    });
    let key_fields = if usable { quote!((#(#key_types,)*)) } else { quote!(()) };
    let companions = super::companions::refused(entity);
    let soft_deletable = super::written::soft_deletable(entity);
    let hidden = quote! {
        #checks
        #companions
        #soft_deletable
        #[automatically_derived]
        impl __p::Entity for #ident {
            type Table = #table;
            type KeyFields = #key_fields;
            type Written = __p::WrittenAlone<true>;
            const ID: &'static str = "";
            const SCHEMA: &'static __p::EntitySchema = &__p::EntitySchema::FALLBACK;
            fn key_texts(&self, _: __p::TextSink<'_>) {}
            fn write_fields<__M: __p::MapEncoder>(&self, _: &mut __M) {
                __p::refused()
            }
            fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
                _: &mut __M,
                _: &mut __p::DecodeKeys<'__de>,
            ) -> __Result<Self, __p::CodecError> {
                __p::refused()
            }
        }
    };
    let functions = if usable { super::usable(entity) } else { Parts::default() };
    [functions, hidden.into()].into_iter().sum()
}

/// A table that no check looks at.
pub(crate) fn table(ident: &syn::Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl __p::Table for #ident {
            const LAYOUT: &'static __p::TableLayout = &__p::TableLayout::FALLBACK;
            const SCHEMA: &'static __p::TableSchema =
                &__p::TableSchema::new(Self::LAYOUT, __None, &[]);
            const CODE: &'static __p::TableCode = &__p::TableCode { base: __None, entities: &[] };
            fn read_entity<__S: __p::EntitySource>(_: usize, _: __S) -> __Result<Self, __p::Error> {
                __p::refused()
            }
            fn write_entity<__S: __p::EntitySink>(&self, _: __S) -> __Result<__S::Out, __p::Error> {
                __p::refused()
            }
        }
    }
}

/// An attribute of unknown type.
pub(crate) fn attribute(input: &syn::DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __Attribute for #ident #ty_generics #where_clause {
            type Kind = __p::kind::Any;
            fn encode<__E: __p::Encoder>(&self, _: __E) -> __Result<__E::Ok, __p::CodecError> {
                __p::refused()
            }
            fn decode<'__de, __D: __p::Decoder<'__de>>(_: __D) -> __Result<Self, __p::CodecError> {
                __p::refused()
            }
        }
    }
}

/// A key field of any text.
pub(crate) fn key_field(input: &syn::DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let attribute = attribute(input);
    quote! {
        #attribute
        #[automatically_derived]
        impl #impl_generics __p::KeyField for #ident #ty_generics #where_clause {
            type Borrowed = Self;
            const KIND: __p::KeyKind = __p::KeyKind::Text;
            fn borrowed(&self) -> &Self {
                self
            }
            fn text_len(_: &Self) -> usize {
                0
            }
            fn write_text<__B: __p::KeyBuffer>(_: &Self, _: &mut __B) -> __Result<(), &'static str> {
                __p::refused()
            }
            fn parse_text(_: &str) -> __Option<Self> {
                __None
            }
        }
    }
}
