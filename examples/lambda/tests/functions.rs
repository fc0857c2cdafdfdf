//! The functions, as Lambda runs them: processes that talk to its runtime API, and to a database.

mod runtime_api;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use dynamo_core::prelude::*;
use dynamo_core::{Db, Names};
use models::discord::*;
use runtime_api::{RuntimeApi, http_request};
use serde_json::{Value, json};

async fn database() -> Db {
    let db = Db::embedded().await.unwrap().with_names(Names::new().fill("stage", "lambda"));
    db.create_table::<Discord>().await.unwrap();
    db
}

async fn user(chat: &Chat, name: &str) -> User {
    let new = Registration {
        email: format!("{name}@example.com"),
        username: name.to_owned(),
        password_hash: "$argon2id$v=19$none".parse().unwrap(),
        avatar_url: None,
    };
    register(chat, new).await.unwrap()
}

/// Two users in a channel.
async fn channel(chat: &Chat) -> (ChannelAccess, ChannelAccess) {
    let (ann, bob) = (user(chat, "ann").await.user_id, user(chat, "bob").await.user_id);
    let server = create_server(chat, ann, NewServer { name: "Gardeners".into(), icon_url: None }).await.unwrap();
    let owner = ServerAccess::check(chat, ann, server.server_id).await.unwrap();
    let new = NewChannel { name: "general".into(), topic: None };
    let channel = create_channel(chat, &owner.as_manager().unwrap(), new).await.unwrap();
    let invite = create_invite(chat, &owner, NewInvite::default()).await.unwrap();
    use_invite(chat, &invite.invite_code, bob).await.unwrap();
    let access = async |user| ChannelAccess::check_in(chat, user, server.server_id, channel.channel_id).await.unwrap();
    (access(ann).await, access(bob).await)
}

#[tokio::test]
async fn mutations_are_executed_for_whom_the_authorizer_names() {
    let db = database().await;
    let chat = Chat::new(db.clone());
    let (ann, _) = channel(&chat).await;
    let api = RuntimeApi::default();
    let endpoint = db.endpoint().unwrap();
    let _function = api.start(env!("CARGO_BIN_EXE_mutations"), &[("DYNAMODB_ENDPOINT", endpoint)]).await;
    let ask = async |user: Option<&str>, body: &str| {
        let response = api.invoke(&http_request(user, body)).await.0.unwrap();
        assert_eq!(response["headers"]["content-type"], "application/json");
        let body: Value = serde_json::from_str(response["body"].as_str().unwrap()).unwrap();
        (response["statusCode"].as_u64().unwrap(), body)
    };
    let (me, server, at) = (ann.user_id().to_string(), ann.server().server_id(), ann.channel_id());
    let send = json!({ "type": "sendMessage", "serverId": server, "channelId": at, "messageId": MessageId::new(), "content": "Peas" });
    let (status, sent) = ask(Some(&me), &send.to_string()).await;
    assert_eq!((status, &sent["content"], &sent["username"]), (200, &json!("Peas"), &json!("ann")));
    // The client did not get the answer, and sends it again.
    assert_eq!(ask(Some(&me), &send.to_string()).await, (200, sent));
    assert_eq!(messages(&chat, &ann).all().await.unwrap().len(), 1);
    let stranger = user(&chat, "cid").await.user_id.to_string();
    for (user, body, status) in [
        (None, send.to_string(), 401),
        (Some("a#b"), send.to_string(), 401),
        (Some(stranger.as_str()), send.to_string(), 403),
        (Some(me.as_str()), "{".to_owned(), 400),
        (Some(me.as_str()), json!({ "type": "dropTable" }).to_string(), 400),
        (Some(me.as_str()), json!({ "type": "createServer", "name": " " }).to_string(), 400),
        (Some(me.as_str()), json!({ "type": "useInvite", "inviteCode": "none0none" }).to_string(), 404),
        (Some(me.as_str()), json!({ "type": "leaveServer", "serverId": server }).to_string(), 409),
        (Some(me.as_str()), json!({ "type": "createServer", "name": "Cooks" }).to_string(), 200),
    ] {
        let answer = ask(user, &body).await;
        assert_eq!(answer.0, status, "{body}: {answer:?}");
        assert_eq!(answer.1["error"].is_string(), status != 200, "{answer:?}");
    }
    assert_eq!(messages(&chat, &ann).all().await.unwrap().len(), 1);
    assert_eq!(servers_of(&chat, ann.user_id()).await.unwrap().len(), 2);
}

/// What `AppSync` sends to the resolver of a field.
#[allow(clippy::needless_pass_by_value)] // Made on the spot.
fn field(user: Option<&str>, name: &str, arguments: Value) -> Value {
    let identity =
        user.map(|user| json!({ "sub": user, "issuer": "https://id.example.com", "claims": { "sub": user } }));
    json!({
        "arguments": arguments, "identity": identity, "source": null, "prev": null, "stash": {},
        "request": { "headers": { "x-forwarded-for": "127.0.0.1" }, "domainName": null },
        "info": {
            "fieldName": name, "parentTypeName": "Mutation", "variables": {}, "selectionSetList": ["messageId"],
            "selectionSetGraphQL": "{ messageId }",
        },
    })
}

#[tokio::test]
async fn fields_of_a_graphql_api_are_the_same_mutations() {
    let db = database().await;
    let chat = Chat::new(db.clone());
    let (ann, _) = channel(&chat).await;
    let api = RuntimeApi::default();
    let endpoint = db.endpoint().unwrap();
    let _function = api.start(env!("CARGO_BIN_EXE_mutations"), &[("DYNAMODB_ENDPOINT", endpoint)]).await;
    let (me, server, at) = (ann.user_id().to_string(), ann.server().server_id(), ann.channel_id());
    // What stands for a mutation is the field, whatever its arguments say.
    let send =
        json!({ "serverId": server, "channelId": at, "content": "Peas", "messageId": null, "type": "leaveServer" });
    let sent = api.invoke(&field(Some(&me), "sendMessage", send.clone())).await.0.unwrap();
    assert_eq!((&sent["content"], &sent["username"]), (&json!("Peas"), &json!("ann")));
    let stranger = user(&chat, "cid").await.user_id.to_string();
    for (user, name, arguments, expected) in [
        (None, "sendMessage", send.clone(), "Unauthorized"),
        (Some("a#b"), "sendMessage", send.clone(), "Unauthorized"),
        (Some(stranger.as_str()), "sendMessage", send, "Forbidden"),
        (Some(me.as_str()), "dropTable", json!({}), "BadRequest"),
        (Some(me.as_str()), "createServer", json!({ "name": " " }), "BadRequest"),
        (Some(me.as_str()), "useInvite", json!({ "inviteCode": "none0none" }), "NotFound"),
        (Some(me.as_str()), "leaveServer", json!({ "serverId": server }), "Conflict"),
    ] {
        let refused = api.invoke(&field(user, name, arguments)).await.0.unwrap_err();
        assert_eq!(refused["errorType"], expected, "{refused}");
        assert!(refused["errorMessage"].as_str().is_some_and(|reason| !reason.is_empty()), "{refused}");
    }
    assert_eq!(messages(&chat, &ann).all().await.unwrap().len(), 1);
    // An event of something else is an error that says so.
    let unknown = api.invoke(&json!({ "Records": [] })).await.0.unwrap_err();
    assert_eq!(unknown["errorType"], "UnknownEvent");
}

type Posts = Arc<Mutex<BTreeMap<String, Vec<Value>>>>;

/// The `@connections` of a WebSocket API.
async fn gateway(posts: Posts) -> String {
    async fn take(State(posts): State<Posts>, Path(id): Path<String>, body: Bytes) -> Response {
        match id.as_str() {
            "gone" => (StatusCode::GONE, [("x-amzn-errortype", "GoneException")]).into_response(),
            "broken" => (StatusCode::FORBIDDEN, [("x-amzn-errortype", "ForbiddenException")]).into_response(),
            _ => {
                let event = serde_json::from_slice(&body).unwrap();
                posts.lock().unwrap().entry(id).or_default().push(event);
                StatusCode::OK.into_response()
            }
        }
    }
    let routes = Router::new().route("/@connections/{id}", post(take)).with_state(posts);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    endpoint
}

fn image<E: Entity>(entity: &E) -> Value {
    serde_json::to_value(serde_dynamo::Item::from(entity.to_item().unwrap())).unwrap()
}

#[allow(clippy::needless_pass_by_value)] // Made on the spot.
fn record(sequence: u32, new: Value) -> Value {
    json!({
        "eventID": sequence.to_string(), "eventName": "INSERT", "eventVersion": "1.1", "eventSource": "aws:dynamodb",
        "awsRegion": "us-east-1", "eventSourceARN": "arn:aws:dynamodb:us-east-1:1:table/chat/stream/1",
        "dynamodb": {
            "ApproximateCreationDateTime": 1_767_268_800.0, "Keys": {}, "NewImage": new,
            "SequenceNumber": sequence.to_string(), "SizeBytes": 26, "StreamViewType": "NEW_AND_OLD_IMAGES",
        },
    })
}

#[tokio::test]
async fn changes_reach_connections_and_failures_are_reported_one_by_one() {
    let (db, posts) = (database().await, Posts::default());
    let chat = Chat::new(db.clone());
    let (ann, bob) = channel(&chat).await;
    connect(&chat, &ann, "ann").await.unwrap();
    connect(&chat, &bob, "bob").await.unwrap();
    connect(&chat, &bob, "gone").await.unwrap();
    let api = RuntimeApi::default();
    let (endpoint, gateway) = (db.endpoint().unwrap(), gateway(posts.clone()).await);
    let environment = [("DYNAMODB_ENDPOINT", endpoint), ("GATEWAY_ENDPOINT", gateway.as_str())];
    let _function = api.start(env!("CARGO_BIN_EXE_changes"), &environment).await;
    let said = [
        send_message(&chat, &ann, "one").await.unwrap(),
        send_message(&chat, &ann, "two").await.unwrap(),
        send_message(&chat, &ann, "three").await.unwrap(),
    ];
    let batch = |records: Vec<Value>| json!({ "Records": records });
    let invoke = async |records: Vec<Value>| api.invoke(&batch(records)).await.0.unwrap()["batchItemFailures"].clone();
    let contents = |of: &str| {
        let all = posts.lock().unwrap().get(of).cloned().unwrap_or_default();
        all.iter().filter_map(|event| event["message"]["content"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };

    // All of them, to everyone; a connection that is gone is forgotten.
    assert_eq!(
        invoke(vec![record(1, image(&said[0])), record(2, image(&bob.server().membership().clone()))]).await,
        json!([])
    );
    assert_eq!((contents("ann"), contents("bob")), (vec!["one".to_owned()], vec!["one".to_owned()]));
    assert_eq!(posts.lock().unwrap()["ann"][0]["type"], "messageSent");
    assert_eq!(posts.lock().unwrap()["ann"][1]["type"], "memberJoined");
    let left = db.query(Connection::query(&ann.channel_id())).all().await.unwrap();
    assert_eq!(left.iter().map(|connection| connection.connection_id.as_ref()).collect::<Vec<_>>(), ["ann", "bob"]);
    posts.lock().unwrap().clear();

    // A record that cannot be read: those before it are done, and it is where Lambda begins again.
    let poison = json!({ "pk": { "S": "NOTHING" }, "sk": { "S": "OURS" }, "entityType": { "S": "Nobody" } });
    let failed = invoke(vec![record(3, image(&said[0])), record(4, poison), record(5, image(&said[1]))]).await;
    assert_eq!(failed, json!([{ "itemIdentifier": "4" }]));
    assert_eq!(contents("bob"), ["one"]);
    posts.lock().unwrap().clear();

    // A connection that fails holds back no other, and its change is reported.
    connect(&chat, &bob, "broken").await.unwrap();
    assert_eq!(
        invoke(vec![record(6, image(&said[1])), record(7, image(&said[2]))]).await,
        json!([{ "itemIdentifier": "6" }])
    );
    assert_eq!((contents("ann"), contents("bob")), (vec!["two".to_owned()], vec!["two".to_owned()]));
    posts.lock().unwrap().clear();
    disconnect(&chat, &"broken".into()).await.unwrap();
    assert_eq!(invoke(vec![record(6, image(&said[1])), record(7, image(&said[2]))]).await, json!([]));
    assert_eq!(contents("bob"), ["two", "three"]);
}
