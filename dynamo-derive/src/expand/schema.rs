//! The entity as `const` data.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;

use crate::model::{Entity, Field, Index, IndexKeys, Key, Part, Role, Storage};
use crate::template::Format;

/// The name of the constant that holds the attribute of one key of an index.
pub(crate) fn slot(index: usize, side: &str, i: usize) -> Ident {
    format_ident!("__{}_{}_{}", side.to_uppercase(), index, i)
}

pub(crate) fn consts(entity: &Entity) -> TokenStream {
    let table = entity.table.as_ref().map_or_else(|| quote!(__p::NoTable), |table| quote!(#table));
    let name = entity.ident.to_string();
    let schema = schema(entity, true);
    let slots = entity.indexes.iter().enumerate().flat_map(|(at, index)| {
        index.keys().into_iter().map(move |(side, i, _)| {
            let slot = slot(at, side, i);
            let side = format_ident!("{side}");
            quote! {
                const #slot: __p::Slot = __p::index_slot(__LAYOUT, __SCHEMA.indexes, #at, __p::Side::#side, #i);
            }
        })
    });
    quote! {
        const __LAYOUT: &__p::TableLayout = <#table as __p::Table>::LAYOUT;
        const __SCHEMA: &__p::EntitySchema = &#schema;
        const __KEY: __p::KeyRender =
            __p::KeyRender { entity: #name, separator: __LAYOUT.separator, sort: false };
        #(#slots)*
    }
}

pub(crate) fn schema(entity: &Entity, complete: bool) -> TokenStream {
    let name = entity.ident.to_string();
    let tag = &entity.tag;
    let fields = entity.fields.iter().map(field);
    let pk = entity.pk.as_ref().map_or_else(empty, |key| spec(entity, key));
    let sk = match &entity.sk {
        Some(key) => {
            let spec = spec(entity, key);
            quote!(__p::Some(#spec))
        }
        None if entity.sk_refused => {
            let empty = empty();
            quote!(__p::Some(#empty))
        }
        None => quote!(__p::None),
    };
    let indexes = entity.indexes.iter().map(|index| index_use(entity, index));
    quote! {
        __p::EntitySchema {
            id: ::core::concat!(::core::module_path!(), "::", #name),
            name: #name,
            tag: #tag,
            table: __LAYOUT.id,
            fields: &[#(#fields),*],
            pk: #pk,
            sk: #sk,
            indexes: &[#(#indexes),*],
            complete: #complete,
        }
    }
}

fn empty() -> TokenStream {
    quote!(__p::KeySpec::Template(__p::Template { text: "", parts: &[] }))
}

/// Asks the type, and not its tokens, what it is stored as.
fn field(field: &Field) -> TokenStream {
    let (name, ty, sensitive) = (&field.name, &field.ty, field.sensitive);
    let attribute = match field.attribute() {
        Some(attribute) => quote!(__p::Some(#attribute)),
        None => quote!(__p::None),
    };
    let (stored_as, optional) = match (field.attribute(), field.storage) {
        (None, _) | (_, Storage::Serde) => (quote!(__p::AttributeType::Any), quote!(false)),
        (_, Storage::Plain) => (
            quote_spanned!(field.span=> <#ty as __p::Attribute>::TYPE),
            quote_spanned!(field.span=> <#ty as __p::Attribute>::OPTIONAL),
        ),
        (_, Storage::Set) => (quote_spanned!(field.span=> <__p::AsSet as __p::Adapter<#ty>>::TYPE), quote!(false)),
        (_, Storage::Bytes) => (quote_spanned!(field.span=> <__p::AsBytes as __p::Adapter<#ty>>::TYPE), quote!(false)),
    };
    let role = match field.role {
        Role::Plain => quote!(Plain),
        Role::CreatedAt => quote!(CreatedAt),
        Role::UpdatedAt => quote!(UpdatedAt),
        Role::Version => quote!(Version),
        Role::Ttl => quote!(Ttl),
    };
    quote! {
        __p::FieldSchema {
            field: #name,
            attribute: #attribute,
            ty: #stored_as,
            optional: #optional,
            role: __p::Role::#role,
            sensitive: #sensitive,
        }
    }
}

fn spec(entity: &Entity, key: &Key) -> TokenStream {
    if let (true, [Part::Field(at, _)]) = (key.bare, key.parts.as_slice()) {
        let part = part(&entity.fields[*at], &quote!(Bare));
        return quote!(__p::KeySpec::Field(#part));
    }
    let text = &key.text;
    let parts = key.parts.iter().map(|piece| match piece {
        Part::Literal(text) => quote!(__p::Part::Literal(#text)),
        Part::Field(at, format) => {
            let format = match format {
                Format::Plain => quote!(Plain),
                Format::Padded(width) => quote!(Padded(#width)),
                Format::Escaped => quote!(Escaped),
                Format::Lower => quote!(Lower),
            };
            let part = part(&entity.fields[*at], &format);
            quote!(__p::Part::Field(#part))
        }
    });
    quote!(__p::KeySpec::Template(__p::Template { text: #text, parts: &[#(#parts),*] }))
}

fn part(field: &Field, format: &TokenStream) -> TokenStream {
    let name = &field.name;
    let ty: &Type = &field.ty;
    quote_spanned! {field.span=>
        __p::KeyPart {
            field: #name,
            format: __p::Format::#format,
            kind: <<#ty as __p::KeySource>::Key as __p::KeyField>::KIND,
            optional: <#ty as __p::KeySource>::OPTIONAL,
        }
    }
}

fn index_use(entity: &Entity, index: &Index) -> TokenStream {
    let name = index.ident.to_string();
    let specs = |keys: &[Key]| {
        let specs = keys.iter().map(|key| spec(entity, key));
        quote!(&[#(#specs),*])
    };
    let keys = match &index.keys {
        // A refused index counts as mentioned, so that rule 5 stays silent about it.
        IndexKeys::None | IndexKeys::Refused => {
            return quote!(__p::IndexUse { index: #name, membership: __p::Membership::None });
        }
        IndexKeys::One { keys, .. } => {
            let keys = specs(keys);
            quote!(__p::IndexKeys::One(#keys))
        }
        IndexKeys::Two { partition, sort, .. } => {
            let (partition, sort) = (specs(partition), specs(sort));
            quote!(__p::IndexKeys::Two(#partition, #sort))
        }
    };
    let membership = if index.sparse() { quote!(Sparse) } else { quote!(Always) };
    quote!(__p::IndexUse { index: #name, membership: __p::Membership::#membership(#keys) })
}
