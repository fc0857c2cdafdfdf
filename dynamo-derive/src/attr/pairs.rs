//! Texts for names: `tags("team" = "chat")`, `allow("rule" = "reason")`.

use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{LitStr, Token};

use crate::errors::Errors;

/// `"name" = "text"`, any number of times.
#[derive(Default)]
pub(crate) struct Pairs(pub(crate) Vec<Pair>);

pub(crate) struct Pair {
    pub(crate) name: LitStr,
    pub(crate) text: LitStr,
}

impl Parse for Pairs {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self(Punctuated::<Pair, Token![,]>::parse_terminated(input)?.into_iter().collect()))
    }
}

impl Parse for Pair {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let wanted = |error: syn::Error| {
            syn::Error::new(
                error.span(),
                "a name and a text are wanted here, in quotes\nhelp: write `\"name\" = \"text\"`",
            )
        };
        let name = input.parse().map_err(wanted)?;
        input.parse::<Token![=]>().map_err(wanted)?;
        Ok(Self { name, text: input.parse().map_err(wanted)? })
    }
}

impl FromMeta for Pairs {
    fn from_meta(meta: &syn::Meta) -> darling::Result<Self> {
        let list = meta.require_list().map_err(|error| {
            let help = format!("help: write `{}(\"name\" = \"text\")`", meta.path().to_token_stream());
            darling::Error::custom(format!("names with texts are wanted here\n{help}")).with_span(&error.span())
        })?;
        syn::parse2(list.tokens.clone()).map_err(|error| darling::Error::custom(&error).with_span(&error.span()))
    }
}

impl Pairs {
    /// Refuses a name that is given twice, and an empty text.
    pub(crate) fn check(&self, option: &str, errors: &mut Errors) {
        for (at, pair) in self.0.iter().enumerate() {
            if self.0[..at].iter().any(|other| other.name.value() == pair.name.value()) {
                errors.at(&pair.name, format!("`{option}` has {:?} twice", pair.name.value()), "remove one of them");
            }
            if pair.name.value().is_empty() {
                errors.at(&pair.name, format!("a name in `{option}` is empty"), "give it a name");
            }
        }
    }

    /// Refuses an exemption without a reason.
    pub(crate) fn check_reasons(&self, errors: &mut Errors) {
        self.check("allow", errors);
        for pair in self.0.iter().filter(|pair| pair.text.value().trim().is_empty()) {
            let fact = format!("{:?} is allowed without a reason", pair.name.value());
            errors.at(&pair.text, fact, "say why the design is right as it is");
        }
    }

    /// `&[("name", "text")]`
    pub(crate) fn expand(&self) -> TokenStream {
        let pairs = self.0.iter().map(|Pair { name, text }| quote!((#name, #text)));
        quote!(&[#(#pairs),*])
    }
}
