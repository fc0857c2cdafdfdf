//! CPU time of calls, and calls in flight.

use std::hint::black_box;
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::prelude::*;
use futures_util::{StreamExt, stream};

use crate::callers::{CORE, Outcome, THROUGH_SDK, client, endpoint, run};
use crate::hand::item;
use crate::model::{Message, message};

type Problem = Box<dyn std::error::Error>;

/// Microseconds of CPU time that this thread takes for a call: what many calls take, less what few calls take.
pub async fn cpu_of(work: usize, who: usize, n: usize, port: u16) -> Result<f64, Problem> {
    let few = (n / 10).max(1);
    let mut used = [0.0; 2];
    for (used, n) in used.iter_mut().zip([few, n + few]) {
        let before = on_cpu()?;
        run(work, who, n, port).await.ok_or("nothing to call")??;
        *used = on_cpu()? - before;
    }
    #[allow(clippy::cast_precision_loss)] // Counts are far below 2^52.
    let calls = n as f64;
    Ok((used[1] - used[0]) / calls)
}

/// Microseconds that this thread has been on a CPU.
fn on_cpu() -> Result<f64, Problem> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split(' ').next().ok_or("the kernel counts no CPU time")?.parse::<f64>()? / 1000.0)
}

/// One competitor's get.
#[derive(Clone)]
enum Getter {
    Sdk(aws_sdk_dynamodb::Client, fn(Item) -> Option<Message>),
    Ours(Db),
}

impl Getter {
    fn new(who: usize, port: u16) -> Result<Self, Problem> {
        let client = client(port);
        Ok(match who {
            0 => Self::Sdk(client, |item| serde_dynamo::from_item(item).ok()),
            1 => Self::Sdk(client, item::message_from_item),
            CORE => Self::Ours(Db::at_endpoint(&endpoint(port))?),
            THROUGH_SDK => Self::Ours(Db::new(client)),
            _ => return Err("nothing to call".into()),
        })
    }

    async fn get(&self, message: &Message) -> Outcome {
        let found = match self {
            Self::Ours(db) => db.get(message.key()).await?,
            Self::Sdk(client, read) => {
                let get = client.get_item().table_name("bench");
                let get = get.key("PK", AttributeValue::S(format!("CHANNEL#{}", message.channel_id)));
                let sort = format!("MSG#{:013}#{}", message.timestamp, message.message_id);
                get.key("SK", AttributeValue::S(sort)).send().await?.item.and_then(read)
            }
        };
        black_box(found.ok_or("no item")?);
        Ok(())
    }
}

/// Keeps so many gets in flight; returns how many there are a second, and the microseconds that one of a hundred exceeds.
pub async fn in_flight(who: usize, flights: usize, n: usize, port: u16) -> Result<(f64, f64), Problem> {
    let (getter, message) = (Getter::new(who, port)?, message());
    let timed = || async {
        let began = Instant::now();
        getter.get(&message).await.map(|()| began.elapsed())
    };
    let all = |n: usize| stream::iter(0..n).map(|_| timed()).buffer_unordered(flights);
    // The first calls open the connections.
    all(4 * flights).collect::<Vec<_>>().await;
    let began = Instant::now();
    let took = all(n).collect::<Vec<_>>().await.into_iter().collect::<Result<Vec<Duration>, _>>()?;
    #[allow(clippy::cast_precision_loss)] // Counts are far below 2^52.
    let per_second = n as f64 / began.elapsed().as_secs_f64();
    let mut took = took;
    took.sort();
    let slow = took.get(n * 99 / 100).ok_or("no calls")?;
    Ok((per_second, slow.as_secs_f64() * 1e6))
}
