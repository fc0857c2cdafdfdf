//! Updates of an item that may not exist: one expression for both cases.

use super::{Changes, Path, Placeholders, Term};
use crate::codec::{AttributeValue, Item};
use crate::error::Error;
use crate::schema::EntitySchema;

/// An update expression that creates an item and changes it, or changes the item that exists.
pub(crate) struct Single {
    pub(crate) expression: String,
    /// The attributes that an existing item must have: the expression would fill them.
    pub(crate) needed: Vec<String>,
}

impl Changes {
    /// Renders one expression for the changes of `base`, if no item exists, and of the item that exists; `None` if DynamoDB
    /// has no expression for that.
    pub(crate) fn render_over(
        &self,
        schema: &EntitySchema,
        base: &Item,
        placeholders: &mut Placeholders,
    ) -> Result<Option<Single>, Error> {
        self.check(schema)?;
        if self.paths().any(Path::is_nested) {
            // An item that does not exist has no parts.
            return Ok(None);
        }
        let (mut sets, mut adds, mut needed) = (Vec::new(), Vec::new(), Vec::new());
        for (path, term) in self.sets() {
            let Some((text, fills)) = over(path, term, base, placeholders) else { return Ok(None) };
            sets.push(text);
            needed.extend(fills.then(|| path.root().to_owned()));
        }
        for (path, value) in self.adds() {
            if let AttributeValue::N(_) = value {
                let term = Term::Plus(value.clone());
                let Some((text, fills)) = over(path, &term, base, placeholders) else { return Ok(None) };
                sets.push(text);
                needed.extend(fills.then(|| path.root().to_owned()));
            } else if base.contains_key(path.root()) {
                // There is no union with a set that is given.
                return Ok(None);
            } else {
                adds.push(format!("{} {}", path.render(placeholders), placeholders.value(value)));
            }
        }
        if self.deletes().any(|(path, _)| base.contains_key(path.root())) {
            return Ok(None);
        }
        let deletes = self.deletes().map(|(path, value)| {
            let path = path.render(placeholders);
            format!("{path} {}", placeholders.value(value))
        });
        let deletes: Vec<_> = deletes.collect();
        let removes: Vec<_> = self.removes().map(|path| path.render(placeholders)).collect();
        let keys = [Some(schema.layout.pk), schema.layout.sk];
        let is_key = |name: &str| keys.iter().flatten().any(|key| key.name.text == name);
        let mut rest: Vec<_> = base.iter().filter(|(name, _)| !is_key(name)).collect();
        rest.retain(|(name, _)| !self.roots().any(|root| root == *name));
        rest.sort_by_key(|(name, _)| *name);
        for (name, value) in rest {
            let (path, value) = (placeholders.name(name), placeholders.value(value));
            sets.push(format!("{path} = if_not_exists({path}, {value})"));
            needed.push(name.clone());
        }
        let clauses = [("SET", sets), ("REMOVE", removes), ("ADD", adds), ("DELETE", deletes)];
        let clauses = clauses.into_iter().filter(|(_, list)| !list.is_empty());
        let clauses: Vec<_> = clauses.map(|(verb, list)| format!("{verb} {}", list.join(", "))).collect();
        // An item may have nothing but its key.
        Ok((!clauses.is_empty()).then(|| Single { expression: clauses.join(" "), needed }))
    }
}

/// Renders a term that starts from the value in `base` if the attribute does not exist; also returns whether that differs
/// from what the term itself starts from.
fn over(path: &Path, term: &Term, base: &Item, placeholders: &mut Placeholders) -> Option<(String, bool)> {
    let given = base.get(path.root());
    let (start, fills) = match term {
        Term::Value(_) => return Some((term.render(path, placeholders), false)),
        Term::IfAbsent(value) => {
            let start = given.unwrap_or(value);
            return Some((Term::IfAbsent(start.clone()).render(path, placeholders), start != value));
        }
        Term::Plus(_) | Term::Minus(_) => match given {
            None => (AttributeValue::N("0".to_owned()), false),
            Some(number @ AttributeValue::N(digits)) => (number.clone(), digits != "0"),
            Some(_) => return None,
        },
        Term::Append(_) | Term::Prepend(_) => match given {
            None => (AttributeValue::L(Vec::new()), false),
            Some(list @ AttributeValue::L(elements)) => (list.clone(), !elements.is_empty()),
            Some(_) => return None,
        },
    };
    Some((term.render_from(path, &start, placeholders), fills))
}
