//! Models as code: thin, and one call deep into `dynamo-core`.

mod assert;
mod codec;
mod collection;
mod companions;
mod docs;
mod enums;
mod fallback;
mod fields;
mod indexes;
mod key_field;
mod keys;
mod nested;
mod projection;
mod queries;
mod schema;
mod served;
mod table;
#[cfg(test)]
mod tests;
mod written;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::{check, krate, model};

pub(crate) use companions::base;
pub(crate) use fields::{groups as changed_together, setter_name};

/// Everything generated stands in an anonymous constant: its helpers have no names outside.
///
/// The lints that are allowed are about code that people write: an entity need not call each of its key functions, a
/// key attribute may also be a field's, and a large table takes long to check.
pub(crate) fn wrap(krate: &TokenStream, inside: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(
            dead_code,
            deprecated,
            for_loops_over_fallibles,
            long_running_const_eval,
            non_camel_case_types,
            non_snake_case,
            non_upper_case_globals,
            unreachable_code,
            unreachable_patterns,
            unused_mut,
            unused_qualifications,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
        )]
        const _: () = {
            use #krate::private as __p;
            #inside
        };
    }
}

/// The way of every derive: attributes into a model, rules, code; next to errors, what keeps one mistake at one message.
fn derive<M>(
    input: &DeriveInput,
    model: impl Fn(&DeriveInput, &mut Errors) -> M,
    check: impl Fn(&M, &mut Errors),
    expand: impl Fn(&M) -> TokenStream,
    fallback: impl Fn(&M) -> TokenStream,
) -> TokenStream {
    let mut errors = Errors::default();
    let model = model(input, &mut errors);
    check(&model, &mut errors);
    let krate = krate::path();
    if errors.is_empty() {
        return wrap(&krate, &expand(&model));
    }
    let fallback = wrap(&krate, &fallback(&model));
    quote!(#errors #fallback)
}

pub(crate) fn entity(input: &DeriveInput) -> TokenStream {
    derive(input, model::Entity::new, check::entity, expand_entity, fallback::entity)
}

pub(crate) fn table(input: &DeriveInput) -> TokenStream {
    derive(input, model::Table::new, check::table::table, table::expand, |table| fallback::table(&table.ident))
}

pub(crate) fn collection(input: &DeriveInput) -> TokenStream {
    derive(input, model::Collection::new, check::table::collection, collection::expand, |_| quote!())
}

pub(crate) fn projection(input: &DeriveInput) -> TokenStream {
    derive(input, model::Projection::new, |_, _| {}, projection::expand, |_| quote!())
}

pub(crate) fn attribute(input: &DeriveInput) -> TokenStream {
    let expand = |model: &model::Nested| nested::expand(input, model);
    derive(input, model::Nested::new, check::nested::nested, expand, |_| fallback::attribute(input))
}

pub(crate) fn key_field(input: &DeriveInput) -> TokenStream {
    let expand = |model: &model::KeyField| key_field::expand(input, model);
    derive(input, model::KeyField::new, check::nested::key_field, expand, |_| fallback::key_field(input))
}

fn expand_entity(entity: &model::Entity) -> TokenStream {
    let consts = schema::consts(entity);
    let functions = keys::functions(entity);
    let fields = fields::fields(entity);
    let queries = queries::queries(entity);
    let indexes = indexes::functions(entity);
    let entity_impl = codec::entity(entity);
    let debug = codec::debug(entity);
    let (accessors, pointer_of) = (companions::accessors(entity), companions::pointer_of(entity));
    let soft_deletable = written::soft_deletable(entity);
    let asserts = assert::entity(entity);
    let companions = companions::asserts(entity);
    quote! {
        #consts #functions #fields #queries #indexes #entity_impl #debug #accessors #pointer_of #soft_deletable
        #asserts #companions
    }
}
