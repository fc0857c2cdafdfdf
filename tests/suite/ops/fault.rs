//! A connector that stands in front of the real engine, checks the expressions that pass through it, and breaks what it is told to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::retry::RetryConfig;
use dynamo_core::Db;
use dynamo_core::Transport;
use serde_json::{Value, json};

use super::engine;
use super::grammar::check_sent;
use super::model::Work;

/// What happens to one request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    /// It passes.
    None,
    /// DynamoDB would say that there were too many; the engine never sees it.
    Throttled,
    /// An error of the server; the engine never sees it.
    ServerError,
    /// An error of the server after the engine has carried it out.
    ServerErrorAfter,
    /// The connection is cut before the engine sees it.
    Cut,
    /// The engine carries it out, and the answer is lost.
    AnswerLost,
    /// The engine carries it out, and the answer takes too long.
    TimedOut,
    /// The engine does half of a batch, and the rest comes back.
    Half,
    /// Another transaction is at work on the first item.
    Conflict,
    /// The answer is no JSON.
    Garbage,
    /// It waits until it is let go.
    Held,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Script>>, Arc<tokio::sync::Notify>);

#[derive(Debug, Default)]
struct Script {
    /// For the next requests.
    next: VecDeque<Fault>,
    /// For all that follow.
    then: Option<Fault>,
    /// How many requests there were.
    seen: usize,
}

impl Faults {
    pub(crate) fn next(&self, faults: impl IntoIterator<Item = Fault>) {
        let mut script = self.0.lock().unwrap();
        *script = Script { next: faults.into_iter().collect(), ..Script::default() };
    }

    /// These, and then another for all that follow.
    pub(crate) fn then(&self, faults: impl IntoIterator<Item = Fault>, then: Fault) {
        self.next(faults);
        self.0.lock().unwrap().then = Some(then);
    }

    pub(crate) fn always(&self, fault: Fault) {
        *self.0.lock().unwrap() = Script { then: Some(fault), ..Script::default() };
    }

    pub(crate) fn none(&self) {
        *self.0.lock().unwrap() = Script::default();
    }

    /// Lets go of the request that is held.
    pub(crate) fn release(&self) {
        self.1.notify_one();
    }

    /// How many requests there were since the last call of these.
    pub(crate) fn seen(&self) -> usize {
        self.0.lock().unwrap().seen
    }

    fn take(&self) -> Fault {
        let mut script = self.0.lock().unwrap();
        script.seen += 1;
        let then = script.then.unwrap_or(Fault::None);
        script.next.pop_front().unwrap_or(then)
    }
}

/// A database with a table, behind a connector that does as it is told.
pub(crate) async fn database(transport: Transport) -> (Db, Faults) {
    let (db, faults) = faulty(engine::empty(transport).await);
    db.create_table::<Work>().await.unwrap();
    (db, faults)
}

/// The same database behind such a connector.
pub(crate) fn faulty(engine: Db) -> (Db, Faults) {
    let faults = Faults::default();
    let inner = aws_smithy_http_client::Builder::new().build_http();
    let retry = RetryConfig::standard().with_initial_backoff(std::time::Duration::from_millis(1));
    let config = engine.client().config().to_builder();
    let config = config.http_client(Faulty { inner, faults: faults.clone() }).retry_config(retry).build();
    let transport = engine.transport();
    (engine.with_client(aws_sdk_dynamodb::Client::from_conf(config)).with_transport(transport), faults)
}

#[derive(Debug, Clone)]
struct Faulty {
    inner: SharedHttpClient,
    faults: Faults,
}

impl HttpClient for Faulty {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(FaultyConnector { inner, faults: self.faults.clone() })
    }
}

#[derive(Debug)]
struct FaultyConnector {
    inner: SharedHttpConnector,
    faults: Faults,
}

impl HttpConnector for FaultyConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        check_sent(request.body().bytes().unwrap_or_default());
        let (inner, fault, held) = (self.inner.clone(), self.faults.take(), self.faults.1.clone());
        HttpConnectorFuture::new(async move {
            match fault {
                Fault::None => inner.call(request).await,
                Fault::Throttled => Ok(error(400, "ProvisionedThroughputExceededException", &json!({}))),
                Fault::ServerError => Ok(error(500, "InternalServerError", &json!({}))),
                Fault::ServerErrorAfter => {
                    inner.call(request).await?;
                    Ok(error(500, "InternalServerError", &json!({})))
                }
                Fault::Cut => Err(ConnectorError::io("the connection was cut".into())),
                Fault::AnswerLost => {
                    inner.call(request).await?;
                    Err(ConnectorError::io("the answer was lost".into()))
                }
                Fault::TimedOut => {
                    inner.call(request).await?;
                    Err(ConnectorError::timeout("the answer took too long".into()))
                }
                Fault::Half => half(&inner, request).await,
                Fault::Conflict => Ok(conflict(&request)),
                Fault::Held => {
                    held.notified().await;
                    inner.call(request).await
                }
                Fault::Garbage => Ok(response(200, b"{\"Items\":[{\"PK\":".to_vec())),
            }
        })
    }
}

fn response(status: u16, body: Vec<u8>) -> HttpResponse {
    HttpResponse::new(StatusCode::try_from(status).unwrap(), SdkBody::from(body))
}

fn error(status: u16, code: &str, more: &Value) -> HttpResponse {
    let mut body = json!({ "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"), "message": "on purpose" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    response(status, body.to_string().into_bytes())
}

fn conflict(request: &HttpRequest) -> HttpResponse {
    let body: Value = serde_json::from_slice(request.body().bytes().unwrap()).unwrap();
    let count = body["TransactItems"].as_array().unwrap().len();
    let reasons: Vec<_> = (0..count)
        .map(|i| {
            if i == 0 {
                json!({ "Code": "TransactionConflict", "Message": "on purpose" })
            } else {
                json!({ "Code": "None" })
            }
        })
        .collect();
    let message = json!({
        "Message": "Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]",
        "CancellationReasons": reasons,
    });
    error(400, "TransactionCanceledException", &message)
}

/// Lets the first half of a batch through.
async fn half(inner: &SharedHttpConnector, mut request: HttpRequest) -> Result<HttpResponse, ConnectorError> {
    let mut body: Value = serde_json::from_slice(request.body().bytes().unwrap()).unwrap();
    let mut undone = serde_json::Map::new();
    for (table, part) in body["RequestItems"].as_object_mut().unwrap() {
        // Writes are a list, keys are a list in an object.
        let is_get = part.is_object();
        let list = if is_get { &mut part["Keys"] } else { part }.as_array_mut().unwrap();
        let rest = list.split_off(list.len().div_ceil(2));
        if !rest.is_empty() {
            undone.insert(table.clone(), if is_get { json!({ "Keys": rest }) } else { json!(rest) });
        }
    }
    let is_get = request.headers().get("x-amz-target").unwrap().contains("BatchGet");
    let bytes = body.to_string().into_bytes();
    request.headers_mut().insert("content-length", bytes.len().to_string());
    *request.body_mut() = SdkBody::from(bytes);
    let mut answer = inner.call(request).await?;
    let body = std::mem::replace(answer.body_mut(), SdkBody::empty());
    let bytes = aws_smithy_types::byte_stream::ByteStream::new(body).collect().await.unwrap().into_bytes();
    let mut body: Value = serde_json::from_slice(&bytes).unwrap();
    body[if is_get { "UnprocessedKeys" } else { "UnprocessedItems" }] = Value::Object(undone);
    Ok(response(200, body.to_string().into_bytes()))
}
