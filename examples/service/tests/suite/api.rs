//! What is asked, and what is refused.

use hyper::body::Bytes;
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::{Server, User, text};

#[tokio::test]
async fn accounts_are_made_and_entered_with_a_password() {
    let server = Server::start(&[]).await;
    let new = json!({ "email": "ann@example.com", "username": "ann", "password": "correct horse" });
    let made = server.ask(Method::POST, "/api/register", None, new.clone()).await;
    assert_eq!((made.status, &made.json["user"]["username"]), (StatusCode::CREATED, &json!("ann")));
    assert!(!made.json.to_string().contains("argon2"), "{}", made.json);
    let again = server.ask(Method::POST, "/api/register", None, new).await;
    assert_eq!(
        (again.status, text(&again.json["error"])),
        (StatusCode::CONFLICT, "the e-mail address has an account already".into())
    );
    let log_in = async |email: &str, password: &str| {
        server.ask(Method::POST, "/api/login", None, json!({ "email": email, "password": password })).await
    };
    let entered = log_in("Ann@Example.com", "correct horse").await;
    assert_eq!(entered.status, StatusCode::OK);
    let me = User { token: text(&entered.json["token"]), id: text(&entered.json["user"]["userId"]) };
    assert_eq!(server.get("/api/me", &me).await["userId"], made.json["user"]["userId"]);
    let wrong = [("ann@example.com", "wrong horse"), ("bob@example.com", "correct horse"), ("a#b", "x"), ("", "")];
    for (email, password) in wrong {
        let refused = log_in(email, password).await;
        assert_eq!(
            (refused.status, text(&refused.json["error"])),
            (StatusCode::UNAUTHORIZED, "the address or the password is wrong".into())
        );
    }
    for token in ["", "x", "a.b.c", &format!("{}x", me.token)] {
        let stranger = User { token: token.to_owned(), id: String::new() };
        let refused = server.ask(Method::GET, "/api/me", Some(&stranger), Value::Null).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{token}");
    }
    assert_eq!(server.ask(Method::GET, "/api/me", None, Value::Null).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn bad_input_gets_a_status_and_a_reason() {
    let server = Server::start(&[]).await;
    let (ann, bob) = (server.user().await, server.user().await);
    let place = server.place(&ann).await;
    server.joins(&bob, &ann, &place).await;
    let said = text(&server.post(&place.messages(), &ann, json!({ "content": "hello" })).await["messageId"]);
    let (of_server, messages) = (format!("/api/servers/{}", place.server), place.messages());
    let (post, get, patch, put) = (Method::POST, Method::GET, Method::PATCH, Method::PUT);
    let cases = [
        (&post, "/api/register".to_owned(), json!({ "email": "x", "username": "x", "password": "correct horse" }), 400),
        (&post, "/api/register".to_owned(), json!({ "email": "x@y", "username": "x", "password": "short" }), 400),
        (
            &post,
            "/api/register".to_owned(),
            json!({ "email": "x@y", "username": "", "password": "correct horse" }),
            400,
        ),
        (&post, "/api/register".to_owned(), json!({ "email": "x@y", "password": "correct horse" }), 422),
        (
            &post,
            "/api/register".to_owned(),
            json!({ "email": "x@y", "username": "x", "password": "correct horse", "admin": true }),
            422,
        ),
        (&post, "/api/servers".to_owned(), json!({ "name": "" }), 400),
        (&post, "/api/servers".to_owned(), json!({ "name": 7 }), 422),
        (&post, format!("{of_server}/channels"), json!({ "name": "x".repeat(101) }), 400),
        (&post, format!("{of_server}/invites"), json!({ "maxUses": 0 }), 400),
        (&post, format!("{of_server}/invites"), json!({ "maxUses": -1 }), 422),
        (&post, "/api/invites/nothing00".to_owned(), Value::Null, 404),
        (&post, "/api/invites/a%23b".to_owned(), Value::Null, 400),
        (&post, messages.clone(), json!({ "content": " " }), 400),
        (&post, messages.clone(), json!({ "content": "x".repeat(4001) }), 400),
        (&post, messages.clone(), json!({ "content": "x", "messageId": "00000000000000000000000000" }), 400),
        (&get, format!("{messages}?limit=0"), Value::Null, 400),
        (&get, format!("{messages}?limit=101"), Value::Null, 400),
        (&get, format!("{messages}?limit=x"), Value::Null, 400),
        (&get, format!("{messages}?after=nonsense"), Value::Null, 400),
        (&get, format!("{messages}?page=2"), Value::Null, 400),
        (&patch, format!("{messages}/{said}"), json!({ "content": "" }), 400),
        (&patch, format!("{messages}/01ARZ3NDEKTSV4RRFFQ69G5FAV"), json!({ "content": "x" }), 404),
        (&put, format!("{messages}/{said}/reactions/{}", "x".repeat(17)), Value::Null, 400),
        (&get, "/api/nothing".to_owned(), Value::Null, 404),
        (&Method::DELETE, "/api/servers".to_owned(), Value::Null, 405),
        (&Method::DELETE, format!("{of_server}/members/me"), Value::Null, 409),
    ];
    for (method, path, body, status) in cases {
        let answer = server.ask(method.clone(), &path, Some(&ann), body.clone()).await;
        assert_eq!(answer.status.as_u16(), status, "{method} {path} {body}: {}", answer.json);
        if status != 405 {
            assert!(!text(&answer.json["error"]).is_empty(), "{method} {path} {body}");
        }
    }
    let raw = async |path: &str, body: &'static [u8]| {
        server.send(Method::POST, path, Some(&ann), Bytes::from_static(body)).await.unwrap().status.as_u16()
    };
    assert_eq!(raw(&messages, b"{").await, 400);
    assert_eq!(raw(&messages, b"{\"content\": \"\xff\"}").await, 400);
    assert_eq!(raw(&messages, b"").await, 400);
    // A member manages nothing, and changes nobody's messages.
    for (method, path, body) in [
        (&post, format!("{of_server}/channels"), json!({ "name": "mine" })),
        (&patch, format!("{messages}/{said}"), json!({ "content": "mine" })),
        (&Method::DELETE, format!("{messages}/{said}"), Value::Null),
    ] {
        let answer = server.ask(method.clone(), &path, Some(&bob), body).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}: {}", answer.json);
    }
    // Nothing of all that was done.
    let all = server.all(&ann, &place).await;
    assert_eq!(all.iter().map(|message| text(&message["content"])).collect::<Vec<_>>(), ["hello"]);
}

#[tokio::test]
async fn a_stranger_sees_nothing_of_a_server() {
    let server = Server::start(&[]).await;
    let (ann, eve) = (server.user().await, server.user().await);
    let place = server.place(&ann).await;
    let said = text(&server.post(&place.messages(), &ann, json!({ "content": "hello" })).await["messageId"]);
    // Through a server of her own, too.
    let own = server.place(&eve).await;
    let through = format!("/api/servers/{}/channels/{}/messages", own.server, place.channel);
    let (of_server, messages) = (format!("/api/servers/{}", place.server), place.messages());
    let cases = [
        (Method::GET, format!("{of_server}/channels"), Value::Null, 403),
        (Method::GET, format!("{of_server}/members"), Value::Null, 403),
        (Method::POST, format!("{of_server}/invites"), json!({}), 403),
        (Method::POST, format!("{of_server}/channels"), json!({ "name": "mine" }), 403),
        (Method::GET, messages.clone(), Value::Null, 403),
        (Method::POST, messages.clone(), json!({ "content": "x" }), 403),
        (Method::PUT, format!("{messages}/{said}/reactions/x"), Value::Null, 403),
        (Method::PUT, format!("{of_server}/channels/{}/read", place.channel), json!({ "messageId": said }), 403),
        (Method::GET, through.clone(), Value::Null, 404),
        (Method::POST, through, json!({ "content": "x" }), 404),
        (Method::PUT, format!("{}/{said}/reactions/x", own.messages()), Value::Null, 404),
    ];
    for (method, path, body, status) in cases {
        let answer = server.ask(method.clone(), &path, Some(&eve), body).await;
        assert_eq!(answer.status.as_u16(), status, "{method} {path}: {}", answer.json);
    }
    // Who has left is a stranger again.
    server.joins(&eve, &ann, &place).await;
    assert_eq!(server.all(&eve, &place).await.len(), 1);
    assert_eq!(
        server.ask(Method::DELETE, &format!("{of_server}/members/me"), Some(&eve), Value::Null).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(server.ask(Method::GET, &messages, Some(&eve), Value::Null).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn pages_continue_and_a_cursor_is_for_its_channel() {
    let server = Server::start(&[]).await;
    let ann = server.user().await;
    let (place, other) = (server.place(&ann).await, server.place(&ann).await);
    for n in 0..25 {
        server.post(&place.messages(), &ann, json!({ "content": n.to_string() })).await;
        server.post(&other.messages(), &ann, json!({ "content": "other" })).await;
    }
    let (mut seen, mut path) = (Vec::new(), format!("{}?limit=10", place.messages()));
    let mut cursor = String::new();
    loop {
        let page = server.get(&path, &ann).await;
        seen.extend(page["messages"].as_array().unwrap().iter().map(|message| text(&message["content"])));
        let Some(next) = page["next"].as_str() else { break };
        next.clone_into(&mut cursor);
        path = format!("{}?limit=10&after={next}", place.messages());
    }
    assert_eq!(seen, (0..25).rev().map(|n| n.to_string()).collect::<Vec<_>>());
    let foreign = format!("{}?limit=10&after={cursor}", other.messages());
    let refused = server.ask(Method::GET, &foreign, Some(&ann), Value::Null).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.json);
    assert!(text(&refused.json["error"]).contains("cursor"), "{}", refused.json);
}

#[tokio::test]
async fn a_new_name_reaches_old_messages_when_asked() {
    let server = Server::start(&[]).await;
    let ann = server.user().await;
    let place = server.place(&ann).await;
    server.post(&place.messages(), &ann, json!({ "content": "hello" })).await;
    for (in_messages, name) in [(false, "anna"), (true, "anne")] {
        let answer = server
            .ask(Method::PATCH, "/api/me", Some(&ann), json!({ "username": name, "inMessages": in_messages }))
            .await;
        assert_eq!((answer.status, &answer.json["username"]), (StatusCode::OK, &json!(name)));
        assert_eq!(server.all(&ann, &place).await[0]["username"] == name, in_messages);
    }
}
