//! Requests and answers: the SDK's client with our codec inside it, retries and metering.

mod answer;
mod hook;
mod meter;
mod read;
mod retry;
mod sink;
mod span;
mod unused;

use aws_sdk_dynamodb::Client;

pub(crate) use answer::{ItemKeys, Page as PageAnswer, RawItem};
pub(crate) use hook::{Body, Hook, not_again, send};
pub use meter::Consumed;
pub(crate) use meter::Meter;
pub(crate) use read::as_raw;
pub(crate) use retry::{ATTEMPTS, pause};
pub(crate) use sink::{Collector, Counter, ItemSink, Rules, collected};
pub(crate) use span::{About, Running, Watch, run};
pub(crate) use unused::changeable;

/// The codec of requests and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Codec {
    /// Encodes and decodes structs directly as DynamoDB's JSON, inside the SDK's client.
    Wire,
    /// Uses the SDK's own serializer and deserializer, with its maps in between.
    Sdk,
}

/// The SDK's client, and the codec that is used inside it.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) codec: Codec,
}

impl Connection {
    pub(crate) fn is_wire(&self) -> bool {
        self.codec == Codec::Wire
    }
}
