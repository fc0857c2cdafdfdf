//! Newtypes and enums without data.

use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident, LitStr, Type};

use crate::attr::nested::{ContainerAttr, OtherAttr, VariantAttr, is_other};
use crate::attr::refuse_on_tuple;
use crate::attr::serde::{SerdeContainer, SerdeVariant};
use crate::errors::Errors;
use crate::rename::Rule;

/// What can stand in a key.
#[allow(clippy::large_enum_variant)] // A derive makes one.
pub(crate) enum KeyField {
    Newtype(Box<Type>),
    Enum(UnitEnum),
    /// Neither, which is an error.
    Neither,
}

impl KeyField {
    pub(crate) fn new(input: &DeriveInput, errors: &mut Errors) -> Self {
        let found = match &input.data {
            Data::Struct(data) => newtype(input, &data.fields, errors),
            Data::Enum(_) => UnitEnum::new(input, "key_field", errors).map(Self::Enum),
            Data::Union(_) => None,
        };
        if found.is_none() && errors.is_empty() {
            errors.at(
                &input.ident,
                format!("`{}` is neither a newtype nor an enum without data", input.ident),
                "a key field is one value: `struct Id(String)`, or `enum Status { Open, Done }`",
            );
        }
        found.unwrap_or(Self::Neither)
    }
}

fn newtype(input: &DeriveInput, all: &Fields, errors: &mut Errors) -> Option<KeyField> {
    let Fields::Unnamed(fields) = all else { return None };
    if fields.unnamed.len() != 1 {
        return None;
    }
    ContainerAttr::parse(&input.attrs, "key_field", errors);
    // A newtype is what it holds, with `transparent` or without.
    SerdeContainer::parse(&input.attrs, errors).refuse_tags(errors);
    refuse_on_tuple(all, errors);
    Some(KeyField::Newtype(Box::new(fields.unnamed[0].ty.clone())))
}

/// An enum without data, and the texts of its variants.
pub(crate) struct UnitEnum {
    /// The variant that keeps the texts which no other has, and the type that holds them.
    pub(crate) other: Option<(Ident, Type)>,
    pub(crate) idents: Vec<Ident>,
    pub(crate) texts: Vec<String>,
    pub(crate) aliases: Vec<Vec<LitStr>>,
}

impl UnitEnum {
    /// `None` when a variant has data, or there is none.
    pub(crate) fn new(input: &DeriveInput, attribute: &str, errors: &mut Errors) -> Option<Self> {
        let Data::Enum(data) = &input.data else { return None };
        let (others, units): (Vec<_>, Vec<_>) = data.variants.iter().partition(|variant| is_other(&variant.attrs));
        if data.variants.is_empty() || !units.iter().all(|variant| matches!(variant.fields, Fields::Unit)) {
            return None;
        }
        let attr = ContainerAttr::parse(&input.attrs, attribute, errors);
        let serde = SerdeContainer::parse(&input.attrs, errors);
        let rule = attr.rename_all.as_ref().map(|text| &text.0).or(serde.rename_all.as_ref());
        let rule = rule.map_or(Rule::None, |text| Rule::parse(text, errors));
        serde.refuse_tags(errors);
        attr.refuse_tags(errors);
        if serde.untagged {
            errors.at(&input.ident, "serde's `untagged` makes every variant a Null", "remove it");
        }
        let mut out = Self { other: None, idents: Vec::new(), texts: Vec::new(), aliases: Vec::new() };
        for variant in others {
            out.set_other(variant, errors);
        }
        for variant in units {
            OtherAttr::parse(&variant.attrs, errors);
            let attr = VariantAttr::parse(&variant.attrs, attribute, errors);
            let serde = SerdeVariant::parse(&variant.attrs, errors);
            let text = variant_text(&variant.ident, &attr, &serde, rule);
            out.idents.push(variant.ident.clone());
            out.texts.push(text);
            out.aliases.push(serde.aliases);
        }
        Some(out)
    }

    fn set_other(&mut self, variant: &syn::Variant, errors: &mut Errors) {
        let ident = &variant.ident;
        let held = match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed[0].ty.clone(),
            _ => {
                let fact =
                    format!("`{ident}` is to keep the texts that no other variant has, and has no place for one");
                return errors.at(ident, fact, format!("write `#[entity(other)] {ident}(String)`"));
            }
        };
        refuse_on_tuple(&variant.fields, errors);
        match &self.other {
            Some((first, _)) => errors.at(
                ident,
                format!("`{first}` and `{ident}` are both to keep the texts that no other variant has"),
                "mark one of them with `#[entity(other)]`",
            ),
            None => self.other = Some((ident.clone(), held)),
        }
    }
}

/// The name of a variant in the data.
pub(crate) fn variant_text(ident: &Ident, attr: &VariantAttr, serde: &SerdeVariant, rule: Rule) -> String {
    let rename = attr.rename.as_ref().map(|text| &text.0).or(serde.rename.as_ref());
    rename.map_or_else(|| rule.variant(&ident.unraw().to_string()), LitStr::value)
}
