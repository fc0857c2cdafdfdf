//! Keys and indexes in `#[entity(..)]`.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Token};

use crate::errors::Errors;

/// One key: a template, or a field.
#[derive(Clone)]
pub(crate) enum KeyExpr {
    Template(LitStr),
    Field(Ident),
}

impl ToTokens for KeyExpr {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        match self {
            Self::Template(text) => text.to_tokens(tokens),
            Self::Field(field) => field.to_tokens(tokens),
        }
    }
}

pub(crate) struct IndexAttr {
    pub(crate) ident: Ident,
    pub(crate) value: Expr,
    pub(crate) keys: IndexExpr,
}

/// What is given for an index; the vectors have more than one element for multi-attribute keys.
pub(crate) enum IndexExpr {
    None,
    One {
        keys: Vec<KeyExpr>,
        sparse: bool,
    },
    Two {
        partition: Vec<KeyExpr>,
        sort: Vec<KeyExpr>,
        sparse: bool,
    },
    /// `when(test, keys, keys otherwise)`
    When {
        test: TestExpr,
        keys: Box<IndexExpr>,
        otherwise: Option<(Expr, Box<IndexExpr>)>,
    },
    /// Reported already.
    Refused,
}

/// What `when(..)` asks: a field, or one value of it.
pub(crate) struct TestExpr {
    pub(crate) field: Ident,
    pub(crate) value: Option<Ident>,
}

pub(super) fn key(value: &Expr, errors: &mut Errors) -> Option<KeyExpr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(KeyExpr::Template(text.clone())),
        Expr::Path(path) if path.path.get_ident().is_some() => path.path.get_ident().cloned().map(KeyExpr::Field),
        Expr::Paren(inner) => key(&inner.expr, errors),
        other => {
            errors.at(
                other,
                "a key is a template in quotes, or the name of a field",
                "write `\"USER#<user_id>\"`, or `user_id`",
            );
            None
        }
    }
}

/// One key, or the parts of a multi-attribute key.
fn group(value: &Expr, errors: &mut Errors) -> Option<Vec<KeyExpr>> {
    match value {
        Expr::Array(parts) => parts.elems.iter().map(|part| key(part, errors)).collect(),
        one => Some(vec![key(one, errors)?]),
    }
}

pub(super) fn index(value: &Expr, errors: &mut Errors) -> IndexExpr {
    match value {
        Expr::Path(path) if path.path.is_ident("none") => IndexExpr::None,
        Expr::Tuple(tuple) => groups(value, &tuple.elems, false, errors),
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("sparse")) => {
            groups(value, &call.args, true, errors)
        }
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("when")) => {
            when(value, &call.args, errors)
        }
        one => group(one, errors).map_or(IndexExpr::Refused, |keys| IndexExpr::One { keys, sparse: false }),
    }
}

fn when(value: &Expr, arguments: &Punctuated<Expr, Token![,]>, errors: &mut Errors) -> IndexExpr {
    let mut arguments = arguments.iter();
    let (test, first, second, more) = (arguments.next(), arguments.next(), arguments.next(), arguments.next());
    let (Some(test), Some(first), None) = (test, first, more) else {
        errors.at(
            value,
            "`when` takes a test, the keys while it holds, and maybe those while it does not",
            "write `when(unread, (\"partition\", \"sort\"))`",
        );
        return IndexExpr::Refused;
    };
    let test = self::test(test, errors);
    let keys = arm(first, errors);
    let otherwise = second.map(|second| (second.clone(), Box::new(arm(second, errors))));
    let is_refused = |keys: &IndexExpr| matches!(keys, IndexExpr::Refused);
    match test {
        Some(test) if !is_refused(&keys) && !otherwise.as_ref().is_some_and(|(_, keys)| is_refused(keys)) => {
            IndexExpr::When { test, keys: Box::new(keys), otherwise }
        }
        _ => IndexExpr::Refused,
    }
}

/// `unread`, or `status = Open`.
fn test(value: &Expr, errors: &mut Errors) -> Option<TestExpr> {
    let ident = |expr: &Expr| match expr {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    };
    let test = match value {
        Expr::Assign(assign) => {
            ident(&assign.left).zip(ident(&assign.right)).map(|(field, value)| TestExpr { field, value: Some(value) })
        }
        field => ident(field).map(|field| TestExpr { field, value: None }),
    };
    if test.is_none() {
        let fact = "`when` tests a `bool` or an `Option` by its name, or one value of a field";
        errors.at(value, fact, "write `when(unread, ..)`, or `when(status = Open, ..)`");
    }
    test
}

/// The keys of one arm of `when(..)`.
fn arm(value: &Expr, errors: &mut Errors) -> IndexExpr {
    let is_other_form = match value {
        Expr::Path(path) => path.path.is_ident("none"),
        Expr::Call(_) => true,
        _ => false,
    };
    if is_other_form {
        let fact = "an arm of `when` is the keys of an item that is in the index";
        errors.at(
            value,
            fact,
            "write `(\"partition\", \"sort\")`, and leave the second arm out for items that are not in it",
        );
        return IndexExpr::Refused;
    }
    index(value, errors)
}

fn groups(value: &Expr, keys: &Punctuated<Expr, Token![,]>, sparse: bool, errors: &mut Errors) -> IndexExpr {
    let mut groups: Vec<_> = keys.iter().map(|one| group(one, errors)).collect();
    match (groups.pop(), groups.pop(), groups.pop()) {
        (Some(keys), None, _) => keys.map_or(IndexExpr::Refused, |keys| IndexExpr::One { keys, sparse }),
        (Some(sort), Some(partition), None) => match (partition, sort) {
            (Some(partition), Some(sort)) => IndexExpr::Two { partition, sort, sparse },
            _ => IndexExpr::Refused,
        },
        _ => {
            errors.at(
                value,
                "an index has a partition key and at most one sort key",
                "write `(\"partition\", \"sort\")`",
            );
            IndexExpr::Refused
        }
    }
}
