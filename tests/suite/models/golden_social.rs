//! Items of the goals app's social side are what the design document shows, attribute for attribute.

use dynamo_core::prelude::*;
use models::goals_guild::*;
use serde_json::json;

use super::golden::{A, B, C, NOON, plain};
use super::{at, ulid};

fn noon() -> Timestamp {
    at(NOON)
}

#[test]
fn edges_copies_and_counters() {
    let (follower_id, followee_id, created_at) = (UserId::from_ulid(ulid(1)), UserId::from_ulid(ulid(2)), noon());
    let payload = |kind: &str, keys: serde_json::Value| {
        let mut item =
            json!({ "PK": format!("USER#{A}"), "type": kind, "followerId": A, "followeeId": B, "createdAt": NOON });
        item.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        item
    };
    assert_eq!(
        plain(&Follow { follower_id, followee_id, spread: false, created_at }),
        payload(
            "Follow",
            json!({
                "SK": format!("FOLLOWING#{B}"), "GSI1PK": format!("USER#{B}"), "GSI1SK": format!("FOLLOWER#{A}"),
            })
        )
    );
    assert_eq!(
        plain(&FollowingEntry { follower_id, followee_id, created_at }),
        payload(
            "FollowingEntry",
            json!({
                "SK": format!("TIMELINE#FOLLOWING#{B}"), "GSI1PK": format!("USER#{A}"),
                "GSI1SK": format!("ENTITY#Following#{NOON}#{B}"),
            })
        )
    );
    // An edge to a very large account: the shard is in the index key alone.
    let item = plain(&Follow { follower_id, followee_id, spread: true, created_at });
    let shard = item["GSI1PK"].as_str().unwrap().strip_prefix(&format!("USER#{B}#")).unwrap().to_owned();
    assert!(shard.parse::<u32>().unwrap() < 10, "{shard}");
    assert_eq!(
        item,
        payload(
            "Follow",
            json!({
                "SK": format!("FOLLOWING#{B}"), "GSI1PK": format!("USER#{B}#{shard}"),
                "GSI1SK": format!("FOLLOWER#{A}"), "spread": true,
            })
        )
    );
    let counter = FollowerCounter { user_id: follower_id, count: 7, updated_at: noon() };
    assert_eq!(
        plain(&counter),
        json!({
            "PK": format!("USER#{A}"), "SK": "COUNTER#FOLLOWERS", "type": "FollowerCounter", "count": 7, "updatedAt": NOON,
        })
    );
    let counter = FollowingCounter { user_id: follower_id, count: 7, updated_at: noon() };
    assert_eq!(
        plain(&counter),
        json!({
            "PK": format!("USER#{A}"), "SK": "COUNTER#FOLLOWING", "type": "FollowingCounter", "count": 7,
            "updatedAt": NOON,
        })
    );
}

#[test]
fn groups_and_members() {
    let group = Group {
        group_id: GroupId::from_ulid(ulid(1)),
        name: "Runners".into(),
        description: "We run".into(),
        owner_id: UserId::from_ulid(ulid(2)),
        tags: vec![],
        is_persistent: false,
        created_at: noon(),
        updated_at: noon(),
    };
    assert_eq!(
        plain(&group),
        json!({
            "PK": format!("GROUP#{A}"), "SK": format!("GROUP#{A}"), "type": "Group", "name": "Runners",
            "description": "We run", "ownerId": B, "tags": [], "isPersistent": false, "createdAt": NOON, "updatedAt": NOON,
        })
    );
    for (role, text) in [(GroupRole::Owner, "owner"), (GroupRole::Admin, "admin"), (GroupRole::Member, "member")] {
        let member = GroupMember {
            group_id: GroupId::from_ulid(ulid(1)),
            user_id: UserId::from_ulid(ulid(2)),
            role,
            joined_at: noon(),
        };
        assert_eq!(
            plain(&member),
            json!({
                "PK": format!("GROUP#{A}"), "SK": format!("MEMBER#{B}"), "GSI1PK": format!("USER#{B}"),
                "GSI1SK": format!("ENTITY#Group#{NOON}#{A}"), "type": "GroupMember", "groupId": A, "userId": B,
                "role": text, "joinedAt": NOON,
            })
        );
    }
}

#[test]
fn activities_and_their_copies() {
    let activity = Activity {
        activity_id: ActivityId::from_ulid(ulid(1)),
        actor_id: UserId::from_ulid(ulid(2)),
        verb: Verb::goal_update(),
        object_type: ObjectType::Goal,
        object_id: "g1".into(),
        preview_text: "Half way".into(),
        media: Some(Media { s3_key: "k".into(), content_type: "image/png".into(), width: 2, height: 1 }),
        tags: vec![],
        created_at: noon(),
    };
    let mut expected = json!({
        "PK": format!("ACTIVITY#{B}"), "SK": format!("TS#{NOON}#{A}"), "type": "Activity", "activityId": A, "actorId": B,
        "verb": "goal_update", "objectType": "Goal", "objectId": "g1", "previewText": "Half way",
        "media": { "s3Key": "k", "contentType": "image/png", "width": 2, "height": 1 }, "tags": [], "createdAt": NOON,
    });
    assert_eq!(plain(&activity), expected);
    expected.as_object_mut().unwrap().remove("media");
    assert_eq!(plain(&Activity { media: None, ..activity }), expected);
    let item = FeedItem {
        follower_id: UserId::from_ulid(ulid(3)),
        activity_id: ActivityId::from_ulid(ulid(1)),
        actor_id: UserId::from_ulid(ulid(2)),
        verb: Verb::post(),
        object_type: ObjectType::Post,
        object_id: "p1".into(),
        preview_text: "Hello".into(),
        media: Some(Media { s3_key: "k".into(), content_type: "image/png".into(), width: 2, height: 1 }),
        tags: vec!["sport".into()],
        created_at: noon(),
        ttl: 1_800_000_000,
    };
    assert_eq!(
        plain(&item),
        json!({
            "PK": format!("FEED#{C}"), "SK": format!("TS#{NOON}#{A}"), "type": "FeedItem", "followerId": C,
            "activityId": A, "actorId": B, "verb": "post", "objectType": "Post", "objectId": "p1",
            "previewText": "Hello", "media": { "s3Key": "k", "contentType": "image/png", "width": 2, "height": 1 },
            "tags": ["sport"], "createdAt": NOON, "ttl": 1_800_000_000,
        })
    );
    let promotion = Promotion {
        user_id: UserId::from_ulid(ulid(1)),
        fanout_enabled: true,
        reason: PromotionReason::Followers,
        thresholds: [("followers".to_owned(), 1000)].into(),
        updated_at: noon(),
    };
    assert_eq!(
        plain(&promotion),
        json!({
            "PK": format!("PROMO#{A}"), "SK": format!("PROMO#{A}"), "type": "Promotion", "userId": A,
            "fanoutEnabled": true, "reason": "followers", "thresholds": { "followers": 1000 }, "updatedAt": NOON,
        })
    );
    let promotion = GroupPromotion {
        group_id: GroupId::from_ulid(ulid(1)),
        fanout_enabled: true,
        reason: PromotionReason::Followers,
        thresholds: [("size".to_owned(), 500)].into(),
        updated_at: noon(),
    };
    assert_eq!(
        plain(&promotion),
        json!({
            "PK": format!("PROMO#GROUP#{A}"), "SK": format!("PROMO#GROUP#{A}"), "type": "GroupPromotion", "groupId": A,
            "fanoutEnabled": true, "reason": "followers", "thresholds": { "size": 500 }, "updatedAt": NOON,
        })
    );
}

#[test]
fn quests_and_requests() {
    let quest = Quest {
        quest_id: QuestId::from_ulid(ulid(1)),
        user_id: UserId::from_ulid(ulid(2)),
        title: "Run".into(),
        description: Some("Daily".into()),
        difficulty: Difficulty::Medium,
        reward_xp: 50,
        status: QuestStatus::Active,
        tags: vec![],
        deadline: Some(noon()),
        kind: QuestKind::Quantitative,
        linked_goal_ids: Some(vec![GoalId::from_ulid(ulid(3))]),
        linked_task_ids: Some(vec![TaskId::from_ulid(ulid(1))]),
        target_count: Some(3),
        count_scope: Some(CountScope::Linked),
        start_at: Some(noon()),
        period_seconds: Some(60),
        created_at: noon(),
        updated_at: noon(),
    };
    assert_eq!(
        plain(&quest),
        json!({
            "PK": format!("USER#{B}"), "SK": format!("QUEST#{A}"), "GSI1PK": format!("USER#{B}"),
            "GSI1SK": format!("ENTITY#Quest#{NOON}"), "type": "Quest", "id": A, "userId": B, "title": "Run",
            "description": "Daily", "difficulty": "medium", "rewardXp": 50, "status": "active", "tags": [],
            "deadline": NOON, "kind": "quantitative", "linkedGoalIds": [C], "linkedTaskIds": [A], "targetCount": 3,
            "countScope": "linked", "startAt": NOON, "periodSeconds": 60, "createdAt": NOON, "updatedAt": NOON,
        })
    );
    let request = Request {
        request_id: "r1".into(),
        user_id: UserId::from_ulid(ulid(1)),
        mutation: Mutation::FollowUser,
        digest: "x".into(),
        made: None,
        changed: true,
        created_at: noon(),
        ttl: 1_800_000_000,
    };
    assert_eq!(
        plain(&request),
        json!({
            "PK": format!("REQUEST#{A}#r1"), "SK": "REQUEST", "type": "Request", "requestId": "r1", "userId": A,
            "mutation": "followUser", "digest": "x", "changed": true, "createdAt": NOON, "ttl": 1_800_000_000,
        })
    );
}
