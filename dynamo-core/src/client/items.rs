//! Requests whose answers are read as attribute values: reads of items whose entity does not matter, and writes.

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::direct::DirectTransport;
use super::read::{Asked, bytes};
use super::request::ToJson;
use super::whole::{ByTable, Whole};
use super::{Connection, Hook, Meter, send};
use crate::entity::Unreadable;
use crate::error::{Answered, Error, Rejected, classify};
use crate::schema::Item;

impl dyn DirectTransport + '_ {
    /// Sends a request whose answer is read as attribute values.
    pub(crate) async fn whole(
        &self,
        operation: &'static str,
        body: Vec<u8>,
        once: bool,
        meter: &Meter,
    ) -> Result<Whole, Rejected> {
        let body = self.send(operation, body, once, meter).await?;
        Whole::read(bytes(&body)).map_err(|error| {
            let message = match error {
                Unreadable::Item(error) => error.to_string(),
                Unreadable::Json(error) => error.to_string(),
            };
            let answered = Answered { ambiguous: true, once };
            Rejected { status: Some(200), message: Some(message), answered, ..Rejected::default() }
        })
    }
}

impl Connection {
    /// Reads one item.
    pub(crate) async fn get_item(
        &self,
        request: GetItemFluentBuilder,
        asked: Asked<'_>,
        meter: &Meter,
    ) -> Result<Option<Item>, Error> {
        if let Some(direct) = self.direct() {
            let answer = direct.whole("GetItem", request.to_json(meter), false, meter).await;
            let answer = answer.map_err(|rejected| rejected.about(asked()))?;
            meter.read(answer.units);
            return Ok(answer.item);
        }
        let hook = Hook::counting();
        let sent = send!(request, hook, meter);
        let answer = sent.map_err(|error| classify(asked(), &error, hook.answered()))?;
        meter.read_all(answer.consumed_capacity.as_slice());
        Ok(answer.item)
    }

    /// Reads a page of a table; returns the key after which the next one begins.
    pub(crate) async fn scan_items(
        &self,
        request: ScanFluentBuilder,
        asked: Asked<'_>,
        meter: &Meter,
    ) -> Result<(Vec<Item>, Option<Item>), Error> {
        if let Some(direct) = self.direct() {
            let answer = direct.whole("Scan", request.to_json(meter), false, meter).await;
            let answer = answer.map_err(|rejected| rejected.about(asked()))?;
            meter.read(answer.units);
            return Ok((answer.items, answer.last));
        }
        let hook = Hook::counting();
        let sent = send!(request, hook, meter);
        let answer = sent.map_err(|error| classify(asked(), &error, hook.answered()))?;
        meter.read_all(answer.consumed_capacity.as_slice());
        Ok((answer.items.unwrap_or_default(), answer.last_evaluated_key))
    }

    /// Reads items of several tables; returns them, and the keys that were left out.
    pub(crate) async fn batch_items(
        &self,
        request: BatchGetItemFluentBuilder,
        asked: Asked<'_>,
        meter: &Meter,
    ) -> Result<(ByTable, ByTable), Error> {
        if let Some(direct) = self.direct() {
            let answer = direct.whole("BatchGetItem", request.to_json(meter), false, meter).await;
            let answer = answer.map_err(|rejected| rejected.about(asked()))?;
            meter.read(answer.units);
            return Ok((answer.responses, answer.unprocessed));
        }
        let hook = Hook::counting();
        let sent = send!(request, hook, meter);
        let answer = sent.map_err(|error| classify(asked(), &error, hook.answered()))?;
        meter.read_all(answer.consumed_capacity());
        let left_out = answer.unprocessed_keys.unwrap_or_default().into_iter();
        Ok((answer.responses.unwrap_or_default(), left_out.map(|(table, keys)| (table, keys.keys)).collect()))
    }
}
