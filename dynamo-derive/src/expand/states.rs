//! `GoalQuery` and `goal_query`: what a query reads, and which field narrows it next.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::indexes::index_name;
use super::served::{Order, order};
use super::{Parts, allowed_outside, docs};
use crate::access::Target;
use crate::model::Entity;
use crate::rename::Rule;

pub(super) fn pascal(name: &str) -> String {
    Rule::Pascal.field(name)
}

/// `goal_query::Gsi1`, or `__PrimaryKey` for the table.
pub(super) fn source(entity: &Entity, index: Option<usize>) -> TokenStream {
    let module = &entity.names.query_module;
    match index {
        Some(at) => {
            let marker = source_name(entity, at);
            quote!(#module::#marker)
        }
        None => quote!(__PrimaryKey),
    }
}

/// The same with items of any type.
pub(super) fn mixed(entity: &Entity, index: Option<usize>) -> TokenStream {
    let source = source(entity, index);
    if index.is_some() { quote!(__p::Mixed<#source>) } else { source }
}

/// `Gsi1`
fn source_name(entity: &Entity, at: usize) -> Ident {
    format_ident!("{}", pascal(&entity.indexes[at].name()), span = entity.indexes[at].ident.span())
}

/// The state of a query of which `given` fields of the sort key are given.
fn state(entity: &Entity, target: &Target<'_>, given: usize) -> TokenStream {
    let source = source(entity, target.index);
    if given == 0 {
        return source;
    }
    if given == target.sort_fields().len() {
        return quote!(__p::Complete<#source>);
    }
    let (module, before) = (&entity.names.query_module, state(entity, target, given - 1));
    let last = &entity.fields[target.sort_fields()[given - 1]].ident;
    quote!(__p::Given<#before, #module::#last>)
}

/// `(goal_query::Gsi1, goal_query::status, goal_query::created_at)`, for each target: a message shows it, and says so which fields
/// come first. (`#[diagnostic::on_unimplemented]` cannot stand in generated code: `#![no_implicit_prelude]` hides it.)
fn orders(entity: &Entity, narrowing: &Narrowing<'_>) -> TokenStream {
    let module = &entity.names.query_module;
    let orders = narrowing.places.iter().map(|(target, _)| {
        let fields = target.sort_fields().into_iter().map(|at| &entity.fields[at].ident);
        let source = source(entity, target.index);
        quote!((#source, #(#module::#fields),*))
    });
    let orders: Vec<_> = orders.collect();
    if let [order] = &orders[..] { quote!(#order) } else { quote!((#(#orders),*)) }
}

/// What a query function returns: nothing is left to narrow where the sort key has no field of its own.
pub(super) fn returned(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let (ident, query) = (&entity.ident, &entity.names.query);
    let source = source(entity, target.index);
    if target.sort_fields().is_empty() { quote!(__Query<#ident, #ident, #source>) } else { quote!(#query<#source>) }
}

/// A field that narrows queries: with each target whose sort key has it, and its place there.
struct Narrowing<'a> {
    at: usize,
    places: Vec<(&'a Target<'a>, usize)>,
}

fn narrowings<'a>(targets: &'a [Target<'a>]) -> Vec<Narrowing<'a>> {
    let mut narrowings: Vec<Narrowing<'a>> = Vec::new();
    for target in targets {
        for (given, at) in target.sort_fields().into_iter().enumerate() {
            match narrowings.iter_mut().find(|narrowing| narrowing.at == at) {
                Some(narrowing) => narrowing.places.push((target, given)),
                None => narrowings.push(Narrowing { at, places: vec![(target, given)] }),
            }
        }
    }
    narrowings
}

pub(crate) fn states(entity: &Entity) -> Parts {
    let targets = Target::all(entity);
    let narrowings = narrowings(&targets);
    let sources = targets.iter().filter_map(|target| target.index.map(|at| source_type(entity, target, at)));
    let (source_types, source_impls): (Vec<_>, Vec<_>) = sources.unzip();
    let nexts = narrowings.iter().map(|narrowing| next(entity, narrowing));
    let (field_types, next_impls): (Vec<_>, Vec<_>) = nexts.unzip();
    let (query_type, query_impls) = if narrowings.is_empty() { Default::default() } else { query_type(entity) };
    let methods = narrowings.iter().map(|narrowing| method(entity, narrowing));
    let (vis, query, module) = (&entity.vis, &entity.names.query, &entity.names.query_module);
    let (module_doc, allowed) = (docs::query_module(entity), allowed_outside());
    let in_module = quote!(#(#source_types)* #(#field_types)*);
    let module = (!in_module.is_empty()).then(|| {
        quote! {
            #[doc = #module_doc]
            #allowed
            #vis mod #module {
                #in_module
            }
        }
    });
    let methods = (!narrowings.is_empty()).then(|| {
        quote! {
            #allowed
            impl<InState: __p::NarrowState> #query<InState> {
                #(#methods)*
            }
        }
    });
    Parts {
        functions: Vec::new(),
        named: [Some(query_type), methods, module].into_iter().flatten().collect(),
        hidden: [query_impls].into_iter().chain(source_impls).chain(next_impls).collect(),
    }
}

/// One struct for all states, so that little has to be checked for each.
fn query_type(entity: &Entity) -> (TokenStream, TokenStream) {
    let (vis, ident, query, doc) = (&entity.vis, &entity.ident, &entity.names.query, docs::query_type(entity));
    let allowed = allowed_outside();
    let named = quote! {
        #[doc = #doc]
        #allowed
        #[must_use = "a query does nothing until it is given to `db.query(..)`"]
        #vis struct #query<InState = __PrimaryKey>(__PartialKey, __p::PhantomData<fn() -> InState>);
    };
    let hidden = quote! {
        impl<InState: __p::NarrowState> __p::QueryState for #query<InState> {
            type Entity = #ident;
            type Source = InState::Source;
            type State = InState;
            type In<__T: __p::NarrowState> = #query<__T>;
            #[inline]
            fn from_key(__key: __PartialKey) -> Self {
                Self(__key, __p::PhantomData)
            }
            #[inline]
            fn into_key(self) -> __PartialKey {
                self.0
            }
        }
        impl<InState> __p::Clone for #query<InState> {
            #[inline]
            fn clone(&self) -> Self {
                Self(__p::Clone::clone(&self.0), __p::PhantomData)
            }
        }
        impl<InState> __p::fmt::Debug for #query<InState> {
            fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
                __p::fmt::Debug::fmt(&self.0, __f)
            }
        }
    };
    (named, hidden)
}

/// An index as a type.
fn source_type(entity: &Entity, target: &Target<'_>, at: usize) -> (TokenStream, TokenStream) {
    let (name, source, doc) = (source_name(entity, at), source(entity, Some(at)), docs::source(entity, target));
    let named = quote! {
        #[doc = #doc]
        pub enum #name {}
    };
    let (at, name_of_index) = (Literal::usize_unsuffixed(at), index_name(&entity.indexes[at].ident));
    let hidden = quote! {
        impl __p::Source for #source {
            type Facts = __p::Facts<{ __p::index_class(&__STATIC, #at) }, #name_of_index>;
        }
    };
    (named, hidden)
}

/// The marker of a field, and the states that it narrows next.
fn next(entity: &Entity, narrowing: &Narrowing<'_>) -> (TokenStream, TokenStream) {
    let (field, module) = (&entity.fields[narrowing.at], &entity.names.query_module);
    let (marker, doc) = (&field.ident, docs::field_marker(field));
    let named = quote! {
        #[doc = #doc]
        pub enum #marker {}
    };
    let orders = orders(entity, narrowing);
    let sort_field = quote_spanned! {field.span=>
        impl __p::SortField for #module::#marker {
            type Order = #orders;
        }
    };
    let impls = narrowing.places.iter().map(|(target, given)| {
        let (state, then) = (state(entity, target, *given), state(entity, target, given + 1));
        let order = order(entity, target, narrowing.at);
        // Not at the field: rustc would propose parameters for types that it does not find there.
        quote! {
            impl __p::NextIs<#module::#marker> for #state {
                type Then = #then;
                type KeyOrder = #order;
            }
        }
    });
    (named, quote!(#sort_field #(#impls)*))
}

/// `fn status(self, status: ..)` of a query.
fn method(entity: &Entity, narrowing: &Narrowing<'_>) -> TokenStream {
    let (vis, module) = (&entity.vis, &entity.names.query_module);
    let field = &entity.fields[narrowing.at];
    let (name, text, ty, by) = (&field.ident, &field.name, &field.ty, format_ident!("By{}", pascal(&field.name)));
    let targets: Vec<_> = narrowing.places.iter().map(|(target, _)| *target).collect();
    let doc = docs::narrow(entity, &targets, narrowing.at);
    // Type parameters are not hygienic: this one is named after the field, where no type of a user is.
    quote_spanned! {field.span=>
        #[doc = #doc]
        #[inline]
        #vis fn #name<#by: __p::Narrows<Self, #module::#name, #ty>>(self, #name: #by) -> #by::Output {
            #name.apply(self, #text)
        }
    }
}

impl ToTokens for Order {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Ordered => quote!(__p::Ordered),
            Self::Bucketed => quote!(__p::Bucketed),
            Self::Folded => quote!(__p::Folded),
            Self::Unpadded => quote!(__p::Unpadded),
            Self::OfType(order) => quote!(<__p::KeyOrder<#order> as __p::IsOrder>::Order),
        });
    }
}
