//! Key functions.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use super::schema::test_place;
use super::{docs, own};
use crate::model::{Entity, Field, Index, Test};

/// `Goal::key(..)`, `Goal::parse_key(..)`.
pub(crate) fn functions(entity: &Entity) -> TokenStream {
    let key = key_function(entity);
    let parse = parse_function(entity);
    quote!(#key #parse)
}

/// The field's type as something that can stand in a key.
fn source(field: &Field) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(field.span=> <#ty as __KeySource>)
}

fn key_function(entity: &Entity) -> TokenStream {
    let vis = &entity.vis;
    let doc = docs::key(entity);
    let fields: Vec<_> = entity.key_fields().into_iter().map(|at| &entity.fields[at]).collect();
    let args = fields.iter().map(|field| {
        let (ident, ty) = (&field.ident, &field.ty);
        quote_spanned!(field.span=> #ident: impl __KeyArgument<#ty>)
    });
    let values = fields.iter().map(|field| {
        let (ident, source) = (&field.ident, source(field));
        quote_spanned!(field.span=> #source::text_of_argument(&#ident))
    });
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn key(#(#args),*) -> __Result<__p::Key<Self>, __p::Error> {
            __p::Key::of_values(&[#(#values),*])
        }
    }
}

fn parse_function(entity: &Entity) -> TokenStream {
    let vis = &entity.vis;
    let doc = docs::parse_key(entity);
    let (arg, value) = match entity.sk {
        Some(_) => (quote!(, sk: impl __p::AsRef<str>), quote!(__Some(__p::AsRef::as_ref(&sk)))),
        None => (quote!(), quote!(__None)),
    };
    let span = entity.key_fields().first().map_or(entity.span, |at| entity.fields[*at].span);
    // All of it at the field: rustc reports what is wrong with the types of a signature at the whole of it.
    quote_spanned! {span=>
        #[doc = #doc]
        #[inline]
        #vis fn parse_key(pk: impl __p::AsRef<str> #arg) -> __Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            __p::parse_key::<Self>(__p::AsRef::as_ref(&pk), #value)
        }
    }
}

/// `goal.gsi1_key()`
pub(crate) fn index_functions(entity: &Entity) -> Vec<TokenStream> {
    entity.indexes.iter().enumerate().map(|(at, index)| index_function(entity, at, index)).collect()
}

fn index_function(entity: &Entity, at: usize, index: &Index) -> TokenStream {
    if index.keys().is_empty() || index.is_otherwise() {
        return quote!();
    }
    let vis = &entity.vis;
    let name = format_ident!("{}_key", index.ident);
    let doc = docs::index_key(entity, index);
    let has_other_arm = entity.indexes.get(at + 1).is_some_and(Index::is_otherwise);
    let (result, call) = if has_other_arm {
        (quote!(__p::IndexKey), quote!(__p::either_index_key))
    } else if index.sparse() || index.test.is_some() {
        (quote!(__Option<__p::IndexKey>), quote!(__p::sparse_index_key))
    } else {
        (quote!(__p::IndexKey), quote!(__p::index_key))
    };
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name(&self) -> __Result<#result, __p::Error> {
            #call(self, #at)
        }
    }
}

/// Whether a test of `when(..)` holds for a reference to the field's value.
pub(super) fn holds(entity: &Entity, test: &Test, value: &TokenStream) -> TokenStream {
    let field = &entity.fields[test.field];
    let ty = &field.ty;
    match &test.value {
        // Refused already: see `check_tests`.
        Some(_) if field.optional_type().is_some() => quote!(false),
        Some(variant) => quote_spanned! {variant.span()=>
            match *#value {
                <#ty>::#variant => true,
                _ => false,
            }
        },
        None => quote_spanned!(test.ident.span()=> <#ty as __p::Tested>::holds(#value)),
    }
}

/// The part of `Entity` that is about keys.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let texts = entity.fields_in_keys().into_iter().map(|at| {
        let field = &entity.fields[at];
        let (source, ident) = (source(field), &field.ident);
        let this = own("self", field.span);
        quote_spanned!(field.span=> #source::key_text(&#this.#ident))
    });
    let tests = entity.tests().map(|test| {
        let field = &entity.fields[test.field].ident;
        let holds = holds(entity, test, &quote!(&self.#field));
        quote!(__p::tested(#holds))
    });
    let key_tests = key_tests(entity);
    quote! {
        #key_tests
        #[inline]
        fn key_texts(&self, __then: __p::TextSink<'_>) {
            __p::TextSink::take(__then, &[#(#texts,)* #(#tests,)*])
        }
    }
}

/// The tests of `when(..)` that the primary key decides.
fn key_tests(entity: &Entity) -> Option<TokenStream> {
    let in_key = entity.key_fields();
    let tests: Vec<_> = entity
        .tests()
        .filter(|test| in_key.contains(&test.field))
        .map(|test| {
            let Field { name, ty, .. } = &entity.fields[test.field];
            let (place, holds) = (test_place(entity, test), holds(entity, test, &quote!(__value)));
            quote!(__p::key_test::<#ty>(__key, #name, #place, |__value| #holds))
        })
        .collect();
    (!tests.is_empty()).then(|| {
        quote! {
            const KEY_TESTS: __Option<__p::KeyTests> = __Some(|__key| __p::known_tests(&[#(#tests),*]));
        }
    })
}
