//! The entity as `const` data.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use super::codec::stored_type;
use crate::model::{Entity, Field, Index, IndexKeys, Key, Part, Role, Storage, Test};
use crate::template::{Bucket, Case, Format};

pub(crate) fn consts(entity: &Entity) -> TokenStream {
    let table = entity.table.as_ref().map_or_else(|| quote!(__p::NoTable), |table| quote!(#table));
    let mut keys = Keys { entity, fields: entity.fields_in_keys(), specs: Vec::new() };
    let pk = match &entity.pk {
        Some(key) => keys.add(key),
        None => keys.push(empty()),
    };
    let sk = match &entity.sk {
        Some(key) => Some(keys.add(key)),
        None if entity.sk_refused => Some(keys.push(empty())),
        None => None,
    };
    let sk = sk.map_or_else(|| quote!(__None), |sk| quote!(__Some(#sk)));
    let indexes: Vec<_> = entity.indexes.iter().map(|index| index_use(entity, index, &mut keys)).collect();
    let fields = entity.fields.iter().map(field);
    let (schema, name) = (schema(entity, &pk, &sk), entity.ident.to_string());
    let (keys, index_count, field_count) = (&keys.specs, indexes.len(), entity.fields.len());
    let key_count = keys.len();
    let slots: usize = entity.indexes.iter().map(|index| index.keys().len()).sum();
    quote! {
        const __ID: &str = ::core::concat!(::core::module_path!(), "::", #name);
        const __LAYOUT: &__p::TableLayout = <#table as __p::Table>::LAYOUT;
        // A static is there once; a constant, with all that it refers to, in each codegen unit that names it. Each array has its
        // own: for one within the other, the compiler takes time that grows with the square of their size.
        static __KEYS: [__p::KeySpec; #key_count] = [#(#keys),*];
        static __INDEXES: [__p::IndexUse; #index_count] = [#(#indexes),*];
        static __FIELDS: [__p::FieldSchema; #field_count] = [#(#fields),*];
        static __SLOTS: [__p::Slot; #slots] = __p::slots(__LAYOUT, &__INDEXES);
        static __STATIC: __p::EntitySchema = #schema;
    }
}

/// The keys of an entity, which stand in one array.
struct Keys<'a> {
    entity: &'a Entity,
    /// The fields that keys are made from.
    fields: Vec<usize>,
    specs: Vec<TokenStream>,
}

impl Keys<'_> {
    /// Adds a key, and returns its place.
    fn add(&mut self, key: &Key) -> TokenStream {
        self.push(self.spec(key))
    }

    fn push(&mut self, spec: TokenStream) -> TokenStream {
        let at = Literal::usize_unsuffixed(self.specs.len());
        self.specs.push(spec);
        quote!(__KEYS[#at])
    }

    fn spec(&self, key: &Key) -> TokenStream {
        if let (true, [Part::Field(at, _)]) = (key.bare, key.parts.as_slice()) {
            let part = self.part(*at, &quote!(__p::Format::Bare));
            return quote!(__p::KeySpec::Field(#part));
        }
        let text = &key.text;
        let parts = key.parts.iter().map(|piece| match piece {
            Part::Literal(text) => quote!(__Part::Literal(#text)),
            Part::Shard => quote!(__Part::Field(__p::SHARD_PART)),
            Part::Field(at, Format::Plain) => self.plain_part(*at),
            Part::Field(at, format) => {
                let part = self.part(*at, &format_of(*format));
                quote!(__Part::Field(#part))
            }
        });
        let (lead, lead_len) = lead(&key.parts);
        quote!(__template(#text, &[#(#parts),*], (#lead, #lead_len)))
    }

    fn part(&self, at: usize, format: &TokenStream) -> TokenStream {
        let (Field { name, ty, span, .. }, place) = (&self.entity.fields[at], self.place(at));
        quote_spanned!(*span=> __p::part(#name, #place, #format, <#ty as __KeySource>::FACTS))
    }

    /// The same for a field that is written as it is: most of them are.
    fn plain_part(&self, at: usize) -> TokenStream {
        let (Field { name, ty, span, .. }, place) = (&self.entity.fields[at], self.place(at));
        quote_spanned!(*span=> __plain(#name, #place, <#ty as __KeySource>::FACTS))
    }

    /// The place of a field among those that keys are made from.
    fn place(&self, at: usize) -> Option<usize> {
        self.fields.iter().position(|of_key| *of_key == at)
    }
}

fn schema(entity: &Entity, pk: &TokenStream, sk: &TokenStream) -> TokenStream {
    let name = entity.ident.to_string();
    let tag = &entity.tag;
    let (patterns, place) = (super::patterns::schema(entity), super::table::place());
    let shards = shards(entity);
    let companions = super::companions::has_companions(entity);
    let companion_uses = super::written::uses(entity);
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
        quote!(rest: __Some(#name),)
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
    let names = Literal::u128_unsuffixed(names(entity));
    let version: u32 = entity.version.as_ref().and_then(|version| version.base10_parse().ok()).unwrap_or(0);
    quote! {
        __p::EntitySchema {
            id: __ID,
            name: #name,
            tag: #tag,
            layout: __LAYOUT,
            #place
            fields: &__FIELDS,
            pk: #pk,
            sk: #sk,
            indexes: &__INDEXES,
            slots: &__SLOTS,
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
            names: #names,
            complete: true,
            ..__p::EntitySchema::FALLBACK
        }
    }
}

/// The bits of all attributes, by `text::bit` of core; all bits if a rule may have something to say about a field, whatever its name.
fn names(entity: &Entity) -> u128 {
    let bit = |field: &Field| match (field.attribute().map(str::as_bytes), field) {
        (None, _) => 0,
        (_, Field { role: Role::Plain, immutable: false, aliases, .. }) if !aliases.is_empty() => u128::MAX,
        (Some([first, .., before, last]), Field { role: Role::Plain, immutable: false, .. }) => {
            1 << ((u32::from(*first) * 3 + u32::from(*before) * 5 + u32::from(*last) * 7) % 128)
        }
        (Some([first, ..]), Field { role: Role::Plain, immutable: false, .. }) => 1 << (*first % 128),
        _ => u128::MAX,
    };
    entity.fields.iter().map(bit).fold(0, |bits, bit| bits | bit)
}

/// Over how many partitions items are spread, if they are, and how many are read.
fn shards(entity: &Entity) -> Option<TokenStream> {
    entity.shards.as_ref().map(|shards| {
        let (written, read) = (shards.written(), shards.read());
        quote!(shards: #written, shards_read: #read,)
    })
}

fn empty() -> TokenStream {
    quote!(__template("", &[], (0, 0)))
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
        quote!(__stored(#name, #attribute, #facts))
    } else {
        quote!(__p::field(#name, #attribute, #facts, __p::Role::#role, #sensitive, &[#(#aliases),*]))
    };
    let schema = if field.immutable { quote!(__p::immutable(#schema)) } else { schema };
    if field.skip_if.is_some() { quote!(__p::skippable(#schema)) } else { schema }
}

/// The first bytes of every key, up to eight, and how many: `Lead` in core.
fn lead(parts: &[Part]) -> (u64, u32) {
    let Some(Part::Literal(text)) = parts.first() else { return (0, 0) };
    let bytes = text.bytes().take(8).enumerate();
    bytes.fold((0, 0), |(bits, len), (at, byte)| (bits | u64::from(byte) << (8 * at), len + 1))
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

fn index_use(entity: &Entity, index: &Index, all: &mut Keys<'_>) -> TokenStream {
    let name = index.ident.to_string();
    let mut specs = |keys: &[Key]| match keys {
        [key] => {
            let key = all.add(key);
            quote!(::core::slice::from_ref(&#key))
        }
        _ => {
            let specs = keys.iter().map(|key| all.spec(key));
            quote!(&[#(#specs),*])
        }
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
            quote!(__Some(#value))
        }
        None => quote!(__None),
    };
    quote!(__p::Test { field: #field, value: #value, at: #at })
}
