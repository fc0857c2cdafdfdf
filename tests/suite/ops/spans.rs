//! What a subscriber gets to see.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use dynamo_core::Db;
use dynamo_core::Transport;
use futures_util::StreamExt;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use super::engine;
use super::fault::{self, Fault};
use super::model::{Message, Status, Task, User, message, task, user};

pub(super) type Fields = BTreeMap<&'static str, String>;

/// Keeps the fields of every span of ours.
#[derive(Clone, Default)]
pub(super) struct Spans(Arc<Mutex<Vec<(Id, Fields)>>>);

struct Visitor<'a>(&'a mut Fields);

impl Visit for Visitor<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}").trim_matches('"').to_owned());
    }
}

impl<S: tracing::Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        if attributes.metadata().name() == "dynamo" {
            let mut fields = Fields::new();
            attributes.record(&mut Visitor(&mut fields));
            self.0.lock().unwrap().push((id.clone(), fields));
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _: Context<'_, S>) {
        let mut spans = self.0.lock().unwrap();
        if let Some((_, fields)) = spans.iter_mut().rev().find(|(known, _)| known == id) {
            values.record(&mut Visitor(fields));
        }
    }
}

impl Spans {
    pub(super) fn watch() -> (Self, DefaultGuard) {
        let spans = Self::default();
        let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(spans.clone()));
        (spans, guard)
    }

    /// Everything that was recorded.
    pub(super) fn all(&self) -> Vec<Fields> {
        self.0.lock().unwrap().iter().map(|(_, fields)| fields.clone()).collect()
    }

    fn last(&self) -> Fields {
        self.0.lock().unwrap().last().unwrap().1.clone()
    }
}

#[tokio::test]
async fn a_span_tells_what_was_done_and_what_it_cost() {
    let db: Db = engine::with_table(Transport::Direct).await;
    let (spans, _guard) = Spans::watch();
    db.put(&task("ann", "t1")).await.unwrap();
    let put = spans.last();
    assert_eq!((put["operation"].as_str(), put["table"].as_str(), put["entity"].as_str()), ("put", "Work", "Task"));
    assert!(put["capacity"].parse::<f64>().unwrap() >= 1.0, "{put:?}");
    db.query(Task::query_gsi1(&Status::Open)).page().await.unwrap();
    let query = spans.last();
    assert_eq!(
        (query["operation"].as_str(), query["index"].as_str(), query["requests"].as_str()),
        ("query", "GSI1", "1")
    );
    assert!(query["capacity"].parse::<f64>().unwrap() > 0.0, "{query:?}");
    db.delete_table::<super::model::Work>().await.unwrap();
}

/// A stream over several partitions is one operation, for as long as it is read.
#[tokio::test]
async fn a_merged_stream_tells_what_it_cost() {
    let db: Db = engine::with_table(Transport::Direct).await;
    let channels = ["c1", "c2", "c3"];
    for (at, channel) in (0..).zip(channels) {
        db.put(&message(channel, at, "m1")).await.unwrap();
    }
    let (spans, _guard) = Spans::watch();
    let mut stream = db.query_merged(channels.map(Message::query)).stream();
    assert!(stream.next().await.is_some());
    assert!(!spans.last().contains_key("requests"), "it may go on");
    drop(stream);
    let query = spans.last();
    assert_eq!((query["operation"].as_str(), query["requests"].as_str()), ("query", "3"));
    assert!(query["capacity"].parse::<f64>().unwrap() >= 1.5, "{query:?}");
    db.delete_table::<super::model::Work>().await.unwrap();
}

/// Keeps what warnings say.
#[derive(Clone, Default)]
pub(crate) struct Warnings(pub(crate) Arc<Mutex<Vec<String>>>);

impl Warnings {
    pub(crate) fn watch() -> (Self, DefaultGuard) {
        let warnings = Self::default();
        let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(warnings.clone()));
        (warnings, guard)
    }
}

impl<S: tracing::Subscriber> Layer<S> for Warnings {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        // The SDK's own are none of ours.
        let ours = event.metadata().target().starts_with("dynamo_core");
        if ours && *event.metadata().level() == tracing::Level::WARN {
            let mut fields = Fields::new();
            event.record(&mut Visitor(&mut fields));
            self.0.lock().unwrap().push(format!("{} {fields:?}", fields["message"]));
        }
    }
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn a_task_that_gets_items_one_by_one_is_noticed() {
    let db: Db = engine::with_table(Transport::Direct).await;
    let (warnings, _guard) = Warnings::watch();
    let got = |count: usize| {
        let db = db.clone();
        async move {
            for i in 0..count {
                db.get(Task::key("ann", &format!("t{i}"))).await.unwrap();
                db.get(User::key("ann")).await.unwrap();
            }
        }
    };
    // Some are none of our business, and so are those of different tasks.
    tokio::spawn(got(9)).await.unwrap();
    tokio::spawn(got(9)).await.unwrap();
    assert_eq!(warnings.0.lock().unwrap().len(), 0);
    tokio::spawn(got(30)).await.unwrap();
    let said = warnings.0.lock().unwrap().clone();
    // A slow machine is warned again in the next second.
    for entity in ["Task", "User"] {
        let warning = format!("one task gets `{entity}` item by item");
        assert!(said.iter().any(|said| said.contains(&warning) && said.contains("`batch_get`")), "{said:?}");
    }
    db.delete_table::<super::model::Work>().await.unwrap();
}

#[tokio::test]
async fn a_span_counts_retries_and_keeps_secrets() {
    let (db, faults) = fault::database(Transport::Direct).await;
    db.put(&user("ann")).await.unwrap();
    let (spans, _guard) = Spans::watch();
    faults.next([Fault::Throttled, Fault::Throttled]);
    db.get(User::key("ann")).await.unwrap();
    assert_eq!(spans.last()["retries"], "2");
    let secret = User::fields().password.eq("other-secret");
    db.put(&user("ann")).when(secret).await.unwrap_err();
    let failed = spans.last();
    assert!(failed["error"].contains("the condition failed"), "{failed:?}");
    assert!(!format!("{failed:?}").contains("secret"), "{failed:?}");
    faults.none();
    db.delete_table::<super::model::Work>().await.unwrap();
}

/// The span stays open until the answer is read.
#[tokio::test]
async fn an_old_item_that_cannot_be_read_is_an_error_of_its_span() {
    let db: Db = engine::with_table(Transport::Direct).await;
    let mut item = dynamo_core::Entity::to_item(&task("ann", "t1")).unwrap();
    item.insert("title".into(), dynamo_core::codec::AttributeValue::Bool(true));
    let table = db.table_name::<super::model::Work>().unwrap();
    db.client().put_item().table_name(table).set_item(Some(item)).send().await.unwrap();
    let (spans, _guard) = Spans::watch();
    let error = db.delete(Task::key("ann", "t1")).returning_old().await.unwrap_err();
    assert!(matches!(error, dynamo_core::Error::Decode(_)), "{error}");
    assert!(spans.last()["error"].contains("cannot be read"), "{:?}", spans.last());
    db.delete_table::<super::model::Work>().await.unwrap();
}
