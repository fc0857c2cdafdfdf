//! `Goal::query(..)`, `Goal::query_gsi1(..)`, `Goal::partition(..)`, and access patterns.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::docs;
use super::served::{knows_partition, order, ranges};
use crate::access::{Pattern, Target};
use crate::attr::access::By;
use crate::model::{Entity, Field};

pub(crate) fn queries(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let targets: Vec<_> = Target::all(entity);
    let narrows = targets.iter().any(|target| !target.sort_fields().is_empty());
    let state_struct = narrows.then(|| state_struct(entity));
    let vias = targets.iter().map(|target| vias(entity, target));
    let aliases = targets.iter().map(|target| state_aliases(entity, target));
    let states = targets.iter().map(|target| states(entity, target));
    let functions = targets.iter().map(|target| function(entity, target));
    let is_otherwise = |target: &&Target<'_>| target.index.is_some_and(|at| entity.indexes[at].is_otherwise());
    let partitions = targets.iter().filter(|target| !is_otherwise(target)).map(|target| partition(entity, target));
    let patterns = entity.patterns.iter().map(|pattern| self::pattern(entity, pattern));
    let ranges = entity.patterns.iter().map(|pattern| ranges(entity, pattern));
    let expiring = entity.patterns.iter().filter(|pattern| pattern.unexpired).map(|pattern| {
        let (name, index) = (pattern.name.to_string(), index_name(entity, pattern.index));
        quote_spanned!(pattern.name.span()=> const _: () = __p::check::unexpired(__LAYOUT, #name, #index);)
    });
    quote! {
        #(#vias)*
        #state_struct
        #(#aliases)*
        #(#states)*
        #[automatically_derived]
        impl #ident {
            #(#functions)*
            #(#partitions)*
            #(#patterns)*
        }
        #(#expiring)*
        #(#ranges)*
    }
}

/// `Some("gsi1")`
fn index_name(entity: &Entity, index: Option<usize>) -> TokenStream {
    match index {
        Some(at) => {
            let name = entity.indexes[at].ident.to_string();
            quote!(__p::Some(#name))
        }
        None => quote!(__p::None),
    }
}

/// What a target is as a type, for items of the entity.
pub(super) fn via(entity: &Entity, index: Option<usize>) -> TokenStream {
    match index {
        Some(_) => format_ident!("__Via{}", suffix(entity, index)).to_token_stream(),
        None => quote!(__p::ViaTable),
    }
}

/// The same for items of any type.
fn via_any(entity: &Entity, index: Option<usize>) -> TokenStream {
    match index {
        Some(_) => format_ident!("__ViaAny{}", suffix(entity, index)).to_token_stream(),
        None => quote!(__p::ViaTable),
    }
}

/// The types that say what an index is: named, so that the compiler works them out once.
fn vias(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let Some(at) = target.index else { return quote!() };
    let (via, via_any) = (via(entity, target.index), via_any(entity, target.index));
    quote! {
        type #via = __p::Via<
            { __p::index_kind(__SCHEMA, #at) },
            { __p::holds(__SCHEMA, #at) },
            { __p::index_position(__SCHEMA, #at) },
        >;
        type #via_any = <#via as __p::IsVia>::Full<{ __p::holds_everything(__SCHEMA, #at) }>;
    }
}

/// `__p::Narrow::table()`
fn narrow(entity: &Entity, index: Option<usize>) -> TokenStream {
    match index {
        None => quote!(__p::Narrow::table()),
        Some(at) => {
            let name = entity.indexes[at].ident.to_string();
            let function = if entity.indexes[at].is_otherwise() { quote!(otherwise) } else { quote!(index) };
            quote!(__p::Narrow::#function(#name))
        }
    }
}

fn suffix(entity: &Entity, index: Option<usize>) -> String {
    index.map(|at| format!("_{}", entity.indexes[at].name())).unwrap_or_default()
}

/// The type of all states of all queries that can be narrowed.
fn state_name(entity: &Entity) -> Ident {
    format_ident!("__{}Query", entity.ident.unraw())
}

/// The type of the state in which `given` fields of the sort key are given: after the last one, nothing is left to narrow.
fn state_type(entity: &Entity, target: &Target<'_>, given: usize) -> TokenStream {
    let (ident, via) = (&entity.ident, via(entity, target.index));
    if given < target.sort_fields().len() {
        state_alias(entity, target, given).to_token_stream()
    } else {
        quote!(__p::Query<#ident, #ident, #via>)
    }
}

/// `__State_gsi1_0`
fn state_alias(entity: &Entity, target: &Target<'_>, given: usize) -> Ident {
    format_ident!("__State{}_{given}", suffix(entity, target.index))
}

/// Names for the states, since the compiler looks at every number among the parameters of a type anew.
fn state_aliases(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let (state, via, of) = (state_name(entity), via(entity, target.index), target.index.map_or(0, |at| at + 1));
    let aliases = (0..target.sort_fields().len()).map(|given| {
        let alias = state_alias(entity, target, given);
        quote!(type #alias = #state<#via, #of, #given>;)
    });
    aliases.collect()
}

/// One struct for all states, so that little has to be checked for each: of what, and how many fields are given.
fn state_struct(entity: &Entity) -> TokenStream {
    let (vis, ident, state) = (&entity.vis, &entity.ident, state_name(entity));
    quote! {
        #vis struct #state<__V, const __OF: usize, const __GIVEN: usize>(__p::Narrow<#ident, __V>);
        #[automatically_derived]
        impl<__V, const __OF: usize, const __GIVEN: usize> __p::QueryState for #state<__V, __OF, __GIVEN> {
            type Entity = #ident;
            type Via = __V;
            #[inline]
            fn from_narrow(__narrow: __p::Narrow<#ident, __V>) -> Self {
                Self(__narrow)
            }
            #[inline]
            fn into_narrow(self) -> __p::Narrow<#ident, __V> {
                self.0
            }
        }
        #[automatically_derived]
        impl<__V, const __OF: usize, const __GIVEN: usize> __p::OpenQuery for #state<__V, __OF, __GIVEN> {}
    }
}

fn states(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let vis = &entity.vis;
    let states = target.sort_fields().into_iter().enumerate().map(|(given, at)| {
        let field = &entity.fields[at];
        let (state, next) = (state_type(entity, target, given), state_type(entity, target, given + 1));
        let (name, field_name, ty) = (&field.ident, &field.name, &field.ty);
        let (doc, argument) = (docs::narrow(entity, target, at), format_ident!("__{}", field.name));
        let in_order = order(entity, target, at);
        let method = quote_spanned! {field.span=>
            #[doc = #doc]
            #vis fn #name<__A: __p::Narrowing<#ty> #in_order>(
                self,
                #argument: __A,
            ) -> __A::Then<#next> {
                #argument.narrow::<#next>(self.0, #field_name)
            }
        };
        quote! {
            #[automatically_derived]
            impl #state {
                #method
            }
        }
    });
    quote!(#(#states)*)
}

/// `user_id: impl __p::KeyArgument<UserId>`
fn argument(field: &Field) -> TokenStream {
    let (ident, ty) = (&field.ident, &field.ty);
    quote_spanned!(field.span=> #ident: impl __p::KeyArgument<#ty>)
}

/// `.given("user_id", __p::KeyArgument::<UserId>::key_text(&user_id))`
fn given(field: &Field) -> TokenStream {
    let (ident, ty, name) = (&field.ident, &field.ty, &field.name);
    quote_spanned!(field.span=> .given(#name, __p::KeyArgument::<#ty>::key_text(&#ident)))
}

fn function(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let vis = &entity.vis;
    let name = format_ident!("query{}", suffix(entity, target.index));
    let (lifetime, knows) = knows_partition(entity, target);
    let (doc, state, narrow) =
        (docs::query(entity, target), state_type(entity, target, 0), narrow(entity, target.index));
    let fields: Vec<_> = target.partition_fields().into_iter().map(|at| &entity.fields[at]).collect();
    let (args, givens) = (fields.iter().map(|field| argument(field)), fields.iter().map(|field| given(field)));
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name #lifetime(#(#args),*) -> #state #knows {
            <#state as __p::QueryState>::from_narrow(#narrow #(#givens)*)
        }
    }
}

fn partition(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let (vis, table) = (&entity.vis, &entity.table);
    let via = via_any(entity, target.index);
    let name = format_ident!("partition{}", suffix(entity, target.index));
    let (lifetime, knows) = knows_partition(entity, target);
    let (doc, narrow) = (docs::partition(entity, target), narrow(entity, target.index));
    let fields: Vec<_> = target.partition_fields().into_iter().map(|at| &entity.fields[at]).collect();
    let (args, givens) = (fields.iter().map(|field| argument(field)), fields.iter().map(|field| given(field)));
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name #lifetime(#(#args),*) -> __p::Query<Self, #table, #via> #knows {
            __p::Query::partition(#narrow #(#givens)*)
        }
    }
}

fn pattern(entity: &Entity, pattern: &Pattern) -> TokenStream {
    if pattern.get {
        return get_pattern(entity, pattern);
    }
    let (vis, name) = (&entity.vis, &pattern.name);
    let target = Target::all(entity).into_iter().find(|target| target.index == pattern.index);
    let (lifetime, knows) = target.map(|target| knows_partition(entity, &target)).unwrap_or_default();
    let via = if pattern.of.is_some() { via_any(entity, pattern.index) } else { via(entity, pattern.index) };
    let (doc, narrow) = (docs::pattern(entity, pattern), narrow(entity, pattern.index));
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
            By::Equal => return given(field),
            By::After => quote!(__p::after(#ident)),
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
    let newest_first = pattern.newest_first.then(|| quote!(.newest_first()));
    let unexpired = pattern.unexpired.then(|| quote!(.unexpired()));
    let limit = pattern.limit.as_ref().map(|limit| quote!(.limit(#limit)));
    let (mode, one) = if pattern.one { (quote!(, __p::First), quote!(.one())) } else { (quote!(), quote!()) };
    if let Some(of) = &pattern.of {
        return quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name #lifetime(#(#args),*) -> __p::Query<Self, #of, #via #mode> #knows {
                __p::Query::partition(#narrow #(#steps)*).of::<#of>() #newest_first #unexpired #limit #one
            }
        };
    }
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name #lifetime(#(#args),*) -> __p::Query<Self, Self, #via #mode> #knows {
            let __narrow: __p::Narrow<Self, #via> = #narrow #(#steps)*;
            <__p::Query<Self, Self, #via> as __p::QueryState>::from_narrow(__narrow) #newest_first #unexpired #limit #one
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
        #vis fn #name(#(#args),*) -> __p::Result<__p::Key<Self>, __p::Error> {
            Self::key(#(#in_order),*)
        }
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
        let (get, one) = (pattern.get, pattern.one);
        let otherwise = pattern.index.is_some_and(|at| entity.indexes[at].is_otherwise());
        let (newest_first, unexpired) = (pattern.newest_first, pattern.unexpired);
        let about = pattern.about.as_deref().unwrap_or_default();
        let of = match &pattern.of {
            Some(of) => quote!(__p::Some(<#of as __p::Collection>::IDS)),
            None => quote!(__p::None),
        };
        let limit = match &pattern.limit {
            Some(limit) => quote!(__p::Some(#limit)),
            None => quote!(__p::None),
        };
        quote! {
            __p::AccessPattern {
                name: #name,
                index: #index,
                otherwise: #otherwise,
                fields: &[#(#fields),*],
                get: #get,
                of: #of,
                one: #one,
                newest_first: #newest_first,
                unexpired: #unexpired,
                limit: #limit,
                about: #about,
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
