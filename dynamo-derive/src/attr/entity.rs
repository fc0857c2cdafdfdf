//! `#[entity(..)]` on a struct. Its keys are open: an index of the table is an option here.

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Path, Token, token};

use super::companions::{CompanionsAttr, Counteds, Paths, Uniques};
use super::constants::{ConstantAttr, Constants};
use super::index::{IndexAttr, KeyExpr, index, key};
use super::load::LoadAttr;
use super::pairs::Pairs;
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
    pub(crate) shards: Option<Shards>,
    pub(crate) companions: CompanionsAttr,
    /// `overlaps(A, B)`
    pub(crate) overlaps: Vec<Path>,
    /// `shares_key(A)`
    pub(crate) shares_key: Vec<Path>,
    /// `schema_version = 3`
    pub(crate) version: Option<LitInt>,
    /// `upgrade = path`
    pub(crate) upgrade: Option<Expr>,
    /// `write_once`
    pub(crate) write_once: Option<Ident>,
    /// `lock`
    pub(crate) lock: Option<Ident>,
    /// `constants("kind" = 7)`
    pub(crate) constants: Vec<ConstantAttr>,
    /// `load(size = 400)`
    pub(crate) load: Option<LoadAttr>,
    /// `allow("rule" = "reason")`
    pub(crate) allow: Pairs,
    /// `fields = GoalAttributes`
    pub(crate) fields: Option<Ident>,
    /// `query = GoalQueries`
    pub(crate) query: Option<Ident>,
}

pub(crate) const OPTIONS: [&str; 21] = [
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
    "overlaps",
    "shares_key",
    "schema_version",
    "upgrade",
    "write_once",
    "lock",
    "constants",
    "load",
    "allow",
    "fields",
    "query",
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

/// `sharded(10)`, or `sharded(3, reads = 10)`
pub(crate) struct Shards {
    pub(crate) number: LitInt,
    pub(crate) reads: Option<LitInt>,
}

impl Shards {
    /// Over how many partitions items are written.
    pub(crate) fn written(&self) -> u32 {
        self.number.base10_parse().unwrap_or(0)
    }

    /// How many partitions are read.
    pub(crate) fn read(&self) -> u32 {
        self.reads.as_ref().map_or(self.written(), |reads| reads.base10_parse().unwrap_or(0))
    }
}

impl Parse for Shards {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let number = input.parse()?;
        let mut reads = None;
        if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let name: Ident = input.parse()?;
            if name != "reads" {
                return Err(syn::Error::new(name.span(), "not `reads`"));
            }
            input.parse::<Token![=]>()?;
            reads = Some(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(Self { number, reads })
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
            let many = syn::parse2::<Shards>(tokens.clone()).ok().filter(|shards| shards.written() > 1);
            if many.is_none() {
                errors.at(
                    &item.name,
                    "`sharded` takes a number of partitions, and maybe one for reads",
                    "write `sharded(10)`, or `sharded(3, reads = 10)` while the number falls",
                );
            }
            if self.shards.replace_with(many) {
                errors.at(&item.name, "`sharded` is given twice", "remove one of them");
            }
            return;
        }
        match (&item.value, name.as_str()) {
            (ItemValue::Word, "write_once" | "lock") => {
                let word = if name == "lock" { &mut self.lock } else { &mut self.write_once };
                if word.replace_with(Some(item.name.clone())) {
                    errors.at(&item.name, format!("`{name}` is given twice"), "remove one of them");
                }
                return;
            }
            // An index may be called `lock`.
            (_, "write_once") | (ItemValue::List(_), "lock") => {
                let fact = format!("`{name}` is given in another form");
                return errors.at(&item.name, fact, format!("write `{name}` alone"));
            }
            (ItemValue::List(tokens), "constants") => {
                let constants = errors.keep(syn::parse2::<Constants>(tokens.clone()));
                if constants.as_ref().is_some_and(|constants| constants.0.is_empty()) {
                    errors.at(&item.name, "`constants` names nothing", "name an attribute, or remove it");
                }
                self.constants.extend(constants.into_iter().flat_map(|constants| constants.0));
                return;
            }
            (ItemValue::List(tokens), "load" | "allow") => return self.for_tools(&item.name, tokens, errors),
            _ => {}
        }
        let is_list_of_names =
            ["pointers", "pointer_of", "unique", "counted", "overlaps", "shares_key"].contains(&name.as_str());
        if let (ItemValue::List(tokens), true) = (&item.value, is_list_of_names)
            && tokens.is_empty()
        {
            return errors.at(&item.name, format!("`{name}` names nothing"), "name what goes with it, or remove it");
        }
        if let ItemValue::List(tokens) = &item.value
            && self.companions(&item.name, &name, tokens, errors)
        {
            return;
        }
        let is_list = is_list_of_names || ["sharded", "constants", "load", "allow"].contains(&name.as_str());
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
            // A type, where an index has keys or a field.
            "fields" if type_name(&value).is_some() => self.fields.replace_with(type_name(&value)),
            "query" if type_name(&value).is_some() => self.query.replace_with(type_name(&value)),
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
    /// Parses `load(..)` or `allow(..)`, which the tools read.
    fn for_tools(&mut self, ident: &Ident, tokens: &TokenStream, errors: &mut Errors) {
        if ident == "allow" {
            let allowed = errors.keep(syn::parse2::<Pairs>(tokens.clone())).unwrap_or_default();
            self.allow.0.extend(allowed.0);
        } else if self.load.replace_with(errors.keep(syn::parse2(tokens.clone()))) {
            errors.at(ident, "`load` is given twice", "remove one of them");
        }
    }

    /// Parses a companion option; false if it is something else.
    fn companions(&mut self, ident: &Ident, name: &str, tokens: &TokenStream, errors: &mut Errors) -> bool {
        fn all<P: Parse>(tokens: &TokenStream, errors: &mut Errors) -> Option<P> {
            errors.keep(syn::parse2(tokens.clone()))
        }
        let companions = &mut self.companions;
        match name {
            "overlaps" => self.overlaps.extend(all::<Paths>(tokens, errors).into_iter().flat_map(|all| all.0)),
            "shares_key" => self.shares_key.extend(all::<Paths>(tokens, errors).into_iter().flat_map(|all| all.0)),
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

/// `GoalFields`: a name that begins with a capital letter.
fn type_name(value: &Expr) -> Option<Ident> {
    let Expr::Path(path) = value else { return None };
    let ident = path.path.get_ident()?;
    ident.unraw().to_string().starts_with(char::is_uppercase).then(|| ident.clone())
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
