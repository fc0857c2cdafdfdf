//! Items as the documents and other programs write them load, and are written back as they were.

use dynamo_core::prelude::*;
use models::{Id, IdError, boards, discord, goals_guild, inviter};
use serde_json::{Value, json};

const CREATED: &str = "2025-12-27T00:00:00.000Z";

/// Reads an item by itself and as one of its table's, and compares what is written.
#[track_caller]
fn survives<E: Entity>(item: &Value) -> E {
    let stored: dynamo_core::Item = serde_dynamo::to_item(item).unwrap();
    E::Table::from_item(stored.clone()).unwrap_or_else(|error| panic!("not in the table: {error}"));
    let read = E::from_item(stored).unwrap();
    let written: Value = serde_dynamo::from_item(read.to_item().unwrap()).unwrap();
    assert_eq!(written, *item);
    read
}

#[test]
fn ids_are_any_text_that_is_safe_in_a_key() {
    let server: discord::Server = survives(&json!({
        "pk": "SERVER#01JGSTEST002", "sk": "META", "gsi1pk": "SERVER#01JGSTEST002", "gsi1sk": "META",
        "entityType": "Server", "serverId": "01JGSTEST002", "name": "Test Server", "ownerId": "01JGSTEST001",
        "iconUrl": null, "createdAt": CREATED, "updatedAt": CREATED,
    }));
    assert_eq!(server.server_id.as_str(), "01JGSTEST002");
    survives::<discord::ServerMembership>(&json!({
        "pk": "USER#01JGSTEST001", "sk": "SERVER#01JGSTEST002", "gsi1pk": "SERVER#01JGSTEST002",
        "gsi1sk": "USER#01JGSTEST001", "entityType": "ServerMembership", "userId": "01JGSTEST001",
        "serverId": "01JGSTEST002", "role": "owner", "joinedAt": CREATED,
    }));
    survives::<discord::Channel>(&json!({
        "pk": "SERVER#01JGSTEST002", "sk": "CHANNEL#01JGSTEST003", "gsi1pk": "CHANNEL#01JGSTEST003", "gsi1sk": "META",
        "entityType": "Channel", "channelId": "01JGSTEST003", "serverId": "01JGSTEST002", "name": "general",
        "topic": "General chat", "createdAt": CREATED, "updatedAt": CREATED,
    }));
    // A UUID, and what an identity provider makes of a user.
    for id in ["7d444840-9dc0-11d1-b245-5ffdce74fad2", "auth0|507f1f77bcf86cd799439011", "01jgsyyy", "…"] {
        let user: goals_guild::User = survives(&json!({
            "PK": format!("USER#{id}"), "SK": format!("PROFILE#{id}"), "type": "User", "id": id, "nickname": "ann",
            "email": "ann@example.com", "fullName": "Ann", "status": "active", "tags": [], "tier": "free",
            "GSI1PK": format!("USER#{id}"), "GSI1SK": format!("ENTITY#User#{CREATED}"), "GSI2PK": "NICK#ann",
            "GSI2SK": format!("PROFILE#{id}"), "GSI3PK": "EMAIL#ann@example.com", "GSI3SK": format!("PROFILE#{id}"),
            "createdAt": CREATED, "updatedAt": CREATED,
        }));
        assert_eq!((user.user_id.as_str(), user.user_id.to_string().as_str()), (id, id));
    }
}

#[test]
fn what_is_no_id_is_refused_by_name() {
    let long = "x".repeat(61);
    for (text, error) in [
        ("", IdError::Empty),
        ("a#b", IdError::Character('#')),
        ("a\nb", IdError::Character('\n')),
        (long.as_str(), IdError::TooLong(61)),
    ] {
        assert_eq!(text.parse::<Id>(), Err(error));
        let item = json!({ "PK": "USER#a", "SK": "GOAL#b", "type": "Goal", "id": "b", "userId": text });
        let item: dynamo_core::Item = serde_dynamo::to_item(item).unwrap();
        let refused = goals_guild::Goal::from_item(item).unwrap_err().to_string();
        assert!(refused.contains("userId"), "{refused}");
    }
    assert_eq!("x".repeat(60).parse::<Id>().unwrap().as_str().len(), 60);
    // As texts sort, so do ids.
    let mut ids: Vec<Id> = ["b", "a", "ab", "", "a-"].iter().filter_map(|text| text.parse().ok()).collect();
    ids.sort();
    assert_eq!(ids.iter().map(Id::as_str).collect::<Vec<_>>(), ["a", "a-", "ab", "b"]);
    let made = [goals_guild::UserId::new(), goals_guild::UserId::new()];
    assert!(made.iter().all(|id| id.as_str().parse::<models::Ulid>().is_ok()) && made[0] != made[1]);
}

#[test]
fn items_of_the_invitations_app_have_no_type() {
    // Without what only this program knows of.
    let item = json!({
        "PK": "EVENT#h1", "SK": "METADATA", "hangoutId": "h1", "title": "Picnic", "startTimestamp": 1_760_000_000,
        "groupIds": ["g1"],
    });
    let stored: dynamo_core::Item = serde_dynamo::to_item(item).unwrap();
    let hangout = inviter::Hangout::from_item(stored.clone()).unwrap();
    assert!(hangout.invited_user_ids.is_empty());
    assert!(matches!(inviter::Inviter::from_item(stored), Ok(inviter::Inviter::Hangout(_))));
    survives::<inviter::HangoutPointer>(&json!({
        "PK": "GROUP#g1", "SK": "HANGOUT#h1", "gsi1pk": "GROUP#g1", "startTimestamp": 1_760_000_000, "groupId": "g1",
        "hangoutId": "h1", "title": "Picnic",
    }));
    survives::<inviter::GroupMembership>(&json!({
        "PK": "GROUP#g1", "SK": "USER#u1", "gsi1pk": "USER#u1", "gsi1sk": "GROUP#g1", "groupId": "g1", "userId": "u1",
        "groupName": "Runners", "userName": "Ann",
    }));
    let layout = inviter::Inviter::LAYOUT;
    assert_eq!(
        (layout.pk.name.text, layout.sk.unwrap().name.text, layout.type_attribute.is_none()),
        ("PK", "SK", true)
    );
}

#[test]
fn a_config_keeps_what_it_does_not_know() {
    let settings: boards::BoardServiceSettings = survives(&json!({
        "PK": "BOARD#b1", "SK": "SERVICE#s2", "boardId": "b1", "serviceId": "s2", "serviceType": "trades",
        "isDefault": false, "GSI1PK": "BOARD#b1", "GSI1SK": "SERVICETYPE#trades#s2", "GSI2PK": "SERVICE#s2",
        "GSI2SK": "BOARD#b1", "config": { "currency": "CHF", "limits": { "day": 5, "open": [1, 2] }, "ttlDays": 9 },
    }));
    assert_eq!((settings.config.ttl_days, settings.config.ask_question), (Some(9), None));
    assert_eq!(settings.config.other.keys().collect::<Vec<_>>(), ["currency", "limits"]);
}
