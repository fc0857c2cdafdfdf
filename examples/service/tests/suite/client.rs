//! A server, and users of it.

use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

pub(crate) const SECRET: &str = "a secret of thirty-two bytes or more";

/// A server that runs until this is dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: String,
    client: Client<HttpConnector, Full<Bytes>>,
}

#[derive(Clone)]
pub(crate) struct User {
    pub(crate) token: String,
    pub(crate) id: String,
}

/// A server with a channel in it.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) server: String,
    pub(crate) channel: String,
}

impl Place {
    pub(crate) fn messages(&self) -> String {
        format!("/api/servers/{}/channels/{}/messages", self.server, self.channel)
    }
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) json: Value,
}

impl Server {
    /// Starts a server whose limits are out of the way, unless the arguments say otherwise.
    pub(crate) async fn start(arguments: &[&str]) -> Self {
        let given = |name: &str| arguments.contains(&name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_chat-service"));
        command.args(["--address", "127.0.0.1:0", "--secret", SECRET]).args(arguments);
        for limit in ["--per-user", "--log-ins"] {
            if !given(limit) {
                command.args([limit, "1000000"]);
            }
        }
        let mut process = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let line = lines.next_line().await.unwrap().expect("the server says where it listens");
        let address = line.rsplit_once("http://").unwrap().1.to_owned();
        Self { process, address, client: Client::builder(TokioExecutor::new()).build_http() }
    }

    /// Sends a request; the error is that of the connection.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        user: Option<&User>,
        body: Bytes,
    ) -> Result<Answer, String> {
        let request = Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        let request = request.header("content-type", "application/json");
        let request = match user {
            Some(user) => request.header("authorization", format!("Bearer {}", user.token)),
            None => request,
        };
        let answer = self.client.request(request.body(Full::new(body)).unwrap()).await.map_err(|e| e.to_string())?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
        let json =
            if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).map_err(|e| e.to_string())? };
        Ok(Answer { status: head.status, headers: head.headers, json })
    }

    pub(crate) async fn ask(&self, method: Method, path: &str, user: Option<&User>, body: Value) -> Answer {
        let body = if body.is_null() { Bytes::new() } else { body.to_string().into() };
        self.send(method, path, user, body).await.unwrap()
    }

    pub(crate) async fn post(&self, path: &str, user: &User, body: Value) -> Value {
        let answer = self.ask(Method::POST, path, Some(user), body).await;
        assert!(answer.status.is_success(), "{path}: {} {}", answer.status, answer.json);
        answer.json
    }

    pub(crate) async fn get(&self, path: &str, user: &User) -> Value {
        let answer = self.ask(Method::GET, path, Some(user), Value::Null).await;
        assert!(answer.status.is_success(), "{path}: {} {}", answer.status, answer.json);
        answer.json
    }

    /// Registers somebody.
    pub(crate) async fn user(&self) -> User {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let new = json!({ "email": format!("user{n}@example.com"), "username": format!("user {n}"), "password": "correct horse" });
        let answer = self.ask(Method::POST, "/api/register", None, new).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json);
        User { token: text(&answer.json["token"]), id: text(&answer.json["user"]["userId"]) }
    }

    pub(crate) async fn place(&self, owner: &User) -> Place {
        let server = text(&self.post("/api/servers", owner, json!({ "name": "Gardeners" })).await["serverId"]);
        let channel = self.post(&format!("/api/servers/{server}/channels"), owner, json!({ "name": "general" })).await;
        Place { channel: text(&channel["channelId"]), server }
    }

    pub(crate) async fn joins(&self, user: &User, owner: &User, place: &Place) {
        let invite = self.post(&format!("/api/servers/{}/invites", place.server), owner, json!({})).await;
        self.post(&format!("/api/invites/{}", text(&invite["inviteCode"])), user, Value::Null).await;
    }

    /// All messages of a channel, page by page.
    pub(crate) async fn all(&self, user: &User, place: &Place) -> Vec<Value> {
        let (mut all, mut path) = (Vec::new(), format!("{}?limit=100", place.messages()));
        loop {
            let page = self.get(&path, user).await;
            all.extend(page["messages"].as_array().unwrap().iter().cloned());
            match page["next"].as_str() {
                Some(next) => path = format!("{}?limit=100&after={next}", place.messages()),
                None => return all,
            }
        }
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}
