//! `Goal::query(..)`, `Goal::query_gsi1(..)`, `Goal::partition(..)`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use super::docs;
use super::served::knows_partition;
use super::states::{mixed, returned};
use crate::access::Target;
use crate::model::{Entity, Field};

pub(crate) fn functions(entity: &Entity) -> Vec<TokenStream> {
    let targets: Vec<_> = Target::all(entity);
    let functions = targets.iter().map(|target| function(entity, target));
    let is_otherwise = |target: &&Target<'_>| target.index.is_some_and(|at| entity.indexes[at].is_otherwise());
    let partitions = targets.iter().filter(|target| !is_otherwise(target)).map(|target| partition(entity, target));
    functions.chain(partitions).collect()
}

/// The index that a query reads: `"gsi1", false`, or `""` for the table; the second is whether its keys are those of the second arm
/// of `when(..)`.
pub(super) fn index(entity: &Entity, index: Option<usize>) -> TokenStream {
    let (name, is_otherwise) = index_and_arm(entity, index);
    quote!(#name, #is_otherwise)
}

fn index_and_arm(entity: &Entity, index: Option<usize>) -> (String, bool) {
    match index {
        None => (String::new(), false),
        Some(at) => (entity.indexes[at].ident.to_string(), entity.indexes[at].is_otherwise()),
    }
}

pub(super) fn suffix(entity: &Entity, index: Option<usize>) -> String {
    index.map(|at| format!("_{}", entity.indexes[at].name())).unwrap_or_default()
}

/// `user_id: impl __KeyArgument<UserId>`
pub(super) fn argument(field: &Field) -> TokenStream {
    let (ident, ty) = (&field.ident, &field.ty);
    quote_spanned!(field.span=> #ident: impl __KeyArgument<#ty>)
}

/// `("user_id", <UserId as __KeySource>::text_of_argument(&user_id))`
pub(super) fn given(field: &Field) -> TokenStream {
    let (name, text) = (&field.name, text(field));
    quote_spanned!(field.span=> (#name, #text))
}

fn text(field: &Field) -> TokenStream {
    let (ident, ty) = (&field.ident, &field.ty);
    quote_spanned!(field.span=> <#ty as __KeySource>::text_of_argument(&#ident))
}

fn function(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let vis = &entity.vis;
    let name = format_ident!("query{}", suffix(entity, target.index));
    let (lifetime, knows) = knows_partition(entity, target);
    let (doc, query) = (docs::query(entity, target), returned(entity, target));
    let (args, body) = (arguments(entity, target), body(entity, target, "query"));
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name #lifetime(#(#args),*) -> #query #knows {
            #body
        }
    }
}

fn partition(entity: &Entity, target: &Target<'_>) -> TokenStream {
    let (vis, table) = (&entity.vis, &entity.table);
    let source = mixed(entity, target.index);
    let name = format_ident!("partition{}", suffix(entity, target.index));
    let (lifetime, knows) = knows_partition(entity, target);
    let doc = docs::partition(entity, target);
    let (args, body) = (arguments(entity, target), body(entity, target, "partition"));
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name #lifetime(#(#args),*) -> __Query<Self, #table, #source> #knows {
            #body
        }
    }
}

fn arguments(entity: &Entity, target: &Target<'_>) -> Vec<TokenStream> {
    target.partition_fields().into_iter().map(|at| argument(&entity.fields[at])).collect()
}

/// `query_by_one` for the one field of most partition keys, or `query_by`; the same for `partition`.
fn body(entity: &Entity, target: &Target<'_>, function: &str) -> TokenStream {
    let (name, is_otherwise) = index_and_arm(entity, target.index);
    let fields: Vec<_> = target.partition_fields().into_iter().map(|at| &entity.fields[at]).collect();
    if let ([field], false) = (&fields[..], is_otherwise) {
        let (function, (field_name, text)) = (format_ident!("{function}_by_one"), (&field.name, text(field)));
        return quote!(__p::#function(#name, #field_name, #text));
    }
    let (function, givens) = (format_ident!("{function}_by"), fields.into_iter().map(given));
    quote!(__p::#function(#name, #is_otherwise, &[#(#givens),*]))
}
