//! Requests as other programs send them.

use std::sync::atomic::{AtomicU32, Ordering};

use aws_credential_types::Credentials;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::AppName;
use dynamo_core::Db;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// An engine of its own, or a database of its own at the endpoint.
///
/// DynamoDB Local has a database for each access key, and ten threads for each database: one for every table with TTL, as
/// long as the table lives, and three more. Where seven tables have TTL, none is left that makes an index, and it stays
/// CREATING for ever.
pub(super) async fn db() -> Db {
    if std::env::var("DYNAMODB_ENDPOINT").is_err() {
        return Db::embedded().await.unwrap();
    }
    let db = Db::from_env().await.unwrap();
    let key = unique("key").replace('-', "");
    let config = db.client().config().to_builder().app_name(AppName::new(key.clone()).unwrap());
    let config = config.credentials_provider(Credentials::new(key, "local", None, None, "test"));
    db.clone().with_client(Client::from_conf(config.build()))
}

/// A name that no other test has.
pub(super) fn unique(name: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("tools-{}-{}-{name}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Sends a request whose body is this JSON.
pub(super) async fn send(db: &Db, operation: &str, body: &str) {
    let endpoint = std::env::var("DYNAMODB_ENDPOINT").unwrap_or_else(|_| db.endpoint().unwrap().to_owned());
    let address = endpoint.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let access = db.client().config().app_name().map_or("local", AsRef::as_ref);
    let request = format!(
        "POST / HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/x-amz-json-1.0\r\n\
         X-Amz-Target: DynamoDB_20120810.{operation}\r\nX-Amz-Date: 20260101T000000Z\r\n\
         Authorization: AWS4-HMAC-SHA256 Credential={access}/20260101/us-east-1/dynamodb/aws4_request, \
         SignedHeaders=host;x-amz-date;x-amz-target, Signature=0\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{operation}: {answer}");
}

/// Deletes a table, protected or not.
pub(super) async fn remove(db: &Db, name: &str) {
    let client = db.client();
    let _ = client.update_table().table_name(name).deletion_protection_enabled(false).send().await;
    client.delete_table().table_name(name).send().await.unwrap();
}
