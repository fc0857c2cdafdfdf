//! Items of the goals app are what the design documents show, attribute for attribute.

use std::collections::BTreeMap;

use dynamo_core::prelude::*;
use models::goals_guild::{self, *};
use serde_json::json;

use super::golden::{A, B, C, NOON, plain};
use super::{at, ulid};

fn noon() -> Timestamp {
    at(NOON)
}

#[test]
fn a_user_is_in_three_indexes() {
    let user = User {
        user_id: UserId::from_ulid(ulid(1)),
        nickname: "ann".into(),
        email: "ann@example.com".into(),
        full_name: "Ann Example".into(),
        birth_date: None,
        status: UserStatus::Active,
        country: None,
        language: Some("en".into()),
        gender: None,
        pronouns: None,
        bio: None,
        tags: vec!["running".into()],
        tier: Tier::Pro,
        created_at: noon(),
        updated_at: noon(),
    };
    let mut expected = json!({
        "PK": format!("USER#{A}"), "SK": format!("PROFILE#{A}"),
        "GSI1PK": format!("USER#{A}"), "GSI1SK": format!("ENTITY#User#{NOON}"),
        "GSI2PK": "NICK#ann", "GSI2SK": format!("PROFILE#{A}"),
        "GSI3PK": "EMAIL#ann@example.com", "GSI3SK": format!("PROFILE#{A}"),
        "type": "User", "id": A, "nickname": "ann", "email": "ann@example.com", "fullName": "Ann Example",
        "status": "active", "language": "en", "tags": ["running"], "tier": "pro", "createdAt": NOON, "updatedAt": NOON,
    });
    assert_eq!(plain(&user), expected);
    let full = User {
        birth_date: Some("1990-01-01".into()),
        country: Some("CH".into()),
        gender: Some("f".into()),
        pronouns: Some("she".into()),
        bio: Some("Runs".into()),
        ..user
    };
    for (name, value) in
        [("birthDate", "1990-01-01"), ("country", "CH"), ("gender", "f"), ("pronouns", "she"), ("bio", "Runs")]
    {
        expected[name] = json!(value);
    }
    assert_eq!(plain(&full), expected);
    let lock = EmailUnique { email: "ann@example.com".into(), user_id: UserId::from_ulid(ulid(1)), created_at: noon() };
    assert_eq!(
        plain(&lock),
        json!({
            "PK": "EMAIL#ann@example.com", "SK": "UNIQUE#USER", "type": "EmailUnique", "email": "ann@example.com",
            "userId": A, "createdAt": NOON,
        })
    );
    let lock = NicknameUnique { nickname: "ann".into(), user_id: UserId::from_ulid(ulid(1)), created_at: noon() };
    assert_eq!(
        plain(&lock),
        json!({
            "PK": "NICK#ann", "SK": "UNIQUE#USER", "type": "NicknameUnique", "nickname": "ann", "userId": A,
            "createdAt": NOON,
        })
    );
}

#[test]
fn goals_and_milestones_are_in_the_timeline() {
    let goal = Goal {
        goal_id: GoalId::from_ulid(ulid(2)),
        user_id: UserId::from_ulid(ulid(1)),
        title: "Run".into(),
        description: None,
        tags: vec![],
        status: GoalStatus::Active,
        created_at: noon(),
        updated_at: noon(),
    };
    assert_eq!(
        plain(&goal),
        json!({
            "PK": format!("USER#{A}"), "SK": format!("GOAL#{B}"), "GSI1PK": format!("USER#{A}"),
            "GSI1SK": format!("ENTITY#Goal#{NOON}"), "type": "Goal", "id": B, "userId": A, "title": "Run", "tags": [],
            "status": "active", "createdAt": NOON, "updatedAt": NOON,
        })
    );
    let milestone = Milestone {
        milestone_id: MilestoneId::from_ulid(ulid(3)),
        goal_id: GoalId::from_ulid(ulid(2)),
        user_id: UserId::from_ulid(ulid(1)),
        name: "Half".into(),
        percentage: 50,
        achieved: true,
        achieved_at: Some(noon()),
        description: None,
        created_at: noon(),
        updated_at: noon(),
    };
    assert_eq!(
        plain(&milestone),
        json!({
            "PK": format!("USER#{A}"), "SK": format!("MILESTONE#{B}#{C}"), "GSI1PK": format!("USER#{A}"),
            "GSI1SK": format!("ENTITY#Milestone#{NOON}"), "type": "Milestone", "id": C, "goalId": B, "userId": A,
            "name": "Half", "percentage": 50, "achieved": true, "achievedAt": NOON, "createdAt": NOON, "updatedAt": NOON,
        })
    );
}

#[test]
fn offers_rooms_and_messages() {
    let offer = Offer {
        offer_id: OfferId::from_ulid(ulid(1)),
        company_id: CompanyId::from_ulid(ulid(2)),
        title: "Shoes".into(),
        tags: vec!["running".into()],
        status: OfferStatus::Active,
        created_at: noon(),
    };
    assert_eq!(
        plain(&offer),
        json!({
            "PK": format!("OFFER#{A}"), "SK": format!("OFFER#{A}"), "type": "Offer", "id": A, "companyId": B,
            "title": "Shoes", "tags": ["running"], "status": "active", "createdAt": NOON,
        })
    );
    let room = Room {
        room_id: RoomId::from_ulid(ulid(1)),
        scope: RoomScope::Dm,
        members: vec![UserId::from_ulid(ulid(2))],
        created_at: noon(),
    };
    assert_eq!(
        plain(&room),
        json!({
            "PK": format!("ROOM#{A}"), "SK": format!("ROOM#{A}"), "type": "Room", "scope": "dm", "members": [B],
            "createdAt": NOON,
        })
    );
    let message = Message {
        message_id: MessageId::from_ulid(ulid(3)),
        room_id: RoomId::from_ulid(ulid(1)),
        user_id: UserId::from_ulid(ulid(2)),
        text: "Hi".into(),
        in_timeline: false,
        created_at: noon(),
        ttl: None,
    };
    let mut expected = json!({
        "PK": format!("ROOM#{A}"), "SK": format!("MSG#{NOON}#{C}"), "type": "Message", "id": C, "roomId": A, "userId": B,
        "text": "Hi", "createdAt": NOON,
    });
    assert_eq!(plain(&message), expected);
    expected["ttl"] = json!(1_800_000_000);
    let message = Message { ttl: Some(1_800_000_000), ..message };
    assert_eq!(plain(&message), expected);
    for (name, value) in [("GSI1PK", format!("USER#{B}")), ("GSI1SK", format!("ENTITY#Message#{NOON}"))] {
        expected[name] = json!(value);
    }
    expected["inTimeline"] = json!(true);
    assert_eq!(plain(&Message { in_timeline: true, ..message }), expected);
}

#[test]
fn a_task_is_in_its_owners_timeline_while_it_is_due() {
    let task = goals_guild::Task {
        task_id: goals_guild::TaskId::from_ulid(ulid(1)),
        goal_id: goals_guild::GoalId::from_ulid(ulid(2)),
        user_id: goals_guild::UserId::from_ulid(ulid(3)),
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
        message_id: goals_guild::MessageId::from_ulid(ulid(1)),
        thread_id: goals_guild::ThreadId::from_ulid(ulid(2)),
        user_id: goals_guild::UserId::from_ulid(ulid(3)),
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
fn attempts_to_log_in_are_counted_elsewhere() {
    let attempt = LoginAttempt { email: "ann@example.com".into(), count: 3, ttl: 1_800_000_000 };
    assert_eq!(
        plain(&attempt),
        json!({ "PK": "LOGIN#ann@example.com", "email": "ann@example.com", "count": 3, "ttl": 1_800_000_000 })
    );
    let layout = LoginAttempts::LAYOUT;
    assert_eq!((layout.name, layout.ttl, layout.sk.is_none()), ("goalsguild_login_attempts", Some("ttl"), true));
}
