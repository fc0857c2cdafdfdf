//! Rules about nested types and key fields that the tokens can decide.

use syn::Ident;

use super::attribute_names;
use crate::attr::serde::Tagging;
use crate::errors::Errors;
use crate::model::{Enum, KeyField, Nested, Shape, Storage, UnitEnum};

pub(crate) fn nested(nested: &Nested, errors: &mut Errors) {
    match nested {
        Nested::UnitEnum(variants) => check_unit_texts(variants, errors),
        Nested::Enum(variants) => {
            check_tags(variants, errors);
            check_texts(variants, errors);
        }
        Nested::Struct(fields) => attribute_names(fields, errors),
        Nested::Transparent(field) if field.storage != Storage::Plain => {
            errors.at(&field.ident, "a transparent struct is stored as its field's type says", "remove the option");
        }
        Nested::Transparent(_) | Nested::Newtype(_) | Nested::Tuple(_) | Nested::Unit | Nested::Nothing => {}
    }
}

pub(crate) fn key_field(key_field: &KeyField, errors: &mut Errors) {
    if let KeyField::Enum(variants) = key_field {
        check_unit_texts(variants, errors);
    }
}

/// A tag among the fields has a place there, and one of its own.
fn check_tags(variants: &Enum, errors: &mut Errors) {
    for variant in &variants.variants {
        match (&variants.tagging, &variant.shape) {
            (Tagging::Internal(_), Shape::Tuple(_)) => errors.at(
                &variant.ident,
                format!("`{}` is a tuple, and has no place for a tag among its values", variant.ident),
                "name its fields, or give `content` beside `tag`",
            ),
            (tagging, Shape::Struct(fields)) => {
                attribute_names(fields, errors);
                let of_tag = |tag: &syn::LitStr| fields.iter().find(|field| field.attribute() == Some(&*tag.value()));
                if let Tagging::Internal(tag) = tagging
                    && let Some(field) = of_tag(tag)
                {
                    let fact = format!("`{}` is stored where the tag is", field.name);
                    errors.at(&field.ident, fact, "rename one of them");
                }
            }
            _ => {}
        }
    }
}

fn check_texts(variants: &Enum, errors: &mut Errors) {
    if !matches!(variants.tagging, Tagging::Untagged) {
        check_one_text_each(variants.variants.iter().map(|variant| (&variant.ident, variant.text.as_str())), errors);
    }
}

fn check_unit_texts(variants: &UnitEnum, errors: &mut Errors) {
    check_one_text_each(variants.idents.iter().zip(variants.texts.iter().map(String::as_str)), errors);
}

/// Variants are told apart by their texts.
fn check_one_text_each<'a>(variants: impl Iterator<Item = (&'a Ident, &'a str)>, errors: &mut Errors) {
    let mut seen: Vec<(&Ident, &str)> = Vec::new();
    for (ident, text) in variants {
        if let Some((other, _)) = seen.iter().find(|(_, other)| *other == text) {
            errors.at(ident, format!("`{other}` and `{ident}` are both written as \"{text}\""), "rename one of them");
        }
        seen.push((ident, text));
    }
}
