//! The indexes of an entity, resolved against its fields.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{DeriveInput, Ident};

use super::key::{Place, position};
use super::{Field, Key};
use crate::attr::index::{IndexAttr, IndexExpr, KeyExpr};
use crate::errors::Errors;

/// An index as the entity gives it; two of them, one after the other, for the arms of `when(..)`.
pub(crate) struct Index {
    pub(crate) ident: Ident,
    pub(crate) tokens: TokenStream,
    pub(crate) keys: IndexKeys,
    pub(crate) test: Option<Test>,
}

/// What `when(..)` asks of a field.
#[derive(Clone)]
pub(crate) struct Test {
    pub(crate) ident: Ident,
    /// The position of the field.
    pub(crate) field: usize,
    pub(crate) value: Option<Ident>,
    /// Its number among the tests of the entity.
    pub(crate) nth: usize,
    /// Of the second arm: the test does not hold.
    pub(crate) otherwise: bool,
}

pub(crate) enum IndexKeys {
    None,
    One {
        keys: Vec<Key>,
        sparse: bool,
    },
    Two {
        partition: Vec<Key>,
        sort: Vec<Key>,
        sparse: bool,
    },
    /// Reported already.
    Refused,
}

impl Index {
    /// Whether it is the second arm of `when(..)`.
    pub(crate) fn is_otherwise(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.otherwise)
    }

    /// What functions for it are called after: `gsi1`, or `gsi1_else` for the second arm of `when(..)`.
    pub(crate) fn name(&self) -> String {
        let name = self.ident.unraw().to_string();
        if self.is_otherwise() { format!("{name}_else") } else { name }
    }

    pub(crate) fn sparse(&self) -> bool {
        matches!(self.keys, IndexKeys::One { sparse: true, .. } | IndexKeys::Two { sparse: true, .. })
    }

    /// Whether each of its keys is a field by itself.
    pub(crate) fn is_bare(&self) -> bool {
        self.keys().into_iter().all(|key| key.bare)
    }

    /// All keys, those of the partition first.
    pub(crate) fn keys(&self) -> Vec<&Key> {
        match &self.keys {
            IndexKeys::None | IndexKeys::Refused => Vec::new(),
            IndexKeys::One { keys, .. } => keys.iter().collect(),
            IndexKeys::Two { partition, sort, .. } => partition.iter().chain(sort).collect(),
        }
    }

    /// The fields of all keys, each once.
    pub(crate) fn fields(&self) -> Vec<usize> {
        let mut fields: Vec<usize> = self.keys().into_iter().flat_map(Key::fields).collect();
        let mut seen = Vec::new();
        fields.retain(|at| !seen.contains(at) && (seen.push(*at), true).1);
        fields
    }
}

/// Adds an index, or the arms of one.
pub(super) fn add_index(
    indexes: &mut Vec<Index>,
    index: IndexAttr,
    fields: &mut [Field],
    input: &DeriveInput,
    sharded: bool,
    errors: &mut Errors,
) {
    let (ident, tokens) = (index.ident, index.value.to_token_stream());
    let IndexExpr::When { test, keys, otherwise } = &index.keys else {
        let keys = index_keys(&index.keys, fields, input, sharded, errors);
        return indexes.push(Index { ident, tokens, keys, test: None });
    };
    let (name, of_field) = (test.field.unraw().to_string(), test.field.to_token_stream());
    let Some(field) = position(&name, &of_field, "`when`", "", fields, input, errors) else {
        return indexes.push(Index { ident, tokens, keys: IndexKeys::Refused, test: None });
    };
    let nth = indexes.iter().filter(|index| index.test.is_some() && !index.is_otherwise()).count();
    let test = Test { ident: test.field.clone(), field, value: test.value.clone(), nth, otherwise: false };
    let first = index_keys(keys, fields, input, sharded, errors);
    indexes.push(Index { ident: ident.clone(), tokens, keys: first, test: Some(test.clone()) });
    if let Some((value, keys)) = otherwise {
        let keys = index_keys(keys, fields, input, sharded, errors);
        let test = Some(Test { otherwise: true, ..test });
        indexes.push(Index { ident, tokens: value.to_token_stream(), keys, test });
    }
}

fn index_keys(
    keys: &IndexExpr,
    fields: &mut [Field],
    input: &DeriveInput,
    sharded: bool,
    errors: &mut Errors,
) -> IndexKeys {
    let mut all = |keys: &[KeyExpr], sort: bool| -> Option<Vec<Key>> {
        // Every key is looked at, so that every mistake is shown.
        let keys: Vec<_> = keys
            .iter()
            .map(|key| Key::new(key, fields, input, Place { of_index: true, sharded, sort }, errors))
            .collect();
        keys.into_iter().collect()
    };
    match keys {
        IndexExpr::None => IndexKeys::None,
        // The arms of `when` are no such thing.
        IndexExpr::Refused | IndexExpr::When { .. } => IndexKeys::Refused,
        IndexExpr::One { keys, sparse } => {
            all(keys, false).map_or(IndexKeys::Refused, |keys| IndexKeys::One { keys, sparse: *sparse })
        }
        IndexExpr::Two { partition, sort, sparse } => match (all(partition, false), all(sort, true)) {
            (Some(partition), Some(sort)) => IndexKeys::Two { partition, sort, sparse: *sparse },
            _ => IndexKeys::Refused,
        },
    }
}
