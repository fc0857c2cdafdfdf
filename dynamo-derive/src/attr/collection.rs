//! `#[collection(..)]`.

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, Token};

use crate::errors::{Errors, suggestion};

/// `#[collection(index = ident)]`
pub(crate) struct CollectionAttr {
    pub(crate) index: Ident,
}

impl CollectionAttr {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Option<Self> {
        let attr = attrs.iter().find(|attr| attr.path().is_ident("collection"))?;
        errors.keep(attr.parse_args())
    }
}

impl Parse for CollectionAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.call(Ident::parse_any)?;
        if name != "index" {
            let help = suggestion(&name.to_string(), &["index"]);
            let message = format!("`{name}` is not an option of `#[collection(..)]`\nhelp: {help}");
            return Err(syn::Error::new(name.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(Self { index: input.parse()? })
    }
}
