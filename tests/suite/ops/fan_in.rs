//! Many partitions at once: what is held does not grow with their number.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::engine;
use super::model::{Message, message};

/// Counts the bytes of all answers.
#[derive(Debug, Clone)]
struct Counting {
    inner: SharedHttpClient,
    bytes: Arc<AtomicUsize>,
}

#[derive(Debug)]
struct CountingConnector {
    inner: SharedHttpConnector,
    bytes: Arc<AtomicUsize>,
}

impl HttpClient for Counting {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(CountingConnector { inner, bytes: self.bytes.clone() })
    }
}

impl HttpConnector for CountingConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (answer, bytes) = (self.inner.call(request), self.bytes.clone());
        HttpConnectorFuture::new(async move {
            let answer = answer.await?;
            let len = answer.headers().get("content-length").and_then(|len| len.parse().ok());
            bytes.fetch_add(
                len.or(answer.body().content_length().and_then(|len| usize::try_from(len).ok())).unwrap(),
                Ordering::Relaxed,
            );
            Ok(answer)
        })
    }
}

fn counting(engine: Db) -> (Db, Arc<AtomicUsize>) {
    let bytes = Arc::new(AtomicUsize::new(0));
    let inner = aws_smithy_http_client::Builder::new().build_http();
    let config = engine.client().config().to_builder().http_client(Counting { inner, bytes: bytes.clone() }).build();
    let transport = engine.transport();
    (engine.with_client(aws_sdk_dynamodb::Client::from_conf(config)).with_transport(transport), bytes)
}

#[tokio::test]
async fn a_merge_of_many_partitions_holds_some_of_each() {
    let channels: Vec<String> = (0..24).map(|n| format!("c{n:02}")).collect();
    for transport in crate::ops::transports() {
        let (db, bytes) = counting(engine::with_table(transport).await);
        let text = "x".repeat(100_000);
        let mut all = Vec::new();
        for (n, channel) in channels.iter().enumerate() {
            for at in 0..10 {
                all.push(Message { text: text.clone(), ..message(channel, (at * 100 + n) as u64, "m") });
            }
        }
        db.batch_write().put_all(&all).await.unwrap();
        all.sort_by_key(|message| message.at);
        let ids = |messages: &[Message]| messages.iter().map(|message| message.at).collect::<Vec<_>>();
        let query = || db.query_merged(channels.iter().map(Message::query));
        // The first page: one answer of each, 24 MB in all if nothing bounds them.
        bytes.store(0, Ordering::Relaxed);
        let page = query().page().await.unwrap();
        let held = bytes.load(Ordering::Relaxed);
        assert!(held < 14_000_000, "{held}");
        assert!(!page.items.is_empty());
        assert_eq!(ids(&page.items), ids(&all)[..page.items.len()]);
        let streamed: Vec<Message> = query().stream().try_collect().await.unwrap();
        assert_eq!(ids(&streamed), ids(&all));
        // A limit that is larger than what is there bounds nothing either.
        bytes.store(0, Ordering::Relaxed);
        let page = query().limit(1_000).page().await.unwrap();
        assert_eq!(ids(&page.items), ids(&all));
        assert!(page.next.is_none());
    }
}
