//! Servers, who is in them, and how one gets in.

use dynamo_core::prelude::*;
use serde::Serialize;

use super::{Discord, InviteCode, ServerId, UserId};

/// A server.
#[derive(Entity, Serialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Discord,
    pk = "SERVER#<server_id>",
    sk = "META",
    gsi1 = ("SERVER#<server_id>", "META"),
)]
#[access(by_id(server_id), get, rate = 200, about = "Server by id")]
#[entity(allow(
    "all-projection" = "the design documents put it beside its channels and members, in one partition of the index",
),
    load(items = 20_000, creates = 0.05, updates = 0.05),
)]
pub struct Server {
    /// The server.
    pub server_id: ServerId,
    /// The name.
    pub name: String,
    /// The owner.
    pub owner_id: UserId,
    /// A picture.
    pub icon_url: Option<String>,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// A user is in a server.
#[derive(Entity, Serialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Discord,
    pk = "USER#<user_id>",
    sk = "SERVER#<server_id>",
    gsi1 = ("SERVER#<server_id>", "USER#<user_id>"),
    load(items = 800_000, creates = 1.5, updates = 0.1, deletes = 0.4),
)]
#[access(of_user(user_id), rate = 100, items = 8, about = "Servers that a user is in")]
#[access(of_server(server_id), index = gsi1, rate = 50, items = 200, about = "Members of a server")]
#[access(by_id(user_id, server_id), get, rate = 700, about = "Whether a user is in a server")]
pub struct ServerMembership {
    /// The user.
    pub user_id: UserId,
    /// The server.
    pub server_id: ServerId,
    /// What the user may do there.
    pub role: ServerRole,
    /// The time since which the user is a member.
    pub joined_at: Timestamp,
}

/// What a member may do.
#[derive(Attribute, Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ServerRole {
    /// Everything.
    Owner,
    /// Most.
    Admin,
    /// Take part.
    Member,
}

/// A way into a server.
#[derive(Entity, Serialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Discord,
    pk = "SERVER#<server_id>",
    sk = "INVITE#<invite_code>",
    gsi1 = ("INVITE#<invite_code>", "SERVER#<server_id>"),
    unique(invite_code as InviteCodeLock),
    load(items = 50_000, creates = 0.3, updates = 0.6, deletes = 0.1),
)]
#[access(by_code(invite_code), index = gsi1, first, rate = 10, about = "Invite by code")]
#[access(of_server(server_id), rate = 2, items = 10, about = "Invites to a server")]
pub struct Invite {
    /// The code in the link.
    pub invite_code: InviteCode,
    /// The server that it leads to.
    pub server_id: ServerId,
    /// The user who created it.
    pub created_by: UserId,
    /// Until when it can be used.
    pub expires_at: Option<Timestamp>,
    /// How often it can be used.
    pub max_uses: Option<u32>,
    /// How often it was.
    pub uses: u32,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The lock of an invite code: a link leads to one server.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Discord, pk = "INVITE#<invite_code>", sk = "LOCK", gsi1 = none, rename_all = "camelCase")]
pub struct InviteCodeLock {
    /// The code in the link.
    pub invite_code: InviteCode,
    /// The server that it leads to.
    pub server_id: ServerId,
}
