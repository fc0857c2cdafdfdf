//! `#[entity(..)]` on a struct. Its keys are open: an index of the table is an option here.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Path, Token, token};

use super::companions::{CompanionsAttr, Counteds, Paths, Uniques};
use crate::errors::{Errors, suggestion};

#[derive(Default)]
pub(crate) struct EntityAttr {
    pub(crate) span: Option<Span>,
    pub(crate) table: Option<Path>,
    pub(crate) pk: Option<KeyExpr>,
    pub(crate) sk: Option<KeyExpr>,
    pub(crate) rename_all: Option<LitStr>,
    pub(crate) tag: Option<LitStr>,
    pub(crate) indexes: Vec<IndexAttr>,
    /// `sharded(10)`
    pub(crate) shards: Option<LitInt>,
    pub(crate) companions: CompanionsAttr,
    /// `schema_version = 3`
    pub(crate) version: Option<LitInt>,
    /// `upgrade = path`
    pub(crate) upgrade: Option<Expr>,
}

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
    /// Reported already.
    Refused,
}

pub(crate) const OPTIONS: [&str; 12] = [
    "table",
    "pk",
    "sk",
    "rename_all",
    "type",
    "sharded",
    "pointers",
    "pointer_of",
    "unique",
    "counted",
    "schema_version",
    "upgrade",
];

/// `name`, `name = value` or `name(..)`.
struct Item {
    name: Ident,
    value: ItemValue,
}

enum ItemValue {
    Word,
    Value(Expr),
    List(TokenStream),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // `type` is a keyword.
        let name = input.call(Ident::parse_any)?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            ItemValue::Value(input.parse()?)
        } else if input.peek(token::Paren) {
            let inside;
            syn::parenthesized!(inside in input);
            ItemValue::List(inside.parse()?)
        } else {
            ItemValue::Word
        };
        Ok(Self { name, value })
    }
}

impl EntityAttr {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut out = Self::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("entity")) {
            out.span.get_or_insert_with(|| attr.path().span());
            let items = attr.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated);
            for item in errors.keep(items).into_iter().flatten() {
                out.item(item, errors);
            }
        }
        out
    }

    fn item(&mut self, item: Item, errors: &mut Errors) {
        let name = item.name.unraw().to_string();
        if let (ItemValue::List(tokens), "sharded") = (&item.value, name.as_str()) {
            let shards = syn::parse2::<LitInt>(tokens.clone());
            let many = shards.ok().filter(|shards| shards.base10_parse::<u32>().is_ok_and(|shards| shards > 1));
            if many.is_none() {
                errors.at(&item.name, "`sharded` takes a number of partitions", "write `sharded(10)`");
            }
            if self.shards.replace_with(many) {
                errors.at(&item.name, "`sharded` is given twice", "remove one of them");
            }
            return;
        }
        let is_companion = ["pointers", "pointer_of", "unique", "counted"].contains(&name.as_str());
        if let (ItemValue::List(tokens), true) = (&item.value, is_companion)
            && tokens.is_empty()
        {
            return errors.at(&item.name, format!("`{name}` names nothing"), "name what goes with it, or remove it");
        }
        if let ItemValue::List(tokens) = &item.value
            && self.companions(&item.name, &name, tokens, errors)
        {
            return;
        }
        let is_list = ["sharded", "pointers", "pointer_of", "unique", "counted"].contains(&name.as_str());
        let form = match (&item.value, is_list) {
            (ItemValue::Value(_) | ItemValue::Word, true) => Some(format!("{name}(..)")),
            (ItemValue::List(_) | ItemValue::Word, false) if OPTIONS.contains(&name.as_str()) => {
                Some(format!("{name} = .."))
            }
            _ => None,
        };
        if let Some(form) = form {
            return errors.at(&item.name, format!("`{name}` is given in another form"), format!("write `{form}`"));
        }
        let ItemValue::Value(value) = item.value else {
            let fact = format!("`{name}` is not an option of `#[entity(..)]`");
            let help = match item.value {
                ItemValue::Word => format!("an index is given as `{name} = (\"..\", \"..\")` or `{name} = none`"),
                _ => suggestion(&name, &OPTIONS),
            };
            return errors.at(&item.name, fact, help);
        };
        let twice = match name.as_str() {
            "table" => self.table.replace_with(path(&value, errors)),
            "pk" => self.pk.replace_with(key(&value, errors)),
            "sk" => self.sk.replace_with(key(&value, errors)),
            "rename_all" => self.rename_all.replace_with(text(&value, errors)),
            "type" => self.tag.replace_with(text(&value, errors)),
            "schema_version" => self.version.replace_with(Some(version(&value, errors))),
            "upgrade" => self.upgrade.replace_with(Some(value)),
            _ => {
                if self.indexes.iter().any(|index| index.ident == item.name) {
                    let help =
                        "an item has one place in an index: a second one takes a record of its own, such as a pointer";
                    errors.at(&item.name, format!("index `{name}` is given twice"), help);
                    return;
                }
                let keys = index(&value, errors);
                self.indexes.push(IndexAttr { ident: item.name.clone(), value, keys });
                false
            }
        };
        if twice {
            errors.at(&item.name, format!("`{name}` is given twice"), "remove one of them");
        }
    }
}

impl EntityAttr {
    /// Parses a companion option; false if it is something else.
    fn companions(&mut self, ident: &Ident, name: &str, tokens: &TokenStream, errors: &mut Errors) -> bool {
        fn all<P: Parse>(tokens: &TokenStream, errors: &mut Errors) -> Option<P> {
            errors.keep(syn::parse2(tokens.clone()))
        }
        let companions = &mut self.companions;
        match name {
            "pointers" => companions.pointers.extend(all::<Paths>(tokens, errors).into_iter().flat_map(|all| all.0)),
            "unique" => companions.unique.extend(all::<Uniques>(tokens, errors).into_iter().flat_map(|all| all.0)),
            "counted" => companions.counted.extend(all::<Counteds>(tokens, errors).into_iter().flat_map(|all| all.0)),
            "pointer_of" => {
                let pointer_of = all(tokens, errors);
                companions.pointer_of_refused |= pointer_of.is_none();
                if companions.pointer_of.replace_with(pointer_of) {
                    errors.at(ident, "`pointer_of` is given twice", "a pointer is made from one canonical record");
                }
            }
            _ => return false,
        }
        true
    }
}

trait ReplaceWith<T> {
    /// Sets the value if there is one; true when there was one before.
    fn replace_with(&mut self, value: Option<T>) -> bool;
}

impl<T> ReplaceWith<T> for Option<T> {
    fn replace_with(&mut self, value: Option<T>) -> bool {
        let twice = self.is_some();
        if value.is_some() {
            *self = value;
        }
        twice
    }
}

fn path(value: &Expr, errors: &mut Errors) -> Option<Path> {
    match value {
        Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
        other => {
            errors.at(other, "`table` is not the name of a type", "write `table = MyTable`, without quotes");
            None
        }
    }
}

fn version(value: &Expr, errors: &mut Errors) -> LitInt {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. })
            if number.base10_parse::<u32>().is_ok_and(|number| number > 0) =>
        {
            number.clone()
        }
        other => {
            errors.at(other, "`schema_version` is not a number", "count from 1: `schema_version = 2`");
            // Stands in for the one that was meant.
            LitInt::new("1", other.span())
        }
    }
}

fn text(value: &Expr, errors: &mut Errors) -> Option<LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        other => {
            errors.at(other, "a string is wanted here", "put it in quotes");
            None
        }
    }
}

fn key(value: &Expr, errors: &mut Errors) -> Option<KeyExpr> {
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

fn index(value: &Expr, errors: &mut Errors) -> IndexExpr {
    match value {
        Expr::Path(path) if path.path.is_ident("none") => IndexExpr::None,
        Expr::Tuple(tuple) => groups(value, &tuple.elems, false, errors),
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("sparse")) => {
            groups(value, &call.args, true, errors)
        }
        one => group(one, errors).map_or(IndexExpr::Refused, |keys| IndexExpr::One { keys, sparse: false }),
    }
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
