//! `cargo run -p chat-service`: a chat server at <http://127.0.0.1:3000>, on an engine in this process.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;

use chat_service::{App, Limits, Settings, dispatch, router};
use clap::Parser;
use dynamo_core::{Db, Error, Names};
use models::claims::TokenKey;
use models::discord::{Chat, Discord};

/// A chat server: accounts, servers, channels, messages, and a WebSocket that tells what changes.
///
/// Without options, everything is in the memory of this process, and gone with it.
#[derive(Debug, Parser)]
struct Arguments {
    /// Where to listen
    #[arg(long, env = "CHAT_ADDRESS", default_value = "127.0.0.1:3000")]
    address: SocketAddr,
    /// A file for the embedded engine, which outlives the process
    #[arg(long, env = "CHAT_DATABASE", conflicts_with = "dynamodb")]
    database: Option<PathBuf>,
    /// Use DynamoDB: the endpoint in `DYNAMODB_ENDPOINT`, or AWS with its usual configuration
    #[arg(long, env = "CHAT_DYNAMODB")]
    dynamodb: bool,
    /// The stage in the table's name
    #[arg(long, env = "CHAT_STAGE", default_value = "dev")]
    stage: String,
    /// The secret that signs tokens, of 32 bytes or more; without one, logins end with the process
    #[arg(long, env = "CHAT_SECRET", hide_env_values = true)]
    secret: Option<String>,
    /// The name of this process among those that serve one table
    #[arg(long, env = "CHAT_INSTANCE", default_value = "main")]
    instance: String,
    /// Requests of a user per second
    #[arg(long, env = "CHAT_PER_USER", default_value = "25")]
    per_user: NonZeroU32,
    /// Registrations and log-ins of an address per minute
    #[arg(long, env = "CHAT_LOG_INS", default_value = "20")]
    log_ins: NonZeroU32,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(tracing::Level::WARN);
    log.init();
    match run(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let db = open(&arguments).await?.with_names(Names::new().fill("stage", &arguments.stage));
    db.create_table::<Discord>().await?;
    let key = match &arguments.secret {
        Some(secret) => TokenKey::new(secret.as_bytes())?,
        None => {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret)?;
            TokenKey::new(&secret)?
        }
    };
    let limits = Limits { per_user: arguments.per_user, log_ins: arguments.log_ins, ..Limits::default() };
    let app = App::new(Settings { chat: Chat::new(db.clone()), key, instance: arguments.instance, limits });
    tokio::spawn(dispatch(db, app.clone()));
    let listener = tokio::net::TcpListener::bind(arguments.address).await?;
    println!("listening on http://{}", listener.local_addr()?);
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(stopped()).await?;
    Ok(())
}

async fn open(arguments: &Arguments) -> Result<Db, Error> {
    match &arguments.database {
        _ if arguments.dynamodb => Db::from_env().await,
        Some(file) => Db::embedded_at(file).await,
        None => Db::embedded().await,
    }
}

async fn stopped() {
    // Without a handler for it, Ctrl-C ends the process anyway.
    let _ = tokio::signal::ctrl_c().await;
}
