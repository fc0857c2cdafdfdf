//! The same calls, made by each competitor.

mod facade;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use dynamo_core::prelude::*;
use modyne::{Aggregate, EntityExt, QueryInput, QueryInputExt};

use crate::cases::serde_message;
use crate::hand::{item, wire};
use crate::model::{Message, Modyne, message};

/// What is called, in the order in which it is reported.
pub const WORK: [&str; 5] = ["get", "put", "query of 100", "query of 1,000", "batch write of 1,000"];

/// Who calls; what is compared with comes first.
pub const WHO: [&str; 7] = [
    "SDK + serde_dynamo",
    "SDK + hand-written",
    "dynamo-core",
    "dynamo-core, SDK client",
    "modyne",
    "dynamodb-facade",
    "raw socket + hand-written",
];

/// The position of `dynamo-core` by the transport that its users get, among them.
pub const CORE: usize = 2;
/// The position of `dynamo-core` through the SDK's client.
pub const THROUGH_SDK: usize = 3;

/// What a call ends with.
pub type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The address of the server at this port.
#[must_use]
pub fn endpoint(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// A client of the server at this port.
#[must_use]
pub fn client(port: u16) -> Client {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("bench", "bench", None, None, "bench"))
        .endpoint_url(endpoint(port))
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .build();
    Client::from_conf(config)
}

/// Makes a call `n` times; `None` where the competitor has nothing for it.
pub async fn run(work: usize, who: usize, n: usize, port: u16) -> Option<Outcome> {
    let client = client(port);
    Some(match who {
        0 => sdk(work, n, &client, serde_message, |item| serde_dynamo::from_item(item).ok()).await,
        1 => sdk(work, n, &client, item::message_to_item, item::message_from_item).await,
        CORE => match Db::at_endpoint(&endpoint(port)) {
            Ok(db) => ours(work, n, &db).await,
            Err(error) => Err(error.into()),
        },
        THROUGH_SDK => ours(work, n, &Db::new(client)).await,
        4 => modyne(work, n, &Modyne(client)).await,
        5 => facade::call(work, n, client).await,
        _ if work == 4 => return None,
        _ => raw(work, n, port),
    })
}

fn channel(work: usize) -> &'static str {
    match work {
        2 => "n100",
        3 => "n1000",
        _ => "n10000",
    }
}

fn expected(work: usize) -> usize {
    match work {
        2 => 100,
        3 => 1_000,
        _ => 10_000,
    }
}

/// One page of 10,000 items: only for memory.
pub const LARGE: usize = 5;

fn thousand() -> Vec<Message> {
    (0..1000).map(|at| Message { timestamp: 1_735_257_600_000 + at, ..message() }).collect()
}

/// Every competitor must have read what there is.
fn check(found: usize, work: usize) -> Outcome {
    if found == expected(work) { Ok(()) } else { Err(format!("{found} items").into()) }
}

async fn ours(work: usize, n: usize, db: &Db) -> Outcome {
    let (message, many) = (message(), thousand());
    for _ in 0..n {
        match work {
            0 => drop(black_box(db.get(message.key()).await?.ok_or("no item")?)),
            1 => db.put(&message).await?,
            2 | 3 | LARGE => check(black_box(db.query(Message::query(channel(work))).page().await?).items.len(), work)?,
            _ => db.batch_write().put_all(&many).await?,
        }
    }
    Ok(())
}

async fn sdk(
    work: usize,
    n: usize,
    client: &Client,
    write: impl Fn(&Message) -> Item,
    read: impl Fn(Item) -> Option<Message>,
) -> Outcome {
    let (message, many) = (message(), thousand());
    for _ in 0..n {
        match work {
            0 => {
                let get = client.get_item().table_name("bench");
                let get = get.key("PK", AttributeValue::S(format!("CHANNEL#{}", message.channel_id)));
                let sort = format!("MSG#{:013}#{}", message.timestamp, message.message_id);
                let found = get.key("SK", AttributeValue::S(sort)).send().await?.item.and_then(&read);
                black_box(found.ok_or("no item")?);
            }
            1 => drop(client.put_item().table_name("bench").set_item(Some(write(&message))).send().await?),
            2 | 3 | LARGE => {
                let query =
                    client.query().table_name("bench").key_condition_expression("PK = :p AND begins_with(SK, :s)");
                let query =
                    query.expression_attribute_values(":p", AttributeValue::S(format!("CHANNEL#{}", channel(work))));
                let query = query.expression_attribute_values(":s", AttributeValue::S("MSG#".to_owned()));
                let items = query.send().await?.items.unwrap_or_default();
                let found: Option<Vec<Message>> = items.into_iter().map(&read).collect();
                check(black_box(found.ok_or("an item")?).len(), work)?;
            }
            _ => {
                // One after the other, as one writes it by hand.
                for some in many.chunks(25) {
                    let put = |message| PutRequest::builder().set_item(Some(write(message))).build();
                    let requests =
                        some.iter().map(|message| Ok(WriteRequest::builder().put_request(put(message)?).build()));
                    let requests = requests.collect::<Result<Vec<_>, aws_sdk_dynamodb::error::BuildError>>()?;
                    client.batch_write_item().request_items("bench", requests).send().await?;
                }
            }
        }
    }
    Ok(())
}

/// modyne's idea of a query: an aggregate that items are merged into.
#[derive(Default)]
struct Messages(Vec<Message>);

impl Aggregate for Messages {
    type Projections = Message;

    fn merge(&mut self, item: Item) -> Result<(), modyne::Error> {
        self.0.extend(<Message as modyne::ProjectionSet>::try_from_item(item)?);
        Ok(())
    }
}

struct InChannel(&'static str);

impl QueryInput for InChannel {
    type Index = modyne::keys::Primary;
    type Aggregate = Messages;

    fn key_condition(&self) -> modyne::expr::KeyCondition<Self::Index> {
        modyne::expr::KeyCondition::in_partition(format!("CHANNEL#{}", self.0)).begins_with("MSG#")
    }
}

async fn modyne(work: usize, n: usize, table: &Modyne) -> Outcome {
    let (message, many) = (message(), thousand());
    for _ in 0..n {
        match work {
            0 => {
                let key = (message.channel_id.as_str(), message.timestamp, message.message_id.as_str());
                let item = <Message as EntityExt>::get(key).execute(table).await?.item.ok_or("no item")?;
                black_box(<Message as modyne::ProjectionExt>::from_item(item)?);
            }
            1 => drop(EntityExt::put(message.clone()).execute(table).await?),
            2 | 3 => {
                let mut messages = Messages::default();
                messages.reduce(InChannel(channel(work)).query().execute(table).await?.items.unwrap_or_default())?;
                check(black_box(messages).0.len(), work)?;
            }
            _ => {
                for some in many.chunks(25) {
                    let puts = some.iter().map(|message| EntityExt::put(message.clone()));
                    puts.fold(modyne::model::BatchWrite::new(), modyne::model::BatchWrite::operation)
                        .execute(table)
                        .await?;
                }
            }
        }
    }
    Ok(())
}

/// The floor: no SDK, no signature, no retries, nothing but the bytes.
fn raw(work: usize, n: usize, port: u16) -> Outcome {
    let message = message();
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(&stream);
    for _ in 0..n {
        let (operation, body) = match work {
            0 => (
                "GetItem",
                b"{\"TableName\":\"bench\",\"Key\":{\"PK\":{\"S\":\"CHANNEL#c\"},\"SK\":{\"S\":\"MSG#1#m\"}}}".to_vec(),
            ),
            1 => {
                let mut body = b"{\"TableName\":\"bench\",\"Item\":".to_vec();
                wire::message_to_json(&message, &mut body);
                body.push(b'}');
                ("PutItem", body)
            }
            _ => (
                "Query",
                format!("{{\"TableName\":\"bench\",\"Values\":{{\":p\":{{\"S\":\"CHANNEL#{}\"}}}}}}", channel(work))
                    .into_bytes(),
            ),
        };
        let head = format!(
            "POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-amz-target: DynamoDB_20120810.{operation}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        (&stream).write_all(head.as_bytes())?;
        (&stream).write_all(&body)?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            if line.trim_end().is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer)?;
        match work {
            0 => {
                let item =
                    answer.strip_prefix(b"{\"Item\":").and_then(|rest| rest.strip_suffix(b"}")).ok_or("no item")?;
                black_box(wire::message_from_json(&mut wire::Reader::new(item).ok_or("no text")?).ok_or("no item")?);
            }
            1 => {}
            _ => check(black_box(page(&answer).ok_or("no page")?).len(), work)?,
        }
    }
    Ok(())
}

fn page(answer: &[u8]) -> Option<Vec<Message>> {
    let mut reader = wire::Reader::new(answer.strip_prefix(b"{\"Items\":[")?)?;
    let mut messages = Vec::new();
    loop {
        messages.push(wire::message_from_json(&mut reader)?);
        if reader.take(b",").is_none() {
            return Some(messages);
        }
    }
}
