//! Companions: the pointers, locks and counters of an entity, and what a pointer is derived from.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Path};

use super::codec::or_return;
use super::own;
use crate::attr::companions::{CountedAttr, CountedKey, EachAttr, PointerOfAttr, UniqueAttr};
use crate::model::{Entity, Field};

/// Whether its items have pointers, locks or counters.
pub(crate) fn has_companions(entity: &Entity) -> bool {
    let companions = &entity.companions;
    !(companions.pointers.is_empty() && companions.unique.is_empty() && companions.counted.is_empty())
}

/// The part of `Entity` that is about them.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    if !has_companions(entity) {
        return quote!();
    }
    let companions = &entity.companions;
    let pointers = &companions.pointers;
    let derive_pointers = pointers.iter().map(|pointer| {
        let (this, out) = (own("self", pointer.span()), own("__out", pointer.span()));
        or_return(&quote_spanned!(pointer.span()=> <#pointer as __p::PointerOf<Self>>::derive(#this, #out)))
    });
    let locks = companions.unique.iter().map(|unique| lock(entity, unique));
    let counters = companions.counted.iter().map(|counted| counter(entity, counted));
    let counter_kinds = companions.counted.iter().map(|counted| {
        let (counter, number) = (&counted.counter, counted.field.unraw().to_string());
        let fields = counted.keys.iter().filter_map(|(_, key)| match key {
            CountedKey::Field(field) => Some(field.unraw().to_string()),
            CountedKey::Shard(_) => None,
        });
        quote! {
            __p::CompanionKind {
                schema: <#counter as __p::Entity>::SCHEMA,
                role: __p::CompanionRole::Counter { number: #number, key: &[#(#fields),*] },
            }
        }
    });
    let pointer_kinds =
        pointers.iter().map(|pointer| quote_spanned!(pointer.span()=> <#pointer as __p::PointerOf<Self>>::KIND));
    let lock_kinds = companions.unique.iter().map(|unique| {
        let lock = &unique.lock;
        quote! {
            __p::CompanionKind { schema: <#lock as __p::Entity>::SCHEMA, role: __p::CompanionRole::Lock }
        }
    });
    quote! {
        const POINTERS: &'static [&'static __p::EntitySchema] = &[#(<#pointers as __p::Entity>::SCHEMA),*];
        const COMPANIONS: &'static [__p::CompanionKind] = &[#(#pointer_kinds,)* #(#lock_kinds,)* #(#counter_kinds,)*];

        fn companions(&self, __out: &mut dyn __p::CompanionSink) -> __Result<(), __p::Error> {
            #(#derive_pointers;)*
            #(#locks;)*
            #(#counters;)*
            __Ok(())
        }
    }
}

/// A field by its name; unknown ones were refused.
fn field<'a>(entity: &'a Entity, name: &Ident) -> Option<&'a Field> {
    entity.fields.iter().find(|field| name.unraw() == field.name)
}

/// `("email", text)`
fn key_text(entity: &Entity, name: &Ident, source: &Ident) -> TokenStream {
    let Some(field) = field(entity, source) else { return quote!() };
    let (ident, label, name) = (&field.ident, &field.name, name.unraw().to_string());
    let this = own("self", source.span());
    let text = quote_spanned!(source.span()=> __p::companion_text(&__STATIC, &#this.#ident, #label));
    let text = or_return(&text);
    quote!((#name, #text))
}

fn lock(entity: &Entity, unique: &UniqueAttr) -> TokenStream {
    let lock = &unique.lock;
    let names: Vec<_> = unique.fields.iter().map(|field| field.unraw().to_string()).collect();
    let fields = names.join(", ");
    let texts = unique.fields.iter().map(|name| key_text(entity, name, name));
    let out = own("__out", lock.span());
    or_return(&quote_spanned!(lock.span()=> __p::push_lock::<#lock>(#out, #fields, &[#(#texts),*])))
}

fn counter(entity: &Entity, counted: &CountedAttr) -> TokenStream {
    let (counter, name) = (&counted.counter, counted.field.unraw().to_string());
    let texts = counted.keys.iter().map(|(key, source)| match source {
        CountedKey::Field(source) => key_text(entity, key, source),
        CountedKey::Shard(shards) => {
            let key = key.unraw().to_string();
            let this = own("self", shards.span());
            let shard = or_return(&quote_spanned!(shards.span()=> __p::companion_shard(#this, #shards)));
            quote!((#key, #shard))
        }
    });
    let out = own("__out", counter.span());
    or_return(&quote_spanned!(counter.span()=> __p::push_counter::<#counter>(#out, #name, &[#(#texts),*])))
}

/// What pointers read their fields from: they may be private, and a pointer in another module.
pub(crate) fn accessors(entity: &Entity) -> TokenStream {
    if entity.companions.pointers.is_empty() {
        return quote!();
    }
    let ident = &entity.ident;
    let accessors = entity.fields.iter().map(|field| {
        let (name, ty, ident) = (accessor(&field.ident), &field.ty, &field.ident);
        quote! {
            #[doc(hidden)]
            pub(crate) fn #name(&self) -> &#ty {
                &self.#ident
            }
        }
    });
    quote! {
        impl #ident {
            #(#accessors)*
        }
    }
}

fn accessor(field: &Ident) -> Ident {
    format_ident!("__of_{}", field.unraw(), span = field.span())
}

/// The implementation of `PointerOf`.
pub(crate) fn pointer_of(entity: &Entity) -> TokenStream {
    let Some(pointer_of) = &entity.companions.pointer_of else { return quote!() };
    let (ident, canonical) = (&entity.ident, &pointer_of.canonical);
    let each = pointer_of.each.as_ref();
    let values = entity.fields.iter().map(|field| {
        let (ident, value) = (&field.ident, value(field, each, canonical));
        quote!(#ident: #value,)
    });
    let made = quote! {
        let __pointer = Self { #(#values)* };
    };
    let push = or_return(&quote!(__p::push_pointer(__out, &__pointer)));
    let body = match each {
        Some(each) => {
            let (names, source) = (&each.names, source(&each.source));
            let pattern = if each.tuple { quote!((#(#names),*)) } else { quote!(#(#names)*) };
            quote! {
                for #pattern in #source {
                    #made
                    #push;
                }
            }
        }
        None => quote!(#made #push;),
    };
    let when = pointer_of.when.as_ref().map(|when| {
        let record = own("__c", when.span());
        quote_spanned! {when.span()=>
            if !__p::holds_for::<#canonical>(#record, #when) {
                return __Ok(());
            }
        }
    });
    let owner = direct(entity, each).into_iter().map(|(of_owner, own)| quote!((#of_owner, #own)));
    let fallback = fallback(entity, pointer_of);
    quote! {
        #fallback
        #[automatically_derived]
        impl __p::PointerOf<#canonical> for #ident {
            const OWNER: &'static [(&'static str, &'static str)] = &[#(#owner),*];
            fn derive(__c: &#canonical, __out: &mut dyn __p::CompanionSink) -> __Result<(), __p::Error> {
                #when
                #body
                __Ok(())
            }
        }
    }
}

/// The value of one field of a pointer.
fn value(field: &Field, each: Option<&EachAttr>, canonical: &Path) -> TokenStream {
    let ty = &field.ty;
    if let Some(with) = &field.with {
        let record = own("__c", with.span());
        return quote_spanned!(with.span()=> __p::make::<#canonical, #ty>(#record, #with));
    }
    let (base, source) = match &field.from {
        Some(from) => (base(from), quote!(#from)),
        None => (Some(field.ident.clone()), field.ident.to_token_stream()),
    };
    let span = field.from.as_ref().map_or_else(|| field.ident.span(), Spanned::span);
    let is_element = base.as_ref().is_some_and(|base| each.is_some_and(|each| each.names.contains(base)));
    if is_element {
        // An element itself is a reference already.
        let reference = match &field.from {
            Some(Expr::Path(_)) | None => quote!(#source),
            Some(_) => quote!(&#source),
        };
        return quote_spanned!(span=> __p::same::<_, #ty>(#reference));
    }
    let source = match &field.from {
        Some(from) => self::source(from),
        None => {
            let accessor = accessor(&field.ident);
            let record = own("__c", span);
            quote_spanned!(span=> #record.#accessor())
        }
    };
    quote_spanned!(span=> __p::same::<_, #ty>(#source))
}

/// The identifier that a path of fields begins with.
pub(crate) fn base(path: &Expr) -> Option<Ident> {
    match path {
        Expr::Path(path) => path.path.get_ident().cloned(),
        Expr::Field(field) => base(&field.base),
        _ => None,
    }
}

/// A reference to a field of the canonical record, or to one within it.
fn source(path: &Expr) -> TokenStream {
    fn place(path: &Expr) -> TokenStream {
        match path {
            Expr::Field(field) => {
                let (base, member) = (place(&field.base), &field.member);
                quote_spanned!(member.span()=> #base.#member)
            }
            other => match base(other) {
                Some(name) => {
                    let accessor = accessor(&name);
                    let record = own("__c", name.span());
                    quote_spanned!(name.span()=> #record.#accessor())
                }
                None => quote!(#other),
            },
        }
    }
    let inside = place(path);
    if matches!(path, Expr::Field(_)) { quote_spanned!(path.span()=> &#inside) } else { inside }
}

/// Fields of the canonical record that the pointer has as they are, with the pointer's names for them.
pub(crate) fn direct(entity: &Entity, each: Option<&EachAttr>) -> Vec<(String, String)> {
    let direct = entity.fields.iter().filter(|field| field.with.is_none()).filter_map(|field| {
        let base = match &field.from {
            Some(Expr::Path(path)) => path.path.get_ident()?.clone(),
            Some(_) => return None,
            None => field.ident.clone(),
        };
        let is_element = each.is_some_and(|each| each.names.contains(&base));
        (!is_element).then(|| (base.unraw().to_string(), field.name.clone()))
    });
    direct.collect()
}

/// Stands in for fields that the canonical record does not have: a constant says so, and nothing else does.
fn fallback(entity: &Entity, pointer_of: &PointerOfAttr) -> TokenStream {
    let canonical = &pointer_of.canonical;
    let each = pointer_of.each.as_ref();
    let mut seen: Vec<Ident> = Vec::new();
    let mut methods = Vec::new();
    for field in entity.fields.iter().filter(|field| field.with.is_none() && field.from.is_none()) {
        let is_element = each.is_some_and(|each| each.names.contains(&field.ident));
        if !is_element && !seen.contains(&field.ident) {
            let (name, ty) = (accessor(&field.ident), &field.ty);
            methods.push(quote!(fn #name(&self) -> &#ty { __p::refused() }));
            seen.push(field.ident.clone());
        }
    }
    // The elements of a collection, where a field tells their type.
    if let Some(each) = each
        && let (Some(source), [name]) = (base(&each.source), each.names.as_slice())
        && matches!(each.source, Expr::Path(_))
        && let Some(field) = entity.fields.iter().find(|field| field.ident == *name && field.from.is_none())
        && !seen.contains(&source)
    {
        let (name, ty) = (accessor(&source), &field.ty);
        methods.push(quote!(fn #name(&self) -> &[#ty] { __p::refused() }));
    }
    quote! {
        trait __Fallback {
            #(#methods)*
        }
        impl __Fallback for #canonical {}
    }
}

/// Rules 21 and 22, and what must hold for locks and counters.
pub(crate) fn asserts(entity: &Entity) -> TokenStream {
    let companions = &entity.companions;
    let pointer = companions.pointer_of.as_ref().map(|pointer_of| pointer_asserts(entity, pointer_of));
    let locks = companions.unique.iter().map(|unique| {
        let lock = &unique.lock;
        let fields = unique.fields.iter().map(|field| field.unraw().to_string());
        quote_spanned! {lock.span()=>
            const _: () = __p::check::lock(
                &__STATIC,
                <<#lock as __p::Entity>::Table as __p::Table>::SCHEMA,
                <#lock as __p::Entity>::SCHEMA,
                &[#(#fields),*],
            );
        }
    });
    let counters = companions.counted.iter().map(|counted| {
        let (counter, field) = (&counted.counter, counted.field.unraw().to_string());
        let keys = counted.keys.iter().map(|(key, source)| {
            let source = match source {
                CountedKey::Field(source) => source.unraw().to_string(),
                CountedKey::Shard(_) => String::new(),
            };
            let key = key.unraw().to_string();
            quote!((#key, #source))
        });
        quote_spanned! {counted.span=>
            const _: () = __p::check::counter(
                &__STATIC,
                <<#counter as __p::Entity>::Table as __p::Table>::SCHEMA,
                <#counter as __p::Entity>::SCHEMA,
                #field,
                &[#(#keys),*],
            );
        }
    });
    let marked = entity.fields.iter().filter(|field| field.counter).map(|field| {
        let name = &field.name;
        quote_spanned!(field.ident.span()=> const _: () = __p::check::marked_counter(&__STATIC, #name);)
    });
    quote!(#pointer #(#locks)* #(#counters)* #(#marked)*)
}

fn pointer_asserts(entity: &Entity, pointer_of: &PointerOfAttr) -> TokenStream {
    let (canonical, each) = (&pointer_of.canonical, pointer_of.each.as_ref());
    let schema = quote!(<#canonical as __p::Entity>::SCHEMA);
    let is_element = |name: &Ident| each.is_some_and(|each| each.names.contains(name));
    let fields = entity.fields.iter().filter(|field| field.with.is_none()).filter_map(|field| {
        let base = field.from.as_ref().map_or_else(|| Some(field.ident.clone()), base)?;
        if is_element(&base) {
            return None;
        }
        let (name, source) = (&field.name, base.unraw().to_string());
        Some(quote_spanned! {base.span()=>
            const _: () = __p::check::pointer_field(#schema, &__STATIC, #name, #source);
        })
    });
    let collection = each.and_then(|each| base(&each.source)).map(|base| {
        let source = base.unraw().to_string();
        let elements = entity.fields.iter().filter(|field| field.with.is_none()).filter(|field| {
            let base = field.from.as_ref().map_or_else(|| Some(field.ident.clone()), self::base);
            base.is_some_and(|base| is_element(&base))
        });
        let elements = elements.map(|field| &field.name);
        quote_spanned! {base.span()=>
            const _: () = __p::check::pointer_collection(#schema, &__STATIC, #source, &[#(#elements),*]);
        }
    });
    let ident = &entity.ident;
    let key = entity.pk.as_ref().map_or(entity.span, |key| key.tokens.span());
    quote_spanned! {canonical.span()=>
        const _: () = __p::check::pointer_listed(
            #schema,
            <#canonical as __p::Entity>::POINTERS,
            &__STATIC,
        );
        #collection
        #(#fields)*
        const __OWNER: &[(&str, &str)] = <#ident as __p::PointerOf<#canonical>>::OWNER;
    }
    .into_iter()
    .chain(quote_spanned!(key=> const _: () = __p::check::pointer_owner(#schema, &__STATIC, __OWNER);))
    .collect()
}

/// Stands in for what was refused: a pointer of whatever lists it.
pub(crate) fn refused(entity: &Entity) -> TokenStream {
    let ident = &entity.ident;
    let accessors = accessors(entity);
    quote! {
        #accessors
        #[automatically_derived]
        impl<__C: __p::Entity> __p::PointerOf<__C> for #ident {
            const OWNER: &'static [(&'static str, &'static str)] = &[];
            fn derive(_: &__C, _: &mut dyn __p::CompanionSink) -> __Result<(), __p::Error> {
                __p::refused()
            }
        }
    }
}
