//! Changes of the table, in batches of its stream.

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use aws_sdk_apigatewaymanagement::Client;
use aws_sdk_apigatewaymanagement::operation::post_to_connection::PostToConnectionError;
use aws_sdk_apigatewaymanagement::primitives::Blob;
use dynamo_core::Db;
use dynamo_core::stream::Change;
use lambda_runtime::LambdaEvent;
use models::discord::{ChatError, ConnectionId, Delivery, Discord, deliver, on_change};

/// Creates a client for the connections of the WebSocket API whose URL is in `GATEWAY_ENDPOINT`.
pub async fn gateway() -> Result<Client, lambda_runtime::Error> {
    let endpoint = std::env::var("GATEWAY_ENDPOINT")
        .map_err(|_| "GATEWAY_ENDPOINT is not set: give the @connections URL of the WebSocket API")?;
    let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
    let config = aws_sdk_apigatewaymanagement::config::Builder::from(&config).endpoint_url(endpoint);
    Ok(Client::from_conf(config.build()))
}

/// Delivers what the changes of a batch mean, in their order, and forgets connections that are gone.
///
/// The first change that fails is reported, and everything after it is left alone: Lambda sends the batch again from there, so that
/// order is kept, and what was delivered before is not delivered again. A record that fails for good goes where the event source
/// mapping sends it after its last attempt (`MaximumRetryAttempts`, `BisectBatchOnFunctionError`, `DestinationConfig`).
pub async fn handle(
    db: &Db,
    gateway: &Client,
    event: LambdaEvent<Event>,
) -> Result<DynamoDbEventResponse, lambda_runtime::Error> {
    let mut failures = DynamoDbEventResponse::default();
    for record in event.payload.records {
        let sequence = record.change.sequence_number.clone();
        if let Err(error) = change(db, gateway, record).await {
            eprintln!("error: change {}: {error}", sequence.as_deref().unwrap_or("without a number"));
            // Without a number, the whole batch is sent again.
            let mut failure = DynamoDbBatchItemFailure::default();
            failure.item_identifier = Some(sequence.unwrap_or_default());
            failures.batch_item_failures.push(failure);
            break;
        }
    }
    Ok(failures)
}

async fn change(db: &Db, gateway: &Client, record: EventRecord) -> Result<(), lambda_runtime::Error> {
    let change = Change::<Discord>::try_from(record)?;
    for notice in on_change(&change) {
        let json = serde_json::to_vec(&notice.event)?;
        let send = |to: ConnectionId| {
            let post = gateway.post_to_connection().connection_id(to.as_ref()).data(Blob::new(json.clone()));
            async move {
                match post.send().await {
                    Ok(_) => Ok(Delivery::Sent),
                    Err(error) if error.as_service_error().is_some_and(PostToConnectionError::is_gone_exception) => {
                        Ok(Delivery::Gone)
                    }
                    Err(error) => Err(Failed::Gateway(Box::new(error.into_service_error()))),
                }
            }
        };
        deliver(db, &notice, send).await?;
    }
    Ok(())
}

/// Why a notice was not delivered to all.
#[derive(Debug)]
enum Failed {
    Chat(ChatError),
    Gateway(Box<dyn std::error::Error + Send + Sync>),
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Chat(error) => error.fmt(f),
            Self::Gateway(error) => write!(f, "the gateway did not take an event: {error:?}"),
        }
    }
}

impl std::error::Error for Failed {}

impl From<ChatError> for Failed {
    fn from(error: ChatError) -> Self {
        Self::Chat(error)
    }
}
