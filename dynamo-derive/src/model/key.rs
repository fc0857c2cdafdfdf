//! Keys resolved against fields.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::DeriveInput;
use syn::ext::IdentExt;

use super::{Field, InKeys};
use crate::attr::index::KeyExpr;
use crate::errors::{Errors, list, nearest};
use crate::template::{self, Format, Piece};

pub(crate) struct Key {
    /// What the user wrote, for its span.
    pub(crate) tokens: TokenStream,
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) bare: bool,
}

pub(crate) enum Part {
    Literal(String),
    /// A position in [`Entity::fields`].
    Field(usize, Format),
    /// `<shard>`
    Shard,
}

impl Key {
    pub(crate) fn is_sharded(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Shard))
    }

    /// The formats in which a field stands in it.
    pub(crate) fn formats(&self, at: usize) -> Vec<Format> {
        let of_field = |part: &Part| match part {
            Part::Field(field, format) if *field == at => Some(*format),
            _ => None,
        };
        self.parts.iter().filter_map(of_field).collect()
    }

    /// The fields, each once, in the order of the template.
    pub(crate) fn fields(&self) -> Vec<usize> {
        let mut fields = Vec::new();
        for part in &self.parts {
            if let Part::Field(at, _) = part
                && !fields.contains(at)
            {
                fields.push(*at);
            }
        }
        fields
    }
}

/// Where a key stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) of_index: bool,
    /// `<shard>` is no field there.
    pub(super) sharded: bool,
    pub(super) sort: bool,
}

/// What stands for the number of a shard in a template.
pub(crate) const SHARD: &str = "shard";

impl Key {
    pub(super) fn new(
        expr: &KeyExpr,
        fields: &mut [Field],
        input: &DeriveInput,
        place: Place,
        errors: &mut Errors,
    ) -> Option<Self> {
        let tokens = expr.to_token_stream();
        match expr {
            KeyExpr::Field(ident) => {
                let name = ident.unraw().to_string();
                let at = position(&name, &tokens, "key", "", fields, input, errors)?;
                fields[at].key = fields[at].key.max(if place.of_index { InKeys::Bare } else { InKeys::Part });
                Some(Self { tokens, text: name, parts: vec![Part::Field(at, Format::Plain)], bare: true })
            }
            KeyExpr::Template(text) => {
                let pieces = template::parse(&text.value()).unwrap_or_else(|mistake| {
                    errors.at(text, mistake.fact, mistake.help);
                    // Taken for what was meant, as a field is whose name is misspelt.
                    let mut meant = template::meant(&text.value());
                    let is_field = |name: &str| name == SHARD || fields.iter().any(|field| field.name == name);
                    meant.retain(|piece| !matches!(piece, Piece::Field { name, .. } if !is_field(name)));
                    meant
                });
                let parts: Vec<_> = pieces
                    .into_iter()
                    .map(|piece| match piece {
                        Piece::Literal(text) => Some(Part::Literal(text)),
                        Piece::Field { name, format: Format::Plain } if place.sharded && name == SHARD => {
                            if place.sort {
                                let help = "put it into the partition key, which it is there to spread";
                                errors.at(text, "`<shard>` stands in a sort key", help);
                                return None;
                            }
                            Some(Part::Shard)
                        }
                        Piece::Field { name, format } => {
                            let at = position(&name, &tokens, "key template", "<>", fields, input, errors)?;
                            fields[at].key = fields[at].key.max(InKeys::Part);
                            Some(Part::Field(at, format))
                        }
                    })
                    .collect();
                let parts = parts.into_iter().collect::<Option<_>>()?;
                Some(Self { tokens, text: text.value(), parts, bare: false })
            }
        }
    }
}

/// Rule 1: the field that a key names.
pub(super) fn position(
    name: &str,
    tokens: &TokenStream,
    place: &str,
    brackets: &str,
    fields: &[Field],
    input: &DeriveInput,
    errors: &mut Errors,
) -> Option<usize> {
    if let Some(at) = fields.iter().position(|field| field.name == name) {
        return Some(at);
    }
    // A type without fields is refused as such.
    if fields.is_empty() {
        return None;
    }
    let (open, close) = brackets.split_at(brackets.len() / 2);
    let nearest = nearest(name, fields.iter().map(|field| field.name.as_str()));
    let help = match nearest {
        Some(nearest) => format!("did you mean `{open}{nearest}{close}`?"),
        None => format!("its fields are {}", list(fields.iter().map(|field| field.name.as_str()))),
    };
    errors.at(tokens, format!("{place} names `{name}`, which is not a field of `{}`", input.ident), help);
    // Taken for the one that was meant: code that uses the entity is right then, and has no messages of its own.
    nearest.and_then(|nearest| fields.iter().position(|field| field.name == nearest))
}
