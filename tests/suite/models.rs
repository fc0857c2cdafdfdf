//! Items of the `models` crate are what the design documents show, attribute for attribute.

use std::collections::BTreeMap;

use dynamo_core::prelude::*;
use dynamo_core::schema::{NoneAs, Projection};
use models::{boards, discord, goals_guild, inviter};
use serde_json::{Value, json};
use ulid::Ulid;

/// An item as plain JSON, the way documents show it.
fn plain<E: Entity>(entity: &E) -> Value {
    let item = entity.to_item().unwrap();
    let read = E::from_item(item.clone()).unwrap();
    assert_eq!(read.to_item().unwrap(), item, "it does not come back");
    serde_dynamo::from_item(item).unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn ulid(n: u128) -> Ulid {
    Ulid(n)
}

const A: &str = "00000000000000000000000001";
const B: &str = "00000000000000000000000002";
const C: &str = "00000000000000000000000003";
const NOON: &str = "2025-12-27T12:00:00.000Z";

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
fn a_task_is_in_its_owners_timeline_while_it_is_due() {
    let task = goals_guild::Task {
        task_id: goals_guild::TaskId(ulid(1)),
        goal_id: goals_guild::GoalId(ulid(2)),
        user_id: goals_guild::UserId(ulid(3)),
        title: "Run".into(),
        due_at: None,
        nlp_plan: Some(BTreeMap::new()),
        done: false,
        created_at: at(NOON),
        updated_at: at(NOON),
    };
    assert_eq!(
        plain(&task),
        json!({
            "PK": format!("GOAL#{B}"), "SK": format!("TASK#{A}"), "type": "Task", "id": A, "goalId": B, "userId": C,
            "title": "Run", "nlpPlan": {}, "done": false, "createdAt": NOON, "updatedAt": NOON,
        })
    );
    let due = goals_guild::Task { due_at: Some(at(NOON)), ..task };
    let item = plain(&due);
    assert_eq!(item["GSI1PK"], format!("USER#{C}"));
    assert_eq!(item["GSI1SK"], format!("ENTITY#Task#{NOON}#{A}"));
}

#[test]
fn an_assistance_message_keeps_its_id_in_the_key() {
    let message = goals_guild::AssistMsg {
        message_id: goals_guild::MessageId(ulid(1)),
        thread_id: goals_guild::ThreadId(ulid(2)),
        user_id: goals_guild::UserId(ulid(3)),
        text: "Help".into(),
        created_at: at(NOON),
    };
    assert_eq!(
        plain(&message),
        json!({
            "PK": format!("ASSIST#{B}"), "SK": format!("MSG#{NOON}#{A}"), "type": "AssistMsg", "threadId": B, "userId": C,
            "text": "Help", "createdAt": NOON,
        })
    );
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
fn layouts_are_those_of_the_documents() {
    let layout = discord::Discord::LAYOUT;
    assert_eq!((layout.name, layout.none, layout.stream), ("discord-clone-{stage}-DiscordTable", NoneAs::Null, true));
    assert_eq!(layout.indexes[0].projection, Projection::All);
    assert_eq!(goals_guild::GgCore::SCHEMA.all_entities().count(), 19);
    assert_eq!(discord::Discord::SCHEMA.all_entities().count(), 9);
    assert_eq!(inviter::Inviter::SCHEMA.all_entities().count(), 5);
}

/// The models' own pointers, locks and counters, on the engine.
#[tokio::test]
async fn what_goes_with_a_record_of_the_models_is_written_with_it() {
    let stage = format!("t{}", std::process::id());
    let db = match std::env::var("DYNAMODB_ENDPOINT") {
        Err(_) => Db::embedded().await.unwrap(),
        Ok(_) => Db::from_env().await.unwrap(),
    };
    let names = dynamo_core::Names::new().fill("stage", &stage);
    let names = names.rename::<inviter::Inviter>(format!("{stage}-inviter"));
    let db = db.names(names.rename::<goals_guild::GgCore>(format!("{stage}-gg")));
    db.create_table::<inviter::Inviter>().await.unwrap();
    db.create_table::<goals_guild::GgCore>().await.unwrap();
    db.create_table::<discord::Discord>().await.unwrap();

    let (group, user) = (inviter::GroupId("g1".into()), inviter::UserId("u1".into()));
    let hangout = inviter::Hangout {
        hangout_id: inviter::HangoutId("h1".into()),
        title: "Picnic".into(),
        description: None,
        location: None,
        start_timestamp: 1_000,
        group_ids: [group.clone()].into(),
        invited_user_ids: [user.clone()].into(),
    };
    db.create(&hangout).await.unwrap();
    db.update(hangout.key()).set(inviter::Hangout::fields().title, "Party").await.unwrap();
    let feed = db.query(inviter::HangoutPointer::query_entity_time(&group)).await.unwrap().items;
    assert_eq!(feed.iter().map(|pointer| pointer.title.as_str()).collect::<Vec<_>>(), ["Party"]);
    let invited = db.query(inviter::InvitedPointer::query_entity_time(&user)).await.unwrap().items;
    assert_eq!(invited.len(), 1);

    let (ann, bob) = (goals_guild::UserId(ulid(1)), goals_guild::UserId(ulid(2)));
    let follow = goals_guild::Follow { follower_id: ann, followee_id: bob, created_at: at(NOON) };
    for _ in 0..2 {
        db.put(&follow).await.unwrap();
    }
    assert_eq!(db.get(goals_guild::FollowerCounter::key(&bob)).await.unwrap().unwrap().count, 1);
    assert_eq!(db.get(goals_guild::FollowingCounter::key(&ann)).await.unwrap().unwrap().count, 1);
    assert!(db.get(goals_guild::FollowingEntry::key(&ann, &bob)).await.unwrap().is_some());
    db.delete(follow.key()).await.unwrap();
    assert_eq!(db.get(goals_guild::FollowerCounter::key(&bob)).await.unwrap().unwrap().count, 0);

    let connection = discord::Connection {
        connection_id: discord::ConnectionId("c1".into()),
        channel_id: discord::ChannelId(ulid(1)),
        server_id: discord::ServerId(ulid(2)),
        user_id: discord::UserId(ulid(3)),
        connected_at: at(NOON),
        ttl: 2_000_000_000,
    };
    db.create(&connection).await.unwrap();
    let mine = db.query(discord::UserConnection::query(&connection.user_id)).await.unwrap().items;
    assert_eq!(mine.iter().map(|found| found.ttl).collect::<Vec<_>>(), [2_000_000_000]);

    assert!(db.verify::<inviter::Inviter>().await.unwrap().is_clean());
    assert!(db.verify::<goals_guild::GgCore>().await.unwrap().is_clean());
    assert!(db.verify::<discord::Discord>().await.unwrap().is_clean());
    db.delete_table::<inviter::Inviter>().await.unwrap();
    db.delete_table::<goals_guild::GgCore>().await.unwrap();
    db.delete_table::<discord::Discord>().await.unwrap();
}
