//! The entity as `const` data.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::codec::stored_type;
use crate::model::{Entity, Field, Index, IndexKeys, Key, Part, Role, Storage, Test};
use crate::template::{Bucket, Case, Format};

pub(crate) fn consts(entity: &Entity) -> TokenStream {
    let table = entity.table.as_ref().map_or_else(|| quote!(__p::NoTable), |table| quote!(#table));
    let indexes = entity.indexes.iter().map(|index| index_use(entity, index));
    let (schema, name) = (schema(entity), entity.ident.to_string());
    quote! {
        const __ID: &str = ::core::concat!(::core::module_path!(), "::", #name);
        const __LAYOUT: &__p::TableLayout = <#table as __p::Table>::LAYOUT;
        const __INDEXES: &[__p::IndexUse] = &[#(#indexes),*];
        // A static is there once; a constant, with all that it refers to, in each codegen unit that names it.
        static __STATIC: __p::EntitySchema = #schema;
        const __SCHEMA: &__p::EntitySchema = &__STATIC;
    }
}

fn schema(entity: &Entity) -> TokenStream {
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
    let (patterns, place) = (super::patterns::schema(entity), super::table::place());
    let shards = shards(entity);
    let companions = super::companions::has_companions(entity);
    let companion_uses = super::written::uses(entity);
    let slots: usize = entity.indexes.iter().map(|index| index.keys().len()).sum();
    // Few entities have these: the others take them from the fallback.
    let write_once = entity.write_once.as_ref().map(|_| quote!(write_once: true,));
    let constants = (!entity.constants.is_empty()).then(|| {
        let constants = entity.constants.iter().map(|constant| {
            let (name, value) = (super::codec::name(&constant.name.value()), constant.expand());
            quote!(__p::Constant { name: #name, value: #value })
        });
        quote!(constants: &[#(#constants),*],)
    });
    let ids = |others: &[syn::Path]| quote!(&[#(<#others as __p::Entity>::ID),*]);
    let overlaps = (!entity.overlaps.is_empty()).then(|| {
        let ids = ids(&entity.overlaps);
        quote!(overlaps: #ids,)
    });
    let shares_key = (!entity.shares_key.is_empty()).then(|| {
        let ids = ids(&entity.shares_key);
        quote!(shares_key: #ids,)
    });
    let rest = entity.rest().map(|field| {
        let name = &field.name;
        quote!(rest: __p::Some(#name),)
    });
    let pointer = super::written::pointer_source(entity);
    let load = entity.load.as_ref().map(|load| {
        let load = load.expand();
        quote!(load: #load,)
    });
    let allow = (!entity.allow.0.is_empty()).then(|| {
        let allow = entity.allow.expand();
        quote!(allow: #allow,)
    });
    let version: u32 = entity.version.as_ref().and_then(|version| version.base10_parse().ok()).unwrap_or(0);
    quote! {
        __p::EntitySchema {
            id: __ID,
            name: #name,
            tag: #tag,
            layout: __LAYOUT,
            #place
            fields: &[#(#fields),*],
            pk: #pk,
            sk: #sk,
            indexes: __INDEXES,
            slots: &__p::slots::<#slots>(__LAYOUT, __INDEXES),
            patterns: #patterns,
            #shards
            version: #version,
            companions: #companions,
            companion_uses: #companion_uses,
            #pointer
            #overlaps
            #shares_key
            #write_once
            #constants
            #rest
            #load
            #allow
            complete: true,
            ..__p::EntitySchema::FALLBACK
        }
    }
}

/// Over how many partitions items are spread, if they are, and how many are read.
fn shards(entity: &Entity) -> Option<TokenStream> {
    entity.shards.as_ref().map(|shards| {
        let (written, read) = (shards.written(), shards.read());
        quote!(shards: #written, shards_read: #read,)
    })
}

fn empty() -> TokenStream {
    quote!(__p::template("", &[], (0, 0), (0, 0)))
}

/// Asks the type, and not its tokens, what it is stored as.
fn field(field: &Field) -> TokenStream {
    let (name, ty, sensitive) = (&field.name, &field.ty, field.sensitive);
    let Some(attribute) = field.attribute() else { return quote!(__p::unstored(#name, #sensitive)) };
    let facts = match field.storage {
        Storage::Plain => {
            let stored = stored_type(field);
            quote_spanned!(field.span=> #stored::FACTS)
        }
        Storage::Set => quote_spanned!(field.span=> (<__p::AsSet as __p::Adapter<#ty>>::TYPE, false)),
        Storage::Bytes => {
            quote_spanned!(field.span=> (<__p::AsBytes as __p::Adapter<#ty>>::TYPE, <__p::AsBytes as __p::Adapter<#ty>>::OPTIONAL))
        }
        Storage::Serde => quote!((__p::AttributeType::Any, false)),
    };
    let role = match field.role {
        Role::Plain => quote!(Plain),
        Role::CreatedAt => quote!(CreatedAt),
        Role::UpdatedAt => quote!(UpdatedAt),
        Role::Version => quote!(Version),
        Role::Ttl => quote!(Ttl),
        Role::DeletedAt => quote!(DeletedAt),
    };
    let aliases = &field.aliases;
    let plain = field.role == Role::Plain && !sensitive && aliases.is_empty();
    let schema = if plain {
        quote!(__p::stored(#name, #attribute, #facts))
    } else {
        quote!(__p::field(#name, #attribute, #facts, __p::Role::#role, #sensitive, &[#(#aliases),*]))
    };
    let schema = if field.immutable { quote!(__p::immutable(#schema)) } else { schema };
    if field.skip_if.is_some() { quote!(__p::skippable(#schema)) } else { schema }
}

fn spec(entity: &Entity, key: &Key) -> TokenStream {
    if let (true, [Part::Field(at, _)]) = (key.bare, key.parts.as_slice()) {
        let part = part(entity, *at, &quote!(__p::Format::Bare));
        return quote!(__p::KeySpec::Field(#part));
    }
    let text = &key.text;
    let parts = key.parts.iter().map(|piece| match piece {
        Part::Literal(text) => quote!(__p::Part::Literal(#text)),
        Part::Shard => quote!(__p::Part::Field(__p::SHARD_PART)),
        Part::Field(at, Format::Plain) => plain_part(entity, *at),
        Part::Field(at, format) => {
            let part = part(entity, *at, &format_of(*format));
            quote!(__p::Part::Field(#part))
        }
    });
    let (needs, len) = quick(entity, &key.parts);
    let (lead, lead_len) = lead(&key.parts);
    quote!(__p::template(#text, &[#(#parts),*], (#needs, #len), (#lead, #lead_len)))
}

/// Which fields must be sound for a key to be its texts joined, one bit each, and how many bytes are known: `Quick` in core.
fn quick(entity: &Entity, parts: &[Part]) -> (u64, usize) {
    const NEVER: (u64, usize) = (u64::MAX, 0);
    let (mut needs, mut len) = (0, 0);
    for part in parts {
        match part {
            Part::Literal(text) if text.bytes().any(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') => {
                return NEVER;
            }
            Part::Literal(text) => len += text.len(),
            Part::Field(at, format @ (Format::Plain | Format::Padded(_))) => {
                match place(entity, *at) {
                    Some(place) if place < 63 => needs |= 1 << place,
                    _ => return NEVER,
                }
                if let Format::Padded(width) = format {
                    len += width;
                }
            }
            Part::Field(..) | Part::Shard => return NEVER,
        }
    }
    (needs, len)
}

/// The first bytes of every key, up to eight, and how many: `Lead` in core.
fn lead(parts: &[Part]) -> (u64, u32) {
    let Some(Part::Literal(text)) = parts.first() else { return (0, 0) };
    let bytes = text.bytes().take(8).enumerate();
    bytes.fold((0, 0), |(bits, len), (at, byte)| (bits | u64::from(byte) << (8 * at), len + 1))
}

fn part(entity: &Entity, at: usize, format: &TokenStream) -> TokenStream {
    let (Field { name, ty, span, .. }, place) = (&entity.fields[at], place(entity, at));
    quote_spanned!(*span=> __p::part(#name, #place, #format, <#ty as __p::KeySource>::FACTS))
}

/// The same for a field that is written as it is: most of them are.
fn plain_part(entity: &Entity, at: usize) -> TokenStream {
    let (Field { name, ty, span, .. }, place) = (&entity.fields[at], place(entity, at));
    quote_spanned!(*span=> __p::plain(#name, #place, <#ty as __p::KeySource>::FACTS))
}

/// The place of a field among those that keys are made from.
fn place(entity: &Entity, at: usize) -> Option<usize> {
    entity.fields_in_keys().iter().position(|of_key| *of_key == at)
}

/// `__p::Format::Plain` and its like.
fn format_of(format: Format) -> TokenStream {
    match format {
        Format::Plain => quote!(__p::Format::Plain),
        Format::Padded(width) => quote!(__p::Format::Padded(#width)),
        Format::Unordered => quote!(__p::Format::Unordered),
        Format::Escaped => quote!(__p::Format::Escaped),
        Format::Folded(case) => {
            let case = case_of(case);
            quote!(__p::Format::Folded(#case))
        }
        Format::FoldedEscaped(case) => {
            let case = case_of(case);
            quote!(__p::Format::FoldedEscaped(#case))
        }
        Format::Bucket(Bucket::Month) => quote!(__p::Format::Bucket(__p::Bucket::Month)),
        Format::Bucket(Bucket::Date) => quote!(__p::Format::Bucket(__p::Bucket::Date)),
        Format::Bucket(Bucket::Hour) => quote!(__p::Format::Bucket(__p::Bucket::Hour)),
    }
}

fn case_of(case: Case) -> TokenStream {
    match case {
        Case::Lower => quote!(__p::Case::Lower),
        Case::Upper => quote!(__p::Case::Upper),
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
            return quote!(__p::index_use(__LAYOUT, #name, __p::Membership::None));
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
    let membership = match &index.test {
        Some(test) => {
            let (test, membership) =
                (self::test(entity, test), if test.otherwise { quote!(Unless) } else { quote!(When) });
            quote!(#membership(#test, #keys))
        }
        None if index.sparse() => quote!(Sparse(#keys)),
        None => quote!(Always(#keys)),
    };
    quote!(__p::index_use(__LAYOUT, #name, __p::Membership::#membership))
}

/// The outcomes of tests stand behind the texts of key fields.
pub(super) fn test_place(entity: &Entity, test: &Test) -> usize {
    entity.fields_in_keys().len() + test.nth
}

fn test(entity: &Entity, test: &Test) -> TokenStream {
    let (field, at) = (&entity.fields[test.field].name, test_place(entity, test));
    let value = match &test.value {
        Some(value) => {
            let value = value.to_string();
            quote!(__p::Some(#value))
        }
        None => quote!(__p::None),
    };
    quote!(__p::Test { field: #field, value: #value, at: #at })
}
