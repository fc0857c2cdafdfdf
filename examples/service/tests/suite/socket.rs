//! What a WebSocket tells.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::client::{Place, Server, User, text};

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(server: &Server) -> Self {
        Self(connect_async(format!("ws://{}/socket", server.address)).await.unwrap().0)
    }

    async fn say(&mut self, value: Value) {
        self.0.send(Message::text(value.to_string())).await.unwrap();
    }

    /// The next thing that is told, or nothing when it is closed.
    async fn told(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.0.next()).await.expect("an event");
            match next {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// The next event of a kind.
    async fn next(&mut self, kind: &str) -> Value {
        loop {
            let told = self.told().await.expect("an open socket");
            if told["type"] == kind {
                return told;
            }
        }
    }

    async fn listens(server: &Server, user: &User, place: &Place) -> Self {
        let mut socket = Self::open(server).await;
        socket.say(json!({ "type": "authenticate", "token": user.token })).await;
        socket.next("ready").await;
        socket.say(json!({ "type": "listen", "serverId": place.server, "channelId": place.channel })).await;
        assert_eq!(socket.next("listening").await["channelId"], place.channel);
        socket
    }
}

#[tokio::test]
async fn what_one_does_is_told_to_the_other() {
    let server = Server::start(&[]).await;
    let (ann, bob) = (server.user().await, server.user().await);
    let place = server.place(&ann).await;
    server.joins(&bob, &ann, &place).await;
    let mut socket = Socket::listens(&server, &bob, &place).await;
    let said = server.post(&place.messages(), &ann, json!({ "content": "hello" })).await;
    assert_eq!(socket.next("messageSent").await["message"], said);
    let path = format!("{}/{}", place.messages(), text(&said["messageId"]));
    server.ask(Method::PUT, &format!("{path}/reactions/x"), Some(&bob), Value::Null).await;
    assert_eq!(socket.next("messageReacted").await["reactions"][0]["count"], 1);
    server.ask(Method::PATCH, &path, Some(&ann), json!({ "content": "hi" })).await;
    assert_eq!(socket.next("messageChanged").await["message"]["content"], "hi");
    server.ask(Method::DELETE, &path, Some(&ann), Value::Null).await;
    assert_eq!(socket.next("messageDeleted").await["messageId"], said["messageId"]);
    // A channel of the same server is told of, and another one is not heard.
    let other = server.post(&format!("/api/servers/{}/channels", place.server), &ann, json!({ "name": "beans" })).await;
    assert_eq!(socket.next("channelCreated").await["channel"], other);
    let elsewhere = Place { channel: text(&other["channelId"]), ..place.clone() };
    server.post(&elsewhere.messages(), &ann, json!({ "content": "unheard" })).await;
    server.post(&place.messages(), &ann, json!({ "content": "heard" })).await;
    assert_eq!(socket.next("messageSent").await["message"]["content"], "heard");
    // Who leaves is told so, and nothing after it.
    let mut of_ann = Socket::listens(&server, &ann, &place).await;
    server.ask(Method::DELETE, &format!("/api/servers/{}/members/me", place.server), Some(&bob), Value::Null).await;
    assert_eq!(socket.next("memberLeft").await["userId"], bob.id);
    of_ann.next("memberLeft").await;
    of_ann.next("disconnected").await;
    server.post(&place.messages(), &ann, json!({ "content": "without bob" })).await;
    of_ann.next("messageSent").await;
    let silent = tokio::time::timeout(Duration::from_secs(1), socket.next("messageSent")).await;
    assert!(silent.is_err(), "{silent:?}");
}

#[tokio::test]
async fn a_socket_opens_to_nobody_else() {
    let server = Server::start(&[]).await;
    let (ann, eve) = (server.user().await, server.user().await);
    let place = server.place(&ann).await;
    for wrong in [
        json!({ "type": "authenticate", "token": "x" }),
        json!({ "type": "listen", "serverId": "s", "channelId": "c" }),
        json!(7),
    ] {
        let mut socket = Socket::open(&server).await;
        socket.say(wrong).await;
        assert_eq!(socket.told().await.unwrap()["type"], "refused");
        assert_eq!(socket.told().await, None);
    }
    let mut socket = Socket::open(&server).await;
    socket.say(json!({ "type": "authenticate", "token": eve.token })).await;
    socket.next("ready").await;
    for wrong in [
        json!({ "type": "listen", "serverId": place.server, "channelId": place.channel }),
        json!({ "type": "listen", "serverId": "a#b", "channelId": place.channel }),
        json!({ "type": "authenticate", "token": eve.token }),
        json!({ "type": "shout" }),
    ] {
        socket.say(wrong.clone()).await;
        assert!(socket.next("refused").await["error"].is_string(), "{wrong}");
    }
    server.post(&place.messages(), &ann, json!({ "content": "hello" })).await;
    let silent = tokio::time::timeout(Duration::from_secs(1), socket.told()).await;
    assert!(silent.is_err(), "{silent:?}");
    // More than a command has.
    socket.say(json!("x".repeat(5000))).await;
    assert_eq!(socket.told().await, None);
}
