//! Document paths: the position of a value within an item.

use std::borrow::Cow;
use std::fmt;

use super::Placeholders;
use crate::codec::{AttributeValue, Item};

/// The position of a value within an item.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    root: Cow<'static, str>,
    rest: Vec<PathStep>,
}

#[derive(Debug, Clone, PartialEq)]
enum PathStep {
    Name(Cow<'static, str>),
    Element(usize),
}

impl Path {
    pub(crate) const fn new(root: &'static str) -> Self {
        Self { root: Cow::Borrowed(root), rest: Vec::new() }
    }

    pub(crate) fn root(&self) -> &str {
        &self.root
    }

    /// Returns the attribute's name, for what outlives the path.
    pub(crate) fn root_name(&self) -> Cow<'static, str> {
        self.root.clone()
    }

    /// Returns the same place within another attribute.
    pub(crate) fn with_root(&self, root: &'static str) -> Self {
        Self { root: Cow::Borrowed(root), rest: self.rest.clone() }
    }

    pub(crate) fn is_nested(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Returns whether the path ends in a list index, which may refer to another element after a change.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.rest.last(), Some(PathStep::Element(_)))
    }

    pub(crate) fn name(&self, name: &'static str) -> Self {
        self.step(PathStep::Name(Cow::Borrowed(name)))
    }

    pub(crate) fn entry(&self, name: &str) -> Self {
        self.step(PathStep::Name(Cow::Owned(name.to_owned())))
    }

    pub(crate) fn element(&self, at: usize) -> Self {
        self.step(PathStep::Element(at))
    }

    fn step(&self, step: PathStep) -> Self {
        let mut path = self.clone();
        path.rest.push(step);
        path
    }

    /// Returns whether one path contains the other: DynamoDB rejects an update that changes both.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.root == other.root && self.rest.iter().zip(&other.rest).all(|(a, b)| a == b)
    }

    /// Returns the list indexes on the path.
    pub(crate) fn elements(&self) -> Vec<usize> {
        self.rest.iter().filter_map(|step| if let PathStep::Element(at) = step { Some(*at) } else { None }).collect()
    }

    /// Returns the value at the path.
    pub(crate) fn find<'i>(&self, item: &'i Item) -> Option<&'i AttributeValue> {
        let root = item.get(&*self.root)?;
        self.rest.iter().try_fold(root, |value, step| match (value, step) {
            (AttributeValue::M(map), step) => map.get(step.name()?),
            (AttributeValue::L(list), PathStep::Element(at)) => list.get(*at),
            _ => None,
        })
    }

    /// Sets the value at the path as DynamoDB does: the parent must exist, and an index beyond the end of a list
    /// appends.
    pub(crate) fn put(&self, item: &mut Item, value: AttributeValue) -> Result<(), &'static str> {
        let Some((last, way)) = self.rest.split_last() else {
            item.insert(self.root.clone().into_owned(), value);
            return Ok(());
        };
        let place = within(item.get_mut(&*self.root), way).ok_or("what it stands in is not there")?;
        match (place, last) {
            (AttributeValue::M(map), step) => {
                let name = step.name().ok_or("it stands in a map, and has no name")?;
                map.insert(name.to_owned(), value);
                Ok(())
            }
            (AttributeValue::L(list), PathStep::Element(at)) => {
                match list.get_mut(*at) {
                    Some(element) => *element = value,
                    None => list.push(value),
                }
                Ok(())
            }
            _ => Err("what it stands in is of another type"),
        }
    }

    /// Removes the value at the path, if it exists.
    pub(crate) fn take(&self, item: &mut Item) {
        let Some((last, way)) = self.rest.split_last() else {
            item.remove(&*self.root);
            return;
        };
        match (within(item.get_mut(&*self.root), way), last) {
            (Some(AttributeValue::M(map)), step) => {
                step.name().and_then(|name| map.remove(name));
            }
            (Some(AttributeValue::L(list)), PathStep::Element(at)) if *at < list.len() => {
                list.remove(*at);
            }
            _ => {}
        }
    }

    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut text = placeholders.name(&self.root);
        for step in &self.rest {
            match step {
                PathStep::Name(name) => {
                    text.push('.');
                    text += &placeholders.name(name);
                }
                PathStep::Element(at) => {
                    text.push('[');
                    text += &at.to_string();
                    text.push(']');
                }
            }
        }
        text
    }
}

impl From<&'static str> for Path {
    fn from(root: &'static str) -> Self {
        Self::new(root)
    }
}

impl From<String> for Path {
    fn from(root: String) -> Self {
        Self { root: Cow::Owned(root), rest: Vec::new() }
    }
}

impl PathStep {
    fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            Self::Element(_) => None,
        }
    }
}

/// Follows `way` from `root` and returns the value at its end.
fn within<'v>(root: Option<&'v mut AttributeValue>, way: &[PathStep]) -> Option<&'v mut AttributeValue> {
    way.iter().try_fold(root?, |value, step| match (value, step) {
        (AttributeValue::M(map), step) => map.get_mut(step.name()?),
        (AttributeValue::L(list), PathStep::Element(at)) => list.get_mut(*at),
        _ => None,
    })
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.rest.iter().try_for_each(|step| match step {
            PathStep::Name(name) => write!(f, ".{name}"),
            PathStep::Element(at) => write!(f, "[{at}]"),
        })
    }
}
