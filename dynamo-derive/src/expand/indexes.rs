//! `Goal::gsi1()`: the indexes that an entity is in.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote_spanned;
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

/// What stands for an index in types: FNV-1a of what entities call it. A position would be a constant for the compiler to evaluate, and
/// text cannot stand there.
pub(super) fn digest(index: &Ident) -> Literal {
    let add = |digest: u64, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    Literal::u64_unsuffixed(index.unraw().to_string().bytes().fold(0xcbf2_9ce4_8422_2325, add))
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    /// The published vectors of FNV-1a.
    #[test]
    fn names_have_digests_of_their_own() {
        let digest = |name: &str| digest(&Ident::new(name, Span::call_site())).to_string();
        assert_eq!(digest("a"), 0xaf63_dc4c_8601_ec8c_u64.to_string());
        assert_eq!(digest("foobar"), 0x8594_4171_f739_67e8_u64.to_string());
        assert_ne!(digest("gsi1"), digest("gsi2"));
    }
}
