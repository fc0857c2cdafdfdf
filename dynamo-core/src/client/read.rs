//! Reads: each method sends one request and hands the items of its answer to a sink.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItem, BatchGetItemOutput};
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::get_item::{GetItem, GetItemOutput};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::operation::scan::{Scan, ScanOutput};
use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::{
    TransactGetItems, TransactGetItemsError, TransactGetItemsOutput,
};
use aws_smithy_runtime_api::client::interceptors::context::Output;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_types::body::SdkBody;

use super::answer::{self, Batch, ItemKeys, Page, RawItem, Repeats, Transacted};
use super::request::ToJson;
use super::{Connection, Hook, ItemSink, Meter, send};
use crate::codec::{CodecError, JsonReader, item_to_json};
use crate::entity::Unreadable;
use crate::error::{Error, Failure, Reason, Rejected, Request, classify};
use crate::schema::Item;

/// Describes a request, for errors.
pub(crate) type Asked<'a> = &'a (dyn Fn() -> Request + Send + Sync);

/// Returns the bytes of a captured answer.
pub(super) fn bytes(body: &SdkBody) -> &[u8] {
    body.bytes().unwrap_or_default()
}

#[cold]
fn refused(error: Unreadable, asked: Asked<'_>) -> Error {
    match error {
        // The request succeeded: sending it again would not make the item readable.
        Unreadable::Item(error) => error,
        Unreadable::Json(error) => broken(&error, asked),
    }
}

#[cold]
fn broken(error: &CodecError, asked: Asked<'_>) -> Error {
    Error::Unanswered(Box::new(Failure {
        request: asked(),
        status: Some(200),
        code: None,
        message: Some(error.to_string()),
        request_id: None,
        item: None,
        immutable: None,
        maybe_applied: false,
        repeatable: true,
    }))
}

/// Sends a request by the transport of a connection; returns its answer undecoded.
macro_rules! answer {
    ($self:ident, $operation:ident, $output:ident, $request:ident, $meter:ident) => {
        match $self.direct() {
            Some(direct) => direct.send(stringify!($operation), $request.to_json($meter), false, $meter).await,
            None => {
                let hook = Hook::capturing($operation::new(), || Output::erase($output::builder().build()));
                let sent = send!($request, hook, $meter);
                sent.map(|_| hook.captured()).map_err(|error| Rejected::by_sdk(&error, hook.answered()))
            }
        }
    };
}

/// Sends a `Query` or a `Scan`, which have the same answers.
macro_rules! page {
    ($self:ident, $operation:ident, $output:ident, $request:ident, $asked:ident, $sink:ident, $keys:ident, $meter:ident) => {{
        if $self.is_wire() {
            let answer = answer!($self, $operation, $output, $request, $meter);
            let body = answer.map_err(|rejected| rejected.about($asked()))?;
            let page = Page::read(bytes(&body), $sink, $keys).map_err(|error| refused(error, $asked))?;
            $meter.read(page.units);
            return Ok(page);
        }
        let hook = Hook::counting();
        let sent = send!($request, hook, $meter);
        let answer = sent.map_err(|error| classify($asked(), &error, hook.answered()))?;
        $meter.read_all(answer.consumed_capacity.as_slice());
        let mut page = Page { last: answer.last_evaluated_key, ..Page::default() };
        for item in answer.items.unwrap_or_default() {
            page.take(&item, $sink, $keys).map_err(|error| refused(error, $asked))?;
        }
        Ok(page)
    }};
}

impl Connection {
    /// Reads one item into a sink.
    pub(crate) async fn get(
        &self,
        request: GetItemFluentBuilder,
        asked: Asked<'_>,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<(), Error> {
        if self.is_wire() {
            let answer = answer!(self, GetItem, GetItemOutput, request, meter);
            let body = answer.map_err(|rejected| rejected.about(asked()))?;
            let units = answer::single(bytes(&body), sink).map_err(|error| refused(error, asked))?;
            meter.read(units);
            return Ok(());
        }
        if let Some(item) = self.get_item(request, asked, meter).await? {
            let json = item_to_json(&item);
            let read = JsonReader::new(&json).map_err(Unreadable::Json).and_then(|mut json| sink.read(&mut json));
            read.map_err(|error| refused(error, asked))?;
        }
        Ok(())
    }

    /// Reads a page of a partition into a sink.
    pub(crate) async fn query(
        &self,
        request: QueryFluentBuilder,
        asked: Asked<'_>,
        sink: &mut dyn ItemSink,
        keys: Option<&ItemKeys>,
        meter: &Meter,
    ) -> Result<Page, Error> {
        page!(self, Query, QueryOutput, request, asked, sink, keys, meter)
    }

    /// Reads a page of a table into a sink.
    pub(crate) async fn scan(
        &self,
        request: ScanFluentBuilder,
        asked: Asked<'_>,
        sink: &mut dyn ItemSink,
        keys: Option<&ItemKeys>,
        meter: &Meter,
    ) -> Result<Page, Error> {
        page!(self, Scan, ScanOutput, request, asked, sink, keys, meter)
    }

    /// Reads a page of a partition and finds its items without decoding them.
    pub(crate) async fn query_raw(
        &self,
        request: QueryFluentBuilder,
        asked: Asked<'_>,
        keys: &ItemKeys,
        meter: &Meter,
    ) -> Result<(SdkBody, Vec<RawItem>, Page), Error> {
        if self.is_wire() {
            let answer = answer!(self, Query, QueryOutput, request, meter);
            let body = answer.map_err(|rejected| rejected.about(asked()))?;
            let (items, page) = answer::raw_items(bytes(&body), keys).map_err(|error| refused(error, asked))?;
            meter.read(page.units);
            return Ok((body, items, page));
        }
        let hook = Hook::counting();
        let sent = send!(request, hook, meter);
        let answer = sent.map_err(|error| classify(asked(), &error, hook.answered()))?;
        meter.read_all(answer.consumed_capacity.as_slice());
        let (body, items) = as_raw(&answer.items.unwrap_or_default(), keys);
        Ok((body, items, Page { last: answer.last_evaluated_key, ..Page::default() }))
    }

    /// Reads up to a hundred items into a sink.
    pub(crate) async fn batch_get(
        &self,
        request: BatchGetItemFluentBuilder,
        asked: Asked<'_>,
        sink: &mut dyn ItemSink,
        (keys, times): Repeats<'_>,
        meter: &Meter,
    ) -> Result<Batch, Error> {
        if self.is_wire() {
            let answer = answer!(self, BatchGetItem, BatchGetItemOutput, request, meter);
            let body = answer.map_err(|rejected| rejected.about(asked()))?;
            let batch = Batch::read(bytes(&body), sink, (keys, times)).map_err(|error| refused(error, asked))?;
            meter.read(batch.units);
            return Ok(batch);
        }
        let hook = Hook::counting();
        let sent = send!(request, hook, meter);
        let answer = sent.map_err(|error| classify(asked(), &error, hook.answered()))?;
        meter.read_all(answer.consumed_capacity());
        let (mut batch, mut page) = (Batch::default(), Page::default());
        for item in answer.responses.unwrap_or_default().into_values().flatten() {
            let before = sink.len();
            page.take(&item, sink, None).map_err(|error| refused(error, asked))?;
            if sink.len() > before {
                let key = keys.of_item(&item);
                for _ in 1..times(&key) {
                    page.take(&item, sink, None).map_err(|error| refused(error, asked))?;
                    batch.keys.push(key.clone());
                }
                batch.keys.push(key);
            }
        }
        let unprocessed = answer.unprocessed_keys.unwrap_or_default().into_iter();
        batch.unprocessed = unprocessed.map(|(table, keys)| (table, keys.keys)).collect();
        Ok(batch)
    }

    /// Reads several items in one transaction, each as DynamoDB's JSON.
    pub(crate) async fn transact_get(
        &self,
        request: TransactGetItemsFluentBuilder,
        asked: Asked<'_>,
        meter: &Meter,
    ) -> Result<Vec<Option<Vec<u8>>>, Error> {
        let failed = |rejected: Rejected| {
            let conflict = rejected.reasons.iter().any(|reason| reason.code.as_deref() == Some("TransactionConflict"));
            match rejected.about(asked()) {
                Error::Service(failure) if conflict => Error::Conflict(failure),
                error => error,
            }
        };
        if self.is_wire() {
            let answer = match self.direct() {
                Some(direct) => direct.send("TransactGetItems", request.to_json(meter), false, meter).await,
                None => {
                    let output = || Output::erase(TransactGetItemsOutput::builder().build());
                    let hook = Hook::capturing(TransactGetItems::new(), output);
                    let sent = send!(request, hook, meter);
                    sent.map(|_| hook.captured()).map_err(|error| cancelled(&error, &hook))
                }
            };
            let body = answer.map_err(failed)?;
            let answer = Transacted::read(bytes(&body)).map_err(|error| refused(error, asked))?;
            meter.read(answer.units);
            return Ok(answer.items);
        }
        let hook = Hook::counting();
        let sent = send!(request, hook, meter);
        let answer = sent.map_err(|error| failed(cancelled(&error, &hook)))?;
        meter.read_all(answer.consumed_capacity());
        let items = answer.responses.unwrap_or_default().into_iter().map(|response| response.item);
        Ok(items.map(|item| item.filter(|item| !item.is_empty()).map(|item| item_to_json(&item))).collect())
    }
}

/// Encodes items that the SDK has read into one body, with the position of each.
pub(crate) fn as_raw(items: &[Item], keys: &ItemKeys) -> (SdkBody, Vec<RawItem>) {
    let (mut body, mut raw) = (Vec::new(), Vec::with_capacity(items.len()));
    for item in items {
        let start = body.len();
        body.extend_from_slice(&item_to_json(item));
        raw.push(RawItem { at: start..body.len(), key: keys.of_item(item) });
    }
    (SdkBody::from(body), raw)
}

/// Takes the error of a transaction, with the reasons of its cancellation.
fn cancelled(error: &SdkError<TransactGetItemsError, HttpResponse>, hook: &Hook) -> Rejected {
    let mut rejected = Rejected::by_sdk(error, hook.answered());
    if let Some(TransactGetItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() {
        rejected.reasons = cancelled.cancellation_reasons().iter().map(Reason::from).collect();
    }
    rejected
}
