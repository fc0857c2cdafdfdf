//! How large the function for mutations is, and how long it takes from its start to its first answer.
//!
//! ```sh
//! cargo build --profile lambda -p chat-lambda && cargo run -p chat-lambda --example cold_start
//! ```
//!
//! Starts the program as Lambda does, against a runtime API and an embedded engine in this process, and lets it send a message: one
//! transactional read, one read and one write. What AWS adds to that (a new microVM, the download of the program, TLS) is not in it.

use std::path::Path;

use dynamo_core::{Db, Names};
use models::discord::{
    Chat, Discord, NewChannel, NewServer, Registration, ServerAccess, create_channel, create_server, register,
};
use runtime_api::{RuntimeApi, http_request};
use serde_json::json;

#[path = "tests/runtime_api.rs"]
mod runtime_api;

const STARTS: usize = 20;

#[tokio::main]
async fn main() {
    let program = std::env::args().nth(1).unwrap_or_else(|| "target/lambda/mutations".to_owned());
    let size = std::fs::metadata(Path::new(&program)).expect("build it first: see the head of this file").len();
    let db = Db::embedded().await.unwrap().with_names(Names::new().fill("stage", "lambda"));
    db.create_table::<Discord>().await.unwrap();
    let chat = Chat::new(db.clone());
    let new = Registration {
        email: "ann@example.com".to_owned(),
        username: "ann".to_owned(),
        password_hash: "$argon2id$v=19$none".parse().unwrap(),
        avatar_url: None,
    };
    let ann = register(&chat, new).await.unwrap().user_id;
    let new = NewServer { name: "Gardeners".to_owned(), icon_url: None };
    let server_id = create_server(&chat, ann, new).await.unwrap().server_id;
    let owner = ServerAccess::check(&chat, ann, server_id).await.unwrap().as_manager().unwrap();
    let new = NewChannel { name: "general".to_owned(), topic: None };
    let channel_id = create_channel(&chat, &owner, new).await.unwrap().channel_id;
    let message = || {
        let content = "Peas".to_owned();
        let message =
            chat_lambda::mutations::Mutation::SendMessage { server_id, channel_id, message_id: None, content };
        http_request(Some(&ann.to_string()), &json!(message).to_string())
    };
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let api = RuntimeApi::default();
        let function = api.start(&program, &[("DYNAMODB_ENDPOINT", db.endpoint().unwrap())]).await;
        let (answer, at) = api.invoke(&message()).await;
        assert_eq!(answer.unwrap().pointer("/statusCode"), Some(&json!(200)));
        first.push(at.duration_since(function.started));
        let asked = std::time::Instant::now();
        let (answer, at) = api.invoke(&message()).await;
        assert!(answer.is_ok());
        later.push(at.duration_since(asked));
    }
    first.sort();
    later.sort();
    #[allow(clippy::cast_precision_loss)]
    let mebibytes = size as f64 / 1024.0 / 1024.0;
    println!("{program}: {mebibytes:.1} MiB");
    for (what, times) in [("from start to first answer", first), ("a later answer", later)] {
        let (fastest, median, slowest) = (times[0], times[STARTS / 2], times[STARTS - 1]);
        println!("{what}: fastest {fastest:.1?}, median {median:.1?}, slowest of {STARTS} {slowest:.1?}");
    }
}
