//! A program that is killed at any of its requests leaves nothing out of step, or a mark from which the rest is done.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use dynamo_core::Transport;
use dynamo_core::{Db, Entity, Names};
use serde_json::json;

use super::club::{Club, Event, event};
use super::engine;
use super::pointers::{assert_in_step, expected, items};
use crate::long::{in_long, is_long};

/// Dies at its `at`th request: before it is sent, or after it was answered.
#[derive(Debug, Clone)]
struct Deadly {
    inner: SharedHttpClient,
    at: usize,
    after: bool,
}

#[derive(Debug)]
struct DeadlyConnector {
    inner: SharedHttpConnector,
    at: usize,
    after: bool,
}

static SENT: AtomicUsize = AtomicUsize::new(0);

impl HttpClient for Deadly {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(DeadlyConnector { inner, at: self.at, after: self.after })
    }
}

impl HttpConnector for DeadlyConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let is_last = SENT.fetch_add(1, Ordering::Relaxed) == self.at;
        if is_last && !self.after {
            std::process::abort();
        }
        let (inner, after) = (self.inner.clone(), self.after);
        HttpConnectorFuture::new(async move {
            let answer = inner.call(request).await;
            if is_last && after {
                std::process::abort();
            }
            answer
        })
    }
}

/// How a record changes, and how many pointers it has.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Act {
    Create,
    Change,
    Shrink,
    Delete,
}

fn groups(from: usize, to: usize) -> Vec<String> {
    (from..to).map(|i| format!("g{i:03}")).collect()
}

fn record(title: &str, groups: &[String]) -> Event {
    let groups: Vec<_> = groups.iter().map(String::as_str).collect();
    Event { title: title.into(), ..event("e1", &groups, &[]) }
}

/// The record before, and after.
fn states(act: Act, count: usize) -> (Option<Event>, Option<Event>) {
    let old = record("Old", &groups(0, count));
    match act {
        Act::Create => (None, Some(old)),
        Act::Change => (Some(old), Some(record("New", &groups(0, count)))),
        // Half of the groups go, others come.
        Act::Shrink => (Some(old), Some(record("New", &groups(count / 2, count / 2 + count)))),
        Act::Delete => (Some(old), None),
    }
}

async fn perform(db: &Db, act: Act, count: usize) -> Result<(), dynamo_core::Error> {
    match states(act, count) {
        (None, Some(new)) => db.create(&new).await,
        (Some(_), Some(new)) if act == Act::Change => {
            db.update(new.key()).set(Event::fields().title, &*new.title).await
        }
        (Some(_), Some(new)) => db.put(&new).await,
        (Some(old), None) => db.delete(old.key()).await,
        (None, None) => Ok(()),
    }
}

const ALL: [Act; 4] = [Act::Create, Act::Change, Act::Shrink, Act::Delete];

fn act_of(name: &str) -> Act {
    ALL.into_iter().find(|act| format!("{act:?}") == name).unwrap()
}

/// Run as a process of its own by the test below.
#[tokio::test]
#[ignore = "a part of `a_crash_at_any_request_loses_nothing`"]
async fn child() {
    let Ok(plan) = std::env::var("CRASH_PLAN") else { return };
    let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
    let db = Db::at_endpoint(plan["endpoint"].as_str().unwrap()).unwrap();
    let db = db.with_names(Names::new().rename::<Club>(plan["table"].as_str().unwrap()));
    let at = usize::try_from(plan["at"].as_u64().unwrap()).unwrap();
    let inner = aws_smithy_http_client::Builder::new().build_http();
    let config = db.client().config().to_builder();
    let config = config.http_client(Deadly { inner, at, after: plan["after"].as_bool().unwrap() }).build();
    let db = db.with_client(aws_sdk_dynamodb::Client::from_conf(config)).with_transport(Transport::Direct);
    let count = usize::try_from(plan["count"].as_u64().unwrap()).unwrap();
    perform(&db, act_of(plan["act"].as_str().unwrap()), count).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_at_any_request_loses_nothing() {
    let db = engine::club_without_stream(Transport::Direct).await;
    let endpoint = match std::env::var("DYNAMODB_ENDPOINT") {
        Ok(endpoint) => endpoint,
        Err(_) => db.endpoint().unwrap().to_owned(),
    };
    let table = db.table_name::<Club>().unwrap();
    let (mut crashes, mut marks) = (0, 0);
    // DynamoDB Local takes a second for what the engine in this process does in a few milliseconds.
    let is_local = std::env::var("DYNAMODB_ENDPOINT").is_ok();
    let plans: &[(usize, &[Act])] = if is_local {
        &[(3, &[Act::Change, Act::Delete]), (120, &[Act::Change, Act::Delete])]
    } else if is_long() {
        &[(3, &ALL), (99, &ALL), (250, &ALL)]
    } else {
        // One transaction; one that only just fits, and one more; several, some of which delete.
        &[(3, &[Act::Create, Act::Change]), (99, &[Act::Change, Act::Shrink]), (250, &[Act::Shrink, Act::Delete])]
    };
    for &(count, acts) in plans {
        for &act in acts {
            for at in 0.. {
                let mut survived = false;
                for after in [false, true] {
                    let (old, new) = states(act, count);
                    if let Some(old) = &old {
                        db.put(old).await.unwrap();
                    }
                    let plan = json!({ "endpoint": endpoint, "table": table, "act": format!("{act:?}"), "count": count, "at": at, "after": after });
                    let child = Command::new(std::env::current_exe().unwrap())
                        .args(["--exact", "ops::crash::child", "--ignored", "--nocapture"])
                        .env("CRASH_PLAN", plan.to_string())
                        .output()
                        .unwrap();
                    survived = child.status.success();
                    let what = format!("{act:?} of {count} at request {at}, after: {after}");
                    let found = items(&db).await;
                    let is = |state: &Option<Event>| expected(state.as_slice()) == found;
                    let marked = found.get("EVENT#e1 / META").is_some_and(|item| item.contains_key("_pending"));
                    if survived {
                        assert!(is(&new), "{what}: it was not killed, and is not done");
                    } else {
                        crashes += 1;
                        marks += usize::from(marked);
                        assert!(is(&old) || is(&new) || marked, "{what}: out of step, and nothing says so");
                        assert!(
                            count > 99 || !marked || (count, act) == (99, Act::Shrink),
                            "{what}: one transaction would do"
                        );
                    }
                    finish(&db, marked, crashes, &what).await;
                    let found = items(&db).await;
                    let is = |state: &Option<Event>| expected(state.as_slice()) == found;
                    assert!(is(&old) || is(&new), "{what}: still out of step");
                    db.delete(record("", &[]).key()).await.unwrap();
                    assert_in_step(&db, &[]).await;
                }
                if survived {
                    break;
                }
            }
        }
    }
    let (least_crashes, least_marks) = if is_local { (12, 2) } else { in_long((60, 8), (30, 8)) };
    assert!(crashes > least_crashes && marks > least_marks, "{crashes} crashes, {marks} of them with a mark");
    let _ = db.delete_table::<Club>().await;
}

/// The three ways in which the rest of a write is done.
async fn finish(db: &Db, marked: bool, turn: usize, what: &str) {
    if !marked {
        let report = db.verify::<Club>().await.unwrap();
        return assert!(report.is_clean(), "{what}: {report:?}");
    }
    assert!(!db.verify::<Club>().await.unwrap().is_clean(), "{what}");
    match turn % 3 {
        0 => drop(db.repair::<Club>().await.unwrap()),
        1 => drop(db.repair_record(Event::key("e1")).await.unwrap()),
        // The next write: what it does itself is nothing, if the record is to go.
        _ => {
            let seen = db.update(Event::key("e1")).set(Event::fields().views, 0).await;
            assert!(matches!(seen, Ok(()) | Err(dynamo_core::Error::NotFound(_))), "{what}: {seen:?}");
        }
    }
}
