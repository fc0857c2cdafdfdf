//! The runtime API of Lambda, on loopback: what a function asks of it, and what it answers.

// Each of the programs that include it uses a part.
#![allow(dead_code)]

use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::Value;
use tokio::process::{Child, Command};
use tokio::sync::Notify;

/// What a function answered to a request, and when.
type Answer = (String, Result<Value, Value>, Instant);

#[derive(Default)]
struct Inner {
    waiting: Mutex<VecDeque<(String, String)>>,
    answers: Mutex<Vec<Answer>>,
    changed: Notify,
    sent: Mutex<u32>,
}

/// A runtime API with a queue of events.
#[derive(Clone, Default)]
pub(crate) struct RuntimeApi(Arc<Inner>);

/// A function that runs, until this is dropped.
pub(crate) struct Function {
    pub(crate) started: Instant,
    _process: Child,
}

impl RuntimeApi {
    /// Starts a function as Lambda does, with the API's address in its environment.
    pub(crate) async fn start(&self, program: &str, environment: &[(&str, &str)]) -> Function {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let routes = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(answered))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(failed))
            .route("/2018-06-01/runtime/init/error", post(init_failed))
            .with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let started = Instant::now();
        let process = Command::new(program)
            .env("AWS_LAMBDA_RUNTIME_API", address)
            .env("AWS_LAMBDA_FUNCTION_NAME", "chat")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "1")
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128")
            .env("AWS_LAMBDA_LOG_GROUP_NAME", "chat")
            .env("AWS_LAMBDA_LOG_STREAM_NAME", "chat")
            .env("AWS_REGION", "us-east-1")
            .env("AWS_ACCESS_KEY_ID", "local")
            .env("AWS_SECRET_ACCESS_KEY", "local")
            .env("AWS_EC2_METADATA_DISABLED", "true")
            .env("STAGE", "lambda")
            .envs(environment.iter().copied())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Function { started, _process: process }
    }

    /// Gives the function an event, and waits for its answer.
    pub(crate) async fn invoke(&self, event: &Value) -> (Result<Value, Value>, Instant) {
        let id = {
            let mut sent = self.0.sent.lock().unwrap();
            *sent += 1;
            format!("request-{sent}")
        };
        self.0.waiting.lock().unwrap().push_back((id.clone(), event.to_string()));
        self.0.changed.notify_waiters();
        let answer = async {
            loop {
                let changed = self.0.changed.notified();
                if let Some((_, answer, when)) = self.take(&id) {
                    return (answer, when);
                }
                changed.await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), answer).await.expect("an answer within a minute")
    }

    /// The answer to a request, or that of a function which could not start.
    fn take(&self, id: &str) -> Option<Answer> {
        let mut answers = self.0.answers.lock().unwrap();
        let found = answers.iter().position(|(of, ..)| of == id || of.is_empty());
        found.map(|at| answers.remove(at))
    }

    fn answer(&self, id: String, answer: Result<Value, Value>) -> StatusCode {
        self.0.answers.lock().unwrap().push((id, answer, Instant::now()));
        self.0.changed.notify_waiters();
        StatusCode::ACCEPTED
    }
}

async fn next(State(api): State<RuntimeApi>) -> Response {
    loop {
        let changed = api.0.changed.notified();
        let event = api.0.waiting.lock().unwrap().pop_front();
        if let Some((id, event)) = event {
            let deadline = SystemTime::now().duration_since(UNIX_EPOCH).unwrap() + Duration::from_secs(30);
            let headers = [
                ("lambda-runtime-aws-request-id", id),
                ("lambda-runtime-deadline-ms", deadline.as_millis().to_string()),
                ("lambda-runtime-invoked-function-arn", "arn:aws:lambda:us-east-1:1:function:chat".to_owned()),
                ("content-type", "application/json".to_owned()),
            ];
            return (headers, event).into_response();
        }
        changed.await;
    }
}

async fn answered(State(api): State<RuntimeApi>, Path(id): Path<String>, body: Bytes) -> StatusCode {
    api.answer(id, Ok(serde_json::from_slice(&body).unwrap()))
}

async fn failed(State(api): State<RuntimeApi>, Path(id): Path<String>, body: Bytes) -> StatusCode {
    api.answer(id, Err(serde_json::from_slice(&body).unwrap_or_default()))
}

async fn init_failed(State(api): State<RuntimeApi>, body: Bytes) -> StatusCode {
    api.answer(String::new(), Err(serde_json::from_slice(&body).unwrap_or_default()))
}

/// A request of an HTTP API, as API Gateway writes it, for the user whom its authorizer verified.
pub(crate) fn http_request(user: Option<&str>, body: &str) -> Value {
    let authorizer = user.map(|user| serde_json::json!({ "jwt": { "claims": { "sub": user }, "scopes": null } }));
    serde_json::json!({
        "version": "2.0", "routeKey": "POST /mutations", "rawPath": "/mutations", "rawQueryString": "",
        "headers": { "content-type": "application/json" }, "isBase64Encoded": false, "body": body,
        "requestContext": {
            "accountId": "1", "apiId": "chat", "authorizer": authorizer, "domainName": "chat.example.com",
            "http": { "method": "POST", "path": "/mutations", "protocol": "HTTP/1.1", "sourceIp": "127.0.0.1", "userAgent": "test" },
            "requestId": "r", "routeKey": "POST /mutations", "stage": "$default", "time": "01/Jan/2026:00:00:00 +0000",
            "timeEpoch": 1_767_225_600_000_u64,
        },
    })
}
