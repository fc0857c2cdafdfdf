//! How items are written: by themselves or with a record, and whether they can be deleted softly.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use crate::model::{Entity, Role};

/// The entities of an entity's companions, as the schema has them: by name, since two entities may count each other.
pub(crate) fn uses(entity: &Entity) -> TokenStream {
    let companions = &entity.companions;
    let locks = companions.unique.iter().map(|unique| &unique.lock);
    let plain = companions.pointers.iter().chain(locks).map(|path| (path, quote!(__p::None)));
    let counters = companions.counted.iter().map(|counted| {
        let field = counted.field.unraw().to_string();
        (&counted.counter, quote!(__p::Some(#field)))
    });
    let uses = plain.chain(counters).map(|(path, counts)| {
        quote_spanned!(path.span()=> __p::CompanionUse { entity: <#path as __p::Entity>::ID, counts: #counts })
    });
    quote!(&[#(#uses),*])
}

/// Rules 34 and 36: the type that says whether items are written by themselves, and whether they are written once.
pub(crate) fn written(entity: &Entity) -> TokenStream {
    let table = &entity.table;
    if entity.companions.pointer_of.is_some() {
        return quote!(__p::WrittenAlone<false>);
    }
    // Rule 36.
    let once = entity.write_once.as_ref().map(|_| quote!(, true));
    quote!(__p::WrittenAlone<{ __p::is_written_alone(<#table as __p::Table>::SCHEMA, __SCHEMA) } #once>)
}

/// That its items can be deleted softly.
pub(crate) fn soft_deletable(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let can = entity.fields.iter().any(|field| field.role == Role::DeletedAt);
    if can { quote!(#[automatically_derived] impl __p::SoftDeletable for #ident {}) } else { quote!() }
}
