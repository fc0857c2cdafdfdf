//! Reading and writing the fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{keys, own};
use crate::attr::serde::DefaultValue;
use crate::model::{Entity, Field, InKeys, Role, Storage, Stored};

/// `__name_of("id", "\"id\":")`: the name and the bytes that open it in JSON.
pub(crate) fn name(text: &str) -> TokenStream {
    let json = format!("{}:", json_string(text));
    quote!(__name_of(#text, #json))
}

pub(crate) fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => out.extend(format!("\\u{:04x}", c as u32).chars()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let (ident, table) = (&entity.ident, &entity.table);
    let keys = keys::entity(entity);
    let companions = super::companions::entity(entity);
    let upgrade = entity.upgrade.as_ref().map(|upgrade| {
        quote_spanned! {upgrade.span()=>
            fn upgrade(__from: u32, __item: __p::Item) -> __Result<__p::Item, __p::CodecError> {
                __p::upgraded((#upgrade)(__from, __item), __from)
            }
        }
    });
    let key_fields = entity.parsed_fields();
    let key_types: Vec<_> = key_fields
        .iter()
        .map(|at| {
            let ty = &entity.fields[*at].ty;
            quote_spanned!(entity.fields[*at].span=> <#ty as __KeySource>::Key)
        })
        .collect();
    let span = key_fields.first().map_or(entity.span, |at| entity.fields[*at].span);
    // All of it at the field: rustc reports what is wrong with the type at the whole of it.
    let key_tuple = quote_spanned!(span=> type KeyFields = (#(#key_types,)*););
    let writes = entity.fields.iter().map(|field| {
        let this = own("self", field.span);
        write(field, &quote_spanned!(field.span=> &#this), &quote!(__m))
    });
    let rest = entity.rest();
    let write_rest = rest.map(|field| {
        let (ident, ty) = (&field.ident, &field.ty);
        let (this, map) = (own("self", field.span), own("__m", field.span));
        quote_spanned!(field.span=> <#ty as __p::Rest>::write(&#this.#ident, &__STATIC, #map);)
    });
    let rest_slot = rest.map(|field| {
        let ty = &field.ty;
        let rest = own("__rest", field.span);
        quote_spanned!(field.span=> let mut #rest = <#ty as __p::Rest>::empty();)
    });
    let reads = Reads::new(&entity.fields);
    let (slots, arms, finish, values) = (reads.slots(), reads.arms(), reads.finish(), reads.values());
    let next = or_return(&quote!(__p::MapDecoder::next(__map)));
    let other = match rest {
        Some(Field { ty, span, .. }) => {
            let [rest, keys, other, value] = ["__rest", "__keys", "__other", "__value"].map(|name| own(name, *span));
            quote_spanned!(*span=> <#ty as __p::Rest>::read(&mut #rest, #keys, &__STATIC, #other, #value))
        }
        // By the type: a constant in a generic body is evaluated once more, for the bounds of that body.
        None => quote!(__keys.other::<Self, _>(__other, __value)),
    };
    let expiry = rest.zip(deleted_at(entity)).map(|(rest, deleted)| {
        let (ty, own) = (&rest.ty, own("__rest", rest.span));
        quote_spanned!(rest.span=> if let __Some(__Some(_)) = &#deleted { <#ty as __p::Rest>::drop_expiry(&mut #own, &__STATIC); })
    });
    let key_only = key_only(entity);
    let written = super::written::written(entity);
    quote! {
        #[automatically_derived]
        impl __p::Entity for #ident {
            type Table = #table;
            #key_tuple
            type Written = #written;
            const ID: &'static str = __ID;
            const SCHEMA: &'static __p::EntitySchema = &__STATIC;
            #keys
            #companions
            #upgrade

            fn write_fields<__M: __p::MapEncoder>(&self, __m: &mut __M) {
                #(#writes)*
                #write_rest
            }

            fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
                __map: &mut __M,
                __keys: &mut __p::DecodeKeys<'__de>,
            ) -> __Result<Self, __p::CodecError> {
                #slots
                #rest_slot
                while let __Some((__name, __value)) = #next {
                    let __read = match __p::AsRef::<str>::as_ref(&__name) {
                        #arms
                        __other => #other,
                    };
                    if let __Err(__error) = __read {
                        return __Err(__error);
                    }
                }
                #expiry
                #key_only
                #finish
                __Ok(Self { #values })
            }
        }
    }
}

/// The slot of the field that says when an item was softly deleted.
fn deleted_at(entity: &Entity) -> Option<syn::Ident> {
    let is_stored = |field: &Field| field.role == Role::DeletedAt && field.attribute().is_some();
    entity.fields.iter().position(is_stored).map(slot)
}

/// `?` without its traits, which take the compiler longer than all the rest of the line.
pub(crate) fn or_return(result: &TokenStream) -> TokenStream {
    quote_spanned! {result.span()=>
        match #result {
            __Ok(__ok) => __ok,
            __Err(__error) => return __Err(__error),
        }
    }
}

/// Fields that stand in the key alone are read from it.
fn key_only(entity: &Entity) -> TokenStream {
    let is_key_only = |at: &usize| matches!(entity.fields[*at].stored, Stored::KeyOnly);
    let fields = entity.parsed_fields();
    if !fields.iter().any(is_key_only) {
        return quote!();
    }
    let patterns = fields.iter().map(|at| {
        let slot = own(&slot(*at).to_string(), entity.fields[*at].span);
        if is_key_only(at) { quote!(#slot) } else { quote!(_) }
    });
    let span = entity.fields[fields[0]].span;
    // A key that is a field was read as one.
    let bare = [(&entity.pk, "bare_pk"), (&entity.sk, "bare_sk")].into_iter().filter_map(|(key, note)| {
        let key = key.as_ref().filter(|key| key.bare)?;
        let (note, slot) = (format_ident!("{note}"), slot(*key.fields().first()?));
        Some(quote!(__keys.#note(__Option::as_ref(&#slot));))
    });
    let keys = own("__keys", span);
    let fields = or_return(&quote_spanned!(span=> #keys.fields::<Self>()));
    quote_spanned!(span=> #(#bare)* let (#(#patterns,)*) = #fields;)
}

fn slot(at: usize) -> syn::Ident {
    format_ident!("__f{at}")
}

/// One statement that writes a field.
pub(crate) fn write(field: &Field, owner: &TokenStream, map: &TokenStream) -> TokenStream {
    let Some(attribute) = field.attribute() else { return quote!() };
    let ident = &field.ident;
    let value = quote_spanned!(field.span=> #owner.#ident);
    write_value(field, attribute, &value, map)
}

/// The same for a value that is a reference already.
pub(crate) fn write_value(field: &Field, attribute: &str, value: &TokenStream, map: &TokenStream) -> TokenStream {
    let name = name(attribute);
    let span = field.span;
    let codec = codec(field);
    let write = match field.storage {
        Storage::Plain if field.key == InKeys::Bare => {
            quote_spanned!(span=> #codec::write_key_field(#value, #map, &#name);)
        }
        Storage::Serde => quote_spanned!(span=> __p::write_serde(#value, #map, &#name);),
        _ => quote_spanned!(span=> #codec::write_field(#value, #map, &#name);),
    };
    match &field.skip_if {
        Some(path) => quote!(if !#path(#value) { #write }),
        None => write,
    }
}

/// What reads and writes a field: its type, or the adapter that it is stored by.
fn codec(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match field.storage {
        Storage::Set => quote_spanned!(field.span=> <__p::AsSet as __p::Adapter<#ty>>),
        Storage::Bytes => quote_spanned!(field.span=> <__p::AsBytes as __p::Adapter<#ty>>),
        Storage::Plain if field.key != InKeys::No => quote_spanned!(field.span=> <#ty as __KeySource>),
        Storage::Plain | Storage::Serde => quote_spanned!(field.span=> <#ty as __Attribute>),
    }
}

/// Reads fields one attribute after the other, each into a slot of its own.
pub(crate) struct Reads<'a> {
    fields: &'a [Field],
}

impl<'a> Reads<'a> {
    pub(crate) fn new(fields: &'a [Field]) -> Self {
        Self { fields }
    }

    fn stored(&self) -> impl Iterator<Item = (syn::Ident, &'a Field, &'a str)> {
        self.fields.iter().enumerate().filter_map(|(at, field)| Some((slot(at), field, field.attribute()?)))
    }

    pub(crate) fn slots(&self) -> TokenStream {
        self.stored()
            .map(|(slot, field, _)| {
                let ty = &field.ty;
                quote!(let mut #slot: __Option<#ty> = __None;)
            })
            .collect()
    }

    /// The arms of a `match` over names, each with the outcome of reading: one look at it serves all of them.
    pub(crate) fn arms(&self) -> TokenStream {
        self.stored()
            .map(|(slot, field, attribute)| {
                let (aliases, value) = (&field.aliases, own("__value", field.span));
                let read = if field.storage == Storage::Serde {
                    quote_spanned!(field.span=> __p::read_serde(&mut #slot, #value, #attribute))
                } else {
                    let codec = codec(field);
                    quote_spanned!(field.span=> #codec::read_field(&mut #slot, #value, #attribute))
                };
                quote!(#attribute #(| #aliases)* => #read,)
            })
            .collect()
    }

    /// Takes the values of fields that have no default out of their slots: all at once, since each way out of a function takes the
    /// compiler time for everything that is dropped there.
    pub(crate) fn finish(&self) -> TokenStream {
        let required = self.stored().filter(|(_, field, _)| field.default.is_none());
        let (slots, values): (Vec<_>, Vec<_>) = required
            .map(|(slot, field, attribute)| {
                let missing = own("__missing", field.span);
                let value = if field.storage == Storage::Serde {
                    quote_spanned!(field.span=> __p::finish_serde(#slot, #attribute, &mut #missing))
                } else {
                    let codec = codec(field);
                    quote_spanned!(field.span=> #codec::finish_field(#slot, #attribute, &mut #missing))
                };
                (slot, value)
            })
            .unzip();
        if slots.is_empty() {
            return quote!();
        }
        quote! {
            let mut __missing = __p::Missing::NONE;
            let (#(__Some(#slots),)*) = (#(#values,)*) else { return __Err(__missing.error()) };
        }
    }

    /// `field: value, ..`
    pub(crate) fn values(&self) -> TokenStream {
        self.fields
            .iter()
            .enumerate()
            .map(|(at, field)| {
                let (slot, ident) = (slot(at), &field.ident);
                let value = match (&field.stored, &field.default) {
                    (Stored::KeyOnly, _) => {
                        let slot = own(&slot.to_string(), field.span);
                        quote!(#slot)
                    }
                    (Stored::Rest, _) => quote!(__rest),
                    (Stored::Skipped, default) => default_value(default.as_ref(), ident),
                    (Stored::Attribute(_), Some(default)) => {
                        let default = default_value(Some(default), ident);
                        quote! {
                            match #slot {
                                __Some(__value) => __value,
                                __None => #default,
                            }
                        }
                    }
                    (Stored::Attribute(_), None) => quote!(#slot),
                };
                quote!(#ident: #value,)
            })
            .collect()
    }
}

fn default_value(default: Option<&DefaultValue>, ident: &syn::Ident) -> TokenStream {
    match default {
        Some(DefaultValue::Path(path)) => quote!(#path()),
        Some(DefaultValue::Container) => quote!(<Self as __p::Default>::default().#ident),
        Some(DefaultValue::Trait) | None => quote!(__p::Default::default()),
    }
}

/// `Debug` for a struct with sensitive fields, which are not shown.
pub(crate) fn debug(entity: &Entity) -> TokenStream {
    if !entity.fields.iter().any(|field| field.sensitive) {
        return quote!();
    }
    let fields = entity.fields.iter().map(|field| {
        let ident = &field.ident;
        let shown = match &field.stored {
            // Attributes that nobody declared may hold anything: their names are enough.
            Stored::Rest => Some(quote!(&__p::Rest::names(&self.#ident))),
            _ => (!field.sensitive).then(|| quote!(&self.#ident)),
        };
        (&field.name, shown)
    });
    debug_of(&entity.ident, fields)
}

/// `Debug` with these fields, each with what shows of it.
pub(crate) fn debug_of<'a>(
    ident: &syn::Ident,
    fields: impl Iterator<Item = (&'a String, Option<TokenStream>)>,
) -> TokenStream {
    let name = ident.to_string();
    let fields = fields.map(|(name, shown)| match shown {
        Some(shown) => quote!(.field(#name, #shown)),
        None => quote!(.field(#name, &::core::format_args!("[redacted]"))),
    });
    quote! {
        #[automatically_derived]
        impl __p::fmt::Debug for #ident {
            fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
                __f.debug_struct(#name) #(#fields)* .finish()
            }
        }
    }
}
