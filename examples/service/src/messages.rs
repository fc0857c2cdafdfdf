//! Messages of a channel.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use dynamo_core::Cursor;
use models::discord::{
    ChannelAccess, ChannelId, Message, MessageId, Reaction, ServerId, UserId, delete_message, edit_message, mark_read,
    message, messages, react, send_message, send_message_once, unreact, unread_count,
};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::Authenticated;
use crate::error::ApiError;
use crate::extract::{Asked, Body, Named};

/// How many messages a page has at most.
const PAGE: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageInput {
    limit: Option<usize>,
    after: Option<Cursor>,
}

impl PageInput {
    fn limit(&self) -> Result<usize, ApiError> {
        let limit = self.limit.unwrap_or(PAGE / 2);
        let refused = || ApiError::new(StatusCode::BAD_REQUEST, format!("the limit must be 1 to {PAGE}"));
        if (1..=PAGE).contains(&limit) { Ok(limit) } else { Err(refused()) }
    }
}

#[derive(Serialize)]
pub(crate) struct MessagePage {
    messages: Vec<Message>,
    next: Option<Cursor>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MessageInput {
    content: String,
    /// The client's own id for the message, a ULID: sent twice under one id, it is there once.
    message_id: Option<MessageId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditInput {
    content: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReadInput {
    message_id: MessageId,
}

#[derive(Serialize)]
pub(crate) struct Unread {
    unread: u64,
}

/// The channel that a path names, if the user is in its server.
async fn access(app: &App, me: UserId, server: ServerId, channel: ChannelId) -> Result<ChannelAccess, ApiError> {
    Ok(ChannelAccess::check_in(app.chat(), me, server, channel).await?)
}

pub(crate) async fn list(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel)): Named<(ServerId, ChannelId)>,
    Asked(asked): Asked<PageInput>,
) -> Result<Json<MessagePage>, ApiError> {
    let access = access(&app, me, server, channel).await?;
    let page = messages(app.chat(), &access).limit(asked.limit()?).after(asked.after).page().await?;
    Ok(Json(MessagePage { messages: page.items, next: page.next }))
}

pub(crate) async fn send(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel)): Named<(ServerId, ChannelId)>,
    Body(new): Body<MessageInput>,
) -> Result<(StatusCode, Json<Message>), ApiError> {
    let access = access(&app, me, server, channel).await?;
    let (sent, is_new) = match new.message_id {
        Some(id) => send_message_once(app.chat(), &access, id, new.content).await?,
        None => (send_message(app.chat(), &access, new.content).await?, true),
    };
    Ok((if is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(sent)))
}

pub(crate) async fn edit(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel, id)): Named<(ServerId, ChannelId, MessageId)>,
    Body(new): Body<EditInput>,
) -> Result<Json<Message>, ApiError> {
    let access = access(&app, me, server, channel).await?;
    Ok(Json(edit_message(app.chat(), &access, id, new.content).await?))
}

pub(crate) async fn delete(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel, id)): Named<(ServerId, ChannelId, MessageId)>,
) -> Result<StatusCode, ApiError> {
    let access = access(&app, me, server, channel).await?;
    delete_message(app.chat(), &access, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn add_reaction(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel, id, emoji)): Named<(ServerId, ChannelId, MessageId, String)>,
) -> Result<Json<Vec<Reaction>>, ApiError> {
    let access = access(&app, me, server, channel).await?;
    Ok(Json(react(app.chat(), &access, id, &emoji).await?))
}

pub(crate) async fn remove_reaction(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel, id, emoji)): Named<(ServerId, ChannelId, MessageId, String)>,
) -> Result<Json<Vec<Reaction>>, ApiError> {
    let access = access(&app, me, server, channel).await?;
    Ok(Json(unreact(app.chat(), &access, id, &emoji).await?))
}

pub(crate) async fn read(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel)): Named<(ServerId, ChannelId)>,
    Body(up_to): Body<ReadInput>,
) -> Result<StatusCode, ApiError> {
    let access = access(&app, me, server, channel).await?;
    let last = message(app.chat(), &access, up_to.message_id).await?;
    mark_read(app.chat(), &access, &last).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn unread(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named((server, channel)): Named<(ServerId, ChannelId)>,
) -> Result<Json<Unread>, ApiError> {
    let access = access(&app, me, server, channel).await?;
    Ok(Json(Unread { unread: unread_count(app.chat(), &access).await? }))
}
