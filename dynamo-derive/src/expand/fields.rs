//! `Goal::fields()`, and functions that set fields of one index key together.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::docs;
use crate::model::{Entity, Field, Index, IndexKeys, Key, Part, Role, Storage};
use crate::template::Format;

/// The handles of all attributes.
pub(crate) fn fields(entity: &Entity) -> TokenStream {
    let (ident, vis) = (&entity.ident, &entity.vis);
    let groups = groups(entity);
    let key_fields = entity.key_fields();
    let stored: Vec<_> = entity.fields.iter().enumerate().filter(|(_, field)| field.attribute().is_some()).collect();
    let handles = stored.iter().map(|(at, field)| {
        let (vis, name, ty) = (&field.vis, &field.ident, handle_type(field));
        let doc = docs::handle(field);
        let group = groups.iter().find(|group| group.contains(at));
        let rule = match group {
            _ if key_fields.contains(at) => quote!(__p::InKey),
            _ if field.role == Role::Version => quote!(__p::Managed<__p::VersionField>),
            _ if field.role == Role::DeletedAt => quote!(__p::Managed<__p::DeletedAtField>),
            Some(group) if group.len() > 1 => {
                let setter = setter_name(entity, group);
                quote!(__p::Partly<#setter>)
            }
            Some(_) => quote!(__p::Indexed),
            None => quote!(__p::Free),
        };
        quote_spanned!(field.span=> #[doc = #doc] #vis #name: __p::Field<#ident, #ty, #rule>)
    });
    let values = stored.iter().map(|(_, field)| {
        let (name, attribute) = (&field.ident, field.attribute());
        quote!(#name: __p::Field::new(#attribute))
    });
    let together: Vec<_> = groups.iter().filter(|group| group.len() > 1).collect();
    let markers = together.iter().map(|group| {
        let name = setter_name(entity, group);
        quote! {
            pub struct #name;
        }
    });
    let setters = together.iter().map(|group| setter(entity, group));
    let doc = docs::fields(entity);
    let handles_name = format_ident!("__{}Fields", ident.unraw());
    quote! {
        #vis struct #handles_name {
            #(#handles,)*
        }
        #(#markers)*
        #[automatically_derived]
        impl #ident {
            #[doc = #doc]
            #[inline]
            #vis fn fields() -> #handles_name {
                #handles_name { #(#values,)* }
            }
            #(#setters)*
        }
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
        quote_spanned!(field.span=> #name: #ty)
    });
    let sets = group.iter().map(|at| {
        let field = &entity.fields[*at];
        let (name, ty, attribute) = (&field.ident, &field.ty, field.attribute());
        quote_spanned!(field.span=> .field::<#ty>(#attribute, &#name))
    });
    quote! {
        #[doc = #doc]
        #[inline]
        #vis fn #name(#(#args),*) -> __p::Assignments<Self> {
            __p::Assignments::new() #(#sets)*
        }
    }
}

/// Fields that must change together, because an index key is made from them: what the primary key tells is known anyway.
///
/// A sparse index as a whole depends on all of its fields: whether an item is in it, they decide together.
pub(crate) fn groups(entity: &Entity) -> Vec<Vec<usize>> {
    // A folded text in the primary key does not tell what it was.
    let in_key = [&entity.pk, &entity.sk].into_iter().flatten().flat_map(|key| &key.parts);
    let in_key: Vec<_> = in_key
        .filter_map(|part| if let Part::Field(at, format) = part { Some((*at, *format)) } else { None })
        .collect();
    let is_known = |at: usize, format: Format| {
        in_key.iter().any(|(known, as_it_is)| *known == at && (*as_it_is != Format::Lower || format == Format::Lower))
    };
    let mutable = |keys: &[&Key]| -> Vec<usize> {
        let parts = keys.iter().flat_map(|key| &key.parts);
        let mut fields: Vec<usize> = parts
            .filter_map(|part| match part {
                Part::Field(at, format) if !is_known(*at, *format) => Some(*at),
                _ => None,
            })
            .collect();
        fields.retain(|at| entity.fields[*at].attribute().is_some());
        fields.sort_unstable();
        fields.dedup();
        fields
    };
    let of_index = |index: &Index| -> Vec<Vec<usize>> {
        match &index.keys {
            IndexKeys::None | IndexKeys::Refused => Vec::new(),
            _ if index.sparse() => vec![mutable(&index.keys())],
            _ => index.keys().into_iter().map(|key| mutable(&[key])).collect(),
        }
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for fields in entity.indexes.iter().flat_map(of_index).filter(|fields| !fields.is_empty()) {
        let (touching, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|at| fields.contains(at)));
        let mut joined: Vec<usize> = touching.into_iter().flatten().chain(fields).collect();
        joined.sort_unstable();
        joined.dedup();
        groups = apart;
        groups.push(joined);
    }
    groups
}
