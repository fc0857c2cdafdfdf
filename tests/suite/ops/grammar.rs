//! A parser of DynamoDB's expressions, and what every expression that is sent must be: without parentheses that it does not need
//! (DynamoDB rejects some), without branches that are always taken, and with all of its placeholders.

use std::collections::BTreeSet;

use serde_json::Value;

/// A condition, as far as its shape goes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Shape {
    Leaf(String),
    Not(Box<Shape>),
    And(Vec<Shape>),
    Or(Vec<Shape>),
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<&'a str>,
    at: usize,
    /// The parentheses that were closed last: where they begin and end.
    group: Option<(usize, usize)>,
}

type Parsed<T> = Result<T, String>;

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || "_#:".contains(c);
            let len = match first {
                '<' if rest.starts_with("<>") || rest.starts_with("<=") => 2,
                '>' if rest.starts_with(">=") => 2,
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            let (token, after) = rest.split_at(len);
            tokens.push(token);
            rest = after.trim_start();
        }
        Self { text, tokens, at: 0, group: None }
    }

    fn fail<T>(&self, what: &str) -> Parsed<T> {
        Err(format!("{what} at token {} of `{}`", self.at, self.text))
    }

    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or_default()
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn takes(&mut self, token: &str) -> bool {
        let takes = self.peek().eq_ignore_ascii_case(token);
        self.at += usize::from(takes);
        takes
    }

    fn wants(&mut self, token: &str) -> Parsed<()> {
        if self.takes(token) { Ok(()) } else { self.fail(&format!("`{token}` is missing")) }
    }

    fn end<T>(&self, value: T) -> Parsed<T> {
        if self.at == self.tokens.len() { Ok(value) } else { self.fail("something is left") }
    }

    fn or(&mut self) -> Parsed<Shape> {
        let mut all = vec![self.and()?];
        while self.takes("OR") {
            all.push(self.and()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Shape::Or(all) })
    }

    fn and(&mut self) -> Parsed<Shape> {
        let mut all = vec![self.not()?];
        while self.takes("AND") {
            all.push(self.not()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Shape::And(all) })
    }

    fn not(&mut self) -> Parsed<Shape> {
        if !self.takes("NOT") {
            return self.primary();
        }
        Ok(Shape::Not(Box::new(self.primary()?)))
    }

    fn primary(&mut self) -> Parsed<Shape> {
        let open = self.at;
        if !self.takes("(") {
            return self.leaf();
        }
        let inner = self.or()?;
        self.wants(")")?;
        let close = self.at - 1;
        // DynamoDB rejects parentheses within parentheses; around one comparison they are not needed either.
        if self.group == Some((open + 1, close - 1)) || matches!(inner, Shape::Leaf(_)) {
            return self.fail("parentheses that are not needed end");
        }
        self.group = Some((open, close));
        Ok(inner)
    }

    fn leaf(&mut self) -> Parsed<Shape> {
        let start = self.at;
        let is_function = self.tokens.get(self.at + 1) == Some(&"(");
        if is_function && !self.peek().eq_ignore_ascii_case("size") {
            let name = self.next();
            if !["attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains"]
                .contains(&name)
            {
                return self.fail("there is no such function");
            }
            self.arguments()?;
        } else {
            self.operand()?;
            let with = self.next();
            match with {
                "=" | "<>" | "<" | "<=" | ">" | ">=" => self.operand()?,
                _ if with.eq_ignore_ascii_case("BETWEEN") => {
                    self.operand()?;
                    self.wants("AND")?;
                    self.operand()?;
                }
                _ if with.eq_ignore_ascii_case("IN") => self.arguments()?,
                _ => return self.fail("no comparison"),
            }
        }
        Ok(Shape::Leaf(self.tokens[start..self.at].join(" ")))
    }

    fn arguments(&mut self) -> Parsed<()> {
        self.wants("(")?;
        self.operand()?;
        while self.takes(",") {
            self.operand()?;
        }
        self.wants(")")
    }

    /// A value, a path, or a function of them.
    fn operand(&mut self) -> Parsed<()> {
        if self.peek().starts_with(':') {
            self.at += 1;
            return Ok(());
        }
        if self.tokens.get(self.at + 1) == Some(&"(") {
            let name = self.next();
            if !["size", "if_not_exists", "list_append"].contains(&name) {
                return self.fail("there is no such function");
            }
            return self.arguments();
        }
        self.path().map(drop)
    }

    fn path(&mut self) -> Parsed<String> {
        let start = self.at;
        if !self.next().starts_with('#') {
            return self.fail("no name");
        }
        loop {
            if self.takes(".") {
                if !self.next().starts_with('#') {
                    return self.fail("no name");
                }
            } else if self.takes("[") {
                if self.next().parse::<u64>().is_err() {
                    return self.fail("no index");
                }
                self.wants("]")?;
            } else {
                return Ok(self.tokens[start..self.at].concat());
            }
        }
    }

    /// An update expression: each clause once, with at least one action, and no place twice.
    fn update(&mut self) -> Parsed<()> {
        let (mut clauses, mut paths) = (BTreeSet::new(), Vec::<String>::new());
        while self.at < self.tokens.len() {
            let clause = self.next();
            if !["SET", "REMOVE", "ADD", "DELETE"].contains(&clause) || !clauses.insert(clause) {
                return self.fail("no clause, or one twice");
            }
            loop {
                let path = self.path()?;
                let begins = |a: &str, b: &str| {
                    a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
                };
                if paths.iter().any(|other| begins(&path, other) || begins(other, &path)) {
                    return self.fail("a place is changed twice");
                }
                paths.push(path);
                match clause {
                    "SET" => {
                        self.wants("=")?;
                        self.operand()?;
                        if self.takes("+") || self.takes("-") {
                            self.operand()?;
                        }
                    }
                    "ADD" | "DELETE" => self.operand()?,
                    _ => {}
                }
                if !self.takes(",") {
                    break;
                }
            }
        }
        if paths.is_empty() { self.fail("nothing is changed") } else { Ok(()) }
    }
}

/// No branch is always taken.
fn decides(shape: &Shape) -> Parsed<()> {
    let opposite = |a: &Shape, b: &Shape| match (a, b) {
        (Shape::Not(a), b) | (b, Shape::Not(a)) => **a == *b,
        (Shape::Leaf(a), Shape::Leaf(b)) => {
            let absent = |text: &str| text.strip_prefix("attribute_not_exists ").map(str::to_owned);
            let present = |text: &str| text.strip_prefix("attribute_exists ").map(str::to_owned);
            absent(a).is_some() && absent(a) == present(b) || present(a).is_some() && present(a) == absent(b)
        }
        _ => false,
    };
    match shape {
        Shape::Leaf(_) => Ok(()),
        Shape::Not(inner) => decides(inner),
        Shape::And(all) => all.iter().try_for_each(decides),
        Shape::Or(all) => {
            for (at, one) in all.iter().enumerate() {
                decides(one)?;
                if let Some(other) = all[..at].iter().find(|other| opposite(one, other)) {
                    return Err(format!("`{other:?}` or `{one:?}` decides nothing"));
                }
            }
            Ok(())
        }
    }
}

fn condition(text: &str) -> Parsed<()> {
    let mut parser = Parser::new(text);
    let shape = parser.or()?;
    parser.end(())?;
    decides(&shape)
}

fn update(text: &str) -> Parsed<()> {
    let mut parser = Parser::new(text);
    parser.update()?;
    parser.end(())
}

fn projection(text: &str) -> Parsed<()> {
    let mut parser = Parser::new(text);
    parser.path()?;
    while parser.takes(",") {
        parser.path()?;
    }
    parser.end(())
}

/// Checks the expressions of a request, and of what is in it.
fn check(request: &Value) -> Parsed<usize> {
    let mut checked = 0;
    match request {
        Value::Object(members) => {
            let mut used = BTreeSet::new();
            // Names without placeholders are those of a test that calls the SDK itself.
            let is_ours = members.contains_key("ExpressionAttributeNames");
            for (name, value) in members {
                let text = value.as_str().unwrap_or_default();
                match name.as_str() {
                    _ if name.ends_with("Expression") && !is_ours => continue,
                    "ConditionExpression" | "FilterExpression" | "KeyConditionExpression" => condition(text)?,
                    "UpdateExpression" => update(text)?,
                    "ProjectionExpression" => projection(text)?,
                    // Values of the caller may look like anything.
                    "Item" | "Key" | "ExpressionAttributeValues" | "ExpressionAttributeNames" | "ExclusiveStartKey" => {
                        continue;
                    }
                    _ => {
                        checked += check(value)?;
                        continue;
                    }
                }
                checked += 1;
                used.extend(Parser::new(text).tokens.into_iter().filter(|token| token.starts_with(['#', ':'])));
            }
            let defined =
                |name: &str| members.get(name).and_then(Value::as_object).map(|all| all.keys().map(String::as_str));
            let mut all: BTreeSet<&str> = defined("ExpressionAttributeNames").into_iter().flatten().collect();
            all.extend(defined("ExpressionAttributeValues").into_iter().flatten());
            if is_ours && all != used {
                return Err(format!("placeholders {all:?} for {used:?}"));
            }
        }
        Value::Array(all) => {
            for one in all {
                checked += check(one)?;
            }
        }
        _ => {}
    }
    Ok(checked)
}

/// Checks a request on its way to the engine.
pub(super) fn check_sent(body: &[u8]) {
    // What is no JSON is none of ours.
    if let Ok(request) = serde_json::from_slice(body)
        && let Err(problem) = check(&request)
    {
        panic!("{problem}: {request}");
    }
}

#[test]
fn what_is_wrong_is_found() {
    let good = [
        "#a = :a",
        "#a = :a OR #b = :b AND NOT (#c = :c AND #d = :d)",
        "(#a = :a OR #b = :b) AND size(#c[0].#d) > :e",
        "#a IN (:a, :b) AND #b BETWEEN :c AND :d",
        "NOT contains(#a, :b)",
    ];
    for text in good {
        condition(text).unwrap();
    }
    let bad = [
        "(#a = :a)",
        "attribute_not_exists(#a) OR (attribute_exists(#b))",
        "((#a = :a OR #b = :b)) AND #c = :c",
        "attribute_not_exists(#a) OR attribute_exists(#a)",
        "#a = :a OR NOT #a = :a",
        "#a = :a AND",
        "name = :a",
        "size(#a)",
    ];
    for text in bad {
        assert!(condition(text).is_err(), "{text}");
    }
    update("SET #a = if_not_exists(#a, :a) + :b, #b.#c = list_append(#b.#c, :d) REMOVE #d[1], #d[2] ADD #e :e")
        .unwrap();
    for text in ["", "SET #a = :a SET #b = :b", "SET #a = :a, #a.#b = :b", "REMOVE #a ADD #a :a", "SET #a = (:a)"] {
        assert!(update(text).is_err(), "{text}");
    }
}
