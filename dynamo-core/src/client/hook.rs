//! Our codec inside the SDK's own client.
//!
//! An interceptor replaces the serializer and the deserializer of an operation. Everything else stays the SDK's:
//! endpoints, credentials, signing, HTTP, timeouts, retries, and every answer that is an error.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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

use crate::error::Answered;

/// The content of a request's body.
#[derive(Debug)]
pub(crate) enum Body {
    /// Fields to insert at the front of the object that the SDK writes, each with a comma after it.
    Front(Arc<Vec<u8>>),
    /// The whole body.
    Whole(Vec<u8>),
}

/// Captures an answer before the SDK decodes it.
struct Capture {
    /// The operation, which holds the SDK's own deserializer for errors.
    operation: Box<dyn RuntimePlugin>,
    /// The empty output that the SDK gets instead.
    output: fn() -> Output,
    body: Mutex<Option<SdkBody>>,
}

/// The interceptor of one request.
#[derive(Clone)]
pub(crate) struct Hook(Arc<Inner>);

struct Inner {
    body: Option<Body>,
    capture: Option<Capture>,
    attempts: AtomicU32,
    ambiguous: AtomicBool,
}

impl std::fmt::Debug for Hook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hook").finish_non_exhaustive()
    }
}

impl Hook {
    /// Counts attempts, and leaves the rest to the SDK.
    pub(crate) fn counting() -> Self {
        Self::new(None, None)
    }

    /// Replaces the body that the SDK writes, or inserts fields at its front.
    pub(crate) fn writing(body: Body) -> Self {
        Self::new(Some(body), None)
    }

    /// Captures the answer of `operation` undecoded; the SDK gets `output`.
    pub(crate) fn capturing(operation: impl RuntimePlugin + 'static, output: fn() -> Output) -> Self {
        Self::new(None, Some(Capture { operation: Box::new(operation), output, body: Mutex::new(None) }))
    }

    fn new(body: Option<Body>, capture: Option<Capture>) -> Self {
        Self(Arc::new(Inner { body, capture, attempts: AtomicU32::new(0), ambiguous: AtomicBool::new(false) }))
    }

    /// Returns the captured answer.
    pub(crate) fn captured(&self) -> SdkBody {
        let body = self.0.capture.as_ref();
        let body = body.and_then(|capture| capture.body.lock().unwrap_or_else(PoisonError::into_inner).take());
        body.unwrap_or_else(SdkBody::empty)
    }

    /// Returns how often the request was sent.
    pub(crate) fn attempts(&self) -> u32 {
        self.0.attempts.load(Ordering::Relaxed)
    }

    pub(crate) fn answered(&self) -> Answered {
        Answered { ambiguous: self.0.ambiguous.load(Ordering::Relaxed), once: false }
    }
}

#[dyn_dispatch_hint]
impl Intercept for Hook {
    fn name(&self) -> &'static str {
        "DynamoCoreHook"
    }

    fn read_before_execution(
        &self,
        _: &BeforeSerializationInterceptorContextRef<'_>,
        cfg: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if self.0.body.is_some() {
            let stock = cfg.load::<SharedRequestSerializer>().ok_or("the operation has no serializer")?.clone();
            let ours = Serializer { stock, hook: self.clone() };
            cfg.interceptor_state().store_put(SharedRequestSerializer::new(ours));
        }
        if self.0.capture.is_some() {
            cfg.interceptor_state().store_put(SharedResponseDeserializer::new(Deserializer(self.clone())));
        }
        Ok(())
    }

    fn read_before_attempt(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
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

#[derive(Debug)]
struct Serializer {
    stock: SharedRequestSerializer,
    hook: Hook,
}

impl SerializeRequest for Serializer {
    fn serialize_input(&self, input: Input, cfg: &mut ConfigBag) -> Result<HttpRequest, BoxError> {
        let mut request = self.stock.serialize_input(input, cfg)?;
        let body = match &self.hook.0.body {
            Some(Body::Whole(whole)) => whole.clone(),
            Some(Body::Front(front)) => {
                let rest = request.body().bytes().and_then(|stock| stock.strip_prefix(b"{"));
                let rest = rest.ok_or("the SDK wrote something else than an object")?;
                let mut body = Vec::with_capacity(front.len() + rest.len() + 1);
                body.push(b'{');
                body.extend_from_slice(front);
                if rest == b"}" {
                    body.pop();
                }
                body.extend_from_slice(rest);
                body
            }
            None => return Ok(request),
        };
        request.headers_mut().insert("content-length", body.len().to_string());
        *request.body_mut() = SdkBody::from(body);
        Ok(request)
    }
}

#[derive(Debug)]
struct Deserializer(Hook);

impl DeserializeResponse for Deserializer {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        cfg: &ConfigBag,
    ) -> Result<Output, OrchestratorError<ErasedError>> {
        let Some(capture) = &self.0.0.capture else {
            return Err(OrchestratorError::other("there is nothing to read answers with"));
        };
        match response.body().try_clone() {
            Some(body) if response.status().is_success() => {
                *capture.body.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
                Ok((capture.output)())
            }
            _ => {
                let layer = capture.operation.config();
                let stock = layer.as_ref().and_then(|layer| layer.load::<SharedResponseDeserializer>());
                let stock = stock.ok_or_else(|| OrchestratorError::other("the operation has no deserializer"))?;
                stock.deserialize_nonstreaming_with_config(response, cfg)
            }
        }
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

/// Returns the configuration of requests that are not sent again once they may have been applied.
pub(crate) fn not_again() -> aws_sdk_dynamodb::config::Builder {
    aws_sdk_dynamodb::Config::builder().retry_classifier(OnlyIfNotDone)
}

/// Sends a request of the SDK with a hook, and meters it. With `once`, it is not sent again when it may have been
/// applied.
macro_rules! send {
    ($builder:expr, $hook:expr, $meter:expr) => {
        $crate::client::send!($builder, $hook, $meter, once: false)
    };
    ($builder:expr, $hook:expr, $meter:expr, once: $once:expr) => {{
        let mut customized = $builder.set_return_consumed_capacity($meter.asks()).customize();
        if $once {
            customized = customized.config_override($crate::client::not_again());
        }
        let sent = customized.interceptor($hook.clone()).send().await;
        $meter.sent($hook.attempts());
        sent
    }};
}

pub(crate) use send;
