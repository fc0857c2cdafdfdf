//! Key conditions of queries, from the fields of a key that are known.

use std::cmp::Ordering;
use std::ops::Bound;

use super::key_range::{KeyRange, before, between, beyond, compare, last_within};
use super::page::Fingerprint;
use crate::codec::{AttributeValue, Item};
use crate::error::{Error, InvalidKind};
use crate::expr::Placeholders;
use crate::key::{KeyError, KeyProblem, KeyText, KeyValue, SHARD_PART, render_parts, render_spec};
use crate::schema::{
    Case, EntitySchema, Format, IndexSchema, IndexUse, KeyAttribute, KeyKind, KeyPart, KeySpec, KeyType, Part,
    TableLayout, TableSchema, in_order, keys, sides, spec_is_sensitive,
};

/// A key condition on one partition of the table or of an index.
#[derive(Clone)]
pub(crate) struct KeyCondition {
    pub(crate) layout: &'static TableLayout,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) index: Option<&'static IndexSchema>,
    /// Attributes with a fixed value: those of the partition key, and the leading ones of the sort key.
    pub(crate) equal: Vec<KeyValue>,
    pub(crate) range: Option<(KeyAttribute, KeyRange)>,
    /// Where reading begins and ends, which becomes the range once the order of reading is known.
    pub(crate) bounds: Bounds,
    /// Whether the partition key contains the value of a sensitive field.
    pub(crate) sensitive: bool,
}

/// Omits values, which may be sensitive.
impl std::fmt::Debug for KeyCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let index = self.index.map_or("table", |index| index.name);
        f.debug_struct("KeyCondition").field("entity", &self.schema.name).field("index", &index).finish_non_exhaustive()
    }
}

/// Where reading a partition begins and ends, each with whether that sort key itself is read. In the order of reading: what
/// comes first is the highest key in descending order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bounds {
    pub(super) begin: Option<(String, bool)>,
    pub(super) end: Option<(String, bool)>,
}

impl KeyCondition {
    /// Returns the texts of the attributes that have a fixed value.
    pub(crate) fn order(&self) -> impl Iterator<Item = &str> {
        self.equal.iter().map(KeyValue::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self.range, Some((_, KeyRange::Empty)))
    }

    /// Returns the attributes that items are sorted by.
    pub(crate) fn sort(&self) -> &[KeyAttribute] {
        match self.index {
            Some(index) => index.sk,
            None => self.layout.sk.as_slice(),
        }
    }

    /// Renders a DynamoDB key condition expression.
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut parts: Vec<String> = Vec::new();
        for value in &self.equal {
            let name = placeholders.name(value.attribute());
            parts.push(format!("{name} = {}", placeholders.value(&value.to_attribute_value())));
        }
        if let Some((attribute, range)) = &self.range {
            let name = placeholders.name(attribute.name.text);
            let mut value = |text: &String| {
                let value = KeyValue::new(attribute, text.clone()).to_attribute_value();
                placeholders.value(&value)
            };
            parts.push(match range {
                KeyRange::Prefix(text) => format!("begins_with({name}, {})", value(text)),
                KeyRange::Less(text) => format!("{name} < {}", value(text)),
                KeyRange::AtMost(text) => format!("{name} <= {}", value(text)),
                KeyRange::Greater(text) => format!("{name} > {}", value(text)),
                KeyRange::AtLeast(text) => format!("{name} >= {}", value(text)),
                KeyRange::Between(from, to) => format!("{name} BETWEEN {} AND {}", value(from), value(to)),
                // No request is sent for an empty range.
                KeyRange::Empty => String::new(),
            });
        }
        parts.join(" AND ")
    }

    pub(crate) fn fingerprint(&self, print: &mut Fingerprint) {
        print.text(self.index.map_or("", |index| index.name));
        for value in &self.equal {
            print.text(value.attribute());
            print.text(value.as_str());
        }
        print.text(&format!("{:?}", self.range.as_ref().map(|(_, range)| range)));
    }

    /// Returns the values of the partition key.
    pub(crate) fn partition(&self) -> &[KeyValue] {
        let attributes = self.index.map_or(1, |index| if index.local { 1 } else { index.pk.len() });
        self.equal.get(..attributes).unwrap_or(&self.equal)
    }

    /// Returns whether an item may fulfil both conditions.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        if self.is_empty() || other.is_empty() || self.equal.iter().zip(&other.equal).any(|(a, b)| a != b) {
            return false;
        }
        let (shorter, longer) = if self.equal.len() <= other.equal.len() { (self, other) } else { (other, self) };
        match (&shorter.range, longer.equal.get(shorter.equal.len()), &longer.range) {
            (None, ..) | (_, None, None) => true,
            (Some((attribute, range)), Some(value), _) => {
                let value = value.as_str().to_owned();
                range.overlaps(&KeyRange::Between(value.clone(), value), attribute.key_type)
            }
            (Some((attribute, a)), None, Some((_, b))) => a.overlaps(b, attribute.key_type),
        }
    }

    /// Restricts a whole partition to sort keys that begin with `prefix`.
    pub(super) fn begins_with(&mut self, prefix: &str) {
        if let Some(sort) = self.sort().first().copied().filter(|sort| sort.key_type == KeyType::S) {
            self.range = Some((sort, KeyRange::Prefix(prefix.to_owned())));
        }
    }

    /// Returns the key condition with the range that its bounds are in the order of reading, within its prefix if it has
    /// one.
    pub(crate) fn bounded(mut self, descending: bool) -> Result<Self, Error> {
        if self.bounds.begin.is_none() && self.bounds.end.is_none() {
            return Ok(self);
        }
        let Some(sort) = self.sort().first().copied() else {
            let fact = format_args!("`{}` has no sort key, so a partition has no range", self.layout.table);
            return Err(Error::invalid(InvalidKind::Argument, fact, "leave `from` and `to` out"));
        };
        let Bounds { begin, end } = std::mem::take(&mut self.bounds);
        if sort.key_type == KeyType::N
            && let Some((text, _)) = begin.iter().chain(&end).find(|(text, _)| text.parse::<f64>().is_err())
        {
            let fact = format_args!(
                "the sort key `{}` is a Number, and a range of it begins or ends at {text:?}",
                sort.name.text
            );
            return Err(Error::invalid(InvalidKind::Argument, fact, "give the text of a number"));
        }
        let (mut low, mut high) = if descending { (end, begin) } else { (begin, end) };
        if let Some((_, KeyRange::Prefix(prefix))) = &self.range {
            let last = last_within(prefix);
            low = Some(low.filter(|(low, _)| low > prefix).unwrap_or_else(|| (prefix.clone(), true)));
            high = Some(high.filter(|(high, _)| *high < last).unwrap_or((last, true)));
        }
        self.range = Some((sort, range(&sort, low, high)?));
        Ok(self)
    }
}

fn range(sort: &KeyAttribute, low: Option<(String, bool)>, high: Option<(String, bool)>) -> Result<KeyRange, Error> {
    Ok(match (low, high) {
        (Some((low, true)), None) => KeyRange::AtLeast(low),
        (Some((low, false)), None) => KeyRange::Greater(low),
        (None, Some((high, true))) => KeyRange::AtMost(high),
        (None, Some((high, false))) => KeyRange::Less(high),
        (Some(low), Some(high)) => between(sort, low, high)?,
        (None, None) => KeyRange::Empty,
    })
}

/// Compares two items by their sort keys.
pub(crate) fn compare_keys(attributes: &[KeyAttribute], a: &Item, b: &Item) -> Ordering {
    let in_order = |attribute: &KeyAttribute| match (a.get(attribute.name.text), b.get(attribute.name.text)) {
        (Some(AttributeValue::B(a)), Some(AttributeValue::B(b))) => a.as_ref().cmp(b.as_ref()),
        (Some(AttributeValue::S(a) | AttributeValue::N(a)), Some(AttributeValue::S(b) | AttributeValue::N(b))) => {
            compare(attribute.key_type, a, b)
        }
        _ => Ordering::Equal,
    };
    attributes.iter().map(in_order).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// A narrowing whose values are rendered as texts.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub enum Narrowed {
    Equal(String),
    Range(Bound<String>, Bound<String>),
    Prefix(String),
}

impl Narrowed {
    /// A narrowing by a value.
    pub(super) fn equal(value: Option<&KeyText<'_>>) -> Result<Self, &'static str> {
        key_text(value).map(Self::Equal)
    }
}

/// The text of a value.
pub(super) fn key_text(value: Option<&KeyText<'_>>) -> Result<String, &'static str> {
    value.map_or(Err("is `None`, and the key needs it"), KeyText::to_text)
}

/// A key whose leading fields are known: what a query that generated methods narrow consists of.
#[doc(hidden)]
#[derive(Clone)]
pub struct PartialKey {
    schema: &'static EntitySchema,
    index: Option<(&'static IndexUse, &'static IndexSchema)>,
    /// The known fields with their texts.
    known: Vec<(&'static str, String)>,
    /// The field after the known ones, with its range or prefix.
    last: Option<(&'static str, Narrowed)>,
    error: Option<Error>,
    /// The partition key as a whole, and whether it may contain the value of a sensitive field.
    partition: Option<(String, bool)>,
}

/// Omits values, which may be sensitive.
impl std::fmt::Debug for PartialKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").finish_non_exhaustive()
    }
}

/// Key attributes with their specs.
pub(super) type Keys = Vec<(KeyAttribute, KeySpec)>;

impl PartialKey {
    /// Creates a key of the table.
    pub(super) fn of_table(schema: &'static EntitySchema) -> Self {
        Self { schema, index: None, known: Vec::new(), last: None, error: None, partition: None }
    }

    /// Creates a key of the table in a partition whose key is known as a whole.
    pub(super) fn of_partition(schema: &'static EntitySchema, pk: &str, sensitive: bool) -> Self {
        let error = pk.is_empty().then(|| {
            let fact = format_args!("a partition of `{}` is queried by an empty key", schema.layout.table);
            Error::invalid(InvalidKind::Argument, fact, "give the text of its partition key")
        });
        Self { partition: Some((pk.to_owned(), sensitive)), error, ..Self::of_table(schema) }
    }

    /// Creates a key of the index that entities refer to as `index`, or of the table if that is empty.
    /// `otherwise` stands for the keys that the second arm of `when(..)` gives.
    #[must_use]
    pub fn new(schema: &'static EntitySchema, index: &'static str, otherwise: bool) -> Self {
        let is_asked = |index_use: &&IndexUse| index_use.index == index && index_use.is_otherwise() == otherwise;
        let index_use = schema.indexes.iter().find(is_asked);
        Self { index: index_use.zip(schema.layout.index(index)), ..Self::of_table(schema) }
    }

    /// The same with the fields of its partition key.
    pub(super) fn by(
        schema: &'static EntitySchema,
        index: &'static str,
        otherwise: bool,
        fields: &[(&'static str, Option<KeyText<'_>>)],
    ) -> Self {
        let mut key = Self::new(schema, index, otherwise);
        for (field, value) in fields {
            key.push(field, Narrowed::equal(value.as_ref()));
        }
        key
    }

    /// Narrows the key by a field of the partition key.
    #[must_use]
    #[allow(clippy::needless_pass_by_value)] // Generated code makes it on the spot.
    pub fn given(self, field: &'static str, value: Option<KeyText<'_>>) -> Self {
        self.narrowed(field, Narrowed::equal(value.as_ref()))
    }

    /// Narrows the key by a field of the sort key.
    #[must_use]
    pub fn narrowed(mut self, field: &'static str, narrowed: Result<Narrowed, &'static str>) -> Self {
        self.push(field, narrowed);
        self
    }

    /// Narrows the key by a field.
    pub(super) fn push(&mut self, field: &'static str, narrowed: Result<Narrowed, &'static str>) {
        match narrowed {
            Ok(Narrowed::Equal(text)) => self.known.push((field, text)),
            Ok(narrowed) => self.last = Some((field, narrowed)),
            Err(problem) => {
                let error = KeyError::new(self.schema.name, Some(field), KeyProblem::Value(problem));
                self.error.get_or_insert(error.into());
            }
        }
    }

    pub(super) fn index(&self) -> Option<&'static IndexSchema> {
        self.index.map(|(_, index)| index)
    }

    /// Returns whether the result may contain items of other entities, because the sort keys do not tell them apart.
    pub(super) fn has_others(&self, table: &TableSchema) -> bool {
        let (_, sort) = self.specs();
        if sort.first().is_some_and(|(_, spec)| matches!(spec.parts().first(), Some(Part::Literal(_)))) {
            return false;
        }
        let is_there = |other: &EntitySchema| match self.index {
            Some((index_use, _)) => {
                let gives = |use_of: &&IndexUse| use_of.index == index_use.index && keys(&use_of.membership).is_some();
                other.indexes.iter().find(gives).is_some()
            }
            None => true,
        };
        let mut entities = table.all_entities();
        entities.any(|other| other.id != self.schema.id && is_there(other))
    }

    /// Returns the key condition, or one for each shard.
    pub(super) fn conditions(mut self, whole_partition: bool) -> Result<Vec<KeyCondition>, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let (partition, _) = self.specs();
        let is_shard = |part: &Part| matches!(part, Part::Field(part) if *part == SHARD_PART);
        if self.schema.shards == 0 || !partition.iter().any(|(_, spec)| spec.parts().iter().any(is_shard)) {
            return Ok(vec![self.condition(whole_partition)?]);
        }
        let shards = (0..self.schema.shards_read).map(|shard| {
            self.known.retain(|(field, _)| *field != SHARD_PART.field);
            self.known.push((SHARD_PART.field, shard.to_string()));
            self.condition(whole_partition)
        });
        shards.collect()
    }

    /// Returns the specs of the partition key and of the sort key, with their attributes.
    pub(super) fn specs(&self) -> (Keys, Keys) {
        let (layout, schema) = (self.schema.layout, self.schema);
        let Some((index_use, index)) = self.index else {
            let sort = layout.sk.zip(schema.sk);
            return (vec![(layout.pk, schema.pk)], sort.into_iter().collect());
        };
        let (partition, sort) = keys(&index_use.membership).map_or((&[][..], &[][..]), |keys| sides(index, keys));
        let pairs = |attributes: &[KeyAttribute], specs: &[KeySpec]| -> Keys {
            attributes.iter().copied().zip(specs.iter().copied()).collect()
        };
        let own = if index.local { vec![(layout.pk, schema.pk)] } else { pairs(index.pk, partition) };
        (own, pairs(index.sk, sort))
    }

    /// Rejects a query of a local index of which the entity declares only the sort key: the partition is unknown then.
    fn refuse_half_of_a_local_index<'t>(&self, text_of: &dyn Fn(&KeyPart) -> Option<&'t str>) -> Result<(), Error> {
        let Some((_, index)) = self.index.filter(|(_, index)| index.local) else { return Ok(()) };
        let pk = self.schema.pk;
        let is_known = |part: &Part| !matches!(part, Part::Field(part) if text_of(part).is_none());
        if pk.parts().iter().all(is_known) {
            return Ok(());
        }
        Err(Error::invalid(
            InvalidKind::Undeclared,
            format_args!("index `{}` is local, and `{}` gives its sort key alone", index.ident, self.schema.name),
            format_args!(
                "give both keys, for queries to take the partition: `{} = (\"{}\", ..)`",
                index.ident,
                pk.text()
            ),
        ))
    }

    /// Returns the text of a field in the sort key, if it is known. A timestamp that chooses a partition by its date leaves
    /// the sort key open: it is known there only if it is given again.
    fn sort_text(&self, part: &KeyPart, partition: &[Part]) -> Option<&str> {
        let mut given = self.known.iter().filter(|(field, _)| *field == part.field).map(|(_, text)| text.as_str());
        let of_field = |other: &&Part| matches!(other, Part::Field(other) if other.field == part.field);
        let mut chosen_by = partition.iter().filter(of_field).peekable();
        let is_open = chosen_by.peek().is_some()
            && !chosen_by.any(|other| matches!(other, Part::Field(other) if other.format.tells(part.format)));
        if is_open { given.nth(1) } else { given.next() }
    }

    fn condition(&self, whole_partition: bool) -> Result<KeyCondition, Error> {
        let schema = self.schema;
        let (partition, sort) = self.specs();
        let in_partition: Vec<Part> = partition.iter().flat_map(|(_, spec)| spec.parts().into_owned()).collect();
        let text_of =
            |part: &KeyPart| self.known.iter().find(|(field, _)| *field == part.field).map(|(_, text)| text.as_str());
        let sort_text_of = |part: &KeyPart| self.sort_text(part, &in_partition);
        self.refuse_half_of_a_local_index(&text_of)?;
        let mut condition = KeyCondition {
            layout: schema.layout,
            schema,
            index: self.index.map(|(_, index)| index),
            equal: Vec::new(),
            range: None,
            bounds: Bounds::default(),
            sensitive: false,
        };
        if let Some((pk, sensitive)) = &self.partition {
            condition.equal.push(KeyValue::new(&schema.layout.pk, pk.clone()));
            condition.sensitive = *sensitive;
            return Ok(condition);
        }
        for (attribute, spec) in partition {
            condition.equal.push(KeyValue::new(&attribute, render_spec(schema, &spec, false, &text_of)?));
            condition.sensitive |= spec_is_sensitive(schema, &spec);
        }
        if whole_partition {
            return Ok(condition);
        }
        for (attribute, spec) in sort {
            let parts = spec.parts();
            let unknown =
                parts.iter().position(|part| matches!(part, Part::Field(part) if sort_text_of(part).is_none()));
            let Some(at) = unknown else {
                condition.equal.push(KeyValue::new(&attribute, render_spec(schema, &spec, true, &sort_text_of)?));
                continue;
            };
            let before = render_parts(schema, &parts[..at], true, &sort_text_of)?;
            condition.range = match (&parts[at], &self.last) {
                (Part::Field(part), Some((field, narrowed))) if part.field == *field => {
                    let after = match parts.get(at + 1) {
                        Some(Part::Literal(literal)) => literal,
                        _ => "",
                    };
                    let position = FieldPosition { attribute, part: *part, before: &before, after };
                    let format = |text: &str| render_parts(schema, &[Part::Field(*part)], true, &|_| Some(text));
                    position.range(narrowed, &format, schema)?.map(|range| (attribute, range))
                }
                _ if before.is_empty() => None,
                _ => Some((attribute, KeyRange::Prefix(before))),
            };
            break;
        }
        Ok(condition)
    }
}

/// The position of a field in its key.
struct FieldPosition<'a> {
    attribute: KeyAttribute,
    part: KeyPart,
    /// The text of the key before the field.
    before: &'a str,
    /// The literal after the field.
    after: &'a str,
}

impl FieldPosition<'_> {
    /// Returns the range of keys whose field is in `narrowed`; `format` renders a value as it appears in keys.
    fn range(
        &self,
        narrowed: &Narrowed,
        format: &dyn Fn(&str) -> Result<String, Error>,
        schema: &EntitySchema,
    ) -> Result<Option<KeyRange>, Error> {
        let (from, to) = match narrowed {
            Narrowed::Equal(text) => (Bound::Included(text), Bound::Included(text)),
            Narrowed::Prefix(text) if self.attribute.key_type == KeyType::B && !text.is_empty() => {
                return Ok(Some(KeyRange::Prefix(base64_simd::STANDARD.encode_to_string(text))));
            }
            // Every text begins so, and DynamoDB takes no empty text for a key.
            Narrowed::Prefix(text) if text.is_empty() => (Bound::Unbounded, Bound::Unbounded),
            Narrowed::Prefix(text) if !self.tells_prefix(text) => {
                let problem =
                    "has less of it in the key than the prefix has: a date, or a letter that folds by what follows it";
                return Err(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)).into());
            }
            Narrowed::Prefix(text) => return Ok(Some(KeyRange::Prefix(format!("{}{}", self.before, format(text)?)))),
            Narrowed::Range(from, to) => (from.as_ref(), to.as_ref()),
        };
        let bounded = !matches!((from, to), (Bound::Unbounded, Bound::Unbounded));
        if bounded && !self.part.format.keeps_order() {
            let problem = "is folded, cut to its date or unordered in the key, so its keys are not in its order: narrow by a value";
            return Err(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)).into());
        }
        // Where a range is given in the code, the compiler has refused it already.
        let escaped = matches!(self.part.format, Format::Escaped);
        if bounded && !in_order(self.part.kind, escaped, self.after, schema.layout.separator) {
            let problem = "is free text that more of the key follows, or an enum whose texts do not ascend, so its keys are \
                           not in its order: narrow by a value or by `begins_with`, or write it as `:escaped`";
            return Err(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)).into());
        }
        if self.attribute.key_type != KeyType::S && (from, to) != (Bound::Unbounded, Bound::Unbounded) {
            return self.bare_range(from, to, schema).map(Some);
        }
        let key = |text: &String| Ok::<_, Error>(format!("{}{}", self.before, format(text)?));
        let ends_key = self.after.is_empty();
        // All keys whose field is `text` begin with `key(text) + after`.
        let lowest = match from {
            Bound::Included(text) => Some((key(text)?, true)),
            Bound::Excluded(text) if ends_key => Some((key(text)?, false)),
            Bound::Excluded(text) => Some((beyond(&(key(text)? + self.after)), true)),
            Bound::Unbounded if self.before.is_empty() => None,
            Bound::Unbounded => Some((self.before.to_owned(), true)),
        };
        let highest = match to {
            Bound::Included(text) if ends_key => Some((key(text)?, true)),
            Bound::Included(text) => Some((last_within(&(key(text)? + self.after)), true)),
            // No key is exactly this, since something follows the field.
            Bound::Excluded(text) if !ends_key => Some((key(text)?, true)),
            Bound::Excluded(text) => Some((key(text)?, false)),
            Bound::Unbounded if self.before.is_empty() => None,
            Bound::Unbounded => Some((last_within(self.before), true)),
        };
        let fixed = !matches!(self.part.kind, KeyKind::Text | KeyKind::Open(_));
        Ok(match (lowest, highest) {
            (None, None) => None,
            (Some((from, true)), None) => Some(KeyRange::AtLeast(from)),
            (Some((from, false)), None) => Some(KeyRange::Greater(from)),
            (None, Some((to, true))) => Some(KeyRange::AtMost(to)),
            (None, Some((to, false))) => Some(KeyRange::Less(to)),
            (Some((from, from_it)), Some((to, to_it))) => {
                let from = if from_it { from } else { from + "\0" };
                let to = if to_it { Some(to) } else { before(&to, fixed) };
                Some(match to {
                    Some(to) if from <= to => KeyRange::Between(from, to),
                    _ => KeyRange::Empty,
                })
            }
        })
    }

    /// Whether the keys of all values that begin with `text` begin alike, and no others do.
    fn tells_prefix(&self, text: &str) -> bool {
        match self.part.format {
            Format::Bucket(bucket) => text.len() <= bucket.width(),
            // A sigma at the end of a word becomes another letter than within one, even before an apostrophe or an accent.
            Format::Folded(Case::Lower) | Format::FoldedEscaped(Case::Lower) => {
                let within = format!("{text}A").to_lowercase();
                within.strip_suffix('a') == Some(text.to_lowercase().as_str())
            }
            _ => true,
        }
    }

    /// Returns the range of a Number or Binary field that is the whole key.
    fn bare_range(&self, from: Bound<&String>, to: Bound<&String>, schema: &EntitySchema) -> Result<KeyRange, Error> {
        let half_open = || {
            let problem = "is no whole number, so DynamoDB has no range with one end left out: use `from..=to`";
            Error::from(KeyError::new(schema.name, Some(self.part.field), KeyProblem::Value(problem)))
        };
        let whole = matches!(self.part.kind, KeyKind::Unsigned | KeyKind::Signed);
        let shifted = |text: &String, by: i128| {
            if !whole {
                return Err(half_open());
            }
            let number: i128 = text.parse().map_err(|_| half_open())?;
            Ok::<_, Error>(number.checked_add(by).map(|number| number.to_string()))
        };
        Ok(match (from, to) {
            (Bound::Unbounded, Bound::Included(to)) => KeyRange::AtMost(to.clone()),
            (Bound::Unbounded, Bound::Excluded(to)) => KeyRange::Less(to.clone()),
            (Bound::Included(from), Bound::Unbounded) => KeyRange::AtLeast(from.clone()),
            (Bound::Excluded(from), Bound::Unbounded) => KeyRange::Greater(from.clone()),
            (Bound::Unbounded, Bound::Unbounded) => KeyRange::Empty,
            (from, to) => {
                let from = match from {
                    Bound::Excluded(from) => shifted(from, 1)?,
                    Bound::Included(from) => Some(from.clone()),
                    Bound::Unbounded => None,
                };
                let to = match to {
                    Bound::Excluded(to) => shifted(to, -1)?,
                    Bound::Included(to) => Some(to.clone()),
                    Bound::Unbounded => None,
                };
                match (from, to) {
                    (Some(from), Some(to)) if compare(self.attribute.key_type, &from, &to).is_le() => {
                        KeyRange::Between(from, to)
                    }
                    _ => KeyRange::Empty,
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_folds_alike_whatever_follows() {
        let attribute = KeyAttribute { name: crate::schema::Name::new("SK", "\"SK\":"), key_type: KeyType::S };
        let format = Format::Folded(Case::Lower);
        let part = KeyPart { field: "name", at: 0, format, kind: KeyKind::Text, optional: false };
        let place = FieldPosition { attribute, part, before: "N#", after: "" };
        let of = |text: &str| {
            let fold = |text: &str| Ok(text.to_lowercase());
            place.range(&Narrowed::Prefix(text.to_owned()), &fold, &EntitySchema::FALLBACK)
        };
        for text in ["ΟΔΟΣ", "ΟΔΟΣ'", "ΟΔΟΣ.\u{301}", "ΟΔΟΣ\u{ad}"] {
            assert!(of(text).is_err(), "{text}");
        }
        for (text, key) in
            [("ΟΔΟΣΑ", "N#οδοσα"), ("ΟΔΟΣ Α", "N#οδος α"), ("ΟΔΟΣ ", "N#οδος "), ("Σ", "N#σ"), ("AB", "N#ab")]
        {
            assert_eq!(of(text), Ok(Some(KeyRange::Prefix(key.to_owned()))), "{text}");
        }
    }

    #[test]
    fn half_a_range_of_fractions_is_refused() {
        let attribute = KeyAttribute { name: crate::schema::Name::new("n", "\"n\":"), key_type: KeyType::N };
        let place = |kind| FieldPosition {
            attribute,
            part: KeyPart { field: "n", at: 0, format: Format::Bare, kind, optional: false },
            before: "",
            after: "",
        };
        let range = Narrowed::Range(Bound::Included("1".to_owned()), Bound::Excluded("5".to_owned()));
        let of = |kind| place(kind).range(&range, &|text: &str| Ok(text.to_owned()), &EntitySchema::FALLBACK);
        assert_eq!(of(KeyKind::Unsigned), Ok(Some(KeyRange::Between("1".to_owned(), "4".to_owned()))));
        assert!(of(KeyKind::Float).is_err(), "4.5 would be lost");
    }
}
