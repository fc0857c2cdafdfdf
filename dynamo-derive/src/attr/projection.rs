//! `#[projection(..)]`.

use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Field, Ident, Path, Token};

use crate::errors::{Errors, suggestion};

/// `#[projection(of = Entity, index = ident)]`
#[derive(Default)]
pub(crate) struct ProjectionOf {
    pub(crate) of: Option<Path>,
    pub(crate) indexes: Vec<Ident>,
}

impl ProjectionOf {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let attr = attrs.iter().find(|attr| attr.path().is_ident("projection"));
        attr.and_then(|attr| errors.keep(attr.parse_args())).unwrap_or_default()
    }
}

/// `#[projection(sensitive)]` on a field.
pub(crate) fn is_sensitive(field: &Field, errors: &mut Errors) -> bool {
    let mut is_sensitive = false;
    for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("projection")) {
        match attr.parse_args::<Ident>() {
            Ok(word) if word == "sensitive" => is_sensitive = true,
            _ => errors.at(
                attr,
                "a field of a projection has one option, `sensitive`",
                "write `#[projection(sensitive)]`",
            ),
        }
    }
    is_sensitive
}

impl Parse for ProjectionOf {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Self::default();
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            match name.to_string().as_str() {
                "of" => options.of = Some(input.parse()?),
                "index" => options.indexes.push(input.parse()?),
                other => {
                    let message = format!(
                        "`{other}` is not an option of `#[projection(..)]`\nhelp: {}",
                        suggestion(other, &["of", "index"])
                    );
                    return Err(syn::Error::new(name.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}
