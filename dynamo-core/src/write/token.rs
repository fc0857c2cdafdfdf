//! Idempotency tokens: a transaction with a token is applied once, and the token stands for its contents.
//!
//! DynamoDB compares whole requests, but requests of one call differ: the clock sets timestamps, and companions depend on
//! what is stored. The transaction therefore also writes a token item, with a digest of what the caller gave.

use std::hash::Hasher;

use super::clauses::Clauses;
use super::fetch::fetch;
use super::managed::has_times;
use super::request::{Act, Payload, Target, WriteRequest};
use super::send::Unsent;
use super::settle::settle;
use super::{Action, Write};
use crate::Timestamp;
use crate::codec::{AttributeValue, Item, canonical};
use crate::db::Db;
use crate::error::{Error, Failure, RequestInfo, TOKEN_MISMATCH};
use crate::expr::{Compare, Node, Placeholders};
use crate::schema::reserved::{EXPIRED, TOKEN, TOKEN_UNTIL};
use crate::schema::{EntitySchema, token_key};
use crate::wire::Meter;

/// For how many seconds a token item counts. DynamoDB itself remembers a token for ten minutes; clocks may differ.
const SECONDS: i64 = 3600;

/// For how many seconds an event of a stream is remembered. DynamoDB keeps records of streams for a day.
const EVENT_SECONDS: i64 = 2 * 24 * 3600;

/// The caller's token.
pub(super) struct Token {
    pub(super) text: String,
    /// The token item; `None` if equal calls make equal requests, so that DynamoDB's own comparison suffices.
    pub(super) item: Option<TokenItem>,
}

/// The item that says what a token stands for.
pub(super) struct TokenItem {
    target: Target,
    digest: String,
    now: i64,
    seconds: i64,
}

impl Token {
    pub(super) fn new(db: &Db, text: String, writes: &[Write]) -> Result<Self, Error> {
        let varies = writes.iter().any(|write| !write.is_plain() || has_times(write.code.schema));
        let item = match writes.first() {
            Some(first) if varies => Some(TokenItem::new(db, &text, first.code.schema, writes)?),
            _ => None,
        };
        Ok(Self { text, item })
    }

    /// Decides about a transaction that was not applied now: it succeeded if an earlier call with the same contents was
    /// applied, and is an error of its own if the token stands for other contents.
    pub(super) async fn explain(&self, db: &Db, unsent: Unsent, writes: &[Write], meter: &Meter) -> Result<(), Unsent> {
        let Some(item) = &self.item else { return Err(unsent) };
        // If the token item cannot be read, the error of the transaction says more.
        let Ok(Some(found)) = item.find(db, meter).await else {
            return Err(unsent);
        };
        match item.recognizes(&found) {
            Some(true) => {
                // The earlier call may have stopped before it wrote all companions.
                for write in writes.iter().filter(|write| write.companions().is_some()) {
                    settle(db, write, meter).await.map_err(Unsent::Failed)?;
                }
                Ok(())
            }
            Some(false) => Err(Unsent::Failed(item.reused())),
            None => Err(unsent),
        }
    }
}

impl TokenItem {
    fn new(db: &Db, token: &str, schema: &'static EntitySchema, writes: &[Write]) -> Result<Self, Error> {
        let given = writes.iter().map(Write::as_given).collect::<Result<Vec<_>, _>>()?;
        Self::with(db, token, schema, hash(&format!("{given:?}")), SECONDS)
    }

    /// Creates the item that remembers an event of a stream.
    pub(super) fn of_event(db: &Db, event: &str, schema: &'static EntitySchema) -> Result<Self, Error> {
        Self::with(db, event, schema, "event".to_owned(), EVENT_SECONDS)
    }

    fn with(db: &Db, token: &str, schema: &'static EntitySchema, digest: String, seconds: i64) -> Result<Self, Error> {
        let layout = schema.layout;
        let request = RequestInfo::new("transact", &db.name_of(layout)?);
        let (pk, sk) = token_key(layout, token, hash);
        let target = Target { schema, id: (layout.id, pk, sk), request };
        Ok(Self { target, digest, now: db.now().epoch_second(), seconds })
    }

    fn item(&self, content: AttributeValue) -> Item {
        let (mut item, layout) = (self.target.key(), self.target.schema.layout);
        let until = AttributeValue::N(self.now.saturating_add(self.seconds).to_string());
        item.insert(TOKEN.to_owned(), content);
        item.insert(TOKEN_UNTIL.to_owned(), until.clone());
        item.extend(layout.ttl.map(|ttl| (ttl.to_owned(), until)));
        item.extend(layout.type_attribute.map(|tag| (tag.text.to_owned(), AttributeValue::S(TOKEN.to_owned()))));
        item
    }

    /// Builds the action that writes the item with other contents than a digest, whatever is there.
    pub(super) fn remembering(&self, content: AttributeValue) -> Result<WriteRequest, Error> {
        WriteRequest::new(Act::Put(Payload::Item(self.item(content))), &self.target, Clauses::default())
    }

    /// Returns what an item [remembers](Self::remembering).
    pub(super) fn memory(item: &Item) -> Option<&Item> {
        item.get(TOKEN)?.as_m().ok()
    }

    /// Reads the item.
    pub(super) async fn find(&self, db: &Db, meter: &Meter) -> Result<Option<Item>, Error> {
        fetch(db, &self.target.request, &self.target.key(), meter).await
    }

    /// Builds the check that the item is the one that was read.
    pub(super) fn still(&self, found: Option<&Item>) -> Result<WriteRequest, Error> {
        let same = Node::same(TOKEN, found.and_then(|item| item.get(TOKEN)));
        WriteRequest::new(Act::Check(self.target.key()), &self.target, Clauses::unchanged(Some(same)))
    }

    /// Builds the action that writes the token item, unless there is one that still counts.
    pub(super) fn request(&self) -> Result<WriteRequest, Error> {
        let item = self.item(AttributeValue::S(self.digest.clone()));
        let past = Node::compare(TOKEN_UNTIL, Compare::Lt, AttributeValue::N(self.now.to_string()));
        let free = Node::absent(self.target.schema.layout.pk.name.text).or(past);
        WriteRequest::new(Act::Put(Payload::Item(item)), &self.target, Clauses::unchanged(Some(free)))
    }

    /// Returns whether the token item that was found has the same contents; `None` if it does not count any more.
    fn recognizes(&self, found: &Item) -> Option<bool> {
        let until = found.get(TOKEN_UNTIL)?.as_n().ok()?.parse::<i64>().ok()?;
        let digest = found.get(TOKEN)?.as_s().ok()?;
        (until >= self.now).then_some(*digest == self.digest)
    }

    fn reused(&self) -> Error {
        let message = "the token was used for a transaction with other contents: use a new one".to_owned();
        let failure = Failure::of(self.target.request.clone()).with_message(message);
        Error::InvalidRequest(Box::new(Failure { code: Some(TOKEN_MISMATCH.to_owned()), ..failure }))
    }
}

impl Write {
    /// Describes the write as the caller gave it: without what the clock and the stored item add to it.
    fn as_given(&self) -> Result<String, Error> {
        let (schema, mut placeholders) = (self.code.schema, Placeholders::default());
        let what = match &self.action {
            Action::Put(payload) => format!("put {}", canonical(&AttributeValue::M(self.without_clock(payload)?))),
            Action::Update(changes, _) => {
                changes.check(schema)?;
                format!("update {}", changes.render(&mut placeholders))
            }
            Action::Upsert(upsert) => {
                let item = AttributeValue::M(self.without_clock(&upsert.item)?);
                upsert.changes.check(schema)?;
                format!("upsert {} {}", canonical(&item), upsert.changes.render(&mut placeholders))
            }
            Action::Delete => "delete".to_owned(),
            Action::SoftDelete(keep, _) => format!("soft_delete {}", keep.as_secs()),
            Action::Restore(_) => "restore".to_owned(),
            Action::Check => "check".to_owned(),
        };
        // The key of a whole item is in it, and may be made from the clock's timestamp.
        let key = (!matches!(self.action, Action::Put(_))).then_some((&self.target.id.1, &self.target.id.2));
        let condition = Node::render_all(&self.clauses.conditions(), schema, &mut placeholders)?;
        Ok(format!("{:?}", (&self.target.request.table, schema.name, key, what, condition, placeholders.canonical())))
    }

    /// Returns the item with timestamps that the clock set as if they were unset.
    fn without_clock(&self, payload: &Payload) -> Result<Item, Error> {
        let mut item = payload.to_item()?;
        item.remove(EXPIRED);
        for field in self.code.schema.fields {
            if let Some(attribute) = field.attribute.filter(|attribute| self.filled.contains(attribute)) {
                item.insert(attribute.to_owned(), Timestamp::default().as_attribute(field.ty));
            }
        }
        // Keys may be built from timestamps.
        if self.filled.is_empty() { Ok(item) } else { self.code.rewritten(item) }
    }
}

/// Returns a hash of 128 bits, which is the same on every machine.
pub(super) fn hash(text: &str) -> String {
    let half = |mut hasher: fnv::FnvHasher| {
        hasher.write(text.as_bytes());
        hasher.finish()
    };
    let other = fnv::FnvHasher::with_key(0x9e37_79b9_7f4a_7c15);
    format!("{:016x}{:016x}", half(fnv::FnvHasher::default()), half(other))
}
