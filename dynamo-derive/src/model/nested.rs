//! Nested structs and enums.

use syn::{Data, DeriveInput, Fields, Ident, LitStr, Type};

use super::key_field::variant_text;
use super::{Field, UnitEnum};
use crate::attr::field::FieldAttr;
use crate::attr::nested::{ContainerAttr, OtherAttr, VariantAttr};
use crate::attr::refuse_on_tuple;
use crate::attr::serde::{DefaultValue, SerdeContainer, SerdeVariant, Tagging};
use crate::errors::Errors;
use crate::rename::Rule;

/// What is stored.
#[allow(clippy::large_enum_variant)] // A derive makes one.
pub(crate) enum Nested {
    UnitEnum(UnitEnum),
    Enum(Enum),
    /// A struct with named fields.
    Struct(Vec<Field>),
    /// The same, marked as transparent.
    Transparent(Box<Field>),
    Newtype(Box<Type>),
    Tuple(usize),
    Unit,
    /// There is nothing to store, which is an error.
    Nothing,
}

/// An enum with data.
pub(crate) struct Enum {
    pub(crate) variants: Vec<Variant>,
    pub(crate) tagging: Tagging,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) text: String,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) shape: Shape,
}

pub(crate) enum Shape {
    Unit,
    Newtype(Box<Type>),
    Tuple(usize),
    Struct(Vec<Field>),
}

impl Nested {
    pub(crate) fn new(input: &DeriveInput, errors: &mut Errors) -> Self {
        if let Some(unit) = UnitEnum::new(input, "attribute", errors) {
            return Self::UnitEnum(unit);
        }
        let attr = ContainerAttr::parse(&input.attrs, "attribute", errors);
        let serde = SerdeContainer::parse(&input.attrs, errors);
        let rule = attr.rename_all.as_ref().map(|text| &text.0).or(serde.rename_all.as_ref());
        let rule = rule.map_or(Rule::None, |text| Rule::parse(text, errors));
        let found = match &input.data {
            Data::Struct(data) => {
                serde.refuse_tags(errors);
                attr.refuse_tags(errors);
                refuse_on_tuple(&data.fields, errors);
                structure(&data.fields, rule, &serde, errors)
            }
            Data::Enum(data) if !data.variants.is_empty() => {
                let variants = data.variants.iter().map(|variant| Variant::new(variant, rule, errors)).collect();
                Some(Self::Enum(Enum { variants, tagging: tagging(&attr, &serde) }))
            }
            Data::Enum(_) | Data::Union(_) => None,
        };
        if found.is_none() {
            errors.at(&input.ident, format!("`{}` has nothing to store", input.ident), "give it a field or a variant");
        }
        found.unwrap_or(Self::Nothing)
    }
}

impl Variant {
    fn new(variant: &syn::Variant, rule: Rule, errors: &mut Errors) -> Self {
        let attr = VariantAttr::parse(&variant.attrs, "attribute", errors);
        if OtherAttr::parse(&variant.attrs, errors).other.is_present() {
            errors.at(
                &variant.ident,
                format!("`{}` is to keep texts that the enum does not know, and other variants have data", variant.ident),
                "an enum keeps unknown texts if its other variants have no data: remove `#[entity(other)]`, or their data",
            );
        }
        let serde = SerdeVariant::parse(&variant.attrs, errors);
        let field_rule = serde.rename_all.as_ref().map_or(Rule::None, |text| Rule::parse(text, errors));
        let shape = match &variant.fields {
            Fields::Unit => Shape::Unit,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                Shape::Newtype(Box::new(fields.unnamed[0].ty.clone()))
            }
            Fields::Unnamed(fields) => Shape::Tuple(fields.unnamed.len()),
            fields @ Fields::Named(_) => Shape::Struct(named(fields, field_rule, None, errors)),
        };
        refuse_on_tuple(&variant.fields, errors);
        let text = variant_text(&variant.ident, &attr, &serde, rule);
        Self { ident: variant.ident.clone(), text, aliases: serde.aliases, shape }
    }
}

fn structure(fields: &Fields, rule: Rule, serde: &SerdeContainer, errors: &mut Errors) -> Option<Nested> {
    Some(match fields {
        Fields::Named(_) if serde.transparent.is_some() => {
            let [field] = <[_; 1]>::try_from(named(fields, rule, None, errors)).ok()?;
            Nested::Transparent(Box::new(field))
        }
        Fields::Named(_) => Nested::Struct(named(fields, rule, serde.default.as_ref(), errors)),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Nested::Newtype(Box::new(fields.unnamed[0].ty.clone())),
        Fields::Unnamed(fields) => Nested::Tuple(fields.unnamed.len()),
        Fields::Unit => Nested::Unit,
    })
}

fn named(fields: &Fields, rule: Rule, default: Option<&DefaultValue>, errors: &mut Errors) -> Vec<Field> {
    let fields = fields.iter().map(|field| {
        let attr = FieldAttr::nested(field, errors);
        Field::new(field, &attr, rule, default, errors)
    });
    fields.collect()
}

fn tagging(attr: &ContainerAttr, serde: &SerdeContainer) -> Tagging {
    let tag = attr.tag.as_ref().map(|text| &text.0).or(serde.tag.as_ref());
    let content = attr.content.as_ref().map(|text| &text.0).or(serde.content.as_ref());
    match (tag, content) {
        _ if attr.untagged.is_present() || serde.untagged => Tagging::Untagged,
        (Some(tag), Some(content)) => Tagging::Adjacent(tag.clone(), content.clone()),
        (Some(tag), None) => Tagging::Internal(tag.clone()),
        (None, _) => Tagging::External,
    }
}
