//! Access patterns: functions, and rows of the schema.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::queries::{argument, given, index};
use super::served::{knows_partition, ranges};
use super::states::{mixed, source};
use super::{Parts, docs};
use crate::access::{Pattern, Target};
use crate::attr::access::{By, fraction};
use crate::model::Entity;

pub(crate) fn patterns(entity: &Entity) -> Parts {
    let functions = entity.patterns.iter().map(|pattern| self::pattern(entity, pattern));
    let ranges = entity.patterns.iter().map(|pattern| ranges(entity, pattern));
    let expiring = entity.patterns.iter().filter(|pattern| pattern.unexpired).map(|pattern| {
        let (name, index) = (pattern.name.to_string(), index_name(entity, pattern.index));
        quote_spanned!(pattern.name.span()=> const _: () = __p::check::unexpired(__STATIC.layout, #name, #index);)
    });
    Parts { functions: functions.collect(), named: Vec::new(), hidden: expiring.chain(ranges).collect() }
}

/// `Some("gsi1")`
fn index_name(entity: &Entity, index: Option<usize>) -> TokenStream {
    match index {
        Some(at) => {
            let name = entity.indexes[at].ident.to_string();
            quote!(__Some(#name))
        }
        None => quote!(__None),
    }
}

fn pattern(entity: &Entity, pattern: &Pattern) -> TokenStream {
    if pattern.get {
        return get_pattern(entity, pattern);
    }
    let (vis, name) = (&entity.vis, &pattern.name);
    let target = Target::all(entity).into_iter().find(|target| target.index == pattern.index);
    let (lifetime, knows) = target.map(|target| knows_partition(entity, &target)).unwrap_or_default();
    let source = if pattern.of.is_some() { mixed(entity, pattern.index) } else { source(entity, pattern.index) };
    let (doc, index) = (docs::pattern(entity, pattern), index(entity, pattern.index));
    let args = pattern.fields.iter().map(|(at, by)| {
        let field = &entity.fields[*at];
        let (ident, ty) = (&field.ident, &field.ty);
        match by {
            By::Range => quote_spanned!(field.span=> #ident: impl __p::Narrowing<#ty>),
            By::BeginsWith => quote_spanned!(field.span=> #ident: impl __p::AsRef<str>),
            _ => argument(field),
        }
    });
    let steps = pattern.fields.iter().map(|(at, by)| {
        let field = &entity.fields[*at];
        let (ident, ty, name) = (&field.ident, &field.ty, &field.name);
        let bound = match by {
            By::Equal => {
                let given = given(field);
                return quote_spanned!(field.span=> .given #given);
            }
            By::After => quote!(__p::gt(#ident)),
            By::From => quote!(#ident..),
            By::Before => quote!(..#ident),
            By::To => quote!(..=#ident),
            By::Range => quote!(#ident),
            By::BeginsWith => quote!(__p::begins_with(#ident)),
        };
        quote_spanned! {field.span=>
            .narrowed(#name, __p::Narrowing::<#ty>::narrowing(#bound))
        }
    });
    let is_preset = pattern.descending || pattern.unexpired || pattern.limit.is_some();
    let preset = is_preset.then(|| {
        let (descending, unexpired, limit) = (pattern.descending, pattern.unexpired, limit(pattern));
        quote!(.preset(#descending, #unexpired, #limit))
    });
    if let Some(of) = &pattern.of {
        return quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name #lifetime(#(#args),*) -> __Query<Self, #of, #source> #knows {
                __Query::partition(__PartialKey::new(<Self as __p::Entity>::SCHEMA, #index) #(#steps)*).of::<#of>() #preset
            }
        };
    }
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name #lifetime(#(#args),*) -> __Query<Self, Self, #source> #knows {
            __Query::of_entity(__PartialKey::new(<Self as __p::Entity>::SCHEMA, #index) #(#steps)*) #preset
        }
    }
}

/// A pattern that gets one item: its key by another name.
fn get_pattern(entity: &Entity, pattern: &Pattern) -> TokenStream {
    let (vis, name, doc) = (&entity.vis, &pattern.name, docs::pattern(entity, pattern));
    let args = pattern.fields.iter().map(|(at, _)| argument(&entity.fields[*at]));
    let key_fields = entity.key_fields();
    let in_order = key_fields.iter().map(|at| &entity.fields[*at].ident);
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name(#(#args),*) -> __Result<__p::Key<Self>, __p::Error> {
            Self::key(#(#in_order),*)
        }
    }
}

/// `Some(20)`
fn limit(pattern: &Pattern) -> TokenStream {
    match &pattern.limit {
        Some(limit) => quote!(__Some(#limit)),
        None => quote!(__None),
    }
}

/// The access patterns as `const` data.
pub(crate) fn schema(entity: &Entity) -> TokenStream {
    let patterns = entity.patterns.iter().map(|pattern| {
        let name = pattern.name.to_string();
        let index = index_name(entity, pattern.index);
        let fields = pattern.fields.iter().map(|(at, by)| {
            let (field, by) = (&entity.fields[*at].name, operator(*by));
            quote!((#field, #by))
        });
        let (get, first) = (pattern.get, pattern.first);
        let otherwise = pattern.index.is_some_and(|at| entity.indexes[at].is_otherwise());
        let (descending, unexpired) = (pattern.descending, pattern.unexpired);
        let about = pattern.about.as_deref().unwrap_or_default();
        let of = match &pattern.of {
            Some(of) => quote!(__Some(<#of as __p::Collection>::IDS)),
            None => quote!(__None),
        };
        let limit = limit(pattern);
        // Few patterns have these: the others take them from the fallback.
        let rate = pattern.rate.as_ref().map(|rate| {
            let rate = fraction(rate);
            quote!(rate: __Some(#rate),)
        });
        let items = pattern.items.as_ref().map(|items| quote!(items: __Some(#items),));
        quote! {
            __p::AccessPattern {
                name: #name,
                index: #index,
                otherwise: #otherwise,
                fields: &[#(#fields),*],
                get: #get,
                of: #of,
                first: #first,
                descending: #descending,
                unexpired: #unexpired,
                limit: #limit,
                about: #about,
                #rate
                #items
                ..__p::AccessPattern::FALLBACK
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
