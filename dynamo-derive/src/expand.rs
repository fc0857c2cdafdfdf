//! Models as code: thin, and one call deep into `dynamo-core`.

mod assert;
mod codec;
mod collection;
mod companions;
mod docs;
mod enums;
mod fallback;
mod fields;
mod key_field;
mod keys;
mod nested;
mod projection;
mod queries;
mod schema;
mod table;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::{check, krate, model};

pub(crate) use collection::collection;
pub(crate) use companions::base;
pub(crate) use key_field::key_field;
pub(crate) use nested::attribute;
pub(crate) use projection::projection;
pub(crate) use table::{Table as TableModel, table};

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

pub(crate) fn entity(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let entity = model::Entity::new(input, &mut errors);
    check::entity(&entity, &mut errors);
    let krate = krate::path();
    if !errors.is_empty() {
        let fallback = wrap(&krate, &fallback::entity(&entity));
        return quote!(#errors #fallback);
    }
    let consts = schema::consts(&entity);
    let functions = keys::functions(&entity);
    let fields = fields::fields(&entity);
    let queries = queries::queries(&entity);
    let entity_impl = codec::entity(&entity);
    let debug = codec::debug(&entity);
    let (accessors, pointer_of) = (companions::accessors(&entity), companions::pointer_of(&entity));
    let asserts = assert::entity(&entity);
    let companions = companions::asserts(&entity);
    wrap(
        &krate,
        &quote! {
            #consts #functions #fields #queries #entity_impl #debug #accessors #pointer_of #asserts #companions
        },
    )
}
