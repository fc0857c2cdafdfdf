//! Servers, their channels and members, and how one gets in.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use dynamo_core::Timestamp;
use models::discord::{
    self, Channel, Invite, InviteCode, NewChannel, NewInvite, NewServer, Server, ServerAccess, ServerId,
    ServerMembership, ServerRole, create_channel, create_invite, create_server, leave_server, servers_of, use_invite,
};
use serde::{Deserialize, Serialize};

use crate::account::Profile;
use crate::app::App;
use crate::auth::Authenticated;
use crate::error::ApiError;
use crate::extract::{Body, Named};

/// A server in a user's list.
#[derive(Serialize)]
pub(crate) struct Listed {
    #[serde(flatten)]
    server: Server,
    role: ServerRole,
    channels: u64,
}

#[derive(Serialize)]
pub(crate) struct Member {
    #[serde(flatten)]
    profile: Profile,
    role: ServerRole,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerInput {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChannelInput {
    name: String,
    topic: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct InviteInput {
    max_uses: Option<u32>,
    expires_in_seconds: Option<u32>,
}

pub(crate) async fn list(
    State(app): State<App>,
    Authenticated(me): Authenticated,
) -> Result<Json<Vec<Listed>>, ApiError> {
    let servers = servers_of(app.chat(), me).await?.into_iter();
    let listed =
        |o: discord::ServerOverview| Listed { server: o.server, role: o.membership.role, channels: o.channels };
    Ok(Json(servers.map(listed).collect()))
}

pub(crate) async fn create(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Body(new): Body<ServerInput>,
) -> Result<(StatusCode, Json<Server>), ApiError> {
    let server = create_server(app.chat(), me, NewServer { name: new.name, icon_url: None }).await?;
    Ok((StatusCode::CREATED, Json(server)))
}

pub(crate) async fn channels(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named(server): Named<ServerId>,
) -> Result<Json<Vec<Channel>>, ApiError> {
    let access = ServerAccess::check(app.chat(), me, server).await?;
    Ok(Json(discord::channels(app.chat(), &access).await?))
}

pub(crate) async fn add_channel(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named(server): Named<ServerId>,
    Body(new): Body<ChannelInput>,
) -> Result<(StatusCode, Json<Channel>), ApiError> {
    let manager = ServerAccess::check(app.chat(), me, server).await?.as_manager()?;
    let channel = create_channel(app.chat(), &manager, NewChannel { name: new.name, topic: new.topic }).await?;
    Ok((StatusCode::CREATED, Json(channel)))
}

pub(crate) async fn members(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named(server): Named<ServerId>,
) -> Result<Json<Vec<Member>>, ApiError> {
    let access = ServerAccess::check(app.chat(), me, server).await?;
    let members = discord::members(app.chat(), &access).await?.into_iter();
    let shown = |member: discord::Member| Member {
        profile: Profile { user_id: member.user_id, username: member.username },
        role: member.role,
    };
    Ok(Json(members.map(shown).collect()))
}

pub(crate) async fn invite(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named(server): Named<ServerId>,
    Body(new): Body<InviteInput>,
) -> Result<(StatusCode, Json<Invite>), ApiError> {
    let access = ServerAccess::check(app.chat(), me, server).await?;
    let lifetime = new.expires_in_seconds.map(|seconds| Duration::from_secs(seconds.into()));
    let expires_at = lifetime.and_then(|lifetime| {
        let millis = i64::try_from(lifetime.as_millis()).ok()?;
        Timestamp::from_millis(app.chat().now().as_millis().checked_add(millis)?)
    });
    let invite = create_invite(app.chat(), &access, NewInvite { max_uses: new.max_uses, expires_at }).await?;
    Ok((StatusCode::CREATED, Json(invite)))
}

pub(crate) async fn join(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named(code): Named<InviteCode>,
) -> Result<(StatusCode, Json<ServerMembership>), ApiError> {
    Ok((StatusCode::CREATED, Json(use_invite(app.chat(), &code, me).await?)))
}

pub(crate) async fn leave(
    State(app): State<App>,
    Authenticated(me): Authenticated,
    Named(server): Named<ServerId>,
) -> Result<StatusCode, ApiError> {
    let access = ServerAccess::check(app.chat(), me, server).await?;
    leave_server(app.chat(), &access).await?;
    Ok(StatusCode::NO_CONTENT)
}
