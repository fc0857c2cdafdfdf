//! A stream whose shards come, end and go: nothing is lost without a word, and nothing is kept for ever.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodbstreams::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynamo_core::Transport;
use dynamo_core::stream::{Checkpoint, Tail};
use dynamo_core::{Db, Error};
use serde_json::{Value, json};

use super::club::Club;
use super::engine;

/// A shard: its records, and how many of the oldest were removed.
#[derive(Debug, Default, Clone)]
struct Shard {
    parent: Option<&'static str>,
    records: Vec<Value>,
    trimmed: usize,
    closed: bool,
}

/// A stream that answers as AWS does, as far as a tail asks.
#[derive(Debug, Default, Clone)]
struct Stream(Arc<Mutex<BTreeMap<&'static str, Shard>>>);

impl Stream {
    fn shard(&self, id: &'static str, change: impl FnOnce(&mut Shard)) {
        change(self.0.lock().unwrap().entry(id).or_default());
    }

    fn gone(&self, id: &str) {
        self.0.lock().unwrap().remove(id);
    }

    fn answer(&self, target: &str, body: &Value) -> (u16, Value) {
        let shards = self.0.lock().unwrap();
        let fails = |code: &str| {
            (400, json!({ "__type": format!("com.amazonaws.dynamodb.streams#{code}"), "message": "so it is" }))
        };
        if target.ends_with("DescribeStream") {
            let listed: Vec<_> =
                shards.iter().map(|(id, shard)| json!({ "ShardId": id, "ParentShardId": shard.parent })).collect();
            return (200, json!({ "StreamDescription": { "Shards": listed } }));
        }
        if target.ends_with("GetShardIterator") {
            let id = body["ShardId"].as_str().unwrap();
            let Some(shard) = shards.get(id) else { return fails("ResourceNotFoundException") };
            let at = match body["SequenceNumber"].as_str() {
                None => shard.trimmed,
                Some(after) => after.parse::<usize>().unwrap() + 1,
            };
            return if at < shard.trimmed {
                fails("TrimmedDataAccessException")
            } else {
                (200, json!({ "ShardIterator": format!("{id}/{at}") }))
            };
        }
        let (id, at) = body["ShardIterator"].as_str().unwrap().split_once('/').unwrap();
        let at: usize = at.parse().unwrap();
        let Some(shard) = shards.get(id) else { return fails("ResourceNotFoundException") };
        if at < shard.trimmed {
            return fails("TrimmedDataAccessException");
        }
        let record = |(n, image): (usize, &Value)| json!({ "eventName": "INSERT", "dynamodb": { "NewImage": image, "SequenceNumber": n.to_string(), "StreamViewType": "NEW_AND_OLD_IMAGES" } });
        let records: Vec<_> = shard.records.iter().enumerate().skip(at).map(record).collect();
        let next = (!shard.closed).then(|| format!("{id}/{}", shard.records.len()));
        (200, json!({ "Records": records, "NextShardIterator": next }))
    }

    fn client(&self) -> aws_sdk_dynamodbstreams::Client {
        let config = aws_sdk_dynamodbstreams::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .credentials_provider(Credentials::new("a", "b", None, None, "test"))
            .http_client(self.clone());
        aws_sdk_dynamodbstreams::Client::from_conf(config.build())
    }
}

impl HttpClient for Stream {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Stream {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap().to_owned();
        let body = serde_json::from_slice(request.body().bytes().unwrap()).unwrap();
        let (status, body) = self.answer(&target, &body);
        HttpConnectorFuture::ready(Ok(HttpResponse::new(
            StatusCode::try_from(status).unwrap(),
            SdkBody::from(body.to_string()),
        )))
    }
}

fn memo(id: &str) -> Value {
    json!({
        "PK": { "S": format!("MEMO#{id}") }, "SK": { "S": "META" }, "type": { "S": "Memo" }, "id": { "S": id }, "text": { "S": id },
        "updatedAt": { "S": "2026-01-01T00:00:00.000Z" }, "updated_at": { "S": "2026-01-01T00:00:00.000Z" }, "version": { "N": "1" },
    })
}

/// What a call returned: ids of memos, and words for what is none.
async fn next(tail: &mut Tail<Club>) -> Vec<String> {
    let changes = tail.next().await.unwrap().into_iter();
    let shown = changes.map(|change| match change {
        Ok(change) => match change.new {
            Some(Club::Memo(memo)) => memo.id,
            other => format!("{other:?}"),
        },
        Err(Error::StreamGap(gap)) => format!("gap in {} after {:?}", gap.shard(), gap.after()),
        Err(error) => format!("error: {}", error.to_string().split(' ').next().unwrap()),
    });
    shown.collect()
}

/// The position as a program stores it.
fn stored(tail: &Tail<Club>) -> (String, Option<Checkpoint>) {
    let text = serde_json::to_string(tail.checkpoint()).unwrap();
    let checkpoint = serde_json::from_str(&text).unwrap();
    (text, Some(checkpoint))
}

async fn stream() -> (Db, Stream) {
    let stream = Stream::default();
    let db = engine::club(Transport::Direct).await.with_streams(stream.client());
    (db, stream)
}

#[tokio::test]
async fn trimmed_records_are_a_gap() {
    let (db, stream) = stream().await;
    stream.shard("s1", |shard| shard.records = vec![memo("a"), memo("b")]);
    let mut tail = db.tail::<Club>(None).await.unwrap();
    assert_eq!(next(&mut tail).await, ["a", "b"]);
    assert_eq!(next(&mut tail).await, [] as [&str; 0]);
    let (_, at) = stored(&tail);
    // Two days later, two records were never read.
    stream.shard("s1", |shard| {
        shard.records.extend([memo("c"), memo("d"), memo("e")]);
        shard.trimmed = 4;
    });
    let mut late = db.tail::<Club>(at).await.unwrap();
    assert_eq!(next(&mut late).await, ["gap in s1 after Some(\"1\")", "e"]);
    assert_eq!(next(&mut late).await, [] as [&str; 0]);
    // The same where the iterator is at hand still.
    assert_eq!(next(&mut tail).await, ["gap in s1 after Some(\"1\")"]);
    assert_eq!(next(&mut tail).await, ["e"]);
    let mut first = db.tail::<Club>(None).await.unwrap();
    assert_eq!(next(&mut first).await, ["e"], "whoever begins has missed nothing");
}

#[tokio::test]
async fn shards_that_are_gone_are_forgotten_or_reported() {
    let (db, stream) = stream().await;
    stream.shard("s1", |shard| (shard.records, shard.closed) = (vec![memo("a")], true));
    stream.shard("s2", |shard| (shard.records, shard.parent) = (vec![memo("b")], Some("s1")));
    let mut tail = db.tail::<Club>(None).await.unwrap();
    assert_eq!(next(&mut tail).await, ["a"]);
    assert_eq!(next(&mut tail).await, ["b"]);
    assert_eq!(next(&mut tail).await, [] as [&str; 0]);
    assert!(stored(&tail).0.contains("s1"));
    stream.gone("s1");
    assert_eq!(next(&mut tail).await, [] as [&str; 0]);
    assert_eq!(next(&mut tail).await, [] as [&str; 0]);
    let (text, at) = stored(&tail);
    assert!(text.contains("s2") && !text.contains("s1"), "{text}");
    // It ends and goes while nobody reads, and so does its child.
    stream.gone("s2");
    stream.shard("s4", |shard| (shard.records, shard.parent) = (vec![memo("d")], Some("s3")));
    let mut late = db.tail::<Club>(at).await.unwrap();
    assert_eq!(next(&mut late).await, ["gap in s2 after Some(\"0\")", "gap in s3 after None", "d"]);
    assert_eq!(next(&mut late).await, [] as [&str; 0]);
    assert!(!stored(&late).0.contains("s2"));
    // Until the program says that it has them, gaps come again, as records do.
    let (_, before) = stored(&tail);
    let mut again = db.tail::<Club>(before).await.unwrap();
    assert_eq!(next(&mut again).await.len(), 3);
}

#[tokio::test]
async fn an_unreadable_record_does_not_hold_up_the_others() {
    let (db, stream) = stream().await;
    let mut broken = memo("b");
    broken["text"] = json!({ "N": "7" });
    stream.shard("s1", |shard| shard.records = vec![memo("a"), broken, memo("c")]);
    let mut tail = db.tail::<Club>(None).await.unwrap();
    assert_eq!(next(&mut tail).await, ["a", "error: `Memo`", "c"]);
    stream.shard("s1", |shard| shard.records.push(memo("d")));
    assert_eq!(next(&mut tail).await, ["d"]);
    let (_, at) = stored(&tail);
    let mut later = db.tail::<Club>(at).await.unwrap();
    assert_eq!(next(&mut later).await, ["d"], "passed over for good");
}
