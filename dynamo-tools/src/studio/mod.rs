//! The studio: the page over live tables, served on this machine.

mod api;
mod cursors;
mod edit;
mod guard;
mod item;
mod read;
mod related;
mod request;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::{get, post};
use dynamo_core::Db;
use tokio::net::TcpListener;

use crate::error::ToolError;
use crate::page::{Document, Live, script, served, style};
use crate::spec::TableSpec;
use crate::tables::Tool;
use cursors::Cursors;

/// What a studio may do, and by which names it is reached.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {
    pub(crate) write: bool,
    pub(crate) hosts: Vec<String>,
}

/// What every request can see.
pub(crate) struct Studio {
    db: Db,
    tools: Vec<Tool>,
    write: bool,
    token: String,
    /// The values of `Host` that are its own.
    hosts: Vec<String>,
    /// The page's document, as JSON.
    document: String,
    cursors: Cursors,
}

/// A studio that listens.
pub(crate) struct Server {
    listener: TcpListener,
    studio: Arc<Studio>,
}

impl Server {
    pub(crate) async fn bind(db: Db, tools: Vec<Tool>, address: SocketAddr, rules: Rules) -> Result<Self, ToolError> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let place = db.endpoint().map_or_else(|| "AWS".to_owned(), str::to_owned);
        let mut document = Document::new(Some(Live { write: rules.write, place }))?;
        for tool in &tools {
            let spec = TableSpec { name: (tool.name)(&db)?, ..TableSpec::declared(tool.schema.layout) };
            document = document.table(tool.schema, spec, &(tool.derivations)(), None);
        }
        let document = serde_json::to_string(&serde_json::json!({"document": document}))?;
        let mut hosts = rules.hosts;
        hosts.push(address.to_string());
        if address.ip().is_loopback() {
            hosts.push(format!("localhost:{}", address.port()));
        }
        let token = guard::token()?;
        let studio = Studio { db, tools, write: rules.write, token, hosts, document, cursors: Cursors::default() };
        Ok(Self { listener, studio: Arc::new(studio) })
    }

    /// The address with the token.
    pub(crate) fn url(&self) -> String {
        let host =
            self.studio.hosts.iter().rev().find(|host| !host.starts_with("localhost")).map_or("", String::as_str);
        format!("http://{host}/?token={}", self.studio.token)
    }

    /// Serves requests until the process ends.
    pub(crate) async fn run(self) -> Result<(), ToolError> {
        let Self { listener, studio } = self;
        Ok(axum::serve(listener, router(studio)).await?)
    }
}

fn router(studio: Arc<Studio>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/page.js", get(async || ([(header::CONTENT_TYPE, "text/javascript")], script())))
        .route("/page.css", get(async || ([(header::CONTENT_TYPE, "text/css")], style())))
        .route("/api/document", post(document))
        .route("/api/read", post(api::read))
        .route("/api/item", post(api::item))
        .route("/api/verify", post(api::verify))
        .route("/api/preview", post(api::preview))
        .route("/api/apply", post(api::apply))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&studio), guard::check))
        .with_state(studio)
}

async fn page(State(studio): State<Arc<Studio>>) -> impl IntoResponse {
    Html(served(&studio.token))
}

async fn document(State(studio): State<Arc<Studio>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], studio.document.clone())
}

impl Studio {
    /// The table of this name.
    fn tool(&self, name: &str) -> Result<&Tool, ToolError> {
        let found = self.tools.iter().find(|tool| tool.schema.layout.table == name);
        found.ok_or_else(|| ToolError::usage(format!("there is no table `{name}`"), "reload the page"))
    }
}
