//! Attributes resolved against fields.

mod index;
mod key;
mod key_field;
mod nested;
mod projection;
mod table;

use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, LitInt, LitStr, Path, Type, Visibility};

use crate::access::Pattern;
use crate::attr::access::AccessAttr;
use crate::attr::companions::CompanionsAttr;
use crate::attr::constants::ConstantAttr;
use crate::attr::entity::{EntityAttr, Shards};
use crate::attr::field::FieldAttr;
use crate::attr::load::LoadAttr;
use crate::attr::pairs::Pairs;
use crate::attr::serde::{DefaultValue, SerdeContainer, SerdeField};
use crate::errors::Errors;
use crate::rename::Rule;
use crate::template::Format;

use index::add_index;
pub(crate) use index::{Index, IndexKeys, Test};
use key::Place;
pub(crate) use key::{Key, Part, SHARD};
pub(crate) use key_field::{KeyField, UnitEnum};
pub(crate) use nested::{Enum, Nested, Shape, Variant as EnumVariant};
pub(crate) use projection::Projection;
pub(crate) use table::{Collection, Table, Variant};

pub(crate) struct Entity {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    /// Where rules about the entity as a whole are reported.
    pub(crate) span: Span,
    pub(crate) table: Option<Path>,
    pub(crate) tag: String,
    pub(crate) fields: Vec<Field>,
    /// `None` when it is missing or was refused.
    pub(crate) pk: Option<Key>,
    pub(crate) sk: Option<Key>,
    /// An `sk` was given, and refused.
    pub(crate) sk_refused: bool,
    pub(crate) indexes: Vec<Index>,
    pub(crate) patterns: Vec<Pattern>,
    /// Over how many partitions `<shard>` spreads items.
    pub(crate) shards: Option<Shards>,
    /// The companions of its items.
    pub(crate) companions: CompanionsAttr,
    /// `overlaps(A, B)`
    pub(crate) overlaps: Vec<Path>,
    /// `shares_key(A)`
    pub(crate) shares_key: Vec<Path>,
    /// `schema_version = 3`
    pub(crate) version: Option<LitInt>,
    /// `upgrade = path`
    pub(crate) upgrade: Option<syn::Expr>,
    /// `write_once`
    pub(crate) write_once: Option<Ident>,
    /// `lock`
    pub(crate) lock: Option<Ident>,
    /// The attributes that every item has.
    pub(crate) constants: Vec<ConstantAttr>,
    /// What is expected of its items.
    pub(crate) load: Option<LoadAttr>,
    /// The rules of the linter that it is exempt from.
    pub(crate) allow: Pairs,
    /// The types that are generated beside it.
    pub(crate) names: Names,
}

/// The names of what is generated beside an entity, where a user sees them.
pub(crate) struct Names {
    /// `GoalFields`
    pub(crate) fields: Ident,
    /// `goal_fields`: what updates ask of its fields.
    pub(crate) fields_module: Ident,
    /// `GoalQuery`
    pub(crate) query: Ident,
    /// `goal_query`: what its queries read.
    pub(crate) query_module: Ident,
}

impl Names {
    fn new(entity: &Ident, fields: Option<Ident>, query: Option<Ident>) -> Self {
        // Not at the entity: rustc would propose changes of it for types of fields that it does not find.
        let span = Span::call_site();
        let fields = fields.unwrap_or_else(|| format_ident!("{}Fields", entity.unraw(), span = span));
        let query = query.unwrap_or_else(|| format_ident!("{}Query", entity.unraw(), span = span));
        let module = |ident: &Ident| {
            let name = Rule::Snake.variant(&ident.unraw().to_string());
            format_ident!("{}", name, span = ident.span())
        };
        Self { fields_module: module(&fields), query_module: module(&query), fields, query }
    }
}

/// A field of an entity, or of a nested struct.
pub(crate) struct Field {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) span: Span,
    pub(crate) stored: Stored,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) storage: Storage,
    pub(crate) role: Role,
    pub(crate) sensitive: bool,
    /// Given at creation, and never changed.
    pub(crate) immutable: bool,
    /// Counts records of other tables.
    pub(crate) counter: bool,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) skip_if: Option<Path>,
    pub(crate) key: InKeys,
    /// Of a pointer: where the canonical record has it.
    pub(crate) from: Option<syn::Expr>,
    /// Of a pointer: what makes it from the canonical record.
    pub(crate) with: Option<syn::Expr>,
}

/// How keys have a field, of the table or of an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum InKeys {
    No,
    /// It stands in them.
    Part,
    /// Its own attribute is a key of an index, and it may stand in others.
    Bare,
}

/// Where a field's value is.
pub(crate) enum Stored {
    /// In an attribute of this name.
    Attribute(String),
    /// In the primary key alone.
    KeyOnly,
    /// In the attributes that no other field has.
    Rest,
    /// Nowhere: `#[serde(skip)]`.
    Skipped,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Storage {
    Plain,
    Set,
    Bytes,
    Serde,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Plain,
    CreatedAt,
    UpdatedAt,
    Version,
    Ttl,
    DeletedAt,
}

impl Entity {
    pub(crate) fn new(input: &DeriveInput, errors: &mut Errors) -> Self {
        let attr = EntityAttr::parse(&input.attrs, errors);
        let serde = SerdeContainer::plain_struct(&input.attrs, errors);
        let rule = attr.rename_all.as_ref().or(serde.rename_all.as_ref());
        let rule = rule.map_or(Rule::None, |text| Rule::parse(text, errors));
        let mut fields = fields(input, rule, &serde, errors);
        let sharded = attr.shards.is_some() && !fields.iter().any(|field| field.name == SHARD);
        let pk = attr
            .pk
            .as_ref()
            .and_then(|key| Key::new(key, &mut fields, input, Place { of_index: false, sharded, sort: false }, errors));
        let sk = attr
            .sk
            .as_ref()
            .and_then(|key| Key::new(key, &mut fields, input, Place { of_index: false, sharded, sort: true }, errors));
        let sk_refused = attr.sk.is_some() && sk.is_none();
        let mut indexes = Vec::new();
        for index in attr.indexes {
            add_index(&mut indexes, index, &mut fields, input, sharded, errors);
        }
        let mut entity = Self {
            vis: input.vis.clone(),
            ident: input.ident.clone(),
            span: attr.span.unwrap_or_else(|| input.ident.span()),
            table: attr.table,
            tag: attr.tag.map_or_else(|| input.ident.unraw().to_string(), |tag| tag.value()),
            fields,
            pk,
            sk,
            sk_refused,
            indexes,
            patterns: Vec::new(),
            shards: attr.shards,
            companions: attr.companions,
            overlaps: attr.overlaps,
            shares_key: attr.shares_key,
            version: attr.version,
            upgrade: attr.upgrade,
            write_once: attr.write_once,
            lock: attr.lock,
            constants: attr.constants,
            load: attr.load,
            allow: attr.allow,
            names: Names::new(&input.ident, attr.fields, attr.query),
        };
        let patterns = AccessAttr::parse_all(&input.attrs, errors);
        let names: Vec<_> = patterns.iter().map(|attr| attr.name.clone()).collect();
        let patterns = patterns.into_iter().enumerate().filter_map(|(at, attr)| {
            let is_function = crate::check::access::name(&entity, &names[..at], &attr.name, errors);
            Pattern::new(attr, &entity, errors).filter(|_| is_function)
        });
        entity.patterns = patterns.collect();
        if attr.pk.is_none() {
            errors.at_span(
                entity.span,
                format!("`{}` has no `pk`", entity.ident),
                "add `pk = \"..\"` to `#[entity(..)]`, for example `pk = \"USER#<user_id>\"`",
            );
        }
        entity
    }

    /// The field that keeps the attributes which no other field has.
    pub(crate) fn rest(&self) -> Option<&Field> {
        self.fields.iter().find(|field| matches!(field.stored, Stored::Rest))
    }

    /// The fields of the primary key, each once, in the order in which the key function takes them.
    pub(crate) fn key_fields(&self) -> Vec<usize> {
        let mut fields = self.pk.as_ref().map(Key::fields).unwrap_or_default();
        for at in self.sk.as_ref().map(Key::fields).unwrap_or_default() {
            if !fields.contains(&at) {
                fields.push(at);
            }
        }
        fields
    }

    /// The tests of `when(..)`.
    pub(crate) fn tests(&self) -> impl Iterator<Item = &Test> {
        self.indexes.iter().filter_map(|index| index.test.as_ref()).filter(|test| !test.otherwise)
    }

    /// Those of them that can be read back from the key: not the ones that it has folded, or by their date, alone.
    pub(crate) fn parsed_fields(&self) -> Vec<usize> {
        let keys = || [&self.pk, &self.sk].into_iter().flatten();
        let is_exact = |at: &usize| keys().any(|key| key.formats(*at).into_iter().any(Format::is_exact));
        self.key_fields().into_iter().filter(is_exact).collect()
    }

    /// The fields from which any key is made, each once: first those of the primary key.
    pub(crate) fn fields_in_keys(&self) -> Vec<usize> {
        let mut fields = self.key_fields();
        for at in self.indexes.iter().flat_map(Index::fields) {
            if !fields.contains(&at) {
                fields.push(at);
            }
        }
        fields
    }
}

fn fields(input: &DeriveInput, rule: Rule, serde: &SerdeContainer, errors: &mut Errors) -> Vec<Field> {
    let Data::Struct(data) = &input.data else {
        errors.at(
            &input.ident,
            format!("`{}` is not a struct", input.ident),
            "an entity is a struct with named fields",
        );
        return Vec::new();
    };
    let Fields::Named(named) = &data.fields else {
        errors.at(&input.ident, format!("`{}` has no named fields", input.ident), "keys and attributes need names");
        return Vec::new();
    };
    if let Some(param) = input.generics.params.first() {
        errors.at(
            param,
            format!("`{}` has generic parameters, and the schema of an entity is one constant", input.ident),
            "make it a plain struct",
        );
    }
    named
        .named
        .iter()
        .map(|field| {
            let attr = FieldAttr::entity(field, errors);
            Field::new(field, &attr, rule, serde.default.as_ref(), errors)
        })
        .collect()
}

impl Field {
    pub(crate) fn new(
        field: &syn::Field,
        attr: &FieldAttr,
        rule: Rule,
        container_default: Option<&DefaultValue>,
        errors: &mut Errors,
    ) -> Self {
        // Only called for named fields.
        let ident = field.ident.clone().unwrap_or_else(|| Ident::new("_", field.span()));
        let name = ident.unraw().to_string();
        let serde = SerdeField::parse(&field.attrs, attr.serde.is_present(), errors);
        let rename = attr.rename.as_ref().map(|text| &text.0).or(serde.rename.as_ref());
        let attribute = rename.map_or_else(|| rule.field(&name), LitStr::value);
        let stored = if attr.key_only.is_present() {
            Stored::KeyOnly
        } else if attr.rest.is_present() {
            // serde's `skip` is needed there: an `Item` has no serde.
            Stored::Rest
        } else if serde.skip {
            Stored::Skipped
        } else {
            Stored::Attribute(attribute)
        };
        let storage = match (attr.set.is_present(), attr.bytes.is_present(), attr.serde.is_present()) {
            (true, _, _) => Storage::Set,
            (_, true, _) => Storage::Bytes,
            (_, _, true) => Storage::Serde,
            _ => Storage::Plain,
        };
        let roles = [
            (attr.created_at, Role::CreatedAt),
            (attr.updated_at, Role::UpdatedAt),
            (attr.version, Role::Version),
            (attr.ttl, Role::Ttl),
            (attr.deleted_at, Role::DeletedAt),
        ];
        let field = Self {
            vis: field.vis.clone(),
            span: field.ty.span(),
            ident,
            name,
            ty: field.ty.clone(),
            stored,
            aliases: serde.aliases,
            storage,
            role: roles.iter().find(|(flag, _)| flag.is_present()).map_or(Role::Plain, |(_, role)| *role),
            sensitive: attr.sensitive.is_present(),
            immutable: attr.immutable.is_present(),
            counter: attr.counter.is_present(),
            default: serde.default.or_else(|| container_default.cloned()),
            skip_if: serde.skip_serializing_if,
            key: InKeys::No,
            from: attr.from.as_ref().map(|code| code.0.clone()),
            with: attr.with.as_ref().map(|code| code.0.clone()),
        };
        crate::check::field_options(&field, attr, errors);
        field
    }

    /// What an `Option` is of, if the type is written as one.
    pub(crate) fn optional_type(&self) -> Option<String> {
        option_of(&self.ty).map(|of| of.to_token_stream().to_string().replace(' ', ""))
    }

    /// The attribute's name.
    pub(crate) fn attribute(&self) -> Option<&str> {
        match &self.stored {
            Stored::Attribute(name) => Some(name),
            Stored::KeyOnly | Stored::Rest | Stored::Skipped => None,
        }
    }
}

/// Returns what an `Option` is of, if the type is written as one.
pub(crate) fn option_of(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(of) = &last.arguments else { return None };
    of.args.iter().find_map(|of| if let syn::GenericArgument::Type(of) = of { Some(of) } else { None })
}
