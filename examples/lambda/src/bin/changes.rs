//! The function for the stream.

use chat_lambda::{changes, open};
use lambda_runtime::{Error, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let (db, gateway) = (&open().await?, &changes::gateway().await?);
    run(service_fn(async |event| changes::handle(db, gateway, event).await)).await
}
