//! What the SDK's client is configured with, as the SDK itself resolves it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Credentials;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::auth::{AuthScheme, AuthSchemeId};
use aws_smithy_runtime_api::client::http::{HttpClient, HttpConnectorSettings, SharedHttpConnector};
use aws_smithy_runtime_api::client::identity::{Identity, ResolveCachedIdentity, SharedIdentityResolver};
use aws_smithy_runtime_api::client::interceptors::context::BeforeTransmitInterceptorContextRef;
use aws_smithy_runtime_api::client::interceptors::{Intercept, dyn_dispatch_hint};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::stalled_stream_protection::StalledStreamProtectionConfig;
use aws_smithy_types::config_bag::ConfigBag;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;

use crate::error::{Answered, Rejected};

/// The parts of a client that requests are sent with.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) components: RuntimeComponents,
    pub(super) credentials: SharedIdentityResolver,
    pub(super) connector: SharedHttpConnector,
    pub(super) retry: RetryConfig,
    pub(super) timeouts: TimeoutConfig,
    pub(super) uri: String,
    pub(super) host: String,
    pub(super) user_agent: String,
    /// The region and the service that signatures are for.
    pub(super) region: String,
    pub(super) service: String,
    /// The account that the endpoint was resolved for.
    pub(super) account: Option<String>,
    /// How long an answer may stand still.
    pub(super) grace: Option<Duration>,
    /// Whether differences between clocks are measured.
    pub(super) corrects_clock: bool,
    /// Whether requests carry the trace of the Lambda function that this is.
    pub(super) in_lambda: bool,
}

impl Parts {
    /// Has the client prepare a request up to the moment in which it would be sent, and keeps what it used; `None` if there is
    /// something that only the SDK can send.
    pub(super) async fn of(client: &Client, corrects_clock: bool) -> Result<Option<Self>, Rejected> {
        let probe = Probe::default();
        let request = client.get_item().table_name("probe");
        let stopped = request.customize().interceptor(probe.clone()).send().await;
        let probed = std::mem::take(&mut *probe.0.lock().unwrap_or_else(PoisonError::into_inner));
        match (probed, stopped) {
            (Probed::Parts(mut parts), _) => {
                parts.account = account(&parts.identity().await?);
                parts.corrects_clock = corrects_clock;
                Ok(Some(*parts))
            }
            (Probed::Unsent, Err(error)) => Err(Rejected::by_sdk(&error, Answered::default())),
            (Probed::OnlySdk, _) | (Probed::Unsent, Ok(_)) => Ok(None),
        }
    }

    /// Returns `None` for requests that are not signed with `SigV4`, and for an endpoint with a path.
    fn new(request: &HttpRequest, components: &RuntimeComponents, cfg: &ConfigBag) -> Option<Self> {
        let scheme = components.auth_scheme(AuthSchemeId::new("sigv4"))?;
        let credentials = scheme.identity_resolver(components)?;
        let timeouts = cfg.load::<TimeoutConfig>().cloned().unwrap_or_else(TimeoutConfig::disabled);
        let mut settings = HttpConnectorSettings::builder();
        settings.set_connect_timeout(timeouts.connect_timeout());
        settings.set_read_timeout(timeouts.read_timeout());
        let http = components.http_client()?;
        let uri = request.uri();
        let header = |name: &str| request.headers().get(name).unwrap_or_default();
        // Credential=<id>/<day>/<region>/<service>/aws4_request
        let signature = header("authorization").strip_prefix("AWS4-HMAC-SHA256 ")?;
        let scope = signature.split("Credential=").nth(1).unwrap_or_default();
        let mut scope = scope.split(',').next().unwrap_or_default().rsplit('/').skip(1);
        let (service, region) = (scope.next()?, scope.next()?);
        let stalled = cfg.load::<StalledStreamProtectionConfig>().filter(|stalled| stalled.download_enabled());
        Some(Self {
            credentials,
            connector: http.http_connector(&settings.build(), components),
            retry: cfg.load::<RetryConfig>().cloned().unwrap_or_else(RetryConfig::disabled),
            timeouts,
            host: host(uri)?,
            uri: uri.to_owned(),
            user_agent: format!("{} lib/dynamo-core#{}", header("x-amz-user-agent"), env!("CARGO_PKG_VERSION")),
            region: region.to_owned(),
            service: service.to_owned(),
            account: None,
            grace: stalled.map(StalledStreamProtectionConfig::grace_period),
            corrects_clock: true,
            in_lambda: std::env::var_os("AWS_LAMBDA_FUNCTION_NAME").is_some(),
            components: components.clone(),
        })
    }
}

impl Parts {
    /// Returns the current credentials from the SDK's cache, which renews them before they expire.
    pub(super) async fn identity(&self) -> Result<Identity, Rejected> {
        let (cache, bag) = (self.components.identity_cache(), ConfigBag::base());
        let identity = cache.resolve_cached_identity(self.credentials.clone(), &self.components, &bag).await;
        identity.map_err(|error| Rejected::because(error.as_ref()))
    }

    pub(super) fn now(&self) -> SystemTime {
        self.components.time_source().map_or_else(SystemTime::now, |source| source.now())
    }
}

/// Returns the account of credentials, if they name it.
pub(super) fn account(identity: &Identity) -> Option<String> {
    let credentials = identity.data::<Credentials>()?;
    credentials.account_id().map(|account| account.as_str().to_owned())
}

/// Returns the `host` header of requests to an endpoint; `None` if it has a path, which is not signed here.
fn host(uri: &str) -> Option<String> {
    let (scheme, rest) = uri.split_once("://")?;
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let default = if scheme == "https" { ":443" } else { ":80" };
    path.is_empty().then(|| authority.strip_suffix(default).unwrap_or(authority).to_owned())
}

/// Stops a request before it is sent.
#[derive(Debug, Clone, Default)]
struct Probe(Arc<Mutex<Probed>>);

#[derive(Debug, Default)]
enum Probed {
    /// The client failed before the request was ready to be sent.
    #[default]
    Unsent,
    OnlySdk,
    Parts(Box<Parts>),
}

#[dyn_dispatch_hint]
impl Intercept for Probe {
    fn name(&self) -> &'static str {
        "DynamoCoreProbe"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        components: &RuntimeComponents,
        cfg: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let parts = Parts::new(context.request(), components, cfg);
        let probed = parts.map_or(Probed::OnlySdk, |parts| Probed::Parts(Box::new(parts)));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = probed;
        Err("this request is not meant to be sent".into())
    }
}
