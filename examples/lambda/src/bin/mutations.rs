//! The function for mutations.

use chat_lambda::{mutations, open};
use lambda_runtime::{Error, run, service_fn};
use models::discord::Chat;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let chat = &Chat::new(open().await?);
    run(service_fn(async |event| mutations::handle(chat, event).await)).await
}
