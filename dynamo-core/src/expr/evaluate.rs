//! Local evaluation of updates: the companions of the changed item must be known before the request is sent.

use super::update::refused;
use super::{Changes, Path, Term};
use crate::codec::{AttributeValue, Decimal, Item};
use crate::error::Error;
use crate::schema::EntitySchema;

impl Changes {
    /// Returns the item as it is after the update.
    pub(crate) fn evaluate(&self, schema: &EntitySchema, item: &Item) -> Result<Item, Error> {
        let mut after = item.clone();
        let refuse = |path: &Path, why: &str| refused(schema, path, why);
        // DynamoDB computes with the values from before.
        let (mut puts, mut removes) = (Vec::new(), Vec::new());
        for (path, term) in self.sets() {
            puts.push((path, term.evaluate(path.find(item)).map_err(|why| refuse(path, why))?));
        }
        for (path, value) in self.adds() {
            puts.push((path, add(path.find(item), value).map_err(|why| refuse(path, why))?));
        }
        for (path, value) in self.deletes() {
            let Some(found) = path.find(item) else { continue };
            match take_out(found, value).map_err(|why| refuse(path, why))? {
                Some(rest) => puts.push((path, rest)),
                None => removes.push(path),
            }
        }
        // Elements beyond the end of a list are appended in the order of their indexes.
        puts.sort_by_key(|(path, _)| path.elements());
        for (path, value) in puts {
            path.put(&mut after, value).map_err(|why| refuse(path, why))?;
        }
        // Those that are removed are elements of the list as it was.
        removes.extend(self.removes().filter(|path| path.find(item).is_some()));
        // From the end of a list, so that the remaining elements keep their indexes.
        removes.sort_by_key(|path| std::cmp::Reverse(path.elements()));
        for path in removes {
            path.take(&mut after);
        }
        Ok(after)
    }
}

impl Term {
    pub(super) fn evaluate(&self, found: Option<&AttributeValue>) -> Result<AttributeValue, &'static str> {
        let number = || AttributeValue::N("0".to_owned());
        let list = |found: Option<&AttributeValue>| match found {
            Some(AttributeValue::L(list)) => Ok(list.clone()),
            Some(_) => Err("it is no list"),
            None => Ok(Vec::new()),
        };
        let elements =
            |value: &AttributeValue| if let AttributeValue::L(list) = value { list.clone() } else { Vec::new() };
        match self {
            Self::Value(value) => Ok(value.clone()),
            Self::IfAbsent(value) => Ok(found.unwrap_or(value).clone()),
            Self::Plus(by) => sum(found.unwrap_or(&number()), by, false),
            Self::Minus(by) => sum(found.unwrap_or(&number()), by, true),
            Self::Append(more) => Ok(AttributeValue::L([list(found)?, elements(more)].concat())),
            Self::From(term, start) => term.evaluate(found.or(Some(start))),
            Self::Prepend(more) => Ok(AttributeValue::L([elements(more), list(found)?].concat())),
        }
    }
}

/// Evaluates `ADD` on a number or a set.
fn add(found: Option<&AttributeValue>, more: &AttributeValue) -> Result<AttributeValue, &'static str> {
    fn union<T: Clone + PartialEq>(a: &[T], b: &[T]) -> Vec<T> {
        let new = b.iter().filter(|element| !a.contains(element));
        a.iter().chain(new).cloned().collect()
    }
    match (found, more) {
        (None, more) => Ok(more.clone()),
        (Some(found @ AttributeValue::N(_)), more @ AttributeValue::N(_)) => sum(found, more, false),
        (Some(AttributeValue::Ss(a)), AttributeValue::Ss(b)) => Ok(AttributeValue::Ss(union(a, b))),
        (Some(AttributeValue::Ns(a)), AttributeValue::Ns(b)) => Ok(AttributeValue::Ns(union(a, b))),
        (Some(AttributeValue::Bs(a)), AttributeValue::Bs(b)) => Ok(AttributeValue::Bs(union(a, b))),
        _ => Err("it is of another type"),
    }
}

/// Evaluates `DELETE`; returns `None` if no element remains, since DynamoDB has no empty set.
fn take_out(found: &AttributeValue, gone: &AttributeValue) -> Result<Option<AttributeValue>, &'static str> {
    fn rest<T: Clone + PartialEq>(a: &[T], b: &[T]) -> Option<Vec<T>> {
        let rest: Vec<T> = a.iter().filter(|element| !b.contains(element)).cloned().collect();
        (!rest.is_empty()).then_some(rest)
    }
    match (found, gone) {
        (AttributeValue::Ss(a), AttributeValue::Ss(b)) => Ok(rest(a, b).map(AttributeValue::Ss)),
        (AttributeValue::Ns(a), AttributeValue::Ns(b)) => Ok(rest(a, b).map(AttributeValue::Ns)),
        (AttributeValue::Bs(a), AttributeValue::Bs(b)) => Ok(rest(a, b).map(AttributeValue::Bs)),
        _ => Err("it is of another type"),
    }
}

fn sum(a: &AttributeValue, b: &AttributeValue, minus: bool) -> Result<AttributeValue, &'static str> {
    let (AttributeValue::N(a), AttributeValue::N(b)) = (a, b) else { return Err("it is no number") };
    let exact = || Decimal::parse(a)?.plus(&Decimal::parse(b)?, minus);
    exact().map(|sum| AttributeValue::N(sum.canonical())).ok_or("the numbers are too far apart to be added exactly")
}

#[cfg(test)]
mod tests {
    use super::super::Path;
    use super::*;

    #[test]
    fn elements_go_from_the_end() {
        let text = |text: &str| AttributeValue::S(text.into());
        let inner = AttributeValue::M([("note".to_owned(), text("n")), ("name".to_owned(), text("b"))].into());
        let mut item = Item::from([("l".to_owned(), AttributeValue::L(vec![text("a"), inner, text("c")]))]);
        let list = Path::new("l");
        let mut paths = [list.element(0), list.element(1).name("note"), list.element(2)];
        paths.sort_by_key(|path| std::cmp::Reverse(path.elements()));
        for path in &paths {
            path.take(&mut item);
        }
        let left = AttributeValue::M([("name".to_owned(), text("b"))].into());
        assert_eq!(item["l"], AttributeValue::L(vec![left]));
    }

    fn add_texts(a: &str, b: &str, minus: bool) -> String {
        match sum(&AttributeValue::N(a.into()), &AttributeValue::N(b.into()), minus) {
            Ok(AttributeValue::N(text)) => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn numbers_are_added_exactly() {
        assert_eq!(add_texts("1", "2", false), "3");
        assert_eq!(add_texts("0.1", "0.2", false), "0.3");
        assert_eq!(add_texts("1", "1", true), "0");
        assert_eq!(add_texts("-0.5", "0.25", false), "-0.25");
        assert_eq!(add_texts("1e2", "5", false), "105");
        assert_eq!(
            add_texts("99999999999999999999999999999999999998", "1", false),
            "99999999999999999999999999999999999999"
        );
        assert!(add_texts("1e100", "1", false).contains("too far apart"));
        assert_eq!(add_texts("1e100", "0", false), "1E100");
        assert_eq!(add_texts("0", "5", true), "-5");
    }
}
