//! `Goal::fields()`, and the groups of fields that an update sets together.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::keys::holds;
use super::schema::test_place;
use super::{Parts, allowed_outside, docs, own};
use crate::errors::list;
use crate::model::{Entity, Field, Index, IndexKeys, Key, Part, Role, Storage};
use crate::template::Format;

/// The handles of all attributes.
pub(crate) fn fields(entity: &Entity) -> Parts {
    let (ident, vis) = (&entity.ident, &entity.vis);
    let groups = groups(entity);
    let key_fields = entity.key_fields();
    let stored: Vec<_> = entity.fields.iter().enumerate().filter(|(_, field)| field.attribute().is_some()).collect();
    let handles = stored.iter().map(|(at, field)| {
        let (vis, name, ty) = (&field.vis, &field.ident, handle_type(field));
        let doc = docs::handle(field);
        let group = groups.iter().find(|group| group.contains(at));
        let module = &entity.names.fields_module;
        let by_itself = match group {
            Some(_) if entity.tests().any(|test| test.field == *at) => {
                let marker = tests_name(field);
                quote!(__p::InTest<#module::#marker>)
            }
            Some(_) if is_key_by_itself(entity, *at) => quote!(__p::BareKey),
            Some(_) => quote!(__p::Indexed),
            None => quote!(__p::Free),
        };
        let rule = match group {
            Some(group) if key_fields.contains(at) && group.len() > 1 => quote!(__p::GivenAgain<#by_itself, #at>),
            _ if key_fields.contains(at) => quote!(__p::InKey),
            _ if field.immutable => quote!(__p::Immutable<#by_itself, #at>),
            _ if field.role == Role::Version => quote!(__p::Managed<__p::VersionField>),
            _ if field.role == Role::DeletedAt => quote!(__p::Managed<__p::DeletedAtField>),
            Some(group) if group.len() > 1 => {
                let name = group_name(entity, group);
                quote!(__p::Partly<#module::#name, #by_itself, #at>)
            }
            _ => by_itself,
        };
        quote_spanned!(field.span=> #[doc = #doc] #vis #name: __p::Field<#ident, #ty, #rule>)
    });
    let values = stored.iter().map(|(_, field)| {
        let (name, attribute) = (&field.ident, field.attribute());
        quote!(#name: __handle(#attribute))
    });
    let together: Vec<_> = groups.iter().filter(|group| group.len() > 1).collect();
    let markers: Vec<_> = together.iter().map(|group| marker(entity, group)).collect();
    let in_groups = entity.fields.iter().enumerate().filter(|(at, _)| groups.iter().any(|group| group.contains(at)));
    let tested: Vec<_> = in_groups.filter(|(at, _)| entity.tests().any(|test| test.field == *at)).collect();
    let test_markers = tested.iter().map(|(_, field)| {
        let (doc, name) = (docs::tests_marker(field), tests_name(field));
        quote! {
            #[doc = #doc]
            pub enum #name {}
        }
    });
    let tests = tested.iter().map(|(at, _)| tests(entity, *at));
    let groups = together.iter().map(|group| together_impl(entity, group));
    let (name, module) = (&entity.names.fields, &entity.names.fields_module);
    let (doc, type_doc, module_doc) = (docs::fields(entity), docs::fields_type(entity), docs::fields_module(entity));
    let allowed = allowed_outside();
    let module = (!markers.is_empty() || !tested.is_empty()).then(|| {
        quote! {
            #[doc = #module_doc]
            #allowed
            #vis mod #module {
                #(#markers)*
                #(#test_markers)*
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
            #(#groups)*
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

/// `status_and_due_at`
fn group_name(entity: &Entity, group: &[usize]) -> Ident {
    format_ident!("{}", names(entity, group).join("_and_"))
}

fn names<'a>(entity: &'a Entity, group: &[usize]) -> Vec<&'a str> {
    group.iter().map(|at| entity.fields[*at].name.as_str()).collect()
}

/// `whole_status_and_due_at`: what the tuple of all fields of the group is, and nothing else.
fn whole_name(entity: &Entity, group: &[usize]) -> Ident {
    format_ident!("whole_{}", names(entity, group).join("_and_"))
}

/// The name of a group, and the trait whose message shows its fields as a tuple.
fn marker(entity: &Entity, group: &[usize]) -> TokenStream {
    let (name, whole, doc) = (group_name(entity, group), whole_name(entity, group), docs::group(entity, group));
    let names = names(entity, group);
    let is_tested = entity.tests().any(|test| group.contains(&test.field));
    let list = list(names.iter().copied());
    let fact = if is_tested {
        format!(
            "`when` decides by {list} together about an index key, and changing a part of them would leave it stale"
        )
    } else {
        format!("an index key is made from {list} together, and changing a part of them would leave it stale")
    };
    let handles: Vec<_> = names.iter().map(|name| format!("{}::fields().{name}", entity.ident)).collect();
    let help = format!("help: set them together: `.set(({}), ({}))`", handles.join(", "), names.join(", "));
    quote! {
        #[doc = #doc]
        pub enum #name {}
        #[doc = #doc]
        #[diagnostic::on_unimplemented(message = #fact, label = "only a part of an index key", note = #help)]
        pub trait #whole {}
    }
}

/// Lets the tuple of all fields be set, in the order in which they are declared.
fn together_impl(entity: &Entity, group: &[usize]) -> TokenStream {
    let (name, whole, module) = (group_name(entity, group), whole_name(entity, group), &entity.names.fields_module);
    quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #module::#whole for (#(__p::At<#group>,)*) {}
        #[automatically_derived]
        impl<__Places: #module::#whole> __p::SetTogether<__Places> for #module::#name {}
    }
}

/// `decided_by_unread`
fn tests_name(field: &Field) -> Ident {
    format_ident!("decided_by_{}", field.name)
}

/// Evaluates the tests of a field, for `set` of it.
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

/// Fields that must change together, because an index key is made from them. Where every update moves a key, because
/// `updated_at` is in it, updates read the item, and so know the other fields.
pub(crate) fn groups(entity: &Entity) -> Vec<Vec<usize>> {
    let groups = dependent(entity).into_iter();
    let apart = |group: Vec<usize>| -> Vec<Vec<usize>> {
        if moves(entity, &group) { group.into_iter().map(|at| vec![at]).collect() } else { vec![group] }
    };
    groups.flat_map(apart).collect()
}

/// Whether every update has to know these fields, since it sets one of them itself.
fn moves(entity: &Entity, group: &[usize]) -> bool {
    group.len() > 1 && group.iter().any(|at| entity.fields[*at].role == Role::UpdatedAt)
}

/// Whether updates read the item, to know the other fields of a key that `updated_at` is in.
pub(crate) fn updates_read(entity: &Entity) -> bool {
    dependent(entity).iter().any(|group| moves(entity, group))
}

/// Fields that an index key is made from together: what the primary key tells is known anyway.
///
/// A sparse index as a whole depends on all of its fields: whether an item is in it, they decide together.
pub(crate) fn dependent(entity: &Entity) -> Vec<Vec<usize>> {
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
