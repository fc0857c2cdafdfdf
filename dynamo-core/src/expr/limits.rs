//! DynamoDB's limits of an expression, checked before anything is sent.

use crate::error::{Error, InvalidKind, RequestInfo};

/// The bytes of an expression.
const EXPRESSION: usize = 4096;

/// The operators and functions of an expression.
const OPERATORS: usize = 300;

/// Returns an error if a condition or a filter is larger than DynamoDB allows.
pub(crate) fn check_condition(request: &RequestInfo, what: &str, condition: &str) -> Result<(), Error> {
    check(request, what, condition, condition_operators(condition))
}

/// Returns an error if an update is larger than DynamoDB allows.
pub(crate) fn check_update(request: &RequestInfo, expression: &str) -> Result<(), Error> {
    check(request, "update expression", expression, update_operators(expression))
}

fn check(request: &RequestInfo, what: &str, expression: &str, operators: usize) -> Result<(), Error> {
    let (number, unit, limit) = match (expression.len(), operators) {
        (length, _) if length > EXPRESSION => (length, "bytes", EXPRESSION),
        (_, operators) if operators > OPERATORS => (operators, "operators", OPERATORS),
        _ => return Ok(()),
    };
    let fact = format_args!("{request}: the {what} has {number} {unit}, and DynamoDB takes {limit}");
    Err(Error::invalid(InvalidKind::Limit, fact, "change or compare fewer attributes in one request"))
}

/// Counts the functions, and the operators between values.
fn condition_operators(condition: &str) -> usize {
    let words = condition.split_whitespace().map(|word| word.trim_matches(['(', ')']));
    let (operators, betweens) = words.fold((0, 0), |(operators, betweens), word| match word {
        "AND" | "OR" | "NOT" | "=" | "<>" | "<" | "<=" | ">" | ">=" | "IN" => (operators + 1, betweens),
        "BETWEEN" => (operators + 1, betweens + 1),
        _ => (operators, betweens),
    });
    // The `AND` of a `BETWEEN` is none of its own.
    operators - betweens + functions(condition)
}

/// Counts the functions, and the operators between values: assigning is none.
fn update_operators(expression: &str) -> usize {
    expression.split_whitespace().filter(|word| matches!(*word, "+" | "-")).count() + functions(expression)
}

fn functions(expression: &str) -> usize {
    expression.as_bytes().windows(2).filter(|pair| pair[1] == b'(' && pair[0].is_ascii_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_counted() {
        assert_eq!(condition_operators("attribute_exists(#n0) AND (#n1 = :v0 OR NOT #n2 BETWEEN :v1 AND :v2)"), 6);
        assert_eq!(condition_operators("#n0 IN (:v0, :v1) AND size(#n0) >= :v2"), 4);
        assert_eq!(update_operators("SET #n0 = :v0, #n1 = if_not_exists(#n1, :v1) + :v2 REMOVE #n2"), 2);
    }
}
