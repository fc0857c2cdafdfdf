//! Items of the Discord clone are what the design document shows, attribute for attribute.

use models::discord;
use serde_json::json;

use super::golden::{A, B, C, NOON, plain};
use super::{at, ulid};

#[test]
fn a_discord_user_has_null_for_what_is_absent_and_never_shows_the_hash() {
    let user = discord::User {
        user_id: discord::UserId::from_ulid(ulid(1)),
        email: "test@example.com".into(),
        username: "testuser".into(),
        password_hash: "$2a$10$HASHEDPASSWORD".parse().unwrap(),
        avatar_url: None,
        created_at: at(NOON),
        updated_at: at(NOON),
    };
    assert_eq!(
        plain(&user),
        json!({
            "pk": format!("USER#{A}"), "sk": "PROFILE",
            "gsi1pk": "EMAIL#test@example.com", "gsi1sk": format!("USER#{A}"),
            "entityType": "User", "userId": A, "email": "test@example.com", "username": "testuser",
            "passwordHash": "$2a$10$HASHEDPASSWORD", "avatarUrl": null, "createdAt": NOON, "updatedAt": NOON,
        })
    );
    assert!(!format!("{user:?}").contains("HASHED"), "{user:?}");
}

#[test]
fn a_discord_message_has_its_time_in_the_key_alone() {
    let message = discord::Message {
        timestamp: 1_735_257_600_000,
        message_id: discord::MessageId::from_ulid(ulid(1)),
        channel_id: discord::ChannelId::from_ulid(ulid(2)),
        user_id: discord::UserId::from_ulid(ulid(3)),
        username: "testuser".into(),
        content: "Hello, world!".into(),
        edited: false,
        edited_at: None,
        reactions: vec![discord::Reaction {
            emoji: "\u{1f44d}".into(),
            user_ids: vec![discord::UserId::from_ulid(ulid(3))],
            count: 1,
        }],
        created_at: at(NOON),
        updated_at: at(NOON),
    };
    assert_eq!(
        plain(&message),
        json!({
            "pk": format!("CHANNEL#{B}"), "sk": format!("MSG#1735257600000#{A}"),
            "gsi1pk": format!("MSG#{A}"), "gsi1sk": format!("CHANNEL#{B}"),
            // Beyond the document: the index of authors.
            "gsi2pk": format!("AUTHOR#{C}"), "gsi2sk": format!("MSG#1735257600000#{A}"),
            "entityType": "Message", "messageId": A, "channelId": B, "userId": C, "username": "testuser",
            "content": "Hello, world!", "edited": false, "editedAt": null,
            "reactions": [{ "emoji": "\u{1f44d}", "userIds": [C], "count": 1 }],
            "createdAt": NOON, "updatedAt": NOON,
        })
    );
}

#[test]
fn discord_servers_members_channels_and_invites() {
    let (user, server, channel) = (
        discord::UserId::from_ulid(ulid(1)),
        discord::ServerId::from_ulid(ulid(2)),
        discord::ChannelId::from_ulid(ulid(3)),
    );
    let (created_at, updated_at) = (at(NOON), at(NOON));
    let item = discord::Server {
        server_id: server,
        name: "Test Server".into(),
        owner_id: user,
        icon_url: None,
        created_at,
        updated_at,
    };
    assert_eq!(
        plain(&item),
        json!({
            "pk": format!("SERVER#{B}"), "sk": "META", "gsi1pk": format!("SERVER#{B}"), "gsi1sk": "META",
            "entityType": "Server", "serverId": B, "name": "Test Server", "ownerId": A, "iconUrl": null,
            "createdAt": NOON, "updatedAt": NOON,
        })
    );
    let item = discord::ServerMembership {
        user_id: user,
        server_id: server,
        role: discord::ServerRole::Owner,
        joined_at: created_at,
    };
    assert_eq!(
        plain(&item),
        json!({
            "pk": format!("USER#{A}"), "sk": format!("SERVER#{B}"), "gsi1pk": format!("SERVER#{B}"),
            "gsi1sk": format!("USER#{A}"), "entityType": "ServerMembership", "userId": A, "serverId": B, "role": "owner",
            "joinedAt": NOON,
        })
    );
    let item = discord::Channel {
        channel_id: channel,
        server_id: server,
        name: "general".into(),
        topic: Some("General chat".into()),
        created_at,
        updated_at,
    };
    assert_eq!(
        plain(&item),
        json!({
            "pk": format!("SERVER#{B}"), "sk": format!("CHANNEL#{C}"), "gsi1pk": format!("CHANNEL#{C}"), "gsi1sk": "META",
            "entityType": "Channel", "channelId": C, "serverId": B, "name": "general", "topic": "General chat",
            "createdAt": NOON, "updatedAt": NOON,
        })
    );
    let item = discord::Invite {
        invite_code: "abc123xyz".parse().unwrap(),
        server_id: server,
        created_by: user,
        expires_at: None,
        max_uses: None,
        uses: 0,
        created_at,
    };
    assert_eq!(
        plain(&item),
        json!({
            "pk": format!("SERVER#{B}"), "sk": "INVITE#abc123xyz", "gsi1pk": "INVITE#abc123xyz",
            "gsi1sk": format!("SERVER#{B}"), "entityType": "Invite", "inviteCode": "abc123xyz", "serverId": B,
            "createdBy": A, "expiresAt": null, "maxUses": null, "uses": 0, "createdAt": NOON,
        })
    );
}

#[test]
fn discord_connections_and_read_positions() {
    let (user, server, channel) = (
        discord::UserId::from_ulid(ulid(1)),
        discord::ServerId::from_ulid(ulid(2)),
        discord::ChannelId::from_ulid(ulid(3)),
    );
    let item = discord::Connection {
        connection_id: "xyz789conn".into(),
        channel_id: channel,
        server_id: server,
        user_id: user,
        connected_at: at(NOON),
        ttl: 1_735_344_000,
    };
    assert_eq!(
        plain(&item),
        json!({
            "pk": format!("CHANNEL#{C}"), "sk": "CONN#xyz789conn", "gsi1pk": "CONN#xyz789conn",
            "gsi1sk": format!("USER#{A}"), "entityType": "Connection", "connectionId": "xyz789conn", "channelId": C,
            "serverId": B, "userId": A, "connectedAt": NOON, "ttl": 1_735_344_000,
        })
    );
    let item = discord::UserConnection {
        user_id: user,
        connection_id: "xyz789conn".into(),
        channel_id: channel,
        ttl: 1_735_344_000,
    };
    assert_eq!(
        plain(&item),
        json!({
            "pk": format!("USER#{A}"), "sk": format!("CONN#xyz789conn#{C}"), "entityType": "UserConnection", "userId": A,
            "connectionId": "xyz789conn", "channelId": C, "ttl": 1_735_344_000,
        })
    );
    let item = discord::LastRead {
        user_id: user,
        channel_id: channel,
        last_read_message_id: discord::MessageId::from_ulid(ulid(2)),
        last_read_timestamp: 1_735_257_600_000,
        updated_at: at(NOON),
    };
    assert_eq!(
        plain(&item),
        json!({
            "pk": format!("USER#{A}"), "sk": format!("LASTREAD#CHANNEL#{C}"), "gsi1pk": format!("CHANNEL#{C}"),
            "gsi1sk": format!("USER#{A}"), "entityType": "LastRead", "userId": A, "channelId": C, "lastReadMessageId": B,
            "lastReadTimestamp": 1_735_257_600_000_u64, "updatedAt": NOON,
        })
    );
    let item = discord::InviteCodeLock { invite_code: "abc123xyz".parse().unwrap(), server_id: server };
    assert_eq!(
        plain(&item),
        json!({
            "pk": "INVITE#abc123xyz", "sk": "LOCK", "entityType": "InviteCodeLock", "inviteCode": "abc123xyz",
            "serverId": B,
        })
    );
    let item = discord::EmailLock { email: "test@example.com".into(), user_id: user };
    assert_eq!(
        plain(&item),
        json!({
            "pk": "EMAIL#test@example.com", "sk": "LOCK", "entityType": "EmailLock", "email": "test@example.com",
            "userId": A,
        })
    );
}
