//! `load(size = 400, items = 1_000_000, creates = 20, updates = 5, updates(title = 0.5), deletes = 1)` on an entity.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, Lit, LitInt, Token, parenthesized, token};

use super::access::{fraction, per_second};
use crate::errors::suggestion;

/// What is expected of the items of an entity.
#[derive(Default)]
pub(crate) struct LoadAttr {
    size: Option<LitInt>,
    items: Option<LitInt>,
    creates: Option<Lit>,
    /// Of fields that no key and no companion has.
    pub(crate) updates: Option<(Ident, Lit)>,
    /// Of these fields.
    pub(crate) updates_of: Vec<(Ident, Lit)>,
    deletes: Option<Lit>,
}

const OPTIONS: [&str; 5] = ["size", "items", "creates", "updates", "deletes"];

impl Parse for LoadAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut load = Self::default();
        for option in Punctuated::<LoadOption, Token![,]>::parse_terminated(input)? {
            let (name, value) = match option {
                LoadOption::Number(name, value) => (name, value),
                LoadOption::Updates(fields) => {
                    for (field, rate) in fields {
                        if load.updates_of.iter().any(|(known, _)| *known == field) {
                            return Err(twice(&field));
                        }
                        load.updates_of.push((field, rate));
                    }
                    continue;
                }
            };
            let number = |most: u64| match &value {
                Lit::Int(number) if number.base10_parse::<u64>().is_ok_and(|number| number <= most) => {
                    Ok(number.clone())
                }
                other => Err(syn::Error::new_spanned(
                    other,
                    format!("`{name}` is not a whole number up to {most}\nhelp: write `{name} = 400`"),
                )),
            };
            let is_twice = match name.to_string().as_str() {
                // DynamoDB's largest item.
                "size" => load.size.replace(number(400 * 1024)?).is_some(),
                "items" => load.items.replace(number(u64::MAX)?).is_some(),
                "creates" => load.creates.replace(value).is_some(),
                "updates" => load.updates.replace((name.clone(), value)).is_some(),
                "deletes" => load.deletes.replace(value).is_some(),
                other => {
                    let help = suggestion(other, &OPTIONS);
                    let message = format!("`{other}` is not an option of `load(..)`\nhelp: {help}");
                    return Err(syn::Error::new(name.span(), message));
                }
            };
            if is_twice {
                return Err(twice(&name));
            }
        }
        Ok(load)
    }
}

fn twice(name: &Ident) -> syn::Error {
    syn::Error::new(name.span(), format!("`{name}` is given twice\nhelp: remove one of them"))
}

enum LoadOption {
    /// `items = 1_000`
    Number(Ident, Lit),
    /// `updates(title = 0.5)`
    Updates(Vec<(Ident, Lit)>),
}

impl Parse for LoadOption {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        if name == "updates" && input.peek(token::Paren) {
            let fields;
            parenthesized!(fields in input);
            let rate = |input: ParseStream<'_>| {
                let field = input.parse()?;
                input.parse::<Token![=]>()?;
                Ok((field, per_second(input)?))
            };
            return Ok(Self::Updates(fields.parse_terminated(rate, Token![,])?.into_iter().collect()));
        }
        input.parse::<Token![=]>()?;
        Ok(Self::Number(name, per_second(input)?))
    }
}

impl LoadAttr {
    /// The load as the schema has it.
    pub(crate) fn expand(&self) -> TokenStream {
        let size = self.size.as_ref().map(|size| quote!(size: __Some(#size),));
        let items = self.items.as_ref().map(|items| quote!(items: __Some(#items),));
        let rate = |name: TokenStream, rate: Option<&Lit>| {
            let rate = fraction(rate?);
            Some(quote!(#name: __Some(#rate),))
        };
        let creates = rate(quote!(creates), self.creates.as_ref());
        let updates = rate(quote!(updates), self.updates.as_ref().map(|(_, rate)| rate));
        let deletes = rate(quote!(deletes), self.deletes.as_ref());
        let updates_of = (!self.updates_of.is_empty()).then(|| {
            let fields = self.updates_of.iter().map(|(field, rate)| {
                let (field, rate) = (field.unraw().to_string(), fraction(rate));
                quote!((#field, #rate))
            });
            quote!(updates_of: &[#(#fields),*],)
        });
        quote!(__p::Load { #size #items #creates #updates #updates_of #deletes ..__p::Load::UNKNOWN })
    }
}
