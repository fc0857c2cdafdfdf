//! Registering, logging in, and one's own name.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use models::discord::{Registration, User, UserId, account, account_of, register, rename_in_messages, rename_user};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::{Authenticated, hash, is_password_of, token};
use crate::error::ApiError;
use crate::extract::Body;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignUp {
    email: String,
    username: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogIn {
    email: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Rename {
    username: String,
    /// Whether old messages get the new name too.
    #[serde(default)]
    in_messages: bool,
}

/// What others may know of a user.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Profile {
    pub(crate) user_id: UserId,
    pub(crate) username: String,
}

#[derive(Serialize)]
pub(crate) struct Session {
    token: String,
    user: Profile,
}

impl From<User> for Profile {
    fn from(user: User) -> Self {
        Self { user_id: user.user_id, username: user.username }
    }
}

fn session(app: &App, user: User) -> Json<Session> {
    Json(Session { token: token(app, user.user_id), user: user.into() })
}

pub(crate) async fn sign_up(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(new): Body<SignUp>,
) -> Result<(StatusCode, Json<Session>), ApiError> {
    app.limiters().address(&from.ip())?;
    let password_hash = hash(&app, new.password).await?;
    let new = Registration { email: new.email, username: new.username, password_hash, avatar_url: None };
    let user = register(app.chat(), new).await?;
    Ok((StatusCode::CREATED, session(&app, user)))
}

pub(crate) async fn log_in(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(given): Body<LogIn>,
) -> Result<Json<Session>, ApiError> {
    app.limiters().address(&from.ip())?;
    let user = account(app.chat(), &given.email).await?;
    let is_right = is_password_of(&app, user.as_ref(), given.password).await?;
    match user {
        Some(user) if is_right => Ok(session(&app, user)),
        _ => Err(ApiError::new(StatusCode::UNAUTHORIZED, "the address or the password is wrong")),
    }
}

pub(crate) async fn me(State(app): State<App>, Authenticated(me): Authenticated) -> Result<Json<Profile>, ApiError> {
    Ok(Json(account_of(app.chat(), me).await?.into()))
}

pub(crate) async fn rename(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Body(new): Body<Rename>,
) -> Result<Json<Profile>, ApiError> {
    let user = rename_user(app.chat(), me, new.username).await?;
    if new.in_messages {
        rename_in_messages(app.chat(), me).await?;
    }
    Ok(Json(user.into()))
}
