//! `#[derive(Table)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Path, Type};

use super::codec::name;
use super::{assert, docs};
use crate::attr::table::{IndexOptions, OnDemand, ProjectionAttr, Provisioned, TableIndex};
use crate::model::{Table, Variant};

pub(crate) fn expand(table: &Table) -> TokenStream {
    let (consts, table_impl, asserts) = (table.consts(), table.table_impl(), assert::table(table));
    quote!(#consts #table_impl #asserts)
}

impl Table {
    fn consts(&self) -> TokenStream {
        let table = self.ident.to_string();
        let id = quote!(::core::concat!(::core::module_path!(), "::", #table));
        let (inherited, layout) = match &self.attr.extends {
            Some(base) => self.extended(&base.0, &table, &id),
            None => (quote!(), self.layout(&table, &id)),
        };
        let base = match &self.base {
            Some(Variant { ty, .. }) => quote!(__Some(<#ty as __p::Table>::SCHEMA)),
            None => quote!(__None),
        };
        let entities = self.entities.iter().map(|variant| {
            let ty = &variant.ty;
            quote_spanned!(ty.span()=> <#ty as __p::Entity>::SCHEMA)
        });
        quote! {
            #inherited
            static __LAYOUT_STATIC: __p::TableLayout = #layout;
            const __LAYOUT: &__p::TableLayout = &__LAYOUT_STATIC;
            static __STATIC: __p::TableSchema = __p::TableSchema::new(__LAYOUT, #base, &[#(#entities),*]);
        }
    }

    /// The layout of a table that extends another: the other's, with indexes of its own after those that it has.
    fn extended(&self, base: &Path, table: &str, id: &TokenStream) -> (TokenStream, TokenStream) {
        let (limit, place) = (self.attr.global_indexes.as_ref().map(|limit| quote!(global_indexes: #limit,)), place());
        if self.indexes.is_empty() {
            let base = quote!(<#base as __p::Table>::LAYOUT);
            return (quote!(), quote!(__p::TableLayout { id: #id, table: #table, place: #place, #limit ..*#base }));
        }
        let (own, count) = (self.indexes.iter().map(|index| self.index(index)), self.indexes.len());
        let inherited = quote! {
            const __INHERITED: &__p::TableLayout = <#base as __p::Table>::LAYOUT;
            const __INHERITED_PK: [__p::KeyAttribute; 1] = [__INHERITED.pk];
            const __OWN: [__p::IndexSchema; #count] = [#(#own),*];
            const __INDEXES: [__p::IndexSchema; __INHERITED.indexes.len() + #count] =
                __p::joined(__INHERITED.indexes, &__OWN);
        };
        let layout = quote! {
            __p::TableLayout { id: #id, table: #table, place: #place, indexes: &__INDEXES, #limit ..*__INHERITED }.noted()
        };
        (inherited, layout)
    }

    fn layout(&self, table: &str, id: &TokenStream) -> TokenStream {
        let attr = &self.attr;
        let text = |text: &Option<crate::attr::Text>| text.as_ref().map(|text| text.0.value());
        let dynamo_name = text(&attr.name).unwrap_or_default();
        let separator = text(&attr.separator).and_then(|text| text.bytes().next()).unwrap_or(b'#');
        let type_of = |ty: Option<String>| format_ident!("{}", ty.unwrap_or_else(|| "S".to_owned()));
        let pk = key_attribute(&text(&attr.pk).unwrap_or_default(), &type_of(text(&attr.pk_type)));
        let sk = option(text(&attr.sk).map(|name| key_attribute(&name, &type_of(text(&attr.sk_type)))));
        let tag = option(text(&attr.type_attribute).map(|tag| name(&tag)));
        let ttl = option(text(&attr.ttl).map(|ttl| quote!(#ttl)));
        let stream = attr.stream.is_present();
        let none = if text(&attr.none).as_deref() == Some("null") { quote!(Null) } else { quote!(Omit) };
        let indexes = self.indexes.iter().map(|index| self.index(index));
        let limit = attr.global_indexes.as_ref().map_or_else(|| quote!(20), |limit| quote!(#limit));
        let (settings, place) = (self.settings(), place());
        quote! {
            __p::TableLayout {
                id: #id,
                table: #table,
                place: #place,
                name: #dynamo_name,
                separator: #separator,
                pk: #pk,
                sk: #sk,
                type_attribute: #tag,
                ttl: #ttl,
                stream: #stream,
                none: __p::NoneAs::#none,
                indexes: &[#(#indexes),*],
                global_indexes: #limit,
                #settings
                complete: true,
                ..__p::TableLayout::FALLBACK
            }
            .noted()
        }
    }

    /// Few tables say anything of it: the others take it from the fallback.
    fn settings(&self) -> Option<TokenStream> {
        let attr = &self.attr;
        let mut given = Vec::new();
        if let Some(billing) = billing(attr.provisioned.as_ref(), attr.on_demand.as_ref()) {
            given.push(quote!(billing: #billing));
        }
        if attr.point_in_time_recovery.is_present() {
            given.push(quote!(point_in_time_recovery: true));
        }
        if attr.deletion_protection.is_present() {
            given.push(quote!(deletion_protection: true));
        }
        if let Some(boundary) = &attr.boundary {
            let field = boundary.0.value();
            given.push(quote!(boundary: __Some(#field)));
        }
        for (name, pairs) in [("tags", &attr.tags), ("allow", &attr.allow)] {
            if !pairs.0.is_empty() {
                let (name, pairs) = (format_ident!("{name}"), pairs.expand());
                given.push(quote!(#name: #pairs));
            }
        }
        let settings = quote!(settings: __p::TableSettings { #(#given,)* ..__p::TableSettings::DEFAULT },);
        (!given.is_empty()).then_some(settings)
    }

    fn index(&self, index: &TableIndex) -> TokenStream {
        let ident = index.ident.to_string();
        let IndexOptions { name: dynamo_name, pk, sk, pk_type, sk_type, mandatory, local, projection, .. } =
            &index.options;
        let dynamo_name = dynamo_name.as_ref().map(|text| text.0.value()).unwrap_or_default();
        let attributes = |names: &Option<crate::attr::table::Texts>, types: &Option<crate::attr::table::Texts>| {
            let names = names.clone().unwrap_or_default().0;
            let types = types.clone().unwrap_or_default().0;
            let attributes = names.into_iter().enumerate().map(|(i, name)| {
                let ty = types.get(i).map_or_else(|| "S".to_owned(), syn::LitStr::value);
                key_attribute(&name.value(), &format_ident!("{ty}"))
            });
            quote!(&[#(#attributes),*])
        };
        let pk = match (local, &self.attr.pk, &self.attr.pk_type) {
            // A local index has the table's partition key.
            (true, Some(pk), ty) => {
                let ty = ty.as_ref().map_or_else(|| "S".to_owned(), |ty| ty.0.value());
                let pk = key_attribute(&pk.0.value(), &format_ident!("{ty}"));
                quote!(&[#pk])
            }
            (true, None, _) => quote!(&__INHERITED_PK),
            _ => attributes(pk, pk_type),
        };
        let sk = attributes(sk, sk_type);
        let projection = match projection {
            Some(ProjectionAttr::Include(names)) => quote!(Include(&[#(#names),*])),
            Some(ProjectionAttr::Word(word)) if word.value() == "KEYS_ONLY" => quote!(KeysOnly),
            _ => quote!(All),
        };
        let billing = option(billing(index.options.provisioned.as_ref(), index.options.on_demand.as_ref()));
        quote! {
            __p::IndexSchema {
                ident: #ident,
                name: #dynamo_name,
                pk: #pk,
                sk: #sk,
                local: #local,
                mandatory: #mandatory,
                projection: __p::IndexProjection::#projection,
                billing: #billing,
            }
        }
    }

    fn table_impl(&self) -> TokenStream {
        let ident = &self.ident;
        let variants: Vec<_> = self.entities.iter().map(|variant| &variant.ident).collect();
        let types: Vec<_> = self.entities.iter().map(|variant| &variant.ty).collect();
        let positions = 0..self.entities.len();
        let (base_len, base_code, base_read, base_write, base_from) = match &self.base {
            Some(Variant { ident: variant, ty, .. }) => (
                quote!(__p::entity_count(<#ty as __p::Table>::SCHEMA)),
                quote!(__Some(<#ty as __p::Table>::CODE)),
                quote! {
                    if __at < __BASE {
                        return <#ty as __p::Table>::read_entity(__at, __source).map(Self::#variant);
                    }
                },
                quote!(Self::#variant(__base) => __p::Table::write_entity(__base, __sink),),
                from(ident, variant, ty),
            ),
            None => (quote!(0), quote!(__None), quote!(), quote!(), quote!()),
        };
        let vis = &self.vis;
        let doc = docs::table_partition(&ident.to_string());
        let froms = self.entities.iter().map(|variant| from(ident, &variant.ident, &variant.ty));
        quote! {
            #[automatically_derived]
            impl __p::Table for #ident {
                const LAYOUT: &'static __p::TableLayout = __LAYOUT;
                const SCHEMA: &'static __p::TableSchema = &__STATIC;
                const CODE: &'static __p::TableCode =
                    &__p::TableCode { base: #base_code, entities: &[#(__p::EntityCode::complete::<#types>()),*] };

                fn read_entity<__S: __p::EntitySource>(__at: usize, __source: __S) -> __Result<Self, __p::Error> {
                    const __BASE: usize = #base_len;
                    #base_read
                    match __at - __BASE {
                        #(#positions => __p::EntitySource::read::<#types>(__source).map(Self::#variants),)*
                        _ => __p::refused(),
                    }
                }

                fn write_entity<__S: __p::EntitySink>(&self, __sink: __S) -> __Result<__S::Out, __p::Error> {
                    match self {
                        #base_write
                        #(Self::#variants(__entity) => __p::EntitySink::write(__sink, __entity),)*
                    }
                }
            }
            impl #ident {
                #[doc = #doc]
                #[inline]
                #vis fn partition(pk: impl __p::AsRef<str>) -> __Query<__p::AnyOf<Self>, Self, __PrimaryKey> {
                    __Query::of_partition(__p::AsRef::as_ref(&pk))
                }
            }
            #base_from
            #(#froms)*
        }
    }
}

fn from(table: &Ident, variant: &Ident, ty: &Type) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl __p::From<#ty> for #table {
            fn from(__value: #ty) -> Self {
                Self::#variant(__value)
            }
        }
    }
}

/// How capacity is paid for, where that is said.
fn billing(provisioned: Option<&Provisioned>, on_demand: Option<&OnDemand>) -> Option<TokenStream> {
    match (provisioned, on_demand) {
        (Some(Provisioned { reads, writes }), _) => {
            Some(quote!(__p::Billing::Provisioned { reads: #reads, writes: #writes }))
        }
        (None, Some(OnDemand { max_reads, max_writes })) => {
            let [reads, writes] =
                [max_reads, max_writes].map(|max| option(max.as_ref().map(ToTokens::to_token_stream)));
            Some(quote!(__p::Billing::OnDemand { max_reads: #reads, max_writes: #writes }))
        }
        (None, None) => None,
    }
}

/// Where the derive stands.
pub(super) fn place() -> TokenStream {
    quote!(__p::Place { file: ::core::file!(), line: ::core::line!() })
}

fn key_attribute(attribute: &str, key_type: &Ident) -> TokenStream {
    let name = name(attribute);
    quote!(__p::KeyAttribute { name: #name, key_type: __p::KeyType::#key_type })
}

fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(__None), |value| quote!(__Some(#value)))
}
