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

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::{check, krate, model};

pub(crate) use companions::base;
pub(crate) use fields::dependent as changed_together;

/// What is generated for an entity, or a part of it. Put together at the end: joining token streams takes the compiler time.
#[derive(Default)]
pub(crate) struct Parts {
    /// Functions of the entity.
    functions: Vec<TokenStream>,
    /// Items that users see: they have names of their own, beside the entity.
    named: Vec<TokenStream>,
    /// The rest, in an anonymous constant: its helpers have no names outside.
    hidden: Vec<TokenStream>,
}

impl From<TokenStream> for Parts {
    fn from(hidden: TokenStream) -> Self {
        Self { hidden: vec![hidden], ..Self::default() }
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
    let (allowed, Parts { named, hidden, .. }) = (allowed(), parts);
    // Two glob imports of one name do not clash, as two entities in one module have them, and names of the user's own come first.
    let outside = (!named.is_empty()).then(|| {
        quote! {
            #[allow(unused_imports, clippy::all, clippy::pedantic)]
            use #krate::private::named::*;
        }
    });
    quote! {
        #outside
        #(#named)*
        #[doc(hidden)]
        #allowed
        const _: () = {
            use #krate::private::named::*;
            #(#hidden)*
        };
    }
}

/// A variable of the derive's own, `self` among them, in code that is spanned on a user's tokens: reported there, and resolved as
/// the derive's. An entity may come from a `macro_rules!`, whose parts have names apart from each other.
fn own(name: &str, span: Span) -> Ident {
    Ident::new(name, Span::call_site().located_at(span))
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
        functions(vec![keys::functions(entity)]),
        functions(queries::functions(entity)),
        states::states(entity),
        patterns::patterns(entity),
        fields::fields(entity),
        functions(indexes::functions(entity)),
        functions(keys::index_functions(entity)),
    ];
    let Parts { functions, mut named, hidden } = parts.into_iter().sum();
    let functions = quote! {
        #[doc = #doc]
        #allowed
        impl #ident {
            #(#functions)*
        }
    };
    // Outside of the constant: messages name a function by the path of its impl.
    named.insert(0, functions);
    Parts { functions: Vec::new(), named, hidden }
}
