//! Attributes as structs that keep their spans.

pub(crate) mod access;
pub(crate) mod collection;
pub(crate) mod companions;
pub(crate) mod constants;
pub(crate) mod entity;
pub(crate) mod field;
pub(crate) mod index;
pub(crate) mod load;
pub(crate) mod nested;
pub(crate) mod pairs;
pub(crate) mod projection;
pub(crate) mod serde;
pub(crate) mod table;

use darling::FromMeta;
use darling::ast::NestedMeta;
use quote::ToTokens;
use syn::{Attribute, LitStr};

use crate::errors::{Errors, suggestion};

/// The items of every `#[name(..)]`.
pub(crate) fn items(attrs: &[Attribute], name: &str, errors: &mut Errors) -> Vec<NestedMeta> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        if let Some(list) = errors.keep(attr.meta.require_list())
            && let Some(metas) = errors.keep(NestedMeta::parse_meta_list(list.tokens.clone()))
        {
            items.extend(metas);
        }
    }
    items
}

/// Reads options with fixed names: what `T` does not know is told apart by `names`, in our own words.
pub(crate) fn options<T: FromMeta + Default>(
    items: Vec<NestedMeta>,
    attribute: &str,
    names: &[&str],
    errors: &mut Errors,
) -> T {
    let (known, unknown): (Vec<_>, Vec<_>) = items.into_iter().partition(
        |item| matches!(item, NestedMeta::Meta(meta) if names.iter().any(|name| meta.path().is_ident(name))),
    );
    for item in unknown {
        let tokens = match &item {
            NestedMeta::Meta(meta) => meta.path().to_token_stream(),
            NestedMeta::Lit(lit) => lit.to_token_stream(),
            NestedMeta::NameValueInvalidExpr(invalid) => invalid.path.to_token_stream(),
        };
        let name = tokens.to_string();
        errors.at(tokens, format!("`{name}` is not an option of `#[{attribute}(..)]`"), suggestion(&name, names));
    }
    T::from_list(&known).unwrap_or_else(|error| {
        errors.push_darling(error);
        T::default()
    })
}

/// Refuses attributes on the fields of a tuple: they have no names, and no options.
pub(crate) fn refuse_on_tuple(fields: &syn::Fields, errors: &mut Errors) {
    let syn::Fields::Unnamed(fields) = fields else { return };
    for attr in fields.unnamed.iter().flat_map(|field| &field.attrs) {
        if ["serde", "attribute", "key_field"].iter().any(|name| attr.path().is_ident(name)) {
            errors.at(
                attr,
                "attributes on the fields of a tuple are not carried out by this derive",
                "name the fields, or give the field a type that does this itself",
            );
        }
    }
}

/// An expression, such as a path or a closure.
#[derive(Debug, Clone)]
pub(crate) struct Code(pub(crate) syn::Expr);

impl FromMeta for Code {
    fn from_expr(expr: &syn::Expr) -> darling::Result<Self> {
        Ok(Self(expr.clone()))
    }
}

/// A string literal with its span.
#[derive(Debug, Clone)]
pub(crate) struct Text(pub(crate) LitStr);

impl FromMeta for Text {
    fn from_value(value: &syn::Lit) -> darling::Result<Self> {
        match value {
            syn::Lit::Str(text) => Ok(Self(text.clone())),
            other => Err(not_a_string(other)),
        }
    }

    fn from_expr(expr: &syn::Expr) -> darling::Result<Self> {
        match expr {
            syn::Expr::Lit(lit) => Self::from_value(&lit.lit),
            other => Err(not_a_string(other)),
        }
    }
}

fn not_a_string(tokens: &impl syn::spanned::Spanned) -> darling::Error {
    darling::Error::custom("a string is wanted here\nhelp: put it in quotes").with_span(tokens)
}
