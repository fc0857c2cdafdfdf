//! The entity as `const` data.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::model::{Entity, Field, InKeys, Index, IndexKeys, Key, Part, Role, Storage, Test};
use crate::template::{Bucket, Case, Format};

pub(crate) fn consts(entity: &Entity) -> TokenStream {
    let mut keys = Keys { entity, fields: entity.fields_in_keys(), parts: Vec::new(), given: Vec::new() };
    keys.add(entity.pk.as_ref());
    if entity.sk.is_some() || entity.sk_refused {
        keys.add(entity.sk.as_ref());
    }
    let of_the_table = keys.given.len();
    let indexes: Vec<_> = entity.indexes.iter().map(|index| index_use(entity, index, &mut keys)).collect();
    let fields = entity.fields.iter().map(field);
    let (schema, name) = (schema(entity), entity.ident.to_string());
    let Keys { parts, given, .. } = &keys;
    let (part_count, key_count, field_count) = (parts.len(), given.len(), entity.fields.len());
    let indexes = (!indexes.is_empty()).then(|| {
        let (uses, slots, layout) = (indexes.len(), key_count - of_the_table, layout(entity));
        quote!(static __INDEXES: __p::Indexes<#uses, #slots> = __p::indexes(#layout, &__KEYS, [#(#indexes),*]);)
    });
    quote! {
        const __ID: &str = ::core::concat!(::core::module_path!(), "::", #name);
        // A static is there once; a constant, with all that it refers to, in each codegen unit that names it. Each array has its
        // own: for one within the other, the compiler takes time that grows with the square of their size.
        static __PARTS: [__Part; #part_count] = [#(#parts),*];
        static __KEYS: [__p::KeySpec; #key_count] = __p::keys(&__PARTS, [#(#given),*]);
        #indexes
        static __FIELDS: [__p::FieldSchema; #field_count] = [#(#fields),*];
        static __STATIC: __p::EntitySchema = #schema;
    }
}

/// The layout of the entity's table. Not in a constant of the entity's own, since the compiler would look at all of it once more.
fn layout(entity: &Entity) -> TokenStream {
    match &entity.table {
        Some(table) => quote!(<#table as __p::Table>::LAYOUT),
        None => quote!(<__p::NoTable as __p::Table>::LAYOUT),
    }
}

/// The keys of an entity, those of the table first, with the parts of all of them in one array.
struct Keys<'a> {
    entity: &'a Entity,
    /// The fields that keys are made from.
    fields: Vec<usize>,
    parts: Vec<TokenStream>,
    /// `GivenKey` in core.
    given: Vec<TokenStream>,
}

impl Keys<'_> {
    /// Adds a key, or what stands where one was refused.
    fn add(&mut self, key: Option<&Key>) {
        let Some(key) = key else { return self.given.push(quote!(("", 0, 0, 0))) };
        for part in &key.parts {
            self.parts.push(match part {
                Part::Field(at, _) if key.bare => self.field(*at, &quote!(__p::Format::Bare)),
                Part::Field(at, Format::Plain) => self.plain_field(*at),
                Part::Field(at, format) => self.field(*at, &format_of(*format)),
                Part::Literal(text) => quote!(__Part::Literal(#text)),
                Part::Shard => quote!(__Part::Field(__p::SHARD_PART)),
            });
        }
        let (text, count, (bits, len)) = (&key.text, Literal::usize_unsuffixed(key.parts.len()), lead(&key.parts));
        self.given.push(quote!((#text, #count, #bits, #len)));
    }

    fn field(&self, at: usize, format: &TokenStream) -> TokenStream {
        let (Field { name, ty, span, .. }, place) = (&self.entity.fields[at], self.place(at));
        quote_spanned!(*span=> __Part::Field(__p::part(#name, #place, #format, <#ty as __KeySource>::FACTS)))
    }

    /// The same for a field that is written as it is: most of them are.
    fn plain_field(&self, at: usize) -> TokenStream {
        let (Field { name, ty, span, .. }, place) = (&self.entity.fields[at], self.place(at));
        quote_spanned!(*span=> __plain(#name, #place, <#ty as __KeySource>::FACTS))
    }

    /// The place of a field among those that keys are made from.
    fn place(&self, at: usize) -> Option<usize> {
        self.fields.iter().position(|of_key| *of_key == at)
    }
}

fn schema(entity: &Entity) -> TokenStream {
    let name = entity.ident.to_string();
    let tag = &entity.tag;
    let (patterns, place) = (super::patterns::schema(entity), super::table::place());
    let (shards, layout) = (shards(entity), layout(entity));
    let indexes = if entity.indexes.is_empty() { quote!(__p::Indexes::NONE) } else { quote!(__INDEXES) };
    // Few entities have these.
    let patterns = (!entity.patterns.is_empty()).then(|| quote!(patterns: #patterns,));
    let companions = super::written::uses(entity).map(|uses| quote!(companions: true, companion_uses: #uses,));
    let lock = entity.lock.as_ref().map(|_| quote!(lock: true,));
    let counters: Vec<_> = entity.fields.iter().filter(|field| field.counter).map(|field| &field.name).collect();
    let counters = (!counters.is_empty()).then(|| quote!(counters: &[#(#counters),*],));
    let updates_read = super::fields::updates_read(entity).then(|| quote!(updates_read: true,));
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
    let version = entity.version.as_ref().and_then(|version| version.base10_parse::<u32>().ok());
    let version = version.map(|version| quote!(version: #version,));
    let usual = quote!(__p::entity(__ID, #name, #tag, #layout, #place, &__FIELDS, &__KEYS, &#indexes, #names));
    let special = quote! {
        #patterns #shards #version #companions #lock #counters #pointer #overlaps #shares_key #write_once #updates_read #constants #rest #load #allow
    };
    if special.is_empty() { usual } else { quote!(__p::EntitySchema { #special ..#usual }) }
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

/// Asks the type, and not its tokens, what it is stored as.
fn field(field: &Field) -> TokenStream {
    let (name, ty, sensitive) = (&field.name, &field.ty, field.sensitive);
    let Some(attribute) = field.attribute() else { return quote!(__p::unstored(#name, #sensitive)) };
    let facts = match field.storage {
        Storage::Plain => {
            if field.key == InKeys::No {
                quote_spanned!(field.span=> <#ty as __Attribute>::FACTS)
            } else {
                quote_spanned!(field.span=> <#ty as __KeySource>::STORED)
            }
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
fn lead(parts: &[Part]) -> (Literal, Literal) {
    let text = if let Some(Part::Literal(text)) = parts.first() { text.as_str() } else { "" };
    let bytes = text.bytes().take(8).enumerate();
    let (bits, len) = bytes.fold((0, 0), |(bits, len), (at, byte)| (bits | u64::from(byte) << (8 * at), len + 1));
    (Literal::u64_unsuffixed(bits), Literal::u32_unsuffixed(len))
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

/// `GivenIndex` in core.
fn index_use(entity: &Entity, index: &Index, all: &mut Keys<'_>) -> TokenStream {
    let name = index.ident.to_string();
    for key in index.keys() {
        all.add(Some(key));
    }
    let count = |keys: &[Key]| Literal::usize_unsuffixed(keys.len());
    let (partition, sort) = match &index.keys {
        // A refused index counts as mentioned, so that rule 5 stays silent about it.
        IndexKeys::None | IndexKeys::Refused => return quote!((#name, __p::In::Never, 0, 0)),
        IndexKeys::One { keys, .. } => (count(keys), quote!(__p::ALONE)),
        IndexKeys::Two { partition, sort, .. } => (count(partition), count(sort).to_token_stream()),
    };
    let when = match &index.test {
        Some(test) => {
            let (test, when) = (self::test(entity, test), if test.otherwise { quote!(Unless) } else { quote!(When) });
            quote!(#when(#test))
        }
        None if index.sparse() => quote!(Sparse),
        None => quote!(Always),
    };
    quote!((#name, __p::In::#when, #partition, #sort))
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
