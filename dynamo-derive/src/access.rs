//! Access patterns resolved against keys.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;

use crate::attr::access::{AccessAttr, AccessField, By};
use crate::errors::{Errors, list, nearest};
use crate::model::{Entity, Index, IndexKeys, Key, Part};
use crate::template::Format;

#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
pub(crate) struct Pattern {
    pub(crate) name: Ident,
    /// Of the last field, which alone can have an operator.
    pub(crate) span: Span,
    /// The position of the index; `None` for the table.
    pub(crate) index: Option<usize>,
    /// Positions of the fields, in the order in which the function takes them.
    pub(crate) fields: Vec<(usize, By)>,
    /// One item by its primary key.
    pub(crate) get: bool,
    /// The collection that items are read as.
    pub(crate) of: Option<syn::Path>,
    pub(crate) first: bool,
    pub(crate) descending: bool,
    pub(crate) unexpired: bool,
    pub(crate) limit: Option<syn::LitInt>,
    /// How often it is asked for in a second.
    pub(crate) rate: Option<syn::Lit>,
    /// How many items it reads.
    pub(crate) items: Option<syn::LitInt>,
    /// What it is for, in the words of its author.
    pub(crate) about: Option<String>,
}

/// What can be queried: the table, or an index.
pub(crate) struct Target<'a> {
    pub(crate) index: Option<usize>,
    pub(crate) partition: Vec<&'a Key>,
    pub(crate) sort: Vec<&'a Key>,
}

impl<'a> Target<'a> {
    pub(crate) fn table(entity: &'a Entity) -> Self {
        Self { index: None, partition: entity.pk.iter().collect(), sort: entity.sk.iter().collect() }
    }

    /// The one key of an index is its partition key, or the sort key of a local one: which, the table knows. Here it is
    /// taken for the former.
    pub(crate) fn index(entity: &'a Entity, at: usize) -> Option<Self> {
        let (partition, sort) = match &entity.indexes[at].keys {
            IndexKeys::None | IndexKeys::Refused => return None,
            IndexKeys::One { keys, .. } => (keys.iter().collect(), Vec::new()),
            IndexKeys::Two { partition, sort, .. } => (partition.iter().collect(), sort.iter().collect()),
        };
        Some(Self { index: Some(at), partition, sort })
    }

    pub(crate) fn all(entity: &'a Entity) -> Vec<Self> {
        let table = Some(Self::table(entity));
        let indexes = (0..entity.indexes.len()).map(|at| Self::index(entity, at));
        std::iter::once(table).chain(indexes).flatten().collect()
    }

    /// The fields of the partition key, each once.
    pub(crate) fn partition_fields(&self) -> Vec<usize> {
        unique(self.partition.iter().flat_map(|key| key.fields()))
    }

    /// The fields by which the sort key is narrowed, in order: those that the partition does not tell.
    pub(crate) fn sort_fields(&self) -> Vec<usize> {
        unique(self.sort.iter().flat_map(|key| key.parts.iter().filter_map(|part| self.open(part))).map(|(at, _)| at))
    }

    /// The field of a part of the sort key, unless the partition tells it: a date in the partition key leaves the time open.
    fn open(&self, part: &Part) -> Option<(usize, Format)> {
        let Part::Field(at, format) = part else { return None };
        let is_told = self.partition.iter().flat_map(|key| key.formats(*at)).any(|given| given.tells(*format));
        (!is_told).then_some((*at, *format))
    }

    /// How a field stands in the sort key that it narrows, and the literal after it.
    pub(crate) fn place(&self, at: usize) -> (Format, String) {
        for key in &self.sort {
            let is_it = |part: &Part| self.open(part).filter(|(field, _)| *field == at);
            if let Some(place) = key.parts.iter().position(|part| is_it(part).is_some()) {
                let after = match key.parts.get(place + 1) {
                    Some(Part::Literal(text)) => text.clone(),
                    _ => String::new(),
                };
                return (is_it(&key.parts[place]).map_or(Format::Plain, |(_, format)| format), after);
            }
        }
        (Format::Plain, String::new())
    }

    /// Whether it can serve these fields: the whole partition key, then the sort key from the left.
    fn serves(&self, fields: &[(usize, By)]) -> bool {
        let partition = self.partition_fields();
        let rest: Vec<_> = fields.iter().filter(|(at, _)| !partition.contains(at)).collect();
        let given = |at: &usize| fields.iter().any(|(field, by)| field == at && *by == By::Equal);
        let from_the_left = self.sort_fields().iter().zip(&rest).all(|(sort, (at, _))| sort == at);
        partition.iter().all(given) && rest.len() <= self.sort_fields().len() && from_the_left
    }

    fn text(&self, entity: &Entity) -> String {
        let keys = self.partition.iter().chain(&self.sort).map(|key| format!("\"{}\"", key.text));
        let keys = keys.collect::<Vec<_>>().join(" / ");
        match self.index {
            Some(at) => format!("`{}` has {keys}", entity.indexes[at].name()),
            None => format!("the table has {keys}"),
        }
    }
}

/// Whether a pattern that names an index means this arm of it: `gsi1` is both, `gsi1_else` the second.
fn is_named(index: &Index, ident: &Ident) -> bool {
    index.ident == *ident || ident.unraw() == index.name()
}

fn unique(fields: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut seen = Vec::new();
    for at in fields {
        if !seen.contains(&at) {
            seen.push(at);
        }
    }
    seen
}

impl Pattern {
    /// Rule 12: the pattern is one that a key can serve.
    pub(crate) fn new(attr: AccessAttr, entity: &Entity, errors: &mut Errors) -> Option<Self> {
        let fields: Vec<_> = attr.fields.iter().map(|field| resolve(field, entity, errors)).collect();
        let fields: Vec<(usize, By)> = fields.into_iter().collect::<Option<_>>()?;
        for (i, field) in attr.fields.iter().enumerate() {
            if attr.fields[..i].iter().any(|other| other.ident == field.ident) {
                let fact = format!("access pattern `{}` takes `{}` twice", attr.name, field.ident);
                errors.at(&field.ident, fact, "name each field once; a range of it is `..`, given as `from..to`");
                return None;
            }
        }
        if let Some(field) = attr.fields.iter().rev().skip(1).find(|field| field.by != By::Equal) {
            let fact = format!("access pattern `{}` goes on after the range of `{}`", attr.name, field.ident);
            errors.at(&field.ident, fact, "only the last field can have an operator: a key is narrowed from the left");
            return None;
        }
        // A key that was refused has its own message.
        if entity.pk.is_none() || entity.sk_refused {
            return None;
        }
        if let Some(get) = &attr.get
            && !is_whole_key(&attr, get, &fields, entity, errors)
        {
            return None;
        }
        let targets = Target::all(entity);
        let target = match &attr.index {
            None => targets.iter().find(|target| target.serves(&fields)),
            Some(ident) => {
                if !entity.indexes.iter().any(|index| is_named(index, ident)) {
                    let names: Vec<_> = entity.indexes.iter().map(|index| index.ident.to_string()).collect();
                    let help = match nearest(&ident.to_string(), names.iter().map(String::as_str)) {
                        Some(nearest) => format!("did you mean `{nearest}`?"),
                        None if names.is_empty() => "it gives no index".to_owned(),
                        None => format!("it gives {}", list(names.iter().map(String::as_str))),
                    };
                    errors.at(ident, format!("`{}` does not give an index `{ident}`", entity.ident), help);
                    return None;
                }
                let named = |target: &&Target<'_>| target.index.is_some_and(|at| is_named(&entity.indexes[at], ident));
                targets.iter().filter(named).find(|target| target.serves(&fields))
            }
        };
        let Some(target) = target else {
            let considered = targets.iter().filter(|target| match &attr.index {
                Some(ident) => target.index.is_some_and(|at| is_named(&entity.indexes[at], ident)),
                None => true,
            });
            let keys: Vec<_> = considered.map(|target| target.text(entity)).collect();
            errors.at(
                &attr.name,
                format!("no key of `{}` serves the access pattern `{}`", entity.ident, attr.name),
                format!(
                    "give all fields of a partition key, then those of its sort key from the left: {}",
                    keys.join("; ")
                ),
            );
            return None;
        };
        if attr.of.is_some() && fields.len() > target.partition_fields().len() {
            errors.at(
                &attr.name,
                format!("access pattern `{}` narrows what it reads as a collection", attr.name),
                "give the fields of the partition key alone: the entities of a collection have different sort keys",
            );
            return None;
        }
        if let Some((at, by)) = fields.last()
            && !matches!(by, By::Equal | By::BeginsWith)
            && let Some(form) = target.place(*at).0.disorder()
            && let Some(field) = attr.fields.last()
        {
            let name = &entity.fields[*at].name;
            errors.at(
                &field.ident,
                format!("access pattern `{}` asks for a range of `{name}`, and the sort key has it {form}", attr.name),
                match target.place(*at).0 {
                    Format::Unordered => format!("take a value: `{name}`, or pad it in the template: `<{name}:020>`"),
                    _ => format!("take a value: `{name}`, or write `<{name}>` in the template"),
                },
            );
            return None;
        }
        Some(Self {
            span: attr.fields.last().map_or_else(|| attr.name.span(), |field| field.ident.span()),
            name: attr.name,
            index: target.index,
            fields,
            get: attr.get.is_some(),
            of: attr.of,
            first: attr.first,
            descending: attr.descending,
            unexpired: attr.unexpired,
            limit: attr.limit,
            rate: attr.rate,
            items: attr.items,
            about: attr.about.map(|about| about.value()),
        })
    }
}

/// Whether a pattern that gets one item gives its whole primary key, and nothing else.
fn is_whole_key(attr: &AccessAttr, get: &Ident, fields: &[(usize, By)], entity: &Entity, errors: &mut Errors) -> bool {
    let key = entity.key_fields();
    let given = |at: &usize| fields.iter().any(|(field, by)| field == at && *by == By::Equal);
    if key.len() != fields.len() || !key.iter().all(given) {
        let names = key.iter().map(|at| entity.fields[*at].name.as_str());
        let fact = format!("access pattern `{}` gets one item, and does not give its key", attr.name);
        errors.at(get, fact, format!("the primary key of `{}` is made from {}", entity.ident, list(names)));
        return false;
    }
    let others = attr.first || attr.descending || attr.unexpired || attr.limit.is_some();
    if attr.index.is_some() || attr.of.is_some() || others {
        let fact = format!("access pattern `{}` gets one item by its primary key", attr.name);
        errors.at(get, fact, "leave the other options out, or `get`");
        return false;
    }
    true
}

fn resolve(field: &AccessField, entity: &Entity, errors: &mut Errors) -> Option<(usize, By)> {
    let name = field.ident.unraw().to_string();
    if let Some(at) = entity.fields.iter().position(|known| known.name == name) {
        return Some((at, field.by));
    }
    let names = || entity.fields.iter().map(|field| field.name.as_str());
    let help = match nearest(&name, names()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("its fields are {}", list(names())),
    };
    errors.at(&field.ident, format!("access pattern names `{name}`, which is not a field of `{}`", entity.ident), help);
    None
}
