//! The function for mutations.

use chat_lambda::{mutations, open};
use lambda_runtime::{Error, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let db = &open().await?;
    run(service_fn(async |event| mutations::handle(db, event).await)).await
}
