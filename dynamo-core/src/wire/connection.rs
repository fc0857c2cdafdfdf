//! The connection of a handle: each method sends one request and reads its answer.

use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::client::interceptors::Intercept;

use super::answer::{self, AnsweredPage, BatchAnswer, ItemKeys, RawItem, Repeats, Transacted};
use super::direct::Direct;
use super::items::ItemsAnswer;
use super::request::Request;
use super::sdk::ThroughSdk;
use super::{Answer, ItemSink, Meter, SendRequest, Transport};
use crate::codec::CodecError;
use crate::entity::Unreadable;
use crate::error::{Answered, Error, Failure, Rejected, RequestInfo};

/// Describes a request, for errors.
pub(crate) type Asked<'a> = &'a (dyn Fn() -> RequestInfo + Send + Sync);

/// The SDK's client, and the transport of requests.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) transport: Transport,
    /// The name of the first interceptor that the caller has given to the client.
    interceptor: Option<String>,
    /// Whether the caller has said that interceptors look at HTTP alone.
    http_interceptors: bool,
    sender: Arc<dyn SendRequest>,
}

impl Connection {
    pub(crate) fn new(client: Client, transport: Transport) -> Self {
        let sender: Arc<dyn SendRequest> = match transport {
            Transport::Sdk => Arc::new(ThroughSdk(client.clone())),
            Transport::Direct => Arc::new(Direct::new(client.clone())),
        };
        let interceptor = client.config().interceptors().next().map(|interceptor| interceptor.name().to_owned());
        Self { client, transport, interceptor, http_interceptors: false, sender }
    }

    /// Accepts interceptors of the client that look at HTTP alone.
    pub(crate) fn with_http_interceptors(self) -> Self {
        Self { http_interceptors: true, ..self }
    }

    /// Uses another transport.
    pub(crate) fn by(&self, transport: Transport) -> Self {
        Self { http_interceptors: self.http_interceptors, ..Self::new(self.client.clone(), transport) }
    }

    /// Returns an error if the client has interceptors that would be bypassed: they may encrypt items, or sign them.
    pub(crate) fn check_interceptors(&self) -> Result<(), Error> {
        let Some(name) = &self.interceptor else { return Ok(()) };
        match (self.transport, self.http_interceptors) {
            (Transport::Sdk, true) => Ok(()),
            (Transport::Sdk, false) => Err(Error::config(
                format_args!(
                    "the client has the interceptor `{name}`, which would not see items: requests are written without the \
                     SDK's inputs and outputs"
                ),
                "if it only looks at HTTP, say so by `with_http_only_interceptors()`; if it changes items, as encryption does, \
                 send the request that `into_sdk()` makes",
            )),
            (Transport::Direct, _) => Err(Error::config(
                format_args!("the client has the interceptor `{name}`, which the direct transport does not call"),
                "use `with_transport(Transport::Sdk)` and, if it only looks at HTTP, `with_http_only_interceptors()`",
            )),
        }
    }

    /// Sends a request; returns its answer undecoded.
    pub(crate) async fn send(&self, request: Request, meter: &Meter) -> Result<Answer, Rejected> {
        if let Err(error) = self.check_interceptors() {
            return Err(Rejected { error: Some(Box::new(error)), ..Rejected::default() });
        }
        let sent = self.sender.send(request).await;
        meter.sent(sent.attempts);
        sent.answer
    }

    /// Sends a request whose answer is read as attribute values.
    pub(crate) async fn items(&self, request: Request, meter: &Meter) -> Result<ItemsAnswer, Rejected> {
        let once = request.once;
        let answer = self.send(request, meter).await?;
        ItemsAnswer::read(answer.bytes()).map_err(|error| {
            let message = match error {
                Unreadable::Item(error) => error.to_string(),
                Unreadable::Json(error) => error.to_string(),
            };
            let answered = Answered { ambiguous: true, once };
            Rejected { status: Some(200), message: Some(message), answered, ..Rejected::default() }
        })
    }

    /// Reads items as attribute values.
    pub(crate) async fn read_items(
        &self,
        request: Request,
        asked: Asked<'_>,
        meter: &Meter,
    ) -> Result<ItemsAnswer, Error> {
        let answer = self.items(request, meter).await.map_err(|rejected| rejected.about(asked()))?;
        meter.read(answer.units);
        Ok(answer)
    }

    /// Reads one item into a sink.
    pub(crate) async fn get(
        &self,
        request: Request,
        asked: Asked<'_>,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<(), Error> {
        let answer = self.send(request, meter).await.map_err(|rejected| rejected.about(asked()))?;
        meter.read(answer::single(answer.bytes(), sink).map_err(|error| unreadable(error, asked))?);
        Ok(())
    }

    /// Reads a page of a query or a scan into a sink.
    pub(crate) async fn page(
        &self,
        request: Request,
        asked: Asked<'_>,
        sink: &mut dyn ItemSink,
        keys: Option<&ItemKeys>,
        meter: &Meter,
    ) -> Result<AnsweredPage, Error> {
        let answer = self.send(request, meter).await.map_err(|rejected| rejected.about(asked()))?;
        let page = AnsweredPage::read(answer.bytes(), sink, keys).map_err(|error| unreadable(error, asked))?;
        meter.read(page.units);
        Ok(page)
    }

    /// Reads a page of a query and finds its items without decoding them.
    pub(crate) async fn page_undecoded(
        &self,
        request: Request,
        asked: Asked<'_>,
        keys: &ItemKeys,
        meter: &Meter,
    ) -> Result<(Answer, Vec<RawItem>, AnsweredPage), Error> {
        let answer = self.send(request, meter).await.map_err(|rejected| rejected.about(asked()))?;
        let (items, page) = answer::raw_items(answer.bytes(), keys).map_err(|error| unreadable(error, asked))?;
        meter.read(page.units);
        Ok((answer, items, page))
    }

    /// Reads up to a hundred items into a sink.
    pub(crate) async fn batch_get(
        &self,
        request: Request,
        asked: Asked<'_>,
        sink: &mut dyn ItemSink,
        repeats: Repeats<'_>,
        meter: &Meter,
    ) -> Result<BatchAnswer, Error> {
        let answer = self.send(request, meter).await.map_err(|rejected| rejected.about(asked()))?;
        let batch = BatchAnswer::read(answer.bytes(), sink, repeats).map_err(|error| unreadable(error, asked))?;
        meter.read(batch.units);
        Ok(batch)
    }

    /// Reads several items in one transaction, each as DynamoDB's JSON.
    pub(crate) async fn transact_get(
        &self,
        request: Request,
        asked: Asked<'_>,
        meter: &Meter,
    ) -> Result<Vec<Option<Vec<u8>>>, Error> {
        let answer = self.send(request, meter).await.map_err(|rejected| {
            let conflict = rejected.reasons.iter().any(|reason| reason.code.as_deref() == Some("TransactionConflict"));
            match rejected.about(asked()) {
                Error::Service(failure) if conflict => Error::Conflict(failure),
                error => error,
            }
        })?;
        let answer = Transacted::read(answer.bytes()).map_err(|error| unreadable(error, asked))?;
        meter.read(answer.units);
        Ok(answer.items)
    }
}

#[cold]
fn unreadable(error: Unreadable, asked: Asked<'_>) -> Error {
    match error {
        // The request succeeded: sending it again would not make the item readable.
        Unreadable::Item(error) => error,
        Unreadable::Json(error) => broken(&error, asked),
    }
}

#[cold]
fn broken(error: &CodecError, asked: Asked<'_>) -> Error {
    Error::OutcomeUnknown(Failure::of(asked()).with_status(200).with_message(error.to_string()).into())
}
