//! Models as code: thin, and one call deep into `dynamo-core`.

mod assert;
mod codec;
mod collection;
mod companions;
mod docs;
mod enums;
mod fallback;
mod fields;
mod indexes;
mod key_field;
mod keys;
mod nested;
mod patterns;
mod projection;
mod queries;
mod schema;
mod served;
mod states;
mod table;
#[cfg(test)]
mod tests;
mod written;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::quote;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::{check, krate, model};

pub(crate) use companions::base;
pub(crate) use fields::{groups as changed_together, setter_name};

/// What is generated for an entity, or a part of it.
#[derive(Default)]
pub(crate) struct Parts {
    /// Functions of the entity.
    functions: TokenStream,
    /// Items that users see: they have names of their own, beside the entity.
    named: TokenStream,
    /// The rest, in an anonymous constant: its helpers have no names outside.
    hidden: TokenStream,
}

impl From<TokenStream> for Parts {
    fn from(hidden: TokenStream) -> Self {
        Self { hidden, ..Self::default() }
    }
}

impl std::iter::Sum for Parts {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        let mut out = Self::default();
        for part in parts {
            out.functions.extend(part.functions);
            out.named.extend(part.named);
            out.hidden.extend(part.hidden);
        }
        out
    }
}

/// Lints about code that people write: an entity need not call each of its key functions, a key attribute may also be a
/// field's, and a large table takes long to check.
fn allowed() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            deprecated,
            for_loops_over_fallibles,
            long_running_const_eval,
            missing_copy_implementations,
            missing_debug_implementations,
            non_camel_case_types,
            non_snake_case,
            non_upper_case_globals,
            unreachable_code,
            unreachable_patterns,
            unreachable_pub,
            unused_mut,
            unused_qualifications,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
        )]
    }
}

/// The same for items that have names: fewer, since each costs time with every entity.
fn allowed_outside() -> TokenStream {
    quote!(#[allow(dead_code, deprecated, non_camel_case_types, unreachable_pub, clippy::all, clippy::pedantic)])
}

/// The parts as code that finds `dynamo-core` at `krate`: `__p` is its module `private`.
fn assemble(krate: &TokenStream, parts: Parts) -> TokenStream {
    let (allowed, hidden, named) = (allowed(), own_names(parts.hidden, None), own_names(parts.named, Some(krate)));
    quote! {
        #named
        #[doc(hidden)]
        #allowed
        const _: () = {
            use #krate::private as __p;
            #hidden
        };
    }
}

/// Whether a name is one of a variable that the derive declares. Items and types need no care: `macro_rules!` does not tell
/// theirs apart.
fn is_own_variable(name: &str) -> bool {
    name == "self" || name != "__p" && name.strip_prefix("__").is_some_and(|name| name.starts_with(char::is_lowercase))
}

/// Lets variables of the derive's own be resolved as such, at the places where they are reported: an entity may come from a
/// `macro_rules!`, whose parts have names apart from each other.
///
/// Given a crate, writes `__p` as the path that it stands for: outside of the constant there is no such name.
fn own_names(tokens: TokenStream, krate: Option<&TokenStream>) -> TokenStream {
    // One stream of trees: a stream for each token, and a span that is not used, each cost a call into the compiler.
    let mut resolved: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(mut ident) => {
                let name = ident.to_string();
                match krate {
                    Some(krate) if name == "__p" => {
                        resolved.extend(quote!(#krate::private).into_iter().map(|mut token| {
                            // A path is reported at its first token.
                            token.set_span(ident.span());
                            token
                        }));
                    }
                    _ => {
                        if is_own_variable(&name) {
                            ident.set_span(Span::call_site().located_at(ident.span()));
                        }
                        resolved.push(ident.into());
                    }
                }
            }
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), own_names(group.stream(), krate));
                inside.set_span(group.span());
                resolved.push(inside.into());
            }
            other => resolved.push(other),
        }
    }
    resolved.into_iter().collect()
}

/// The way of every derive: attributes into a model, rules, code; next to errors, what keeps one mistake at one message.
fn derive<M>(
    input: &DeriveInput,
    model: impl Fn(&DeriveInput, &mut Errors) -> M,
    check: impl Fn(&M, &mut Errors),
    expand: impl Fn(&M) -> Parts,
    fallback: impl Fn(&M) -> Parts,
) -> TokenStream {
    let mut errors = Errors::default();
    let model = model(input, &mut errors);
    check(&model, &mut errors);
    let krate = krate::path();
    if errors.is_empty() {
        return assemble(&krate, expand(&model));
    }
    let fallback = assemble(&krate, fallback(&model));
    quote!(#errors #fallback)
}

pub(crate) fn entity(input: &DeriveInput) -> TokenStream {
    derive(input, model::Entity::new, check::entity, expand_entity, fallback::entity)
}

pub(crate) fn table(input: &DeriveInput) -> TokenStream {
    let fallback = |table: &model::Table| fallback::table(&table.ident).into();
    derive(input, model::Table::new, check::table::table, |table| table::expand(table).into(), fallback)
}

pub(crate) fn collection(input: &DeriveInput) -> TokenStream {
    let expand = |collection: &model::Collection| collection::expand(collection).into();
    derive(input, model::Collection::new, check::table::collection, expand, |_| Parts::default())
}

pub(crate) fn projection(input: &DeriveInput) -> TokenStream {
    let expand = |projection: &model::Projection| projection::expand(projection).into();
    derive(input, model::Projection::new, |_, _| {}, expand, |_| Parts::default())
}

pub(crate) fn attribute(input: &DeriveInput) -> TokenStream {
    let expand = |model: &model::Nested| nested::expand(input, model).into();
    derive(input, model::Nested::new, check::nested::nested, expand, |_| fallback::attribute(input).into())
}

pub(crate) fn key_field(input: &DeriveInput) -> TokenStream {
    let expand = |model: &model::KeyField| key_field::expand(input, model).into();
    derive(input, model::KeyField::new, check::nested::key_field, expand, |_| fallback::key_field(input).into())
}

fn expand_entity(entity: &model::Entity) -> Parts {
    let hidden = [
        schema::consts(entity),
        codec::entity(entity),
        codec::debug(entity),
        companions::accessors(entity),
        companions::pointer_of(entity),
        written::soft_deletable(entity),
        assert::entity(entity),
        companions::asserts(entity),
    ];
    [usable(entity)].into_iter().chain(hidden.map(Parts::from)).sum()
}

/// What a user writes code with: the functions of an entity, and the types that they return.
fn usable(entity: &model::Entity) -> Parts {
    let (ident, doc, allowed) = (&entity.ident, docs::generated(entity), allowed_outside());
    let functions = |functions| Parts { functions, ..Parts::default() };
    let parts = [
        functions(keys::functions(entity)),
        functions(queries::functions(entity)),
        states::states(entity),
        patterns::patterns(entity),
        fields::fields(entity),
        functions(indexes::functions(entity)),
        functions(keys::index_functions(entity)),
    ];
    let Parts { functions, named, hidden } = parts.into_iter().sum();
    let functions = quote! {
        #[doc = #doc]
        #[automatically_derived]
        #allowed
        impl #ident {
            #functions
        }
    };
    // Outside of the constant: messages name a function by the path of its impl.
    Parts { functions: TokenStream::new(), named: quote!(#functions #named), hidden }
}
