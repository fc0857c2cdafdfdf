//! Conditions and filters.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops;

use super::{Path, Placeholders};
use crate::codec::{AttributeValue, CodecError, compare_numbers};
use crate::entity::Entity;
use crate::error::{Error, InvalidKind};
use crate::schema::EntitySchema;

/// The number of operands that DynamoDB allows in one `IN`.
const IN_LIMIT: usize = 100;

/// A condition on an item of `E`. Conditions are combined with `&` (`AND`), `|` (`OR`) and `!` (`NOT`).
///
/// See [`expr`](crate::expr) for an example.
#[must_use = "a condition does nothing until it is given to an operation"]
pub struct Condition<E> {
    pub(crate) node: Node,
    entity: PhantomData<fn() -> E>,
}

#[doc(hidden)]
#[derive(Debug, Clone)]
#[allow(private_interfaces)] // Named by the signature of a hidden method alone.
pub enum Node {
    Path(Path),
    Size(Path),
    Value(Result<Option<AttributeValue>, CodecError>),
    Compare(Box<Node>, Compare, Box<Node>),
    Between(Box<[Node; 3]>),
    In(Box<Node>, Vec<Node>),
    Call(&'static str, Vec<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
    /// A comparison as it was given, and the same under every name that its fields are read from.
    Renamed(Box<[Node; 2]>),
}

#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Compare {
    const fn sign(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ne => "<>",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

impl<E> Condition<E> {
    pub(crate) fn new(node: Node) -> Self {
        Self { node, entity: PhantomData }
    }
}

impl<E: Entity> Condition<E> {
    /// Creates a condition on fields, which older items may have under another name.
    pub(super) fn of_fields(node: Node) -> Self {
        Self::new(node.with_aliases(E::SCHEMA))
    }
}

impl<E> Clone for Condition<E> {
    fn clone(&self) -> Self {
        Self::new(self.node.clone())
    }
}

impl<E> ops::BitAnd for Condition<E> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self::new(Node::And(Box::new(self.node), Box::new(other.node)))
    }
}

impl<E> ops::BitOr for Condition<E> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self::new(Node::Or(Box::new(self.node), Box::new(other.node)))
    }
}

impl<E> ops::Not for Condition<E> {
    type Output = Self;
    fn not(self) -> Self {
        Self::new(Node::Not(Box::new(self.node)))
    }
}

impl Node {
    /// Combines two conditions with `AND`; returns `second` if there is no `first`.
    pub(crate) fn both(first: Option<Self>, second: Self) -> Self {
        match first {
            Some(first) => first.and(second),
            None => second,
        }
    }

    /// Creates the condition that an attribute exists.
    pub(crate) fn exists(path: impl Into<Path>) -> Self {
        Self::Call("attribute_exists", vec![Self::Path(path.into())])
    }

    /// Creates the condition that an attribute does not exist.
    pub(crate) fn absent(path: impl Into<Path>) -> Self {
        Self::Call("attribute_not_exists", vec![Self::Path(path.into())])
    }

    /// Creates the comparison of an attribute with a value.
    pub(crate) fn compare(path: impl Into<Path>, with: Compare, value: AttributeValue) -> Self {
        Self::Compare(Box::new(Self::Path(path.into())), with, Box::new(Self::Value(Ok(Some(value)))))
    }

    /// Creates the condition that an attribute has a value; `None` if it has none.
    pub(crate) fn same(path: impl Into<Path>, value: Option<&AttributeValue>) -> Self {
        match value {
            Some(value) => Self::compare(path, Compare::Eq, value.clone()),
            None => Self::absent(path),
        }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self::Or(Box::new(self), Box::new(other))
    }

    /// Combines conditions with `AND`; returns `None` if there are none.
    pub(crate) fn all(nodes: impl IntoIterator<Item = Self>) -> Option<Self> {
        nodes.into_iter().reduce(Self::and)
    }

    /// Renders conditions that must all hold; returns `None` if there are none.
    pub(crate) fn render_all(
        nodes: &[Cow<'_, Self>],
        schema: &EntitySchema,
        placeholders: &mut Placeholders,
    ) -> Result<Option<String>, Error> {
        let terms = nodes
            .iter()
            .map(|node| Ok(in_parentheses(node.render(schema, placeholders)?, nodes.len() > 1 && node.is_or())));
        let terms = terms.collect::<Result<Vec<_>, Error>>()?;
        Ok((!terms.is_empty()).then(|| terms.join(" AND ")))
    }

    /// Renders a DynamoDB condition expression.
    pub(crate) fn render(&self, schema: &EntitySchema, placeholders: &mut Placeholders) -> Result<String, Error> {
        let mut one = |node: &Self| node.render(schema, placeholders);
        Ok(match self {
            Self::Path(path) => path.render(placeholders),
            Self::Size(path) => format!("size({})", path.render(placeholders)),
            Self::Value(Ok(Some(value))) => placeholders.value(value),
            Self::Value(Ok(None)) => {
                return Err(Error::invalid(
                    InvalidKind::Argument,
                    format_args!("a condition on `{}` compares with `None`", schema.name),
                    "an absent attribute has no order and is in nothing: use `absent()`, `exists()` or `eq(None)`",
                ));
            }
            Self::Value(Err(error)) => return Err(Error::encode(schema, error.clone())),
            Self::Compare(left, with, right) => format!("{} {} {}", one(left)?, with.sign(), one(right)?),
            Self::Between(nodes) => {
                let [value, from, to] = &**nodes;
                refuse_reversed(schema, from, to)?;
                format!("{} BETWEEN {} AND {}", one(value)?, one(from)?, one(to)?)
            }
            Self::In(_, values) if values.is_empty() => {
                return Err(Error::invalid(
                    InvalidKind::Empty,
                    format_args!("a condition on `{}` asks for one of no values", schema.name),
                    "nothing can fulfil it: do not send the request",
                ));
            }
            Self::In(value, values) => {
                let value = one(value)?;
                let mut parts = Vec::new();
                for some in values.chunks(IN_LIMIT) {
                    let some: Vec<_> = some.iter().map(&mut one).collect::<Result<_, _>>()?;
                    parts.push(format!("{value} IN ({})", some.join(", ")));
                }
                parts.join(" OR ")
            }
            Self::Call(function, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(one).collect::<Result<_, _>>()?;
                format!("{function}({})", arguments.join(", "))
            }
            Self::And(left, right) => {
                let mut side = |node: &Self| Ok::<_, Error>(in_parentheses(one(node)?, node.is_or()));
                format!("{} AND {}", side(left)?, side(right)?)
            }
            Self::Or(left, right) => format!("{} OR {}", one(left)?, one(right)?),
            Self::Not(node) => format!("NOT {}", in_parentheses(one(node)?, node.is_or() || node.is_and())),
            Self::Renamed(nodes) => one(&nodes[1])?,
        })
    }

    /// Collects the names of the attributes that the condition refers to.
    pub(crate) fn roots<'n>(&'n self, roots: &mut Vec<&'n str>) {
        match self {
            Self::Path(path) | Self::Size(path) => roots.push(path.root()),
            Self::Value(_) => {}
            Self::Compare(left, _, right) | Self::And(left, right) | Self::Or(left, right) => {
                left.roots(roots);
                right.roots(roots);
            }
            Self::Between(nodes) => nodes.iter().for_each(|node| node.roots(roots)),
            Self::In(value, values) => {
                value.roots(roots);
                for node in values {
                    node.roots(roots);
                }
            }
            Self::Call(_, nodes) => nodes.iter().for_each(|node| node.roots(roots)),
            Self::Not(node) => node.roots(roots),
            Self::Renamed(nodes) => nodes[1].roots(roots),
        }
    }

    fn is_and(&self) -> bool {
        match self {
            Self::And(..) => true,
            Self::Renamed(nodes) => nodes[1].is_and(),
            _ => false,
        }
    }

    /// Returns whether the rendered expression has a top-level `OR`, which binds less tightly than `AND`.
    fn is_or(&self) -> bool {
        match self {
            Self::Or(..) => true,
            Self::In(_, values) => values.len() > IN_LIMIT,
            Self::Renamed(nodes) => nodes[1].is_or(),
            _ => false,
        }
    }

    /// Formats the condition for error messages; `redact` returns whether an attribute's values must be hidden.
    fn show(&self, f: &mut fmt::Formatter<'_>, redact: &dyn Fn(&str) -> bool, hidden: bool) -> fmt::Result {
        let group = |f: &mut fmt::Formatter<'_>, node: &Self| match node {
            Self::And(..) | Self::Or(..) => {
                f.write_str("(")?;
                node.show(f, redact, hidden)?;
                f.write_str(")")
            }
            _ => node.show(f, redact, hidden),
        };
        match self {
            Self::Path(path) => write!(f, "{path}"),
            Self::Size(path) => write!(f, "size({path})"),
            Self::Value(_) if hidden => f.write_str("[redacted]"),
            Self::Value(Ok(Some(value))) => show_value(f, value),
            Self::Value(Ok(None)) => f.write_str("None"),
            Self::Value(Err(_)) => f.write_str("?"),
            Self::Compare(left, with, right) => {
                let hidden = hidden || left.is_sensitive(redact) || right.is_sensitive(redact);
                left.show(f, redact, hidden)?;
                write!(f, " {} ", with.sign())?;
                right.show(f, redact, hidden)
            }
            Self::Between(nodes) => {
                let [value, from, to] = &**nodes;
                let hidden = hidden || value.is_sensitive(redact);
                value.show(f, redact, hidden)?;
                f.write_str(" between ")?;
                from.show(f, redact, hidden)?;
                f.write_str(" and ")?;
                to.show(f, redact, hidden)
            }
            Self::In(value, values) => {
                let hidden = hidden || value.is_sensitive(redact);
                value.show(f, redact, hidden)?;
                f.write_str(" in (")?;
                show_all(f, values, redact, hidden)?;
                f.write_str(")")
            }
            Self::Call(function, arguments) => {
                let hidden = hidden || arguments.first().is_some_and(|node| node.is_sensitive(redact));
                let name = function.strip_prefix("attribute_").unwrap_or(function).replace("not_exists", "absent");
                write!(f, "{name}(")?;
                show_all(f, arguments, redact, hidden)?;
                f.write_str(")")
            }
            Self::And(left, right) => {
                group(f, left)?;
                f.write_str(" AND ")?;
                group(f, right)
            }
            Self::Or(left, right) => {
                group(f, left)?;
                f.write_str(" OR ")?;
                group(f, right)
            }
            Self::Not(node) => {
                f.write_str("NOT ")?;
                group(f, node)
            }
            Self::Renamed(nodes) => nodes[0].show(f, redact, hidden),
        }
    }

    fn is_sensitive(&self, redact: &dyn Fn(&str) -> bool) -> bool {
        matches!(self, Self::Path(path) | Self::Size(path) if redact(path.root()))
    }

    /// Describes the condition for error messages, without sensitive values.
    pub(crate) fn describe(&self, schema: &EntitySchema) -> String {
        let redact =
            |attribute: &str| schema.fields.iter().any(|field| field.sensitive && field.attribute == Some(attribute));
        fmt::from_fn(|f| self.show(f, &redact, false)).to_string()
    }
}

/// Returns an error if the lower bound is above the upper one, which DynamoDB rejects.
fn refuse_reversed(schema: &EntitySchema, from: &Node, to: &Node) -> Result<(), Error> {
    let (Node::Value(Ok(Some(from))), Node::Value(Ok(Some(to)))) = (from, to) else { return Ok(()) };
    match order(from, to) {
        Some(Ordering::Greater) => Err(Error::invalid(
            InvalidKind::Argument,
            format_args!("a condition on `{}` asks for values between a higher and a lower one", schema.name),
            "nothing can fulfil it: give the lower bound first",
        )),
        _ => Ok(()),
    }
}

/// Compares two values as DynamoDB does; `None` if they are of different types, or have no order.
pub(super) fn order(left: &AttributeValue, right: &AttributeValue) -> Option<Ordering> {
    match (left, right) {
        (AttributeValue::S(left), AttributeValue::S(right)) => Some(left.as_bytes().cmp(right.as_bytes())),
        (AttributeValue::N(left), AttributeValue::N(right)) => Some(compare_numbers(left, right)),
        (AttributeValue::B(left), AttributeValue::B(right)) => Some(left.as_ref().cmp(right.as_ref())),
        _ => None,
    }
}

/// Adds parentheses only where they are `needed`: DynamoDB rejects redundant ones.
fn in_parentheses(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

fn show_all(f: &mut fmt::Formatter<'_>, nodes: &[Node], redact: &dyn Fn(&str) -> bool, hidden: bool) -> fmt::Result {
    const SHOWN: usize = 8;
    nodes.iter().take(SHOWN).enumerate().try_for_each(|(i, node)| {
        if i > 0 {
            f.write_str(", ")?;
        }
        node.show(f, redact, hidden)
    })?;
    if nodes.len() > SHOWN { write!(f, ", .. {} in all", nodes.len()) } else { Ok(()) }
}

fn show_value(f: &mut fmt::Formatter<'_>, value: &AttributeValue) -> fmt::Result {
    match value {
        AttributeValue::S(text) => write!(f, "{text:?}"),
        AttributeValue::N(digits) => f.write_str(digits),
        AttributeValue::Bool(value) => write!(f, "{value}"),
        AttributeValue::Null(_) => f.write_str("NULL"),
        _ => f.write_str(".."),
    }
}

impl<E: Entity> fmt::Display for Condition<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.node.describe(E::SCHEMA))
    }
}

impl<E: Entity> fmt::Debug for Condition<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Condition({self})")
    }
}
