//! Updates: the changes of attributes, and their update expression.

use std::borrow::Cow;

use super::aliases::aliases;
use super::{Assignment, Path, Placeholders};
use crate::codec::{AttributeValue, CodecError, Item};
use crate::error::{Error, InvalidKind};
use crate::schema::{EntitySchema, NoneAs};

/// A change of a field from which an index key is derived.
#[derive(Debug, Clone)]
pub(crate) struct KeyChange {
    /// The field's attribute.
    pub(crate) attribute: Cow<'static, str>,
    /// The new text of the field in keys; `None` if the field is removed.
    pub(crate) text: Option<String>,
}

/// The changes of one update.
#[derive(Debug, Default, Clone)]
pub(crate) struct Changes {
    set: Vec<(Path, Term)>,
    remove: Vec<Path>,
    add: Vec<(Path, AttributeValue)>,
    delete: Vec<(Path, AttributeValue)>,
    /// The changes of fields from which index keys are derived.
    pub(crate) keys: Vec<KeyChange>,
    /// The tests of `when(..)` that the new values decide: their places, and whether they hold.
    pub(crate) tests: Vec<(usize, bool)>,
    /// The attributes of immutable fields that the item must have already, since keys which are also made from other fields
    /// would be missing otherwise.
    pub(crate) held: Vec<&'static str>,
    /// The first value that could not be encoded.
    error: Option<CodecError>,
    /// Whether applying the update twice has the same effect as applying it once.
    pub(crate) repeatable: bool,
}

/// The right-hand side of a `SET` action.
#[derive(Debug, Clone)]
pub(crate) enum Term {
    Value(AttributeValue),
    IfAbsent(AttributeValue),
    Plus(AttributeValue),
    Minus(AttributeValue),
    Append(AttributeValue),
    Prepend(AttributeValue),
    /// Computes with this value where the attribute does not exist.
    From(Box<Term>, AttributeValue),
}

impl Changes {
    pub(crate) fn new() -> Self {
        Self { repeatable: true, ..Self::default() }
    }

    /// Returns whether the update changes nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.error.is_none()
            && self.set.is_empty()
            && self.remove.is_empty()
            && self.add.is_empty()
            && self.delete.is_empty()
    }

    pub(crate) fn set(&mut self, schema: &EntitySchema, assignment: Assignment) {
        let Assignment { path, value, text, tests, nullable, .. } = assignment;
        match value {
            Ok(value) => {
                // An index beyond the end of a list appends.
                self.repeatable &= !path.is_element();
                self.keys.extend(text.map(|text| KeyChange { attribute: path.root_name(), text }));
                self.tests.extend(tests);
                self.assign(schema, path, value, nullable);
            }
            Err(error) => self.fail(error.within(path.root())),
        }
    }

    /// Sets or removes an attribute. `None` removes it, or sets it to `NULL` where the table stores absent values so; a
    /// key attribute is never `NULL`.
    fn assign(&mut self, schema: &EntitySchema, path: Path, value: Option<AttributeValue>, nullable: bool) {
        let layout = schema.layout;
        let mut keys = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk));
        let is_key = keys.any(|key| key.name.text == path.root()) && !path.is_nested();
        match value {
            Some(value) => self.set.push((path, Term::Value(value))),
            None if layout.none == NoneAs::Null && nullable && !is_key => {
                self.set.push((path, Term::Value(AttributeValue::Null(true))));
            }
            None => self.remove.push(path),
        }
    }

    pub(crate) fn term(
        &mut self,
        path: Path,
        value: Result<Option<AttributeValue>, CodecError>,
        term: fn(AttributeValue) -> Term,
    ) {
        match value {
            Ok(Some(value)) => {
                self.repeatable &= matches!(term(value.clone()), Term::IfAbsent(_) | Term::Value(_));
                self.set.push((path, term(value)));
            }
            Ok(None) => self.fail(CodecError::value("there is no value to set").within(path.root())),
            Err(error) => self.fail(error.within(path.root())),
        }
    }

    /// Adds to a number, with `SET` if it is nested: DynamoDB documents `ADD` for top-level attributes only.
    pub(crate) fn add(&mut self, path: Path, value: Result<Option<AttributeValue>, CodecError>) {
        if path.is_nested() {
            return self.term(path, value, Term::Plus);
        }
        self.repeatable = false;
        match value {
            Ok(Some(value)) => self.add.push((path, value)),
            Ok(None) => {}
            Err(error) => self.fail(error.within(path.root())),
        }
    }

    /// Adds elements to a set, or deletes them from it. Both can be repeated without another effect.
    pub(crate) fn of_set(&mut self, path: Path, value: Result<Option<AttributeValue>, CodecError>, union: bool) {
        match value {
            Ok(Some(_)) if path.is_nested() => {
                let problem = "DynamoDB adds to, and takes from, sets of the item itself alone: set the whole of it";
                self.fail(CodecError::value(problem).within(path.root()));
            }
            Ok(Some(value)) if union => self.add.push((path, value)),
            Ok(Some(value)) => self.delete.push((path, value)),
            // DynamoDB rejects an empty set.
            Ok(None) => {}
            Err(error) => self.fail(error.within(path.root())),
        }
    }

    /// Removes an attribute, and with it the index keys that are derived from it.
    pub(crate) fn remove(&mut self, path: Path) {
        self.repeatable &= !path.is_element();
        if !path.is_nested() {
            self.keys.push(KeyChange { attribute: path.root_name(), text: None });
        }
        self.remove.push(path);
    }

    pub(crate) fn sets(&self) -> impl Iterator<Item = &(Path, Term)> {
        self.set.iter()
    }

    pub(crate) fn adds(&self) -> impl Iterator<Item = &(Path, AttributeValue)> {
        self.add.iter()
    }

    pub(crate) fn deletes(&self) -> impl Iterator<Item = &(Path, AttributeValue)> {
        self.delete.iter()
    }

    pub(crate) fn removes(&self) -> impl Iterator<Item = &Path> {
        self.remove.iter()
    }

    /// Returns what the update changes.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let pairs = self.add.iter().chain(&self.delete).map(|(path, _)| path);
        self.set.iter().map(|(path, _)| path).chain(&self.remove).chain(pairs)
    }

    /// Returns the attributes that the update changes, wholly or in part.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &str> {
        self.paths().map(Path::root)
    }

    /// Sets an attribute, whatever is stored in it.
    pub(crate) fn set_value(&mut self, attribute: impl Into<Path>, value: AttributeValue) {
        self.set.push((attribute.into(), Term::Value(value)));
    }

    /// Sets an attribute that the item lacks.
    pub(crate) fn fill_value(&mut self, attribute: impl Into<Path>, value: AttributeValue) {
        self.set.push((attribute.into(), Term::IfAbsent(value)));
    }

    /// Returns the value that an attribute is set to, if the update gives it whole.
    pub(crate) fn given_value(&self, attribute: &str) -> Option<&AttributeValue> {
        self.set.iter().find_map(|(path, term)| match term {
            Term::Value(value) if !path.is_nested() && path.root() == attribute => Some(value),
            _ => None,
        })
    }

    /// Computes the value of an attribute.
    pub(super) fn set_term(&mut self, path: Path, term: Term) {
        self.set.push((path, term));
    }

    /// Adds to a set, or deletes from it.
    pub(super) fn change_set(&mut self, path: Path, value: AttributeValue, union: bool) {
        if union { &mut self.add } else { &mut self.delete }.push((path, value));
    }

    /// Removes an attribute, whatever is stored in it.
    pub(crate) fn remove_value(&mut self, attribute: impl Into<Path>) {
        let path = attribute.into();
        if !self.remove.contains(&path) {
            self.remove.push(path);
        }
    }

    /// Sets a managed timestamp, from which index keys may be derived.
    pub(crate) fn set_managed(&mut self, attribute: &'static str, value: AttributeValue) {
        let text = match &value {
            AttributeValue::S(text) | AttributeValue::N(text) => Some(text.clone()),
            _ => None,
        };
        self.keys.push(KeyChange { attribute: attribute.into(), text });
        self.set_value(attribute, value);
    }

    /// Returns whether the result may depend on whether an attribute is `NULL`, which stands for none in some tables: no function of
    /// DynamoDB takes it for one.
    pub(crate) fn meets_null(&self, schema: &EntitySchema) -> bool {
        let may_be_null = |path: &Path| {
            let mut fields = schema.fields.iter();
            path.is_nested() || fields.any(|field| field.attribute == Some(path.root()) && field.optional)
        };
        let computed = self.set.iter().filter(|(_, term)| !matches!(term, Term::Value(_))).map(|(path, _)| path);
        let mut paths = computed.chain(self.add.iter().chain(&self.delete).map(|(path, _)| path));
        schema.layout.none == NoneAs::Null && paths.any(may_be_null)
    }

    /// Returns the changes of this item, in which `NULL` is none, where the table stores it so.
    pub(crate) fn where_null(mut self, schema: &EntitySchema, item: &Item) -> Result<Self, Error> {
        if !self.meets_null(schema) {
            return Ok(self);
        }
        let is_null = |path: &Path| matches!(path.find(item), Some(AttributeValue::Null(_)));
        for (path, term) in &mut self.set {
            if is_null(path) {
                *term = Term::Value(term.evaluate(None).map_err(|why| refused(schema, path, why))?);
            }
        }
        let (nulls, others) = self.add.into_iter().partition(|(path, _)| is_null(path));
        self.add = others;
        self.set.extend(Vec::into_iter(nulls).map(|(path, value)| (path, Term::Value(value))));
        let (nulls, others) = self.delete.into_iter().partition(|(path, _)| is_null(path));
        self.delete = others;
        // Nothing is taken from none.
        let null = || Term::Value(AttributeValue::Null(true));
        self.set.extend(Vec::into_iter(nulls).map(|(path, _)| (path, null())));
        Ok(self)
    }

    /// Adds to a managed number. The update stays repeatable, since adding twice to such a number does no harm.
    pub(crate) fn add_value(&mut self, attribute: &'static str, value: AttributeValue) {
        self.add.push((Path::new(attribute), value));
    }

    fn fail(&mut self, error: CodecError) {
        self.error.get_or_insert(error);
    }

    /// Sets or removes the attribute of an index key.
    pub(crate) fn index_key(&mut self, attribute: &'static str, text: Option<String>) {
        match text {
            Some(text) => self.set.push((Path::new(attribute), Term::Value(AttributeValue::S(text)))),
            None => self.remove.push(Path::new(attribute)),
        }
    }

    /// Returns an error if a value could not be encoded, or if DynamoDB would refuse the changes.
    pub(crate) fn check(&self, schema: &EntitySchema) -> Result<(), Error> {
        if let Some(error) = &self.error {
            return Err(Error::encode(schema, error.clone()));
        }
        self.refuse_overlap(schema)?;
        self.refuse_aliases(schema)
    }

    /// Renders a DynamoDB update expression.
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut clauses = Vec::new();
        let sets: Vec<_> = self.set.iter().map(|(path, term)| term.render(path, placeholders)).collect();
        let removes: Vec<_> = self.remove.iter().map(|path| path.render(placeholders)).collect();
        let mut pair = |(path, value): &(Path, AttributeValue)| {
            format!("{} {}", path.render(placeholders), placeholders.value(value))
        };
        let adds: Vec<_> = self.add.iter().map(&mut pair).collect();
        let deletes: Vec<_> = self.delete.iter().map(&mut pair).collect();
        for (verb, list) in [("SET", sets), ("REMOVE", removes), ("ADD", adds), ("DELETE", deletes)] {
            if !list.is_empty() {
                clauses.push(format!("{verb} {}", list.join(", ")));
            }
        }
        clauses.join(" ")
    }

    /// Rejects computed changes, and changes of a part, of a field that has aliases: the stored value may be under an older
    /// name, which DynamoDB would not start from.
    fn refuse_aliases(&self, schema: &EntitySchema) -> Result<(), Error> {
        let is_part = |path: &&Path| path.is_nested();
        let computed = self.set.iter().filter(|(path, term)| path.is_nested() || !matches!(term, Term::Value(_)));
        let computed = computed.map(|(path, _)| path).chain(self.remove.iter().filter(is_part));
        let mut paths = computed.chain(self.add.iter().chain(&self.delete).map(|(path, _)| path));
        match paths.find(|path| !aliases(schema, path.root()).is_empty()) {
            Some(path) => Err(Error::invalid(
                InvalidKind::NeedsItem,
                format_args!(
                    "`{}` of `{}` may be stored under an older name, which DynamoDB does not know",
                    path.root(),
                    schema.name
                ),
                "read the item and `set` the value: the older name goes then",
            )),
            None => Ok(()),
        }
    }

    /// Removes the aliases of every field that is set or removed, so that an item has one value for each field.
    pub(crate) fn without_aliases(mut self, schema: &EntitySchema) -> Self {
        let changed = self.set.iter().map(|(path, _)| path).chain(&self.remove).filter(|path| !path.is_nested());
        let aliases: Vec<_> = changed.flat_map(|path| aliases(schema, path.root())).copied().collect();
        self.remove.extend(aliases.into_iter().map(Path::new));
        self
    }

    fn refuse_overlap(&self, schema: &EntitySchema) -> Result<(), Error> {
        let paths: Vec<_> = self.paths().collect();
        for (i, path) in paths.iter().enumerate() {
            if let Some(other) = paths[..i].iter().find(|other| path.overlaps(other)) {
                let fact = format_args!("an update of `{}` changes `{other}` and `{path}` at once", schema.name);
                return Err(Error::invalid(
                    InvalidKind::Conflicting,
                    fact,
                    "DynamoDB takes one change of a place: leave one of them out",
                ));
            }
        }
        Ok(())
    }
}

/// The error of a change that DynamoDB would refuse too.
pub(super) fn refused(schema: &EntitySchema, path: &Path, why: &str) -> Error {
    let fact = format_args!("an update of `{}` cannot change `{path}`: {why}", schema.name);
    Error::invalid(InvalidKind::NeedsItem, fact, "read the item to see what is there")
}

impl Term {
    fn render(&self, path: &Path, placeholders: &mut Placeholders) -> String {
        let start = match self {
            Self::From(term, start) => return term.render_from(path, start, placeholders),
            Self::Append(_) | Self::Prepend(_) => AttributeValue::L(Vec::new()),
            _ => AttributeValue::N("0".to_owned()),
        };
        self.render_from(path, &start, placeholders)
    }

    /// Renders the term; where it computes with a value that does not exist, it starts from `start`.
    fn render_from(&self, path: &Path, start: &AttributeValue, placeholders: &mut Placeholders) -> String {
        let at = path.render(placeholders);
        let mut value = |value: &AttributeValue| placeholders.value(value);
        match self {
            Self::Value(to) => format!("{at} = {}", value(to)),
            Self::IfAbsent(to) => format!("{at} = if_not_exists({at}, {})", value(to)),
            Self::Plus(by) => format!("{at} = if_not_exists({at}, {}) + {}", value(start), value(by)),
            Self::Minus(by) => format!("{at} = if_not_exists({at}, {}) - {}", value(start), value(by)),
            Self::Append(list) => format!("{at} = list_append(if_not_exists({at}, {}), {})", value(start), value(list)),
            Self::Prepend(list) => {
                format!("{at} = list_append({}, if_not_exists({at}, {}))", value(list), value(start))
            }
            Self::From(term, start) => term.render_from(path, start, placeholders),
        }
    }
}
