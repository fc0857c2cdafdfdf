//! `Goal::gsi1()`: the indexes that an entity is in.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::docs;
use super::states::source;
use crate::access::Target;
use crate::check::access::is_function;
use crate::model::Entity;

/// A function for each index, with its name; an index that is named like a function that every entity has gets none.
pub(crate) fn functions(entity: &Entity) -> Vec<TokenStream> {
    let vis = &entity.vis;
    let positions = Target::all(entity).into_iter().filter_map(|target| target.index);
    // Both arms of `when(..)` are in one index.
    let positions = positions.filter(|at| !entity.indexes[*at].is_otherwise());
    let functions = positions.filter_map(|at| {
        let index = &entity.indexes[at];
        let (name, text) = (&index.ident, index.ident.to_string());
        let (doc, source) = (docs::index(entity, index), source(entity, Some(at)));
        (!is_function(&text)).then(|| {
            quote_spanned! {name.span()=>
                #[doc = #doc]
                #[inline]
                #[must_use]
                #vis const fn #name() -> __p::EntityIndex<Self, #source> {
                    __p::EntityIndex::new(#text)
                }
            }
        })
    });
    functions.collect()
}

/// What entities call an index, as a type, since text cannot be a parameter of one: `IndexName` in core.
pub(super) fn index_name(index: &Ident) -> TokenStream {
    let name = index.unraw().to_string();
    let chunks: Vec<_> = name.as_bytes().chunks(16).collect();
    let number = |chunk: &[u8]| chunk.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte));
    let chunks = chunks.into_iter().rev().map(|chunk| Literal::u128_unsuffixed(number(chunk)));
    let name = chunks.fold(None, |rest, chunk| match rest {
        None => Some(quote!(__p::IndexName<#chunk>)),
        Some(rest) => Some(quote!(__p::IndexName<#chunk, #rest>)),
    });
    name.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    fn name(name: &str) -> String {
        index_name(&Ident::new(name, Span::call_site())).to_string().replace(' ', "")
    }

    #[test]
    fn names_are_told_apart_exactly() {
        assert_eq!(name("a"), "__p::IndexName<97>");
        assert_eq!(name("ab"), "__p::IndexName<25185>");
        assert_eq!(index_name(&Ident::new_raw("ab", Span::call_site())).to_string().replace(' ', ""), name("ab"));
        let long = "a".repeat(17);
        assert_eq!(name(&long), format!("__p::IndexName<{},__p::IndexName<97>>", u128::from_le_bytes([97; 16])));
        // Two with one digest of 64 bits.
        assert_ne!(name("xkjaqvquj5yfia"), name("xwoxvagje1yztj"));
    }
}
