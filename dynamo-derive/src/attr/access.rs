//! `#[access(..)]`: a named access pattern.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Lit, LitInt, LitStr, Path, Token, parenthesized};

use crate::errors::{Errors, suggestion};

pub(crate) struct AccessAttr {
    pub(crate) name: Ident,
    pub(crate) fields: Vec<AccessField>,
    pub(crate) index: Option<Ident>,
    pub(crate) get: Option<Ident>,
    pub(crate) of: Option<Path>,
    pub(crate) first: bool,
    pub(crate) descending: bool,
    pub(crate) unexpired: bool,
    pub(crate) limit: Option<LitInt>,
    pub(crate) rate: Option<Lit>,
    pub(crate) items: Option<LitInt>,
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

const OPTIONS: [&str; 10] =
    ["index", "get", "of", "first", "descending", "unexpired", "limit", "rate", "items", "about"];

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
            first: false,
            descending: false,
            unexpired: false,
            limit: None,
            rate: None,
            items: None,
            about: None,
        };
        let mut given: Vec<Ident> = Vec::new();
        while input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let option: Ident = input.parse()?;
            if given.contains(&option) {
                let message = format!("`{option}` is given twice\nhelp: remove one of them");
                return Err(syn::Error::new(option.span(), message));
            }
            given.push(option.clone());
            match option.to_string().as_str() {
                "get" => access.get = Some(option),
                "first" => access.first = true,
                "descending" => access.descending = true,
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
                    access.limit = Some(limit(input)?);
                }
                "rate" => {
                    input.parse::<Token![=]>()?;
                    access.rate = Some(per_second(input)?);
                }
                "items" => {
                    input.parse::<Token![=]>()?;
                    access.items = Some(items(input)?);
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
        } else if input.peek(Ident) && input.fork().parse::<Ident>()? == "begins_with" {
            input.parse::<Ident>()?;
            By::BeginsWith
        } else {
            return Err(unknown_operator(input)?);
        };
        if !input.is_empty() && !input.peek(Token![,]) {
            let rest = until_comma(input)?;
            let message = format!(
                "`{rest}` stands after the field `{ident}` and its operator\n\
                                   help: remove it: the function takes the value as an argument"
            );
            return Err(syn::Error::new_spanned(rest, message));
        }
        Ok(Self { ident, by })
    }
}

fn unknown_operator(input: ParseStream<'_>) -> syn::Result<syn::Error> {
    let word = if input.peek(Ident) { input.parse::<Ident>()?.into_token_stream() } else { until_comma(input)? };
    let message = format!(
        "`{word}` is not an operator of `#[access(..)]`\n\
         help: there are `>`, `>=`, `<`, `<=`, `..` and `begins_with`"
    );
    Ok(syn::Error::new_spanned(word, message))
}

/// What is left of a field.
fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend(std::iter::once(input.parse::<TokenTree>()?));
    }
    Ok(tokens)
}

/// Rule 35: DynamoDB reads at least one item.
fn limit(input: ParseStream<'_>) -> syn::Result<LitInt> {
    let limit: LitInt = input.parse().map_err(|error: syn::Error| {
        syn::Error::new(error.span(), "`limit` is not a whole number\nhelp: write `limit = 20`")
    })?;
    if !limit.base10_parse::<usize>().is_ok_and(|limit| limit > 0) || !limit.suffix().is_empty() {
        let message = format!(
            "`limit = {limit}` is not a number of items to read\nhelp: write `limit = 20`, or leave it out for all of them"
        );
        return Err(syn::Error::new(limit.span(), message));
    }
    Ok(limit)
}

/// How many items a pattern reads: `items = 20`.
fn items(input: ParseStream<'_>) -> syn::Result<LitInt> {
    let number: Lit = input.parse()?;
    match number {
        Lit::Int(items) if items.suffix().is_empty() && items.base10_parse::<u32>().is_ok() => Ok(items),
        other => {
            let message = "`items` is not a number of items that one request reads\nhelp: write `items = 20`";
            Err(syn::Error::new_spanned(other, message))
        }
    }
}

/// How often something happens in a second: `rate = 200`, `rate = 0.5`.
pub(crate) fn per_second(input: ParseStream<'_>) -> syn::Result<Lit> {
    let number: Lit = input.parse()?;
    let value = match &number {
        Lit::Int(number) if number.suffix().is_empty() => number.base10_parse::<f64>().ok(),
        Lit::Float(number) if number.suffix().is_empty() => number.base10_parse::<f64>().ok(),
        _ => None,
    };
    if value.is_some_and(|value| value.is_finite() && value >= 0.0) {
        return Ok(number);
    }
    Err(syn::Error::new_spanned(number, "this is not a number of times in a second\nhelp: write `200`, or `0.5`"))
}

/// A number as the schema has it, in which all rates are fractions.
pub(crate) fn fraction(number: &Lit) -> TokenStream {
    let value = match number {
        Lit::Int(number) => number.base10_parse::<f64>(),
        Lit::Float(number) => number.base10_parse::<f64>(),
        _ => Ok(0.0),
    };
    value.unwrap_or_default().to_token_stream()
}
