//! Key functions.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::docs;
use super::schema::slot;
use crate::model::{Entity, Field, Index, IndexKeys, Key, Part};
use crate::template::Format;

/// One function per template: the place where its literals and fields meet.
pub(crate) fn renders(entity: &Entity) -> TokenStream {
    let primary = [("__pk", &entity.pk), ("__sk", &entity.sk)];
    let primary = primary.into_iter().filter_map(|(name, key)| Some((format_ident!("{name}"), key.as_ref()?)));
    let indexes =
        entity.indexes.iter().enumerate().flat_map(|(at, index)| {
            index.keys().into_iter().map(move |(side, i, key)| (render_name(at, side, i), key))
        });
    primary.chain(indexes).map(|(name, key)| render(entity, &name, key)).collect()
}

fn render_name(index: usize, side: &str, i: usize) -> Ident {
    format_ident!("__{}_{}_{}", side.to_lowercase(), index, i)
}

fn render(entity: &Entity, name: &Ident, key: &Key) -> TokenStream {
    let fields = key.fields();
    let args = fields.iter().map(|at| {
        let ident = &entity.fields[*at].ident;
        let arg = arg(&entity.fields[*at]);
        quote!(#ident: #arg)
    });
    let literals: usize = key
        .parts
        .iter()
        .map(|part| match part {
            Part::Literal(text) => text.len(),
            Part::Field(_, Format::Padded(width)) => *width,
            Part::Field(..) => 0,
        })
        .sum();
    let lengths = key.parts.iter().filter_map(|part| match part {
        Part::Literal(_) | Part::Field(_, Format::Padded(_)) => None,
        Part::Field(at, _) => {
            let ident = &entity.fields[*at].ident;
            let source = source(&entity.fields[*at]);
            Some(quote!(+ #source::key_len(#ident)))
        }
    });
    let parts = key.parts.iter().map(|part| match part {
        Part::Literal(text) => quote!(__w.literal(#text);),
        Part::Field(at, format) => {
            let (ident, name) = (&entity.fields[*at].ident, &entity.fields[*at].name);
            let source = source(&entity.fields[*at]);
            match format {
                Format::Plain if key.bare => quote!(#source::write_bare(__w, #name, #ident);),
                Format::Plain => quote!(#source::write_plain(__w, #name, #ident);),
                Format::Padded(width) => quote!(#source::write_padded(__w, #name, #ident, #width);),
                Format::Escaped => quote!(#source::write_escaped(__w, #name, #ident);),
                Format::Lower => quote!(#source::write_lower(__w, #name, #ident);),
            }
        }
    });
    quote! {
        #[inline]
        fn #name<__B: __p::KeyBuffer>(__w: &mut __p::KeyWriter<'_, __B>, #(#args),*) {
            __w.start(#literals #(#lengths)*);
            #(#parts)*
        }
    }
}

/// The field's type as something that can stand in a key.
fn source(field: &Field) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(field.span=> <#ty as __p::KeySource>)
}

/// What a key function takes for a field.
fn arg(field: &Field) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(field.span=> &__p::KeyArg<#ty>)
}

/// A closure that renders a key from the fields of `self`.
fn from_self(entity: &Entity, render: &Ident, key: &Key) -> TokenStream {
    let values = key.fields().into_iter().map(|at| {
        let ident = &entity.fields[at].ident;
        let source = source(&entity.fields[at]);
        quote!(#source::required(&self.#ident)?)
    });
    quote! {
        |__w: &mut __p::KeyWriter<'_, _>| {
            #render(__w, #(#values),*);
            __p::Ok(())
        }
    }
}

/// `Goal::key(..)`, `Goal::parse_key(..)`, `goal.gsi1_key()`.
pub(crate) fn functions(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let key = key_function(entity);
    let parse = parse_function(entity);
    let indexes = entity.indexes.iter().enumerate().map(|(at, index)| index_function(entity, at, index));
    quote! {
        #[automatically_derived]
        impl #ident {
            #key
            #parse
            #(#indexes)*
        }
    }
}

fn key_function(entity: &Entity) -> TokenStream {
    let vis = &entity.vis;
    let doc = docs::key(entity);
    let args = entity.key_fields().into_iter().map(|at| {
        let ident = &entity.fields[at].ident;
        let arg = arg(&entity.fields[at]);
        quote!(#ident: #arg)
    });
    let from_args = |render: &str, key: &Key| {
        let render = format_ident!("{render}");
        let args = key.fields().into_iter().map(|at| &entity.fields[at].ident);
        quote! {
            |__w: &mut __p::KeyWriter<'_, _>| {
                #render(__w, #(#args),*);
                __p::Ok(())
            }
        }
    };
    let pk = entity.pk.as_ref().map(|key| from_args("__pk", key));
    let sk = optional(entity.sk.as_ref().map(|key| from_args("__sk", key)));
    quote! {
        #[doc = #doc]
        #vis fn key(#(#args),*) -> __p::Result<__p::Key<Self>, __p::Error> {
            __p::Key::render(#pk, #sk)
        }
    }
}

/// The body of `Entity::key`.
pub(crate) fn own_key(entity: &Entity) -> TokenStream {
    let pk = entity.pk.as_ref().map(|key| from_self(entity, &format_ident!("__pk"), key));
    let sk = optional(entity.sk.as_ref().map(|key| from_self(entity, &format_ident!("__sk"), key)));
    quote!(__p::Key::render(#pk, #sk))
}

fn optional(render: Option<TokenStream>) -> TokenStream {
    match render {
        Some(render) => quote!(__p::Some(#render)),
        None => quote!(__p::None::<fn(&mut __p::KeyWriter<'_, __p::String>) -> __p::Result<(), __p::CodecError>>),
    }
}

fn parse_function(entity: &Entity) -> TokenStream {
    let vis = &entity.vis;
    let doc = docs::parse_key(entity);
    let (arg, value) = match entity.sk {
        Some(_) => (quote!(, sk: &str), quote!(__p::Some(sk))),
        None => (quote!(), quote!(__p::None)),
    };
    quote! {
        #[doc = #doc]
        #vis fn parse_key(pk: &str #arg) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            <Self as __p::Entity>::parse(pk, #value)
        }
    }
}

fn index_function(entity: &Entity, at: usize, index: &Index) -> TokenStream {
    let vis = &entity.vis;
    let name = format_ident!("{}_key", index.ident);
    let ident = index.ident.to_string();
    let doc = docs::index_key(entity, index);
    let values = |side: &str, keys: &[Key]| {
        let values = keys.iter().enumerate().map(|(i, key)| {
            let slot = slot(at, side, i);
            let render = from_self(entity, &render_name(at, side, i), key);
            quote!(__p::KeyValue::render_slot(&__KEY, &#slot, #render)?)
        });
        quote!(<[_]>::into_vec(__p::Box::new([#(#values),*])))
    };
    let key = match &index.keys {
        IndexKeys::None | IndexKeys::Refused => return quote!(),
        IndexKeys::One { keys, .. } => {
            let keys = values("Only", keys);
            quote!(__p::IndexKey::one(__LAYOUT.index(#ident), #keys))
        }
        IndexKeys::Two { partition, sort, .. } => {
            let (partition, sort) = (values("Partition", partition), values("Sort", sort));
            quote!(__p::IndexKey::two(__LAYOUT.index(#ident), #partition, #sort))
        }
    };
    if index.sparse() {
        let present = present(entity, index);
        quote! {
            #[doc = #doc]
            #vis fn #name(&self) -> __p::Result<__p::Option<__p::IndexKey>, __p::Error> {
                if #present { __p::Ok(__p::Some(#key)) } else { __p::Ok(__p::None) }
            }
        }
    } else {
        quote! {
            #[doc = #doc]
            #vis fn #name(&self) -> __p::Result<__p::IndexKey, __p::Error> {
                __p::Ok(#key)
            }
        }
    }
}

/// Whether every field of the keys has a value.
fn present(entity: &Entity, index: &Index) -> TokenStream {
    let present = index.fields().into_iter().map(|at| {
        let ident = &entity.fields[at].ident;
        let source = source(&entity.fields[at]);
        quote!(__p::Option::is_some(&#source::key_value(&self.#ident)))
    });
    quote!(#(#present)&&*)
}

/// Writes the keys of the table and of the indexes.
pub(crate) fn write(entity: &Entity) -> TokenStream {
    let pk = entity.pk.as_ref().filter(|key| !key.bare).map(|key| {
        let render = from_self(entity, &format_ident!("__pk"), key);
        quote!(__p::SlotWriter::key(__m, &__KEY, &__LAYOUT.pk.name, #render)?;)
    });
    let sk = entity.sk.as_ref().filter(|key| !key.bare).map(|key| {
        let render = from_self(entity, &format_ident!("__sk"), key);
        quote! {
            if let __p::Some(__sort) = &__LAYOUT.sk {
                __p::SlotWriter::key(__m, &__KEY.sorting(true), &__sort.name, #render)?;
            }
        }
    });
    let indexes = entity.indexes.iter().enumerate().map(|(at, index)| {
        let keys = index.keys().into_iter().filter(|(_, _, key)| !key.bare).map(|(side, i, key)| {
            let slot = slot(at, side, i);
            let render = from_self(entity, &render_name(at, side, i), key);
            quote!(__p::SlotWriter::index_key(__m, &__KEY, &#slot, #render)?;)
        });
        if index.sparse() {
            let present = present(entity, index);
            quote!(if #present { #(#keys)* })
        } else {
            quote!(#(#keys)*)
        }
    });
    quote!(#pk #sk #(#indexes)*)
}
