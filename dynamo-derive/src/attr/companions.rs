//! `pointers(..)`, `pointer_of(..)`, `unique(..)` and `counted(..)`.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitInt, Path, Token, parenthesized, token};

#[derive(Default)]
pub(crate) struct CompanionsAttr {
    /// `pointers(A, B)`
    pub(crate) pointers: Vec<Path>,
    /// `pointer_of(A, ..)`
    pub(crate) pointer_of: Option<PointerOfAttr>,
    /// One was given, and refused.
    pub(crate) pointer_of_refused: bool,
    /// `unique(email as EmailUnique)`
    pub(crate) unique: Vec<UniqueAttr>,
    /// `counted(count in Counter(user_id = followee_id))`
    pub(crate) counted: Vec<CountedAttr>,
}

pub(crate) struct PointerOfAttr {
    pub(crate) canonical: Path,
    pub(crate) each: Option<EachAttr>,
    pub(crate) when: Option<Expr>,
}

/// `each(group_id in group_ids)`, `each((user_id, role) in members)`
pub(crate) struct EachAttr {
    pub(crate) names: Vec<Ident>,
    pub(crate) tuple: bool,
    pub(crate) source: Expr,
}

pub(crate) struct UniqueAttr {
    pub(crate) fields: Vec<Ident>,
    pub(crate) lock: Path,
}

pub(crate) struct CountedAttr {
    pub(crate) field: Ident,
    pub(crate) counter: Path,
    pub(crate) keys: Vec<(Ident, CountedKey)>,
    pub(crate) span: Span,
}

pub(crate) enum CountedKey {
    Field(Ident),
    /// `sharded(10)`
    Shard(LitInt),
}

/// Several paths.
pub(crate) struct Paths(pub(crate) Vec<Path>);

impl Parse for Paths {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Punctuated::<Path, Token![,]>::parse_terminated(input).map(|paths| Self(paths.into_iter().collect()))
    }
}

impl Parse for PointerOfAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut attr = Self { canonical: input.parse()?, each: None, when: None };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let name = input.call(Ident::parse_any)?;
            if name == "each" && attr.each.is_some() || name == "when" && attr.when.is_some() {
                let message = format!("`{name}` is given twice\nhelp: remove one of them");
                return Err(syn::Error::new(name.span(), message));
            }
            match name.to_string().as_str() {
                "each" => {
                    let inside;
                    parenthesized!(inside in input);
                    attr.each = Some(inside.parse()?);
                }
                "when" => {
                    input.parse::<Token![=]>()?;
                    attr.when = Some(input.parse()?);
                }
                other => {
                    let message = format!(
                        "`{other}` is not an option of `pointer_of(..)`\nhelp: there are `each(element in collection)` and `when = function`"
                    );
                    return Err(syn::Error::new(name.span(), message));
                }
            }
        }
        Ok(attr)
    }
}

impl Parse for EachAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (names, tuple) = names(input)?;
        input.parse::<Token![in]>().map_err(|error| {
            syn::Error::new(
                error.span(),
                "`each` names an element and a collection\nhelp: write `each(group_id in group_ids)`",
            )
        })?;
        Ok(Self { names, tuple, source: input.parse()? })
    }
}

/// `a`, or `(a, b)`.
fn names(input: ParseStream<'_>) -> syn::Result<(Vec<Ident>, bool)> {
    if input.peek(token::Paren) {
        let inside;
        parenthesized!(inside in input);
        let names = Punctuated::<Ident, Token![,]>::parse_terminated(&inside)?;
        return Ok((names.into_iter().collect(), true));
    }
    Ok((vec![input.parse()?], false))
}

/// `email as EmailUnique, (a, b) as Both`; `a, b as Both` is the same as `(a, b) as Both`.
pub(crate) struct Uniques(pub(crate) Vec<UniqueAttr>);

impl Parse for Uniques {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (mut uniques, mut fields) = (Vec::new(), Vec::new());
        while !input.is_empty() {
            fields.extend(names(input)?.0);
            if input.peek(Token![as]) {
                input.parse::<Token![as]>()?;
                uniques.push(UniqueAttr { fields: std::mem::take(&mut fields), lock: input.parse()? });
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        match fields.first() {
            Some(field) => {
                let message = format!(
                    "`unique` does not say what locks `{field}`\nhelp: write `unique({field} as Lock)`, where `Lock` is an entity"
                );
                Err(syn::Error::new(field.span(), message))
            }
            None => Ok(Self(uniques)),
        }
    }
}

/// `count in Counter(user_id = followee_id)`, several with commas.
pub(crate) struct Counteds(pub(crate) Vec<CountedAttr>);

impl Parse for Counteds {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Punctuated::<CountedAttr, Token![,]>::parse_terminated(input).map(|all| Self(all.into_iter().collect()))
    }
}

impl Parse for CountedAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let field: Ident = input.parse()?;
        let help = "write `counted(count in Counter(user_id = followee_id))`";
        let wrong = |error: &syn::Error, fact: &str| syn::Error::new(error.span(), format!("{fact}\nhelp: {help}"));
        input
            .parse::<Token![in]>()
            .map_err(|error| wrong(&error, "`counted` names a field and the counter that has it"))?;
        let counter: Path = input.parse()?;
        let inside;
        parenthesized!(inside in input);
        let mut keys = Vec::new();
        while !inside.is_empty() {
            let name: Ident = inside.parse()?;
            let source = if inside.peek(Token![=]) {
                inside.parse::<Token![=]>()?;
                let source: Ident = inside.parse()?;
                if source == "sharded" && inside.peek(token::Paren) {
                    let shards;
                    parenthesized!(shards in inside);
                    CountedKey::Shard(shards.parse()?)
                } else {
                    CountedKey::Field(source)
                }
            } else {
                CountedKey::Field(name.clone())
            };
            keys.push((name, source));
            if !inside.is_empty() {
                inside.parse::<Token![,]>()?;
            }
        }
        Ok(Self { span: field.span(), field, counter, keys })
    }
}
