//! Updates of an item that may not exist: one expression for both cases.

use super::{Changes, Path, Term};
use crate::codec::{AttributeValue, Item};
use crate::schema::EntitySchema;

impl Changes {
    /// Returns changes that, of no item, make `base` with these changes, and change the item that exists by them alone; also
    /// the attributes that an existing item must have, since they would be filled. `None` if DynamoDB has no such update.
    pub(crate) fn over(&self, schema: &EntitySchema, base: &Item) -> Option<(Self, Vec<String>)> {
        if self.paths().any(Path::is_nested) {
            // An item that does not exist has no parts.
            return None;
        }
        let (mut over, mut needed) = (Self::new(), Vec::new());
        let numbers = self.adds().filter(|(_, value)| value.is_n());
        let numbers = numbers.map(|(path, by)| (path.clone(), Term::Plus(by.clone())));
        for (path, term) in self.sets().cloned().chain(numbers) {
            let (term, fills) = starting_from(base.get(path.root()), term)?;
            needed.extend(fills.then(|| path.root().to_owned()));
            over.set_term(path, term);
        }
        for (path, value) in self.adds().filter(|(_, value)| !value.is_n()) {
            if base.contains_key(path.root()) {
                // There is no union with a set that is given.
                return None;
            }
            over.change_set(path.clone(), value.clone(), true);
        }
        for (path, value) in self.deletes() {
            if base.contains_key(path.root()) {
                return None;
            }
            over.change_set(path.clone(), value.clone(), false);
        }
        self.removes().for_each(|path| over.remove_value(path.clone()));
        let keys = [Some(schema.layout.pk), schema.layout.sk];
        let is_key = |name: &str| keys.iter().flatten().any(|key| key.name.text == name);
        let mut rest: Vec<_> = base.iter().filter(|(name, _)| !is_key(name)).collect();
        rest.retain(|(name, _)| !self.roots().any(|root| root == *name));
        rest.sort_by_key(|(name, _)| *name);
        for (name, value) in rest {
            over.fill_value(name.clone(), value.clone());
            needed.push(name.clone());
        }
        // An item may have nothing but its key.
        (!over.is_empty()).then_some((over, needed))
    }
}

/// Returns the term that starts from the `given` value if the attribute does not exist, and whether that differs from what
/// the term itself starts from.
fn starting_from(given: Option<&AttributeValue>, term: Term) -> Option<(Term, bool)> {
    let fills = match (&term, given) {
        (Term::IfAbsent(value), Some(start)) => return Some((Term::IfAbsent(start.clone()), start != value)),
        (Term::Value(_), _) | (_, None) => return Some((term, false)),
        (Term::Plus(_) | Term::Minus(_), Some(AttributeValue::N(digits))) => digits != "0",
        (Term::Append(_) | Term::Prepend(_), Some(AttributeValue::L(elements))) => !elements.is_empty(),
        (_, Some(_)) => return None,
    };
    Some((Term::From(Box::new(term), given?.clone()), fills))
}
