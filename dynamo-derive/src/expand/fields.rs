//! `Goal::fields()`, and functions that set fields of one index key together.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::keys::holds;
use super::schema::test_place;
use super::{Parts, allowed_outside, docs, own};
use crate::model::{Entity, Field, Index, IndexKeys, Key, Part, Role, Storage};
use crate::template::Format;

/// The handles of all attributes.
pub(crate) fn fields(entity: &Entity) -> Parts {
    let (ident, vis) = (&entity.ident, &entity.vis);
    let groups = groups(entity);
    let key_fields = entity.key_fields();
    let index_keys: Vec<_> = entity.indexes.iter().flat_map(Index::keys).flat_map(Key::fields).collect();
    let stored: Vec<_> = entity.fields.iter().enumerate().filter(|(_, field)| field.attribute().is_some()).collect();
    let handles = stored.iter().map(|(at, field)| {
        let (vis, name, ty) = (&field.vis, &field.ident, handle_type(field));
        let doc = docs::handle(field);
        let group = groups.iter().find(|group| group.contains(at));
        let rule = match group {
            _ if key_fields.contains(at) => quote!(__p::InKey),
            _ if field.immutable => quote!(__p::Immutable<__p::ImmutableField>),
            _ if field.role == Role::Version => quote!(__p::Managed<__p::VersionField>),
            _ if field.role == Role::DeletedAt => quote!(__p::Managed<__p::DeletedAtField>),
            Some(group) if group.len() > 1 => {
                let (module, setter) = (&entity.names.fields_module, setter_name(entity, group));
                let is_in_keys = index_keys.contains(at);
                let tested = (!is_in_keys).then(|| quote!(, __p::TestOfKey));
                quote!(__p::Partly<#module::#setter #tested>)
            }
            Some(_) if entity.tests().any(|test| test.field == *at) => {
                let (module, marker) = (&entity.names.fields_module, tests_name(field));
                quote!(__p::InTest<#module::#marker>)
            }
            Some(_) if is_key_by_itself(entity, *at) => quote!(__p::BareKey),
            Some(_) => quote!(__p::Indexed),
            None => quote!(__p::Free),
        };
        quote_spanned!(field.span=> #[doc = #doc] #vis #name: __p::Field<#ident, #ty, #rule>)
    });
    let values = stored.iter().map(|(_, field)| {
        let (name, attribute) = (&field.ident, field.attribute());
        quote!(#name: __handle(#attribute))
    });
    let together: Vec<_> = groups.iter().filter(|group| group.len() > 1).collect();
    let markers = together.iter().map(|group| (setter_name(entity, group), docs::setter_marker(entity, group)));
    let alone: Vec<_> = groups.iter().filter_map(|group| if let [at] = group[..] { Some(at) } else { None }).collect();
    let tested = alone.iter().filter(|at| entity.tests().any(|test| test.field == **at)).map(|at| &entity.fields[*at]);
    let (markers, marker_docs): (Vec<_>, Vec<_>) =
        markers.chain(tested.map(|field| (tests_name(field), docs::tests_marker(field)))).unzip();
    let tests = alone.iter().map(|at| tests(entity, *at));
    let setters = together.iter().map(|group| setter(entity, group));
    let (name, module) = (&entity.names.fields, &entity.names.fields_module);
    let (doc, type_doc, module_doc) = (docs::fields(entity), docs::fields_type(entity), docs::fields_module(entity));
    let allowed = allowed_outside();
    let module = (!markers.is_empty()).then(|| {
        quote! {
            #[doc = #module_doc]
            #allowed
            #vis mod #module {
                #(
                    #[doc = #marker_docs]
                    pub enum #markers {}
                )*
            }
        }
    });
    Parts {
        functions: vec![quote! {
            #[doc = #doc]
            #[inline]
            #[must_use]
            #vis fn fields() -> #name {
                #name { #(#values,)* }
            }
            #(#setters)*
        }],
        named: vec![quote! {
            #[doc = #type_doc]
            #allowed
            #vis struct #name {
                #(#handles,)*
            }
            #module
        }],
        hidden: vec![quote! {
            #[automatically_derived]
            impl __p::Clone for #name {
                #[inline]
                fn clone(&self) -> Self {
                    *self
                }
            }
            #[automatically_derived]
            impl __p::Copy for #name {}
            #(#tests)*
        }],
    }
}

/// What a handle says of its field's type.
pub(crate) fn handle_type(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match field.storage {
        Storage::Plain => quote!(#ty),
        Storage::Set => quote!(__p::SetOf<#ty>),
        Storage::Bytes => quote!(__p::BytesOf<#ty>),
        Storage::Serde => quote!(__p::SerdeOf<#ty>),
    }
}

/// `set_status_and_due_at`
pub(crate) fn setter_name(entity: &Entity, group: &[usize]) -> Ident {
    let names: Vec<_> = group.iter().map(|at| entity.fields[*at].name.as_str()).collect();
    format_ident!("set_{}", names.join("_and_"))
}

fn setter(entity: &Entity, group: &[usize]) -> TokenStream {
    let (vis, name) = (&entity.vis, setter_name(entity, group));
    let doc = docs::setter(entity, group);
    let args = group.iter().map(|at| {
        let field = &entity.fields[*at];
        let (name, ty) = (&field.ident, &field.ty);
        quote_spanned!(field.span=> #name: impl __p::ValueFor<#ty>)
    });
    let in_keys = entity.fields_in_keys();
    let sets = group.iter().map(|at| {
        let field = &entity.fields[*at];
        let (name, ty, attribute) = (&field.ident, &field.ty, field.attribute());
        let set = if in_keys.contains(at) {
            quote_spanned!(field.span=> field::<<#ty as __KeySource>::Stored>)
        } else {
            quote_spanned!(field.span=> value::<#ty>)
        };
        let fixed = field.immutable.then(|| quote!(.fixed(#attribute)));
        let tests = entity.tests().filter(|test| test.field == *at).map(|test| {
            let (place, holds) = (test_place(entity, test), holds(entity, test, &quote!(__value)));
            quote!(.test::<#ty>(#place, |__value| #holds))
        });
        quote_spanned!(field.span=> .#set(#attribute, #name) #fixed #(#tests)*)
    });
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name(#(#args),*) -> __p::Assignments<Self> {
            __p::Assignments::new() #(#sets)*
        }
    }
}

/// `decided_by_unread`
fn tests_name(field: &Field) -> Ident {
    format_ident!("decided_by_{}", field.name)
}

/// What evaluates the tests of a field that decides alone, for `set` of it.
fn tests(entity: &Entity, at: usize) -> TokenStream {
    let field = &entity.fields[at];
    let tests: Vec<_> = entity.tests().filter(|test| test.field == at).collect();
    if tests.is_empty() {
        return quote!();
    }
    let (name, ty) = (tests_name(field), &field.ty);
    let text = if entity.fields_in_keys().contains(&at) {
        let value = own("__value", field.span);
        quote_spanned!(field.span=> <#ty as __KeySource>::own_text(#value).map(__Some))
    } else {
        quote!(__Ok(__None))
    };
    let outcomes = tests.into_iter().map(|test| {
        let (place, holds) = (test_place(entity, test), holds(entity, test, &quote!(__value)));
        quote!((#place, #holds))
    });
    let module = &entity.names.fields_module;
    quote! {
        #[automatically_derived]
        impl __p::TestsOf<#ty> for #module::#name {
            fn text(__value: &#ty) -> __Result<__Option<__Option<__p::String>>, &'static str> {
                #text
            }
            fn tests(__value: &#ty) -> __p::Vec<(usize, bool)> {
                __p::Vec::from([#(#outcomes),*])
            }
        }
    }
}

/// Whether a field is in index keys only as a key by itself, in indexes whose other keys do not depend on it: DynamoDB then
/// keeps the index, whatever becomes of the field.
fn is_key_by_itself(entity: &Entity, at: usize) -> bool {
    let of_field = entity.indexes.iter().filter(|index| index.fields().contains(&at));
    let is_bare = |index: &Index| index.keys().into_iter().all(|key| key.bare || !key.fields().contains(&at));
    of_field.into_iter().all(|index| is_bare(index) && (!index.sparse() || index.is_bare()))
}

/// Fields that must change together, because an index key is made from them: what the primary key tells is known anyway.
///
/// A sparse index as a whole depends on all of its fields: whether an item is in it, they decide together.
pub(crate) fn groups(entity: &Entity) -> Vec<Vec<usize>> {
    // A folded text in the primary key does not tell what it was, nor a date the time.
    let in_key = [&entity.pk, &entity.sk].into_iter().flatten().flat_map(|key| &key.parts);
    let in_key: Vec<_> = in_key
        .filter_map(|part| if let Part::Field(at, format) = part { Some((*at, *format)) } else { None })
        .collect();
    let is_known =
        |at: usize, format: Format| in_key.iter().any(|(known, as_it_is)| *known == at && as_it_is.tells(format));
    let mutable = |keys: &[&Key]| -> Vec<usize> {
        let parts = keys.iter().flat_map(|key| &key.parts);
        let mut fields: Vec<usize> = parts
            .filter_map(|part| match part {
                Part::Field(at, format) if !is_known(*at, *format) => Some(*at),
                _ => None,
            })
            .collect();
        fields.retain(|at| entity.fields[*at].attribute().is_some());
        // A key of fields that never change never changes.
        if fields.iter().all(|at| entity.fields[*at].immutable) {
            fields.clear();
        }
        fields.sort_unstable();
        fields.dedup();
        fields
    };
    // Templates that the primary key tells can be written whatever becomes of the other keys: those are fields by themselves, and
    // while one is absent, DynamoDB leaves the item out. Another index with the same template might take the item in.
    let is_told = |index: &Index| {
        let is_template = |key: &&Key| !key.bare;
        let others = || entity.indexes.iter().filter(|other| !std::ptr::eq(*other, index)).flat_map(Index::keys);
        index.keys().into_iter().filter(is_template).all(|key| {
            let mut fields = key
                .parts
                .iter()
                .filter_map(|part| if let Part::Field(at, format) = part { Some((*at, *format)) } else { None });
            fields.all(|(at, format)| is_known(at, format)) && others().all(|other| other.text != key.text)
        })
    };
    let of_index = |index: &Index| -> Vec<Vec<usize>> {
        if let Some(test) = &index.test {
            // Both arms depend on the test, and a change of it on the keys of both.
            let arms = entity.indexes.iter().filter(|arm| arm.ident == index.ident);
            let mut fields = mutable(&arms.flat_map(Index::keys).collect::<Vec<_>>());
            // What stands in the primary key never changes, and the key tells what the test finds.
            if !is_known(test.field, Format::Plain) {
                fields.push(test.field);
            }
            return vec![fields];
        }
        match &index.keys {
            IndexKeys::None | IndexKeys::Refused => Vec::new(),
            // The fields themselves are the keys: nothing is made from them that could be left behind.
            _ if index.sparse() && !index.is_bare() && !is_told(index) => vec![mutable(&index.keys())],
            _ => index.keys().into_iter().map(|key| mutable(&[key])).collect(),
        }
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for fields in entity.indexes.iter().flat_map(of_index).filter(|fields| !fields.is_empty()) {
        let (touching, apart): (Vec<_>, Vec<_>) =
            // Two keys that have only immutable fields in common change independently.
            groups.into_iter().partition(|group| group.iter().any(|at| fields.contains(at) && !entity.fields[*at].immutable));
        let mut joined: Vec<usize> = touching.into_iter().flatten().chain(fields).collect();
        joined.sort_unstable();
        joined.dedup();
        groups = apart;
        groups.push(joined);
    }
    groups
}
