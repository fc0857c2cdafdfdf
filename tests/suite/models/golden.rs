//! Items of the boards and invitations apps are what the design documents show, attribute for attribute.

use dynamo_core::prelude::*;
use dynamo_core::schema::{IndexProjection, NoneAs};
use models::{boards, discord, goals_guild, inviter};
use serde_json::{Value, json};

use super::at;

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
fn settings_of_a_board_have_both_indexes() {
    let settings = boards::BoardServiceSettings {
        board_id: "b1".into(),
        service_id: "s1".into(),
        service_type: "approveJoin".into(),
        is_default: true,
        config: boards::ServiceConfig {
            ttl_days: Some(3),
            ask_question: Some(true),
            question_text: Some("Why do you want to join?".into()),
            ..Default::default()
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
    assert_eq!(
        plain(&hangout),
        json!({
            "PK": "EVENT#h1", "SK": "METADATA", "hangoutId": "h1", "title": "Picnic",
            "startTimestamp": 1_760_000_000, "groupIds": ["g1"], "invitedUserIds": [],
        })
    );
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
            "PK": "GROUP#g1", "SK": "HANGOUT#h1", "gsi1pk": "GROUP#g1", "startTimestamp": 1_760_000_000,
            "groupId": "g1", "hangoutId": "h1", "title": "Picnic",
        })
    );
    assert_eq!(pointer.entity_time_key().unwrap().sk(), Some("1760000000"));
}

#[test]
fn an_account_of_boards_has_a_lock_that_is_in_no_index() {
    let lock = boards::UserNameLock { user_name: "a#b".into(), user_id: "u1".into() };
    assert_eq!(plain(&lock), json!({ "PK": "USERNAME#a$cdb", "SK": "LOCK", "userId": "u1" }));
    let lock = boards::ServiceIdLock { service_id: "s1".into(), board_id: "b1".into() };
    assert_eq!(plain(&lock), json!({ "PK": "SERVICE#s1", "SK": "LOCK", "serviceId": "s1", "boardId": "b1" }));
    let lock = boards::BoardNameLock { board_name: "Project Board".into(), board_id: "b1".into() };
    assert_eq!(plain(&lock), json!({ "PK": "BOARDNAME#Project$caBoard", "SK": "LOCK", "boardId": "b1" }));
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
            "PK": "USER#u1", "SK": "HANGOUT#h1", "gsi1pk": "USER#u1", "startTimestamp": 1_760_000_000, "userId": "u1", "hangoutId": "h1", "title": "Picnic", "location": "Park",
        })
    );
    let group = inviter::Group { group_id: "g1".into(), group_name: "Runners".into() };
    assert_eq!(plain(&group), json!({ "PK": "GROUP#g1", "SK": "METADATA", "groupId": "g1", "groupName": "Runners" }));
    let user = inviter::User { user_id: "u1".into(), user_name: "Ann".into() };
    assert_eq!(plain(&user), json!({ "PK": "USER#u1", "SK": "METADATA", "userId": "u1", "userName": "Ann" }));
    let member = inviter::GroupMembership {
        group_id: "g1".into(),
        user_id: "u1".into(),
        group_name: "Runners".into(),
        user_name: "Ann".into(),
    };
    assert_eq!(
        plain(&member),
        json!({
            "PK": "GROUP#g1", "SK": "USER#u1", "gsi1pk": "USER#u1", "gsi1sk": "GROUP#g1",
            "groupId": "g1", "userId": "u1", "groupName": "Runners", "userName": "Ann",
        })
    );
}

#[test]
fn layouts_are_those_of_the_documents() {
    let layout = discord::Discord::LAYOUT;
    assert_eq!((layout.name, layout.none, layout.stream), ("discord-clone-{stage}-DiscordTable", NoneAs::Null, true));
    assert_eq!(layout.indexes[0].projection, IndexProjection::All);
    assert_eq!(goals_guild::GgCore::SCHEMA.all_entities().count(), 22);
    assert_eq!(discord::Discord::SCHEMA.all_entities().count(), 11);
    assert_eq!(inviter::Inviter::SCHEMA.all_entities().count(), 6);
}
