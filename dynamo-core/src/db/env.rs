//! `Db::from_env`.

use super::{Db, Names};
use crate::error::Error;
use crate::wire::Transport;

impl Db {
    /// Creates a handle to the database that the environment names: the endpoint in `DYNAMODB_ENDPOINT` if that is set,
    /// and AWS otherwise, with the region and the credentials of the AWS default chain. Names tables as
    /// [`Names::from_env`] does.
    ///
    /// An endpoint gets the credentials in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or placeholders if they are
    /// not set. Requests of items are sent by [`Transport::Direct`], or with `DYNAMO_TRANSPORT=sdk` through the SDK's client; any
    /// other value is an error.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # async fn run() -> Result<(), Error> {
    /// let db = Db::from_env().await?;
    /// # Ok(())
    /// # }
    /// ```
    #[allow(clippy::unused_async)] // Without the feature `aws`.
    pub async fn from_env() -> Result<Self, Error> {
        let db = match std::env::var("DYNAMODB_ENDPOINT") {
            Ok(endpoint) => Self::at_endpoint(&endpoint)?,
            Err(_) => Self::aws().await?,
        };
        Ok(db.with_transport(transport()?).with_names(Names::from_env()))
    }

    #[cfg(feature = "aws")]
    async fn aws() -> Result<Self, Error> {
        let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
        if config.region().is_none() {
            return Err(Error::config(
                "no AWS region is configured",
                "set AWS_REGION, or DYNAMODB_ENDPOINT for another endpoint",
            ));
        }
        Ok(Self::from_config(&config))
    }

    #[cfg(not(feature = "aws"))]
    #[allow(clippy::unused_async)] // With the feature it is.
    async fn aws() -> Result<Self, Error> {
        Err(Error::config("DYNAMODB_ENDPOINT is not set", "set it, or turn on the feature `aws`"))
    }

    /// Creates a handle to an endpoint such as DynamoDB Local's.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let same = Db::at_endpoint(db.endpoint().unwrap())?; // or "http://127.0.0.1:8000"
    /// assert_eq!(same.scan::<Book>().count().await?, 2);
    /// # Ok(()) });
    /// ```
    #[cfg(feature = "endpoint")]
    pub fn at_endpoint(endpoint: &str) -> Result<Self, Error> {
        use aws_credential_types::Credentials;
        use aws_credential_types::provider::SharedCredentialsProvider;
        use aws_sdk_dynamodb::config::{BehaviorVersion, Region};

        if !endpoint.starts_with("http://") {
            return Err(Error::config(
                format_args!("\"{endpoint}\" is no plain HTTP endpoint"),
                "give one such as http://localhost:8000, or build an SDK client with TLS for `Db::new`",
            ));
        }
        let variable = |name: &str, other: &str| std::env::var(name).unwrap_or_else(|_| other.to_owned());
        let (id, secret) = (variable("AWS_ACCESS_KEY_ID", "local"), variable("AWS_SECRET_ACCESS_KEY", "local"));
        let credentials = Credentials::new(id, secret, std::env::var("AWS_SESSION_TOKEN").ok(), None, "endpoint");
        let config = aws_types::SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(variable("AWS_REGION", "us-east-1")))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .endpoint_url(endpoint)
            .http_client(aws_smithy_http_client::Builder::new().build_http())
            .build();
        Ok(Self::from_config(&config))
    }

    /// Creates a handle to an endpoint such as DynamoDB Local's.
    #[cfg(not(feature = "endpoint"))]
    fn at_endpoint(endpoint: &str) -> Result<Self, Error> {
        Err(Error::config(
            format_args!("DYNAMODB_ENDPOINT is \"{endpoint}\", and this program has no client for plain HTTP"),
            "turn on the feature `endpoint`, or `embedded`, which brings it along",
        ))
    }
}

/// Returns the transport that the environment names.
fn transport() -> Result<Transport, Error> {
    match std::env::var("DYNAMO_TRANSPORT").as_deref() {
        Err(std::env::VarError::NotPresent) | Ok("" | "direct") => Ok(Transport::Direct),
        Ok("sdk") => Ok(Transport::Sdk),
        other => {
            let value = other.unwrap_or("not Unicode");
            let fact = format_args!("unknown transport in DYNAMO_TRANSPORT: {value}");
            Err(Error::config(fact, "set it to `direct` or `sdk`, or not at all"))
        }
    }
}
