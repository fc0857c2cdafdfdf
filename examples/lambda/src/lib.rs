//! Lambda functions over the Discord model: [`mutations`] behind an HTTP API of API Gateway or a GraphQL API of `AppSync`, and [`changes`]
//! behind the table's stream, which posts events to the connections of a WebSocket API.
//!
//! ```sh
//! cargo build --profile lambda -p chat-lambda     # target/lambda/mutations and target/lambda/changes: upload each as `bootstrap`
//! ```
//!
//! | function | event | environment |
//! |---|---|---|
//! | `mutations` | an HTTP API with a JWT authorizer, payload format 2.0; or `AppSync`, as a direct resolver with Cognito or `OpenID` | `STAGE`, the stage in the table's name |
//! | `changes` | the table's stream, with `ReportBatchItemFailures` | `STAGE`; `GATEWAY_ENDPOINT`, the `@connections` URL of the WebSocket API |

pub mod changes;
mod graphql;
pub mod mutations;

use dynamo_core::{Db, Error, Names};

/// Opens the database that the environment names, with the stage of `STAGE` in the table's name.
pub async fn open() -> Result<Db, Error> {
    let stage = std::env::var("STAGE").unwrap_or_else(|_| "dev".to_owned());
    Ok(Db::from_env().await?.with_names(Names::from_env().fill("stage", &stage)))
}
