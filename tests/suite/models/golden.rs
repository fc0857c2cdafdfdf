//! Items of the boards, Discord and invitations apps are what the design documents show, attribute for attribute.

use dynamo_core::prelude::*;
use dynamo_core::schema::{NoneAs, Projection};
use models::{boards, discord, goals_guild, inviter};
use serde_json::{Value, json};

use super::{at, ulid};

/// An item as plain JSON, the way documents show it.
pub(super) fn plain<E: Entity>(entity: &E) -> Value {
    let item = entity.to_item().unwrap();
    let read = E::from_item(item.clone()).unwrap();
    assert_eq!(read.to_item().unwrap(), item, "it does not come back");
    serde_dynamo::from_item(item).unwrap()
}

pub(super) const A: &str = "00000000000000000000000001";
pub(super) const B: &str = "00000000000000000000000002";
pub(super) const C: &str = "00000000000000000000000003";
pub(super) const NOON: &str = "2025-12-27T12:00:00.000Z";

#[test]
fn a_discord_user_has_null_for_what_is_absent_and_never_shows_the_hash() {
    let user = discord::User {
        user_id: discord::UserId(ulid(1)),
        email: "test@example.com".into(),
        username: "testuser".into(),
        password_hash: "$2a$10$HASHEDPASSWORD".into(),
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
        message_id: discord::MessageId(ulid(1)),
        channel_id: discord::ChannelId(ulid(2)),
        user_id: discord::UserId(ulid(3)),
        username: "testuser".into(),
        content: "Hello, world!".into(),
        edited: false,
        edited_at: None,
        reactions: vec![discord::Reaction {
            emoji: "\u{1f44d}".into(),
            user_ids: vec![discord::UserId(ulid(3))],
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
            "entityType": "Message", "messageId": A, "channelId": B, "userId": C, "username": "testuser",
            "content": "Hello, world!", "edited": false, "editedAt": null,
            "reactions": [{ "emoji": "\u{1f44d}", "userIds": [C], "count": 1 }],
            "createdAt": NOON, "updatedAt": NOON,
        })
    );
}

#[test]
fn settings_of_a_board_have_both_indexes() {
    let settings = boards::BoardServiceSettings {
        board_id: "b1".into(),
        service_id: "s1".into(),
        service_type: "approveJoin".into(),
        is_default: true,
        config: boards::ServiceConfig {
            ttl_days: Some(3),
            ask_question: true,
            question_text: Some("Why do you want to join?".into()),
        },
    };
    assert_eq!(
        plain(&settings),
        json!({
            "PK": "BOARD#b1", "SK": "SERVICE#s1", "boardId": "b1", "serviceId": "s1", "serviceType": "approveJoin",
            "isDefault": true, "GSI1PK": "BOARD#b1", "GSI1SK": "SERVICETYPE#approveJoin#s1",
            "GSI2PK": "SERVICE#s1", "GSI2SK": "BOARD#b1",
            "config": { "ttlDays": 3, "askQuestion": true, "questionText": "Why do you want to join?" },
        })
    );
}

#[test]
fn a_user_name_is_its_own_index_key() {
    let user = boards::UserProfile {
        user_id: "u1".into(),
        email: "user@example.com".into(),
        user_name: "username".into(),
        created_at: at("2024-12-07T18:28:15.735Z"),
    };
    assert_eq!(
        plain(&user),
        json!({
            "PK": "USER#u1", "SK": "PROFILE", "userId": "u1", "email": "user@example.com", "userName": "username",
            "createdAt": "2024-12-07T18:28:15.735Z",
        })
    );
    assert_eq!(user.user_name_key().unwrap().pk(), "username");
    // A table without type tags tells its entities by their keys.
    assert!(boards::UserProfiles::from_item(user.to_item().unwrap()).is_ok());
}

#[test]
fn a_hangout_is_in_no_index_and_its_pointer_is_in_one() {
    let hangout = inviter::Hangout {
        hangout_id: "h1".into(),
        title: "Picnic".into(),
        description: None,
        location: None,
        start_timestamp: 1_760_000_000,
        group_ids: ["g1".into()].into(),
        invited_user_ids: [].into(),
    };
    let item = plain(&hangout);
    assert_eq!((&item["pk"], &item["gsi1pk"]), (&json!("EVENT#h1"), &Value::Null));
    assert_eq!(item["startTimestamp"], 1_760_000_000);
    let pointer = inviter::HangoutPointer {
        group_id: "g1".into(),
        hangout_id: "h1".into(),
        title: "Picnic".into(),
        location: None,
        start_timestamp: 1_760_000_000,
    };
    assert_eq!(
        plain(&pointer),
        json!({
            "pk": "GROUP#g1", "sk": "HANGOUT#h1", "gsi1pk": "GROUP#g1", "startTimestamp": 1_760_000_000, "itemType": "HangoutPointer",
            "groupId": "g1", "hangoutId": "h1", "title": "Picnic",
        })
    );
    assert_eq!(pointer.entity_time_key().unwrap().sk(), Some("1760000000"));
}

#[test]
fn an_account_of_boards_has_a_lock_that_is_in_no_index() {
    let lock = boards::UserNameLock { user_name: "a#b".into(), user_id: "u1".into() };
    assert_eq!(plain(&lock), json!({ "PK": "USERNAME#a%23b", "SK": "LOCK", "userId": "u1" }));
    let lock = boards::BoardNameLock { board_name: "Project Board".into(), board_id: "b1".into() };
    assert_eq!(plain(&lock), json!({ "PK": "BOARDNAME#Project Board", "SK": "LOCK", "boardId": "b1" }));
}

#[test]
fn boards_members_and_requests() {
    let created = "2024-12-07T21:29:54.716Z";
    let board = boards::Board {
        board_id: "b1".into(),
        board_name: "Project Board".into(),
        owner_id: "u1".into(),
        enabled_services: vec!["approveJoin".into()],
        created_at: at(created),
    };
    assert_eq!(
        plain(&board),
        json!({
            "PK": "BOARD#b1", "SK": "META", "boardId": "b1", "boardName": "Project Board", "ownerId": "u1",
            "enabledServices": ["approveJoin"], "createdAt": created,
        })
    );
    for (role, text) in [
        (boards::BoardRole::Member, "member"),
        (boards::BoardRole::Manager, "manager"),
        (boards::BoardRole::Owner, "owner"),
    ] {
        let member =
            boards::BoardMembership { board_id: "b1".into(), user_id: "u1".into(), role, joined_at: at(created) };
        assert_eq!(
            plain(&member),
            json!({ "PK": "BOARD#b1", "SK": "USER#u1", "boardId": "b1", "userId": "u1", "role": text, "joinedAt": created })
        );
    }
    let request = boards::BoardJoinRequest {
        board_id: "b1".into(),
        user_id: "u1".into(),
        answer: Some("I want to contribute to the project".into()),
        expires_at: 1_728_000_000,
        created_at: at(created),
    };
    assert_eq!(
        plain(&request),
        json!({
            "PK": "BOARD#b1", "SK": "REQUEST#u1", "boardId": "b1", "userId": "u1",
            "answer": "I want to contribute to the project", "expiresAt": 1_728_000_000, "createdAt": created,
        })
    );
    assert_eq!(boards::BoardJoinRequests::LAYOUT.ttl, Some("expiresAt"));
}

#[test]
fn services_and_permissions() {
    let service = boards::AvailableService {
        service_type: "approveJoin".into(),
        display_name: "Need approval to join".into(),
        description: "more".into(),
    };
    assert_eq!(
        plain(&service),
        json!({
            "PK": "SERVICETYPE#approveJoin", "SK": "META", "serviceType": "approveJoin",
            "displayName": "Need approval to join", "description": "more",
        })
    );
    // A time without fractions is read, and written in the one form.
    let permission = boards::BoardServicePermission {
        board_id: "b1".into(),
        user_id: "u1".into(),
        service_id: "s1".into(),
        granted_at: at("2025-08-08T10:00:00Z"),
        granted_by: "u2".into(),
    };
    assert_eq!(
        plain(&permission),
        json!({
            "PK": "BOARD#b1#SERVICE#s1", "SK": "USER#u1", "boardId": "b1", "userId": "u1", "serviceId": "s1",
            "grantedAt": "2025-08-08T10:00:00.000Z", "grantedBy": "u2",
        })
    );
}

#[test]
fn discord_servers_members_channels_and_invites() {
    let (user, server, channel) = (discord::UserId(ulid(1)), discord::ServerId(ulid(2)), discord::ChannelId(ulid(3)));
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
        invite_code: "abc123xyz".into(),
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
    let (user, server, channel) = (discord::UserId(ulid(1)), discord::ServerId(ulid(2)), discord::ChannelId(ulid(3)));
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
        last_read_message_id: discord::MessageId(ulid(2)),
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
    let item = discord::EmailLock { email: "test@example.com".into(), user_id: user };
    assert_eq!(
        plain(&item),
        json!({
            "pk": "EMAIL#test@example.com", "sk": "LOCK", "entityType": "EmailLock", "email": "test@example.com",
            "userId": A,
        })
    );
}

#[test]
fn invitations_groups_and_members() {
    let invited = inviter::InvitedPointer {
        user_id: "u1".into(),
        hangout_id: "h1".into(),
        title: "Picnic".into(),
        location: Some("Park".into()),
        start_timestamp: 1_760_000_000,
    };
    assert_eq!(
        plain(&invited),
        json!({
            "pk": "USER#u1", "sk": "HANGOUT#h1", "gsi1pk": "USER#u1", "startTimestamp": 1_760_000_000,
            "itemType": "InvitedPointer", "userId": "u1", "hangoutId": "h1", "title": "Picnic", "location": "Park",
        })
    );
    let group = inviter::Group { group_id: "g1".into(), group_name: "Runners".into() };
    assert_eq!(
        plain(&group),
        json!({ "pk": "GROUP#g1", "sk": "METADATA", "itemType": "Group", "groupId": "g1", "groupName": "Runners" })
    );
    let member = inviter::GroupMembership {
        group_id: "g1".into(),
        user_id: "u1".into(),
        group_name: "Runners".into(),
        user_name: "Ann".into(),
    };
    assert_eq!(
        plain(&member),
        json!({
            "pk": "GROUP#g1", "sk": "USER#u1", "gsi1pk": "USER#u1", "gsi1sk": "GROUP#g1", "itemType": "GroupMembership",
            "groupId": "g1", "userId": "u1", "groupName": "Runners", "userName": "Ann",
        })
    );
}

#[test]
fn layouts_are_those_of_the_documents() {
    let layout = discord::Discord::LAYOUT;
    assert_eq!((layout.name, layout.none, layout.stream), ("discord-clone-{stage}-DiscordTable", NoneAs::Null, true));
    assert_eq!(layout.indexes[0].projection, Projection::All);
    assert_eq!(goals_guild::GgCore::SCHEMA.all_entities().count(), 23);
    assert_eq!(discord::Discord::SCHEMA.all_entities().count(), 10);
    assert_eq!(inviter::Inviter::SCHEMA.all_entities().count(), 5);
}
