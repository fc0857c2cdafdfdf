//! Key functions.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use super::docs;
use super::schema::{format_of, shards};
use crate::model::{Entity, Field, Index, Key, Part};
use crate::template::Format;

/// `Goal::key(..)`, `Goal::parse_key(..)`, `goal.gsi1_key()`.
pub(crate) fn functions(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let key = key_function(entity);
    let parse = parse_function(entity);
    let indexes = entity.indexes.iter().enumerate().map(|(at, index)| index_function(entity, at, index));
    quote! {
        #[automatically_derived]
        impl #ident {
            #key
            #parse
            #(#indexes)*
        }
    }
}

/// The field's type as something that can stand in a key.
fn source(field: &Field) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(field.span=> <#ty as __p::KeySource>)
}

/// Writes a key to `__w`, from the fields of `self` or from arguments with their names.
fn statements(entity: &Entity, key: &Key, own: bool) -> TokenStream {
    let (len, write) = if own { ("own_len", "write_own") } else { ("value_len", "write_value") };
    let (len, write) = (format_ident!("{len}"), format_ident!("{write}"));
    let value = |field: &Field| {
        let ident = &field.ident;
        if own { quote_spanned!(field.span=> &self.#ident) } else { quote_spanned!(field.span=> #ident) }
    };
    let mut fixed = 0;
    let mut lengths = Vec::new();
    let mut parts = Vec::new();
    for part in &key.parts {
        match part {
            Part::Literal(text) => {
                fixed += text.len();
                parts.push(quote!(__w.literal(#text);));
            }
            // An own key makes it from the other keys of the item, a key function from the sort key that it has written.
            Part::Shard => {
                let shards = shards(entity);
                parts.push(if own {
                    quote!(__w.own_shard(self, __at, #shards);)
                } else {
                    quote!(__w.shard(&[&__sk.1], #shards);)
                });
            }
            Part::Field(at, format) => {
                let field = &entity.fields[*at];
                let (source, value, name) = (source(field), value(field), &field.name);
                match format {
                    Format::Padded(width) => fixed += width,
                    _ => lengths.push(quote_spanned!(field.span=> + #source::#len(#value))),
                }
                let format = format_of(*format, key.bare);
                parts.push(quote_spanned!(field.span=> #source::#write(#value, __w, #name, #format);));
            }
        }
    }
    quote! {
        __w.start(#fixed #(#lengths)*);
        #(#parts)*
    }
}

fn key_function(entity: &Entity) -> TokenStream {
    let vis = &entity.vis;
    let (doc, name) = (docs::key(entity), entity.ident.to_string());
    let args = entity.key_fields().into_iter().map(|at| {
        let (ident, ty) = (&entity.fields[at].ident, &entity.fields[at].ty);
        quote_spanned!(entity.fields[at].span=> #ident: &__p::KeyArg<#ty>)
    });
    let write = |text: &str, key: &Key, sort: bool| {
        let text = format_ident!("{text}");
        let statements = statements(entity, key, false);
        quote! {
            let mut #text = __p::String::new();
            let mut __writer = __p::KeyWriter::new(
                &mut #text,
                __p::KeyRender { entity: #name, separator: __LAYOUT.separator, sort: #sort },
            );
            let __w = &mut __writer;
            #statements
            let #text = (__writer.finish(), #text);
        }
    };
    let pk = entity.pk.as_ref().map(|key| write("__pk", key, false));
    let (sk, sort) = match &entity.sk {
        Some(key) => (write("__sk", key, true), quote!(__p::Some(__sk))),
        None => (quote!(), quote!(__p::None)),
    };
    quote! {
        #[doc = #doc]
        #vis fn key(#(#args),*) -> __p::Result<__p::Key<Self>, __p::Error> {
            #sk
            #pk
            __p::Key::join(__pk, #sort)
        }
    }
}

fn parse_function(entity: &Entity) -> TokenStream {
    let vis = &entity.vis;
    let doc = docs::parse_key(entity);
    let (arg, value) = match entity.sk {
        Some(_) => (quote!(, sk: &str), quote!(__p::Some(sk))),
        None => (quote!(), quote!(__p::None)),
    };
    let span = entity.key_fields().first().map_or(entity.span, |at| entity.fields[*at].span);
    // All of it at the field: rustc reports what is wrong with the types of a signature at the whole of it.
    quote_spanned! {span=>
        #[doc = #doc]
        #vis fn parse_key(pk: &str #arg) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            <Self as __p::Entity>::parse(pk, #value)
        }
    }
}

fn index_function(entity: &Entity, at: usize, index: &Index) -> TokenStream {
    if index.keys().is_empty() {
        return quote!();
    }
    let vis = &entity.vis;
    let name = format_ident!("{}_key", index.ident);
    let doc = docs::index_key(entity, index);
    let (result, call) = if index.sparse() {
        (quote!(__p::Option<__p::IndexKey>), quote!(__p::sparse_index_key))
    } else {
        (quote!(__p::IndexKey), quote!(__p::index_key))
    };
    quote! {
        #[doc = #doc]
        #vis fn #name(&self) -> __p::Result<#result, __p::Error> {
            #call(self, #at)
        }
    }
}

/// The part of `Entity` that is about keys.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let indexes = entity.indexes.iter().flat_map(|index| index.keys().into_iter().map(Some));
    let arms =
        [entity.pk.as_ref(), entity.sk.as_ref()].into_iter().chain(indexes).enumerate().filter_map(|(at, key)| {
            let statements = statements(entity, key?, true);
            Some(quote!(#at => { #statements }))
        });
    let sparse = entity.indexes.iter().enumerate().filter(|(_, index)| index.sparse()).map(|(at, index)| {
        let present = index.fields().into_iter().map(|at| {
            let (source, ident) = (source(&entity.fields[at]), &entity.fields[at].ident);
            quote!(#source::is_present(&self.#ident))
        });
        quote!(#at => #(#present)&&*,)
    });
    quote! {
        #[inline(always)]
        fn render_key<__B: __p::KeyBuffer>(&self, __at: usize, __w: &mut __p::KeyWriter<'_, __B>) {
            match __at {
                #(#arms)*
                _ => {}
            }
        }

        #[inline(always)]
        fn is_in_index(&self, __at: usize) -> bool {
            match __at {
                #(#sparse)*
                _ => true,
            }
        }
    }
}
