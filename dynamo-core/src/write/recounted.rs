//! What a recount knew of records that had expired, for events of the stream that are delivered after it.
//!
//! DynamoDB deletes an expired record at some time, and its stream tells so at a later one. A recount in between has found
//! the record or has not; only in the first case it is still to be counted off. So a recount remembers the expired records
//! that it found.

use super::request::WriteRequest;
use super::token::TokenItem;
use crate::client::Meter;
use crate::codec::AttributeValue;
use crate::companion::{Companion, Id, id_of, id_text};
use crate::db::Db;
use crate::error::Error;
use crate::schema::{Item, TableLayout};

const AT: &str = "at";
const SEEN: &str = "seen";

/// The most expired records that a recount remembers: as many as fit into an item.
pub(crate) const SEEN_MAX: usize = 5_000;

/// A record that has an expiry.
#[derive(Debug, Clone)]
pub(crate) struct Expiring {
    /// In seconds since 1970.
    pub(crate) until: i64,
    record: String,
}

impl Expiring {
    pub(crate) fn of(layout: &'static TableLayout, item: &Item) -> Option<Self> {
        let until = item.get(layout.ttl?)?.as_n().ok()?.parse().ok()?;
        // A record that is created again expires at another time.
        let record = super::token::hash(&format!("{} {until}", id_text(&id_of(layout, item))));
        Some(Self { until, record })
    }
}

/// The memory of a recount of one number.
pub(super) struct Recounted {
    token: TokenItem,
    found: Option<Item>,
}

impl Recounted {
    fn token(db: &Db, layout: &'static TableLayout, id: &Id, attribute: &str) -> Result<TokenItem, Error> {
        TokenItem::of_event(db, &format!("recounted#{attribute}#{}", id_text(id)), layout)
    }

    /// Builds the request that remembers a recount which ended at `at`, and the expired records that it found.
    pub(super) fn remember(
        db: &Db,
        (layout, id, attribute): (&'static TableLayout, &Id, &str),
        at: i64,
        expiring: &[Expiring],
    ) -> Result<WriteRequest, Error> {
        let mut seen: Vec<_> = expiring.iter().filter(|one| one.until <= at).map(|one| one.record.clone()).collect();
        seen.sort();
        seen.dedup();
        let mut memory = Item::from([(AT.to_owned(), AttributeValue::N(at.to_string()))]);
        if !seen.is_empty() {
            memory.insert(SEEN.to_owned(), AttributeValue::Ss(seen));
        }
        Ok(Self::token(db, layout, id, attribute)?.remembering(AttributeValue::M(memory)))
    }

    /// Reads what the last recount of a number remembers.
    pub(super) async fn of(db: &Db, counter: &Companion, attribute: &str, meter: &Meter) -> Result<Self, Error> {
        let token = Self::token(db, counter.schema.layout, &counter.id, attribute)?;
        let found = token.find(db, meter).await?;
        Ok(Self { token, found })
    }

    /// Returns whether a record that expired is part of the number.
    pub(super) fn includes(&self, record: Option<&Expiring>) -> bool {
        let memory = self.found.as_ref().and_then(|item| TokenItem::memory(item));
        let (Some(memory), Some(record)) = (memory, record) else { return true };
        let at = memory.get(AT).and_then(|at| at.as_n().ok()?.parse::<i64>().ok()).unwrap_or(i64::MIN);
        let seen = memory.get(SEEN).and_then(|seen| seen.as_ss().ok());
        record.until > at || seen.is_some_and(|seen| seen.contains(&record.record))
    }

    /// Builds the check that there was no other recount since.
    pub(super) fn still(&self) -> WriteRequest {
        self.token.still(self.found.as_ref())
    }
}
