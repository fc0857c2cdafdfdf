//! `Goal::query(..)`, `Goal::query_gsi1(..)`, `Goal::partition(..)`, and access patterns.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::docs;
use crate::access::{Pattern, Target};
use crate::attr::access::By;
use crate::model::{Entity, Field};

pub(crate) fn queries(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let targets: Vec<_> = Target::all(entity);
    let states = targets.iter().map(|target| states(entity, target));
    let functions = targets.iter().map(|target| function(entity, target));
    let partitions = targets.iter().map(|target| partition(entity, target));
    let patterns = entity.patterns.iter().map(|pattern| self::pattern(entity, pattern));
    quote! {
        #(#states)*
        #[automatically_derived]
        impl #ident {
            #(#functions)*
            #(#partitions)*
            #(#patterns)*
        }
        #[automatically_derived]
        impl<const __KIND: u8, const __AT: usize> __p::ReadFrom<__p::Via<__KIND, true, __AT>> for #ident {}
    }
}

/// What a target is as a type, for items of the entity.
fn via(entity: &Entity, index: Option<usize>) -> TokenStream {
    via_if(entity, index, |name| quote!(__p::holds(__LAYOUT, __SCHEMA, #name)))
}

/// What a target is as a type; `holds` tells whether it has whole items.
fn via_if(entity: &Entity, index: Option<usize>, holds: impl Fn(&str) -> TokenStream) -> TokenStream {
    let Some(at) = index else { return quote!(__p::ViaTable) };
    let name = entity.indexes[at].ident.to_string();
    let holds = holds(&name);
    quote!(__p::Via<{ __p::index_kind(__LAYOUT, #name) }, { #holds }, { __p::index_position(__LAYOUT, #name) }>)
}

/// `__p::Narrow::table()`
fn narrow(entity: &Entity, index: Option<usize>) -> TokenStream {
    match index {
        None => quote!(__p::Narrow::table()),
        Some(at) => {
            let name = entity.indexes[at].ident.to_string();
            quote!(__p::Narrow::index(#name))
        }
    }
}

fn suffix(entity: &Entity, index: Option<usize>) -> String {
    index.map(|at| format!("_{}", entity.indexes[at].ident.unraw())).unwrap_or_default()
}

/// The name of the state in which `given` fields of the sort key are given.
fn state_name(entity: &Entity, target: &Target<'_>, given: usize) -> Ident {
    format_ident!("__{}Query{}_{given}", entity.ident.unraw(), suffix(entity, target.index))
}

/// The type of the state in which `given` fields of the sort key are given: after the last one, nothing is left to narrow.
fn state_type(entity: &Entity, target: &Target<'_>, given: usize) -> TokenStream {
    let (ident, via) = (&entity.ident, via(entity, target.index));
    if given < target.sort_fields().len() {
        let state = state_name(entity, target, given);
        quote!(#state)
    } else {
        quote!(__p::Query<#ident, #ident, #via>)
    }
}

fn states(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let (vis, ident, via) = (&entity.vis, &entity.ident, via(entity, target.index));
    let states = target.sort_fields().into_iter().enumerate().map(|(given, at)| {
        let field = &entity.fields[at];
        let (state, next) = (state_name(entity, target, given), state_type(entity, target, given + 1));
        let (name, field_name, ty) = (&field.ident, &field.name, &field.ty);
        let (doc, argument) = (docs::narrow(entity, target, at), format_ident!("__{}", field.name));
        let method = quote_spanned! {field.span=>
            #[doc = #doc]
            #vis fn #name<__A: __p::Narrowing<<#ty as __p::KeySource>::Key>>(self, #argument: __A) -> __A::Then<#next> {
                __p::narrow::<#ty, __A, Self, #next>(self, #field_name, #argument)
            }
        };
        quote! {
            #[allow(non_camel_case_types)]
            #vis struct #state(__p::Narrow<#ident, #via>);
            #[automatically_derived]
            impl __p::QueryState for #state {
                type Entity = #ident;
                type Via = #via;
                fn from_narrow(__narrow: __p::Narrow<#ident, #via>) -> Self {
                    Self(__narrow)
                }
                fn into_narrow(self) -> __p::Narrow<#ident, #via> {
                    self.0
                }
            }
            #[automatically_derived]
            impl __p::OpenQuery for #state {}
            #[automatically_derived]
            impl #state {
                #method
            }
        }
    });
    quote!(#(#states)*)
}

/// `user_id: &__p::KeyArg<UserId>`
fn argument(field: &Field) -> TokenStream {
    let (ident, ty) = (&field.ident, &field.ty);
    quote_spanned!(field.span=> #ident: &__p::KeyArg<#ty>)
}

/// `.given::<UserId>("user_id", user_id)`
fn given(field: &Field) -> TokenStream {
    let (ident, ty, name) = (&field.ident, &field.ty, &field.name);
    quote_spanned!(field.span=> .given::<#ty>(#name, #ident))
}

fn function(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let vis = &entity.vis;
    let name = format_ident!("query{}", suffix(entity, target.index));
    let (doc, state, narrow) =
        (docs::query(entity, target), state_type(entity, target, 0), narrow(entity, target.index));
    let fields: Vec<_> = target.partition_fields().into_iter().map(|at| &entity.fields[at]).collect();
    let (args, givens) = (fields.iter().map(|field| argument(field)), fields.iter().map(|field| given(field)));
    quote! {
        #[doc = #doc]
        #vis fn #name(#(#args),*) -> #state {
            <#state as __p::QueryState>::from_narrow(#narrow #(#givens)*)
        }
    }
}

fn partition(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let (vis, table) = (&entity.vis, &entity.table);
    let via = via_if(entity, target.index, |name| quote!(__p::holds_everything(__LAYOUT, #name)));
    let name = format_ident!("partition{}", suffix(entity, target.index));
    let (doc, narrow) = (docs::partition(entity, target), narrow(entity, target.index));
    let fields: Vec<_> = target.partition_fields().into_iter().map(|at| &entity.fields[at]).collect();
    let (args, givens) = (fields.iter().map(|field| argument(field)), fields.iter().map(|field| given(field)));
    quote! {
        #[doc = #doc]
        #vis fn #name(#(#args),*) -> __p::Query<Self, #table, #via> {
            __p::Query::partition(#narrow #(#givens)*)
        }
    }
}

fn pattern(entity: &Entity, pattern: &Pattern) -> TokenStream {
    let (vis, name, via) = (&entity.vis, &pattern.name, via(entity, pattern.index));
    let (doc, narrow) = (docs::pattern(entity, pattern), narrow(entity, pattern.index));
    let args = pattern.fields.iter().map(|(at, by)| {
        let field = &entity.fields[*at];
        let (ident, ty) = (&field.ident, &field.ty);
        match by {
            By::Range => quote_spanned!(field.span=> #ident: impl __p::Narrowing<<#ty as __p::KeySource>::Key>),
            By::BeginsWith => quote_spanned!(field.span=> #ident: &str),
            _ => argument(field),
        }
    });
    let steps = pattern.fields.iter().map(|(at, by)| {
        let field = &entity.fields[*at];
        let (ident, ty, name) = (&field.ident, &field.ty, &field.name);
        let bound = match by {
            By::Equal => return given(field),
            By::After => quote!(__p::after(#ident)),
            By::From => quote!(#ident..),
            By::Before => quote!(..#ident),
            By::To => quote!(..=#ident),
            By::Range => quote!(#ident),
            By::BeginsWith => quote!(__p::begins_with(#ident)),
        };
        quote_spanned! {field.span=>
            .narrowed(#name, __p::Narrowing::<<#ty as __p::KeySource>::Key>::narrowing(#bound))
        }
    });
    let newest_first = pattern.newest_first.then(|| quote!(.newest_first()));
    let limit = pattern.limit.as_ref().map(|limit| quote!(.limit(#limit)));
    let (mode, one) = if pattern.one { (quote!(, __p::First), quote!(.one())) } else { (quote!(), quote!()) };
    quote! {
        #[doc = #doc]
        #vis fn #name(#(#args),*) -> __p::Query<Self, Self, #via #mode> {
            let __narrow: __p::Narrow<Self, #via> = #narrow #(#steps)*;
            <__p::Query<Self, Self, #via> as __p::QueryState>::from_narrow(__narrow) #newest_first #limit #one
        }
    }
}

/// The access patterns as `const` data.
pub(crate) fn schema(entity: &Entity) -> TokenStream {
    let patterns = entity.patterns.iter().map(|pattern| {
        let name = pattern.name.to_string();
        let index = match pattern.index {
            Some(at) => {
                let name = entity.indexes[at].ident.to_string();
                quote!(__p::Some(#name))
            }
            None => quote!(__p::None),
        };
        let fields = pattern.fields.iter().map(|(at, by)| {
            let (field, by) = (&entity.fields[*at].name, operator(*by));
            quote!((#field, #by))
        });
        let (one, newest_first) = (pattern.one, pattern.newest_first);
        let limit = match &pattern.limit {
            Some(limit) => quote!(__p::Some(#limit)),
            None => quote!(__p::None),
        };
        quote! {
            __p::AccessPattern {
                name: #name,
                index: #index,
                fields: &[#(#fields),*],
                one: #one,
                newest_first: #newest_first,
                limit: #limit,
            }
        }
    });
    quote!(&[#(#patterns),*])
}

pub(crate) fn operator(by: By) -> &'static str {
    match by {
        By::Equal => "=",
        By::After => ">",
        By::From => ">=",
        By::Before => "<",
        By::To => "<=",
        By::Range => "in",
        By::BeginsWith => "begins_with",
    }
}
