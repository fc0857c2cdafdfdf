//! A table, or a collection, as an enum of entities.

use syn::{Data, DeriveInput, Fields, Ident, Type, Visibility};

use crate::attr::collection::CollectionAttr;
use crate::attr::table::{TableAttr, TableIndex};
use crate::errors::Errors;

pub(crate) struct Table {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) attr: TableAttr,
    pub(crate) indexes: Vec<TableIndex>,
    pub(crate) base: Option<Variant>,
    pub(crate) entities: Vec<Variant>,
}

pub(crate) struct Collection {
    pub(crate) ident: Ident,
    pub(crate) entities: Vec<Variant>,
    /// The index whose partitions they share.
    pub(crate) index: Option<Ident>,
}

/// `Note(Note)`
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// It is marked `#[base]`.
    is_base: bool,
}

impl Table {
    pub(crate) fn new(input: &DeriveInput, errors: &mut Errors) -> Self {
        let mut table = Self {
            vis: input.vis.clone(),
            ident: input.ident.clone(),
            attr: TableAttr::parse(&input.attrs, errors),
            indexes: TableIndex::parse_all(&input.attrs, errors),
            base: None,
            entities: Vec::new(),
        };
        for variant in variants(input, "a table is an enum of its entities", errors) {
            if !variant.is_base {
                table.entities.push(variant);
                continue;
            }
            if table.base.is_some() {
                errors.at(&variant.ident, "two variants are marked `#[base]`", "a table extends one other table");
            }
            table.base = Some(variant);
        }
        table
    }
}

impl Collection {
    pub(crate) fn new(input: &DeriveInput, errors: &mut Errors) -> Self {
        Self {
            ident: input.ident.clone(),
            entities: variants(input, "a collection is an enum of entities", errors),
            index: CollectionAttr::parse(&input.attrs, errors).map(|attr| attr.index),
        }
    }
}

/// The variants of an enum, each of which holds one entity.
fn variants(input: &DeriveInput, help: &str, errors: &mut Errors) -> Vec<Variant> {
    let Data::Enum(data) = &input.data else {
        errors.at(&input.ident, format!("`{}` is not an enum", input.ident), help);
        return Vec::new();
    };
    let variants = data.variants.iter().filter_map(|variant| match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Some(Variant {
            ident: variant.ident.clone(),
            ty: fields.unnamed[0].ty.clone(),
            is_base: variant.attrs.iter().any(|attr| attr.path().is_ident("base")),
        }),
        _ => {
            errors.at(
                variant,
                format!("`{}` does not hold one entity", variant.ident),
                format!("write `{0}({0})`", variant.ident),
            );
            None
        }
    });
    variants.collect()
}
