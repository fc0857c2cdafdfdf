//! How items are written: by themselves or with a record, what they are derived from then, and whether they can be deleted
//! softly.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::companions::base;
use crate::attr::companions::{CountedKey, PointerOfAttr};
use crate::model::{Entity, Role};

/// The entities of an entity's companions, as the schema has them: by name, since two entities may count each other.
pub(crate) fn uses(entity: &Entity) -> Option<TokenStream> {
    let companions = &entity.companions;
    let names = |fields: &[&Ident]| -> Vec<String> { fields.iter().map(|field| field.unraw().to_string()).collect() };
    let pointers = companions.pointers.iter().map(|path| (path, quote!(__None), Vec::new()));
    let locks = companions.unique.iter().map(|unique| {
        let key: Vec<_> = unique.fields.iter().collect();
        (&unique.lock, quote!(__None), names(&key))
    });
    let counters = companions.counted.iter().map(|counted| {
        let field = counted.field.unraw().to_string();
        let key = counted.keys.iter().filter_map(|(_, key)| match key {
            CountedKey::Field(field) => Some(field),
            CountedKey::Shard(_) => None,
        });
        let key: Vec<_> = key.collect();
        (&counted.counter, quote!(__Some(#field)), names(&key))
    });
    let uses = pointers.chain(locks).chain(counters).map(|(path, counts, key)| {
        let key = quote!(&[#(#key),*]);
        quote_spanned!(path.span()=> __p::CompanionUse { entity: <#path as __p::Entity>::ID, counts: #counts, key: #key })
    });
    let uses: Vec<_> = uses.collect();
    (!uses.is_empty()).then(|| quote!(&[#(#uses),*]))
}

/// What a pointer is derived from, as the schema has it.
pub(crate) fn pointer_source(entity: &Entity) -> Option<TokenStream> {
    let pointer_of = entity.companions.pointer_of.as_ref()?;
    let each = pointer_of.each.as_ref();
    let source = match each {
        Some(each) => {
            let source = each.source.to_token_stream().to_string().replace(' ', "");
            quote!(__Some(#source))
        }
        None => quote!(__None),
    };
    let fed_by = match fed_by(entity, pointer_of) {
        Some(fields) => quote!(__Some(&[#(#fields),*])),
        None => quote!(__None),
    };
    let copies = entity.fields.iter().filter(|field| field.with.is_none()).filter_map(|field| {
        let base = field.from.as_ref().map_or_else(|| Some(field.ident.clone()), base)?;
        let is_element = each.is_some_and(|each| each.names.contains(&base));
        let (record, own) = (base.unraw().to_string(), &field.name);
        (!is_element).then(|| quote!((#record, #own)))
    });
    Some(quote!(pointer: __Some(__p::PointerSource { each: #source, fed_by: #fed_by, copies: &[#(#copies),*] }),))
}

/// The canonical record's fields that a pointer is made from; nothing when it may be any.
fn fed_by(entity: &Entity, pointer_of: &PointerOfAttr) -> Option<Vec<String>> {
    if pointer_of.when.is_some() || entity.fields.iter().any(|field| field.with.is_some()) {
        return None;
    }
    let each = pointer_of.each.as_ref();
    let is_element = |name: &Ident| each.is_some_and(|each| each.names.contains(name));
    let mut names: Vec<String> = Vec::new();
    for field in &entity.fields {
        let base = field.from.as_ref().map_or_else(|| Some(field.ident.clone()), base)?;
        if !is_element(&base) {
            names.push(base.unraw().to_string());
        }
    }
    if let Some(each) = each {
        names.push(base(&each.source)?.unraw().to_string());
    }
    names.sort();
    names.dedup();
    Some(names)
}

/// Rules 34 and 36: the type that says whether items are written by themselves, and whether they are written once.
pub(crate) fn written(entity: &Entity) -> TokenStream {
    let table = &entity.table;
    if entity.companions.pointer_of.is_some() {
        return quote!(__p::WrittenAlone<false>);
    }
    // Rule 36.
    let once = entity.write_once.as_ref().map(|_| quote!(, true));
    quote!(__p::WrittenAlone<{ __p::is_written_alone(<#table as __p::Table>::SCHEMA, &__STATIC) } #once>)
}

/// That its items can be deleted softly.
pub(crate) fn soft_deletable(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let can = entity.fields.iter().any(|field| field.role == Role::DeletedAt);
    if can { quote!(#[automatically_derived] impl __p::SoftDeletable for #ident {}) } else { quote!() }
}
