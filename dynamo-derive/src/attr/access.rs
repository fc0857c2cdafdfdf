//! `#[access(..)]`: a named access pattern.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitInt, LitStr, Path, Token, parenthesized};

use crate::errors::{Errors, suggestion};

pub(crate) struct AccessAttr {
    pub(crate) name: Ident,
    pub(crate) fields: Vec<AccessField>,
    pub(crate) index: Option<Ident>,
    pub(crate) get: Option<Ident>,
    pub(crate) of: Option<Path>,
    pub(crate) one: bool,
    pub(crate) newest_first: bool,
    pub(crate) unexpired: bool,
    pub(crate) limit: Option<LitInt>,
    pub(crate) about: Option<LitStr>,
}

/// A field, and how it is compared.
pub(crate) struct AccessField {
    pub(crate) ident: Ident,
    pub(crate) by: By,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Equal,
    After,
    From,
    Before,
    To,
    Range,
    BeginsWith,
}

const OPTIONS: [&str; 8] = ["index", "get", "of", "one", "newest_first", "unexpired", "limit", "about"];

impl AccessAttr {
    pub(crate) fn parse_all(attrs: &[Attribute], errors: &mut Errors) -> Vec<Self> {
        let attrs = attrs.iter().filter(|attr| attr.path().is_ident("access"));
        attrs.filter_map(|attr| errors.keep(attr.parse_args())).collect()
    }
}

impl Parse for AccessAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let inside;
        parenthesized!(inside in input);
        let fields = Punctuated::<AccessField, Token![,]>::parse_terminated(&inside)?.into_iter().collect();
        let mut access = Self {
            name,
            fields,
            index: None,
            get: None,
            of: None,
            one: false,
            newest_first: false,
            unexpired: false,
            limit: None,
            about: None,
        };
        while input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let option: Ident = input.parse()?;
            match option.to_string().as_str() {
                "get" => access.get = Some(option),
                "one" => access.one = true,
                "newest_first" => access.newest_first = true,
                "unexpired" => access.unexpired = true,
                "index" => {
                    input.parse::<Token![=]>()?;
                    access.index = Some(input.parse()?);
                }
                "of" => {
                    input.parse::<Token![=]>()?;
                    access.of = Some(input.parse()?);
                }
                "about" => {
                    input.parse::<Token![=]>()?;
                    access.about = Some(input.parse()?);
                }
                "limit" => {
                    input.parse::<Token![=]>()?;
                    access.limit = Some(input.parse()?);
                }
                other => {
                    let message =
                        format!("`{other}` is not an option of `#[access(..)]`\nhelp: {}", suggestion(other, &OPTIONS));
                    return Err(syn::Error::new(option.span(), message));
                }
            }
        }
        Ok(access)
    }
}

impl Parse for AccessField {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ident = input.parse()?;
        let by = if input.is_empty() || input.peek(Token![,]) {
            By::Equal
        } else if input.peek(Token![>=]) {
            input.parse::<Token![>=]>()?;
            By::From
        } else if input.peek(Token![<=]) {
            input.parse::<Token![<=]>()?;
            By::To
        } else if input.peek(Token![>]) {
            input.parse::<Token![>]>()?;
            By::After
        } else if input.peek(Token![<]) {
            input.parse::<Token![<]>()?;
            By::Before
        } else if input.peek(Token![..]) {
            input.parse::<Token![..]>()?;
            By::Range
        } else {
            let word: Ident = input.parse()?;
            if word != "begins_with" {
                let message = format!(
                    "`{word}` is not an operator of `#[access(..)]`\n\
                     help: there are `>`, `>=`, `<`, `<=`, `..` and `begins_with`"
                );
                return Err(syn::Error::new(word.span(), message));
            }
            By::BeginsWith
        };
        Ok(Self { ident, by })
    }
}
