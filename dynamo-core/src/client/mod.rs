//! Requests and answers: the SDK's client with our codec inside it, or the direct transport; retries and metering.

mod answer;
mod direct;
mod hook;
mod items;
mod meter;
mod read;
mod rejected;
mod request;
mod retry;
mod sink;
mod span;
mod unused;
mod whole;

use std::sync::Arc;

use aws_sdk_dynamodb::Client;

pub(crate) use answer::{ItemKeys, Page as PageAnswer, RawItem};
use direct::{Direct, DirectTransport};
pub(crate) use hook::{Body, Hook, not_again, send};
pub use meter::Consumed;
pub(crate) use meter::Meter;
pub(crate) use read::as_raw;
pub(crate) use request::RequestJson;
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

/// The way that requests of items take to DynamoDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Transport {
    /// The SDK's client sends them.
    Sdk,
    /// They are signed and sent without the SDK's orchestrator, with its credentials, endpoints and HTTP client. The
    /// codec is [`Codec::Wire`].
    Direct,
}

/// The SDK's client with the codec that is used inside it, or the transport that is used instead.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) codec: Codec,
    direct: Option<Arc<dyn DirectTransport>>,
}

impl Connection {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, codec: Codec::Wire, direct: None }
    }

    pub(crate) fn set_client(&mut self, client: Client) {
        self.direct = self.direct.as_ref().map(|direct| direct.with_client(client.clone()));
        self.client = client;
    }

    pub(crate) fn set_transport(&mut self, transport: Transport) {
        self.direct = match transport {
            Transport::Sdk => None,
            Transport::Direct => Some(Arc::new(Direct::new(self.client.clone()))),
        };
    }

    pub(crate) fn transport(&self) -> Transport {
        if self.direct.is_some() { Transport::Direct } else { Transport::Sdk }
    }

    /// Returns the direct transport, unless the SDK's codec is wanted, which works in the SDK's client alone.
    pub(crate) fn direct(&self) -> Option<&dyn DirectTransport> {
        self.direct.as_deref().filter(|_| self.is_wire())
    }

    pub(crate) fn is_wire(&self) -> bool {
        self.codec == Codec::Wire
    }
}
