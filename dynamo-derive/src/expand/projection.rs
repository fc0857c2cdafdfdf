//! `#[derive(Projection)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::indexes::index_name;
use super::own;
use crate::model::Projection;

pub(crate) fn expand(projection: &Projection) -> TokenStream {
    let Projection { ident, of, indexes, fields, .. } = projection;
    let idents: Vec<_> = fields.iter().filter_map(|field| field.ident.as_ref()).collect();
    let names: Vec<_> = idents.iter().map(|ident| ident.unraw().to_string()).collect();
    let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    let slots: Vec<_> = (0..fields.len()).map(|at| format_ident!("__f{at}")).collect();
    let attributes: Vec<_> = (0..fields.len()).map(|at| format_ident!("__A{at}")).collect();
    let consts = idents.iter().zip(&names).zip(&attributes).map(|((ident, name), attribute)| {
        let shown = (!projection.sensitive.contains(ident)).then(
            || quote_spanned!(ident.span()=> const _: () = __p::check::shown(<#of as __p::Entity>::SCHEMA, #name);),
        );
        quote_spanned! {ident.span()=>
            #shown
            const #attribute: &str = __p::check::projected(<#of as __p::Entity>::SCHEMA, #name);
        }
    });
    let debug = (!projection.sensitive.is_empty()).then(|| {
        let shown = idents.iter().zip(&names).map(|(ident, name)| (*ident, name, projection.sensitive.contains(ident)));
        super::codec::debug_of(
            ident,
            shown.map(|(ident, name, hidden)| (name, (!hidden).then(|| quote!(&self.#ident)))),
        )
    });
    // The handle of the entity tells the field's type, and how it is stored: another type is a mismatch here.
    let handles: Vec<_> = idents.iter().map(|ident| quote_spanned!(ident.span()=> || <#of>::fields().#ident)).collect();
    let reads = idents.iter().enumerate().map(|(at, _)| {
        let (ty, handle, slot, attribute) = (types[at], &handles[at], &slots[at], &attributes[at]);
        let value = own("__value", ty.span());
        quote_spanned!(ty.span()=> #attribute => __p::read_projected(#handle, &mut #slot, #value, #attribute)?,)
    });
    let finishes = idents.iter().enumerate().map(|(at, ident)| {
        let (handle, slot, attribute) = (&handles[at], &slots[at], &attributes[at]);
        quote!(#ident: __p::finish_projected(#handle, #slot, #attribute)?,)
    });
    let held = indexes.iter().map(|index| {
        let (name, held) = (index.to_string(), index_name(index));
        quote_spanned! {index.span()=>
            const _: () = __p::check::held(<#of as __p::Entity>::SCHEMA, __LAYOUT, #name, &[#(#attributes),*]);
            #[automatically_derived]
            impl __p::HeldBy<#held> for #ident {}
        }
    });
    quote! {
        const __LAYOUT: &__p::TableLayout = <<#of as __p::Entity>::Table as __p::Table>::LAYOUT;
        #(#consts)*
        #[automatically_derived]
        impl __p::Projection for #ident {
            type Entity = #of;
            const FIELDS: &'static [&'static str] = &[#(#names),*];
            fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
                __map: &mut __M,
            ) -> __Result<Self, __p::CodecError> {
                #(let mut #slots: __Option<#types> = __None;)*
                while let __Some((__name, __value)) = __p::MapDecoder::next(__map)? {
                    match __p::current_name(<#of as __p::Entity>::SCHEMA, __p::AsRef::<str>::as_ref(&__name)) {
                        #(#reads)*
                        _ => __p::Decoder::skip(__value)?,
                    }
                }
                __Ok(Self {
                    #(#finishes)*
                })
            }
        }
        #(#held)*
        #debug
    }
}
