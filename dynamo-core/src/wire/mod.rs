//! Requests and answers: what is sent to DynamoDB, by which transport, how often, and what it costs.

mod answer;
mod connection;
mod direct;
mod into_sdk;
mod items;
mod meter;
mod rejected;
mod request;
mod retry;
mod sdk;
mod sink;
mod span;

use std::fmt;

use aws_smithy_types::body::SdkBody;
use futures_core::future::BoxFuture;

use crate::error::Rejected;

pub(crate) use answer::{AnsweredPage, ItemKeys, RawItem, as_raw};
pub(crate) use connection::Connection;
pub(crate) use into_sdk::{IntoSdk, changeable};
pub(crate) use items::ByTable;
pub use meter::Consumed;
pub(crate) use meter::Meter;
pub(crate) use request::{Operation, Request, RequestJson};
pub(crate) use retry::Retry;
pub(crate) use sink::{Collector, CountingSink, ItemSink, NewSink, Rules, collected};
pub(crate) use span::{About, Running, Watch, run};

/// The way that requests of items take to DynamoDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Transport {
    /// The SDK's client sends them, with its retries, and what its caller has configured.
    Sdk,
    /// They are signed and sent at a fraction of that cost, with the credentials, endpoints and connections of the SDK's client.
    Direct,
}

/// Sends requests: one implementation for each [`Transport`].
pub(crate) trait SendRequest: fmt::Debug + Send + Sync {
    /// Sends a request, again if that may help.
    fn send(&self, request: Request) -> SendFuture<'_>;
}

pub(crate) type SendFuture<'a> = BoxFuture<'a, Sent>;

/// The outcome of a request.
pub(crate) struct Sent {
    pub(crate) answer: Result<Answer, Rejected>,
    /// How often it was sent.
    pub(crate) attempts: u32,
}

/// The body of an answer.
pub(crate) struct Answer(SdkBody);

impl Answer {
    fn new(body: SdkBody) -> Self {
        Self(body)
    }

    /// Returns the bytes, all of which have arrived.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.bytes().unwrap_or_default()
    }
}

impl From<Vec<u8>> for Answer {
    fn from(body: Vec<u8>) -> Self {
        Self(SdkBody::from(body))
    }
}
