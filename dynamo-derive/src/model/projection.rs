//! Some fields of an entity.

use syn::{Data, DeriveInput, Field, Fields, Ident, Path};

use crate::attr::projection::{ProjectionOf, is_sensitive};
use crate::errors::Errors;

pub(crate) struct Projection {
    pub(crate) ident: Ident,
    /// Nothing when it is missing, which is an error.
    pub(crate) of: Option<Path>,
    /// Indexes that hold these fields, and not whole items.
    pub(crate) indexes: Vec<Ident>,
    /// The fields, all of which have names.
    pub(crate) fields: Vec<Field>,
    /// Those that are marked `#[projection(sensitive)]`.
    pub(crate) sensitive: Vec<Ident>,
}

impl Projection {
    pub(crate) fn new(input: &DeriveInput, errors: &mut Errors) -> Self {
        let ProjectionOf { of, indexes } = ProjectionOf::parse(&input.attrs, errors);
        let ident = input.ident.clone();
        if of.is_none() && errors.is_empty() {
            errors.at(
                &ident,
                format!("`{ident}` does not say what it is a part of"),
                "add `#[projection(of = Entity)]`",
            );
        }
        let fields = match &input.data {
            Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => data.fields.iter().cloned().collect(),
            _ => {
                errors.at(
                    &ident,
                    format!("`{ident}` is not a struct with named fields"),
                    "give it some of the entity's fields",
                );
                Vec::new()
            }
        };
        let fields: Vec<Field> = fields;
        let marked = fields.iter().filter(|field| is_sensitive(field, errors));
        let sensitive = marked.filter_map(|field| field.ident.clone()).collect();
        Self { ident, of, indexes, fields, sensitive }
    }
}
