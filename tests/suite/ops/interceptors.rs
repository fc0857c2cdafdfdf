//! Interceptors of the caller: none is passed by in silence.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::BeforeSerializationInterceptorContextMut;
use aws_smithy_runtime_api::client::interceptors::{Intercept, dyn_dispatch_hint};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;
use dynamo_core::Transport;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::direct::{Wire, config};
use super::model::{Task, Work, task};

/// Encrypts what is put, as AWS's encryption client does: it changes the SDK's input.
#[derive(Debug)]
struct Encrypt;

#[dyn_dispatch_hint]
impl Intercept for Encrypt {
    fn name(&self) -> &'static str {
        "Encrypt"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(input) = context.input_mut().downcast_mut::<PutItemInput>() {
            for value in input.item.iter_mut().flat_map(|item| item.values_mut()) {
                *value = AttributeValue::S("encrypted".into());
            }
        }
        Ok(())
    }
}

fn encrypting() -> (Wire, Client) {
    let wire = Wire::default();
    let config = aws_sdk_dynamodb::config::Builder::from(&config(&wire).build()).interceptor(Encrypt);
    (wire, Client::from_conf(config.build()))
}

#[tokio::test]
async fn nothing_is_sent_past_an_interceptor() {
    let (wire, client) = encrypting();
    let db = Db::new(client.clone());
    let (key, one) = (|| Task::key("ann", "t1"), task("ann", "t1"));
    let refused = [
        db.get(key()).await.map(drop),
        db.put(&one).await,
        db.create(&one).await,
        db.update(key()).add(Task::fields().tries, 1).await,
        db.delete(key()).await,
        db.query(Task::query("ann")).page().await.map(drop),
        db.query(Task::query("ann")).all().await.map(drop),
        db.query(Task::query("ann")).count().await.map(drop),
        db.scan::<Task>().page().await.map(drop),
        db.batch_get([key()]).await.map(drop),
        db.batch_write().put(&one).await,
        db.transact().put(&one).await,
        db.transact_get((key(),)).await.map(drop),
        db.insert_or_get(&one).await.map(drop),
        db.replace(&one).await,
        db.upsert(&one).add(Task::fields().tries, 1).await,
        db.batch_get_any::<Work>([key().into()]).await.map(drop),
        db.scan_index(Task::gsi1()).all().await.map(drop),
        db.scan::<Task>().segments(2).stream().try_next().await.map(drop),
        db.query(Task::query("ann")).stream().try_next().await.map(drop),
    ];
    for refused in refused {
        let error = refused.unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, Error::Config(_)), "{error:?}");
        assert!(!error.is_retryable() && text.contains("interceptor `Encrypt`"), "{text}");
        assert!(text.contains("with_http_only_interceptors()") && text.contains("into_sdk()"), "{text}");
    }
    assert!(wire.seen().is_empty());
    // The direct transport calls no interceptor, whatever it looks at.
    for db in [db.clone(), db.with_http_only_interceptors()] {
        let error = db.with_transport(Transport::Direct).put(&one).await.unwrap_err();
        assert!(matches!(error, Error::Config(_)) && error.to_string().contains("direct transport"), "{error}");
    }
    let error = Db::from_config(&config(&wire).build()).with_client(client).put(&one).await.unwrap_err();
    assert!(matches!(error, Error::Config(_)), "{error}");
    assert!(wire.seen().is_empty());
}

#[tokio::test]
async fn a_request_of_the_sdks_own_is_encrypted() {
    let (wire, client) = encrypting();
    let db = Db::new(client);
    db.put(&task("ann", "t1")).into_sdk().unwrap().send().await.unwrap();
    let seen = String::from_utf8(wire.seen().remove(0).body).unwrap();
    assert!(seen.contains("encrypted") && !seen.contains("ann"), "{seen}");
}

#[tokio::test]
async fn an_interceptor_that_looks_at_http_alone_may_be_allowed() {
    let (wire, client) = encrypting();
    let db = Db::new(client).with_http_only_interceptors();
    db.put(&task("ann", "t1")).await.unwrap();
    // What was said is what happens: the SDK's input is not looked at.
    let seen = String::from_utf8(wire.seen().remove(0).body).unwrap();
    assert!(seen.contains("ann") && !seen.contains("encrypted"), "{seen}");
}
