//! `constants("__edb_v__" = "1", "kind" = 7, "active" = true)` on an entity.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Lit, LitStr, Token};

/// An attribute that every item has, with its value.
pub(crate) struct ConstantAttr {
    pub(crate) name: LitStr,
    value: Value,
}

enum Value {
    Text(String),
    Number(String),
    Bool(bool),
}

pub(crate) struct Constants(pub(crate) Vec<ConstantAttr>);

impl Parse for Constants {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let constants = Punctuated::<ConstantAttr, Token![,]>::parse_terminated(input)?;
        Ok(Self(constants.into_iter().collect()))
    }
}

impl Parse for ConstantAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse::<LitStr>().map_err(|error| {
            let help = "write `constants(\"kind\" = \"note\")`";
            syn::Error::new(error.span(), format!("the name of an attribute is wanted here, in quotes\nhelp: {help}"))
        })?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, value: input.parse()? })
    }
}

impl Parse for Value {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let minus = input.parse::<Option<Token![-]>>()?;
        let sign = if minus.is_some() { "-" } else { "" };
        let span = input.span();
        match input.parse::<Lit>() {
            Ok(Lit::Str(text)) if minus.is_none() => Ok(Self::Text(text.value())),
            Ok(Lit::Bool(value)) if minus.is_none() => Ok(Self::Bool(value.value)),
            Ok(Lit::Int(number)) => Ok(Self::Number(format!("{sign}{}", number.base10_digits()))),
            Ok(Lit::Float(number)) => Ok(Self::Number(format!("{sign}{}", number.base10_digits()))),
            _ => Err(syn::Error::new(
                span,
                "the value of a constant is a text, a number or a bool\nhelp: write `\"1\"`, `1` or `true`",
            )),
        }
    }
}

impl ConstantAttr {
    /// The value as the schema has it.
    pub(crate) fn expand(&self) -> TokenStream {
        match &self.value {
            Value::Text(text) => quote!(__p::ConstantValue::S(#text)),
            Value::Number(digits) => quote!(__p::ConstantValue::N(#digits)),
            Value::Bool(value) => quote!(__p::ConstantValue::Bool(#value)),
        }
    }
}
