//! `load(size = 400, items = 1_000_000, writes = 20)` on an entity.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, Lit, LitInt, Token};

use super::access::{fraction, per_second};
use crate::errors::suggestion;

/// What is expected of the items of an entity.
#[derive(Default)]
pub(crate) struct LoadAttr {
    size: Option<LitInt>,
    items: Option<LitInt>,
    writes: Option<Lit>,
}

impl Parse for LoadAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut load = Self::default();
        for option in Punctuated::<LoadOption, Token![,]>::parse_terminated(input)? {
            let LoadOption { name, value } = option;
            let number = |most: u64| match &value {
                Lit::Int(number) if number.base10_parse::<u64>().is_ok_and(|number| number <= most) => {
                    Ok(number.clone())
                }
                other => Err(syn::Error::new_spanned(
                    other,
                    format!("`{name}` is not a whole number up to {most}\nhelp: write `{name} = 400`"),
                )),
            };
            let twice = match name.to_string().as_str() {
                // DynamoDB's largest item.
                "size" => load.size.replace(number(400 * 1024)?).is_some(),
                "items" => load.items.replace(number(u64::MAX)?).is_some(),
                "writes" => load.writes.replace(value).is_some(),
                other => {
                    let help = suggestion(other, &["size", "items", "writes"]);
                    let message = format!("`{other}` is not an option of `load(..)`\nhelp: {help}");
                    return Err(syn::Error::new(name.span(), message));
                }
            };
            if twice {
                return Err(syn::Error::new(name.span(), format!("`{name}` is given twice\nhelp: remove one of them")));
            }
        }
        Ok(load)
    }
}

struct LoadOption {
    name: Ident,
    value: Lit,
}

impl Parse for LoadOption {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, value: per_second(input)? })
    }
}

impl LoadAttr {
    /// The load as the schema has it.
    pub(crate) fn expand(&self) -> TokenStream {
        let size = self.size.as_ref().map(|size| quote!(size: __p::Some(#size),));
        let items = self.items.as_ref().map(|items| quote!(items: __p::Some(#items),));
        let writes = self.writes.as_ref().map(|writes| {
            let writes = fraction(writes);
            quote!(writes: __p::Some(#writes),)
        });
        quote!(__p::Load { #size #items #writes ..__p::Load::UNKNOWN })
    }
}
