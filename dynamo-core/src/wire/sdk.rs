//! Sends requests through the SDK's client, as a carrier of bytes.
//!
//! An interceptor takes the place of the SDK's serializer, and keeps the answer before the SDK's deserializer reads it. Everything
//! else stays the SDK's: endpoints, credentials, signing, HTTP, timeouts, retries.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItem, BatchGetItemOutput};
use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItem, BatchWriteItemOutput};
use aws_sdk_dynamodb::operation::delete_item::{DeleteItem, DeleteItemOutput};
use aws_sdk_dynamodb::operation::get_item::{GetItem, GetItemOutput};
use aws_sdk_dynamodb::operation::put_item::{PutItem, PutItemOutput};
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::operation::scan::{Scan, ScanOutput};
use aws_sdk_dynamodb::operation::transact_get_items::{TransactGetItems, TransactGetItemsOutput};
use aws_sdk_dynamodb::operation::transact_write_items::{TransactWriteItems, TransactWriteItemsOutput};
use aws_sdk_dynamodb::operation::update_item::{UpdateItem, UpdateItemOutput};
use aws_sdk_dynamodb::types::{Delete, Get, KeysAndAttributes, TransactGetItem, TransactWriteItem};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, BeforeTransmitInterceptorContextRef, Error as ErasedError,
    FinalizerInterceptorContextRef, Input, InterceptorContext, Output,
};
use aws_smithy_runtime_api::client::interceptors::{Intercept, dyn_dispatch_hint};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::retries::classifiers::{ClassifyRetry, RetryAction, RetryClassifierPriority};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{
    DeserializeResponse, SerializeRequest, SharedRequestSerializer, SharedResponseDeserializer,
};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::ConfigBag;

use super::rejected;
use super::request::{CONTENT_TYPE, Operation, Request};
use super::{Answer, SendFuture, SendRequest, Sent};
use crate::error::{Answered, Rejected};

/// The transport through the SDK's client.
#[derive(Debug)]
pub(super) struct ThroughSdk(pub(super) Client);

impl SendRequest for ThroughSdk {
    fn send(&self, request: Request) -> SendFuture<'_> {
        Box::pin(self.carry(request))
    }
}

impl ThroughSdk {
    async fn carry(&self, Request { operation, table, body, once }: Request) -> Sent {
        let client = &self.0;
        macro_rules! carry {
            ($operation:ty, $output:ty, $builder:expr) => {{
                let exchange =
                    Exchange::new(operation, body, <$operation>::new(), || Output::erase(<$output>::builder().build()));
                let mut call = $builder.customize().interceptor(exchange.clone());
                if once {
                    call = call.config_override(Config::builder().retry_classifier(OnlyIfNotDone));
                }
                exchange.ended(call.send().await.err().as_ref(), once)
            }};
        }
        // The SDK's own input has only what its endpoint depends on: a table.
        match operation {
            Operation::GetItem => carry!(GetItem, GetItemOutput, client.get_item().table_name(table)),
            Operation::PutItem => carry!(PutItem, PutItemOutput, client.put_item().table_name(table)),
            Operation::UpdateItem => carry!(UpdateItem, UpdateItemOutput, client.update_item().table_name(table)),
            Operation::DeleteItem => carry!(DeleteItem, DeleteItemOutput, client.delete_item().table_name(table)),
            Operation::Query => carry!(Query, QueryOutput, client.query().table_name(table)),
            Operation::Scan => carry!(Scan, ScanOutput, client.scan().table_name(table)),
            Operation::BatchGetItem => {
                let no_keys = KeysAndAttributes::builder().set_keys(Some(Vec::new())).build();
                let tables = no_keys.ok().map(|keys| HashMap::from([(table, keys)]));
                carry!(BatchGetItem, BatchGetItemOutput, client.batch_get_item().set_request_items(tables))
            }
            Operation::BatchWriteItem => {
                let builder = client.batch_write_item().request_items(table, Vec::new());
                carry!(BatchWriteItem, BatchWriteItemOutput, builder)
            }
            Operation::TransactGetItems => {
                let get = Get::builder().table_name(table).set_key(Some(HashMap::new())).build();
                let items = get.ok().map(|get| vec![TransactGetItem::builder().get(get).build()]);
                carry!(TransactGetItems, TransactGetItemsOutput, client.transact_get_items().set_transact_items(items))
            }
            Operation::TransactWriteItems => {
                let delete = Delete::builder().table_name(table).set_key(Some(HashMap::new())).build();
                let items = delete.ok().map(|delete| vec![TransactWriteItem::builder().delete(delete).build()]);
                let builder = client.transact_write_items().set_transact_items(items);
                carry!(TransactWriteItems, TransactWriteItemsOutput, builder)
            }
        }
    }
}

/// One request on its way through the SDK's client, with all of its attempts.
#[derive(Clone)]
struct Exchange(Arc<Carried>);

struct Carried {
    target: &'static str,
    body: SdkBody,
    length: usize,
    /// The operation, which holds the SDK's own deserializer for errors.
    operation: Box<dyn RuntimePlugin>,
    /// The empty output that the SDK gets.
    output: fn() -> Output,
    /// The answer to the last attempt.
    answer: Mutex<Option<Result<SdkBody, Rejected>>>,
    attempts: AtomicU32,
    ambiguous: AtomicBool,
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").finish_non_exhaustive()
    }
}

impl Exchange {
    fn new(operation: Operation, body: Vec<u8>, plugin: impl RuntimePlugin + 'static, output: fn() -> Output) -> Self {
        Self(Arc::new(Carried {
            target: operation.target(),
            length: body.len(),
            body: SdkBody::from(body),
            operation: Box::new(plugin),
            output,
            answer: Mutex::new(None),
            attempts: AtomicU32::new(0),
            ambiguous: AtomicBool::new(false),
        }))
    }

    fn set_answer(&self, answer: Option<Result<SdkBody, Rejected>>) {
        *self.0.answer.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    }

    /// Returns the outcome, once the SDK has made its last attempt.
    fn ended<E>(&self, error: Option<&SdkError<E, HttpResponse>>, once: bool) -> Sent
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        let answered = Answered { ambiguous: self.0.ambiguous.load(Ordering::Relaxed), once };
        let answer = self.0.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let answer = match (error, answer) {
            (None, Some(Ok(body))) => Ok(Answer::new(body)),
            (None, _) => Ok(Answer::new(SdkBody::empty())),
            (Some(SdkError::ServiceError(_) | SdkError::ResponseError(_)), Some(Err(rejected))) => {
                Err(Rejected { answered, ..rejected })
            }
            (Some(error), _) => Err(Rejected::by_sdk(error, answered)),
        };
        Sent { answer, attempts: self.0.attempts.load(Ordering::Relaxed) }
    }
}

#[dyn_dispatch_hint]
impl Intercept for Exchange {
    fn name(&self) -> &'static str {
        "DynamoCoreExchange"
    }

    fn read_before_execution(
        &self,
        _: &BeforeSerializationInterceptorContextRef<'_>,
        cfg: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        cfg.interceptor_state().store_put(SharedRequestSerializer::new(Serializer(self.clone())));
        cfg.interceptor_state().store_put(SharedResponseDeserializer::new(Deserializer(self.clone())));
        Ok(())
    }

    fn read_before_attempt(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.set_answer(None);
        self.0.attempts.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let failed = matches!(context.output_or_error(), Some(Err(_)) | None);
        if failed && is_ambiguous(context.response()) {
            self.0.ambiguous.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Returns whether a failed attempt may have been applied: there was no answer, or not one that blames the client.
fn is_ambiguous(response: Option<&HttpResponse>) -> bool {
    response.is_none_or(|response| !response.status().is_client_error())
}

/// Makes the HTTP request of our body, in place of the SDK's input.
#[derive(Debug)]
struct Serializer(Exchange);

impl SerializeRequest for Serializer {
    fn serialize_input(&self, _: Input, _: &mut ConfigBag) -> Result<HttpRequest, BoxError> {
        let Carried { target, body, length, .. } = &*self.0.0;
        let mut request = HttpRequest::new(body.try_clone().ok_or("the body cannot be sent again")?);
        request.set_method("POST")?;
        request.set_uri("/")?;
        let headers = request.headers_mut();
        headers.try_insert("content-type", CONTENT_TYPE)?;
        headers.try_insert("content-length", itoa::Buffer::new().format(*length).to_owned())?;
        headers.try_insert("x-amz-target", *target)?;
        Ok(request)
    }
}

/// Keeps answers as they are. The SDK still reads those that are errors, to decide about retries.
#[derive(Debug)]
struct Deserializer(Exchange);

impl DeserializeResponse for Deserializer {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        cfg: &ConfigBag,
    ) -> Result<Output, OrchestratorError<ErasedError>> {
        let exchange = &self.0;
        let body = response.body().try_clone().unwrap_or_else(SdkBody::empty);
        if response.status().is_success() {
            exchange.set_answer(Some(Ok(body)));
            return Ok((exchange.0.output)());
        }
        let bytes = body.bytes().unwrap_or_default();
        let rejected = rejected::read(response.status().as_u16(), response.headers(), bytes);
        exchange.set_answer(Some(Err(rejected)));
        let layer = exchange.0.operation.config();
        let stock = layer.as_ref().and_then(|layer| layer.load::<SharedResponseDeserializer>());
        let stock = stock.ok_or_else(|| OrchestratorError::other("the operation has no deserializer"))?;
        stock.deserialize_nonstreaming_with_config(response, cfg)
    }
}

/// Forbids retries of attempts that may have been applied, for requests that must not be applied twice.
#[derive(Debug)]
struct OnlyIfNotDone;

impl ClassifyRetry for OnlyIfNotDone {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        match context.output_or_error() {
            Some(Err(_)) if is_ambiguous(context.response()) => RetryAction::RetryForbidden,
            _ => RetryAction::NoActionIndicated,
        }
    }

    fn name(&self) -> &'static str {
        "OnlyIfNotDone"
    }

    fn priority(&self) -> RetryClassifierPriority {
        RetryClassifierPriority::run_before(RetryClassifierPriority::transient_error_classifier())
    }
}
