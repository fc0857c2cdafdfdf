//! `#[attribute(..)]` and `#[key_field(..)]` on a type or a variant.

use darling::FromMeta;
use darling::util::Flag;
use syn::Attribute;

use super::{Text, items, options};
use crate::errors::Errors;

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct ContainerAttr {
    pub(crate) rename_all: Option<Text>,
    pub(crate) tag: Option<Text>,
    pub(crate) content: Option<Text>,
    pub(crate) untagged: Flag,
}

impl ContainerAttr {
    pub(crate) fn parse(attrs: &[Attribute], name: &str, errors: &mut Errors) -> Self {
        let names: &[&str] =
            if name == "attribute" { &["rename_all", "tag", "content", "untagged"] } else { &["rename_all"] };
        options(items(attrs, name, errors), name, names, errors)
    }

    /// Refuses what is for enums with data only.
    pub(crate) fn refuse_tags(&self, errors: &mut Errors) {
        let fact = "`tag`, `content` and `untagged` are for enums with data";
        for text in [&self.tag, &self.content].into_iter().flatten() {
            errors.at(&text.0, fact, "remove it");
        }
        if self.untagged.is_present() {
            errors.at_span(self.untagged.span(), fact, "remove it");
        }
    }
}

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct VariantAttr {
    pub(crate) rename: Option<Text>,
}

impl VariantAttr {
    pub(crate) fn parse(attrs: &[Attribute], name: &str, errors: &mut Errors) -> Self {
        options(items(attrs, name, errors), name, &["rename"], errors)
    }
}

/// `#[entity(other)]` on a variant.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct OtherAttr {
    pub(crate) other: Flag,
}

impl OtherAttr {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        options(items(attrs, "entity", errors), "entity", &["other"], errors)
    }
}

/// Whether a variant is marked to keep what the enum does not know.
pub(crate) fn is_other(attrs: &[Attribute]) -> bool {
    OtherAttr::parse(attrs, &mut Errors::default()).other.is_present()
}
