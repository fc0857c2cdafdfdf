//! Where a value stands in an item.

use std::fmt;

use super::Placeholders;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Path {
    root: &'static str,
    rest: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq)]
enum Step {
    Name(&'static str),
    Entry(String),
    Element(usize),
}

impl Path {
    pub(crate) const fn new(root: &'static str) -> Self {
        Self { root, rest: Vec::new() }
    }

    pub(crate) fn root(&self) -> &'static str {
        self.root
    }

    pub(crate) fn is_nested(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Whether it is an element of a list, of which another one may be there next time.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.rest.last(), Some(Step::Element(_)))
    }

    pub(crate) fn name(&self, name: &'static str) -> Self {
        self.step(Step::Name(name))
    }

    pub(crate) fn entry(&self, name: &str) -> Self {
        self.step(Step::Entry(name.to_owned()))
    }

    pub(crate) fn element(&self, at: usize) -> Self {
        self.step(Step::Element(at))
    }

    fn step(&self, step: Step) -> Self {
        let mut path = self.clone();
        path.rest.push(step);
        path
    }

    /// Whether one of them lies within the other, so that DynamoDB would refuse to change both at once.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.root == other.root && self.rest.iter().zip(&other.rest).all(|(a, b)| a == b)
    }

    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut text = placeholders.name(self.root);
        for step in &self.rest {
            match step {
                Step::Name(name) => {
                    text.push('.');
                    text += &placeholders.name(name);
                }
                Step::Entry(name) => {
                    text.push('.');
                    text += &placeholders.name(name);
                }
                Step::Element(at) => {
                    text.push('[');
                    text += &at.to_string();
                    text.push(']');
                }
            }
        }
        text
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.root)?;
        self.rest.iter().try_for_each(|step| match step {
            Step::Name(name) => write!(f, ".{name}"),
            Step::Entry(name) => write!(f, ".{name}"),
            Step::Element(at) => write!(f, "[{at}]"),
        })
    }
}
