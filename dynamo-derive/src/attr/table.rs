//! `#[table(..)]` and `#[index(..)]`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use darling::util::Flag;
use syn::{Attribute, Expr, Ident, LitStr, Path};

use super::pairs::Pairs;
use super::{Text, items, options};
use crate::errors::Errors;

const TABLE_OPTIONS: [&str; 19] = [
    "name",
    "pk",
    "sk",
    "pk_type",
    "sk_type",
    "type_attribute",
    "ttl",
    "stream",
    "separator",
    "none",
    "extends",
    "global_indexes",
    "provisioned",
    "on_demand",
    "point_in_time_recovery",
    "deletion_protection",
    "boundary",
    "tags",
    "allow",
];
const INDEX_OPTIONS: [&str; 10] =
    ["name", "pk", "sk", "pk_type", "sk_type", "mandatory", "local", "projection", "provisioned", "on_demand"];

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct TableAttr {
    /// An option was refused: the others cannot be missed then.
    #[darling(skip)]
    pub(crate) refused: bool,
    pub(crate) name: Option<Text>,
    pub(crate) pk: Option<Text>,
    pub(crate) sk: Option<Text>,
    pub(crate) pk_type: Option<Text>,
    pub(crate) sk_type: Option<Text>,
    pub(crate) type_attribute: Option<Text>,
    pub(crate) ttl: Option<Text>,
    pub(crate) stream: Flag,
    pub(crate) separator: Option<Text>,
    pub(crate) none: Option<Text>,
    pub(crate) extends: Option<TypePath>,
    /// The quota of global indexes, where it is not DynamoDB's own.
    pub(crate) global_indexes: Option<syn::LitInt>,
    pub(crate) provisioned: Option<Provisioned>,
    pub(crate) on_demand: Option<OnDemand>,
    pub(crate) point_in_time_recovery: Flag,
    pub(crate) deletion_protection: Flag,
    pub(crate) boundary: Option<Text>,
    pub(crate) tags: Pairs,
    pub(crate) allow: Pairs,
}

/// `provisioned(reads = 5, writes = 2)`
#[derive(FromMeta)]
pub(crate) struct Provisioned {
    pub(crate) reads: syn::LitInt,
    pub(crate) writes: syn::LitInt,
}

/// `on_demand(max_reads = 4000, max_writes = 1000)`
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct OnDemand {
    pub(crate) max_reads: Option<syn::LitInt>,
    pub(crate) max_writes: Option<syn::LitInt>,
}

impl TableAttr {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let before = errors.count();
        let attr: Self = options(items(attrs, "table", errors), "table", &TABLE_OPTIONS, errors);
        Self { refused: errors.count() > before, ..attr }
    }
}

/// `extends = GgCore`
pub(crate) struct TypePath(pub(crate) Path);

impl FromMeta for TypePath {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match expr {
            Expr::Path(path) if path.qself.is_none() => Ok(Self(path.path.clone())),
            other => Err(darling::Error::custom("the name of a type is wanted here, without quotes").with_span(other)),
        }
    }
}

/// `pk = "a"` or `pk = ["a", "b"]`.
#[derive(Default, Clone)]
pub(crate) struct Texts(pub(crate) Vec<LitStr>);

impl FromMeta for Texts {
    fn from_value(value: &syn::Lit) -> darling::Result<Self> {
        Text::from_value(value).map(|text| Self(vec![text.0]))
    }

    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match expr {
            Expr::Array(texts) if texts.elems.is_empty() => {
                let help = "name at least one attribute, or leave the option out";
                Err(darling::Error::custom(format!("a list names no attribute\nhelp: {help}")).with_span(texts))
            }
            Expr::Array(texts) => {
                let texts: darling::Result<Vec<_>> = texts.elems.iter().map(Text::from_expr).collect();
                texts.map(|texts| Self(texts.into_iter().map(|text| text.0).collect()))
            }
            one => Text::from_expr(one).map(|text| Self(vec![text.0])),
        }
    }
}

/// `projection = "ALL"` or `projection = ["a", "b"]`.
pub(crate) enum ProjectionAttr {
    Word(LitStr),
    Include(Vec<LitStr>),
}

impl FromMeta for ProjectionAttr {
    fn from_value(value: &syn::Lit) -> darling::Result<Self> {
        Text::from_value(value).map(|text| Self::Word(text.0))
    }

    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match expr {
            Expr::Array(_) => Texts::from_expr(expr).map(|texts| Self::Include(texts.0)),
            one => Text::from_expr(one).map(|text| Self::Word(text.0)),
        }
    }
}

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct IndexOptions {
    pub(crate) name: Option<Text>,
    pub(crate) pk: Option<Texts>,
    pub(crate) sk: Option<Texts>,
    pub(crate) pk_type: Option<Texts>,
    pub(crate) sk_type: Option<Texts>,
    pub(crate) mandatory: bool,
    pub(crate) local: bool,
    pub(crate) projection: Option<ProjectionAttr>,
    pub(crate) provisioned: Option<Provisioned>,
    pub(crate) on_demand: Option<OnDemand>,
}

pub(crate) struct TableIndex {
    pub(crate) ident: Ident,
    pub(crate) options: IndexOptions,
    /// An option was refused: the others cannot be missed then.
    pub(crate) refused: bool,
}

impl TableIndex {
    pub(crate) fn parse_all(attrs: &[Attribute], errors: &mut Errors) -> Vec<Self> {
        attrs.iter().filter(|attr| attr.path().is_ident("index")).filter_map(|attr| Self::parse(attr, errors)).collect()
    }

    fn parse(attr: &Attribute, errors: &mut Errors) -> Option<Self> {
        let before = errors.count();
        let mut items = items(std::slice::from_ref(attr), "index", errors);
        if errors.count() > before {
            return None;
        }
        let ident = match items.first() {
            Some(NestedMeta::Meta(syn::Meta::Path(path))) => path.get_ident().cloned(),
            _ => None,
        };
        let Some(ident) = ident else {
            errors.at(
                attr,
                "an index begins with the name by which entities give its keys",
                "write `#[index(gsi1, name = \"GSI1\", pk = \"GSI1PK\", sk = \"GSI1SK\")]`",
            );
            return None;
        };
        items.remove(0);
        let options = options(items, "index", &INDEX_OPTIONS, errors);
        Some(Self { ident, options, refused: errors.count() > before })
    }
}
