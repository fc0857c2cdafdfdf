//! Which path does what.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::routing::{delete, get, patch, post, put};

use crate::app::App;
use crate::error::ApiError;
use crate::{account, messages, page, servers, socket};

/// Returns the routes of the server. It needs to know the addresses of its clients:
/// `axum::serve(listener, router(app).into_make_service_with_connect_info::<SocketAddr>())`.
pub fn router(app: App) -> Router {
    let body = DefaultBodyLimit::max(app.body());
    let server = "/api/servers/{server}";
    let channel = "/api/servers/{server}/channels/{channel}";
    let to = |base: &str, rest: &str| format!("{base}{rest}");
    Router::new()
        .route("/", get(page::index))
        .route("/chat.js", get(page::script))
        .route("/chat.css", get(page::style))
        .route("/api/register", post(account::sign_up))
        .route("/api/login", post(account::log_in))
        .route("/api/me", get(account::me).patch(account::rename))
        .route("/api/servers", get(servers::list).post(servers::create))
        .route("/api/invites/{code}", post(servers::join))
        .route(&to(server, "/channels"), get(servers::channels).post(servers::add_channel))
        .route(&to(server, "/members"), get(servers::members))
        .route(&to(server, "/members/me"), delete(servers::leave))
        .route(&to(server, "/invites"), post(servers::invite))
        .route(&to(channel, "/messages"), get(messages::list).post(messages::send))
        .route(&to(channel, "/messages/{id}"), patch(messages::edit).delete(messages::delete))
        .route(
            &to(channel, "/messages/{id}/reactions/{emoji}"),
            put(messages::add_reaction).delete(messages::remove_reaction),
        )
        .route(&to(channel, "/read"), put(messages::read))
        .route(&to(channel, "/unread"), get(messages::unread))
        .route("/socket", get(socket::open))
        .fallback(nothing)
        .layer(body)
        .with_state(app)
}

async fn nothing(uri: Uri) -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
}
