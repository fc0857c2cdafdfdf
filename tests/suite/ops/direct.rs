//! The direct transport: signatures, credentials, retries, clocks and answers, seen from the other side of the connection.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use aws_credential_types::Credentials;
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider, future};
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Region};
use aws_sigv4::http_request::{PayloadChecksumKind, SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::interceptors::context::InterceptorContext;
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::retries::classifiers::{ClassifyRetry, RetryAction};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::stalled_stream_protection::StalledStreamProtectionConfig;
use aws_smithy_types::body::SdkBody;
use aws_types::SdkConfig;
use dynamo_core::prelude::*;
use dynamo_core::{Names, Transport};
use proptest::prelude::*;

use super::model::{Task, task};

/// One request, as it arrives.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    uri: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Seen {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

type Answer = Box<dyn Fn() -> Result<HttpResponse, ConnectorError> + Send>;

/// A connection that answers as it is told, and `{}` after that.
#[derive(Clone, Default)]
pub(super) struct Wire(Arc<Mutex<(Vec<Seen>, VecDeque<Answer>)>>);

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wire")
    }
}

impl HttpClient for Wire {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Wire {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let headers = request.headers().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let (uri, body) = (request.uri().to_owned(), request.body().bytes().unwrap().to_vec());
        let mut wire = self.0.lock().unwrap();
        wire.0.push(Seen { uri, headers, body });
        let answer = wire.1.pop_front();
        HttpConnectorFuture::ready(answer.map_or_else(|| Ok(response(200, &[], "{}")), |answer| answer()))
    }
}

impl Wire {
    fn answers(&self, answer: impl Fn() -> Result<HttpResponse, ConnectorError> + Send + 'static) {
        self.0.lock().unwrap().1.push_back(Box::new(answer));
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut self.0.lock().unwrap().0)
    }
}

fn response(status: u16, headers: &[(&'static str, String)], body: &str) -> HttpResponse {
    let mut response = HttpResponse::new(status.try_into().unwrap(), SdkBody::from(body));
    for (name, value) in headers {
        response.headers_mut().insert(*name, value.clone());
    }
    response
}

fn error(code: &str) -> String {
    format!("{{\"__type\":\"com.amazonaws.dynamodb.v20120810#{code}\",\"message\":\"on purpose\"}}")
}

fn credentials() -> Credentials {
    Credentials::new("id", "secret", None, None, "test")
}

pub(super) fn config(wire: &Wire) -> aws_types::sdk_config::Builder {
    SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-west-1"))
        .credentials_provider(SharedCredentialsProvider::new(credentials()))
        .retry_config(RetryConfig::standard().with_initial_backoff(Duration::from_millis(1)))
        .http_client(wire.clone())
}

fn direct() -> (Wire, Db) {
    let wire = Wire::default();
    let db = Db::from_config(&config(&wire).build());
    (wire, db)
}

fn http_date(time: SystemTime) -> String {
    let time = aws_smithy_types::DateTime::from(time);
    time.fmt(aws_smithy_types::date_time::Format::HttpDate).unwrap()
}

/// The time in `20260131T235959Z`.
fn parsed(date: &str) -> SystemTime {
    let part = |at: std::ops::Range<usize>| &date[at];
    let text =
        format!("{}-{}-{}T{}:{}:{}Z", part(0..4), part(4..6), part(6..8), part(9..11), part(11..13), part(13..15));
    let time = aws_smithy_types::DateTime::from_str(&text, aws_smithy_types::date_time::Format::DateTime).unwrap();
    time.try_into().unwrap()
}

/// What `aws-sigv4` signs for the same request.
fn expected(seen: &Seen, credentials: &Credentials, region: &str) -> String {
    let identity = credentials.clone().into();
    let mut settings = SigningSettings::default();
    settings.payload_checksum_kind = PayloadChecksumKind::NoHeader;
    let time = parsed(seen.header("x-amz-date").unwrap());
    let params = v4::SigningParams::builder().identity(&identity).region(region).name("dynamodb").time(time);
    let params = params.settings(settings).build().unwrap().into();
    // These are made by signing, or are not signed.
    let not = ["authorization", "x-amz-date", "x-amz-security-token", "user-agent", "content-length"];
    let headers = seen.headers.iter().filter(|(name, _)| !not.contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.as_str(), value.as_str()));
    let request = SignableRequest::new("POST", &seen.uri, headers, SignableBody::Bytes(&seen.body)).unwrap();
    let (instructions, _) = sign(request, &params).unwrap().into_parts();
    let signed = instructions.headers().find(|(name, _)| *name == "authorization").map(|(_, value)| value.to_owned());
    signed.unwrap()
}

#[test]
fn signatures_are_those_of_aws_sigv4() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let text = "[ -~]{0,40}|\\PC{0,30}";
    let key = "[A-Za-z0-9/+=]{1,60}";
    let case = (
        text,
        key,
        key,
        proptest::option::of("[A-Za-z0-9/+=]{1,300}"),
        "(us|eu|ap|sa|ca|me|af)-[a-z]{4,9}-[1-4]",
        0_u64..4_000_000_000,
    );
    crate::fuzz::run(200, case, |(title, id, secret, token, region, second)| {
        let wire = Wire::default();
        let credentials = Credentials::new(id, secret, token, None, "test");
        let clock = SystemTime::UNIX_EPOCH + Duration::from_secs(second);
        let config = config(&wire)
            .credentials_provider(SharedCredentialsProvider::new(credentials.clone()))
            .region(Region::new(region.clone()))
            .time_source(aws_smithy_async::time::StaticTimeSource::new(clock))
            .build();
        let db = Db::from_config(&config);
        runtime.block_on(async {
            db.put(&Task { tags: vec![title], ..task("ann", "t1") }).await.unwrap();
            db.get(Task::key("ann", "t1")).await.unwrap();
        });
        for seen in wire.seen() {
            prop_assert_eq!(seen.header("authorization").unwrap(), expected(&seen, &credentials, &region));
            prop_assert_eq!(parsed(seen.header("x-amz-date").unwrap()), clock);
            prop_assert_eq!(seen.header("host").unwrap(), format!("dynamodb.{region}.amazonaws.com"));
            let agent = seen.header("user-agent").unwrap();
            prop_assert!(agent.starts_with("aws-sdk-rust/") && agent.contains("lib/dynamo-core#"), "{}", agent);
        }
        Ok(())
    });
}

/// Credentials that say how often they were asked for.
#[derive(Debug)]
struct Counted {
    asked: Arc<Mutex<u32>>,
    valid: Duration,
    account: fn(u32) -> &'static str,
}

impl ProvideCredentials for Counted {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        let mut asked = self.asked.lock().unwrap();
        *asked += 1;
        let credentials = Credentials::builder().access_key_id(format!("id{asked}")).secret_access_key("secret");
        let credentials = credentials.expiry(SystemTime::now() + self.valid).account_id((self.account)(*asked));
        future::ProvideCredentials::ready(Ok(credentials.provider_name("test").build()))
    }
}

#[tokio::test]
async fn credentials_are_asked_for_once_and_renewed_before_they_expire() {
    for (valid, once) in [(Duration::from_hours(1), true), (Duration::from_secs(4), false)] {
        let (wire, asked) = (Wire::default(), Arc::new(Mutex::new(0)));
        let provider = Counted { asked: asked.clone(), valid, account: |_| "111122223333" };
        let db = Db::from_config(&config(&wire).credentials_provider(SharedCredentialsProvider::new(provider)).build());
        for _ in 0..20 {
            db.get(Task::key("ann", "t1")).await.unwrap();
        }
        // The SDK's cache renews credentials five to ten seconds before they expire: those of four seconds each time it is asked.
        assert_eq!(*asked.lock().unwrap() == 1, once, "{valid:?}");
    }
}

#[tokio::test]
async fn credentials_of_another_account_have_another_endpoint() {
    let wire = Wire::default();
    let account = |asked| if asked < 4 { "111122223333" } else { "444455556666" };
    let provider = Counted { asked: Arc::default(), valid: Duration::from_secs(1), account };
    let db = Db::from_config(&config(&wire).credentials_provider(SharedCredentialsProvider::new(provider)).build());
    let mut hosts = Vec::new();
    while hosts.len() < 2 {
        db.get(Task::key("ann", "t1")).await.unwrap();
        let host = wire.seen()[0].header("host").unwrap().to_owned();
        if hosts.last() != Some(&host) {
            hosts.push(host);
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    assert_eq!(hosts, ["111122223333.ddb.eu-west-1.amazonaws.com", "444455556666.ddb.eu-west-1.amazonaws.com"]);
}

#[tokio::test]
async fn a_configuration_without_credentials_is_an_error_and_sends_nothing() {
    let wire = Wire::default();
    let config = SdkConfig::builder().behavior_version(BehaviorVersion::latest()).http_client(wire.clone());
    let db = Db::from_config(&config.region(Region::new("eu-west-1")).build());
    let error = db.put(&task("ann", "t1")).await.unwrap_err();
    assert!(matches!(&error, Error::OutcomeUnknown(failure) if !failure.may_have_been_applied()), "{error}");
    assert!(wire.seen().is_empty(), "nothing is sent unsigned");
}

#[tokio::test]
async fn secrets_are_not_printed() {
    let wire = Wire::default();
    let credentials = Credentials::new("id", "very-secret", Some("very-secret-token".to_owned()), None, "test");
    let db = Db::from_config(&config(&wire).credentials_provider(SharedCredentialsProvider::new(credentials)).build());
    wire.answers(|| Err(ConnectorError::user("no".into())));
    let error = db.get(Task::key("ann", "t1")).await.unwrap_err();
    let text = format!("{db:?} {error:?} {error}");
    assert!(!text.contains("very-secret"), "{text}");
}

#[tokio::test]
async fn a_clock_that_is_wrong_is_corrected() {
    for hours in [-3_i64, 3] {
        let (wire, db) = direct();
        let ahead = Duration::from_secs(hours.unsigned_abs() * 3600);
        let of_dynamodb = move || if hours < 0 { SystemTime::now() - ahead } else { SystemTime::now() + ahead };
        wire.answers(move || {
            Ok(response(400, &[("date", http_date(of_dynamodb()))], &error("InvalidSignatureException")))
        });
        db.put(&task("ann", "t1")).await.unwrap();
        db.put(&task("ann", "t2")).await.unwrap();
        let seen = wire.seen();
        assert_eq!(seen.len(), 3, "only the first is signed for the wrong time");
        for seen in &seen[1..] {
            let signed = parsed(seen.header("x-amz-date").unwrap());
            let off = signed.duration_since(of_dynamodb()).unwrap_or_else(|error| error.duration());
            assert!(off < Duration::from_mins(1), "{off:?}");
            assert_eq!(seen.header("authorization").unwrap(), expected(seen, &credentials(), "eu-west-1"));
        }
    }
    // A signature that is wrong for another reason is not sent again.
    let (wire, db) = direct();
    wire.answers(|| Ok(response(400, &[("date", http_date(SystemTime::now()))], &error("InvalidSignatureException"))));
    assert!(matches!(db.put(&task("ann", "t1")).await, Err(Error::Service(_))));
    assert_eq!(wire.seen().len(), 1);
}

/// What was measured may have been a proxy's clock, or a machine's before it was set.
#[tokio::test]
async fn a_correction_ends_when_the_clocks_agree_again() {
    let (wire, db) = direct();
    let wrong = "Mon, 16 Nov 2026 12:00:00 GMT";
    wire.answers(move || Ok(response(400, &[("date", wrong.to_owned())], &error("RequestTimeTooSkewed"))));
    wire.answers(|| Ok(response(200, &[("date", http_date(SystemTime::now()))], "{}")));
    db.get(Task::key("ann", "t1")).await.unwrap();
    db.get(Task::key("ann", "t1")).await.unwrap();
    let off = |seen: &Seen| {
        let signed = parsed(seen.header("x-amz-date").unwrap());
        signed.duration_since(SystemTime::now()).unwrap_or_else(|error| error.duration()) > Duration::from_mins(1)
    };
    assert_eq!(wire.seen().iter().map(off).collect::<Vec<_>>(), [false, true, false]);
}

#[tokio::test]
async fn an_answer_that_was_changed_on_its_way_is_asked_for_again() {
    let (wire, db) = direct();
    let body = "{\"Attributes\":{}}";
    let right = crc32fast::hash(body.as_bytes());
    wire.answers(move || Ok(response(200, &[("x-amz-crc32", (right ^ 1).to_string())], body)));
    wire.answers(move || Ok(response(200, &[("x-amz-crc32", right.to_string())], body)));
    let ((), consumed) = db.put(&task("ann", "t1")).metered().await.unwrap();
    assert_eq!((consumed.requests, consumed.retries), (1, 1));
    // What must not be applied twice is not.
    wire.answers(move || Ok(response(200, &[("x-amz-crc32", (right ^ 1).to_string())], body)));
    let update = db.update(Task::key("ann", "t1")).add(Task::fields().tries, 1).await;
    let Err(Error::OutcomeUnknown(failure)) = update else { panic!("{update:?}") };
    assert!(failure.may_have_been_applied());
}

#[tokio::test]
async fn retries_end_when_the_bucket_is_empty_and_come_back_with_success() {
    let (wire, db) = direct();
    let mut retried = 0;
    for _ in 0..100 {
        for _ in 0..3 {
            wire.answers(|| Ok(response(400, &[], &error("ProvisionedThroughputExceededException"))));
        }
        assert!(matches!(db.put(&task("ann", "t1")).await, Err(Error::Throttled(_))));
        retried += wire.seen().len() - 1;
        wire.0.lock().unwrap().1.clear();
    }
    assert_eq!(retried, 100, "500 tokens, and each retry takes 5");
    for _ in 0..5 {
        db.put(&task("ann", "t1")).await.unwrap();
    }
    wire.seen();
    wire.answers(|| Ok(response(500, &[], "")));
    assert!(db.put(&task("ann", "t1")).await.is_err(), "one after an error of the server takes 10");
    wire.answers(|| Ok(response(400, &[], &error("ThrottlingException"))));
    db.put(&task("ann", "t1")).await.unwrap();
}

#[tokio::test]
async fn the_server_says_how_long_to_wait() {
    let (wire, db) = direct();
    wire.answers(|| Ok(response(400, &[("x-amz-retry-after", "150".to_owned())], &error("ThrottlingException"))));
    let began = std::time::Instant::now();
    db.put(&task("ann", "t1")).await.unwrap();
    assert!(began.elapsed() >= Duration::from_millis(150));
}

/// A connection that never answers, and counts what it is asked.
#[derive(Debug, Clone, Default)]
struct Silent(Arc<Mutex<u32>>);

impl HttpClient for Silent {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Silent {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        *self.0.lock().unwrap() += 1;
        HttpConnectorFuture::new(std::future::pending())
    }
}

#[tokio::test]
async fn attempts_and_operations_end_in_time() {
    let short = Duration::from_millis(30);
    for (timeouts, retries) in [
        (TimeoutConfig::builder().operation_attempt_timeout(short).build(), 2),
        (TimeoutConfig::builder().operation_timeout(short).build(), 0),
    ] {
        let silent = Silent::default();
        let db =
            Db::from_config(&config(&Wire::default()).http_client(silent.clone()).timeout_config(timeouts).build());
        let began = std::time::Instant::now();
        let error = db.put(&task("ann", "t1")).await.unwrap_err();
        assert!(matches!(&error, Error::OutcomeUnknown(failure) if failure.may_have_been_applied()), "{error}");
        assert!(began.elapsed() >= short * (retries + 1));
        assert_eq!(*silent.0.lock().unwrap(), retries + 1);
        // What must not be applied twice is sent once.
        let add = db.update(Task::key("ann", "t1")).add(Task::fields().tries, 1);
        assert!(matches!(add.await, Err(Error::OutcomeUnknown(failure)) if failure.may_have_been_applied()));
        assert_eq!(*silent.0.lock().unwrap(), retries + 2);
    }
}

#[tokio::test]
async fn errors_are_those_of_the_sdk() {
    let cases: [(u16, &str, String); 9] = [
        (400, "", error("ConditionalCheckFailedException")),
        (400, "ValidationException:http://internal.amazon.com/", "{\"Message\":\"no\"}".to_owned()),
        (400, "", "{\"code\":\"ResourceNotFoundException\",\"__type\":\"Other\",\"errorMessage\":\"gone\"}".to_owned()),
        (400, "", error("UnrecognizedClientException")),
        (413, "", "<html>".to_owned()),
        (400, "", "[]".to_owned()),
        (503, "", "<html>busy</html>".to_owned()),
        (500, "", error("InternalServerError")),
        (
            400,
            "",
            "{\"__type\":\"ConditionalCheckFailedException\",\"Message\":\"no\",\"Item\":{\"PK\":{\"S\":\"USER#ann\"}}}".to_owned(),
        ),
    ];
    for (status, kind, body) in cases {
        let mut found = Vec::new();
        for transport in [Transport::Sdk, Transport::Direct] {
            let wire = Wire::default();
            for _ in 0..3 {
                let (kind, body) = (kind.to_owned(), body.clone());
                wire.answers(move || {
                    let mut headers = vec![("x-amzn-requestid", "R1".to_owned())];
                    headers.extend((!kind.is_empty()).then(|| ("x-amzn-errortype", kind.clone())));
                    Ok(response(status, &headers, &body))
                });
            }
            let db = Db::from_config(&config(&wire).build()).with_transport(transport);
            let error = db.update(Task::key("ann", "t1")).set(Task::fields().tries, 1).await.unwrap_err();
            let failure = error.failure().unwrap();
            assert_eq!(failure.request_id(), Some("R1"), "{transport:?}: {error}");
            let facts = (failure.status(), failure.code().map(str::to_owned), failure.may_have_been_applied());
            let item = failure.item::<Task>().is_err();
            found.push((std::mem::discriminant(&error), facts, item, wire.seen().len(), error.is_retryable()));
        }
        assert_eq!(found[0], found[1], "{status} {body}");
    }
}

/// Tells which transport has sent a request: only the SDK numbers its invocations.
fn is_sdks(seen: &Seen) -> bool {
    seen.header("amz-sdk-invocation-id").is_some()
}

/// Retries nothing that the SDK would not.
#[derive(Debug)]
struct Cautious;

impl ClassifyRetry for Cautious {
    fn classify_retry(&self, _: &InterceptorContext) -> RetryAction {
        RetryAction::NoActionIndicated
    }

    fn name(&self) -> &'static str {
        "Cautious"
    }
}

#[tokio::test]
async fn a_configuration_that_only_the_sdk_follows_goes_through_it() {
    let (wire, db) = direct();
    db.get(Task::key("ann", "t1")).await.unwrap();
    assert!(!is_sdks(&wire.seen()[0]));

    let wire = Wire::default();
    let db = Db::from_config(&config(&wire).endpoint_url("http://localhost:8000/dynamo").build());
    for _ in 0..2 {
        db.get(Task::key("ann", "t1")).await.unwrap();
        let seen = wire.seen();
        assert!(is_sdks(&seen[0]) && seen.len() == 1);
        assert_eq!(seen[0].uri, "http://localhost:8000/dynamo/");
    }

    let db = Db::from_config(&config(&wire).retry_config(RetryConfig::adaptive()).build());
    db.put(&task("ann", "t1")).await.unwrap();
    assert!(is_sdks(&wire.seen()[0]));

    let client = aws_sdk_dynamodb::config::Builder::from(&config(&wire).build()).retry_classifier(Cautious).build();
    let db = Db::new(aws_sdk_dynamodb::Client::from_conf(client)).with_transport(Transport::Direct);
    db.delete(Task::key("ann", "t1")).await.unwrap();
    assert!(is_sdks(&wire.seen()[0]));
}

/// The account of an ARN may have an endpoint of its own, for every kind of request.
#[tokio::test]
async fn a_table_that_is_named_by_an_arn_is_reached_as_the_sdk_reaches_it() {
    let wire = Wire::default();
    let arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/work";
    let db = Db::from_config(&config(&wire).build()).with_names(Names::new().rename::<super::model::Work>(arn));
    let (key, one) = (|| Task::key("ann", "t1"), task("ann", "t1"));
    db.get(key()).await.unwrap();
    db.put(&one).await.unwrap();
    db.update(key()).add(Task::fields().tries, 1).await.unwrap();
    db.delete(key()).await.unwrap();
    db.query(Task::query("ann")).page().await.unwrap();
    db.scan::<Task>().page().await.unwrap();
    db.batch_get([key()]).await.unwrap();
    db.batch_write().put(&one).await.unwrap();
    db.transact().put(&one).await.unwrap();
    db.transact_get((key(),)).await.unwrap();
    let seen = wire.seen();
    assert_eq!(seen.len(), 10);
    for seen in seen {
        assert!(is_sdks(&seen) && String::from_utf8(seen.body.clone()).unwrap().contains(arn), "{seen:?}");
        assert_eq!(seen.header("content-length").unwrap(), seen.body.len().to_string());
    }
}

/// The trace of a Lambda function, by which AWS finds functions that call themselves, in a process of its own.
#[test]
fn requests_of_a_lambda_function_carry_its_trace() {
    const NAME: &str = "ops::direct::requests_of_a_lambda_function_carry_its_trace";
    if std::env::var_os("AWS_LAMBDA_FUNCTION_NAME").is_none() {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        let trace =
            [("AWS_LAMBDA_FUNCTION_NAME", "chat"), ("_X_AMZN_TRACE_ID", "Root=1-5759e988-bd862e3f;\u{1}\u{fc}")];
        let child = child.args(["--exact", NAME]).envs(trace).output().unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut traces = Vec::new();
        for transport in [Transport::Sdk, Transport::Direct] {
            let (wire, db) = direct();
            db.with_transport(transport).get(Task::key("ann", "t1")).await.unwrap();
            traces.push(wire.seen()[0].header("x-amzn-trace-id").map(str::to_owned));
        }
        assert_eq!(traces[0].as_deref(), Some("Root=1-5759e988-bd862e3f;%01%C3%BC"));
        assert_eq!(traces[0], traces[1]);
    });
}

/// The environment is that of a process of its own.
#[test]
fn the_environment_chooses_the_transport() {
    const NAME: &str = "ops::direct::the_environment_chooses_the_transport";
    let Ok(expected) = std::env::var("EXPECTED_TRANSPORT") else {
        for (value, expected) in
            [(None, "Direct"), (Some(""), "Direct"), (Some("direct"), "Direct"), (Some("sdk"), "Sdk")]
        {
            child_finds(NAME, value, expected);
        }
        child_finds(NAME, Some("carrier pigeon"), "unknown transport in DYNAMO_TRANSPORT: carrier pigeon");
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let found = match runtime.block_on(Db::from_env()) {
        Ok(db) => format!("{:?}", db.transport()),
        Err(error @ Error::Config(_)) => error.to_string(),
        Err(error) => panic!("{error}"),
    };
    assert!(found.starts_with(&expected), "{found}");
}

fn child_finds(test: &str, transport: Option<&str>, expected: &str) {
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", test]).env("EXPECTED_TRANSPORT", expected).env("DYNAMODB_ENDPOINT", "http://127.0.0.1:1");
    match transport {
        Some(transport) => child.env("DYNAMO_TRANSPORT", transport),
        None => child.env_remove("DYNAMO_TRANSPORT"),
    };
    let child = child.output().unwrap();
    let printed = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && printed.contains("1 passed"), "{transport:?}: {printed}");
}

/// Something between here and DynamoDB answers 200 with nothing, or with half of an answer: that is not an item that does not exist.
#[tokio::test]
async fn an_answer_without_a_body_is_an_error() {
    for transport in [Transport::Sdk, Transport::Direct] {
        for body in ["", "{\"Item\":{", "[]", "<html>"] {
            let (wire, db) = direct();
            let db = db.with_transport(transport);
            for _ in 0..4 {
                wire.answers(move || Ok(response(200, &[], body)));
            }
            let got = db.get(Task::key("ann", "t1")).await;
            assert!(got.is_err(), "{transport:?} {body:?}: {got:?}");
            assert!(db.query(Task::query("ann")).all().await.is_err(), "{transport:?} {body:?}");
            let put = db.put(&task("ann", "t1")).await.unwrap_err();
            let lost = put.failure().is_some_and(dynamo_core::Failure::may_have_been_applied);
            assert!(lost, "{transport:?} {body:?}: {put}");
        }
    }
}

#[tokio::test]
async fn a_clock_is_not_corrected_where_that_is_turned_off() {
    for is_off in [false, true] {
        let wire = Wire::default();
        wire.answers(|| {
            let headers = [("date", "Mon, 16 Nov 2026 12:00:00 GMT".to_owned())];
            Ok(response(400, &headers, &error("RequestTimeTooSkewed")))
        });
        let db = Db::from_config(&config(&wire).disable_clock_skew_correction(is_off).build());
        assert_eq!(db.get(Task::key("ann", "t1")).await.is_err(), is_off);
        let dates = wire.seen().into_iter().map(|seen| seen.header("x-amz-date").unwrap().starts_with("20261116T12"));
        assert_eq!(dates.collect::<Vec<_>>(), if is_off { vec![false] } else { vec![false, true] });
    }
}

/// Begins an answer and then sends nothing, on every connection.
async fn stalled_server() -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            tokio::spawn(async move {
                let _ = connection.read(&mut [0; 4096]).await;
                let _ = connection.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"Item").await;
                std::future::pending::<()>().await;
            });
        }
    });
    format!("http://{address}")
}

#[tokio::test]
async fn an_answer_that_stands_still_is_lost() {
    let endpoint = stalled_server().await;
    for transport in [Transport::Sdk, Transport::Direct] {
        let stalled = StalledStreamProtectionConfig::enabled().grace_period(Duration::from_millis(50)).build();
        let config = config(&Wire::default())
            .http_client(aws_smithy_http_client::Builder::new().build_http())
            .endpoint_url(&endpoint)
            .retry_config(RetryConfig::disabled())
            .stalled_stream_protection(stalled);
        let db = Db::from_config(&config.build()).with_transport(transport);
        let put = db.put(&task("ann", "t1"));
        let error = tokio::time::timeout(Duration::from_secs(30), put.into_future()).await.unwrap().unwrap_err();
        assert!(
            matches!(&error, Error::OutcomeUnknown(failure) if failure.may_have_been_applied()),
            "{transport:?}: {error}"
        );
    }
}

#[tokio::test]
async fn many_tasks_share_a_handle() {
    let db = super::engine::with_table(Transport::Direct).await;
    let tasks: Vec<_> = (0..200).map(|i| task("ann", &format!("t{i:03}"))).collect();
    let puts = tasks.iter().map(|task| db.put(task).into_future());
    futures_util::future::try_join_all(puts).await.unwrap();
    assert_eq!(db.query(Task::query("ann")).page().await.unwrap().items, tasks);
}
