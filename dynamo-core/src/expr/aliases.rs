//! Fields that older items have under another name.

use super::{Compare, Node, Path};
use crate::schema::EntitySchema;

/// Returns the other attribute names that a field is read from.
pub(super) fn aliases(schema: &EntitySchema, attribute: &str) -> &'static [&'static str] {
    let field = schema.fields.iter().find(|field| field.attribute == Some(attribute));
    field.map_or(&[], |field| field.aliases)
}

impl Node {
    /// Makes a comparison look at every name that its fields are read from. An item has a field under one of them.
    pub(crate) fn with_aliases(self, schema: &EntitySchema) -> Self {
        let mut roots: Vec<&str> = Vec::new();
        self.roots(&mut roots);
        roots.sort_unstable();
        roots.dedup();
        roots.retain(|root| !aliases(schema, root).is_empty());
        if roots.is_empty() {
            return self;
        }
        let mut spelled = vec![self.clone()];
        for root in roots {
            let older =
                aliases(schema, root).iter().flat_map(|alias| spelled.iter().map(|node| node.renamed(root, alias)));
            spelled = spelled.iter().cloned().chain(older.collect::<Vec<_>>()).collect();
        }
        let join = if self.is_true_of_nothing() { Self::And } else { Self::Or };
        let any = spelled.into_iter().map(Self::of_what_is_there).reduce(|all, one| join(Box::new(all), Box::new(one)));
        match any {
            Some(any) => Self::Renamed(Box::new([self, any])),
            None => self,
        }
    }

    /// Returns whether the comparison holds where an attribute is missing, so that it must hold under every name.
    fn is_true_of_nothing(&self) -> bool {
        match self {
            Self::Compare(left, Compare::Ne, right) => {
                ![left, right].iter().any(|node| matches!(***node, Self::Size(_)))
            }
            Self::Call(function, _) => *function == "attribute_not_exists",
            _ => false,
        }
    }

    /// Requires an attribute whose size must differ from another to be there: what the size of nothing is, nobody says.
    fn of_what_is_there(self) -> Self {
        let Self::Compare(left, Compare::Ne, _) = &self else { return self };
        let Self::Size(path) = &**left else { return self };
        let exists = Self::Call("attribute_exists", vec![Self::Path(path.clone())]);
        Self::And(Box::new(exists), Box::new(self))
    }

    /// Returns the condition with another name in the place of an attribute.
    fn renamed(&self, from: &str, to: &'static str) -> Self {
        let path = |path: &Path| if path.root() == from { path.with_root(to) } else { path.clone() };
        let one = |node: &Self| Box::new(node.renamed(from, to));
        let all = |nodes: &[Self]| nodes.iter().map(|node| node.renamed(from, to)).collect();
        match self {
            Self::Path(old) => Self::Path(path(old)),
            Self::Size(old) => Self::Size(path(old)),
            Self::Value(value) => Self::Value(value.clone()),
            Self::Compare(left, with, right) => Self::Compare(one(left), *with, one(right)),
            Self::Between(nodes) => Self::Between(Box::new(nodes.each_ref().map(|node| node.renamed(from, to)))),
            Self::In(value, values) => Self::In(one(value), all(values)),
            Self::Call(function, arguments) => Self::Call(function, all(arguments)),
            Self::And(left, right) => Self::And(one(left), one(right)),
            Self::Or(left, right) => Self::Or(one(left), one(right)),
            Self::Not(node) => Self::Not(one(node)),
            Self::Renamed(nodes) => Self::Renamed(Box::new(nodes.each_ref().map(|node| node.renamed(from, to)))),
        }
    }
}
