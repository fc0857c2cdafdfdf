//! serde's own attributes: carried out, or refused, never ignored.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, LitStr, Path, Token, token};

use crate::errors::Errors;

/// How serde fills a field that is missing.
#[derive(Clone)]
pub(crate) enum DefaultValue {
    /// `#[serde(default)]`
    Trait,
    /// `#[serde(default = "path")]`
    Path(Path),
    /// `#[serde(default)]` on the struct: the field of the struct's own default.
    Container,
}

/// How serde tags an enum.
#[derive(Default, Clone)]
pub(crate) enum Tagging {
    #[default]
    External,
    Internal(LitStr),
    Adjacent(LitStr, LitStr),
    Untagged,
}

#[derive(Default)]
pub(crate) struct SerdeContainer {
    pub(crate) rename_all: Option<LitStr>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) tag: Option<LitStr>,
    pub(crate) content: Option<LitStr>,
    pub(crate) untagged: bool,
    pub(crate) transparent: Option<Path>,
}

impl SerdeContainer {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut out = Self::default();
        each(attrs, errors, |meta, errors| {
            match name(meta).as_str() {
                "rename_all" => out.rename_all = one_name(meta, errors)?,
                "default" => out.default = Some(container_default(meta, errors)?),
                "tag" => out.tag = Some(meta.value()?.parse()?),
                "content" => out.content = Some(meta.value()?.parse()?),
                "untagged" => out.untagged = true,
                "transparent" => out.transparent = Some(meta.path.clone()),
                // These change what serde's own code looks like, and nothing about the data.
                "crate" | "bound" | "expecting" => pass_over(meta)?,
                _ => return refuse(meta, errors),
            }
            Ok(())
        });
        out
    }

    /// Refuses what tags a struct, which would be one more entry in its data.
    pub(crate) fn refuse_tags(&self, errors: &mut Errors) {
        for name in [&self.tag, &self.content].into_iter().flatten() {
            errors.at(name, "serde's `tag` and `content` are carried out on enums with data only", "remove them");
        }
    }

    /// Reads the attributes of a type whose data serde's container options do not change, refusing those that would.
    pub(crate) fn plain_struct(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let out = Self::parse(attrs, errors);
        out.refuse_tags(errors);
        if let Some(path) = &out.transparent {
            errors.at(path, "serde's `transparent` is not carried out on an entity", "remove it: an item is a map");
        }
        out
    }
}

#[derive(Default)]
pub(crate) struct SerdeField {
    pub(crate) rename: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) skip: bool,
    pub(crate) skip_serializing_if: Option<Path>,
}

impl SerdeField {
    /// `through_serde` tells what to advise: the field has `#[entity(serde)]` already.
    pub(crate) fn parse(attrs: &[Attribute], through_serde: bool, errors: &mut Errors) -> Self {
        let mut out = Self::default();
        each(attrs, errors, |meta, errors| {
            match name(meta).as_str() {
                "rename" => out.rename = one_name(meta, errors)?,
                "alias" => out.aliases.push(meta.value()?.parse()?),
                "default" => out.default = Some(default(meta)?),
                "skip" => out.skip = true,
                "skip_serializing_if" => out.skip_serializing_if = Some(path(meta)?),
                "bound" => pass_over(meta)?,
                _ => return refuse_field(meta, through_serde, errors),
            }
            Ok(())
        });
        out
    }
}

#[derive(Default)]
pub(crate) struct SerdeVariant {
    pub(crate) rename: Option<LitStr>,
    pub(crate) rename_all: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
}

impl SerdeVariant {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut out = Self::default();
        each(attrs, errors, |meta, errors| {
            match name(meta).as_str() {
                "rename" => out.rename = one_name(meta, errors)?,
                "rename_all" => out.rename_all = one_name(meta, errors)?,
                "alias" => out.aliases.push(meta.value()?.parse()?),
                _ => return refuse(meta, errors),
            }
            Ok(())
        });
        out
    }
}

fn each(
    attrs: &[Attribute],
    errors: &mut Errors,
    mut read: impl FnMut(&ParseNestedMeta<'_>, &mut Errors) -> syn::Result<()>,
) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        let read = attr.parse_nested_meta(|meta| read(&meta, errors));
        errors.keep(read);
    }
}

fn name(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(ToString::to_string).unwrap_or_default()
}

/// `rename = ".."`. serde also takes one name for writing and one for reading.
fn one_name(meta: &ParseNestedMeta<'_>, errors: &mut Errors) -> syn::Result<Option<LitStr>> {
    if meta.input.peek(token::Paren) {
        errors.at(
            &meta.path,
            "one name for writing and another for reading would lose the attribute",
            "give one name, and the other as `alias`",
        );
        pass_over(meta)?;
        return Ok(None);
    }
    meta.value()?.parse().map(Some)
}

fn default(meta: &ParseNestedMeta<'_>) -> syn::Result<DefaultValue> {
    if meta.input.peek(Token![=]) { path(meta).map(DefaultValue::Path) } else { Ok(DefaultValue::Trait) }
}

fn container_default(meta: &ParseNestedMeta<'_>, errors: &mut Errors) -> syn::Result<DefaultValue> {
    if meta.input.peek(Token![=]) {
        refuse(meta, errors)?;
    }
    Ok(DefaultValue::Container)
}

fn path(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    meta.value()?.parse::<LitStr>()?.parse()
}

fn pass_over(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(token::Paren) {
        let inside;
        syn::parenthesized!(inside in meta.input);
        inside.parse::<proc_macro2::TokenStream>()?;
    } else if meta.input.peek(Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    }
    Ok(())
}

fn refuse(meta: &ParseNestedMeta<'_>, errors: &mut Errors) -> syn::Result<()> {
    let name = name(meta);
    errors.at(
        &meta.path,
        format!("serde's `{name}` is not carried out by this derive, and ignoring it would change the data"),
        "remove it, or write the type's `Attribute` by hand",
    );
    pass_over(meta)
}

fn refuse_field(meta: &ParseNestedMeta<'_>, through_serde: bool, errors: &mut Errors) -> syn::Result<()> {
    let name = name(meta);
    let help = match name.as_str() {
        "flatten" => "make the fields part of this struct, or remove `flatten` and store a Map",
        "with" | "serialize_with" | "deserialize_with" | "getter" if through_serde => {
            "use a newtype whose own serde does this"
        }
        "with" | "serialize_with" | "deserialize_with" => {
            "use a newtype whose own serde does this, with `#[entity(serde)]` on the field"
        }
        "skip_serializing" | "skip_deserializing" => "use `skip`: what is written must be readable",
        _ => "remove it",
    };
    errors.at(
        &meta.path,
        format!("serde's `{name}` is not carried out by this derive, and ignoring it would change the data"),
        help,
    );
    pass_over(meta)
}
